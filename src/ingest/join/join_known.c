/*
 * join_known.c - console text beside a report or trace: which rows of the run
 * its messages are.
 */
#include "ingest/join/join_private.h"

enum { MAX_TRIED = 1000 };	/* rows of one compile and place */

/* What a key of the index is made of, beside compile and place. */
enum what {
	AT_PLACE,		/* events at a place */
	WITHOUT_PLACE,		/* events that have none */
	ANYWHERE,		/* all events */
	SEEN,			/* events at the innermost frame, too */
	TWIN,			/* GB0219 of a compile's row */
	REPEATED,		/* events with a stack, by place and kind */
	FAILURE,
	LIMIT
};

/* ---- the index ---- */

void
known_release(struct known *known)
{
	row_index_release(&known->index);
	known->events = known->failures = 0;
}

static uint64_t
known_key_of(enum what what, const struct compile_key *compile)
{
	uint64_t key = table_hash_number(0, what);

	if (!compile || !compile_key_is_compile(compile))
		return key;
	return compile_key_hash(key, compile);
}

static uint64_t
key_at(enum what what, const struct compile_key *compile,
    const struct reason *reason)
{
	return table_hash_text(table_hash_number(known_key_of(what, compile),
	    reason->line), reason->file);
}

static uint64_t
repeated_key(const struct event_row *event)
{
	return table_hash_text(key_at(REPEATED, NULL, event->reason),
	    event->kind);
}

static const struct compile_key *
key_of_row(const struct join *join, size_t compile,
    const struct compile_key *own)
{
	return compile == NO_ROW ? own :
	    &join->rows->compiles.items[compile].key;
}

/* Under its compile, and for messages that name none. */
static void
known_add_place(struct known *known, const struct join *join, size_t row)
{
	const struct event_row *event = &join->rows->events.items[row];
	const struct compile_key *keys[] = {
		key_of_row(join, event->compile, &event->key), NULL
	};
	enum what what = event->reason->file.at ? AT_PLACE : WITHOUT_PLACE;
	size_t i;

	for (i = compile_key_is_compile(keys[0]) ? 0 : 1; i < 2; i++)
		row_index_add(&known->index, event->reason->file.at ?
		    key_at(what, keys[i], event->reason) :
		    known_key_of(what, keys[i]), row);
	if (event->reason->user_stack.count)
		row_index_add(&known->index, repeated_key(event), row);
}

/* Its header's place, else where its stack ends; false: neither. */
static bool
known_place(const struct reason *reason, struct slice *file, int64_t *line)
{
	const struct stack_frame *frame = reason->user_stack.count ?
	    &reason->user_stack.items[reason->user_stack.count - 1] : NULL;

	if (!reason->file.at && !frame)
		return false;
	*file = reason->file.at ? reason->file : frame->file;
	*line = reason->file.at ? reason->line : frame->line;
	return true;
}

static uint64_t
seen_key(struct slice file, int64_t line)
{
	return table_hash_text(table_hash_number(known_key_of(SEEN, NULL),
	    line), file);
}

static void
known_take_event(struct known *known, const struct join *join, size_t row)
{
	const struct event_row *event = &join->rows->events.items[row];
	const struct compile_key *key = key_of_row(join, event->compile,
	    &event->key);
	struct slice file;
	int64_t line;

	known_add_place(known, join, row);
	if (known_place(event->reason, &file, &line))
		row_index_add(&known->index, seen_key(file, line), row);
	if (compile_key_is_compile(key))
		row_index_add(&known->index, known_key_of(ANYWHERE, key), row);
	row_index_add(&known->index, known_key_of(ANYWHERE, NULL), row);
	if (slice_equal(event->gb_id, LITERAL("GB0219")))
		row_index_add(&known->index,
		    table_hash_number(known_key_of(TWIN, NULL),
		    (int64_t)event->compile), row);
}

static void
known_take_failure(struct known *known, const struct join *join, size_t row)
{
	const struct failure_out *failure = &join->rows->failures.items[row];
	const struct compile_key *key = key_of_row(join, failure->compile,
	    &failure->key);
	enum what what = slice_equal(slice_of(failure->category),
	    LITERAL("recompile_limit")) ? LIMIT : FAILURE;
	int i;

	for (i = FAILURE; i <= (int)what; i++) {
		if (compile_key_is_compile(key))
			row_index_add(&known->index,
			    known_key_of((enum what)i, key), row);
		row_index_add(&known->index, known_key_of((enum what)i, NULL),
		    row);
	}
}

static void
take_rows(struct known *known, const struct join *join)
{
	while (known->events < join->rows->events.count)
		known_take_event(known, join, known->events++);
	while (known->failures < join->rows->failures.count)
		known_take_failure(known, join, known->failures++);
}

/* ---- events ---- */

static bool
known_is_same_place(const struct reason *a, const struct reason *b)
{
	return a->line == b->line && slice_equal(a->file, b->file);
}

static bool
is_of_compile(const struct join *join, const struct event_row *event,
    const struct compile_key *key)
{
	return !compile_key_is_compile(key) ||
	    compile_key_compare(key_of_row(join, event->compile, &event->key),
	    key) == 0;
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
		return known_is_same_place(event->reason, printed->reason);
	if (event->gb_id.at && printed->gb_id.at)
		return slice_equal(event->gb_id, printed->gb_id);
	return slice_equal(event->kind, printed->kind);
}

/*
 * The first event under a key that is of a message's compile and kind, and at
 * its place if it has one there; NULL: none.
 */
static struct event_row *
find_event(const struct known *known, const struct join *join, uint64_t key,
    const struct event_row *printed)
{
	const struct row_link *link = row_index_first(&known->index, key);
	int tried;

	for (tried = 0; link && tried < MAX_TRIED; tried++) {
		struct event_row *event = &join->rows->events.items[link->row];

		if (is_of_compile(join, event, &printed->key) &&
		    is_same_kind(event, printed) &&
		    (!printed->reason->file.at ||
		    known_is_same_place(event->reason, printed->reason)))
			return event;
		link = row_index_next(&known->index, link);
	}
	return NULL;
}

/* The first event of a message's compile and kind that has no place. */
static struct event_row *
find_bare(struct known *known, const struct join *join,
    const struct event_row *printed)
{
	const struct row_link *link = row_index_first(&known->index,
	    known_key_of(WITHOUT_PLACE, &printed->key));
	const struct row_link *next;
	int tried;

	for (tried = 0; link && tried < MAX_TRIED; link = next) {
		struct event_row *event = &join->rows->events.items[link->row];

		next = row_index_next(&known->index, link);
		if (event->reason->file.at) {
			/* It took a message's since. */
			row_index_drop(&known->index, link);
			continue;
		}
		if (is_of_compile(join, event, &printed->key) &&
		    is_same_kind(event, printed))
			return event;
		tried++;
	}
	return NULL;
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
known_event(struct known *known, struct join *join,
    const struct event_row *printed)
{
	struct event_row *bare;

	take_rows(known, join);
	if (!printed->reason->file.at)
		return find_event(known, join,
		    known_key_of(ANYWHERE, &printed->key), printed);
	if (find_event(known, join, key_at(AT_PLACE, &printed->key,
	    printed->reason), printed))
		return true;
	bare = find_bare(known, join, printed);
	if (!bare)
		return false;
	lend_reason(bare, printed);
	known_add_place(known, join, (size_t)(bare - join->rows->events.items));
	return true;
}

/* An event of the rank and the compile, where both tell theirs. */
static bool
is_like_compile(const struct join *join, const struct event_row *event,
    const struct compile_key *key)
{
	const struct compile_key *its = key_of_row(join, event->compile,
	    &event->key);

	/* warnings of Python name neither rank nor compile */
	if (key->rank == NO_ID && !compile_key_is_compile(key))
		return true;
	return its->rank == key->rank && (!compile_key_is_compile(its) ||
	    is_of_compile(join, event, key));
}

/* "Dynamo does not know …" is the first line of the event's explanation. */
static bool
is_explanation_of(const struct event_row *event,
    const struct event_row *printed)
{
	const struct reason *ours = printed->reason, *theirs = event->reason;

	if (!is_same_kind(event, printed))
		return false;
	return !ours->parts.count || !theirs->parts.count ||
	    slice_starts(theirs->parts.items[0].explanation,
	    slice_part(ours->parts.items[0].explanation, 0,
	    slice_find_byte(ours->parts.items[0].explanation, '\n')));
}

/* An event at the place, or with the message's kind where it tells none. */
static bool
is_like(const struct event_row *event, const struct event_row *printed)
{
	struct slice file = { 0 }, its_file = { 0 };
	int64_t line = 0, its_line = 0;

	if (!known_place(printed->reason, &file, &line))
		return is_explanation_of(event, printed);
	return known_place(event->reason, &its_file, &its_line) &&
	    its_line == line && slice_equal(its_file, file);
}

bool
known_like(struct known *known, const struct join *join,
    const struct event_row *printed, size_t events)
{
	const struct row_link *link;
	struct slice file;
	int64_t line;
	uint64_t key = known_place(printed->reason, &file, &line) ?
	    seen_key(file, line) : known_key_of(ANYWHERE, NULL);
	int tried = 0;

	take_rows(known, join);
	for (link = row_index_first(&known->index, key);
	    link && tried < MAX_TRIED;
	    link = row_index_next(&known->index, link), tried++) {
		const struct event_row *event =
		    &join->rows->events.items[link->row];

		if (link->row < events &&
		    is_like_compile(join, event, &printed->key) &&
		    is_like(event, printed))
			return true;
	}
	return false;
}

size_t
known_first(struct known *known, const struct join *join,
    const struct event_row *event)
{
	const struct row_link *link;

	take_rows(known, join);
	for (link = row_index_first(&known->index, repeated_key(event)); link;
	    link = row_index_next(&known->index, link)) {
		const struct event_row *first =
		    &join->rows->events.items[link->row];

		if (first != event && known_is_same_place(first->reason,
		    event->reason) && slice_equal(first->kind, event->kind))
			return link->row;
	}
	return NO_ROW;
}

bool
known_twin(struct known *known, const struct join *join, size_t compile)
{
	take_rows(known, join);
	return row_index_first(&known->index,
	    table_hash_number(known_key_of(TWIN, NULL), (int64_t)compile));
}

/* ---- failures ---- */

static struct slice
known_first_line(struct slice text)
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
	    slice_equal(known_first_line(printed),
		known_first_line(row->reason));
}

static bool
is_same_failure(const struct failure_out *row,
    const struct failure_out *printed)
{
	return is_wrapped(row, printed->reason) ||
	    (slice_equal(row->type, printed->type) &&
	    slice_contains(row->reason, known_first_line(printed->reason)));
}

bool
known_failure(struct known *known, const struct join *join,
    const struct failure_out *printed)
{
	const struct row_link *link;
	int tried = 0;

	take_rows(known, join);
	for (link = row_index_first(&known->index,
	    known_key_of(FAILURE, &printed->key)); link && tried < MAX_TRIED;
	    link = row_index_next(&known->index, link), tried++) {
		if (is_same_failure(&join->rows->failures.items[link->row],
		    printed))
			return true;
	}
	return false;
}

bool
known_limit(struct known *known, const struct join *join,
    const struct compile_key *key)
{
	take_rows(known, join);
	return row_index_first(&known->index, known_key_of(LIMIT, key));
}
