/*
 * html_section.c - sections, and tables that the page's script sorts and
 * filters: cells carry their value as data-v, columns that filter are marked.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/html/html.h"

size_t
html_begin(struct html *html, const char *id, const char *title,
    const char *note)
{
	struct html_link *link = array_add(&html->links);
	size_t mark = html->body.len;

	snprintf(link->id, sizeof(link->id), "%s", id);
	snprintf(link->title, sizeof(link->title), "%s", title);
	buffer_printf(&html->body, "<section id=\"%s\" "
	    "aria-labelledby=\"%s-title\"><h2 id=\"%s-title\">%s", id, id, id,
	    title);
	if (note)
		buffer_printf(&html->body, " <small>%s</small>", note);
	buffer_add_string(&html->body, "</h2>\n");
	return mark;
}

void
html_end(struct html *html, size_t mark, size_t count)
{
	if (count == 0) {
		html->body.len = mark;
		html->links.count--;
		return;
	}
	html->links.items[html->links.count - 1].count = count;
	buffer_add_string(&html->body, "</section>\n");
}

/* A class that only names what the program knows: letters and '_'. */
static void
html_section_add_class(struct buffer *out, struct slice word)
{
	size_t i;

	for (i = 0; i < word.len && (word.at[i] == '_' ||
	    (word.at[i] >= 'a' && word.at[i] <= 'z')); i++)
		buffer_add_byte(out, word.at[i]);
}

static void
html_section_add_forms(struct buffer *out, const char *json)
{
	struct buffer forms = { 0 }, shown = { 0 };
	struct slice rest, part;
	size_t comma, space;

	form_counts(&forms, json);
	rest = buffer_slice(&forms);
	while (rest.len) {
		comma = slice_find(rest, LITERAL(", "));
		part = slice_part(rest, 0, comma);
		rest = comma == SIZE_MAX ? (struct slice){ 0 } :
		    slice_part(rest, comma + 2, rest.len);
		space = slice_find_byte(part, ' ');
		buffer_add_string(out, "<span class=\"chip ");
		if (space != SIZE_MAX)
			html_section_add_class(out, slice_part(part, space + 1,
			    part.len));
		buffer_add_string(out, "\">");
		buffer_add_slice(&shown, part);
		html_take(out, &shown);
		buffer_add_string(out, "</span>");
	}
	buffer_release(&shown);
	buffer_release(&forms);
}

static void
add_slice(struct buffer *out, struct slice text)
{
	struct buffer copy = { 0 };

	buffer_add_slice(&copy, text);
	html_text(out, buffer_string(&copy));
	buffer_release(&copy);
}

/* The first line; what follows is folded. */
static void
html_section_add_lines(struct buffer *out, const char *text)
{
	struct slice rest = slice_of(text), line = { "", 0 };

	slice_next_line(&rest, &line);
	if (slice_trim(rest).len == 0) {
		add_slice(out, line);
		return;
	}
	buffer_add_string(out, "<details><summary>");
	add_slice(out, line);
	buffer_add_string(out, "</summary><pre>");
	while (slice_next_line(&rest, &line)) {
		add_slice(out, line);
		buffer_add_byte(out, '\n');
	}
	buffer_add_string(out, "</pre></details>");
}

static void
html_section_add_folded(struct buffer *out, const char *title, const char *text)
{
	buffer_printf(out, "<details><summary>%s</summary>", title);
	html_text(out, text);
	buffer_add_string(out, "</details>");
}

static bool
is_number(enum html_kind kind)
{
	return kind == HTML_NUMBER || kind == HTML_SECONDS ||
	    kind == HTML_SHARE;
}

static void
html_section_add_value(struct buffer *out, const struct gbq_query *row,
    const struct html_column *column)
{
	struct gbq_value value = row_value(row, column->name);
	struct buffer text = { 0 };

	if (value.type == GBQ_NULL && column->kind != HTML_COMPILE)
		return;
	if (column->kind == HTML_SECONDS)
		html_seconds(out, &value);
	else if (column->kind == HTML_NUMBER)
		html_number(out, &value);
	else if (column->kind == HTML_SHARE)
		buffer_printf(out, "%.0f %%", 100 * row_real(row,
		    column->name));
	else if (column->kind == HTML_PATH)
		html_path(out, value_text(&value), row_is_null(row, "line") ?
		    GBQ_NO_LINE : row_integer(row, "line"));
	else if (column->kind == HTML_FORMS)
		html_section_add_forms(out, value_text(&value));
	else if (column->kind == HTML_LINES)
		html_section_add_lines(out, value_text(&value));
	else if (column->kind == HTML_FOLD)
		html_section_add_folded(out, column->title, value_text(&value));
	else if (column->kind == HTML_FLAG && value.integer)
		html_chip(out, column->title, column->title);
	else if (column->kind == HTML_FLAG)
		return;
	else if (column->kind == HTML_COMPILE)
		compile_label(&text, row);
	else if (value.type == GBQ_TEXT)
		html_name(out, value.bytes);
	else
		html_number(out, &value);
	html_take(out, &text);
	buffer_release(&text);
}

static void
html_section_add_cell(struct buffer *out, const struct gbq_query *row,
    const struct html_column *column)
{
	static const char *const classes[] = { [HTML_TEXT] = "text",
		[HTML_PATH] = "file", [HTML_CODE] = "code",
		[HTML_LINES] = "lines",
		[HTML_FOLD] = "lines", [HTML_FLAG] = NULL };
	struct gbq_value value = row_value(row, column->name);

	buffer_add_string(out, "<td");
	html_attribute(out, "data-label", column->title);
	if (is_number(column->kind) && value.type != GBQ_NULL)
		buffer_printf(out, " class=\"num\" data-v=\"%.9g\"",
		    value.type == GBQ_INTEGER ? (double)value.integer :
		    value.real);
	else if (is_number(column->kind))
		buffer_add_string(out, " class=\"num\"");
	else if (classes[column->kind])
		buffer_printf(out, " class=\"%s\"", classes[column->kind]);
	if (column->kind == HTML_FLAG)
		buffer_printf(out, " data-v=\"%s\"", value.integer ?
		    column->title : "");
	else if (!is_number(column->kind) && column->filters &&
	    value.type != GBQ_NULL)
		html_attribute(out, "data-v", row_text(row, column->name));
	buffer_add_byte(out, '>');
	if (column->kind == HTML_CODE)
		buffer_add_string(out, "<code>");
	if (column->kind == HTML_CHIP && value.type != GBQ_NULL) {
		buffer_add_string(out, "<span class=\"chip ");
		html_section_add_class(out,
		    slice_of(row_text(row, column->name)));
		buffer_add_string(out, "\">");
	}
	html_section_add_value(out, row, column);
	if (column->kind == HTML_CHIP && value.type != GBQ_NULL)
		buffer_add_string(out, "</span>");
	buffer_add_string(out, column->kind == HTML_CODE ? "</code></td>" :
	    "</td>");
}

static void
html_section_add_head(struct buffer *out, const struct html_column *columns,
    size_t count)
{
	buffer_add_string(out, "<thead><tr>");
	for (size_t i = 0; i < count; i++)
		buffer_printf(out, "<th scope=\"col\"%s%s>%s</th>",
		    is_number(columns[i].kind) ? " class=\"num\"" : "",
		    columns[i].filters ? " data-filter" : "",
		    columns[i].title);
	buffer_add_string(out, "</tr></thead>\n");
}

/* More rows than anyone reads make a page slow: the rest are counted. */
enum { MOST_ROWS = 2000 };

static int
html_section_add_rows(struct html *html, struct buffer *out,
    struct gbq_query *query, const struct html_column *columns,
    size_t column_count, size_t *count)
{
	int exit_status = 0;

	while (query_next(html->context, query, &exit_status)) {
		if (++*count > MOST_ROWS)
			continue;
		buffer_add_string(out, "<tr>");
		for (size_t i = 0; i < column_count; i++)
			html_section_add_cell(out, query, &columns[i]);
		buffer_add_string(out, "</tr>\n");
	}
	return exit_status;
}

int
html_table(struct html *html, struct gbq_query *query,
    const struct html_column *columns, size_t column_count, size_t *count)
{
	struct buffer rows = { 0 };
	size_t found = 0;
	int exit_status = html_section_add_rows(html, &rows, query, columns,
	    column_count, &found);

	if (found) {
		buffer_add_string(&html->body, "<div class=\"scroll\"><table "
		    "class=\"list\">");
		html_section_add_head(&html->body, columns, column_count);
		buffer_add_string(&html->body, "<tbody>\n");
		buffer_add_slice(&html->body, buffer_slice(&rows));
		buffer_add_string(&html->body, "</tbody></table></div>\n");
	}
	if (found > MOST_ROWS)
		buffer_printf(&html->body, "<p class=\"more\">%zu more rows, "
		    "in the database</p>\n", found - MOST_ROWS);
	buffer_release(&rows);
	if (count)
		*count = found;
	return exit_status;
}

int
html_list(struct html *html, const char *id, const char *title,
    const char *note, const char *name, const struct html_column *columns,
    size_t column_count)
{
	size_t mark = html_begin(html, id, title, note), count = 0;
	struct gbq_query *query = NULL;
	int exit_status = query_saved(html->context, &query, name,
	    html->run_id);

	if (!exit_status)
		exit_status = html_table(html, query, columns, column_count,
		    &count);
	gbq_finish(query);
	html_end(html, mark, count);
	return exit_status;
}
