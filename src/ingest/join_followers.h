/*
 * join_followers.h - call stacks of a run's breaks, for join_followers.c.
 */
#ifndef GBQ_INGEST_JOIN_FOLLOWERS_H
#define GBQ_INGEST_JOIN_FOLLOWERS_H

#include "ingest/join.h"

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

/* A compiled frame that an event broke. */
struct broken_frame {
	struct call_place code;		/* of the compiled frame */
	int64_t line;			/* of the break in it */
	bool is_eager;			/* all of it runs eager */
	size_t site, compile, event;
};

struct site_events {
	size_t *events;
	size_t count;
};

struct followers {
	struct join *join;
	ARRAY_OF(struct call_place) starts;	/* of functions; sorted */
	ARRAY_OF(struct broken_frame) broken;	/* sorted by code */
	struct event_calls *calls;		/* of each event */
	struct site_events *sites;
	size_t *by_site;			/* events, for sites */
	size_t *marks;			/* of sites: marked if == mark */
	size_t mark;
	size_t *called, *resumed;		/* of sites: counts */
	size_t pairs;				/* of sites, tried */
};

void followers_init(struct followers *followers);
void followers_release(struct followers *followers);

/* The function that holds a line. */
struct call_place code_of(const struct followers *followers,
    struct slice file, struct slice function, int64_t line);

bool same_code(const struct call_place *a, const struct call_place *b);

/* The first broken frame of a function, or where it would stand. */
size_t first_broken(const struct followers *followers,
    const struct call_place *code);

/* Whether a compile came before another, of the same rank and process. */
bool is_before(const struct followers *followers, size_t before,
    const struct compile_row *compile);

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
