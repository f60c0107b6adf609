/*
 * diff.h - diffs for people and programs: what the commands diff, gate and
 * baseline share.
 */
#ifndef GBQ_CLI_DIFF_DIFF_H
#define GBQ_CLI_DIFF_DIFF_H

#include "cli/context.h"
#include "cli/diff/record.h"
#include "util/text.h"

/*
 * Read what an argument names: a baseline file, or a run as in
 * database_find_run(). Exit status, the message printed.
 */
int diff_open_side(struct context *context, const char *text,
    struct gbq_side **side);

/* Options --match, --map and --own; exit status. maps: of heap, freed by
 * diff_free_options(). */
int diff_read_options(struct context *context,
    struct gbq_diff_options *options);
void diff_free_options(struct gbq_diff_options *options);

/* Compare two arguments; exit status. *diff borrows from the sides. */
struct diff_pair {
	struct gbq_side *sides[GBQ_SIDES];
	struct gbq_diff *diff;
	struct gbq_diff_options options;
};

int diff_open(struct context *context, const char *base, const char *newer,
    struct diff_pair *pair);
void diff_close(struct diff_pair *pair);

/* EXIT_NEGATIVE where --exit-code or --fail-on holds; or 0, EXIT_USAGE
 * (diff_answer.c). */
int diff_answer(const struct context *context, const struct gbq_diff *diff);

/* gbq diff --sweep (cmd_sweep.c). */
int command_diff_sweep(struct context *context);

/*
 * gbq diff of two handles, --graph and --guards (diff_graph.c); whether the
 * options or arguments ask for it.
 */
int command_diff_graph(struct context *context);
bool diff_graph_is_meant(const struct context *context);

/* ---- words ---- */

/* "6", "0.50", "?" for what is not known. */
void diff_add_value(struct buffer *out, const struct gbq_value *value);

/* "+3", "-0.5", nothing where not known. */
void diff_add_delta(struct buffer *out, const struct gbq_value *values);

/* "gone", "gone?" */
const char *diff_state_word(const struct gbq_diff_pair *pair);

/* The site as it is now, or as it was. */
const struct gbq_diff_site *diff_shown_site(const struct gbq_diff_pair *pair);

/* Whether a total is the seconds of a phase. */
bool diff_is_phase(const struct gbq_diff_total *total);

/* "GB0059 Failed to trace builtin operator: print" */
void diff_add_kind(struct buffer *out, const struct gbq_diff_site *site);

/* "models/x.py:12 forward ← via" */
void diff_add_place(struct buffer *out, const struct gbq_diff_site *site);

/* Both: "KIND in PLACE" */
void diff_add_break(struct buffer *out, const struct gbq_diff_site *site);

/* ---- output; for people: sheet.h ---- */

/* The one object of -f json (diff_json.c). */
void diff_json(struct buffer *out, const struct gbq_diff *diff);

/* "\"states\": {"same": 3, …}", the member of such an object. */
void diff_json_states(struct buffer *out, const size_t states[GBQ_STATES]);

/* What is in a total and in a site. */
extern const struct record diff_total_record, diff_site_record;

/* Sites as rows, for csv, tsv, jsonl and raw. */
void diff_rows(struct context *context, const struct gbq_diff *diff);

/* Sites in groups: by kind, file, library, function or owner. */
void diff_groups(struct context *context, const struct gbq_diff *diff,
    const char *by);

/*
 * Parts of keys of caches that changed as rows, a part of a key each; cache:
 * of one only, or NULL (diff_cache.c).
 */
void diff_cache_rows(struct context *context, const struct gbq_diff *diff,
    const char *cache);

#endif
