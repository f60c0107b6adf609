/*
 * sweep.h - gbq diff --sweep: two sets of runs, paired by name.
 */
#ifndef GBQ_CLI_COMMANDS_COMPARE_SWEEP_H
#define GBQ_CLI_COMMANDS_COMPARE_SWEEP_H

#include "cli/diff/diff.h"
#include "cli/diff/sheet.h"

/* A run of a side. */
struct sweep_run {
	int64_t run_id;
	const char *name;
	const char *key;	/* what pairs it: name, or what a glob took */
	bool failed;		/* with failures, nothing captured */
	bool incomplete;
};

/* Two runs of one key, one of which may be missing. */
struct sweep_pair {
	const char *key;
	const struct sweep_run *runs[GBQ_SIDES];
	struct gbq_side *sides[GBQ_SIDES];
	struct gbq_diff *diff;		/* NULL: a run is missing */
	size_t order;			/* in which it was found */
};

/* A site over all pairs that have it in one state. */
struct sweep_site {
	struct gbq_diff_pair pair;	/* of the first of them */
	int64_t events[GBQ_SIDES];
	ARRAY_OF(const char *) keys;	/* of the pairs of runs, by name */
	size_t order;			/* in which it was found */
};

struct sweep {
	const char *names[GBQ_SIDES];	/* as the user gave them */
	struct arena arena;
	ARRAY_OF(struct sweep_run) runs[GBQ_SIDES];
	ARRAY_OF(struct sweep_pair) pairs;	/* by key */
	ARRAY_OF(struct gbq_diff_total) totals;
	ARRAY_OF(struct sweep_site) sites;
	size_t states[GBQ_STATES];	/* sites of all pairs */
	size_t verdicts[5];	/* pairs, as in sweep_verdicts */
	size_t compared;
	const char *verdict;
};

/* Words of sweep.verdicts. */
extern const char *const sweep_verdicts[5];

/* Find the runs, compare each pair; exit status. */
int sweep_open(struct context *context, const char *base, const char *newer,
    const struct gbq_diff_options *options, struct sweep *sweep);
void sweep_close(struct sweep *sweep);

/* "missing in new", "failed in base", …; or NULL. */
const char *sweep_note(const struct sweep_pair *pair);

/* The sum of the totals of that name, or NULL. */
const struct gbq_diff_total *sweep_total(const struct sweep *sweep,
    const char *name);

void sweep_sheet(struct sheet *sheet, const struct sweep *sweep,
    const struct sheet_options *options);
void sweep_json(struct buffer *out, const struct sweep *sweep);

#endif
