/*
 * run_text.c - the facts of a run in words.
 */
#include "cli/format/text.h"

#include <stdlib.h>
#include <string.h>

#include "cli/format/row.h"
#include "cli/format/words.h"

/* Told one by one. */
enum { MOST_UNFINISHED = 4, MOST_LIMIT_HITS = 4 };

static char *
run_text_take(struct buffer *buffer)
{
	buffer_string(buffer);
	return buffer->bytes;
}

static char *
run_label(const struct gbq_query *row)
{
	struct buffer out = { 0 };

	add_text(&out, row_text(row, "name"));
	buffer_printf(&out, " (run %lld)",
	    (long long)row_id(row, "run_id"));
	return run_text_take(&out);
}

static bool
run_is_export(const struct gbq_query *row)
{
	const char *mode = row_text(row, "mode");

	return mode && strstr(mode, "export");
}

static void
add_not_recorded(struct buffer *out, const struct gbq_query *row)
{
	const char *version = row_text(row, "torch_version");
	/* Metrics would tell the version. */
	bool is_old = !version || strncmp(version, "2.3.", 4) == 0 ||
	    strncmp(version, "2.4.", 4) == 0;

	if (row_text(row, "layout") && strcmp(row_text(row, "layout"),
	    "part") == 0)
		buffer_add_string(out, "not known (a report in part: "
		    "gbq problems)");
	else if (run_is_export(row))
		buffer_add_string(out, "not recorded (a report of an export "
		    "does not tell them)");
	else
		buffer_printf(out, "not recorded (%s); add --with-console",
		    is_old ? "torch < 2.5 writes no metrics" :
		    "the input has no metrics");
}

static void
add_own_counts(struct buffer *out, const struct gbq_query *row)
{
	if (row_is_null(row, "own_events"))
		return;
	if (row_integer(row, "own_events") == 0) {
		buffer_add_string(out, "; none in own code");
		return;
	}
	buffer_add_string(out, "; ");
	add_count(out, row, "own_events", "event", false);
	buffer_add_string(out, " in ");
	add_count(out, row, "own_sites", "site", false);
	buffer_add_string(out, " in own code");
}

static char *
break_counts(const struct gbq_query *row, bool at_least)
{
	struct buffer out = { 0 };

	if (row_is_null(row, "break_events")) {
		add_not_recorded(&out, row);
		return run_text_take(&out);
	}
	if (row_integer(row, "break_events") == 0 &&
	    row_integer(row, "unread") > 0) {
		buffer_add_string(&out, "no breaks were read");
		return run_text_take(&out);
	}
	add_count(&out, row, "break_events", "event", at_least);
	buffer_add_string(&out, " in ");
	add_count(&out, row, "break_sites", "site", at_least);
	buffer_add_string(&out, " of ");
	add_count(&out, row, "break_kinds", "kind", false);
	if (row_integer(row, "break_events"))
		add_own_counts(&out, row);
	return run_text_take(&out);
}

void
run_heading(struct buffer *out, const struct run_facts *facts)
{
	buffer_printf(out, "%s: %s%s\n", facts->label,
	    facts->break_events_known ? "" : "breaks ", facts->break_counts);
}

static double
run_text_seconds_of(const struct gbq_query *row, const char *name)
{
	return row_is_null(row, name) ? -1 : row_real(row, name);
}

static void
add_time_part(struct buffer *out, const struct gbq_query *row,
    const char *name, const char *words)
{
	add_seconds(out, run_text_seconds_of(row, name));
	add_share(out, run_text_seconds_of(row, name),
	    row_real(row, "compile_s"));
	buffer_add_string(out, words);
}

static char *
compile_time(const struct gbq_query *row)
{
	struct buffer out = { 0 };

	if (row_is_null(row, "compile_s") &&
	    row_is_null(row, "lost_restart_s")) {
		buffer_add_string(&out, "compile time not recorded");
		return run_text_take(&out);
	}
	add_seconds(&out, run_text_seconds_of(row, "compile_s"));
	buffer_add_string(&out, " compile; ");
	add_time_part(&out, row, "lost_restart_s", " lost in restarts, ");
	add_time_part(&out, row, "lost_skip_s",
	    " wasted on frames later skipped");
	if (!row_is_null(row, "backend_s")) {
		buffer_add_string(&out, "; backend ");
		add_time_part(&out, row, "backend_s", "");
	}
	if (!row_is_null(row, "bwd_s") && row_real(row, "bwd_s") > 0) {
		buffer_add_string(&out, "; backward ");
		add_seconds(&out, row_real(row, "bwd_s"));
	}
	return run_text_take(&out);
}

static char *
recompile_counts(const struct gbq_query *row)
{
	struct buffer out = { 0 };

	if (row_is_null(row, "recompiles") && row_is_null(row, "limit_hits")) {
		buffer_add_string(&out, "recompiles not recorded");
		return run_text_take(&out);
	}
	add_count(&out, row, "recompiles", "recompile", false);
	if (!row_is_null(row, "guard_failures")) {
		buffer_add_string(&out, ", ");
		add_count(&out, row, "guard_failures", "guard failure",
		    false);
	}
	buffer_add_string(&out, ", ");
	add_count(&out, row, "limit_hits", "limit hit", false);
	return run_text_take(&out);
}

static struct buffer *
doubt_add(struct run_facts *facts)
{
	return array_add(&facts->doubts);
}

static void
doubt_unread(struct run_facts *facts)
{
	struct buffer *out;

	if (!facts->unread)
		return;
	out = doubt_add(facts);
	if (facts->break_events == 0)
		buffer_add_string(out, "no breaks were read; ");
	add_unread(out, facts->unread);
}

/* Why counts are lower bounds; NULL: another doubt says so. */
static const char *
why_at_least(const struct gbq_query *row)
{
	struct slice version = slice_of(row_text(row, "torch_version"));
	int64_t minor = 0;

	if (string_equal(row_text(row, "source_kind"), "console"))
		return "a console text has what torch was told to print, a "
		    "break that repeats once";
	if (slice_take(&version, LITERAL("2.")) && slice_to_int(slice_part(
	    version, 0, slice_find_byte(version, '.')), &minor) && minor < 6)
		return "torch before 2.6 writes no reason files";
	if (row_integer(row, "unfinished"))
		return NULL;
	return "part of the input was lost or is only known from a console";
}

/* What a column of counts says about doubt. */
static void
doubt_counts(struct run_facts *facts, const struct gbq_query *row)
{
	const char *counts_are = row_text(row, "counts_are");
	const char *why = facts->at_least ? why_at_least(row) : NULL;

	if (why)
		buffer_printf(doubt_add(facts), "counts of breaks are lower "
		    "bounds: %s", why);
	if (!counts_are || strcmp(counts_are, "unknown") != 0)
		return;
	if (!facts->break_events_known)
		return;		/* the counts say so themselves */
	buffer_add_string(doubt_add(facts), run_is_export(row) ?
	    "counts are unknown: a report of an export does not tell them" :
	    "whether all breaks are counted is unknown: the input does not "
	    "tell enough");
}

static void
doubt_captured(struct run_facts *facts, const struct gbq_query *row)
{
	if (row_is_null(row, "compiles") || !facts->break_events_known)
		return;
	if (row_integer(row, "compiles") == 0)
		buffer_add_string(doubt_add(facts), "nothing was compiled: no "
		    "compile in the input");
	else if (!row_is_null(row, "graphs_captured") &&
	    row_integer(row, "graphs_captured") == 0)
		buffer_add_string(doubt_add(facts), "no graph was captured");
}

static void
doubt_losses(struct run_facts *facts, const struct gbq_query *row)
{
	const char *severities = row_text(row, "severities");
	int64_t losses = count_capped(count_in(severities, "loss")) +
	    count_capped(count_in(severities, "error"));

	struct buffer *out;

	if (!losses)
		return;
	out = doubt_add(facts);
	add_number_of(out, losses, "part");
	buffer_add_string(out, " of the input could not be used  "
	    "(gbq problems)");
}

static void
doubt_failures(struct run_facts *facts, const struct gbq_query *row)
{
	const char *categories = row_text(row, "failure_categories");
	int64_t told = row_integer(row, "limit_hits") ?
	    count_in(categories, "recompile_limit") : 0;
	struct buffer *out;

	/* Limit hits have a doubt of their own. */
	if (row_integer(row, "failures") <= told)
		return;
	out = doubt_add(facts);
	buffer_add_string(out, "failed compiles: ");
	add_counts(out, "category", categories, NULL);
	buffer_add_string(out, "  (gbq failures)");
}

static void
facts_from_row(const struct gbq_query *row, struct run_facts *facts)
{
	const char *counts_are = row_text(row, "counts_are");

	facts->at_least = string_equal(counts_are, "at_least");
	facts->unread = row_integer(row, "unread");
	facts->break_events_known = !row_is_null(row, "break_events");
	facts->break_events = row_integer(row, "break_events");
	facts->break_sites = row_integer(row, "break_sites");
	facts->label = run_label(row);
	facts->break_counts = break_counts(row, facts->at_least);
	facts->compile_time = compile_time(row);
	facts->recompile_counts = recompile_counts(row);
	doubt_unread(facts);
	doubt_counts(facts, row);
	doubt_captured(facts, row);
	doubt_losses(facts, row);
	doubt_failures(facts, row);
}

static void
doubt_unfinished(struct run_facts *facts, const struct gbq_query *row)
{
	struct buffer *out = doubt_add(facts);

	buffer_add_string(out, "unfinished: ");
	compile_label(out, row);
	buffer_add_byte(out, ' ');
	add_text(out, row_text(row, "function"));
	buffer_add_string(out, " started and never finished");
	if (row_text(row, "last_record")) {
		buffer_add_string(out, "; last record: ");
		add_text(out, row_text(row, "last_record"));
	}
	buffer_add_string(out, ": counts are lower bounds");
}

/* A text for each compile that never finished, a few at most. */
static int
load_unfinished(struct context *context, int64_t run_id,
    struct run_facts *facts)
{
	struct gbq_query *query;
	int count = 0;
	int exit_status = query_saved(context, &query, "unfinished", run_id);

	while (query_next(context, query, &exit_status)) {
		if (++count <= MOST_UNFINISHED)
			doubt_unfinished(facts, query);
	}
	if (count > MOST_UNFINISHED)
		add_more(doubt_add(facts), (size_t)(count - MOST_UNFINISHED),
		    "unfinished compile",
		    "gbq compiles --status unfinished");
	gbq_finish(query);
	return exit_status;
}

/* "recompile limit hit in wrapped_func [1/8], loss [0/8]" */
static int
load_limit_hits(struct context *context, int64_t run_id,
    struct run_facts *facts)
{
	struct gbq_query *query;
	struct buffer *out = NULL;
	int count = 0;
	int exit_status = query_saved(context, &query, "limit_hits", run_id);

	while (query_next(context, query, &exit_status)) {
		if (!out)
			out = doubt_add(facts);
		if (++count > MOST_LIMIT_HITS)
			continue;
		buffer_add_string(out, count > 1 ? ", " :
		    "recompile limit hit in ");
		add_text(out, row_text(query, "function"));
		buffer_add_byte(out, ' ');
		compile_label(out, query);
	}
	if (count > MOST_LIMIT_HITS)
		buffer_printf(out, " and %d more", count - MOST_LIMIT_HITS);
	if (out)
		buffer_add_string(out, "  (gbq failures)");
	gbq_finish(query);
	return exit_status;
}

/* "iter_ms=12.3, gpu=a100" */
static int
load_tags(struct context *context, int64_t run_id, struct run_facts *facts)
{
	struct buffer tags = { 0 };
	struct gbq_query *query;
	struct gbq_value value;
	int exit_status = query_saved(context, &query, "tags", run_id);

	if (exit_status)
		return exit_status;
	while (query_next(context, query, &exit_status)) {
		buffer_add_string(&tags, tags.len ? ", " : "");
		add_text(&tags, row_text(query, "key"));
		buffer_add_byte(&tags, '=');
		value = row_value(query, "value");
		if (value.type == GBQ_TEXT)
			add_text(&tags, value.bytes);
		else
			format_number(&tags, &value);
	}
	gbq_finish(query);
	facts->tags = run_text_take(&tags);
	return exit_status;
}

int
run_facts_load(struct context *context, int64_t run_id,
    struct run_facts *facts)
{
	struct gbq_query *query;
	struct buffer path = { 0 };
	int exit_status;

	memset(facts, 0, sizeof(*facts));
	exit_status = query_saved(context, &query, "summary", run_id);
	if (!query_next(context, query, &exit_status)) {
		gbq_finish(query);
		return exit_status;
	}
	exit_status = load_unfinished(context, run_id, facts);
	facts_from_row(query, facts);
	if (!exit_status && row_integer(query, "limit_hits"))
		exit_status = load_limit_hits(context, run_id, facts);
	if (context->memory_run) {
		/* Not stored: it has no number that could be used. */
		free(facts->label);
		add_text(&path, row_text(query, "source_path"));
		facts->label = run_text_take(&path);
	}
	gbq_finish(query);
	if (!exit_status)
		exit_status = load_tags(context, run_id, facts);
	if (exit_status)
		run_facts_release(facts);
	return exit_status;
}

void
add_doubt(struct buffer *out, const struct run_facts *facts,
    const struct colors *colors)
{
	for (size_t i = 0; i < facts->doubts.count; i++) {
		color_begin(out, colors, COLOR_DOUBT);
		buffer_add_string(out, "! ");
		buffer_add_slice(out, buffer_slice(&facts->doubts.items[i]));
		color_end(out, colors, COLOR_DOUBT);
		buffer_add_byte(out, '\n');
	}
}

void
run_facts_release(struct run_facts *facts)
{
	free(facts->label);
	free(facts->break_counts);
	free(facts->compile_time);
	free(facts->recompile_counts);
	free(facts->tags);
	for (size_t i = 0; i < facts->doubts.count; i++)
		buffer_release(&facts->doubts.items[i]);
	array_release(&facts->doubts);
	*facts = (struct run_facts){ 0 };
}
