/*
 * compile_key.h - what tells one compiled frame of a run from another.
 */
#ifndef GBQ_MODEL_COMPILE_KEY_H
#define GBQ_MODEL_COMPILE_KEY_H

#include <stdbool.h>
#include <stdint.h>

#include "util/text.h"

/* A part that the source does not have ("-", or no rank). */
enum { NO_ID = -1 };

/*
 * A compile id with what it is relative to. The attempt and the instance are
 * kept apart: they never tell two compiles of a log apart by themselves
 * (format.md section 4, items 4 and 5).
 */
struct compile_key {
	int64_t rank;			/* NO_ID: run of one rank */
	int64_t process;		/* NO_ID: run of one process */
	int64_t compiled_autograd;	/* NO_ID: not under compiled autograd */
	int64_t frame;
	int64_t frame_compile;
};

/* A key without any part. */
struct compile_key compile_key_none(void);

/*
 * Whether the key names a compile: a frame, or a compiled-autograd region as
 * a whole ("!0/-/-"). "-/-" and "(unknown)" name none.
 */
bool compile_key_is_compile(const struct compile_key *key);

/* Order by rank, process, compiled autograd id, frame, frame compile. */
int compile_key_compare(const struct compile_key *a,
    const struct compile_key *b);

/* A key of a row_index: another one with all parts of the compile's. */
uint64_t compile_key_hash(uint64_t seed, const struct compile_key *key);

/* The id's text, "0/0", "!1/0/0" or "-/-" (no rank), appended to *out. */
void compile_key_text(const struct compile_key *key, struct buffer *out);

#endif
