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
 * And of single values:
 *
 *	idiv(a, b)		a / b of whole numbers, towards 0; NULL by 0
 *	text(x)			a number as a text
 *	number(text)		the number that a text is, else NULL
 *	name_glob(text, glob)	1 where text GLOB glob, else 0
 *
 * And of rows, that leave NULLs out:
 *
 *	p50(x), p90, p95, p99	the value that this part of all is below:
 *				number min(floor(part * n), n - 1) of the
 *				sorted ones, from 0
 *	argmin(a, x), argmax	a of the row with the least, greatest x
 *	any_value(x)		any
 *
 * An SQLite error code.
 */
int functions_add(sqlite3 *db);

#endif
