/*
 * cmd_trust.c - gbq check, gbq rebuild, gbq upgrade.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/context.h"
#include "cli/format/row.h"
#include "util/text.h"

/* 0 is NULL. */
static struct gbq_value
id_value(int64_t id)
{
	return (struct gbq_value){ id ? GBQ_INTEGER : GBQ_NULL, id,
	    (double)id, NULL, 0 };
}

/* ---- check ---- */

struct checking {
	struct printer printer;
	size_t limit;
	size_t found;
};

static const char *const finding_names[] = {
	"run_id", "run", "invariant", "rows", "first", "help"
};

static void
print_finding(void *data, const struct gbq_finding *finding)
{
	struct checking *checking = data;

	if (checking->found++ == 0)
		printer_start(&checking->printer, finding_names, 6);
	if (checking->limit && checking->found > checking->limit)
		return;
	printer_row(&checking->printer, (struct gbq_value[]){
	    id_value(finding->run_id), value_of_text(finding->run),
	    value_of_text(finding->invariant), id_value(finding->rows),
	    value_of_text(finding->first), value_of_text(finding->help) });
}

static int
list_invariants(struct context *context)
{
	static const char *const names[] = { "invariant", "help" };
	struct printer printer = context_printer(context, NULL);
	const struct gbq_invariant *list;
	size_t count, i;

	list = gbq_invariant_list(context->gbq, &count);
	printer_start(&printer, names, 2);
	for (i = 0; i < count && (!context->limit || i < context->limit); i++)
		printer_row(&printer, (struct gbq_value[]){
		    value_of_text(list[i].id), value_of_text(list[i].help) });
	printer_end(&printer);
	return 0;
}

/* "gbq.db: 124 invariants hold" on stderr, or how many do not. */
static void
tell_result(struct context *context, size_t found)
{
	size_t count;

	gbq_invariant_list(context->gbq, &count);
	if (found)
		context_note(context, "%s: %zu violation%s",
		    context->database, found, plural_end((int64_t)found, ""));
	else
		context_note(context, "%s: all %zu invariants hold",
		    context->database, count);
}

static int
check_main(struct context *context)
{
	struct checking checking = {
		.printer = context_printer(context, NULL),
		.limit = context->limit };
	enum gbq_status status;
	int exit_status;

	if (context_has(context, OPTION_LIST))
		return list_invariants(context);
	exit_status = database_open(context, GBQ_READ);
	if (exit_status)
		return exit_status;
	status = gbq_check(context->gbq, print_finding, &checking);
	if (checking.found || !context_for_people(context)) {
		if (!checking.found)
			printer_start(&checking.printer, finding_names, 6);
		printer_end(&checking.printer);
	}
	if (status != GBQ_OK)
		return context_error(context, status);
	tell_result(context, checking.found);
	return checking.found ? EXIT_NEGATIVE : 0;
}

const struct command command_check = {
	.name = "check", .group = GROUP_DATABASE,
	.arguments = "",
	.summary = "whether the database is sound",
	.text = "Checks the file with SQLite, unpacks every stored "
	    "content, and looks for rows that\nbreak an invariant: what "
	    "must hold between the tables, whatever was ingested.\n"
	    "Exit status: 0 all hold, 1 some do not, 5 it is no database.\n",
	.examples = "  gbq check\n  gbq check --list\n",
	.options = (const enum option_id[]){ OPTION_LIST, OUTPUT_OPTIONS },
	.run = check_main,
};

/* ---- rebuild ---- */

struct rebuilding {
	size_t done, refused;
};

/*
 * Those whose contents were not kept do not keep the others from it, nor those
 * that another process removed since they were listed.
 */
static int
rebuild_one(struct context *context, struct rebuilding *rebuilding,
    int64_t run_id)
{
	enum gbq_status status = gbq_rebuild_run(context->gbq, run_id);

	if (status == GBQ_OK) {
		rebuilding->done++;
		return 0;
	}
	if (status == GBQ_NO_INPUT)
		return 0;
	if (status != GBQ_PARTIAL && status != GBQ_DATABASE)
		return context_error(context, status);
	rebuilding->refused++;
	context_error(context, status);
	return 0;
}

typedef ARRAY_OF(int64_t) run_array;

/* All runs, or those that are named; exit status. */
static int
list_runs(struct context *context, run_array *runs)
{
	struct gbq_query *query = NULL;
	enum gbq_status status = GBQ_OK;
	int exit_status;

	for (int i = 0; i < context->argument_count && status == GBQ_OK; i++)
		status = gbq_find_run(context->gbq, context->arguments[i],
		    array_add(runs));
	if (context->argument_count == 0)
		status = gbq_prepare(context->gbq, &query,
		    "SELECT run_id FROM runs ORDER BY run_id", NULL);
	exit_status = status == GBQ_OK ? 0 : context_error(context, status);
	while (query && query_next(context, query, &exit_status))
		*(int64_t *)array_add(runs) = row_id(query, "run_id");
	gbq_finish(query);
	return exit_status;
}

static int
rebuild_main(struct context *context)
{
	struct rebuilding rebuilding = { 0, 0 };
	run_array runs = { 0 };
	int exit_status = database_open_existing(context);
	size_t i;

	if (!exit_status)
		exit_status = list_runs(context, &runs);
	for (i = 0; i < runs.count && !exit_status; i++)
		exit_status = rebuild_one(context, &rebuilding,
		    runs.items[i]);
	array_release(&runs);
	if (exit_status)
		return exit_status;
	context_note(context, "%zu run%s rebuilt", rebuilding.done,
	    plural_end((int64_t)rebuilding.done, ""));
	return rebuilding.refused ? gbq_exit_code(GBQ_PARTIAL) : 0;
}

const struct command command_rebuild = {
	.name = "rebuild", .group = GROUP_DATABASE,
	.arguments = "[RUN…]",
	.summary = "compute the rows of runs anew from stored contents",
	.text = "All runs, or those that are named; each in one "
	    "transaction. What a newer gbq reads out\nof the same files comes "
	    "in, as do the keys that 'gbq diff' matches by. Numbers, names\n"
	    "and tags stay. Exit status: 4 if contents of a run were not "
	    "kept (--no-content): it is\nleft as it is.\n",
	.examples = "  gbq rebuild\n  gbq rebuild model\n",
	.max_arguments = ANY_NUMBER, .run = rebuild_main,
};

/* ---- upgrade ---- */

/* What an older gbq read may be told better now. */
static int
upgrade_tell_readers(struct context *context)
{
	struct gbq_query *query = NULL;
	int64_t runs;
	int exit_status = query_saved(context, &query, "older_readers", 0);

	if (!exit_status)
		gbq_bind_integer(query, "reader", GBQ_READER);
	if (query_next(context, query, &exit_status)) {
		runs = row_integer(query, "runs");
		if (runs)
			context_note(context, "%lld run%s read by an older "
			    "gbq: gbq rebuild", (long long)runs,
			    runs == 1 ? " was" : "s were");
	}
	gbq_finish(query);
	return exit_status;
}

static int
upgrade_main(struct context *context)
{
	int exit_status = database_open(context, GBQ_UPGRADE);
	enum gbq_status status;
	int from, to;

	if (exit_status)
		return exit_status;
	status = gbq_upgrade(context->gbq, &from, &to);
	if (status != GBQ_OK)
		return context_error(context, status);
	if (from == to)
		context_note(context, "%s: is of schema version %d already; "
		    "views and kinds were made anew", context->database, to);
	else
		context_note(context, "%s: schema version %d, was %d",
		    context->database, to, from);
	return upgrade_tell_readers(context);
}

const struct command command_upgrade = {
	.name = "upgrade", .group = GROUP_DATABASE,
	.arguments = "",
	.summary = "move the database to the schema of this gbq",
	.text = "In one transaction: all of it or nothing. Older versions "
	    "of gbq cannot open the database\nafterwards.\n",
	.examples = "  cp gbq.db gbq.db.old && gbq upgrade\n",
	.run = upgrade_main,
};
