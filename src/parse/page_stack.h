/*
 * page_stack.h - the stacks on tlparse's pages, <div class='stack-trie'>.
 *
 * Plain <li> of one <ul> are frames of one stack, outermost first. Where
 * stacks part, each branch is a <li> with a <span class='marker'> and a <ul>
 * of its own in it. Links to compile ids stand before the frame of their <li>.
 */
#ifndef GBQ_PARSE_PAGE_STACK_H
#define GBQ_PARSE_PAGE_STACK_H

#include "parse/page.h"
#include "parse/page_text.h"

/* Reads one trie at a time from the events of a page. */
struct page_stack {
	struct arena *arena;
	/*
	 * Called for each compile id, when its frame is complete; path is
	 * the stack that leads to it, valid during the call. May be NULL.
	 */
	void (*on_link)(void *data, struct slice compile_id,
	    struct slice status, const stack_array *path);
	void *data;

	stack_array path;		/* frames down to the current one */
	ARRAY_OF(struct page_stack_level) levels; /* open <ul> and <li> */
	size_t divs;			/* open <div>, 0: outside a trie */
	ARRAY_OF(struct page_stack_link) links;	/* of the current <li> */
	struct page_text place, source, link;
	bool in_frame, in_source, in_link, is_branch;
};

/* An open element: where to cut the path back to when it closes. */
struct page_stack_level {
	enum page_tag tag;
	size_t frames;
	bool is_branch;
};

struct page_stack_link {
	struct slice compile_id, status;
};

void page_stack_init(struct page_stack *stack, struct arena *arena);
void page_stack_release(struct page_stack *stack);

/*
 * Events; each returns whether it belongs to a trie. A trie begins with the
 * start of its <div>, which empties the path, and ends with its end; the path
 * then holds the frames of the last branch.
 */
bool page_stack_start(struct page_stack *stack, enum page_tag tag,
    const struct page_attributes *attributes);
bool page_stack_end(struct page_stack *stack, enum page_tag tag);
bool page_stack_text(struct page_stack *stack, struct slice escaped);

/* Take the frames of the last trie over into *out (freed before). */
void page_stack_move(struct page_stack *stack, stack_array *out);

/*
 * Read the frame text "FILE:LINE in FUNCTION", escaped. FILE may hold colons
 * and " in ". False, *frame with the whole text as file, if it is none.
 */
bool page_stack_place(struct arena *arena, struct slice escaped,
    struct stack_frame *frame);

#endif
