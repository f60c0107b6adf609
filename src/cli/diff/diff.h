/*
 * diff.h - diffs for people and programs: what the commands diff, gate and
 * baseline share.
 */
#ifndef GBQ_CLI_DIFF_DIFF_H
#define GBQ_CLI_DIFF_DIFF_H

#include "cli/context.h"
#include "cli/diff/record.h"
#include "util/text.h"

#define DIFF_ARROW " \xe2\x86\x92 "

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

/* gbq diff --graph and --guards (diff_graph.c). */
int command_diff_graph(struct context *context);

/* ---- output ---- */

/* For people; limit: rows a list, 0 all; stat: one line a changed site. */
void diff_text(struct buffer *out, const struct gbq_diff *diff, size_t limit,
    bool stat, bool color);

/* Whether the counts of a side are lower bounds; "≥ " before them. */
bool diff_at_least(const struct gbq_diff_run *run);

/* "6 → 2", with "?" for what is not known. */
void diff_add_values(struct buffer *out,
    const struct gbq_value *values);

/* "+3", "-0.5", nothing where not known. */
void diff_add_delta(struct buffer *out,
    const struct gbq_value *values);

/* "gone", "gone?" */
const char *diff_state_word(const struct gbq_diff_pair *pair);

/* A setting that one side only names. */
bool diff_is_one_sided(const struct gbq_diff_fact *fact);

/* "GB0059 Failed to trace builtin operator: print" */
void diff_add_kind(struct buffer *out, const struct gbq_diff_site *site);

/* "models/x.py:12 forward ← via" */
void diff_add_place(struct buffer *out, const struct gbq_diff_site *site);

/* Caches: counts that differ, and parts of keys that do (diff_cache.c). */
void diff_cache_text(struct buffer *out, const struct gbq_diff *diff,
    size_t limit);

/* The one object of -f json (diff_json.c). */
void diff_json(struct buffer *out, const struct gbq_diff *diff);

/* "\"states\": {"same": 3, …}", the member of such an object. */
void diff_json_states(struct buffer *out, const size_t states[GBQ_STATES]);

/* What is in a total and in a site. */
extern const struct record diff_total_record, diff_site_record;

/* For the text of a pull request. */
void diff_markdown(struct buffer *out, const struct gbq_diff *diff,
    size_t limit);

/* A text safe inside a markdown table's cell or a list. */
void markdown_text(struct buffer *out, const char *text);

/* Sites as rows, for csv, tsv, jsonl and raw. */
void diff_rows(struct context *context, const struct gbq_diff *diff);

/* Sites in groups: by kind, file, library, function or owner. */
void diff_groups(struct context *context, const struct gbq_diff *diff,
    const char *by);

#endif
