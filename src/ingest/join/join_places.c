/*
 * join_places.c - where a break happened: the place that the text names, the
 * innermost frame that a person can act on (via), the innermost frame of one's
 * own at or below the compiled frame (own) and above it (caller).
 */
#include "ingest/join/join.h"

#include <string.h>

#include "parse/compile_id.h"
#include "util/order.h"

static struct slice
plain_name(struct join *join, struct slice name)
{
	struct slice plain = name;
	int64_t line;

	if (name.at && resume_name_parse(name, &plain, &line))
		plain = intern(&join->capture->texts, plain);
	return plain;
}

static struct place
place_of(struct join *join, const struct stack_frame *frame)
{
	return (struct place){ frame->file, frame->line,
	    plain_name(join, frame->function), frame->source };
}

static bool
is_own(const struct join *join, const struct stack_frame *frame)
{
	return owner_of(frame->file, &join->capture->torch_roots).kind ==
	    OWNER_USER;
}

/* Innermost frame at the header's file and line, or NULL. */
static const struct stack_frame *
header_frame(const struct reason *reason)
{
	size_t i;

	for (i = reason->user_stack.count; i-- > 0;) {
		const struct stack_frame *frame = &reason->user_stack.items[i];

		if (frame->line == reason->line &&
		    slice_equal(frame->file, reason->file))
			return frame;
	}
	return NULL;
}

/*
 * A header that matches no frame: GB0219 names the first line of the compiled
 * frame, whose stack ends at its caller (sweep/longformer). Its function is
 * then the twin's or the compile's.
 */
static struct slice
header_function(struct join *join, const struct event_row *event)
{
	const struct captured_reason *twin = join_reason_of(join,
	    event->twin);
	const struct compile_row *compile;

	if (twin)
		return plain_name(join, twin->reason.function);
	if (event->reason->function.at)
		return plain_name(join, event->reason->function);
	if (event->compile == NO_ROW)
		return (struct slice){ 0 };
	compile = &join->rows->compiles.items[event->compile];
	return slice_equal(compile->frame.file, event->place.file) ?
	    compile->frame.function : (struct slice){ 0 };
}

static void
place_from_header(struct join *join, struct event_row *event)
{
	const struct stack_frame *frame = event->reason->file.at ?
	    header_frame(event->reason) : NULL;

	if (frame) {
		event->place = place_of(join, frame);
		event->place_from = "stack";
		return;
	}
	if (event->reason->file.at) {
		event->place.file = event->reason->file;
		event->place.line = event->reason->line;
	}
	event->place.function = header_function(join, event);
	event->place_from = "header";
}

/* A compile of a resume function: what it resumes, and where. */
struct resume_compile {
	struct slice file, function;
	size_t compile;
	int64_t line;
};

typedef ARRAY_OF(struct resume_compile) resume_array;

static int
compare_resumes(const void *a, const void *b)
{
	const struct resume_compile *left = a, *right = b;
	int order = slice_compare(left->file, right->file);

	if (!order)
		order = slice_compare(left->function, right->function);
	return order ? order : ORDER_OF(left->compile, right->compile);
}

static void
collect_resumes(const struct rows *rows, resume_array *resumes)
{
	struct slice function;
	int64_t line;
	size_t i;

	for (i = 0; i < rows->compiles.count; i++) {
		const struct compile_row *compile = &rows->compiles.items[i];

		if (resume_name_parse(compile->frame_name, &function, &line))
			*array_add(resumes) = (struct resume_compile){
			    compile->frame.file, compile->frame.function, i,
			    line };
	}
	array_sort(resumes, compare_resumes);
}

/* The next compile after one that resumes its function, or NULL. */
static const struct resume_compile *
next_resume(const struct join *join, const resume_array *resumes, size_t row)
{
	const struct place *frame = &join->rows->compiles.items[row].frame;
	struct resume_compile wanted = { frame->file, frame->function,
	    row + 1, 0 };
	size_t at = array_first(resumes, &wanted, compare_resumes);

	return at < resumes->count &&
	    slice_equal(resumes->items[at].file, frame->file) &&
	    slice_equal(resumes->items[at].function, frame->function) ?
	    &resumes->items[at] : NULL;
}

/*
 * Before torch 2.6 no text names a place: the compile's own frame, with the
 * line that the next resume function of the same function tells.
 */
static void
place_from_compile(struct join *join, const resume_array *resumes,
    struct event_row *event)
{
	const struct resume_compile *next;
	const struct compile_row *compile;

	if (event->compile == NO_ROW)
		return;
	compile = &join->rows->compiles.items[event->compile];
	if (!compile->frame.file.at)
		return;
	event->place.file = compile->frame.file;
	event->place.function = compile->frame.function;
	event->place_from = "frame";
	if (event->evidence != EVIDENCE_RESTART)
		return;
	next = next_resume(join, resumes, event->compile);
	/* Another function of that name in the file may be above. */
	if (!next || next->line < compile->frame.line)
		return;
	event->place.line = next->line;
	event->place_from = "resume";
}

static void
set_place(struct join *join, const resume_array *resumes,
    struct event_row *event)
{
	const stack_array *stack = &event->reason->user_stack;

	if (event->reason->file.at) {
		place_from_header(join, event);
	} else if (stack->count) {
		event->place = place_of(join, &stack->items[stack->count - 1]);
		event->place_from = "stack";
	} else if (event->place.file.at) {
		/* "In file X, line N" beside a failure's text. */
		place_from_header(join, event);
	} else {
		place_from_compile(join, resumes, event);
	}
	event->owner = owner_of(event->place.file,
	    &join->capture->torch_roots);
	event->owner.library = intern(&join->capture->texts,
	    event->owner.library);
}

static void
set_via(struct join *join, struct event_row *event)
{
	size_t i;

	if (event->place_from && event->owner.kind != OWNER_TORCH &&
	    event->owner.kind != OWNER_STDLIB) {
		event->via = event->place;
		return;
	}
	for (i = event->reason->user_stack.count; i-- > 0;) {
		const struct stack_frame *frame =
		    &event->reason->user_stack.items[i];
		enum owner_kind kind = owner_of(frame->file,
		    &join->capture->torch_roots).kind;

		if (kind != OWNER_TORCH && kind != OWNER_STDLIB) {
			event->via = place_of(join, frame);
			return;
		}
	}
}

static bool
is_frame(struct join *join, const struct stack_frame *frame,
    const struct place *compiled)
{
	return slice_equal(frame->file, compiled->file) &&
	    slice_equal(plain_name(join, frame->function),
	    compiled->function);
}

/*
 * How often the compiled function stands in its compile's stack, itself
 * included: a recursive function also stands above the compiled frame. Resume
 * frames that follow each other are one, as in the text of a break.
 */
static size_t
depth_in_stack(struct join *join, const struct compile_row *compile)
{
	size_t i, count = 0;
	bool before = false, now;

	for (i = 0; compile->stack && i < compile->stack->count; i++) {
		now = is_frame(join, &compile->stack->items[i],
		    &compile->frame);
		if (now && !before)
			count++;
		before = now;
	}
	return count ? count : 1;
}

/* Index of the compiled frame in the event's stack, or NO_ROW. */
static size_t
compiled_frame(struct join *join, const struct event_row *event)
{
	const struct compile_row *compile;
	size_t i, wanted, found = NO_ROW;
	bool before = false, now;

	if (event->compile == NO_ROW)
		return NO_ROW;
	compile = &join->rows->compiles.items[event->compile];
	if (!compile->frame.file.at)
		return NO_ROW;
	wanted = depth_in_stack(join, compile);
	for (i = 0; i < event->reason->user_stack.count && wanted; i++) {
		now = is_frame(join, &event->reason->user_stack.items[i],
		    &compile->frame);
		if (now && !before) {
			found = i;
			wanted--;
		}
		before = now;
	}
	return found;
}

static void
set_own(struct join *join, struct event_row *event)
{
	const stack_array *stack = &event->reason->user_stack;
	size_t compiled = compiled_frame(join, event), i;

	event->frame_line = UNKNOWN_INT;
	event->frame_depth = compiled;
	if (compiled != NO_ROW)
		event->frame_line = stack->items[compiled].line;
	if (compiled == NO_ROW) {
		/* The stack may end above the compiled frame (GB0219). */
		compiled = stack->count;
		if (event->owner.kind == OWNER_USER) {
			event->own = event->place;
			/* A place in the stack is no caller of itself. */
			if (event->place_from &&
			    strcmp(event->place_from, "stack") == 0)
				return;
		}
	}
	for (i = stack->count; i-- > compiled;) {
		if (is_own(join, &stack->items[i])) {
			event->own = place_of(join, &stack->items[i]);
			break;
		}
	}
	for (i = compiled; i-- > 0;) {
		if (is_own(join, &stack->items[i])) {
			event->caller = place_of(join, &stack->items[i]);
			break;
		}
	}
}

/* A failure's place is its event's; else the frame of its compile. */
static void
place_failure(struct join *join, struct failure_out *failure)
{
	const struct event_row *event;

	if (failure->event != NO_ROW) {
		event = &join->rows->events.items[failure->event];
		failure->own = event->own;
		if (slice_equal(failure->place.file, event->place.file) &&
		    failure->place.line == event->place.line)
			failure->place.function = event->place.function;
		return;
	}
	if (failure->place.file.at && owner_of(failure->place.file,
	    &join->capture->torch_roots).kind == OWNER_USER)
		failure->own = failure->place;
}

/* A break that was printed before comes without its stack. */
static void
take_places(struct event_row *event, const struct event_row *first)
{
	event->place = first->place;
	event->place_from = first->place_from;
	event->owner = first->owner;
	event->via = first->via;
	event->own = first->own;
	event->caller = first->caller;
}

/* The kind of an event and the code that was compiled; 0: it is not known. */
static uint64_t
code_key(const struct join *join, const struct event_row *event)
{
	const struct place *frame = event->compile == NO_ROW ? NULL :
	    &join->rows->compiles.items[event->compile].frame;
	uint64_t key;

	if (!frame || !frame->file.at)
		return 0;
	key = table_hash_text(table_hash_number(0, frame->line),
	    event->gb_id.at ? event->gb_id : event->kind);
	key = table_hash_text(table_hash_text(key, event->detail),
	    frame->file);
	return table_hash_text(key, frame->function);
}

/* The kind of an event and its line. */
static uint64_t
line_key(const struct event_row *event)
{
	return table_hash_text(table_hash_text(table_hash_number(1,
	    event->place.line), event->gb_id.at ? event->gb_id :
	    event->kind), event->place.file);
}

/* Whether a restart or failure is all that tells of an event. */
static bool
is_text_lost(const struct event_row *event)
{
	return !event->reason->file.at && (event->is_mended ||
	    event->evidence == EVIDENCE_RESTART ||
	    event->evidence == EVIDENCE_FAILURE);
}

static bool
is_text_damaged(const struct join *join, const struct event_row *event)
{
	return event->file != NO_ROW && join->capture->files.items[
	    event->file].damage != PAGE_SOUND;
}

/*
 * A break whose reason file is gone is where the same break of the same code
 * is, as another compile or rank tells; else it is taken for one of the
 * compiled function itself.
 */
static void
place_lost_reasons(struct join *join)
{
	struct row_index placed = { 0 };
	const struct row_link *link;
	size_t i;

	for (i = 0; i < join->rows->events.count; i++) {
		const struct event_row *event = &join->rows->events.items[i];

		if (event->file == NO_ROW || !event->reason->file.at ||
		    is_text_damaged(join, event))
			continue;
		row_index_add(&placed, code_key(join, event), i);
		row_index_add(&placed, line_key(event), i);
	}
	for (i = 0; i < join->rows->events.count && placed.links.count; i++) {
		struct event_row *event = &join->rows->events.items[i];
		bool lost = is_text_lost(event);
		uint64_t key = lost ? code_key(join, event) : 0;

		if (!lost && !is_text_damaged(join, event))
			continue;
		link = key ? row_index_first(&placed, key) : NULL;
		/* A failure's record names the line, not the function. */
		if (!link && event->evidence != EVIDENCE_RESTART)
			link = row_index_first(&placed, line_key(event));
		if (link)
			take_places(event,
			    &join->rows->events.items[link->row]);
	}
	row_index_release(&placed);
}

void
join_places(struct join *join)
{
	resume_array resumes = { 0 };
	size_t i;

	collect_resumes(join->rows, &resumes);
	for (i = 0; i < join->rows->events.count; i++) {
		struct event_row *event = &join->rows->events.items[i];

		set_place(join, &resumes, event);
		set_via(join, event);
		set_own(join, event);
		if (event->same_as != NO_ROW)
			take_places(event,
			    &join->rows->events.items[event->same_as]);
	}
	place_lost_reasons(join);
	for (i = 0; i < join->rows->failures.count; i++)
		place_failure(join, &join->rows->failures.items[i]);
	array_release(&resumes);
}
