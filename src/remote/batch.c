/*
 * batch.c - writes TabSeparated and compresses it as it comes.
 */
#define ZLIB_CONST
#include "remote/batch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { GZIP_LEVEL = 1, GZIP_WINDOW = 15 + 16, PIECE = 65536 };

struct batch {
	z_stream stream;
	struct buffer plain;		/* not compressed yet */
	struct buffer out;
	size_t rows, bytes;
};

/* ---- compression ---- */

struct batch *
batch_new(void)
{
	struct batch *batch = mem_calloc(1, sizeof(*batch));

	if (deflateInit2(&batch->stream, GZIP_LEVEL, Z_DEFLATED, GZIP_WINDOW,
	    8, Z_DEFAULT_STRATEGY) != Z_OK)
		mem_fail();
	return batch;
}

void
batch_free(struct batch *batch)
{
	if (!batch)
		return;
	deflateEnd(&batch->stream);
	buffer_release(&batch->plain);
	buffer_release(&batch->out);
	free(batch);
}

void
batch_begin(struct batch *batch)
{
	deflateReset(&batch->stream);
	buffer_clear(&batch->plain);
	buffer_clear(&batch->out);
	batch->rows = batch->bytes = 0;
}

/* Compress what waits. */
static void
deflate_plain(struct batch *batch, int flush)
{
	z_stream *stream = &batch->stream;
	int code;

	stream->next_in = (const unsigned char *)batch->plain.bytes;
	stream->avail_in = (unsigned)batch->plain.len;
	do {
		buffer_reserve(&batch->out, PIECE);
		stream->next_out = (unsigned char *)batch->out.bytes +
		    batch->out.len;
		stream->avail_out = PIECE;
		code = deflate(stream, flush);
		batch->out.len += PIECE - stream->avail_out;
	} while (code != Z_STREAM_END && stream->avail_out == 0);
	buffer_clear(&batch->plain);
}

void
batch_add(struct batch *batch, struct slice line)
{
	buffer_add_slice(&batch->plain, line);
	batch->rows++;
	batch->bytes += line.len;
	if (batch->plain.len >= PIECE)
		deflate_plain(batch, Z_NO_FLUSH);
}

size_t
batch_rows(const struct batch *batch)
{
	return batch->rows;
}

bool
batch_is_full(const struct batch *batch)
{
	return batch->rows >= BATCH_ROWS || batch->bytes >= BATCH_BYTES;
}

struct slice
batch_end(struct batch *batch)
{
	deflate_plain(batch, Z_FINISH);
	return buffer_slice(&batch->out);
}

/* ---- cells ---- */

void
batch_text(struct buffer *line, struct slice text)
{
	size_t start = 0, i;
	char escape;

	for (i = 0; i < text.len; i++) {
		switch (text.at[i]) {
		case '\t': escape = 't'; break;
		case '\n': escape = 'n'; break;
		case '\\': escape = '\\'; break;
		case '\0': escape = '0'; break;
		default: continue;
		}
		buffer_add(line, text.at + start, i - start);
		buffer_add_byte(line, '\\');
		buffer_add_byte(line, escape);
		start = i + 1;
	}
	buffer_add(line, text.at + start, text.len - start);
}

void
batch_json(struct buffer *out, const unsigned char *text, size_t len)
{
	bool quoted = false;

	for (size_t i = 0; i < len; i++) {
		char byte = (char)text[i];

		if (!quoted && byte && strchr(" \t\r\n", byte))
			continue;
		if (quoted && byte == '\\' && i + 1 < len)
			buffer_add_byte(out, (char)text[i++]);
		else if (byte == '"')
			quoted = !quoted;
		buffer_add_byte(out, (char)text[i]);
	}
}

static void
batch_add_json(struct buffer *line, const unsigned char *text, size_t len)
{
	struct buffer dense = { 0 };

	batch_json(&dense, text, len);
	batch_text(line, buffer_slice(&dense));
	buffer_release(&dense);
}

static void
add_integer(struct buffer *line, int64_t value)
{
	char digits[24];
	int len = snprintf(digits, sizeof(digits), "%lld", (long long)value);

	buffer_add(line, digits, (size_t)len);
}

static bool
batch_add_cell(struct buffer *line, const struct push_column *column,
    sqlite3_stmt *stmt, int index)
{
	int type = sqlite3_column_type(stmt, index);
	const unsigned char *text;
	size_t len;

	if (type == SQLITE_NULL) {
		buffer_add_string(line, "\\N");
		return true;
	}
	if (column->kind == GBQ_INTEGER) {
		add_integer(line, sqlite3_column_int64(stmt, index));
		return type == SQLITE_INTEGER;
	}
	if (column->kind == GBQ_REAL) {
		buffer_printf(line, "%.17g",
		    sqlite3_column_double(stmt, index));
		return type == SQLITE_INTEGER || type == SQLITE_FLOAT;
	}
	text = sqlite3_column_text(stmt, index);
	len = (size_t)sqlite3_column_bytes(stmt, index);
	if (column->is_json)
		batch_add_json(line, text, len);
	else
		batch_text(line, (struct slice){ (const char *)text, len });
	return true;
}

enum gbq_status
batch_row(struct buffer *line, struct buffer *compared,
    const struct push_table *table, sqlite3_stmt *stmt, struct error *error)
{
	const struct push_column *column = table->columns;
	bool first = true;
	size_t start;

	for (size_t i = 0; i < table->column_count; i++, column++) {
		if (strcmp(column->name, "run_id") == 0)
			continue;
		if (!first)
			buffer_add_byte(line, '\t');
		first = false;
		start = line->len;
		if (!batch_add_cell(line, column, stmt, (int)i))
			return error_set(error, GBQ_DATABASE, "view %s: "
			    "column %s holds a value of another type",
			    table->name, column->name);
		if (compared && !column->is_local) {
			buffer_add(compared, line->bytes + start,
			    line->len - start);
			buffer_add_byte(compared, '\t');
		}
	}
	return GBQ_OK;
}
