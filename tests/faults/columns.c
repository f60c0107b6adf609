/*
 * columns.c - preloaded by columns.py: writes the columns that a program's SQL
 * reads to $COLUMNS_READ, one "table.column" a line, as SQLite's authorizer
 * tells them.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int authorizer(void *data, int action, const char *a, const char *b,
    const char *c, const char *d);

/* The program's own authorizer. A program here opens one database. */
static authorizer *own;
static void *own_data;

static int
set(sqlite3 *db, authorizer *function, void *data)
{
	int (*real)(sqlite3 *, authorizer *, void *) =
	    (int (*)(sqlite3 *, authorizer *, void *))dlsym(RTLD_NEXT,
	    "sqlite3_set_authorizer");

	return real(db, function, data);
}

static int
note(void *data, int action, const char *a, const char *b, const char *c,
    const char *d)
{
	const char *path = getenv("COLUMNS_READ");
	int file;

	(void)data;
	if ((action == SQLITE_READ || action == SQLITE_UPDATE) && path) {
		file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0600);
		dprintf(file, "%s.%s\n", a, b);
		close(file);
	}
	return own ? own(own_data, action, a, b, c, d) : SQLITE_OK;
}

int
sqlite3_set_authorizer(sqlite3 *db, authorizer *function, void *data)
{
	own = function;
	own_data = data;
	return set(db, note, NULL);
}

int
sqlite3_open_v2(const char *path, sqlite3 **db, int flags, const char *vfs)
{
	int (*real)(const char *, sqlite3 **, int, const char *) =
	    (int (*)(const char *, sqlite3 **, int, const char *))dlsym(
	    RTLD_NEXT, "sqlite3_open_v2");
	int code = real(path, db, flags, vfs);

	/* In memory: the schema alone, to compare with. */
	if (code == SQLITE_OK && strcmp(path, ":memory:") != 0)
		set(*db, note, NULL);
	return code;
}
