/*
 * page_text.h - the text of an element: collects pieces, undoes escapes.
 */
#ifndef GBQ_PARSE_PAGE_TEXT_H
#define GBQ_PARSE_PAGE_TEXT_H

#include "parse/page.h"

/*
 * Text as it comes in pieces; all zero is none yet. One piece alone, the usual
 * case, is not copied.
 */
struct page_text {
	struct slice single;
	struct buffer joined;	/* used from the second piece on */
};

void page_text_add(struct page_text *text, struct slice piece);

/* What was collected so far, still escaped; "" for nothing. */
struct slice page_text_escaped(const struct page_text *text);

/*
 * What was collected, unescaped; the text is empty afterwards. Borrows from
 * the page where nothing was escaped, else from the arena.
 */
struct slice page_text_take(struct page_text *text, struct arena *arena);

/* Forget what was collected / free the memory. */
void page_text_clear(struct page_text *text);
void page_text_release(struct page_text *text);

/*
 * Undo tlparse's escapes: &amp; &lt; &gt; &quot; &#39;. All else stays as it
 * is: tlparse writes no other entity but the &nbsp; of its own stacks.
 */
struct slice page_unescape(struct arena *arena, struct slice escaped);

/* The same for &amp; &lt; &gt; only: failure rows escape no quotes. */
struct slice page_unescape_markup(struct arena *arena, struct slice escaped);

#endif
