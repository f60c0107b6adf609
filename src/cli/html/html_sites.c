/*
 * html_sites.c - what to mend first, and all sites with source lines, forms,
 * hints, advice and links: rows of the saved query "triage", which has a row
 * for each site.
 */
#include <string.h>

#include "cli/commands/start/next_steps.h"
#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/html/html.h"

enum { MOST_FIXES = 5 };

static void
html_sites_add_kind(struct buffer *out, const struct gbq_query *row)
{
	const char *gb_id = row_text(row, "gb_id");

	if (row_is_null(row, "site_id")) {
		html_text(out, row_text(row, "text"));
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
	struct buffer text = { 0 };

	if (!row_text(row, "file"))
		return;
	buffer_add_string(out, "<div class=\"place\"");
	html_attribute(out, "title", row_text(row, "file"));
	buffer_add_byte(out, '>');
	place_line(&text, row);
	html_take(out, &text);
	buffer_add_string(out, "</div>");
	html_code(out, row_text(row, "source"));
	if (row_text(row, "via_source") && !(row_text(row, "source") &&
	    strcmp(row_text(row, "source"), row_text(row, "via_source")) ==
	    0))
		html_code(out, row_text(row, "via_source"));
	buffer_release(&text);
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
	bool vanishes = verdict && strcmp(verdict, "vanishes") == 0;

	buffer_printf(out, "<p><span class=\"chip %s\">",
	    vanishes ? "vanishes" : verdict && strcmp(verdict, "fix") == 0 ?
	    "fix" : "stays");
	html_text(out, verdict);
	if (vanishes && !row_is_null(row, "leader"))
		buffer_printf(out, " with #%lld",
		    (long long)row_integer(row, "leader"));
	buffer_add_string(out, "</span> ");
	html_text(out, row_text(row, "because"));
	frees_text(out, row);
	buffer_add_string(out, "</p>");
}

static void
add_steps(struct buffer *out, const char *category)
{
	const char *steps = next_steps(category);
	struct buffer text = { 0 };

	if (!steps)
		return;
	buffer_add_string(out, "<pre class=\"steps\">");
	buffer_add_string(&text, steps);
	html_take(out, &text);
	buffer_add_string(out, "</pre>");
	buffer_release(&text);
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
		    "</p>", (long long)row_integer(row, "seen_base_id"),
		    (long long)row_integer(row, "seen_new_id"));
	}
	if (row_text(row, "doc_url")) {
		buffer_add_string(out, "<p>");
		html_link(out, row_text(row, "doc_url"));
		buffer_add_string(out, "</p>");
	}
	add_steps(out, row_text(row, "category"));
}

/* Costs in a line of small numbers. */
static void
html_sites_add_costs(struct buffer *out, const struct gbq_query *row,
    bool at_least)
{
	static const char *const counts[][2] = {
		{ "events", "event" }, { "eager_frames", "frame eager" },
		{ "recompiles", "recompile" },
	};
	struct buffer text = { 0 };

	buffer_add_string(out, "<p class=\"costs\">");
	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
		int64_t count = row_integer(row, counts[i][0]);

		if (!count)
			continue;
		buffer_printf(out, "<span>%s<b>%lld</b> %s%s</span>",
		    i == 0 && at_least ? "\xe2\x89\xa5 " : "",
		    (long long)count, i == 1 ? count == 1 ? "frame" :
		    "frames" : counts[i][1], i == 1 ? " eager" :
		    count == 1 ? "" : "s");
	}
	if (!row_is_null(row, "lost_s")) {
		buffer_add_string(out, "<span><b>");
		add_seconds(&text, row_real(row, "lost_s"));
		html_take(out, &text);
		buffer_add_string(out, "</b> lost</span>");
	}
	buffer_add_string(out, "</p>");
	buffer_release(&text);
}

static void
add_fix(struct html *html, const struct gbq_query *row)
{
	struct buffer *out = &html->body;

	buffer_printf(out, "<li class=\"card\" value=\"%lld\"><h3>",
	    (long long)row_integer(row, "position"));
	html_sites_add_kind(out, row);
	buffer_add_string(out, "</h3>");
	html_sites_add_costs(out, row, html->at_least);
	html_sites_add_place(out, row);
	html_sites_add_verdict(out, row);
	buffer_add_string(out, "<details><summary>what to do</summary>");
	html_sites_add_advice(out, row);
	buffer_add_string(out, "</details></li>\n");
}

static bool
is_fix(const struct gbq_query *row)
{
	const char *verdict = row_text(row, "verdict");

	return verdict && strcmp(verdict, "fix") == 0;
}

int
html_fixes(struct html *html)
{
	size_t mark = html_begin(html, "first", "Fix first", NULL);
	struct gbq_query *query = NULL;
	size_t count = 0;
	int exit_status = query_saved(html->context, &query, "triage",
	    html->run_id);

	buffer_add_string(&html->body, "<ol class=\"cards\">\n");
	while (query_next(html->context, query, &exit_status)) {
		if (is_fix(query) && count++ < MOST_FIXES)
			add_fix(html, query);
	}
	buffer_add_string(&html->body, "</ol>\n");
	if (count > MOST_FIXES)
		buffer_printf(&html->body, "<p class=\"more\">%zu more to "
		    "fix: <code>gbq triage</code></p>\n", count - MOST_FIXES);
	gbq_finish(query);
	html_end(html, mark, count);
	return exit_status;
}

/* ---- all sites ---- */

static void
add_number_cell(struct buffer *out, const struct gbq_query *row,
    const char *label, const char *name, bool seconds)
{
	struct gbq_value value = row_value(row, name);

	buffer_printf(out, "<td class=\"num\" data-label=\"%s\"", label);
	if (value.type != GBQ_NULL)
		buffer_printf(out, " data-v=\"%.9g\"", row_real(row, name));
	buffer_add_byte(out, '>');
	if (seconds && value.type != GBQ_NULL)
		html_seconds(out, &value);
	else if (value.type != GBQ_NULL)
		html_number(out, &value);
	buffer_add_string(out, "</td>");
}

static void
add_word_cell(struct buffer *out, const char *label, const char *word)
{
	buffer_printf(out, "<td data-label=\"%s\"", label);
	if (word)
		html_attribute(out, "data-v", word);
	buffer_add_byte(out, '>');
	if (word)
		html_chip(out, strcmp(word, "FUNDAMENTAL") == 0 ? "skip" :
		    strcmp(word, "own") == 0 ? "own" : "plain", word);
	buffer_add_string(out, "</td>");
}

/* Forms are told apart in a list too: data-v is "resume skip". */
static void
add_forms_cell(struct buffer *out, const struct gbq_query *row)
{
	static const char *const forms[] = { "resume", "no_resume", "skip",
		"error" };
	const char *json = row_text(row, "forms");
	struct buffer words = { 0 }, chips = { 0 };

	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		int64_t count = count_in(json, forms[i]);

		if (!count)
			continue;
		buffer_printf(&words, "%s%s", words.len ? "|" : "", forms[i]);
		buffer_printf(&chips, "<span class=\"chip %s\">%lld %s</span>",
		    forms[i], (long long)count, forms[i]);
	}
	buffer_printf(out, "<td data-label=\"forms\" data-v=\"%s\">",
	    buffer_string(&words));
	buffer_add_slice(out, buffer_slice(&chips));
	buffer_add_string(out, "</td>");
	buffer_release(&words);
	buffer_release(&chips);
}

static void
html_sites_add(struct html *html, const struct gbq_query *row)
{
	struct buffer *out = &html->body;
	const char *hint = row_text(row, "hint_class");

	buffer_printf(out, "<tr id=\"site-%lld\"><td class=\"num\" "
	    "data-label=\"#\" data-v=\"%lld\">%lld</td><td class=\"main\" "
	    "data-label=\"break\">", (long long)row_integer(row, "site_id"),
	    (long long)row_integer(row, "position"),
	    (long long)row_integer(row, "position"));
	buffer_add_string(out, "<div class=\"kind\">");
	html_sites_add_kind(out, row);
	buffer_add_string(out, "</div>");
	html_sites_add_place(out, row);
	buffer_add_string(out, "<details><summary>");
	buffer_add_string(out, is_fix(row) ? "fix it" : "why it can wait");
	buffer_add_string(out, "</summary>");
	html_sites_add_verdict(out, row);
	html_sites_add_advice(out, row);
	buffer_printf(out, "<p><code>gbq show e%lld</code></p></details>"
	    "</td>", (long long)row_integer(row, "first_event_id"));
	add_number_cell(out, row, "events", "events", false);
	add_forms_cell(out, row);
	add_number_cell(out, row, "compiles", "compiles", false);
	add_number_cell(out, row, "eager", "eager_frames", false);
	add_number_cell(out, row, "lost", "lost_s", true);
	add_word_cell(out, "hint", hint);
	add_word_cell(out, "code", row_integer(row, "own") ? "own" :
	    "library");
	buffer_add_string(out, "</tr>\n");
}

int
html_sites(struct html *html)
{
	size_t mark = html_begin(html, "sites", "Sites of graph breaks",
	    "by what to mend first");
	struct gbq_query *query = NULL;
	size_t count = 0;
	int exit_status = query_saved(html->context, &query, "triage",
	    html->run_id);

	buffer_add_string(&html->body, "<div class=\"scroll\"><table "
	    "class=\"list sites\"><thead><tr><th scope=\"col\" class=\"num\">"
	    "#</th><th scope=\"col\">break</th><th scope=\"col\" "
	    "class=\"num\">events</th><th scope=\"col\" data-filter>forms"
	    "</th><th scope=\"col\" class=\"num\">compiles</th><th "
	    "scope=\"col\" class=\"num\">eager</th><th scope=\"col\" "
	    "class=\"num\">lost</th><th scope=\"col\" data-filter>hint</th>"
	    "<th scope=\"col\" data-filter>code</th></tr></thead><tbody>\n");
	while (query_next(html->context, query, &exit_status)) {
		if (row_is_null(query, "site_id"))
			continue;
		count++;
		html_sites_add(html, query);
	}
	buffer_add_string(&html->body, "</tbody></table></div>\n");
	gbq_finish(query);
	html_end(html, mark, count);
	return exit_status;
}
