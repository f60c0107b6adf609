/*
 * failure.c - asks SQLite why; needs nothing else of a store, so that the
 * extension can have it.
 */
#include "store/failure.h"

#include <errno.h>
#include <stddef.h>

bool
store_disk_failed(sqlite3 *db)
{
	int last = 0;

	return sqlite3_file_control(db, NULL, SQLITE_FCNTL_LAST_ERRNO,
	    &last) == SQLITE_OK && last == EIO;
}

enum gbq_status
store_status(sqlite3 *db, int code)
{
	switch (code & 0xff) {
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return GBQ_BUSY;
	case SQLITE_NOMEM:
	case SQLITE_TOOBIG:
		return GBQ_LIMIT;
	case SQLITE_FULL:
	case SQLITE_IOERR:
	case SQLITE_READONLY:
	case SQLITE_CANTOPEN:
		return GBQ_IO;
	case SQLITE_CORRUPT:
		return store_disk_failed(db) ? GBQ_IO : GBQ_DATABASE;
	default:
		return GBQ_DATABASE;
	}
}

const char *
store_message(sqlite3 *db, int code)
{
	return (code & 0xff) == SQLITE_CORRUPT && store_disk_failed(db) ?
	    sqlite3_errstr(SQLITE_IOERR) : sqlite3_errmsg(db);
}

enum gbq_status
store_failed(sqlite3 *db, const char *what, struct error *error)
{
	int code = sqlite3_errcode(db);

	return error_set(error, store_status(db, code), "%s: %s", what,
	    store_message(db, code));
}
