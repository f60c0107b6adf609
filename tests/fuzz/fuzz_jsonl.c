/*
 * fuzz_jsonl.c - raw.jsonl, whole and in pieces: both must give the same.
 */
#include "fuzz.h"

#include <stdlib.h>

#include "parse/log/jsonl.h"

static void
on_record(void *data, const struct jsonl_record *record)
{
	struct fuzz *fuzz = data;
	const struct envelope *envelope = &record->envelope;

	fuzz_note_int(fuzz, record->offset);
	fuzz_note_int(fuzz, record->line_number);
	fuzz_note_int(fuzz, (int64_t)envelope->kind);
	fuzz_note(fuzz, envelope->kind_name);
	fuzz_note(fuzz, envelope->name);
	fuzz_note(fuzz, envelope->value);
	fuzz_note(fuzz, envelope->stack);
	fuzz_note(fuzz, envelope->md5);
	fuzz_note(fuzz, envelope->source_file);
	fuzz_note(fuzz, envelope->timestamp);
	fuzz_note(fuzz, envelope->payload_file);
	fuzz_note_int(fuzz, envelope->key.frame);
	fuzz_note(fuzz, record->json);
	fuzz_require(fuzz_offset(fuzz, record->offset), "an offset");
}

static void
read_all(struct fuzz *fuzz, bool in_pieces)
{
	struct string_table table;
	struct jsonl_reader *reader;
	struct slice rest = fuzz->input;
	unsigned state = (unsigned)rest.len;
	char *memory = NULL;

	string_table_init(&table, &fuzz->arena);
	reader = jsonl_reader_new(&fuzz->problems, &table, on_record, fuzz);
	while (in_pieces && rest.len) {
		jsonl_reader_feed(reader, fuzz_piece(&rest, &state, &memory));
		free(memory);
	}
	if (!in_pieces)
		jsonl_reader_feed(reader, rest);
	jsonl_reader_end(reader);
	jsonl_reader_free(reader);
	fuzz_see_list(&table.texts);
	string_table_release(&table);
	fuzz_note_problems(fuzz);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz whole, pieces;

	fuzz_begin(&whole, data, size);
	fuzz_begin(&pieces, data, size);
	read_all(&whole, false);
	read_all(&pieces, true);
	fuzz_require(slice_equal(buffer_slice(&whole.seen),
	    buffer_slice(&pieces.seen)), "pieces give what the whole gives");
	fuzz_end(&whole);
	fuzz_end(&pieces);
	return 0;
}
