/*
 * cmd_push.c - gbq push: runs to a ClickHouse server or cluster.
 */
#include <string.h>

#include "cli/context.h"
#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/screen/output.h"

struct push {
	struct context *context;
	struct progress_bar bar;
	struct gbq_push_totals totals;
};

/* ---- what is told ---- */

static void
cmd_push_take_run(void *data, const struct gbq_push_result *result)
{
	static const char *const words[] = {
		[GBQ_PUSH_ADDED] = "sent", [GBQ_PUSH_CHANGED] = "changed, sent",
		[GBQ_PUSH_UNCHANGED] = "unchanged",
		[GBQ_PUSH_REPAIRED] = "differed, sent again"
	};
	struct push *push = data;
	struct buffer out = { 0 };

	if (context_has(push->context, OPTION_QUIET))
		return;
	progress_bar_clear(&push->bar);
	buffer_printf(&out, "run %lld ", (long long)result->run_id);
	add_text(&out, result->name);
	buffer_printf(&out, ": %s", words[result->outcome]);
	if (result->outcome != GBQ_PUSH_UNCHANGED)
		buffer_printf(&out, ", %lld rows", (long long)result->rows);
	buffer_add_byte(&out, '\n');
	context_write(push->context, &out);
}

static void
cmd_push_take_progress(void *data, const struct gbq_progress *progress)
{
	progress_bar_draw(&((struct push *)data)->bar, progress);
}

static void
print_totals(const struct push *push)
{
	const struct gbq_push_totals *totals = &push->totals;
	struct buffer text = { 0 };

	if (totals->made)
		context_note(push->context, "the tables are made");
	if (totals->added + totals->changed + totals->unchanged +
	    totals->repaired + totals->differing == 0)
		return;
	buffer_printf(&text, "%lld added, %lld changed, %lld unchanged",
	    (long long)totals->added, (long long)totals->changed,
	    (long long)totals->unchanged);
	if (totals->repaired)
		buffer_printf(&text, ", %lld repaired",
		    (long long)totals->repaired);
	if (totals->differing)
		buffer_printf(&text, ", %lld differ",
		    (long long)totals->differing);
	buffer_printf(&text, "; %lld rows, %.1f MB in %lld posts",
	    (long long)totals->rows, (double)totals->bytes / 1e6,
	    (long long)totals->posts);
	context_note(push->context, "%s", buffer_string(&text));
	buffer_release(&text);
}

/* ---- pushing ---- */

static int
push_list(struct push *push, const struct run_list *runs)
{
	struct context *context = push->context;
	struct gbq_push_options options = {
		.url = context_value(context, OPTION_TO),
		.layout = context_value(context, OPTION_LAYOUT),
		.init = context_has(context, OPTION_INIT),
		.verify = context_has(context, OPTION_VERIFY),
		.progress = cmd_push_take_progress };
	enum gbq_status status;
	int64_t tries = 0;

	if (context_has(context, OPTION_TRIES) &&
	    (!option_number(&context->options, OPTION_TRIES, &tries) ||
	    tries < 1 || tries > 1000))
		return context_usage(context, "--tries needs a number from 1 "
		    "to 1000");
	options.tries = (int)tries;
	progress_bar_init(&push->bar, context_has(context, OPTION_QUIET));
	status = gbq_push(context->gbq, runs->items, runs->count, &options,
	    cmd_push_take_run, push, &push->totals);
	progress_bar_clear(&push->bar);
	if (status == GBQ_OK || push->totals.added + push->totals.changed)
		print_totals(push);
	if (status != GBQ_OK)
		return context_error(context, status);
	return push->totals.differing ? EXIT_NEGATIVE : 0;
}

/* --init alone makes tables, and needs no database of runs. */
static int
push_find_runs(struct context *context, struct run_list *runs)
{
	if (context_has(context, OPTION_INIT) &&
	    context->argument_count == 0 &&
	    !context_has(context, OPTION_ALL_RUNS))
		return database_open_any(context);
	return run_list_find(context, 0, runs);
}

/* ---- definitions ---- */

static void
print_statement(void *data, const char *sql)
{
	struct buffer out = { 0 };

	buffer_printf(&out, "%s;\n\n", sql);
	context_write(data, &out);
}

static int
print_definitions(struct context *context)
{
	const char *layout = context_value(context, OPTION_LAYOUT);
	enum gbq_status status = gbq_push_definitions(context->gbq,
	    layout ? layout : "single", "gbq",
	    context_value(context, OPTION_DDL), print_statement, context);

	return status == GBQ_OK ? 0 : context_error(context, status);
}

static int
push_main(struct context *context)
{
	struct push push = { .context = context };
	struct run_list runs = { NULL, 0, 0 };
	int exit_status;

	if (context_has(context, OPTION_DDL))
		return print_definitions(context);
	if (!context_has(context, OPTION_TO))
		return context_usage(context, "push needs --to URL");
	exit_status = push_find_runs(context, &runs);
	if (!exit_status)
		exit_status = push_list(&push, &runs);
	run_list_release(&runs);
	return exit_status;
}

const struct command command_push = {
	.name = "push", .group = GROUP_MANY,
	.arguments = "--to URL [RUN…]",
	.summary = "send runs to a ClickHouse server or cluster",
	.text = "Sends the rows of the public views, not the contents of "
	    "files; tables have the names\nand columns of the views. A run "
	    "that the server already has is not sent again. If it is "
	    "stopped, the same command resumes. --init once makes the "
	    "tables.\n\nThe password comes from $GBQ_CLICKHOUSE_PASSWORD or "
	    "the file that\n$GBQ_CLICKHOUSE_PASSWORD_FILE, or "
	    "password_file=FILE in URL, names.\nIn URL, behind '?' and with "
	    "'&' between: tls=1, ca=FILE (certificates to trust),\nverify=0 "
	    "(trust any), layout=HOW. A RUN may be a glob that matches "
	    "several. Runs with\nthe same tag 'job' are kept on one "
	    "shard.\nExit status: 1 if runs differ even after --verify sent "
	    "them again, 5 if the server\nrefuses, 74 if it does not answer: "
	    "the same command goes on later.\n" RUN_TEXT,
	.examples = "  gbq push --init --to clickhouse://me@db:8123/gbq "
	    "'night/*'\n"
	    "  gbq push --to clickhouses://me@db/gbq --all --verify\n"
	    "  gbq push --init --to clickhouse://me@a:8123,b:8123/gbq "
	    "--layout cluster=main\n"
	    "  gbq push --ddl 24.8 --layout cloud\n",
	.options = (const enum option_id[]){
		OPTION_TO, OPTION_LAYOUT, OPTION_INIT, OPTION_VERIFY,
		OPTION_DDL, OPTION_TRIES, OPTION_ALL_RUNS, OPTION_END
	},
	.max_arguments = ANY_NUMBER, .run = push_main,
};
