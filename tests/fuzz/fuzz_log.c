/*
 * fuzz_log.c - a trace log, whole and in pieces: both must give the same.
 */
#include "fuzz.h"

#include <stdlib.h>

#include "parse/log/log.h"

static void
on_envelope(void *data, const struct log_envelope *log)
{
	struct fuzz *fuzz = data;
	const struct envelope *envelope = &log->envelope;

	fuzz_note_int(fuzz, log->offset);
	fuzz_note_int(fuzz, log->line_number);
	fuzz_note(fuzz, log->line.prefix);
	fuzz_note(fuzz, log->line.source_file);
	fuzz_note(fuzz, log->line.json);
	fuzz_note_int(fuzz, log->line.microsecond);
	fuzz_note_int(fuzz, (int64_t)envelope->kind);
	fuzz_note(fuzz, envelope->kind_name);
	fuzz_note(fuzz, envelope->name);
	fuzz_note(fuzz, envelope->encoding);
	fuzz_note(fuzz, envelope->value);
	fuzz_note(fuzz, envelope->stack);
	fuzz_note(fuzz, envelope->md5);
	fuzz_note_int(fuzz, envelope->key.frame);
	fuzz_note(fuzz, log->payload);
	fuzz_note_int(fuzz, (int64_t)log->payload_state);
	fuzz_note_int(fuzz, log->payload_bytes);
	fuzz_require(fuzz_offset(fuzz, log->offset), "an offset");
	fuzz_require(log->payload_state != PAYLOAD_NONE || !log->payload.len,
	    "no payload where none is announced");
}

static void
read_all(struct fuzz *fuzz, bool in_pieces)
{
	struct log_reader *reader = log_reader_new(&fuzz->problems,
	    on_envelope, fuzz);
	struct slice rest = fuzz->input;
	unsigned state = (unsigned)rest.len;
	const struct log_counts *counts;
	char *memory = NULL;

	while (in_pieces && rest.len) {
		log_reader_feed(reader, fuzz_piece(&rest, &state, &memory));
		free(memory);
	}
	if (!in_pieces)
		log_reader_feed(reader, rest);
	log_reader_end(reader);
	counts = log_reader_counts(reader);
	fuzz_note_int(fuzz, counts->lines);
	fuzz_note_int(fuzz, counts->envelopes);
	fuzz_note_int(fuzz, counts->payloads);
	fuzz_note_int(fuzz, counts->bad_lines);
	fuzz_note_int(fuzz, counts->blank_lines);
	fuzz_require(counts->envelopes + counts->bad_lines +
	    counts->blank_lines <= counts->lines, "lines are counted once");
	log_reader_free(reader);
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
