/*
 * sites.h - the steps of join_run() after all events have their place: sites,
 * and which of them go with others.
 */
#ifndef GBQ_INGEST_JOIN_SITES_SITES_H
#define GBQ_INGEST_JOIN_SITES_SITES_H

#include "ingest/join/join.h"
#include "util/table.h"

/* Sites, of events at one place. */
void join_sites(struct join *join);

/* What tells each site in another run: rows->keys. */
void join_keys(struct join *join);

/* first_call_only and cascade_events of sites. */
void join_cascades(struct join *join);

/* Sites that go with others; sites above recompiles. */
void join_followers(struct join *join);

/*
 * ---- join_call_stacks.c ----
 *
 * call stacks of a run's breaks, for join_followers.c.
 */

/* A line of a function; functions of one name are told apart by start. */
struct call_place {
	struct slice file, function;	/* resumed function's name */
	int64_t start;			/* first line; 0: not known */
	int64_t line;
	bool is_torch;			/* torch's or the standard library's */
};

/* The user stack of an event, outermost first. */
struct event_calls {
	struct call_place *places;
	size_t count;
	size_t root;		/* of the compiled frame; NO_ROW: unknown */
};

/* A compiled frame that an event broke, in a compile of a rank and process. */
struct broken_frame {
	struct call_place code;		/* of the compiled frame */
	int64_t line;			/* of the break in it */
	bool is_eager;			/* all of it runs eager */
	int64_t rank, process, order;
	size_t site, compile, event;
};

/* Some of them: [from, to). */
struct broken_range {
	size_t from, to;
};

struct site_events {
	size_t *events;
	size_t count;
};

struct followers {
	struct join *join;
	ARRAY_OF(struct call_place) starts;	/* of functions; sorted */
	ARRAY_OF(struct broken_frame) broken;	/* by code, then in order */
	struct row_index broken_by_compile;
	size_t *before;		/* for each compile; NO_ROW */
	struct event_calls *calls;		/* of each event */
	struct site_events *sites;
	size_t *by_site;			/* events, for sites */
	bool *is_marked;			/* of sites */
	ARRAY_OF(size_t) marked;		/* those sites */
	size_t *called, *resumed;		/* of sites: counts */
	ARRAY_OF(size_t) counted;		/* sites with a count */
	size_t pairs;				/* of sites, tried */
};

void followers_init(struct followers *followers);
void followers_release(struct followers *followers);

/* The function that holds a line. */
struct call_place code_of(const struct followers *followers,
    struct slice file, struct slice function, int64_t line);

bool same_code(const struct call_place *a, const struct call_place *b);

/*
 * The frames of a function that broke before a compile, of the same rank and
 * process; of very many the last 4,096.
 */
struct broken_range broken_before(const struct followers *followers,
    const struct call_place *code, const struct compile_row *compile);

/* Mark a site, once. */
void mark_site(struct followers *followers, size_t site);

/* Bring indexes of sites in order. */
void sort_sites(size_t *sites, size_t count);

typedef void mark_function(struct followers *followers,
    const struct call_place *callers, size_t count,
    const struct compile_row *compile);

/*
 * Mark the sites whose breaks a compile was called below: by its start stack,
 * or that of its first event, and by the compile before it, whose frame the
 * start stack leaves out.
 */
void mark_compile(struct followers *followers, size_t compile,
    mark_function *mark_callers);

/* Mark the sites after whose breaks a compile's function resumes. */
void mark_origin(struct followers *followers, size_t compile);

/* Make the marks rows->below of a compile, and begin anew. */
void add_marked(struct followers *followers, size_t compile, bool resumes);

#endif
