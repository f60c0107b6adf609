/*
 * join_calls.c - which recompiles happen in one call of a compiled frame. A
 * new shape compiles the outer frame again and then the frames below it: their
 * guards name the same input by other names (models/lm_varlen_train).
 */
#include "ingest/join/join_private.h"

#include <stdlib.h>

#include "util/order.h"

struct timed {
	const struct compile_row *compile;
	const struct recompile_row *row;
	size_t index;
};

/* By rank and process, then as they happened. */
static int
compare_timed(const void *a, const void *b)
{
	const struct timed *left = a, *right = b;
	const struct compile_key *one = &left->compile->key;
	const struct compile_key *other = &right->compile->key;
	int order = ORDER_OF(one->rank, other->rank);

	if (!order)
		order = ORDER_OF(one->process, other->process);
	if (!order)
		order = ORDER_OF(left->compile->first_order,
		    right->compile->first_order);
	if (!order)
		order = ORDER_OF(left->compile, right->compile);
	return order ? order : ORDER_OF(left->row->first_position,
	    right->row->first_position);
}

static bool
calls_same_frame(const struct compile_row *a, const struct compile_row *b)
{
	return a->key.compiled_autograd == b->key.compiled_autograd &&
	    a->key.frame == b->key.frame;
}

static bool
same_stack_frame(const struct stack_frame *a, const struct stack_frame *b)
{
	return a->line == b->line && slice_equal(a->file, b->file) &&
	    slice_equal(a->function, b->function);
}

/* Whether the callers of root are the outer frames of a longer stack. */
static bool
has_callers(const stack_array *root, const stack_array *stack)
{
	size_t i;

	if (stack->count <= root->count)
		return false;
	for (i = 0; i + 1 < root->count; i++) {
		if (!same_stack_frame(&root->items[i], &stack->items[i]))
			return false;
	}
	return true;
}

/* Whether root's own frame is among those that call the compiled one. */
static bool
has_frame(const struct compile_row *root, const stack_array *stack)
{
	size_t i;

	for (i = 0; i + 1 < stack->count; i++) {
		if (slice_equal(stack->items[i].file, root->frame.file) &&
		    slice_equal(stack->items[i].function, root->frame_name))
			return true;
	}
	return false;
}

/*
 * Whether a compile lies below a root that was compiled before it. A compile
 * at the recompile limit has no stack: it belongs to the call that goes on.
 * The stack of an outermost frame may lack its callers.
 */
static bool
calls_is_below(const struct compile_row *root,
    const struct compile_row *compile)
{
	if (root->key.rank != compile->key.rank ||
	    root->key.process != compile->key.process)
		return false;
	if (!compile->stack)
		return !calls_same_frame(root, compile);
	if (root->stack && root->stack->count > 1)
		return has_callers(root->stack, compile->stack);
	return has_frame(root, compile->stack);
}

void
join_calls(const struct rows *rows, size_t *order, size_t *calls)
{
	size_t count = rows->recompiles.count, call = 0, i;
	struct timed *timed = mem_calloc(count, sizeof(*timed));
	const struct compile_row *root = NULL;

	for (i = 0; i < count; i++) {
		timed[i].row = &rows->recompiles.items[i];
		timed[i].compile =
		    &rows->compiles.items[timed[i].row->compile];
		timed[i].index = i;
	}
	if (count)
		qsort(timed, count, sizeof(*timed), compare_timed);
	for (i = 0; i < count; i++) {
		if (!root || !calls_is_below(root, timed[i].compile)) {
			root = timed[i].compile;
			call++;
		}
		order[i] = timed[i].index;
		calls[i] = call;
	}
	free(timed);
}
