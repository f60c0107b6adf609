/*
 * fuzz_console.c - console text, whole and in pieces: both must give the same.
 */
#include "fuzz.h"

#include <stdlib.h>

#include "parse/console/console.h"

static void
on_record(void *user, struct console_record *record)
{
	struct fuzz *fuzz = user;

	fuzz_require(console_kind_name(record->kind) != NULL, "a kind");
	fuzz_require(fuzz_offset(fuzz, record->offset), "an offset");
	fuzz_note_int(fuzz, (int64_t)record->kind);
	fuzz_note_int(fuzz, record->line_number);
	fuzz_note_int(fuzz, record->offset);
	fuzz_note_int(fuzz, record->key.frame);
	fuzz_note_int(fuzz, record->key.rank);
	fuzz_note(fuzz, record->date);
	fuzz_note(fuzz, record->time);
	fuzz_note(fuzz, record->source);
	fuzz_note(fuzz, record->name);
	fuzz_note(fuzz, record->text);
	fuzz_note(fuzz, record->file);
	fuzz_note(fuzz, record->function);
	fuzz_note(fuzz, record->limit);
	fuzz_note(fuzz, record->exception);
	fuzz_note(fuzz, record->message);
	fuzz_note_int(fuzz, record->line);
	fuzz_see_reason(&record->reason);
	fuzz_see_recompiles(&record->reasons);
}

static void
read_all(struct fuzz *fuzz, bool in_pieces)
{
	struct console *console = console_new(&fuzz->context, on_record,
	    fuzz);
	struct slice rest = fuzz->input;
	unsigned state = (unsigned)rest.len;
	char *memory = NULL;

	while (in_pieces && rest.len) {
		console_feed(console, fuzz_piece(&rest, &state, &memory));
		free(memory);
	}
	if (!in_pieces)
		console_feed(console, rest);
	console_end(console);
	console_free(console);
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
