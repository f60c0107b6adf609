/*
 * html_recompiles.c - causes of recompiles, most recompiles first, and the
 * compiles that ran into the recompile limit.
 */
#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/format/words.h"
#include "cli/html/html.h"

static const struct html_column limit_columns[] = {
	{ "compile", "compile_id", &cell_compile, false },
	{ "function", "function", &cell_text, true },
	{ "place", "file", &cell_path, false },
	{ "guard failures", "guard_failures", &cell_number, false },
	{ "last guard", "last_reason", &cell_code, false },
};

static void
html_recompiles_add_list(struct buffer *out, const char *label,
    const char *text)
{
	if (!text || !*text)
		return;
	buffer_printf(out, "<div class=\"dim\">%s: ", label);
	html_text(out, text);
	buffer_add_string(out, "</div>");
}

static void
cause_add_title(struct buffer *out, const struct html_value *value)
{
	const struct gbq_query *row = value->row;
	struct buffer values = { 0 };

	buffer_add_string(out, "<div class=\"kind\"><span class=\"id\">");
	html_text(out, row_text(row, "handle"));
	buffer_add_string(out, "</span> ");
	html_words(out, cause_title, row);
	buffer_add_string(out, "</div><div>");
	html_path(out, row);
	buffer_add_byte(out, ' ');
	html_text(out, row_text(row, "function"));
	buffer_add_string(out, "</div>");
	html_recompiles_add_list(out, "also", row_text(row, "names"));
	cause_values(&values, row);
	html_recompiles_add_list(out, "values", buffer_string(&values));
	buffer_release(&values);
}

static void
cause_add_guard(struct buffer *out, const struct html_value *value)
{
	html_chip(out, "plain", word_of("guard_class",
	    value_text(&value->is)));
}

static void
cause_add_limit(struct buffer *out, const struct html_value *value)
{
	if (value->is.integer)
		html_chip(out, "limit", "limit hit");
}

static const struct html_cell title_cell = { .class = "main",
	.add = cause_add_title };
static const struct html_cell guard_cell = { .add = cause_add_guard };
static const struct html_cell limit_cell = { .add = cause_add_limit };

static const struct html_column cause_columns[] = {
	{ "cause", "cause_id", &title_cell, false },
	{ "guards", "guard_class", &guard_cell, true },
	{ "recompiles", "recompiles", &cell_count, false },
	{ "guard failures", "guard_failures", &cell_count, false },
	{ "frames", "frames", &cell_count, false },
	{ "limit", "limit_hit", &limit_cell, false },
};

const struct html_section html_recompiles = {
	.id = "recompiles", .title = "Recompiles",
	.note = "a recompile belongs to each of its causes",
	.lists = { {
		.query = "recompile_causes", .has_handles = true,
		HTML_COLUMNS(cause_columns)
	}, {
		.query = "limit_hits", .most = HTML_MOST_ROWS,
		.heading = "<h3>At the recompile limit</h3>\n",
		HTML_COLUMNS(limit_columns)
	} }
};
