/*
 * statement.h - a statement that reads rows, of whatever engine: SQLite
 * (statement_sqlite.c) or a cluster (remote/statement.h).
 */
#ifndef GBQ_QUERY_STATEMENT_H
#define GBQ_QUERY_STATEMENT_H

#include "gbq.h"
#include "query/guard.h"

struct statement;

/* What an engine does for its statements. */
struct statement_class {
	/* Names stand without colon. */
	bool (*has_parameter)(const struct statement *statement,
	    const char *name);
	/* The bytes of the value are copied. USAGE: no such parameter. */
	enum gbq_status (*bind)(struct statement *statement, const char *name,
	    const struct gbq_value *value, struct error *error);
	/* No more rows will be read; NULL where that makes no difference. */
	void (*limit)(struct statement *statement, size_t count);
	/* Go to the next row; *row is false at the end. */
	enum gbq_status (*step)(struct statement *statement, bool *row,
	    struct error *error);
	/* An engine may have to run the statement to know its columns. */
	size_t (*column_count)(struct statement *statement);
	const char *(*column_name)(struct statement *statement,
	    size_t column);
	/* Borrowed until the next step. */
	struct gbq_value (*column)(struct statement *statement,
	    size_t column);
	void (*finish)(struct statement *statement);
};

/* The first member of each engine's own struct. */
struct statement {
	const struct statement_class *class;
};

/*
 * Prepare the first statement of a text under the guard of an SQLite
 * database; *out is NULL where there is only space or comment, *rest (may be
 * NULL) what follows. The guard outlives it. End it with class->finish.
 */
enum gbq_status statement_sqlite(struct statement **out, struct guard *guard,
    const char *sql, const char **rest, struct error *error);

/* USAGE: "the query has no parameter …". */
enum gbq_status statement_no_parameter(const char *name, struct error *error);

#endif
