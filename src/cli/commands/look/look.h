/*
 * look.h - gbq breaks --by and --first, for people.
 */
#ifndef GBQ_CLI_COMMANDS_LOOK_LOOK_H
#define GBQ_CLI_COMMANDS_LOOK_LOOK_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/context.h"
#include "gbq.h"
#include "util/error.h"
#include "util/text.h"

/*
 * Append the tree of query breaks_by_own: own lines, what broke below. Exit
 * status.
 */
int breaks_by_own(struct context *context, struct buffer *out,
    struct gbq_query *query);

/* Append the event of query breaks_first with its text. Exit status. */
int breaks_first(struct context *context, struct buffer *out,
    struct gbq_query *query);

/*
 * ---- show_text.c ----
 *
 * an event or a site as a compiler tells of an error.
 */

/* Append that of the current row, of view breaks or sites. Exit status. */
int show_event_text(struct context *context, struct buffer *out,
    const struct gbq_query *row);
int show_site_text(struct context *context, struct buffer *out,
    const struct gbq_query *row);

/*
 * ---- search_text.c ----
 *
 * what a search found, laid out for people: files as headings,
 * lines below them.
 */

struct search_text {
	FILE *out;
	size_t screen_width;	/* lines are cut to it; 0: they are not */
	const struct colors *colors;
	bool name_runs;		/* there are several */
	bool has_context;	/* gaps between lines are marked */
	size_t limit;		/* lines at most; 0: all */
	size_t lines;		/* told so far */
	int64_t last;		/* number of the last line */
};

/* Write a hit; false: the limit is reached. */
bool search_text_add(struct search_text *text,
    const struct gbq_search_hit *hit);

/*
 * ---- kind_docs.c ----
 *
 * pages of a local clone of the graph-break site.
 */

/*
 * Append the page of an id (GB0059) without its front matter: GB0059.md or
 * gb0059.md in the folder, its gb, docs or docs/gb. NO_INPUT: there is none;
 * LIMIT: it has more than a megabyte; IO.
 */
enum gbq_status kind_docs_read(const char *folder, const char *gb_id,
    struct buffer *out, struct error *error);

/* Read "GB0059", "gb59" or "59" as an id; false for other texts. */
bool kind_id_parse(const char *text, char gb_id[8]);

#endif
