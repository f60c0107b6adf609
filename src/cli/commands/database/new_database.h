/*
 * new_database.h - a database that gets its name once it is whole: it is made
 * in a hidden folder beside that name, which a signal that ends the program
 * removes. One at a time.
 */
#ifndef GBQ_CLI_COMMANDS_DATABASE_NEW_DATABASE_H
#define GBQ_CLI_COMMANDS_DATABASE_NEW_DATABASE_H

#include <stdbool.h>

/* All zero: not in use. */
struct new_database {
	const char *path;	/* to open meanwhile */
	const char *name;	/* the caller's: what it shall be called */
};

/* Make the folder; false with errno set. */
bool new_database_begin(struct new_database *new, const char *name);

/*
 * keep: give the closed database its name; no file of that name is replaced,
 * and one that could not be closed, so that it has a log beside it, is none.
 * Else, and on failure, remove it. False with errno set.
 */
bool new_database_end(struct new_database *new, bool keep);

#endif
