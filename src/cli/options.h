/*
 * options.h - the options of all commands, in one table: an option means the
 * same everywhere, a command only names those it takes.
 */
#ifndef GBQ_CLI_OPTIONS_H
#define GBQ_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/memory.h"
#include "util/text.h"

enum option_id {
	OPTION_END,		/* ends the list of a command */
	OPTION_DB, OPTION_ON, OPTION_QUIET, OPTION_VERBOSE, OPTION_COLOR,
	OPTION_HELP, OPTION_VERSION,
	OPTION_FORMAT, OPTION_LIMIT, OPTION_OUTPUT,
	OPTION_ALL, OPTION_KIND, OPTION_OWNER, OPTION_OWN, OPTION_FILE,
	OPTION_HINT, OPTION_FORM, OPTION_FLAG, OPTION_RANK, OPTION_STATUS,
	OPTION_FUNCTION, OPTION_CATEGORY, OPTION_STAGE, OPTION_CLASS,
	OPTION_SEVERITY, OPTION_CODE, OPTION_RECOMPILED, OPTION_COMPILE,
	OPTION_GRAPH_STAGE, OPTION_ARTIFACT_KIND, OPTION_CACHE, OPTION_STATE,
	OPTION_KEY, OPTION_SYSTEM, OPTION_RECOMPILES_BY, OPTION_TIME_BY,
	OPTION_MATCH, OPTION_MAP, OPTION_EXIT_CODE, OPTION_FAIL_ON,
	OPTION_STAT, OPTION_SWEEP, OPTION_GRAPH, OPTION_GUARDS, OPTION_DIFF_BY,
	OPTION_BASELINE, OPTION_ALLOW, OPTION_ALLOW_INCOMPLETE,
	OPTION_ALLOW_UNREAD,
	OPTION_MAX_SITES, OPTION_MAX_EVENTS, OPTION_MAX_RECOMPILES,
	OPTION_MAX_FAILURES, OPTION_MAX_TIME, OPTION_GATE_FORMAT,
	OPTION_TAG_BY, OPTION_PAIR_BY, OPTION_SITES,
	OPTION_DOCS, OPTION_BREAKS_BY, OPTION_FIRST,
	OPTION_NAME, OPTION_TAG, OPTION_REMOVE, OPTION_KEEP, OPTION_REPLACE,
	OPTION_NO_CONTENT, OPTION_WITH_CONSOLE,
	OPTION_JOBS, OPTION_REHASH, OPTION_DRY_RUN,
	OPTION_STRICT, OPTION_LIMIT_BYTES, OPTION_LIMIT_ENTRIES,
	OPTION_LIMIT_RATIO, OPTION_EXPORT_FILE, OPTION_REDACT, OPTION_LIST,
	OPTION_PARAMETER, OPTION_SQL_FILE, OPTION_TIMEOUT,
	OPTION_ALL_RUNS, OPTION_IGNORE_CASE, OPTION_FIXED, OPTION_LIST_FILES,
	OPTION_COUNT_LINES, OPTION_MAX_COUNT, OPTION_CONTEXT, OPTION_IN,
	OPTION_SEARCH_JOBS, OPTION_CACHE_BY,
	OPTION_TO, OPTION_LAYOUT, OPTION_INIT, OPTION_VERIFY, OPTION_DDL,
	OPTION_TRIES,
	OPTION_COUNT
};

struct option_spec {
	enum option_id id;
	char letter;		/* '\0': none */
	const char *name;	/* long name */
	const char *argument;	/* "FILE"; NULL: takes none */
	const char *help;
	const char *values;	/* "a, b, c": the only ones; NULL: any */
};

/* What a command line gave. */
struct option_values {
	/* The last value of each, "" for options without; NULL: not given. */
	const char *last[OPTION_COUNT];
	/* All, in order, for options that may be repeated. */
	ARRAY_OF(struct given_option {
		enum option_id id;
		const char *value;
	}) given;
};

/* The options before the command, accepted after it as well. */
extern const enum option_id global_options[];

/* The table's entry; NULL for an id without one. */
const struct option_spec *option_find(enum option_id id);

/*
 * Read the options of argv[1…] that are listed (lists may be NULL), moving
 * them before the other arguments unless stop_at_argument. Returns the index
 * of the first other argument, or -1 with *message (freed by the caller) set.
 */
int options_parse(struct option_values *values, int argc, char **argv,
    const enum option_id *list, bool stop_at_argument, char **message);

void options_release(struct option_values *values);

/*
 * Check the options given against the values that their entries list. True,
 * or false with *message (freed by the caller) set.
 */
bool options_check(const struct option_values *values, char **message);

/*
 * Numbers as options take them: decimal digits without a sign, so that "-0",
 * "+1" and "0x10" are none. False if it is none or does not fit.
 */
bool option_read_integer(struct slice text, int64_t *number);
bool option_read_real(struct slice text, double *number);

/* A value as a whole number of at least 0; false if it is none. */
bool option_number(const struct option_values *values, enum option_id id,
    int64_t *number);

#endif
