/*
 * jsonl.c - cuts raw.jsonl into records.
 */
#include "parse/log/jsonl.h"

#include <stdlib.h>
#include <string.h>

enum {
	MAX_LINE = 64 << 20,
	KEPT_CAPACITY = 8 << 20,
	MAX_REPORTED = 20
};

struct jsonl_reader {
	struct problem_list *problems;
	struct string_table *table;
	jsonl_callback *callback;
	void *data;
	struct arena arena;	/* texts with escapes of the line at hand */
	struct buffer line;	/* what earlier pieces had of it */
	int64_t line_offset, offset, line_number;
	int64_t bad_lines;
	bool too_large;
};

struct jsonl_reader *
jsonl_reader_new(struct problem_list *problems, struct string_table *table,
    jsonl_callback *callback, void *data)
{
	struct jsonl_reader *reader = mem_calloc(1, sizeof(*reader));

	reader->problems = problems;
	reader->table = table;
	reader->callback = callback;
	reader->data = data;
	arena_init(&reader->arena);
	return reader;
}

void
jsonl_reader_free(struct jsonl_reader *reader)
{
	if (!reader)
		return;
	arena_release(&reader->arena);
	buffer_release(&reader->line);
	free(reader);
}

static void
jsonl_take_bad_line(struct jsonl_reader *reader)
{
	if (reader->bad_lines++ < MAX_REPORTED)
		problem_add(reader->problems, SEVERITY_LOSS, "jsonl_bad_line",
		    reader->line_offset, "no JSON object");
}

/* False for the line that holds the string table. */
static bool
is_record(struct jsonl_reader *reader, const struct envelope *envelope)
{
	if (reader->line_number == 1 && slice_equal(envelope->kind_name,
	    LITERAL("string_table"))) {
		string_table_define_list(reader->table, envelope->value);
		return false;
	}
	if (reader->line_number == 1)
		problem_add(reader->problems, SEVERITY_LOSS,
		    "jsonl_no_string_table", 0,
		    "the first line names no files: stacks have none");
	return true;
}

static void
jsonl_take_line(struct jsonl_reader *reader, struct slice line)
{
	struct jsonl_record record = { .json = line,
	    .offset = reader->line_offset };

	record.line_number = ++reader->line_number;
	if (slice_trim(line).len == 0)
		return;
	if (!envelope_parse(&reader->arena, line, &record.envelope)) {
		jsonl_take_bad_line(reader);
	} else if (is_record(reader, &record.envelope)) {
		slice_take(&record.envelope.source_file, LITERAL(" "));
		reader->callback(reader->data, &record);
	}
	if (reader->arena.blocks)
		arena_release(&reader->arena);
}

static void
jsonl_end_line(struct jsonl_reader *reader, struct slice line)
{
	if (reader->too_large) {
		reader->line_number++;
		problem_add(reader->problems, SEVERITY_LOSS,
		    "jsonl_line_too_large", reader->line_offset,
		    "a line of over 64 MB: not read");
	} else {
		jsonl_take_line(reader, line);
	}
	reader->too_large = false;
	if (reader->line.capacity > KEPT_CAPACITY)
		buffer_release(&reader->line);
	buffer_clear(&reader->line);
}

static void
jsonl_take_part(struct jsonl_reader *reader, struct slice part, bool ends)
{
	if (reader->line.len + part.len > MAX_LINE) {
		reader->too_large = true;
		buffer_clear(&reader->line);
	}
	if (ends && reader->line.len == 0) {
		jsonl_end_line(reader, part);
		return;
	}
	if (!reader->too_large)
		buffer_add_slice(&reader->line, part);
	if (ends)
		jsonl_end_line(reader, buffer_slice(&reader->line));
}

void
jsonl_reader_feed(struct jsonl_reader *reader, struct slice piece)
{
	size_t newline;

	while (piece.len) {
		newline = slice_find_byte(piece, '\n');
		if (newline == SIZE_MAX) {
			jsonl_take_part(reader, piece, false);
			reader->offset += (int64_t)piece.len;
			break;
		}
		jsonl_take_part(reader, slice_part(piece, 0, newline), true);
		reader->offset += (int64_t)newline + 1;
		reader->line_offset = reader->offset;
		piece = slice_part(piece, newline + 1, piece.len);
	}
}

void
jsonl_reader_end(struct jsonl_reader *reader)
{
	if (reader->line.len || reader->too_large)
		jsonl_end_line(reader, buffer_slice(&reader->line));
	if (reader->bad_lines > MAX_REPORTED)
		problem_add(reader->problems, SEVERITY_LOSS, "jsonl_bad_line",
		    UNKNOWN_INT, "%lld more: no JSON object",
		    (long long)(reader->bad_lines - MAX_REPORTED));
}
