/*
 * failures_page.c - rows of failures_and_restarts.html, cut from the bytes.
 *
 * tlparse's rows have a fixed frame. A failure's texts are escaped, so its row
 * is read straight on. A restart reason is raw and may hold anything, the end
 * of its own row too: that end counts only where another row, or what follows
 * the last one, comes next.
 */
#include "parse/failures_page.h"

#include <string.h>

#include "parse/page.h"
#include "parse/page_text.h"

#define ROW_START LITERAL("<tr> <td> ")
#define RESTART_END LITERAL("</pre></td><td>")
#define RESTART_SOURCE LITERAL("Not availble for restarts(yet)!")
#define ROW_END LITERAL("</td></tr>")
#define SCRIPT_START LITERAL("<script>\n"				\
    "    document.addEventListener('DOMContentLoaded'")

enum { LONGEST_LINK = 4096, BAD_ROWS_REPORTED = 20 };

struct failures_reader {
	struct parse_context *context;
	struct slice page;
	size_t rows_end;	/* where the script or </body> begins */
	bool is_whole;
	size_t bad_rows;
	bool no_restart_end;	/* none is left in the page */
	bool (*is_folder)(void *data, struct slice folder);
	void *data;
	failure_row_array *out;
};

/* What the start of a row says, and where its type begins. */
struct row_start {
	struct slice link, compile_id;
	size_t end;
};

/* Take text up to the first occurrence of end, which is taken too. */
static bool
take_until(struct slice *rest, struct slice end, struct slice *text)
{
	size_t at = slice_find(*rest, end);

	if (at == SIZE_MAX)
		return false;
	*text = slice_part(*rest, 0, at);
	*rest = slice_part(*rest, at + end.len, rest->len);
	return true;
}

/* Escaped text can hold no '<', so that the first one must begin the end. */
static bool
take_escaped(struct slice *rest, struct slice end, struct slice *text)
{
	size_t at = slice_find_byte(*rest, '<');

	if (at == SIZE_MAX ||
	    !slice_starts(slice_part(*rest, at, rest->len), end))
		return false;
	*text = slice_part(*rest, 0, at);
	*rest = slice_part(*rest, at + end.len, rest->len);
	return true;
}

static size_t
skip_space(struct slice page, size_t at)
{
	while (at < page.len && (page.at[at] == ' ' || page.at[at] == '\n'))
		at++;
	return at;
}

/*
 * Read "<tr> <td> <a href='FOLDER/FILE'>[ID]</a>  </td><td>" at an offset. A
 * compile without an id has "(unknown)" and no link.
 */
static bool
read_row_start(const struct failures_reader *reader, size_t at,
    struct row_start *start)
{
	struct slice rest = slice_part(reader->page, at, reader->rows_end);
	struct slice folder, near;

	if (!slice_take(&rest, ROW_START))
		return false;
	memset(start, 0, sizeof(*start));
	if (slice_take(&rest, LITERAL("(unknown)"))) {
		start->compile_id = LITERAL("(unknown)");
	} else {
		near = slice_part(rest, 0, LONGEST_LINK);
		if (!slice_take(&near, LITERAL("<a href='")) ||
		    !take_until(&near, LITERAL("'>"), &start->link) ||
		    !take_escaped(&near, LITERAL("</a>"),
		    &start->compile_id))
			return false;
		folder = slice_part(start->link, 0,
		    slice_find_byte(start->link, '/'));
		if (folder.len == start->link.len || (reader->is_folder &&
		    !reader->is_folder(reader->data, folder)))
			return false;
		rest = slice_part(reader->page,
		    (size_t)(near.at - reader->page.at), reader->rows_end);
	}
	if (!slice_take(&rest, LITERAL("  </td>")))
		return false;
	start->end = (size_t)(rest.at - reader->page.at);
	return true;
}

/* Whether one of the texts begins with the other. */
static bool
is_begun(struct slice rest, struct slice text)
{
	return slice_starts(rest.len < text.len ? text : rest,
	    rest.len < text.len ? rest : text);
}

/* Whether rest is what a cut leaves of the next row or the page's end. */
static bool
is_cut_off(struct slice rest)
{
	if (rest.len > 2 * LONGEST_LINK)
		return false;
	if (slice_starts(rest, ROW_START))
		return !slice_contains(rest, LITERAL("</td>"));
	return is_begun(rest, ROW_START) || is_begun(rest, SCRIPT_START) ||
	    is_begun(rest, LITERAL("</body>\n</html>"));
}

/* Whether a row may end before the offset: what comes next tells. */
static bool
is_row_boundary(const struct failures_reader *reader, size_t at)
{
	struct row_start start;

	at = skip_space(reader->page, at);
	return at >= reader->rows_end || (!reader->is_whole && is_cut_off(
	    slice_part(reader->page, at, reader->rows_end))) ||
	    read_row_start(reader, at, &start);
}

/* Offset of the "</pre></td><td>…" that ends a restart's row, or SIZE_MAX. */
static size_t
find_restart_end(struct failures_reader *reader, size_t from)
{
	struct slice page = slice_part(reader->page, 0, reader->rows_end);

	while (!reader->no_restart_end) {
		size_t at = slice_find(slice_part(page, from, page.len),
		    RESTART_END);
		struct slice rest;

		if (at == SIZE_MAX)
			break;
		at += from;
		rest = slice_part(page, at + RESTART_END.len, page.len);
		if (slice_take(&rest, RESTART_SOURCE) &&
		    slice_take(&rest, ROW_END) &&
		    is_row_boundary(reader, (size_t)(rest.at - page.at)))
			return at;
		from = at + 1;
	}
	reader->no_restart_end = true;
	return SIZE_MAX;
}

/* "<td> RestartAnalysis </td><td><pre>REASON</pre></td><td>…</td></tr>" */
static bool
read_restart(struct failures_reader *reader, struct slice rest,
    struct failure_row *row, size_t *end)
{
	size_t from = (size_t)(rest.at - reader->page.at);
	size_t at = find_restart_end(reader, from);

	if (at == SIZE_MAX)
		return false;
	row->is_restart = true;
	row->type = LITERAL("RestartAnalysis");
	row->reason = slice_part(reader->page, from, at);
	from = at + RESTART_END.len;
	row->source = slice_part(reader->page, from,
	    from + RESTART_SOURCE.len);
	*end = from + RESTART_SOURCE.len + ROW_END.len;
	return true;
}

/* "<td><pre>TYPE</pre></td> <td><pre>REASON</pre></td> <td>…</td> </tr>" */
static bool
read_failure(struct failures_reader *reader, struct slice rest,
    struct failure_row *row, size_t *end)
{
	struct slice *const texts[] = { &row->type, &row->reason,
		&row->source };
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		rest = slice_part(rest, skip_space(rest, 0), rest.len);
		if (!slice_take(&rest, LITERAL("<td><pre>")) ||
		    !take_escaped(&rest, LITERAL("</pre></td>"), texts[i]))
			return false;
		*texts[i] = page_unescape_markup(reader->context->arena,
		    *texts[i]);
	}
	rest = slice_part(rest, skip_space(rest, 0), rest.len);
	if (!slice_take(&rest, LITERAL("</tr>")))
		return false;
	*end = (size_t)(rest.at - reader->page.at);
	return true;
}

/* Read the row at an offset; *end is the offset behind it. */
static bool
read_row(struct failures_reader *reader, size_t at, struct failure_row *row,
    size_t *end)
{
	struct row_start start;
	struct slice rest;
	bool is_read;

	if (!read_row_start(reader, at, &start))
		return false;
	memset(row, 0, sizeof(*row));
	row->offset = (int64_t)at;
	row->link = start.link;
	row->compile_id = start.compile_id;
	rest = slice_part(reader->page, start.end, reader->rows_end);
	if (slice_take(&rest, LITERAL("<td> RestartAnalysis </td><td><pre>")))
		is_read = read_restart(reader, rest, row, end);
	else
		is_read = read_failure(reader, rest, row, end);
	return is_read;
}

/* The next offset that may be a row, from an offset that is none. */
static size_t
next_row(const struct failures_reader *reader, size_t at)
{
	struct row_start start;

	while (at < reader->rows_end) {
		size_t skip = slice_find(slice_part(reader->page, at,
		    reader->rows_end), ROW_START);

		if (skip == SIZE_MAX)
			break;
		at += skip;
		if (read_row_start(reader, at, &start))
			return at;
		at++;
	}
	return reader->rows_end;
}

/* Read all rows; the offset of a row that the page's end cuts, or its end. */
static size_t
read_rows(struct failures_reader *reader, size_t at)
{
	while ((at = skip_space(reader->page, at)) < reader->rows_end) {
		struct failure_row row;
		size_t end;

		if (read_row(reader, at, &row, &end)) {
			*array_add(reader->out) = row;
			at = end;
			continue;
		}
		end = next_row(reader, at + 1);
		if (end == reader->rows_end && !reader->is_whole)
			return at;	/* what page_cut is about */
		if (reader->bad_rows++ < BAD_ROWS_REPORTED)
			problem_add(reader->context->problems, SEVERITY_LOSS,
			    "failures_bad_row", (int64_t)at,
			    "%zu bytes that are no row of tlparse's",
			    end - at);
		at = end;
	}
	return reader->page.len;
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
count_tables(void *data, enum page_tag tag,
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
		count_tables, ignore_end, ignore_text
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
		.context = context, .page = page, .out = out,
		.is_folder = is_folder, .data = data,
		.is_whole = page_is_whole(page),
	};
	size_t at = find_first_row(page), cut = page.len;

	memset(out, 0, sizeof(*out));
	reader.rows_end = find_rows_end(&reader);
	if (at != SIZE_MAX && table_count(page) > 0)
		cut = read_rows(&reader, at);
	else if (reader.is_whole)
		problem_add(context->problems, SEVERITY_LOSS,
		    "failures_no_table", UNKNOWN_INT,
		    "the page has no table of failures");
	page_report(context, page, NULL, cut);
}
