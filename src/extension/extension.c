/*
 * extension.c - gbq.so, for the sqlite3 shell, Python, Datasette: gives the
 * connection that loads it the SQL functions of gbq. The one symbol that it
 * exports is the one by which SQLite finds it.
 *
 * It is a guest: it sets up nothing for the whole process (no hash_prepare(),
 * which hands libcrypto functions that go when the extension is unloaded).
 */
#include "query/functions/functions.h"

SQLITE_EXTENSION_INIT1

enum {
	/* 3.31: the first that keeps functions out of a schema's views. */
	OLDEST_SQLITE = 3031000
};

__attribute__((visibility("default"))) int sqlite3_gbq_init(sqlite3 *db,
    char **message, const sqlite3_api_routines *api);

int
sqlite3_gbq_init(sqlite3 *db, char **message,
    const sqlite3_api_routines *api)
{
	SQLITE_EXTENSION_INIT2(api);
	if (sqlite3_libversion_number() >= OLDEST_SQLITE)
		return functions_add(db);
	*message = sqlite3_mprintf("gbq needs SQLite 3.31 or later; this is "
	    "%s", sqlite3_libversion());
	return SQLITE_ERROR;
}
