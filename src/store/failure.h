/*
 * failure.h - what an error of SQLite is for gbq.
 */
#ifndef GBQ_STORE_FAILURE_H
#define GBQ_STORE_FAILURE_H

#include <stdbool.h>

#include <sqlite3.h>

#include "util/error.h"

/*
 * Whether the disk gave EIO for the file. SQLite then says that the file is
 * damaged.
 */
bool store_disk_failed(sqlite3 *db);

/* The status of a result code of SQLite: DATABASE, BUSY, LIMIT or IO. */
enum gbq_status store_status(sqlite3 *db, int code);

/* What SQLite says of its last error, which had that code. */
const char *store_message(sqlite3 *db, int code);

/*
 * Set *error from the last SQLite error; returns its status. For a statement,
 * sqlite3_step(), _reset() and _finalize() all tell the same error.
 */
enum gbq_status store_failed(sqlite3 *db, const char *what, struct error
    *error);

#endif
