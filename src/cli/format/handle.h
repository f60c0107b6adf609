/*
 * handle.h - what a thing of a run is called: e12 an event, s3 a site, c2 a
 * cause, f1 a failure, g4 a graph, [1/0] a compile. Every list prints it, every
 * command takes it.
 */
#ifndef GBQ_CLI_FORMAT_HANDLE_H
#define GBQ_CLI_FORMAT_HANDLE_H

#include <stdbool.h>
#include <stdint.h>

#include "gbq.h"
#include "util/text.h"

enum handle_kind {		/* bits, for those that a command takes */
	HANDLE_COMPILE = 1,
	HANDLE_EVENT = 2,
	HANDLE_SITE = 4,
	HANDLE_CAUSE = 8,
	HANDLE_FAILURE = 16,
	HANDLE_GRAPH = 32,
	HANDLE_ANY = 63
};

struct handle {
	enum handle_kind kind;
	int64_t number;		/* of all but compiles, from 1 */
	/* Of a compile: "0/0", "!1/0/0", as in view compiles; -1: not given. */
	char id[64];
	int64_t attempt, instance, rank;
};

/*
 * Read "e12", or of a compile "[!CA/]F/C[_A][#INSTANCE][@rN]", "CA:1/0/0" for
 * "!1/0/0", in brackets or not. False for anything else.
 */
bool handle_parse(const char *text, struct handle *handle);

/*
 * Read "RUN:HANDLE": *run_len is the length of RUN, 0 where there is none.
 * "name:s3", "id:3" and "key:…" are runs: false.
 */
bool handle_split(const char *text, size_t *run_len, struct handle *handle);

/* "site", and the command that lists them. */
const char *handle_noun(enum handle_kind kind);
const char *handle_list(enum handle_kind kind);

/* Append "s3", "[0/1#1]". */
void handle_text(struct buffer *out, const struct handle *handle);

/* Append "a compile ([1/0]) or an event (e12)". */
void handle_kinds_text(struct buffer *out, unsigned kinds);

/*
 * Set the parameter that is named after the kind ("site"); of a compile "id",
 * or where the query has none "compile", and those of "instance", "attempt" and
 * "rank" that are given and that the query has.
 */
enum gbq_status handle_bind(struct gbq_query *query,
    const struct handle *handle);

/*
 * Append the value of a column that is "event_id", "site_id" and the like, or
 * ends so, as a handle: "e12", "[0/0]". False where it names nothing.
 */
bool handle_cell(struct buffer *out, const char *name,
    const struct gbq_value *value);

#endif
