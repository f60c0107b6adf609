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

/*
 * ---- select.c ----
 *
 * RUN texts on a cluster.
 */

/*
 * The run that a text names: "@latest", "@-1", "NAME@-1", "name:TEXT", an
 * exact name, "id:12" or a number (a run_id of the cluster), "key:HEX" or six
 * digits and more that a run_key begins with, "TAG=VALUE" (the newest run that
 * has it), or a glob that matches one name. sql is the query find_run.
 * NO_INPUT: none; USAGE: it means several, or is a path.
 */
enum gbq_status select_run(struct clickhouse *clickhouse, const char *sql,
    const char *text, int64_t *run_id, struct error *error);

#endif
