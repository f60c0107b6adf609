/*
 * aggregates.h - SQL functions over rows that SQLite lacks and saved queries
 * use: functions.h documents them.
 */
#ifndef GBQ_QUERY_AGGREGATES_H
#define GBQ_QUERY_AGGREGATES_H

#include <sqlite3.h>

/* Give a connection p50(), p90(), p95(), p99(), argmin(), argmax() and
 * any_value(). An SQLite error code. */
int aggregates_add(sqlite3 *db);

#endif
