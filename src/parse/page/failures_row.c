/*
 * failures_row.c - the fixed frame of rows, read from the bytes.
 *
 * A failure's texts are escaped, so its row is read straight on. A restart
 * reason is raw and may hold anything, the end of its own row too: that end
 * counts only where another row, or what follows the last one, comes next.
 */
#include "parse/page/failures_page.h"

#include <string.h>

#include "parse/page/page.h"

#define ROW_START LITERAL("<tr> <td> ")
#define RESTART_END LITERAL("</pre></td><td>")
#define RESTART_SOURCE LITERAL("Not availble for restarts(yet)!")
#define ROW_END LITERAL("</td></tr>")

enum { LONGEST_LINK = 4096 };

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

size_t
failures_skip_space(struct slice page, size_t at)
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
failures_row_is_cut_off(struct slice rest)
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

	at = failures_skip_space(reader->page, at);
	return at >= reader->rows_end ||
	    (!reader->is_whole &&
		failures_row_is_cut_off(slice_part(reader->page, at,
		    reader->rows_end))) ||
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

	for (i = 0; i < LENGTH(texts); i++) {
		rest = slice_part(rest, failures_skip_space(rest, 0), rest.len);
		if (!slice_take(&rest, LITERAL("<td><pre>")) ||
		    !take_escaped(&rest, LITERAL("</pre></td>"), texts[i]))
			return false;
		*texts[i] = page_unescape_markup(reader->context->arena,
		    *texts[i]);
	}
	rest = slice_part(rest, failures_skip_space(rest, 0), rest.len);
	if (!slice_take(&rest, LITERAL("</tr>")))
		return false;
	*end = (size_t)(rest.at - reader->page.at);
	return true;
}

bool
failures_row_read(struct failures_reader *reader, size_t at,
    struct failure_row *row, size_t *end)
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

size_t
failures_row_next(const struct failures_reader *reader, size_t at)
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
