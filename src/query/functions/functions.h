/*
 * functions.h - the SQL functions of gbq: of the program, and of the loadable
 * extension in other programs.
 */
#ifndef GBQ_QUERY_FUNCTIONS_FUNCTIONS_H
#define GBQ_QUERY_FUNCTIONS_FUNCTIONS_H

#include <sqlite3.h>

#include "gbq.h"

/*
 * Give a connection the functions that functions_list() documents. All are
 * NULL of NULL. They keep nothing that hinders closing the connection; what
 * they do keep goes with it. An SQLite error code.
 */
int functions_add(sqlite3 *db);

/* The functions, in the order in which people may want them. */
const struct gbq_function_doc *functions_list(size_t *count);

#endif
