/*
 * content_read.h - stored contents, byte for byte.
 */
#ifndef GBQ_STORE_CONTENT_READ_H
#define GBQ_STORE_CONTENT_READ_H

#include <sqlite3.h>

#include "util/error.h"
#include "util/text.h"

/* Keeps the blocks that it read last; for one thread, as long as the db. */
struct content_reader;

struct content_reader *content_reader_new(sqlite3 *db);
void content_reader_free(struct content_reader *reader);

/*
 * Let go of the connection's statements, keep the blocks: for a reader that
 * stays while the connection may be closed. What was kept and no longer is
 * right shows as damage, as all that is wrong does.
 */
void content_reader_rest(struct content_reader *reader);

/* Takes a piece of a content, at most a block; false stops the reading. */
typedef bool content_function(void *data, struct slice piece);

/*
 * Read the content of a hash (32 hex digits) in pieces. NO_INPUT: the
 * database does not have its bytes; DATABASE: it is damaged, the pieces given
 * may be wrong; IO: the function returned false.
 */
enum status content_read(struct content_reader *reader, const char *hash,
    content_function *function, void *data, struct error *error);

/* The size of a content in *bytes; errors as of content_read(). */
enum status content_size(struct content_reader *reader, const char *hash,
    int64_t *bytes, struct error *error);

#endif
