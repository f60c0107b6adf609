/*
 * content_finder.h - for a thread that reads runs: is a content in the
 * database already, or on its way?
 */
#ifndef GBQ_STORE_CONTENT_FINDER_H
#define GBQ_STORE_CONTENT_FINDER_H

#include "store/content_claims.h"
#include "store/store.h"

/* For one thread. */
struct content_finder {
	struct store *store;		/* of its own, for reading */
	struct content_claims *claims;	/* of all threads */
	sqlite3_stmt *find;
};

void content_finder_init(struct content_finder *finder, struct store *store,
    struct content_claims *claims);
void content_finder_release(struct content_finder *finder);

/*
 * Whether the database has it, or will have it by the time that run is
 * stored. False after an error: that costs space only.
 */
bool content_finder_has(struct content_finder *finder,
    const unsigned char digest[HASH_BYTES], bool kept, int64_t run);

#endif
