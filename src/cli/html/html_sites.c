/*
 * html_sites.c - what to fix first, and all sites with source lines, forms,
 * hints, advice and links: rows of the saved query "triage", which has a row
 * for each site.
 */
#include <string.h>

#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/format/words.h"
#include "cli/html/html.h"

static void
html_sites_add_kind(struct buffer *out, const struct gbq_query *row)
{
	const char *gb_id = row_text(row, "gb_id");

	if (row_is_null(row, "site_id")) {
		html_words(out, item_title, row);
		return;
	}
	if (gb_id) {
		buffer_add_string(out, "<span class=\"id\">");
		html_text(out, gb_id);
		buffer_add_string(out, "</span> ");
	}
	html_text(out, row_text(row, "kind"));
	if (row_text(row, "detail")) {
		buffer_add_string(out, ": <b>");
		html_text(out, row_text(row, "detail"));
		buffer_add_string(out, "</b>");
	}
}

/* "file:line function ← via", and the lines of code. */
static void
html_sites_add_place(struct buffer *out, const struct gbq_query *row)
{
	if (!row_text(row, "file"))
		return;
	buffer_add_string(out, "<div class=\"place\"");
	html_attribute(out, "title", row_text(row, "file"));
	buffer_add_byte(out, '>');
	html_words(out, place_line, row);
	buffer_add_string(out, "</div>");
	html_code(out, row_text(row, "source"));
	if (row_text(row, "via_source") && !(row_text(row, "source") &&
	    strcmp(row_text(row, "source"), row_text(row, "via_source")) ==
	    0))
		html_code(out, row_text(row, "via_source"));
}

static void
add_labelled(struct buffer *out, const char *label, const char *text)
{
	if (!text)
		return;
	buffer_printf(out, "<p><strong>%s</strong> ", label);
	html_text(out, text);
	buffer_add_string(out, "</p>");
}

static void
html_sites_add_verdict(struct buffer *out, const struct gbq_query *row)
{
	const char *verdict = row_text(row, "verdict");
	bool vanishes = string_equal(verdict, "vanishes");

	buffer_printf(out, "<p><span class=\"chip %s\">",
	    vanishes ? "vanishes" : string_equal(verdict, "fix") ? "fix" :
	    "stays");
	html_text(out, word_of("verdict", verdict));
	if (vanishes && row_text(row, "leader_handle")) {
		buffer_add_string(out, " with ");
		html_handle_link(out, row_text(row, "leader_handle"));
	}
	buffer_add_string(out, "</span> ");
	html_text(out, row_text(row, "because"));
	frees_text(out, row);
	buffer_add_string(out, "</p>");
}

static void
html_sites_add_advice(struct buffer *out, const struct gbq_query *row)
{
	add_labelled(out, "Setting:", row_text(row, "flag"));
	add_labelled(out, "torch's hint:", row_text(row, "hint"));
	add_labelled(out, "Guide:", row_text(row, "advice"));
	if (!row_is_null(row, "seen_new_id")) {
		buffer_add_string(out, "<p><strong>Seen:</strong> gone in ");
		html_text(out, row_text(row, "seen_new"));
		buffer_printf(out, ", <code>gbq diff id:%lld id:%lld</code>"
		    "</p>", (long long)row_id(row, "seen_base_id"),
		    (long long)row_id(row, "seen_new_id"));
	}
	if (row_text(row, "doc_url")) {
		buffer_add_string(out, "<p>");
		html_link(out, row_text(row, "doc_url"));
		buffer_add_string(out, "</p>");
	}
	html_steps(out, row_text(row, "category"));
}

/* Costs in a line of small numbers. */
static void
html_sites_add_costs(struct buffer *out, const struct gbq_query *row,
    bool at_least)
{
	static const char *const counts[][3] = {
		{ "events", "event", "events" },
		{ "eager_frames", "frame eager", "frames eager" },
		{ "recompiles", "recompile", "recompiles" },
	};
	struct gbq_value lost = row_value(row, "lost_s");

	buffer_add_string(out, "<p class=\"costs\">");
	for (size_t i = 0; i < LENGTH(counts); i++) {
		int64_t count = row_integer(row, counts[i][0]);

		if (!count)
			continue;
		buffer_printf(out, "<span>%s<b>%lld</b> %s</span>",
		    i == 0 && at_least ? "\xe2\x89\xa5 " : "",
		    (long long)count, counts[i][count == 1 ? 1 : 2]);
	}
	if (lost.type != GBQ_NULL) {
		buffer_add_string(out, "<span><b>");
		html_seconds(out, &lost);
		buffer_add_string(out, "</b> lost</span>");
	}
	buffer_add_string(out, "</p>");
}

static void
html_sites_add_fix(struct html_rows *rows, const struct gbq_query *row)
{
	struct buffer *out = &rows->html->body;

	buffer_add_string(out, "<li class=\"card\"><h3>");
	if (row_text(row, "handle"))
		html_handle_link(out, row_text(row, "handle"));
	buffer_add_byte(out, ' ');
	html_sites_add_kind(out, row);
	buffer_add_string(out, "</h3>");
	html_sites_add_costs(out, row, rows->html->facts.at_least);
	html_sites_add_place(out, row);
	html_sites_add_verdict(out, row);
	buffer_add_string(out, "<details><summary>what to do</summary>");
	html_sites_add_advice(out, row);
	buffer_add_string(out, "</details></li>\n");
}

static bool
triage_is_fix(const struct gbq_query *row)
{
	return string_equal(row_text(row, "verdict"), "fix");
}

static bool
fixes_is_item(struct html_rows *rows, const struct gbq_query *row)
{
	(void)rows;
	return triage_is_fix(row);
}

const struct html_section html_fixes = {
	.id = "first", .title = "Fix first",
	.lists = { {
		.query = "triage", .is_item = fixes_is_item,
		.most = 5, .more = "to fix: <code>gbq triage</code>",
		.begin = "<ol class=\"cards\">\n", .end = "</ol>\n",
		.add_row = html_sites_add_fix
	} }
};

/* ---- all sites ---- */

static void
site_add_break(struct buffer *out, const struct html_value *value)
{
	const struct gbq_query *row = value->row;

	buffer_add_string(out, "<div class=\"kind\">");
	html_sites_add_kind(out, row);
	buffer_add_string(out, "</div>");
	html_sites_add_place(out, row);
	buffer_printf(out, "<details><summary>%s</summary>",
	    triage_is_fix(row) ? "fix it" : "why it can wait");
	html_sites_add_verdict(out, row);
	html_sites_add_advice(out, row);
	buffer_add_string(out, "<p><code>gbq show ");
	html_text(out, row_text(row, "handle"));
	buffer_add_string(out, "</code></p></details>");
}

/* Sorted by place in the list. */
static void
site_add_handle(struct buffer *out, const struct html_value *value)
{
	html_text(out, row_text(value->row, "handle"));
}

static void
site_add_hint(struct buffer *out, const struct html_value *value)
{
	const char *hint = value_text(&value->is);

	html_chip(out, string_equal(hint, "FUNDAMENTAL") ? "skip" :
	    "plain", hint);
}

static void
site_add_owner(struct buffer *out, const struct html_value *value)
{
	html_chip(out, value->is.integer ? "own" : "plain",
	    value->is.integer ? "own" : "library");
}

static void
owner_add_key(struct buffer *out, const struct html_value *value)
{
	buffer_add_string(out, value->is.integer ? "own" : "library");
}

static const struct html_cell break_cell = { .class = "main",
	.add = site_add_break };
static const struct html_cell handle_cell = { .number = true,
	.add = site_add_handle };
static const struct html_cell hint_cell = { .add = site_add_hint };
static const struct html_cell owner_cell = { .shows_null = true,
	.add = site_add_owner, .add_key = owner_add_key };

static const struct html_column site_columns[] = {
	{ "site", "position", &handle_cell, false },
	{ "break", "site_id", &break_cell, false },
	{ "events", "events", &cell_number, false },
	{ "forms", "forms", &cell_forms, true },
	{ "compiles", "compiles", &cell_number, false },
	{ "eager", "eager_frames", &cell_number, false },
	{ "lost", "lost_s", &cell_seconds, false },
	{ "hint", "hint_class", &hint_cell, true },
	{ "code", "own", &owner_cell, true },
};

const struct html_section html_sites = {
	.id = "sites", .title = "Sites of graph breaks",
	.note = "by what to fix first",
	.lists = { {
		.query = "triage", .needs = "site_id", .has_handles = true,
		.class = "sites", HTML_COLUMNS(site_columns)
	} }
};
