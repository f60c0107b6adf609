/*
 * html_diff.c - did it get better: the sheet of a diff on the page, counts
 * before and after as pairs of bars too.
 */
#include <ctype.h>
#include <string.h>

#include "cli/diff/diff.h"
#include "cli/diff/sheet.h"
#include "cli/format/row.h"
#include "cli/format/words.h"
#include "cli/html/html.h"

static void
html_add_verdict(struct buffer *out, const struct sheet *sheet)
{
	static const char *const labels[GBQ_SIDES] = { "base", "new" };

	buffer_add_string(out, "<div class=\"verdict ");
	buffer_add_string(out, strcmp(sheet->verdict, "better") == 0 ? "good" :
	    strcmp(sheet->verdict, "worse") == 0 ? "bad" : "plain");
	buffer_add_string(out, "\"><p class=\"word\">");
	html_text(out, sheet->verdict);
	buffer_add_string(out, "</p><p>");
	html_text(out, sheet->why);
	if (sheet->progress) {
		buffer_add_string(out, "<br>");
		html_text(out, sheet->progress);
	}
	buffer_add_string(out, "</p><p class=\"sides\">");
	for (int side = 0; side < GBQ_SIDES; side++) {
		buffer_printf(out, "<span><em>%s</em> ", labels[side]);
		html_text(out, sheet->sides[side]);
		buffer_add_string(out, "</span>");
	}
	buffer_add_string(out, "</p></div>\n");
}

/* ---- totals ---- */

static double
total_number(const struct gbq_value *value)
{
	return value->type == GBQ_INTEGER ? (double)value->integer :
	    value->type == GBQ_REAL ? value->real : 0;
}

static void
add_total_bars(struct buffer *out, const struct gbq_diff_total *total)
{
	double base = total_number(&total->values[0]);
	double found = total_number(&total->values[1]);
	double whole = base > found ? base : found;
	const struct html_part before = { "before", "base", base };
	const struct html_part after = { "after", "new", found };

	html_bar(out, &before, 1, whole);
	html_bar(out, &after, 1, whole);
}

/* A name of the program, or a tag of a user: words for "_". */
static void
html_diff_add_words(struct buffer *out, const char *name)
{
	struct buffer words = { 0 };

	buffer_add_string(&words, name);
	for (size_t i = 0; i < words.len; i++) {
		if (words.bytes[i] == '_')
			words.bytes[i] = ' ';
	}
	html_text(out, buffer_string(&words));
	buffer_release(&words);
}

/* Which change of a count is good: -1 less, 1 more; 0: says nothing. */
static int
good_change(const char *name)
{
	static const struct { const char *name; int good; } counts[] = {
		{ "break_sites", -1 }, { "break_events", -1 },
		{ "break_kinds", -1 }, { "eager_frames", -1 },
		{ "failures", -1 }, { "unfinished", -1 },
		{ "recompiles", -1 }, { "guard_failures", -1 },
		{ "restart_rows", -1 }, { "graph_ops", 1 },
	};

	for (size_t i = 0; i < LENGTH(counts); i++) {
		if (strcmp(name, counts[i].name) == 0)
			return counts[i].good;
	}
	return 0;
}

static void
html_add_number(struct buffer *out, const struct gbq_value *value,
    const char *text)
{
	buffer_add_string(out, "<td class=\"num\">");
	if (value->type == GBQ_INTEGER)
		html_number(out, value);
	else
		html_text(out, text);
	buffer_add_string(out, "</td>");
}

static void
html_add_total(struct buffer *out, const struct sheet_row *row)
{
	const struct gbq_value *values = row->total->values;
	double change = (total_number(&values[1]) - total_number(&values[0])) *
	    good_change(row->total->name);

	buffer_add_string(out, "<th scope=\"row\">");
	html_diff_add_words(out, row->cells[0]);
	buffer_add_string(out, "</th>");
	html_add_number(out, &values[0], row->cells[1]);
	html_add_number(out, &values[1], row->cells[2]);
	buffer_add_string(out, "<td class=\"chart pair\">");
	add_total_bars(out, row->total);
	buffer_printf(out, "</td><td class=\"num %s\">",
	    change > 0 ? "good" : change < 0 ? "worse" : "dim");
	html_text(out, row->cells[3]);
	buffer_add_string(out, "</td>");
}

/* ---- sites ---- */

static void
html_diff_add_side(struct buffer *out, const struct gbq_diff_site *site)
{
	struct buffer text = { 0 };

	buffer_add_string(out, "<div class=\"kind\">");
	diff_add_kind(&text, site);
	html_take(out, &text);
	buffer_add_string(out, "</div><div class=\"place\"");
	html_attribute(out, "title", site->file);
	buffer_add_byte(out, '>');
	diff_add_place(&text, site);
	html_take(out, &text);
	buffer_add_string(out, "</div>");
	html_code(out, site->source);
	buffer_release(&text);
}

static void
html_add_site(struct buffer *out, const struct sheet_row *row)
{
	static const char *const labels[GBQ_SIDES] = { "base", "new" };
	const struct gbq_diff_pair *pair = row->pair;
	const char *state = gbq_state_name(pair->state);
	struct buffer handles = { 0 };

	buffer_printf(out, "<td data-label=\"state\" data-v=\"%s\">", state);
	html_chip(out, state, diff_state_word(pair));
	buffer_add_string(out, "</td><td class=\"main\" "
	    "data-label=\"break\"><span class=\"id\">");
	sheet_add_handles(&handles, row);
	html_take(out, &handles);
	buffer_add_string(out, "</span>");
	buffer_release(&handles);
	if (pair->state == GBQ_STATE_CHANGED) {
		html_diff_add_side(out, pair->sides[0]);
		buffer_add_string(out, "<div class=\"arrow\">\xe2\x86\x93"
		    "</div>");
	}
	html_diff_add_side(out, diff_shown_site(pair));
	buffer_add_string(out, "</td>");
	for (int side = 0; side < GBQ_SIDES; side++)
		buffer_printf(out, "<td class=\"num\" data-label=\"%s\" "
		    "data-v=\"%lld\">%lld</td>", labels[side],
		    (long long)row->counts[side],
		    (long long)row->counts[side]);
	buffer_printf(out, "<td data-label=\"found as\"%s%s%s>",
	    pair->pass ? " data-v=\"" : "", pair->pass ? pair->pass : "",
	    pair->pass ? "\"" : "");
	html_text(out, pair->pass ? word_of("pass", pair->pass) : "");
	buffer_add_string(out, "</td><td data-label=\"note\">");
	html_text(out, row->cells[2] ? row->cells[2] : "");
	buffer_add_string(out, "</td>");
}

/* ---- the rest ---- */

static void
html_add_fact(struct buffer *out, const struct sheet_row *row)
{
	static const char *const labels[] = { "what", "base", "new" };

	for (int i = 0; i < 3; i++) {
		buffer_printf(out, "<td data-label=\"%s\"><code>",
		    labels[i]);
		html_text(out, row->cells[i]);
		buffer_add_string(out, "</code></td>");
	}
}

static void
html_add_item(struct buffer *out, const struct sheet_row *row)
{
	const char *state = gbq_state_name(row->state);

	html_chip(out, state, state);
	buffer_add_string(out, " <code>");
	html_text(out, row->cells[0]);
	buffer_printf(out, "</code> <span class=\"dim\">%lld" DIFF_ARROW
	    "%lld</span>", (long long)row->counts[0],
	    (long long)row->counts[1]);
}

static void
html_add_line(struct buffer *out, const struct sheet_row *row)
{
	buffer_printf(out, "%*s", 2 * row->depth, "");
	html_text(out, row->cells[0]);
}

/* How the sections of a shape are written: what begins and ends them. */
static const struct html_layout {
	const char *begin, *end, *row_begin, *row_end;
	void (*add_row)(struct buffer *out, const struct sheet_row *row);
} layouts[] = {
	[SHEET_FACTS] = {
		"<div class=\"scroll\"><table class=\"list\"><thead><tr>"
		"<th scope=\"col\">what</th><th scope=\"col\">base</th>"
		"<th scope=\"col\">new</th></tr></thead><tbody>\n",
		"</tbody></table></div>\n", "<tr>", "</tr>\n",
		html_add_fact },
	[SHEET_TABLE] = {
		"<table class=\"bars totals\"><thead><tr><th scope=\"col\">"
		"count</th><th scope=\"col\" class=\"num\"><i class=\""
		"key before\"></i>base</th><th scope=\"col\" class=\"num\">"
		"<i class=\"key after\"></i>new</th><th scope=\"col\"></th>"
		"<th scope=\"col\" class=\"num\">change</th></tr></thead>\n",
		"</table>\n", "<tr>", "</tr>\n", html_add_total },
	[SHEET_SITES] = {
		"<div class=\"scroll\"><table class=\"list\"><thead><tr>"
		"<th scope=\"col\" data-filter>state</th><th scope=\"col\">"
		"break</th><th scope=\"col\" class=\"num\">base</th><th "
		"scope=\"col\" class=\"num\">new</th><th scope=\"col\" "
		"data-filter>found as</th><th scope=\"col\">note</th></tr>"
		"</thead><tbody>\n",
		"</tbody></table></div>\n", "<tr>", "</tr>\n",
		html_add_site },
	[SHEET_ITEMS] = { "<ul class=\"items\">\n", "</ul>\n", "<li>",
		"</li>\n", html_add_item },
	[SHEET_LINES] = { "<pre>", "</pre>\n", "", "\n", html_add_line }
};

static void
html_add_heading(struct buffer *out, const struct sheet_section *section)
{
	buffer_add_string(out, "<h3>");
	if (!section->states) {
		buffer_printf(out, "%c%s</h3>", toupper((unsigned char)
		    *section->heading), section->heading + 1);
		return;
	}
	buffer_add_string(out, "Sites");
	for (int state = GBQ_STATES - 1; state >= 0; state--) {
		const char *name = gbq_state_name((enum gbq_diff_state)state);

		if (section->states[state])
			buffer_printf(out, " <span class=\"chip %s\">%zu %s"
			    "</span>", name, section->states[state], name);
	}
	buffer_add_string(out, "</h3>");
}

/* Items are a list, which cannot be filtered: only what changed. */
static void
html_diff_add_section(struct buffer *out, const struct sheet_section *section)
{
	const struct html_layout *layout = &layouts[section->shape];
	size_t shown = 0;

	for (size_t i = 0; i < section->rows.count; i++) {
		const struct sheet_row *row = &section->rows.items[i];

		if (section->shape == SHEET_ITEMS && row->same)
			continue;
		if (!shown++) {
			html_add_heading(out, section);
			buffer_add_string(out, layout->begin);
		}
		buffer_add_string(out, layout->row_begin);
		layout->add_row(out, row);
		buffer_add_string(out, layout->row_end);
	}
	buffer_add_string(out, shown ? layout->end : "");
	if (section->note) {
		buffer_add_string(out, "<p class=\"more\">");
		html_text(out, section->note);
		buffer_add_string(out, "</p>\n");
	}
}

void
html_diff(struct html *html, const struct gbq_diff *diff)
{
	static const struct sheet_options all;
	size_t mark = html_begin(html, "diff", "Did it get better?", NULL);
	struct sheet sheet;

	sheet_of_diff(&sheet, diff, &all);
	html_add_verdict(&html->body, &sheet);
	for (size_t i = 0; i < sheet.sections.count; i++) {
		if (!sheet.sections.items[i].terminal_only)
			html_diff_add_section(&html->body,
			    &sheet.sections.items[i]);
	}
	sheet_release(&sheet);
	html_end(html, mark, 1);
	html->links.items[html->links.count - 1].count = 0;
}
