/*
 * html_recompiles.c - causes of recompiles, most recompiles first, and the
 * compiles that ran into the recompile limit.
 */
#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/html/html.h"

static const struct html_column limit_columns[] = {
	{ "compile", "compile_id", HTML_COMPILE, false },
	{ "function", "function", HTML_TEXT, true },
	{ "place", "file", HTML_PATH, false },
	{ "guard failures", "guard_failures", HTML_NUMBER, false },
	{ "last guard", "last_reason", HTML_CODE, false },
};

static void
html_recompiles_add_number(struct buffer *out, const struct gbq_query *row,
    const char *label, const char *name)
{
	struct gbq_value value = row_value(row, name);

	buffer_printf(out, "<td class=\"num\" data-label=\"%s\" data-v=\"",
	    label);
	if (value.type != GBQ_NULL)
		buffer_printf(out, "%lld", (long long)value.integer);
	buffer_add_string(out, "\">");
	html_number(out, &value);
	buffer_add_string(out, "</td>");
}

static void
html_recompiles_add_list(struct buffer *out, const struct gbq_query *row,
    const char *label, const char *name)
{
	if (!row_text(row, name))
		return;
	buffer_printf(out, "<div class=\"dim\">%s: ", label);
	html_text(out, row_text(row, name));
	buffer_add_string(out, "</div>");
}

static void
add_cause(struct buffer *out, const struct gbq_query *row)
{
	struct buffer text = { 0 };

	buffer_add_string(out, "<tr><td class=\"main\" data-label=\"cause\">"
	    "<div class=\"kind\">");
	cause_title(&text, row);
	html_take(out, &text);
	buffer_add_string(out, "</div><div>");
	html_path(out, row_text(row, "file"), row_is_null(row, "line") ?
	    GBQ_NO_LINE : row_integer(row, "line"));
	buffer_add_byte(out, ' ');
	html_text(out, row_text(row, "function"));
	buffer_add_string(out, "</div>");
	html_recompiles_add_list(out, row, "also", "names");
	html_recompiles_add_list(out, row, "values", "shown_values");
	buffer_add_string(out, "</td><td data-label=\"guards\"");
	html_attribute(out, "data-v", row_text(row, "guard_class"));
	buffer_add_byte(out, '>');
	html_chip(out, "plain", row_text(row, "guard_class"));
	buffer_add_string(out, "</td>");
	html_recompiles_add_number(out, row, "recompiles", "recompiles");
	html_recompiles_add_number(out, row, "guard failures",
	    "guard_failures");
	html_recompiles_add_number(out, row, "frames", "frames");
	buffer_add_string(out, row_integer(row, "limit_hit") ?
	    "<td data-label=\"limit\" data-v=\"hit\"><span class=\"chip "
	    "limit\">limit hit</span></td></tr>\n" :
	    "<td data-label=\"limit\"></td></tr>\n");
	buffer_release(&text);
}

static int
html_recompiles_add_causes(struct html *html, size_t *count)
{
	struct gbq_query *query = NULL;
	size_t mark = html->body.len;
	int exit_status = query_saved(html->context, &query,
	    "recompile_causes", html->run_id);

	buffer_add_string(&html->body, "<div class=\"scroll\"><table class=\""
	    "list\"><thead><tr><th scope=\"col\">cause</th><th scope=\"col"
	    "\" data-filter>guards</th><th scope=\"col\" class=\"num\">"
	    "recompiles</th><th scope=\"col\" class=\"num\">guard failures"
	    "</th><th scope=\"col\" class=\"num\">frames</th><th "
	    "scope=\"col\">limit</th></tr></thead><tbody>\n");
	while (query_next(html->context, query, &exit_status)) {
		(*count)++;
		add_cause(&html->body, query);
	}
	buffer_add_string(&html->body, "</tbody></table></div>\n");
	if (*count == 0)
		html->body.len = mark;
	gbq_finish(query);
	return exit_status;
}

int
html_recompiles(struct html *html)
{
	size_t mark = html_begin(html, "recompiles", "Recompiles",
	    "a recompile belongs to each of its causes"), heading;
	struct gbq_query *query = NULL;
	size_t causes = 0, limits = 0;
	int exit_status = html_recompiles_add_causes(html, &causes);

	heading = html->body.len;
	buffer_add_string(&html->body, "<h3>At the recompile limit</h3>\n");
	if (!exit_status)
		exit_status = query_saved(html->context, &query,
		    "limit_hits", html->run_id);
	if (!exit_status)
		exit_status = html_table(html, query,
		    HTML_COLUMNS(limit_columns), &limits);
	gbq_finish(query);
	if (!limits)
		html->body.len = heading;
	html_end(html, mark, causes + limits);
	return exit_status;
}
