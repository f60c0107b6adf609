/*
 * recover.h - opening a file, and one whose last writer was killed in the
 * middle.
 */
#ifndef GBQ_STORE_COPY_RECOVER_H
#define GBQ_STORE_COPY_RECOVER_H

#include <sqlite3.h>

#include "util/error.h"

/*
 * Open a file by its name, as sqlite3_open_v2() does but for names that it
 * takes for something else: "file:x" for a URI, ":memory:" for no file.
 */
int store_open_path(const char *path, int flags, sqlite3 **db);

/*
 * SQLite cannot read such a database without undoing the cut-off write, which
 * a handle that only reads may not: do it for a reader that failed with
 * SQLITE_READONLY_ROLLBACK and the like. No row that was committed changes. A
 * journal that gbq cannot have written is left alone. IO: it cannot be undone.
 */
enum gbq_status store_recover(const char *path, struct error *error);

#endif
