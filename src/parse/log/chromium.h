/*
 * chromium.h - chromium events, as payloads of a log or in
 * chromium_events.json (tlparse 0.3.24 on): how long each phase of a compile
 * took.
 */
#ifndef GBQ_PARSE_LOG_CHROMIUM_H
#define GBQ_PARSE_LOG_CHROMIUM_H

#include "parse/parse.h"
#include "util/table.h"

/* All calls of one phase in one compile. */
struct phase {
	struct slice compile_id;	/* "0/0"; absent: none given */
	struct slice name;
	int64_t calls;			/* untimed ones too */
	int64_t untimed;		/* begun or ended only */
	int64_t instants;		/* events of a moment: no calls */
	double total_s;			/* NaN if no call is timed */
	double self_s;			/* without the phases inside */
};

struct phase_table {
	struct arena *arena;		/* of the texts of phases */
	struct arena scratch;		/* of the event at hand */
	ARRAY_OF(struct phase) phases;	/* in order of appearance */
	int64_t first_us;		/* earliest time, UNKNOWN_INT: none */
	int64_t bad_events;		/* no JSON object, or no name */
	int64_t dropped_events;		/* of phases beyond the first 1 << 20 */
	struct hash_table index;	/* number of each phase */
	struct buffer key;		/* of the event at hand */
	ARRAY_OF(struct phase_span) open;	/* begun, the last at the end */
};

/* A call that has begun. */
struct phase_span {
	size_t phase;
	int64_t process, thread;
	double start_us;
	double inside_us;	/* in calls inside it */
};

void phase_table_init(struct phase_table *table, struct arena *arena);
void phase_table_release(struct phase_table *table);

/*
 * Add an event, JSON. The end of a call belongs to the last one begun with
 * that name, compile id, process and thread; it lies inside the last call of
 * that compile id, process and thread which is still open. torch says pid 0
 * and tid 0 for all threads, so compile ids never lie inside one another, and
 * those of id "None", compile workers side by side, not even among themselves.
 * fallback is the compile id of an event that gives none, or absent.
 */
void phase_table_add(struct phase_table *table, struct slice json,
    struct slice fallback);

/* Add all events of a chromium_events.json. */
void phase_table_add_file(struct phase_table *table,
    struct parse_context *context, struct slice text);

/* No more events come: settle calls that are still open; report problems. */
void phase_table_finish(struct phase_table *table,
    struct problem_list *problems);

#endif
