/*
 * failures_page.c - failures_and_restarts.html: finds the rows, which are cut
 * from the bytes; libxml2 only checks that the page has its table.
 */
#include "parse/page/failures_page.h"

#include <string.h>

#include "parse/page/page.h"

enum { BAD_ROWS_REPORTED = 20 };

/* Read all rows; the offset of a row that the page's end cuts, or its end. */
static size_t
failures_page_read_rows(struct failures_reader *reader, size_t at,
    failure_row_array *out)
{
	size_t bad_rows = 0;

	for (;;) {
		struct failure_row row;
		size_t end;

		at = failures_skip_space(reader->page, at);
		if (at >= reader->rows_end)
			return reader->page.len;
		if (failures_row_read(reader, at, &row, &end)) {
			*array_add(out) = row;
			at = end;
			continue;
		}
		end = failures_row_next(reader, at + 1);
		if (end == reader->rows_end && !reader->is_whole)
			return at;	/* what page_cut is about */
		if (bad_rows++ < BAD_ROWS_REPORTED)
			problem_add(reader->context->problems, SEVERITY_LOSS,
			    "failures_bad_row", (int64_t)at,
			    "%zu bytes that are no row of tlparse's",
			    end - at);
		at = end;
	}
}

/* Offset of what follows the last row: tlparse's script, or </body>. */
static size_t
find_rows_end(const struct failures_reader *reader)
{
	struct slice page = reader->page;
	size_t body = slice_find_last(page, LITERAL("</body>"));
	size_t script;

	if (!reader->is_whole) {
		/* The script of the cut page; a reason's has other text. */
		script = slice_find_last(page, SCRIPT_START);
		return script != SIZE_MAX ? script : page.len;
	}
	if (body == SIZE_MAX)
		return page.len;
	page = slice_trim_end(slice_part(page, 0, body));
	script = slice_find_last(page, LITERAL("<script>"));
	return slice_ends(page, LITERAL("</script>")) &&
	    script != SIZE_MAX ? script : body;
}

/* ---- the structure, as libxml2 sees it ---- */

static void
failures_page_count_tables(void *data, enum page_tag tag,
    const struct page_attributes *attributes)
{
	(void)attributes;
	if (tag == TAG_TABLE)
		++*(size_t *)data;
}

static void
ignore_end(void *data, enum page_tag tag)
{
	(void)data;
	(void)tag;
}

static void
ignore_text(void *data, struct slice text)
{
	(void)data;
	(void)text;
}

/* Raw reasons may damage the structure, so only its start is checked. */
static size_t
table_count(struct slice page)
{
	static const struct page_handler handler = {
		failures_page_count_tables, ignore_end, ignore_text
	};
	size_t tables = 0;

	page_read(page, &handler, &tables);
	return tables;
}

/* Offset behind the row of headings, or SIZE_MAX. */
static size_t
find_first_row(struct slice page)
{
	size_t table = slice_find(page, LITERAL("<table>"));
	size_t headings;

	if (table == SIZE_MAX)
		return SIZE_MAX;
	headings = slice_find(slice_part(page, table, page.len),
	    LITERAL("</tr>"));
	return headings == SIZE_MAX ? SIZE_MAX :
	    table + headings + strlen("</tr>");
}

void
failures_page_parse(struct parse_context *context, struct slice page,
    bool (*is_folder)(void *data, struct slice folder), void *data,
    failure_row_array *out)
{
	struct failures_reader reader = {
		.context = context, .page = page,
		.is_folder = is_folder, .data = data,
		.is_whole = page_is_whole(page),
	};
	size_t at = find_first_row(page), cut = page.len;

	memset(out, 0, sizeof(*out));
	reader.rows_end = find_rows_end(&reader);
	if (at != SIZE_MAX && table_count(page) > 0)
		cut = failures_page_read_rows(&reader, at, out);
	else if (reader.is_whole)
		problem_add(context->problems, SEVERITY_LOSS,
		    "failures_no_table", UNKNOWN_INT,
		    "the page has no table of failures");
	page_report(context, page, NULL, cut);
}
