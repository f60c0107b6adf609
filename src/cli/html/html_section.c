/*
 * html_section.c - draws sections: the saved queries of their lists are asked,
 * each row goes to the list's columns or to its function.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/format/row.h"
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

/* ---- tables ---- */

static void
table_begin(struct buffer *out, const struct html_list *list)
{
	buffer_printf(out, "<div class=\"scroll\"><table class=\"list%s%s\">"
	    "<thead><tr>", list->class ? " " : "",
	    list->class ? list->class : "");
	for (size_t i = 0; i < list->column_count; i++)
		buffer_printf(out, "<th scope=\"col\"%s%s>%s</th>",
		    list->columns[i].cell->number ? " class=\"num\"" : "",
		    list->columns[i].filters ? " data-filter" : "",
		    list->columns[i].title);
	buffer_add_string(out, "</tr></thead>\n<tbody>\n");
}

/* A number to sort and filter by is not grouped as people like it. */
static void
table_add_key(struct buffer *out, const struct gbq_value *value)
{
	if (value->type == GBQ_TEXT)
		buffer_add_string(out, value->bytes);
	else if (value->type == GBQ_INTEGER)
		buffer_printf(out, "%lld", (long long)value->integer);
	else if (value->type == GBQ_REAL)
		buffer_printf(out, "%.9g", value->real);
}

static void
table_add_cell(struct buffer *out, const struct gbq_query *row,
    const struct html_column *column)
{
	const struct html_cell *cell = column->cell;
	const struct html_value value = { row, column,
		row_value(row, column->name) };
	bool known = value.is.type != GBQ_NULL;
	struct buffer key = { 0 };

	buffer_add_string(out, "<td");
	html_attribute(out, "data-label", column->title);
	if (cell->number || cell->class)
		buffer_printf(out, " class=\"%s\"", cell->number ? "num" :
		    cell->class);
	if (cell->add_key)
		cell->add_key(&key, &value);
	else if (known && (cell->number || column->filters))
		table_add_key(&key, &value.is);
	if (key.len)
		html_attribute(out, "data-v", buffer_string(&key));
	buffer_add_byte(out, '>');
	if (known || cell->shows_null)
		cell->add(out, &value);
	buffer_add_string(out, "</td>");
	buffer_release(&key);
}

static void
table_add_row(struct buffer *out, const struct html_list *list,
    const struct gbq_query *row)
{
	buffer_add_string(out, "<tr");
	if (list->has_handles && row_text(row, "handle"))
		html_attribute(out, "id", row_text(row, "handle"));
	buffer_add_byte(out, '>');
	for (size_t i = 0; i < list->column_count; i++)
		table_add_cell(out, row, &list->columns[i]);
	buffer_add_string(out, "</tr>\n");
}

/* ---- lists ---- */

static void
list_begin(struct buffer *out, const struct html_list *list)
{
	if (list->columns)
		table_begin(out, list);
	else
		buffer_add_string(out, list->begin);
}

static void
list_end(struct buffer *out, const struct html_list *list)
{
	buffer_add_string(out, list->columns ?
	    "</tbody></table></div>\n" : list->end);
}

static void
list_take_row(struct html_rows *rows, const struct gbq_query *row)
{
	const struct html_list *list = rows->list;
	struct buffer *out = &rows->html->body;

	if ((list->needs && row_is_null(row, list->needs)) ||
	    (list->is_item && !list->is_item(rows, row)))
		return;
	if (rows->count++ == 0) {
		buffer_add_string(out, list->heading);
		list_begin(out, list);
	} else if (list->fold && rows->count == list->fold + 1) {
		list_end(out, list);
		buffer_add_string(out, "<details class=\"rest\"><summary>"
		    "the rest</summary>");
		list_begin(out, list);
	}
	if (list->most && rows->count > list->most)
		return;
	if (list->columns)
		table_add_row(out, list, row);
	else
		list->add_row(rows, row);
}

static void
list_finish(struct html_rows *rows)
{
	const struct html_list *list = rows->list;
	struct buffer *out = &rows->html->body;

	if (rows->count == 0)
		return;
	if (list->finish)
		list->finish(rows);
	list_end(out, list);
	if (list->fold && rows->count > list->fold)
		buffer_add_string(out, "</details>\n");
	if (list->most && rows->count > list->most)
		buffer_printf(out, "<p class=\"more\">%zu more %s</p>\n",
		    rows->count - list->most, list->more ? list->more :
		    "rows, in the database");
}

static int
list_open(struct html *html, const struct html_list *list,
    struct gbq_query **query)
{
	struct context *context = html->context;
	int exit_status = query_saved(context, query, list->query,
	    html->run_id);

	if (!exit_status)
		exit_status = query_bind_options(context, *query);
	if (!exit_status && html->glob && gbq_has_parameter(*query, "glob") &&
	    gbq_bind_text(*query, "glob", html->glob) != GBQ_OK)
		exit_status = context_error(context, GBQ_USAGE);
	return exit_status;
}

static int
list_add(struct html *html, const struct html_list *list, size_t *count)
{
	struct html_rows rows = { .html = html, .list = list };
	struct gbq_query *query = NULL;
	int exit_status = list_open(html, list, &query);

	rows.state = mem_calloc(1, list->state_size);
	while (query_next(html->context, query, &exit_status))
		list_take_row(&rows, query);
	list_finish(&rows);
	gbq_finish(query);
	free(rows.state);
	if (!list->beside)
		*count += rows.count;
	return exit_status;
}

int
html_add_section(struct html *html, const struct html_section *section)
{
	size_t mark = html_begin(html, section->id, section->title,
	    section->note), count = 0;
	int exit_status = 0;

	if (section->folded)
		buffer_add_string(&html->body, "<details class=\"rest\">"
		    "<summary>show all</summary>\n");
	for (size_t i = 0; i < HTML_LISTS && section->lists[i].query &&
	    !exit_status; i++)
		exit_status = list_add(html, &section->lists[i], &count);
	if (section->folded)
		buffer_add_string(&html->body, "</details>\n");
	html_end(html, mark, count < section->least ? 0 : count);
	if (section->uncounted && count)
		html->links.items[html->links.count - 1].count = 0;
	return exit_status;
}

int
html_add_sections(struct html *html,
    const struct html_section *const *sections)
{
	int exit_status = 0;

	for (size_t i = 0; sections[i] && !exit_status; i++)
		exit_status = html_add_section(html, sections[i]);
	return exit_status;
}
