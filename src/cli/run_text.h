/*
 * run_text.h - what people are told about a run before anything else: its
 * name, its counts of breaks, and what makes counts doubtful.
 */
#ifndef GBQ_CLI_RUN_TEXT_H
#define GBQ_CLI_RUN_TEXT_H

#include "cli/context.h"

struct run_facts {
	char *label;		/* "mixtral_moe (run 3)", or the path */
	char *break_counts;	/* "31 events in 6 sites of 6 kinds, …" */
	char *compile_time;	/* "73.6 s compile; lost: 39.0 s (53 %) …" */
	char *recompile_counts;	/* "39 recompiles, 142 guard failures, …" */
	char *tags;		/* "iter_ms=12.3, gpu=a100", or "" */
	char *doubt;		/* lines with '\n', or "" */
	int64_t break_events, break_sites;	/* all of the run */
	bool at_least;		/* counts of breaks are lower bounds */
	bool break_events_known;
};

/*
 * Read the facts of a run; exit status, the message printed. Release them if
 * it is 0.
 */
int run_facts_load(struct context *context, int64_t run_id,
    struct run_facts *facts);

/* Append the lines of doubt, in color where wanted. */
void add_doubt(struct buffer *out, const struct run_facts *facts,
    bool color);

void run_facts_release(struct run_facts *facts);

#endif
