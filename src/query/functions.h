/*
 * functions.h - SQL functions of gbq for saved queries: they have one name
 * here and an equal on a cluster.
 */
#ifndef GBQ_QUERY_FUNCTIONS_H
#define GBQ_QUERY_FUNCTIONS_H

#include <sqlite3.h>

/*
 * Give a connection these functions of a JSON object's text and the name of a
 * member of it. All are NULL of NULL.
 *
 *	json_int(text, name)	a number without fraction; 0 if there is none
 *	json_num(text, name)	any finite number; 0.0 if there is none
 *	json_str(text, name)	a text; '' if there is none
 *	json_raw(text, name)	the JSON of any member; '' if there is none
 *
 * An SQLite error code.
 */
int functions_add(sqlite3 *db);

#endif
