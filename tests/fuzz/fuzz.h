/*
 * fuzz.h - what all fuzz targets share.
 *
 * A target is one fuzz_NAME.c with LLVMFuzzerTestOneInput(): it gives the
 * bytes to one parser, reads every byte of every record (so that the address
 * sanitizer sees slices that point nowhere) and checks what must hold for any
 * input. With clang it is a libFuzzer program (`make fuzz`); with replay.c and
 * any compiler, a test that reads the files of corpus/NAME.
 */
#ifndef GBQ_TESTS_FUZZ_H
#define GBQ_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "parse/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* An arena and problems for one parser. */
struct fuzz {
	struct arena arena;
	struct problem_list problems;
	struct parse_context context;
	struct slice input;
	struct buffer seen;	/* what two ways of reading must agree on */
};

/* Begin with an input; end checks the problems and frees all. */
void fuzz_begin(struct fuzz *fuzz, const uint8_t *data, size_t size);
void fuzz_end(struct fuzz *fuzz);

/* Read every byte of a slice; an absent one must be empty. */
void fuzz_see(struct slice text);
void fuzz_see_list(const slice_array *list);
void fuzz_see_stack(const stack_array *stack);
void fuzz_see_reason(const struct reason *reason);
void fuzz_see_recompiles(const recompile_reason_array *reasons);
void fuzz_see_metrics(struct fuzz *fuzz, const struct metrics *metrics);

/* Ends the program, as a crash does, where a check fails. */
void fuzz_require(bool holds, const char *what);

/* Whether an offset lies in the input, its end included, or is unknown. */
bool fuzz_offset(const struct fuzz *fuzz, int64_t offset);

/* Note a text or number that two ways of reading must agree on. */
void fuzz_note(struct fuzz *fuzz, struct slice text);
void fuzz_note_int(struct fuzz *fuzz, int64_t number);
void fuzz_note_problems(struct fuzz *fuzz);

/*
 * The next piece of *rest: its size looks random but depends only on the
 * input. The piece is a copy of its own (free(*memory)), so that a parser
 * which keeps it is found out.
 */
struct slice fuzz_piece(struct slice *rest, unsigned *state, char **memory);

#endif
