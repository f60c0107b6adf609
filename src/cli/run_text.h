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
	char *doubt;		/* lines with '\n', or "" */
	bool at_least;		/* counts of breaks are lower bounds */
	bool break_events_known;
};

/* Read the facts of a run; exit status, the message printed. */
int run_facts_load(struct context *context, int64_t run_id,
    struct run_facts *facts);

void run_facts_release(struct run_facts *facts);

#endif
