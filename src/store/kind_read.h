/*
 * kind_read.h - the wordings of torch's registry that a database holds.
 */
#ifndef GBQ_STORE_KIND_READ_H
#define GBQ_STORE_KIND_READ_H

#include <sqlite3.h>

#include "model/kinds.h"

/*
 * Add all wordings to an initialised table, and sort it. An SQLite error
 * code: then the table may hold some of them.
 */
int kind_read(sqlite3 *db, struct kind_table *kinds);

#endif
