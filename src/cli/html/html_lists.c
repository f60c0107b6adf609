/*
 * html_lists.c - the parts of a run that are plain tables: failures with what
 * to do next, ranks, compiles, caches, settings, problems.
 */
#include <string.h>

#include "cli/commands/start/next_steps.h"
#include "cli/format/row.h"
#include "cli/html/html.h"

enum { MAX_CATEGORIES = 16 };

static const struct html_column failure_columns[] = {
	{ "compile", "compile_id", HTML_COMPILE, false },
	{ "stage", "stage", HTML_TEXT, true },
	{ "category", "category", HTML_CHIP, true },
	{ "exception", "fail_type", HTML_CODE, true },
	{ "of a break", "gb_id", HTML_TEXT, true },
	{ "function", "compile_function", HTML_TEXT, false },
	{ "place", "file", HTML_PATH, false },
	{ "reason", "reason", HTML_LINES, false },
};

static const struct html_column rank_columns[] = {
	{ "rank", "rank", HTML_NUMBER, false },
	{ "compiles", "compiles", HTML_NUMBER, false },
	{ "breaks", "break_events", HTML_NUMBER, false },
	{ "failed", "failed", HTML_NUMBER, false },
	{ "unfinished", "unfinished", HTML_NUMBER, false },
	{ "recompiles", "recompiles", HTML_NUMBER, false },
	{ "ops", "graph_ops", HTML_NUMBER, false },
	{ "collectives", "collectives", HTML_NUMBER, false },
	{ "cache misses", "cache_misses", HTML_NUMBER, false },
	{ "seconds", "compile_s", HTML_SECONDS, false },
	{ "frames like", "frames_like", HTML_NUMBER, false },
	{ "breaks like", "breaks_like", HTML_NUMBER, false },
	{ "graphs like", "graphs_like", HTML_NUMBER, false },
	{ "collectives like", "collectives_like", HTML_NUMBER, false },
};

static const struct html_column compile_columns[] = {
	{ "compile", "compile_id", HTML_COMPILE, false },
	{ "function", "function", HTML_TEXT, false },
	{ "place", "file", HTML_PATH, false },
	{ "status", "status", HTML_CHIP, true },
	{ "attempts", "attempts", HTML_NUMBER, false },
	{ "breaks", "break_events", HTML_NUMBER, false },
	{ "ops", "graph_ops", HTML_NUMBER, false },
	{ "seconds", "entire_frame_s", HTML_SECONDS, false },
	{ "failed with", "fail_type", HTML_CODE, true },
};

static const struct html_column cache_columns[] = {
	{ "compile", "compile_id", HTML_COMPILE, false },
	{ "cache", "cache", HTML_TEXT, true },
	{ "state", "state", HTML_CHIP, true },
	{ "why", "reason", HTML_LINES, false },
	{ "key", "key", HTML_CODE, false },
};

static const struct html_column config_columns[] = {
	{ "system", "system", HTML_TEXT, true },
	{ "key", "key", HTML_CODE, false },
	{ "value", "value", HTML_CODE, false },
};

static const struct html_column problem_columns[] = {
	{ "severity", "severity", HTML_CHIP, true },
	{ "code", "code", HTML_CODE, true },
	{ "file", "file", HTML_TEXT, false },
	{ "message", "message", HTML_TEXT, false },
};

/* What to run next, once for each category of failures that are no break. */
static int
html_lists_add_next_steps(struct html *html)
{
	const char *told[MAX_CATEGORIES];
	struct gbq_query *query = NULL;
	struct buffer text = { 0 };
	size_t count = 0, i;
	int exit_status = query_saved(html->context, &query, "failures",
	    html->run_id);

	while (query_next(html->context, query, &exit_status)) {
		const char *steps = next_steps(row_text(query, "category"));

		for (i = 0; i < count && told[i] != steps; i++)
			continue;
		if (!steps || i < count || count == MAX_CATEGORIES ||
		    !row_is_null(query, "event_id"))
			continue;
		told[count++] = steps;
		buffer_add_string(&html->body, "<h3>Next, for ");
		html_text(&html->body, row_text(query, "category"));
		buffer_add_string(&html->body, "</h3><pre class=\"steps\">");
		buffer_add_string(&text, steps);
		html_take(&html->body, &text);
		buffer_add_string(&html->body, "</pre>\n");
	}
	gbq_finish(query);
	buffer_release(&text);
	return exit_status;
}

int
html_failures(struct html *html)
{
	size_t mark = html_begin(html, "failures", "Failures",
	    "faces of breaks too");
	size_t count = 0;
	struct gbq_query *query = NULL;
	int exit_status = html_lists_add_next_steps(html);

	if (!exit_status)
		exit_status = query_saved(html->context, &query, "failures",
		    html->run_id);
	if (!exit_status)
		exit_status = html_table(html, query,
		    HTML_COLUMNS(failure_columns), &count);
	gbq_finish(query);
	html_end(html, mark, count);
	return exit_status;
}

int
html_ranks(struct html *html)
{
	size_t mark = html_begin(html, "ranks", "Ranks",
	    "like: the lowest rank that is equal in it");
	struct gbq_query *query = NULL;
	size_t count = 0;
	int exit_status = query_saved(html->context, &query, "ranks",
	    html->run_id);

	if (!exit_status)
		exit_status = html_table(html, query,
		    HTML_COLUMNS(rank_columns), &count);
	gbq_finish(query);
	html_end(html, mark, count > 1 ? count : 0);
	return exit_status;
}

/* A long list, closed: what is hidden is not laid out. */
static int
html_lists_add_folded(struct html *html, const char *id, const char *title,
    const char *name, const struct html_column *columns, size_t column_count)
{
	size_t mark = html_begin(html, id, title, NULL), count = 0;
	struct gbq_query *query = NULL;
	int exit_status = query_saved(html->context, &query, name,
	    html->run_id);

	buffer_add_string(&html->body, "<details class=\"rest\"><summary>"
	    "show all</summary>\n");
	if (!exit_status)
		exit_status = html_table(html, query, columns, column_count,
		    &count);
	buffer_add_string(&html->body, "</details>\n");
	gbq_finish(query);
	html_end(html, mark, count);
	return exit_status;
}

int
html_rest(struct html *html)
{
	int exit_status = html_lists_add_folded(html, "compiles", "Compiles",
	    "compiles", HTML_COLUMNS(compile_columns));

	if (!exit_status)
		exit_status = html_lists_add_folded(html, "caches", "Caches",
		    "cache", HTML_COLUMNS(cache_columns));
	if (!exit_status)
		exit_status = html_lists_add_folded(html, "settings",
		    "Settings", "configs", HTML_COLUMNS(config_columns));
	if (!exit_status)
		exit_status = html_list(html, "problems",
		    "Problems of the input", NULL, "problems",
		    HTML_COLUMNS(problem_columns));
	return exit_status;
}
