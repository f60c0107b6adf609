/*
 * rows.c - reads TabSeparatedWithNamesAndTypes. Pure: bytes to cells.
 */
#include "remote/clickhouse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- errors in a text ---- */

/* The digits behind "Code: " and what follows them; 0 where there are none. */
static int
code_at(struct slice text, struct slice *rest)
{
	int code = 0;
	size_t i = 0;

	for (; i < text.len && text.at[i] >= '0' && text.at[i] <= '9' &&
	    code < 100000; i++)
		code = code * 10 + (text.at[i] - '0');
	*rest = slice_part(text, i, text.len);
	return code;
}

int
remote_error_code(struct slice text, struct slice *message)
{
	struct slice rest, inner;
	size_t at = slice_find(text, LITERAL("Code: ")), end;
	int code;

	if (at == SIZE_MAX)
		return 0;
	code = code_at(slice_part(text, at + 6, text.len), &rest);
	if (!code || !(slice_take(&rest, LITERAL(", e.displayText() = ")) ||
	    slice_take(&rest, LITERAL(". "))) ||
	    !slice_take(&rest, LITERAL("DB::")) ||
	    slice_find(rest, LITERAL("xception: ")) == SIZE_MAX)
		return 0;
	if (!message)
		return code;
	inner = slice_part(rest, slice_find(rest, LITERAL("xception: ")) + 10,
	    rest.len);
	end = slice_find(inner, LITERAL(", e.what() = "));
	inner = slice_part(inner, 0, end);
	end = slice_find(inner, LITERAL(" (version "));
	*message = slice_trim(slice_part(inner, 0, end));
	return code;
}

/* ---- the heading ---- */

static bool
take_wrapper(struct slice *type, struct slice name)
{
	if (!slice_take(type, name))
		return false;
	if (type->len)
		type->len--;		/* the ')' */
	return true;
}

static enum gbq_type
rows_kind_of(struct slice type)
{
	while (take_wrapper(&type, LITERAL("Nullable(")) ||
	    take_wrapper(&type, LITERAL("LowCardinality(")))
		;
	if (slice_starts(type, LITERAL("Int")) ||
	    slice_starts(type, LITERAL("UInt")))
		return slice_starts(type, LITERAL("Interval")) ? GBQ_TEXT :
		    GBQ_INTEGER;
	if (slice_starts(type, LITERAL("Float")) ||
	    slice_starts(type, LITERAL("Decimal")))
		return GBQ_REAL;
	return GBQ_TEXT;
}

/* The cell up to the next tab of a line, unescaped in place, NUL behind it. */
static struct slice
take_cell(char **at, char *end, bool *is_null, bool *is_last)
{
	static const char escapes[] = "bfrntv0a";
	static const char bytes[] = "\b\f\r\n\t\v\0\a";
	char *from = *at, *out = from;
	const char *known;

	*is_null = end - from >= 2 && from[0] == '\\' && from[1] == 'N' &&
	    (end - from == 2 || from[2] == '\t');
	for (; from < end && *from != '\t'; from++) {
		if (*from == '\\' && from + 1 < end) {
			from++;
			known = *from ? strchr(escapes, *from) : NULL;
			*out++ = known ? bytes[known - escapes] : *from;
		} else {
			*out++ = *from;
		}
	}
	*is_last = from >= end;
	*out = '\0';
	struct slice cell = { *at, (size_t)(out - *at) };
	*at = from + 1;
	return cell;
}

/* The next line: from *at to *end, which is its '\n'. False at the end. */
static bool
rows_take_line(struct remote_rows *rows, char **at, char **end)
{
	char *bytes = rows->body.bytes;
	char *newline;

	if (rows->at >= rows->body.len)
		return false;
	*at = bytes + rows->at;
	newline = memchr(*at, '\n', rows->body.len - rows->at);
	*end = newline ? newline : bytes + rows->body.len;
	rows->at = (size_t)(*end - bytes) + 1;
	return true;
}

static bool
read_names(struct remote_rows *rows)
{
	char *at, *end;
	bool is_null, is_last = false;

	if (!rows_take_line(rows, &at, &end))
		return false;
	while (!is_last)
		array_add(&rows->columns)->name =
		    take_cell(&at, end, &is_null, &is_last).at;
	return true;
}

static bool
read_types(struct remote_rows *rows)
{
	char *at, *end;
	bool is_null, is_last = false;
	struct slice type;
	size_t i = 0;

	if (!rows_take_line(rows, &at, &end))
		return false;
	for (; !is_last && i < rows->columns.count; i++) {
		type = take_cell(&at, end, &is_null, &is_last);
		rows->columns.items[i].type = type.at;
		rows->columns.items[i].kind = rows_kind_of(type);
	}
	return is_last && i == rows->columns.count;
}

/* ---- the end ---- */

/* An error stands in the last line; it may have begun in the midst of one. */
static int
late_error(const struct buffer *body, struct slice *message)
{
	struct slice text = slice_trim_end(buffer_slice(body));
	size_t start = slice_find_last_byte(text, '\n');
	size_t marker = slice_find(text, LITERAL("\n__exception__\r\n"));

	/* since 25.11 it stands between such lines */
	if (marker != SIZE_MAX)
		start = marker;
	return remote_error_code(slice_part(text, start == SIZE_MAX ? 0 :
	    start, text.len), message);
}

static enum gbq_status
no_answer(struct error *error)
{
	return error_set(error, GBQ_DATABASE,
	    "the answer is cut, or of no ClickHouse server");
}

enum gbq_status
remote_rows_begin(struct remote_rows *rows, int *code, struct error *error)
{
	struct slice message = { NULL, 0 };
	int number;

	rows->at = 0;
	rows->columns.count = 0;
	number = late_error(&rows->body, &message);
	if (code)
		*code = number;
	if (number)
		return error_set(error, GBQ_DATABASE, "Code %d: %.*s",
		    number, (int)message.len, message.at);
	if (rows->body.len == 0)
		return GBQ_OK;
	buffer_string(&rows->body);
	if (rows->body.bytes[rows->body.len - 1] != '\n' ||
	    !read_names(rows) || !read_types(rows))
		return no_answer(error);
	free(rows->cells);
	rows->cells = mem_calloc(rows->columns.count, sizeof(*rows->cells));
	return GBQ_OK;
}

/* ---- rows ---- */

static void
set_number(struct gbq_value *value, struct slice cell)
{
	value->len = 0;
	value->bytes = NULL;
	if (value->type == GBQ_INTEGER &&
	    slice_to_int(cell, &value->integer)) {
		value->real = (double)value->integer;
		return;
	}
	value->type = GBQ_REAL;
	value->real = strtod(cell.at, NULL);
	if (isnan(value->real))
		value->type = GBQ_NULL;
}

static struct gbq_value
make_value(const struct remote_column *column, struct slice cell,
    bool is_null)
{
	struct gbq_value value = { column->kind, 0, 0, cell.at, cell.len };

	if (is_null)
		return (struct gbq_value){ GBQ_NULL, 0, 0, NULL, 0 };
	if (column->kind != GBQ_TEXT)
		set_number(&value, cell);
	return value;
}

enum gbq_status
remote_rows_next(struct remote_rows *rows, bool *row, struct error *error)
{
	char *at, *end;
	bool is_null, is_last = false;
	struct slice cell;
	size_t i;

	*row = false;
	if (rows->columns.count == 0 || !rows_take_line(rows, &at, &end))
		return GBQ_OK;
	for (i = 0; !is_last && i < rows->columns.count; i++) {
		cell = take_cell(&at, end, &is_null, &is_last);
		rows->cells[i] = make_value(&rows->columns.items[i], cell,
		    is_null);
	}
	if (!is_last || i != rows->columns.count)
		return no_answer(error);
	*row = true;
	return GBQ_OK;
}

void
remote_rows_release(struct remote_rows *rows)
{
	buffer_release(&rows->body);
	array_release(&rows->columns);
	free(rows->cells);
	rows->cells = NULL;
	rows->at = 0;
}
