/*
 * join_entry.c - which call of compiled code led to a compile: the frame from
 * which torch's eval_frame.py was entered.
 */
#include "ingest/join.h"

#include "parse/compile_id.h"

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
set_entry(struct join *join, struct compile_row *compile)
{
	const struct stack_frame *frame = NULL;
	int64_t line;
	size_t i = NO_ROW;

	compile->entry.line = UNKNOWN_INT;
	if (compile->stack)
		i = innermost_wrapper(compile->stack);
	if (i != NO_ROW)
		frame = frame_above(join, compile->stack, i);
	if (!frame)
		return;
	compile->entry = (struct place){ frame->file, frame->line,
	    frame->function, { 0 } };
	if (resume_name_parse(frame->function, &compile->entry.function,
	    &line))
		compile->entry.function = intern(&join->capture->texts,
		    compile->entry.function);
}

void
join_entries(struct join *join)
{
	size_t i;

	for (i = 0; i < join->rows->compiles.count; i++)
		set_entry(join, &join->rows->compiles.items[i]);
}
