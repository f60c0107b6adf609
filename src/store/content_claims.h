/*
 * content_claims.h - which contents are on their way into the database, so
 * that runs that are read at the same time do not each bring the same.
 *
 * Runs are told by numbers, in the order in which they will be stored. All
 * calls may come from any thread.
 */
#ifndef GBQ_STORE_CONTENT_CLAIMS_H
#define GBQ_STORE_CONTENT_CLAIMS_H

#include <stdint.h>

#include "util/hash.h"

struct content_claims;

struct content_claims *content_claims_new(void);
void content_claims_free(struct content_claims *claims);

/*
 * Whether a run before this one brings that content. If no run does, this one
 * does from now on.
 */
bool content_claims_take(struct content_claims *claims,
    const unsigned char digest[HASH_BYTES], int64_t run);

/* All runs up to that number are stored or given up: their claims end. */
void content_claims_end(struct content_claims *claims, int64_t run);

#endif
