/*
 * content_set.h - the contents of one run, each once.
 */
#ifndef GBQ_STORE_CONTENT_SET_H
#define GBQ_STORE_CONTENT_SET_H

#include "store/content_pack.h"
#include "util/hash.h"

struct content_entry {
	unsigned char digest[HASH_BYTES];
	bool kept;		/* the database has, or is to have, its bytes */
	bool was_there;		/* found in the database, so not packed */
	int64_t bytes;
	struct content_place place;	/* with blocks of 0: it has none */
	int64_t id;		/* content_id, once the rows are written */
};

/* All zero is an empty set. */
struct content_set {
	ARRAY_OF(struct content_entry) entries;	/* in order of arrival */
	size_t *slots;		/* index + 1 of an entry, 0: free */
	size_t slot_count;
};

/*
 * Index of the entry of that digest and kept; added, with *added set, if
 * there is none.
 */
size_t content_set_put(struct content_set *set,
    const unsigned char digest[HASH_BYTES], bool kept, bool *added);

void content_set_release(struct content_set *set);

#endif
