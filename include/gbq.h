/*
 * gbq.h - the public C API of gbq: index what torch.compile leaves behind
 * into one SQLite file, and read it again.
 *
 * The library never prints and never ends the process. Texts that a call
 * returns are borrowed: they hold until the next call on the same handle. A
 * handle belongs to one thread at a time.
 */
#ifndef GBQ_H
#define GBQ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GBQ_VERSION "0.1.0"

/* How a call ended; gbq_error_text() has the words. */
enum gbq_status {
	GBQ_OK,			/* done */
	GBQ_USAGE,		/* the caller asked for something impossible */
	GBQ_NO_INPUT,		/* there is no input that gbq reads */
	GBQ_PARTIAL,		/* some inputs could not be used */
	GBQ_DATABASE,		/* not a gbq database, damaged, or SQL error */
	GBQ_LIMIT,		/* a limit or timeout was reached, no memory */
	GBQ_IO,			/* I/O error or disk full */
	GBQ_BUSY,		/* locked by another process: try again */
	GBQ_INTERRUPTED		/* stopped by the user */
};

/* The exit status of a program for a status: 0, 2 to 6, 74, 75 or 130. */
int gbq_exit_code(enum gbq_status status);

struct gbq;			/* a database that is, or can be, open */
struct gbq_query;		/* a statement that is being read */

/* How to open a database. */
enum gbq_mode {
	GBQ_READ,		/* must exist, is never changed */
	GBQ_WRITE,		/* made or brought up to date as needed */
	GBQ_MEMORY		/* a new one that lives as long as the handle */
};

/* A new handle; gbq_free() closes what it has open. */
struct gbq *gbq_new(void);
void gbq_free(struct gbq *gbq);

/* Open a database file; path is ignored with GBQ_MEMORY. */
enum gbq_status gbq_open(struct gbq *gbq, const char *path,
    enum gbq_mode mode);

/* The text of the last call that failed, without newline; never NULL. */
const char *gbq_error_text(const struct gbq *gbq);

/* ---- ingest ---- */

/* What became of one run of an ingest. */
enum gbq_outcome {
	GBQ_ADDED,		/* it is a new run of the database */
	GBQ_UNCHANGED,		/* the same bytes were ingested before */
	GBQ_REPLACED,		/* it took the place of the run of that name */
	GBQ_REFUSED		/* not stored; message says why */
};

struct gbq_tag {
	const char *key, *value;
};

/* Zeroed, this is the default. */
struct gbq_ingest_options {
	const char *name;	/* of the run; NULL: from the path */
	bool replace;		/* supersede the run of that name */
	const struct gbq_tag *tags;
	size_t tag_count;
};

struct gbq_ingest_result {
	enum gbq_outcome outcome;
	int64_t run_id;		/* 0 when refused */
	const char *name;
	const char *path;
	const char *message;	/* NULL where there is nothing to say */
};

typedef void gbq_ingest_function(void *data,
    const struct gbq_ingest_result *result);

/*
 * Read a report, trace, console text or a folder of them; each run is one
 * transaction. The function (may be NULL) is called for every run found.
 * GBQ_PARTIAL: some were taken; GBQ_NO_INPUT: there was none.
 */
enum gbq_status gbq_ingest(struct gbq *gbq, const char *path,
    const struct gbq_ingest_options *options, gbq_ingest_function *function,
    void *data);

/* Remove a run and what only it used. */
enum gbq_status gbq_remove_run(struct gbq *gbq, int64_t run_id);

/* ---- runs ---- */

/*
 * The run that a text names: "@latest", "@-1", "NAME@-1", "id:12",
 * "name:TEXT", an exact name, a number, or a glob that matches one name.
 * GBQ_NO_INPUT: none; GBQ_USAGE: a glob matches several.
 */
enum gbq_status gbq_find_run(struct gbq *gbq, const char *text,
    int64_t *run_id);

/* ---- queries ---- */

/*
 * All SQL of this API can only read: writes, ATTACH, file functions and
 * settings are refused, whatever the mode the database was opened with.
 */

enum gbq_type {
	GBQ_NULL,
	GBQ_INTEGER,
	GBQ_REAL,
	GBQ_TEXT,
	GBQ_BLOB
};

/* The value of a column; a NUL follows the bytes of a text. */
struct gbq_value {
	enum gbq_type type;
	int64_t integer;
	double real;
	const char *bytes;	/* GBQ_TEXT, GBQ_BLOB; else NULL */
	size_t len;
};

/* Called now and then while a query works; true stops it. */
typedef bool gbq_stop_function(void *data);

/* Limits of the queries to come; zeroed: none. */
struct gbq_limits {
	double timeout_s;		/* of one statement */
	gbq_stop_function *stop;	/* asked now and then; or NULL */
	void *stop_data;
	/*
	 * What SQLite may take in the whole process. A statement that needs
	 * more fails with GBQ_LIMIT.
	 */
	int64_t memory_bytes;
};

void gbq_set_limits(struct gbq *gbq, const struct gbq_limits *limits);

/*
 * Prepare the first statement of sql. *rest (may be NULL) receives what
 * follows it. *query is NULL, the status GBQ_OK, where there is only space or
 * comment.
 */
enum gbq_status gbq_prepare(struct gbq *gbq, struct gbq_query **query,
    const char *sql, const char **rest);

/* Prepare a saved query by name; the parameters not set are NULL. */
enum gbq_status gbq_prepare_saved(struct gbq *gbq, struct gbq_query **query,
    const char *name);

/* Whether the statement has a parameter of that name (without colon). */
bool gbq_has_parameter(const struct gbq_query *query, const char *name);

/*
 * Set a parameter (without colon). gbq_bind() takes what looks like a number
 * for one. GBQ_USAGE where there is no such parameter.
 */
enum gbq_status gbq_bind(struct gbq_query *query, const char *name,
    const char *value);
enum gbq_status gbq_bind_text(struct gbq_query *query, const char *name,
    const char *value);
enum gbq_status gbq_bind_integer(struct gbq_query *query, const char *name,
    int64_t value);

/* Go to the next row; *row is false at the end. */
enum gbq_status gbq_step(struct gbq_query *query, bool *row);

size_t gbq_column_count(const struct gbq_query *query);
const char *gbq_column_name(const struct gbq_query *query, size_t column);

/* A value of the current row, valid until the next gbq_step(). */
struct gbq_value gbq_column(const struct gbq_query *query, size_t column);

/* End a query; NULL is allowed. */
void gbq_finish(struct gbq_query *query);

/* ---- documentation ---- */

struct gbq_parameter {
	const char *name, *help;
};

/* A saved query (sql/NAME.sql). */
struct gbq_saved {
	const char *name, *help;
	const char *columns;	/* their names, or NULL */
	const char *table;	/* those worth a terminal's width, or NULL */
	const char *sql;	/* the whole text, header too */
	const struct gbq_parameter *parameters;
	size_t parameter_count;
};

/* The saved queries by name, and one of them; NULL if there is none. */
const struct gbq_saved *gbq_saved_list(struct gbq *gbq, size_t *count);
const struct gbq_saved *gbq_saved_find(struct gbq *gbq, const char *name);

struct gbq_column_doc {
	const char *name, *help;
	const char *type;	/* "INTEGER", …; "" where SQL gives none */
};

/* A public view of the database. */
struct gbq_view_doc {
	const char *name, *help;
	const char *sql;	/* CREATE VIEW … */
	const struct gbq_column_doc *columns;
	size_t column_count;
};

/* The views, sorted by name, and one of them; NULL if there is none. */
const struct gbq_view_doc *gbq_view_list(struct gbq *gbq, size_t *count);
const struct gbq_view_doc *gbq_view_find(struct gbq *gbq, const char *name);

#endif
