/*
 * cmd_sweep.c - many models at once: gbq diff --sweep, sweep, trend, kinds.
 */
#include <string.h>

#include "cli/commands/compare/sweep.h"
#include "cli/format/row.h"

static int
sweep_answer(const struct context *context, const struct sweep *sweep)
{
	bool fails = context_has(context, OPTION_EXIT_CODE) &&
	    (sweep->states[GBQ_STATE_NEW] || sweep->states[GBQ_STATE_GONE] ||
	    sweep->states[GBQ_STATE_CHANGED]);

	for (size_t i = 0; i < sweep->pairs.count; i++) {
		int exit_status;

		if (!sweep->pairs.items[i].diff)
			continue;
		exit_status = diff_answer(context,
		    sweep->pairs.items[i].diff);
		if (exit_status > EXIT_NEGATIVE)
			return exit_status;
		fails |= exit_status == EXIT_NEGATIVE;
	}
	return fails ? EXIT_NEGATIVE : 0;
}

static void
write_sweep(struct context *context, const struct sweep *sweep)
{
	struct sheet_options options = sheet_options(context);
	struct buffer out = { 0 };
	struct sheet sheet;

	if (strcmp(context->format->name, "json") == 0) {
		sweep_json(&out, sweep);
		context_write(context, &out);
		return;
	}
	sweep_sheet(&sheet, sweep, &options);
	sheet_write(context, &sheet);
}

int
command_diff_sweep(struct context *context)
{
	struct gbq_diff_options options = { 0 };
	struct sweep sweep;
	int exit_status;

	memset(&sweep, 0, sizeof(sweep));
	exit_status = diff_read_options(context, &options);
	if (!exit_status)
		exit_status = sweep_open(context, context->arguments[0],
		    context->arguments[1], &options, &sweep);
	if (!exit_status)
		exit_status = sweep_answer(context, &sweep);
	if (!exit_status || exit_status == EXIT_NEGATIVE)
		write_sweep(context, &sweep);
	sweep_close(&sweep);
	diff_free_options(&options);
	return exit_status;
}

static int
sweep_prepare(struct context *context, struct gbq_query **query,
    const char *sql)
{
	enum gbq_status status = gbq_prepare(context->gbq, query, sql, NULL);

	return status == GBQ_OK ? 0 : context_error(context, status);
}

/* The tags of runs, for people: "machine, night"; "none". */
static int
sweep_add_tags(struct context *context, struct buffer *out)
{
	struct gbq_query *query = NULL;
	const char *gap = "";
	int exit_status = sweep_prepare(context, &query,
	    "SELECT DISTINCT key FROM tags ORDER BY key");

	while (query_next(context, query, &exit_status)) {
		buffer_add_string(out, gap);
		add_text(out, row_text(query, "key"));
		gap = ", ";
	}
	buffer_add_string(out, *gap ? "" : "none");
	gbq_finish(query);
	return exit_status;
}

static bool
has_tag(struct context *context, const char *key, int *exit_status)
{
	struct gbq_query *query = NULL;
	bool has;

	*exit_status = sweep_prepare(context, &query,
	    "SELECT 1 FROM tags WHERE key = :key LIMIT 1");
	if (!*exit_status && gbq_bind_text(query, "key", key) != GBQ_OK)
		*exit_status = context_error(context, GBQ_DATABASE);
	has = query_next(context, query, exit_status);
	gbq_finish(query);
	return has;
}

/* A tag that no run has makes all runs alike, or leaves all out. */
static int
check_tag(struct context *context)
{
	const char *key = context_value(context, OPTION_TAG_BY);
	struct buffer tags = { 0 };
	int exit_status = 0;

	if (!key || has_tag(context, key, &exit_status) || exit_status)
		return exit_status;
	exit_status = sweep_add_tags(context, &tags);
	if (!exit_status)
		context_note(context, "no run has the tag '%s' ('gbq tag RUN "
		    "KEY=VALUE' sets one); there are: %s", key,
		    buffer_string(&tags));
	buffer_release(&tags);
	return exit_status;
}

static int
sweep_main(struct context *context)
{
	const char *name = context_has(context, OPTION_SITES) ?
	    "kinds_sites" : context->command->query;
	int exit_status = database_open(context, GBQ_READ);

	if (!exit_status)
		exit_status = check_tag(context);
	return exit_status ? exit_status : query_list(context, name, 0);
}

const struct command command_sweep = {
	.name = "sweep", .group = GROUP_MANY,
	.next = { "gbq kinds --sites", "which lines break most models" },
	.arguments = "",
	.summary = "one row per run: how the models of a sweep fared",
	.text = "Tags are set with 'gbq ingest --tag KEY=VALUE' or "
	    "'gbq tag'; --by sorts by the value of one. Two "
	    "sweeps: 'gbq diff --sweep night=1 night=2'.\n",
	.examples = "  gbq sweep --by night\n",
	.options = (const enum option_id[]){ OPTION_TAG_BY, OUTPUT_OPTIONS },
	.run = sweep_main, .has_on = true, .query = "sweep", .none = "runs",
};

const struct command command_trend = {
	.name = "trend", .group = GROUP_MANY,
	.next = { "gbq kinds --by TAG", "which kinds are new" },
	.arguments = "",
	.summary = "counts over the values of a tag",
	.text = "Tags are set with 'gbq ingest --tag KEY=VALUE' or "
	    "'gbq tag'. Values stand in the order in which their "
	    "first runs were ingested.\n",
	.examples = "  gbq trend --by night\n",
	.options = (const enum option_id[]){ OPTION_TAG_BY, OUTPUT_OPTIONS },
	.run = sweep_main, .has_on = true, .query = "trend", .none = "runs",
};

const struct command command_kinds = {
	.name = "kinds", .group = GROUP_MANY,
	.next = { "gbq explain GBNNNN", "what a kind means, what to do" },
	.arguments = "",
	.summary = "kinds or sites over all runs, new ones first",
	.text = "radius, the impact, is runs times events. New is what "
	    "only runs of the newest value of the tag have, without "
	    "--by what only the newest run has.\n",
	.examples = "  gbq kinds --by night -n 10\n"
	    "  gbq kinds --sites\n",
	.options = (const enum option_id[]){
		OPTION_TAG_BY, OPTION_SITES, OUTPUT_OPTIONS
	},
	.run = sweep_main, .has_on = true, .query = "kinds", .none = "breaks",
};
