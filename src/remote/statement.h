/*
 * statement.h - a statement that a cluster answers.
 */
#ifndef GBQ_REMOTE_STATEMENT_H
#define GBQ_REMOTE_STATEMENT_H

#include "query/statement.h"
#include "remote/clickhouse.h"

struct remote_statement_options {
	/* SQL of a user: only its parameters are replaced. */
	bool verbatim;
	/*
	 * A column with values of tags (or NULL): texts that read as a number
	 * are numbers, as in SQLite.
	 */
	const char *tag_column;
};

/*
 * A statement in the common subset (query/dialect.h), or a user's. It is sent
 * when its columns or rows are asked for. The connection outlives it; sql is
 * copied. End it with class->finish.
 */
void statement_remote(struct statement **out, struct clickhouse *clickhouse,
    const char *sql, const struct remote_statement_options *options);

#endif
