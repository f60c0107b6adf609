/*
 * html_run.c - the sections of a run in their order, and those that are plain
 * tables: failures with what to do next, ranks, compiles, caches, settings,
 * problems.
 */
#include "cli/commands/start/next_steps.h"
#include "cli/format/row.h"
#include "cli/format/words.h"
#include "cli/html/html.h"

static const struct html_column failure_columns[] = {
	{ "failure", "handle", &cell_text, false },
	{ "compile", "compile_id", &cell_compile, false },
	{ "stage", "stage", &cell_text, true },
	{ "category", "category", &cell_chip, true },
	{ "exception", "fail_type", &cell_code, true },
	{ "of a break", "gb_id", &cell_text, true },
	{ "function", "compile_function", &cell_text, false },
	{ "place", "file", &cell_path, false },
	{ "reason", "reason", &cell_lines, false },
};

static const struct html_column rank_columns[] = {
	{ "rank", "rank", &cell_number, false },
	{ "compiles", "compiles", &cell_number, false },
	{ "breaks", "break_events", &cell_number, false },
	{ "failed", "failed", &cell_number, false },
	{ "unfinished", "unfinished", &cell_number, false },
	{ "recompiles", "recompiles", &cell_number, false },
	{ "ops", "graph_ops", &cell_number, false },
	{ "collectives", "collectives", &cell_number, false },
	{ "cache misses", "cache_misses", &cell_number, false },
	{ "seconds", "compile_s", &cell_seconds, false },
	{ "frames like", "frames_like", &cell_number, false },
	{ "breaks like", "breaks_like", &cell_number, false },
	{ "graphs like", "graphs_like", &cell_number, false },
	{ "collectives like", "collectives_like", &cell_number, false },
};

static const struct html_column compile_columns[] = {
	{ "compile", "compile_id", &cell_compile, false },
	{ "function", "function", &cell_text, false },
	{ "place", "file", &cell_path, false },
	{ "status", "status", &cell_chip, true },
	{ "attempts", "attempts", &cell_number, false },
	{ "breaks", "break_events", &cell_number, false },
	{ "ops", "graph_ops", &cell_number, false },
	{ "seconds", "entire_frame_s", &cell_seconds, false },
	{ "failed with", "fail_type", &cell_code, true },
};

static const struct html_column cache_columns[] = {
	{ "compile", "compile_id", &cell_compile, false },
	{ "cache", "cache", &cell_text, true },
	{ "state", "state", &cell_chip, true },
	{ "why", "reason", &cell_lines, false },
	{ "key", "key", &cell_code, false },
};

static const struct html_column config_columns[] = {
	{ "system", "system", &cell_text, true },
	{ "key", "key", &cell_code, false },
	{ "value", "value", &cell_code, false },
};

static const struct html_column problem_columns[] = {
	{ "severity", "severity", &cell_chip, true },
	{ "code", "code", &cell_code, true },
	{ "file", "file", &cell_text, false },
	{ "message", "message", &cell_text, false },
};

/* Steps told so far; the texts are the program's. */
struct steps_told {
	const char *steps[16];
	size_t count;
};

/* What to run next, once for each category of failures other than breaks. */
static bool
steps_is_item(struct html_rows *rows, const struct gbq_query *row)
{
	struct steps_told *told = rows->state;
	const char *steps = next_steps(row_text(row, "category"));

	if (!steps || !row_is_null(row, "event_id") ||
	    told->count == LENGTH(told->steps))
		return false;
	for (size_t i = 0; i < told->count; i++) {
		if (told->steps[i] == steps)
			return false;
	}
	told->steps[told->count++] = steps;
	return true;
}

static void
steps_add_row(struct html_rows *rows, const struct gbq_query *row)
{
	struct buffer *out = &rows->html->body;

	buffer_add_string(out, "<h3>Next, for ");
	html_text(out, word_of("category", row_text(row, "category")));
	buffer_add_string(out, "</h3>");
	html_steps(out, row_text(row, "category"));
	buffer_add_byte(out, '\n');
}

static const struct html_section html_failures = {
	.id = "failures", .title = "Failures", .note = "those of breaks too",
	.lists = { {
		.query = "failures", .beside = true, .is_item = steps_is_item,
		.add_row = steps_add_row,
		.state_size = sizeof(struct steps_told)
	}, {
		.query = "failures", .most = HTML_MOST_ROWS,
		.has_handles = true, HTML_COLUMNS(failure_columns)
	} }
};

static const struct html_section html_ranks = {
	.id = "ranks", .title = "Ranks", .least = 2,
	.note = "like: the lowest rank that is equal in it",
	.lists = { { .query = "ranks", .most = HTML_MOST_ROWS,
		HTML_COLUMNS(rank_columns) } }
};

static const struct html_section html_compiles = {
	.id = "compiles", .title = "Compiles", .folded = true,
	.lists = { { .query = "compiles", .most = HTML_MOST_ROWS,
		HTML_COLUMNS(compile_columns) } }
};

static const struct html_section html_caches = {
	.id = "caches", .title = "Caches", .folded = true,
	.lists = { { .query = "cache", .most = HTML_MOST_ROWS,
		HTML_COLUMNS(cache_columns) } }
};

static const struct html_section html_settings = {
	.id = "settings", .title = "Settings", .folded = true,
	.lists = { { .query = "configs", .most = HTML_MOST_ROWS,
		HTML_COLUMNS(config_columns) } }
};

static const struct html_section html_problems = {
	.id = "problems", .title = "Problems of the input",
	.lists = { { .query = "problems", .most = HTML_MOST_ROWS,
		HTML_COLUMNS(problem_columns) } }
};

const struct html_section *const html_run_sections[] = {
	&html_counts, &html_fixes, &html_sites, &html_time, &html_tree,
	&html_recompiles, &html_failures, &html_ranks, &html_compiles,
	&html_caches, &html_settings, &html_problems, NULL
};
