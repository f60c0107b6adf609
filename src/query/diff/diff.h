/*
 * diff.h - two sides compared: what is the same, moved, changed, gone, new,
 * and whether it got better.
 */
#ifndef GBQ_QUERY_DIFF_DIFF_H
#define GBQ_QUERY_DIFF_DIFF_H

#include "query/diff/side.h"

/* A diff while it is made, and what its texts and lists live in. */
struct diff_build {
	struct gbq_diff diff;		/* what the caller sees; first */
	struct arena arena;
	const struct gbq_side *sides[GBQ_SIDES];
	const struct gbq_diff_options *options;
	struct match_options match;
	struct hash_table moved;	/* files of the base, to moved_to */
	slice_array moved_to;
	ARRAY_OF(struct gbq_diff_fact) environment;
	ARRAY_OF(struct gbq_diff_total) totals;
	ARRAY_OF(struct gbq_diff_pair) pairs;
	ARRAY_OF(struct gbq_diff_item_pair) recompiles, failures;
	ARRAY_OF(struct gbq_diff_frame) frames;
	ARRAY_OF(struct gbq_diff_cache) caches;
	ARRAY_OF(struct gbq_diff_cache_key) cache_keys;
	ARRAY_OF(struct gbq_diff_graph) graphs;
};

/* Compare; the sides must live as long as the diff. */
enum gbq_status diff_make(const struct gbq_side *base,
    const struct gbq_side *newer, const struct gbq_diff_options *options,
    struct gbq_diff **out, struct error *error);

void diff_free(struct gbq_diff *diff);

/* ---- its parts (diff_*.c) ---- */

void diff_sites(struct diff_build *build);
/* Learn of sites that were matched which files lie elsewhere now. */
void diff_moves(struct diff_build *build,
    const struct match_side sites[MATCH_SIDES]);
void diff_items(struct diff_build *build);
void diff_environment(struct diff_build *build);
void diff_totals(struct diff_build *build);
void diff_time(struct diff_build *build);
void diff_caches(struct diff_build *build);
void diff_cache_keys(struct diff_build *build);
void diff_graphs(struct diff_build *build);
void diff_verdict(struct diff_build *build);

/* ---- what they share (diff_build.c) ---- */

/* The total of that name, or NULL. */
const struct gbq_diff_total *diff_total(const struct gbq_diff *diff,
    const char *name);

/* An integer total of a side; missing where it is not known. */
int64_t diff_total_int(const struct gbq_diff *diff, const char *name,
    int side, int64_t missing);

const char *diff_state_name(enum gbq_diff_state state);

/* The key of a file as the new side has it: maps and moves applied. */
struct slice diff_file_key(struct diff_build *build, int side,
    struct slice key);

/* A copy of a buffer's text in the arena; the buffer is released. */
const char *diff_take(struct diff_build *build, struct buffer *text);

#endif
