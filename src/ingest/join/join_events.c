/*
 * join_events.c - break events from reason files, and events of texts that no
 * reason file holds.
 */
#include "ingest/join/join.h"

#include "parse/reason/reason.h"
#include "util/order.h"
#include "util/table.h"

enum { MAX_TRIED = 2000 };	/* events of a compile that are looked at */

/* Each hint's class; the event's is the first in the enumeration's order. */
static void
classify_hints(struct join *join, struct event_row *event,
    const struct reason_part *part)
{
	enum hint_class first = HINT_NONE, found;
	size_t i;

	event->hint_classes = arena_alloc(&join->capture->arena,
	    (part->hints.count + 1) * sizeof(*event->hint_classes));
	for (i = 0; i < part->hints.count; i++) {
		found = hint_classify(part->hints.items[i]);
		event->hint_classes[i] = hint_class_name(found);
		if (found < first)
			first = found;
	}
	event->hint_class = hint_class_name(first);
}

static struct slice
part_gb_id(const struct join *join, const struct reason_part *part)
{
	return part->gb_id.at ? part->gb_id :
	    kind_table_find(join->kinds, part->kind);
}

void
join_describe_event(struct join *join, struct event_row *event)
{
	struct intern_table *texts = &join->capture->texts;
	const struct reason_part *parts = event->reason->parts.items;

	event->hint_class = hint_class_name(HINT_NONE);
	event->kind = intern(texts, LITERAL(""));
	if (event->reason->parts.count == 0) {
		if (event->reason->exception.at)
			event->kind = event->reason->exception;
		return;
	}
	event->kind = parts[0].kind;
	event->gb_id = intern(texts, part_gb_id(join, &parts[0]));
	event->detail = intern(texts,
	    reason_detail(&join->capture->arena, &parts[0]));
	classify_hints(join, event, &parts[0]);
	if (event->reason->parts.count > 1)
		event->consequence_gb_id = intern(texts,
		    part_gb_id(join, &parts[1]));
}

struct event_row *
join_new_event(struct join *join, size_t compile,
    const struct compile_key *key)
{
	struct event_row *event = array_add(&join->rows->events);

	event->compile = compile;
	event->key = *key;
	event->site = event->file = event->twin = event->same_as = NO_ROW;
	event->place.line = event->via.line = UNKNOWN_INT;
	event->own.line = event->caller.line = UNKNOWN_INT;
	if (compile != NO_ROW)
		join->rows->compiles.items[compile].break_events++;
	return event;
}

static struct reason *
parse_body(struct join *join, struct slice text)
{
	struct parse_context context = { &join->capture->arena,
	    &join->capture->problems };
	struct reason *reason = arena_alloc(&join->capture->arena,
	    sizeof(*reason));
	struct reason **kept = array_add(&join->rows->extra_reasons);

	*kept = reason;
	/* A cut page names a failure without its text. */
	if (!text.at)
		text = LITERAL("");
	reason_body_parse(&context, text, reason);
	capture_own_reason(join->capture, reason);
	return reason;
}

size_t
join_add_event(struct join *join, size_t compile,
    const struct compile_key *key, int64_t attempt, enum evidence evidence,
    struct slice text)
{
	struct event_row *event = join_new_event(join, compile, key);

	event->attempt = attempt;
	event->evidence = evidence;
	event->reason = parse_body(join, text);
	join_describe_event(join, event);
	return join->rows->events.count - 1;
}

/* A text whose better half, a GB0219 text, is gone counts as damaged. */
static bool
is_event_damaged(const struct join *join, const struct event_row *event)
{
	return join->capture->files.items[event->file].damage != PAGE_SOUND ||
	    event->reason->shape == REASON_WONT_CONVERT;
}

/*
 * An event of the compile whose reason file is damaged and that no text was
 * found for: this is its text. NO_ROW: there is none.
 */
static size_t
mend_event(struct join *join, const struct compile_row *compile,
    struct slice text)
{
	for (size_t i = 0; text.len && i < compile->reason_events; i++) {
		struct event_row *event = &join->rows->events.items[
		    compile->first_event + i];
		struct reason *reason;

		if (!is_event_damaged(join, event) || event->is_mended ||
		    event->has_restart)
			continue;
		reason = parse_body(join, text);
		reason->file = event->reason->file;
		reason->line = event->reason->line;
		reason->function = event->reason->function;
		event->reason = reason;
		event->is_mended = true;
		event->body = (struct slice){ 0 };
		join_describe_event(join, event);
		return compile->first_event + i;
	}
	return NO_ROW;
}

/* The body of an event's text as tlparse writes it to a reason file. */
static struct slice
unix_body(struct join *join, struct event_row *event)
{
	if (!event->body.at)
		event->body = slice_unix_lines(&join->capture->arena,
		    event->reason->body);
	return event->body;
}

/*
 * Of the events of reason files, which stand together, at most MAX_TRIED are
 * looked at: where there are more, those behind the one found last.
 */
size_t
join_find_event(struct join *join, size_t row, struct slice text,
    enum break_form preferred)
{
	/*
	 * tlparse writes a text's "\r\n" as "\n" to a reason file, but not
	 * to the metrics page (tlparse 0.4.3; gb_explicit_break_messages).
	 */
	struct slice key = slice_unix_lines(&join->capture->arena,
	    reason_key(text));
	struct compile_row *compile = &join->rows->compiles.items[row];
	size_t count = compile->reason_events, found = NO_ROW, tried;
	size_t from = count > MAX_TRIED ? compile->next_found : 0;

	for (tried = 0; tried < count && tried < MAX_TRIED; tried++) {
		size_t at = (from + tried) % count;
		struct event_row *event = &join->rows->events.items[
		    compile->first_event + at];

		if ((found != NO_ROW && event->form != preferred) ||
		    !slice_contains(unix_body(join, event), key))
			continue;
		found = compile->first_event + at;
		compile->next_found = at + 1;
		if (event->form == preferred)
			break;
	}
	return found == NO_ROW ? mend_event(join, compile, text) : found;
}

/* For sorting: a reason file with its compile and number. */
struct sorted_reason {
	const struct captured_reason *captured;
	const struct captured_file *file;
	size_t compile;
};

static int
compare_reasons(const void *a, const void *b)
{
	const struct sorted_reason *left = a, *right = b;

	if (left->compile != right->compile)
		return left->compile < right->compile ? -1 : 1;
	if (left->file->order != right->file->order)
		return left->file->order < right->file->order ? -1 : 1;
	return slice_compare(left->file->path, right->file->path);
}

static void
events_add_reason(struct join *join, const struct sorted_reason *sorted)
{
	struct event_row *event = join_new_event(join, sorted->compile,
	    &sorted->file->key);
	struct compile_row *compile;

	event->attempt = sorted->file->attempt;
	event->evidence = EVIDENCE_REASON;
	event->reason = &sorted->captured->reason;
	event->form = event->reason->form;
	event->file = sorted->captured->file;
	join_describe_event(join, event);
	if (sorted->compile == NO_ROW)
		return;
	compile = &join->rows->compiles.items[sorted->compile];
	if (compile->first_event == NO_ROW)
		compile->first_event = join->rows->events.count - 1;
	compile->reason_events++;
}

/* Let a GB0219 event be found by its attempt. */
static void
offer_twin(const struct join *join, struct row_index *free_events,
    size_t row)
{
	const struct event_row *event = &join->rows->events.items[row];

	if (slice_equal(event->gb_id, LITERAL("GB0219")))
		row_index_add(free_events, table_hash_number(0, event->attempt),
		    row);
}

/*
 * A WON'T CONVERT text always stands beside a GB0219 text of the same compile
 * and attempt: the same event (models/wav2vec2_pretrain).
 */
static bool
events_add_twin(struct join *join, struct row_index *free_events,
    const struct sorted_reason *sorted)
{
	const struct row_link *link;

	for (link = row_index_first(free_events, table_hash_number(0,
	    sorted->file->attempt)); link;
	    link = row_index_next(free_events, link)) {
		struct event_row *event = &join->rows->events.items[link->row];

		if (event->attempt != sorted->file->attempt)
			continue;
		event->twin = sorted->captured->file;
		row_index_drop(free_events, link);
		return true;
	}
	return false;
}

/* The last event of an attempt comes first: they are offered backwards. */
static void
add_twins(struct join *join, const struct sorted_reason *reasons,
    size_t count, size_t first_event)
{
	struct row_index free_events = { 0 };
	size_t i;

	for (i = join->rows->events.count; i-- > first_event;)
		offer_twin(join, &free_events, i);
	for (i = 0; i < count; i++) {
		if (reasons[i].captured->reason.shape != REASON_WONT_CONVERT ||
		    events_add_twin(join, &free_events, &reasons[i]))
			continue;
		events_add_reason(join, &reasons[i]);
		offer_twin(join, &free_events, join->rows->events.count - 1);
	}
	row_index_release(&free_events);
}

static void
add_compile_reasons(struct join *join, const struct sorted_reason *reasons,
    size_t count)
{
	size_t first_event = join->rows->events.count, twins = 0, i;

	for (i = 0; i < count; i++) {
		if (reasons[i].captured->reason.shape != REASON_WONT_CONVERT)
			events_add_reason(join, &reasons[i]);
		else
			twins++;
	}
	if (twins)
		add_twins(join, reasons, count, first_event);
}

void
join_lone_twins(struct join *join)
{
	const struct event_row *known = NULL;
	size_t i;

	for (i = 0; i < join->rows->events.count && !known; i++) {
		if (slice_equal(join->rows->events.items[i].gb_id,
		    LITERAL("GB0219")))
			known = &join->rows->events.items[i];
	}
	for (i = 0; known && i < join->rows->events.count; i++) {
		struct event_row *event = &join->rows->events.items[i];

		if (event->reason->shape != REASON_WONT_CONVERT)
			continue;
		event->gb_id = known->gb_id;
		event->kind = known->kind;
	}
}

void
join_reasons(struct join *join)
{
	ARRAY_OF(struct sorted_reason) sorted = { 0 };
	size_t i, from;

	for (i = 0; i < join->rows->compiles.count; i++)
		join->rows->compiles.items[i].first_event = NO_ROW;
	for (i = 0; i < join->capture->reasons.count; i++) {
		const struct captured_reason *captured =
		    &join->capture->reasons.items[i];
		struct sorted_reason *reason = array_add(&sorted);

		reason->captured = captured;
		reason->file = &join->capture->files.items[captured->file];
		reason->compile =
		    join->rows->file_compile.items[captured->file];
	}
	array_sort(&sorted, compare_reasons);
	for (from = 0; from < sorted.count; from = i) {
		for (i = from + 1; i < sorted.count &&
		    sorted.items[i].compile == sorted.items[from].compile; i++)
			continue;
		add_compile_reasons(join, sorted.items + from, i - from);
	}
	array_release(&sorted);
}
