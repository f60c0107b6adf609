/*
 * html_tree.c - the cascade of compiles as nested lists: the rows of the saved
 * query "stack", which come in the order of the tree. Recompiles of a frame
 * stand in its line.
 */
#include <string.h>

#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/html/html.h"

/* Deeper lines stand at this depth. */
enum { MOST_DEPTH = 200 };

struct cascade {
	int64_t open;		/* lists, each in a line of the one before */
	size_t recompiles;	/* of the line that is open */
};

/* What the line that is open ends with. */
static void
tree_end_line(struct buffer *out, struct cascade *cascade)
{
	if (cascade->recompiles)
		buffer_printf(out, " <span class=\"again\">+ %zu "
		    "recompile%s</span>", cascade->recompiles,
		    plural_end((int64_t)cascade->recompiles, ""));
	cascade->recompiles = 0;
}

/* Open or close lists until so many are open, and begin a line. */
static void
tree_begin_line(struct buffer *out, struct cascade *cascade, int64_t lists)
{
	if (lists > MOST_DEPTH + 1)
		lists = MOST_DEPTH + 1;
	if (lists > cascade->open) {
		cascade->open++;
		buffer_add_string(out, "<ul>");
	} else {
		for (; cascade->open > lists; cascade->open--)
			buffer_add_string(out, "</li></ul>");
		buffer_add_string(out, "</li>");
	}
	buffer_add_string(out, "\n<li>");
}

static void
html_tree_add_frame(struct buffer *out, const struct gbq_query *row)
{
	if (string_equal(row_text(row, "relation"), "resumes")) {
		buffer_printf(out, "<span class=\"dim\">resumed at line "
		    "%lld</span>", (long long)row_integer(row, "resumed_at"));
		return;
	}
	buffer_add_string(out, "<b>");
	html_text(out, row_text(row, "function"));
	buffer_add_string(out, "</b> ");
	html_path(out, row);
	if (!row_is_null(row, "called_at"))
		buffer_printf(out, " <span class=\"dim\">called at line "
		    "%lld</span>", (long long)row_integer(row, "called_at"));
}

static void
tree_add_row(struct html_rows *rows, const struct gbq_query *row)
{
	struct buffer *out = &rows->html->body;
	struct gbq_value seconds = row_value(row, "entire_frame_s");
	int64_t breaks = row_integer(row, "break_events");
	const char *status = row_text(row, "status");

	tree_end_line(out, rows->state);
	tree_begin_line(out, rows->state, row_integer(row, "depth") + 1);
	buffer_add_string(out, "<code class=\"compile\">");
	html_words(out, compile_label, row);
	buffer_add_string(out, "</code> ");
	html_tree_add_frame(out, row);
	buffer_add_byte(out, ' ');
	html_chip(out, status && (strcmp(status, "ok") == 0 ||
	    strcmp(status, "empty") == 0) ? status :
	    string_equal(status, "skipped") ? "skip" : "error",
	    status);
	if (breaks)
		buffer_printf(out, "<span class=\"chip breaks\">%lld "
		    "break%s</span>", (long long)breaks,
		    plural_end(breaks, ""));
	if (seconds.type != GBQ_NULL) {
		buffer_add_string(out, " <span class=\"dim\">");
		html_seconds(out, &seconds);
		buffer_add_string(out, "</span>");
	}
}

/* Recompiles are told in the line of what they recompile, if it is there. */
static bool
tree_is_item(struct html_rows *rows, const struct gbq_query *row)
{
	struct cascade *cascade = rows->state;

	if (!string_equal(row_text(row, "relation"), "recompiles"))
		return true;
	if (rows->count <= rows->list->most)
		cascade->recompiles++;
	return false;
}

static void
tree_finish(struct html_rows *rows)
{
	struct cascade *cascade = rows->state;

	tree_end_line(&rows->html->body, cascade);
	for (; cascade->open; cascade->open--)
		buffer_add_string(&rows->html->body, "</li></ul>");
}

const struct html_section html_tree = {
	.id = "tree", .title = "Cascade",
	.note = "who called whom, resumed where",
	.lists = { {
		.query = "stack", .is_item = tree_is_item,
		.most = 3000, .more = "frames: <code>gbq stack</code>",
		.begin = "<div class=\"tree\">", .end = "</div>\n",
		.add_row = tree_add_row, .finish = tree_finish,
		.state_size = sizeof(struct cascade)
	} }
};
