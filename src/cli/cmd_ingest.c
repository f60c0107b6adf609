/*
 * cmd_ingest.c - gbq ingest: read inputs into the database, a line a run.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/context.h"
#include "cli/row.h"
#include "cli/tag_list.h"

/* What became of all inputs. */
struct tally {
	struct context *context;
	int taken, refused;
};

/* "report, tlparse layout CA_F_C_A, 53 compiles, 31 break events in …" */
static void
add_counts(struct buffer *out, const struct gbq_query *row)
{
	const char *counts_are = row_text(row, "counts_are");
	const char *layout = row_text(row, "layout");
	bool at_least = counts_are && strcmp(counts_are, "at_least") == 0;

	add_text(out, row_text(row, "source_kind"));
	if (layout && strcmp(layout, "none") != 0) {
		buffer_add_string(out, ", tlparse layout ");
		add_text(out, layout);
	}
	if (row_integer(row, "ranks") > 1) {
		buffer_add_string(out, ", ");
		add_count(out, row, "ranks", "rank", false);
	}
	buffer_add_string(out, ", ");
	add_count(out, row, "compiles", "compile", false);
	buffer_add_string(out, ", ");
	add_count(out, row, "break_events", "break event", at_least);
	buffer_add_string(out, " in ");
	add_count(out, row, "break_sites", "site", at_least);
	buffer_add_string(out, ", ");
	add_count(out, row, "problems", "problem", false);
}

static void
add_run(struct context *context, struct buffer *out, int64_t run_id)
{
	struct gbq_query *query;
	bool row = false;

	if (query_saved(context, &query, "run", run_id))
		return;
	if (gbq_step(query, &row) == GBQ_OK && row)
		add_counts(out, query);
	gbq_finish(query);
}

static void
print_result(struct context *context, const struct gbq_ingest_result *result)
{
	struct buffer out = { 0 };

	buffer_printf(&out, "run %lld ", (long long)result->run_id);
	add_text(&out, result->name);
	buffer_add_string(&out, ": ");
	if (result->outcome == GBQ_UNCHANGED)
		buffer_add_string(&out, "unchanged");
	else
		add_run(context, &out, result->run_id);
	if (result->outcome == GBQ_REPLACED)
		buffer_add_string(&out, ", in place of the run of that name");
	buffer_add_byte(&out, '\n');
	fwrite(buffer_string(&out), 1, out.len, context->out);
	buffer_release(&out);
}

static void
take_result(void *data, const struct gbq_ingest_result *result)
{
	struct tally *tally = data;

	if (result->outcome == GBQ_REFUSED) {
		tally->refused++;
		context_fail(tally->context, 0, "%s: %s", result->path,
		    result->message ? result->message : "not used");
		return;
	}
	tally->taken++;
	if (!context_has(tally->context, OPTION_QUIET))
		print_result(tally->context, result);
}

static int
check_paths(const struct context *context)
{
	for (int i = 0; i < context->argument_count; i++) {
		if (strstr(context->arguments[i], "://"))
			return context_usage(context, "%s: gbq reads files "
			    "only; download it first, for example with "
			    "'curl -O' or 'wget -r'", context->arguments[i]);
	}
	if (context_has(context, OPTION_NAME) && context->argument_count > 1)
		return context_usage(context, "--name needs a single PATH");
	return 0;
}

static int
read_tags(const struct context *context, struct tag_list *list)
{
	const struct given_option *given = context->options.given.items;

	for (size_t i = 0; i < context->options.given.count; i++, given++) {
		if (given->id == OPTION_TAG &&
		    !tag_list_add(list, given->value))
			return context_usage(context, "--tag needs KEY=VALUE, "
			    "not '%s'", given->value);
	}
	return 0;
}

/* The exit status over all inputs. */
static int
tally_exit_status(const struct tally *tally)
{
	if (tally->refused == 0)
		return 0;
	return gbq_exit_code(tally->taken ? GBQ_PARTIAL : GBQ_NO_INPUT);
}

/* Ingest all paths; the exit status. */
static int
ingest_all(struct context *context, const struct gbq_ingest_options *options)
{
	struct tally tally = { context, 0, 0 };
	enum gbq_status status;
	int before;

	for (int i = 0; i < context->argument_count; i++) {
		before = tally.refused;
		status = gbq_ingest(context->gbq, context->arguments[i],
		    options, take_result, &tally);
		if (status == GBQ_OK)
			continue;
		if (status != GBQ_NO_INPUT && status != GBQ_PARTIAL)
			return context_error(context, status);
		if (tally.refused == before) {
			tally.refused++;
			context_error(context, status);
		}
	}
	return tally_exit_status(&tally);
}

int
command_ingest(struct context *context)
{
	struct gbq_ingest_options options = {
		.name = context_value(context, OPTION_NAME),
		.replace = context_has(context, OPTION_REPLACE),
		.no_content = context_has(context, OPTION_NO_CONTENT)
	};
	struct tag_list list = { 0 };
	int exit_status;

	exit_status = check_paths(context);
	if (!exit_status)
		exit_status = read_tags(context, &list);
	if (!exit_status)
		exit_status = database_open(context, GBQ_WRITE);
	options.tags = list.tags.items;
	options.tag_count = list.tags.count;
	if (!exit_status)
		exit_status = ingest_all(context, &options);
	tag_list_release(&list);
	return exit_status;
}
