/*
 * page_stack.c - reads stack tries from page events. Keeps one path, so its
 * memory is that of the deepest stack; knows nothing of what a page is.
 */
#include "parse/page/page.h"

#include <string.h>

/* What tlparse puts between <br> and the source line. */
#define SOURCE_INDENT LITERAL("&nbsp;&nbsp;&nbsp;&nbsp;")

void
page_stack_init(struct page_stack *stack, struct arena *arena)
{
	memset(stack, 0, sizeof(*stack));
	stack->arena = arena;
}

void
page_stack_release(struct page_stack *stack)
{
	array_release(&stack->path);
	array_release(&stack->levels);
	array_release(&stack->links);
	page_text_release(&stack->place);
	page_text_release(&stack->source);
	page_text_release(&stack->link);
}

/*
 * Offset of the ":LINE in " nearest to the end; a file may hold one itself,
 * a function ("<resume in f>") none. *function is the offset behind it.
 */
static size_t
find_line(struct slice text, size_t *function, int64_t *line)
{
	size_t end = text.len, at;

	for (;;) {
		size_t digits;

		at = slice_find_last(slice_part(text, 0, end),
		    LITERAL(" in "));
		if (at == SIZE_MAX)
			return SIZE_MAX;
		digits = at;
		while (digits > 0 && text.at[digits - 1] >= '0' &&
		    text.at[digits - 1] <= '9')
			digits--;
		if (digits > 0 && text.at[digits - 1] == '-')
			digits--;
		if (digits > 0 && text.at[digits - 1] == ':' &&
		    slice_to_int(slice_part(text, digits, at), line)) {
			*function = at + 4;
			return digits - 1;
		}
		end = at + 3;
	}
}

bool
page_stack_place(struct arena *arena, struct slice escaped,
    struct stack_frame *frame)
{
	size_t function, at;

	memset(frame, 0, sizeof(*frame));
	frame->line = UNKNOWN_INT;
	at = find_line(escaped, &function, &frame->line);
	frame->file = page_unescape(arena, slice_part(escaped, 0, at));
	if (at == SIZE_MAX)
		return false;
	frame->function = page_unescape(arena,
	    slice_part(escaped, function, escaped.len));
	return true;
}

/* The text before <br>, without the marks that tlparse puts before it. */
static struct slice
page_stack_take_place(struct page_stack *stack)
{
	struct slice place = page_text_escaped(&stack->place);

	if (stack->links.count)
		slice_take(&place, LITERAL(" "));
	while (slice_take(&place, LITERAL("(unknown) ")))
		continue;
	if (stack->is_branch)
		slice_take(&place, LITERAL("\n"));
	if (!stack->place.single.at)
		place = slice_copy(stack->arena, place);
	return place;
}

static struct slice
page_stack_take_source(struct page_stack *stack)
{
	struct slice source = page_text_escaped(&stack->source);

	slice_take(&source, SOURCE_INDENT);
	source = slice_trim(source);
	if (source.len == 0)
		return (struct slice){ 0 };
	if (!stack->source.single.at)
		source = slice_copy(stack->arena, source);
	return page_unescape(stack->arena, source);
}

/* The frame of the current <li> is complete. */
static void
finish_frame(struct page_stack *stack)
{
	struct slice place = page_stack_take_place(stack);
	size_t i;

	if (slice_trim(place).len) {
		struct stack_frame *frame = array_add(&stack->path);

		page_stack_place(stack->arena, place, frame);
		frame->source = page_stack_take_source(stack);
	}
	for (i = 0; stack->on_link && i < stack->links.count; i++)
		stack->on_link(stack->data, stack->links.items[i].compile_id,
		    stack->links.items[i].status, &stack->path);
	stack->links.count = 0;
	stack->in_frame = stack->in_source = stack->in_link = false;
}

static void
open_level(struct page_stack *stack, enum page_tag tag)
{
	struct page_stack_level *level;

	if (stack->in_frame)
		finish_frame(stack);
	level = array_add(&stack->levels);
	level->tag = tag;
	level->frames = stack->path.count;
	level->is_branch = false;
	if (tag != TAG_LI)
		return;
	stack->in_frame = true;
	stack->is_branch = false;
	page_text_clear(&stack->place);
	page_text_clear(&stack->source);
}

/*
 * The frame of a plain <li> stays on the path until its <ul> ends; a branch
 * takes its frame with it.
 */
static void
close_level(struct page_stack *stack, enum page_tag tag)
{
	struct page_stack_level level;

	if (stack->in_frame)
		finish_frame(stack);
	if (stack->levels.count == 0 ||
	    stack->levels.items[stack->levels.count - 1].tag != tag)
		return;
	level = stack->levels.items[--stack->levels.count];
	/* The outermost <ul> leaves the path for page_stack_move(). */
	if (stack->levels.count && (tag == TAG_UL || level.is_branch))
		stack->path.count = level.frames;
}

/* The frame of the current <li> is taken back when the <li> ends. */
static void
mark_branch(struct page_stack *stack)
{
	stack->is_branch = true;
	stack->levels.items[stack->levels.count - 1].is_branch = true;
}

static void
start_link(struct page_stack *stack, const struct page_attributes *attributes)
{
	struct slice status = page_attribute(attributes, "class");
	struct page_stack_link *link;

	/* Frames in generated code are links too, without a class. */
	if (!slice_take(&status, LITERAL("status-")))
		return;
	link = array_add(&stack->links);
	link->status = slice_copy(stack->arena, status);
	stack->in_link = true;
	page_text_clear(&stack->link);
}

static void
end_link(struct page_stack *stack)
{
	if (!stack->in_link)
		return;
	stack->links.items[stack->links.count - 1].compile_id =
	    page_text_take(&stack->link, stack->arena);
	stack->in_link = false;
	page_text_clear(&stack->place);
}

static void
start_trie(struct page_stack *stack)
{
	stack->divs = 1;
	stack->path.count = stack->levels.count = stack->links.count = 0;
	stack->in_frame = stack->in_source = stack->in_link = false;
}

bool
page_stack_start(struct page_stack *stack, enum page_tag tag,
    const struct page_attributes *attributes)
{
	if (stack->divs == 0) {
		if (tag != TAG_DIV || !slice_equal(page_attribute(attributes,
		    "class"), LITERAL("stack-trie")))
			return false;
		start_trie(stack);
		return true;
	}
	if (tag == TAG_DIV)
		stack->divs++;
	else if (tag == TAG_UL || tag == TAG_LI)
		open_level(stack, tag);
	else if (tag == TAG_A && stack->in_frame)
		start_link(stack, attributes);
	else if (tag == TAG_BR)
		stack->in_source = stack->in_frame;
	else if (tag == TAG_SPAN && stack->in_frame &&
	    slice_equal(page_attribute(attributes, "class"), LITERAL("marker")))
		mark_branch(stack);
	return true;
}

bool
page_stack_end(struct page_stack *stack, enum page_tag tag)
{
	if (stack->divs == 0)
		return false;
	if (tag == TAG_DIV) {
		if (--stack->divs == 0 && stack->in_frame)
			finish_frame(stack);
	} else if (tag == TAG_UL || tag == TAG_LI) {
		close_level(stack, tag);
	} else if (tag == TAG_A) {
		end_link(stack);
	}
	return true;
}

bool
page_stack_text(struct page_stack *stack, struct slice escaped)
{
	if (stack->divs == 0)
		return false;
	if (stack->in_link)
		page_text_add(&stack->link, escaped);
	else if (stack->in_source)
		page_text_add(&stack->source, escaped);
	else if (stack->in_frame)
		page_text_add(&stack->place, escaped);
	return true;
}

void
page_stack_move(struct page_stack *stack, stack_array *out)
{
	array_release(out);
	out->items = stack->path.items;
	out->count = stack->path.count;
	out->capacity = stack->path.capacity;
	memset(&stack->path, 0, sizeof(stack->path));
}
