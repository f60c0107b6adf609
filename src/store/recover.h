/*
 * recover.h - a database whose last writer was killed in the middle.
 */
#ifndef GBQ_STORE_RECOVER_H
#define GBQ_STORE_RECOVER_H

#include "util/error.h"

/*
 * SQLite cannot read such a database without undoing the cut-off write, which
 * a handle that only reads may not: do it for a reader that failed with
 * SQLITE_READONLY_ROLLBACK and the like. No row that was committed changes. A
 * journal that gbq cannot have written is left alone. IO: it cannot be undone.
 */
enum status store_recover(const char *path, struct error *error);

#endif
