/*
 * html_tree.c - the cascade of compiles as nested lists: the rows of the saved
 * query "stack", which come in the order of the tree. Recompiles of a frame
 * stand in its line.
 */
#include <string.h>

#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/html/html.h"

/* The list is as deep as the last row; deeper ones stand at this depth. */
enum { MOST_DEPTH = 200, MOST_FRAMES = 3000 };

struct cascade {
	struct buffer *out;
	int64_t depth;			/* of the line that is open; -1: none */
	size_t frames, left_out;
	struct buffer recompiles;	/* of that line */
	size_t recompile_count;
};

static bool
html_tree_is_relation(const struct gbq_query *row, const char *relation)
{
	const char *text = row_text(row, "relation");

	return text && strcmp(text, relation) == 0;
}

/* End the line that is open, with its recompiles. */
static void
html_tree_end_line(struct cascade *cascade)
{
	if (cascade->recompile_count)
		buffer_printf(cascade->out, " <span class=\"again\">+ %zu "
		    "recompile%s", cascade->recompile_count,
		    cascade->recompile_count == 1 ? "" : "s");
	buffer_add_slice(cascade->out, buffer_slice(&cascade->recompiles));
	if (cascade->recompile_count)
		buffer_add_string(cascade->out, "</span>");
	buffer_clear(&cascade->recompiles);
	cascade->recompile_count = 0;
}

/* Open or close lists until the next item stands at that depth. */
static void
go_to_depth(struct cascade *cascade, int64_t depth)
{
	if (depth > MOST_DEPTH)
		depth = MOST_DEPTH;
	if (depth > cascade->depth + 1)
		depth = cascade->depth + 1;
	if (depth > cascade->depth)
		buffer_add_string(cascade->out, "<ul>");
	for (; cascade->depth > depth; cascade->depth--)
		buffer_add_string(cascade->out, "</li></ul>");
	if (cascade->depth == depth)
		buffer_add_string(cascade->out, "</li>");
	cascade->depth = depth;
	buffer_add_string(cascade->out, "\n<li>");
}

static void
html_tree_add_frame(struct buffer *out, const struct gbq_query *row)
{
	if (html_tree_is_relation(row, "resumes")) {
		buffer_printf(out, "<span class=\"dim\">resumed at line "
		    "%lld</span>", (long long)row_integer(row, "resumed_at"));
		return;
	}
	buffer_add_string(out, "<b>");
	html_text(out, row_text(row, "function"));
	buffer_add_string(out, "</b> ");
	html_path(out, row_text(row, "file"), row_is_null(row, "line") ?
	    GBQ_NO_LINE : row_integer(row, "line"));
	if (!row_is_null(row, "called_at"))
		buffer_printf(out, " <span class=\"dim\">called at line "
		    "%lld</span>", (long long)row_integer(row, "called_at"));
}

static void
html_tree_add_line(struct cascade *cascade, const struct gbq_query *row)
{
	struct buffer *out = cascade->out, text = { 0 };
	struct gbq_value seconds = row_value(row, "entire_frame_s");
	int64_t breaks = row_integer(row, "break_events");
	const char *status = row_text(row, "status");

	html_tree_end_line(cascade);
	go_to_depth(cascade, row_integer(row, "depth"));
	compile_label(&text, row);
	buffer_add_string(out, "<code class=\"compile\">");
	html_take(out, &text);
	buffer_add_string(out, "</code> ");
	html_tree_add_frame(out, row);
	buffer_printf(out, " <span class=\"chip %s\">", status &&
	    (strcmp(status, "ok") == 0 || strcmp(status, "empty") == 0) ?
	    status : status && strcmp(status, "skipped") == 0 ? "skip" :
	    "error");
	html_text(out, status);
	buffer_add_string(out, "</span>");
	if (breaks)
		buffer_printf(out, "<span class=\"chip breaks\">%lld "
		    "break%s</span>", (long long)breaks, breaks == 1 ? "" :
		    "s");
	if (seconds.type != GBQ_NULL) {
		buffer_add_string(out, " <span class=\"dim\">");
		html_seconds(out, &seconds);
		buffer_add_string(out, "</span>");
	}
	buffer_release(&text);
}

static void
html_tree_add_row(struct cascade *cascade, const struct gbq_query *row)
{
	if (html_tree_is_relation(row, "recompiles")) {
		cascade->recompile_count++;
		return;
	}
	if (cascade->frames++ < MOST_FRAMES)
		html_tree_add_line(cascade, row);
}

int
html_tree(struct html *html)
{
	struct cascade cascade = { .out = &html->body, .depth = -1 };
	size_t mark = html_begin(html, "tree", "Cascade",
	    "who called whom, resumed where");
	struct gbq_query *query = NULL;
	int exit_status = query_saved(html->context, &query, "stack",
	    html->run_id);

	buffer_add_string(&html->body, "<div class=\"tree\">");
	while (query_next(html->context, query, &exit_status))
		html_tree_add_row(&cascade, query);
	html_tree_end_line(&cascade);
	for (; cascade.depth >= 0; cascade.depth--)
		buffer_add_string(&html->body, "</li></ul>");
	buffer_add_string(&html->body, "</div>\n");
	if (cascade.frames > MOST_FRAMES)
		buffer_printf(&html->body, "<p class=\"more\">%zu more frames"
		    ": <code>gbq stack</code></p>\n",
		    cascade.frames - MOST_FRAMES);
	gbq_finish(query);
	buffer_release(&cascade.recompiles);
	html_end(html, mark, cascade.frames);
	return exit_status;
}
