/*
 * cmd_sweep.c - many models at once: gbq diff --sweep, sweep, trend, kinds.
 */
#include <string.h>

#include "cli/row.h"
#include "cli/sweep.h"

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
	struct buffer out = { 0 };

	if (strcmp(context->format->name, "json") == 0)
		sweep_json(&out, sweep);
	else if (strcmp(context->format->name, "markdown") == 0)
		sweep_markdown(&out, sweep, context->limit);
	else
		sweep_text(&out, sweep, context->limit, context_has(context,
		    OPTION_STAT));
	context_write(context, &out);
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

/* The tags of runs, for people: "machine, night"; "none". */
static void
add_tags(struct context *context, struct buffer *out)
{
	struct gbq_query *query = NULL;
	const char *gap = "";
	bool row = false;

	if (gbq_prepare(context->gbq, &query, "SELECT DISTINCT key FROM tags "
	    "ORDER BY key", NULL) != GBQ_OK)
		return;
	while (gbq_step(query, &row) == GBQ_OK && row) {
		buffer_add_string(out, gap);
		add_text(out, gbq_column(query, 0).bytes);
		gap = ", ";
	}
	buffer_add_string(out, *gap ? "" : "none");
	gbq_finish(query);
}

static bool
has_tag(struct context *context, const char *key)
{
	struct gbq_query *query = NULL;
	bool row = false;

	if (gbq_prepare(context->gbq, &query, "SELECT 1 FROM tags WHERE key = "
	    ":key LIMIT 1", NULL) == GBQ_OK &&
	    gbq_bind_text(query, "key", key) == GBQ_OK)
		gbq_step(query, &row);
	gbq_finish(query);
	return row;
}

/* A tag that no run has makes all runs alike, or leaves all out. */
static void
check_tag(struct context *context)
{
	const char *key = context_value(context, OPTION_TAG_BY);
	struct buffer tags = { 0 };

	if (!key || has_tag(context, key))
		return;
	add_tags(context, &tags);
	context_note(context, "no run has the tag '%s' ('gbq tag RUN "
	    "KEY=VALUE' sets one); there are: %s", key,
	    buffer_string(&tags));
	buffer_release(&tags);
}

int
command_sweep(struct context *context)
{
	const char *name = context_has(context, OPTION_SITES) ?
	    "kinds_sites" : context->command->query;
	int exit_status = database_open(context, GBQ_READ);

	if (exit_status)
		return exit_status;
	check_tag(context);
	return query_list(context, name, 0);
}
