/*
 * host_sqlite.h - included before all else (gcc -include) in what goes into
 * gbq.so: SQLite is then that of the program that loads it, reached through
 * the table of functions that it hands over, and none is linked.
 */
#ifndef GBQ_EXTENSION_HOST_SQLITE_H
#define GBQ_EXTENSION_HOST_SQLITE_H

#include <sqlite3ext.h>

SQLITE_EXTENSION_INIT3

#endif
