/*
 * hash.h - SHA-256 and MD5 over pieces of bytes.
 */
#ifndef GBQ_UTIL_HASH_H
#define GBQ_UTIL_HASH_H

#include "util/text.h"

enum hash_kind {
	HASH_SHA256,	/* identity of contents */
	HASH_MD5	/* what torch gives with a payload */
};

enum {
	HASH_BYTES = 16,	/* what is kept of a digest */
	HASH_HEX_SIZE = 33	/* the same as 32 hex digits and a NUL */
};

/*
 * To be called first, by one thread: libcrypto 3.0 does not survive an
 * allocation that fails while it prepares itself.
 */
void hash_prepare(void);

struct hash;		/* one computation after the other */

struct hash *hash_new(enum hash_kind kind);
void hash_free(struct hash *hash);

/* Begin anew; add bytes; finish: the first 32 hex digits of the digest. */
void hash_begin(struct hash *hash);
void hash_add(struct hash *hash, struct slice bytes);
void hash_end(struct hash *hash, char hex[HASH_HEX_SIZE]);

/* All of it at once, by SHA-256. */
void hash_of(struct slice bytes, char hex[HASH_HEX_SIZE]);

/* The bytes that 32 hex digits stand for; false if they are none. */
bool hash_parse(const char *hex, unsigned char bytes[HASH_BYTES]);

#endif
