/*
 * functions_private.h - what functions.c registers. Each is the body of an SQL
 * function, as sqlite3_create_function() takes it.
 */
#ifndef GBQ_QUERY_FUNCTIONS_FUNCTIONS_PRIVATE_H
#define GBQ_QUERY_FUNCTIONS_FUNCTIONS_PRIVATE_H

#include <sqlite3.h>

#include "util/error.h"
#include "util/text.h"

typedef void function_body(sqlite3_context *context, int count,
    sqlite3_value **values);

/* ---- functions_answer.c ---- */

/* An argument's text, borrowed; NULL is the empty one. */
struct slice function_argument(sqlite3_value *value);

/* Answer with a copy of a text; an absent one is empty. */
void function_answer(sqlite3_context *context, struct slice text);

/* Answer with an error, which the statement then fails with. */
void function_error(sqlite3_context *context, enum gbq_status status,
    const char *words);

/*
 * Answer with the error that words tell, said by a function ("content()"): of
 * a database, or that it is none of gbq's.
 */
void function_database_error(sqlite3_context *context, const char *function,
    const char *words);

/* ---- the functions ---- */

/* Members of a JSON object (functions_json.c). */
function_body function_json_int, function_json_num, function_json_str,
    function_json_raw;

/* Of single values, with equals on a cluster (functions_cluster.c). */
function_body function_idiv, function_make_text, function_number,
    function_name_glob;

/* Of texts alone (functions_text.c). */
function_body function_diff_text, function_owner;

/* gb_id() and its state for one connection (functions_gb_id.c). */
function_body function_gb_id;
void *gb_id_state_new(void);
void gb_id_state_free(void *state);

/* content() and its state for one connection (functions_content.c). */
function_body function_content;
void *content_state_new(void);
void content_state_free(void *state);

/*
 * ---- aggregates.c ----
 *
 * SQL functions over rows that SQLite lacks and saved queries
 * use: functions.h documents them.
 */

/* Give a connection p50(), p90(), p95(), p99(), argmin(), argmax() and
 * any_value(). An SQLite error code. */
int aggregates_add(sqlite3 *db);

#endif
