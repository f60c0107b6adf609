/*
 * join_beside.c - console text beside a report or trace: which rows of the
 * run its messages are. What the run has already is not counted again; where
 * torch before 2.6 wrote no reason files the text lends its place.
 */
#include "ingest/join.h"

/* ---- keys ---- */

/* Ranks of the run's files and log; the only one, if there is one. */
struct known_ranks {
	int64_t only;		/* NO_ID: none has a rank */
	bool several;
};

static void
see_rank(struct known_ranks *ranks, int64_t rank)
{
	if (rank == NO_ID || rank == ranks->only)
		return;
	ranks->several |= ranks->only != NO_ID;
	ranks->only = rank;
}

static bool
has_processes(const struct capture *capture)
{
	size_t i;

	for (i = 0; i < capture->log.compiles.count; i++) {
		if (capture->log.compiles.items[i].key.process != NO_ID)
			return true;
	}
	return false;
}

/*
 * The rank of a message: of a run without ranks nothing says which of several
 * it is, of one with several nothing says whose a message without is.
 */
static bool
adopt_rank(struct compile_key *key, const struct known_ranks *run,
    const struct known_ranks *console)
{
	if (key->rank == NO_ID)
		key->rank = run->several ? NO_ID : run->only;
	else if (run->only == NO_ID && !console->several)
		key->rank = NO_ID;
	return (key->rank == NO_ID) == (run->only == NO_ID);
}

/*
 * The console names every process and only some ranks: make its keys those of
 * the run. A message that may be of any rank has no key.
 */
void
join_adopt_console(struct join *join)
{
	struct capture *capture = join->capture;
	struct known_ranks run = { NO_ID, false }, console = { NO_ID, false };
	bool processes = has_processes(capture);
	size_t i;

	if (capture->is_console)
		return;
	for (i = 0; i < capture->files.count; i++)
		see_rank(&run, capture->files.items[i].key.rank);
	for (i = 0; i < capture->log.compiles.count; i++)
		see_rank(&run, capture->log.compiles.items[i].key.rank);
	for (i = 0; i < capture->console.count; i++)
		see_rank(&console, capture->console.items[i].key.rank);
	for (i = 0; i < capture->console.count; i++) {
		struct compile_key *key = &capture->console.items[i].key;

		if (!processes)
			key->process = NO_ID;
		if (!adopt_rank(key, &run, &console))
			*key = compile_key_none();
	}
}

/* ---- events ---- */

static bool
is_of_compile(const struct join *join, size_t compile,
    const struct compile_key *event, const struct compile_key *key)
{
	return !compile_key_is_compile(key) || compile_key_compare(
	    compile == NO_ROW ? event :
	    &join->rows->compiles.items[compile].key, key) == 0;
}

static bool
is_same_place(const struct reason *a, const struct reason *b)
{
	return a->line == b->line && slice_equal(a->file, b->file);
}

/* A notice without its traceback names no kind (gb_functorch_hops). */
static bool
is_bare_notice(const struct reason *reason)
{
	return reason->shape == REASON_NOTICE && !reason->raised_file.at &&
	    reason->file.at;
}

static bool
is_same_kind(const struct event_row *event, const struct event_row *printed)
{
	if (is_bare_notice(printed->reason))
		return is_same_place(event->reason, printed->reason);
	if (event->gb_id.at && printed->gb_id.at)
		return slice_equal(event->gb_id, printed->gb_id);
	return slice_equal(event->kind, printed->kind);
}

/* What an event without a place learns from the console. */
static void
lend_reason(struct event_row *event, const struct event_row *printed)
{
	event->reason = printed->reason;
	if (printed->form != FORM_UNKNOWN)
		event->form = printed->form;
}

bool
join_is_known_event(struct join *join, const struct event_row *printed)
{
	struct event_row *bare = NULL;
	size_t i;

	for (i = 0; i < join->rows->events.count; i++) {
		struct event_row *event = &join->rows->events.items[i];

		if (!is_of_compile(join, event->compile, &event->key,
		    &printed->key) ||
		    !is_same_kind(event, printed))
			continue;
		if (!printed->reason->file.at ||
		    is_same_place(event->reason, printed->reason))
			return true;
		if (!bare && !event->reason->file.at)
			bare = event;
	}
	if (bare)
		lend_reason(bare, printed);
	return bare;
}

/* ---- failures ---- */

static struct slice
first_line(struct slice text)
{
	return slice_trim(slice_part(text, 0, slice_find_byte(text, '\n')));
}

/* "TypeError: words" is a TypeError of these words (InternalTorchDynamoError,
 * dist_shape_diverge_cc). */
static bool
is_wrapped(const struct failure_out *row, struct slice printed)
{
	return slice_take(&printed, row->type) &&
	    slice_take(&printed, LITERAL(": ")) &&
	    slice_equal(first_line(printed), first_line(row->reason));
}

static bool
is_same_failure(const struct failure_out *row,
    const struct failure_out *printed)
{
	return is_wrapped(row, printed->reason) ||
	    (slice_equal(row->type, printed->type) &&
	    slice_contains(row->reason, first_line(printed->reason)));
}

bool
join_is_known_failure(const struct join *join,
    const struct failure_out *printed)
{
	size_t i;

	for (i = 0; i < join->rows->failures.count; i++) {
		const struct failure_out *row = &join->rows->failures.items[i];

		if (is_of_compile(join, row->compile, &row->key,
		    &printed->key) && is_same_failure(row, printed))
			return true;
	}
	return false;
}

bool
join_is_known_limit(const struct join *join, const struct compile_key *key)
{
	size_t i;

	for (i = 0; i < join->rows->failures.count; i++) {
		const struct failure_out *row = &join->rows->failures.items[i];

		if (is_of_compile(join, row->compile, &row->key, key) &&
		    slice_equal(slice_of(row->category),
		    LITERAL("recompile_limit")))
			return true;
	}
	return false;
}
