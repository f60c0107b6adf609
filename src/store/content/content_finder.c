/*
 * content_finder.c - the claims, then the database. In that order: a claim
 * ends after its run is stored, so what is in neither is in neither.
 */
#include "store/content/content_private.h"

void
content_finder_init(struct content_finder *finder, struct store *store,
    struct content_claims *claims)
{
	*finder = (struct content_finder){ .store = store, .claims = claims };
}

void
content_finder_release(struct content_finder *finder)
{
	sqlite3_finalize(finder->find);
	finder->find = NULL;
}

/* A read transaction of its own each time, so that no log piles up. */
static bool
is_stored(struct content_finder *finder,
    const unsigned char digest[HASH_BYTES], bool kept)
{
	bool found;

	if (!finder->find && sqlite3_prepare_v3(store_db(finder->store),
	    "SELECT 1 FROM content WHERE hash = ?1 AND kept = ?2", -1,
	    SQLITE_PREPARE_PERSISTENT, &finder->find, NULL) != SQLITE_OK)
		return false;
	sqlite3_bind_blob(finder->find, 1, digest, HASH_BYTES, SQLITE_STATIC);
	sqlite3_bind_int(finder->find, 2, kept);
	found = sqlite3_step(finder->find) == SQLITE_ROW;
	sqlite3_reset(finder->find);
	return found;
}

bool
content_finder_has(struct content_finder *finder,
    const unsigned char digest[HASH_BYTES], bool kept, int64_t run)
{
	return (kept && content_claims_take(finder->claims, digest, run)) ||
	    is_stored(finder, digest, kept);
}
