/*
 * join_entry.c - which call of compiled code led to a compile: the frame from
 * which torch's eval_frame.py was entered, or that stands above compiled code
 * in the stack of a break.
 */
#include "ingest/join/join.h"

#include <stdlib.h>

#include "parse/compile_id.h"
#include "util/order.h"

/* Where compiled code is entered: torch's wrapper around it. */
static bool
is_wrapper(const struct stack_frame *frame)
{
	return slice_ends(frame->file, LITERAL("_dynamo/eval_frame.py")) ||
	    slice_ends(frame->file, LITERAL("_dynamo\\eval_frame.py"));
}

/* Index of the innermost such frame, or NO_ROW. */
static size_t
innermost_wrapper(const stack_array *stack)
{
	size_t i;

	for (i = stack->count; i-- > 0;) {
		if (is_wrapper(&stack->items[i]))
			return i;
	}
	return NO_ROW;
}

/* The nearest frame above one that is not torch's, or NULL. */
static const struct stack_frame *
frame_above(const struct join *join, const stack_array *stack, size_t i)
{
	while (i-- > 0) {
		if (owner_of(stack->items[i].file,
		    &join->capture->torch_roots).kind != OWNER_TORCH)
			return &stack->items[i];
	}
	return NULL;
}

static void
entry_take(struct join *join, struct compile_row *compile,
    const struct stack_frame *frame)
{
	int64_t line;

	/* The table of names was lost (synth_trunc_head). */
	if (slice_equal(frame->file, LITERAL("(unknown)")))
		return;
	compile->entry = (struct place){ frame->file, frame->line,
	    frame->function, { 0 } };
	if (resume_name_parse(frame->function, &compile->entry.function,
	    &line))
		compile->entry.function = intern(&join->capture->texts,
		    compile->entry.function);
}

static bool
is_resume(const struct stack_frame *frame)
{
	struct slice function;
	int64_t line;

	return frame->function.at &&
	    resume_name_parse(frame->function, &function, &line);
}

/*
 * torch 2.13 leaves out the two frames above a function's own in its stack
 * (fixture gb_print_logging). Above a resume function stands the function that
 * it resumes: where torch's wrapper is missing, it was above that one.
 */
static void
set_entry(struct join *join, struct compile_row *compile)
{
	const stack_array *stack = compile->stack;
	const struct stack_frame *frame = NULL;
	size_t i;

	compile->entry.line = UNKNOWN_INT;
	if (!stack || stack->count == 0)
		return;
	i = innermost_wrapper(stack);
	if (i == NO_ROW && is_resume(&stack->items[stack->count - 1]))
		i = stack->count - 1;
	if (i != NO_ROW)
		frame = frame_above(join, stack, i);
	if (frame)
		entry_take(join, compile, frame);
}

/* The functions of a run that were compiled, in order of file and name. */
typedef ARRAY_OF(struct place) code_array;

static int
entry_compare_code(const void *a, const void *b)
{
	const struct place *left = a, *right = b;
	int order = slice_compare(left->file, right->file);

	return order ? order :
	    slice_compare(left->function, right->function);
}

static void
collect_code(const struct rows *rows, code_array *codes)
{
	size_t i;

	for (i = 0; i < rows->compiles.count; i++) {
		if (rows->compiles.items[i].frame.file.at)
			*(struct place *)array_add(codes) =
			    rows->compiles.items[i].frame;
	}
	array_sort(codes, entry_compare_code);
}

static bool
is_compiled(const code_array *codes, const struct stack_frame *frame)
{
	struct place code = { .file = frame->file,
	    .function = frame->function };
	int64_t line;

	resume_name_parse(frame->function, &code.function, &line);
	return codes->count && bsearch(&code, codes->items, codes->count,
	    sizeof(*codes->items), entry_compare_code);
}

/*
 * Of other functions without a wrapper the stack of a break in them tells
 * more: its outermost compiled function was called from outside.
 */
static void
set_entry_by_break(struct join *join, const code_array *codes,
    const struct event_row *event)
{
	const stack_array *stack = &event->reason->user_stack;
	const struct stack_frame *frame;
	struct compile_row *compile;
	size_t i;

	if (event->compile == NO_ROW || event->frame_depth == NO_ROW)
		return;
	compile = &join->rows->compiles.items[event->compile];
	if (compile->entry.file.at || (compile->stack &&
	    innermost_wrapper(compile->stack) != NO_ROW))
		return;
	for (i = 0; i < event->frame_depth; i++) {
		if (is_compiled(codes, &stack->items[i]))
			break;
	}
	frame = frame_above(join, stack, i);
	if (frame)
		entry_take(join, compile, frame);
}

void
join_entries(struct join *join)
{
	code_array codes = { NULL, 0, 0 };
	size_t i;

	for (i = 0; i < join->rows->compiles.count; i++)
		set_entry(join, &join->rows->compiles.items[i]);
	collect_code(join->rows, &codes);
	for (i = 0; i < join->rows->events.count; i++)
		set_entry_by_break(join, &codes,
		    &join->rows->events.items[i]);
	array_release(&codes);
}
