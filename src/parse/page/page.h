/*
 * page.h - events of an HTML page: libxml2 reads the structure, the texts are
 * slices of the page itself.
 *
 * libxml2's SAX push parser is given the page token by token: every tag, and
 * one stand-in byte for a text. So it decides what opens and closes what
 * (missing and mismatched end tags), while each text stays byte for byte what
 * tlparse wrote: libxml2 2.9.14 would drop control bytes, make NUL a blank and
 * read bad UTF-8 as Latin-1. Nothing is kept but the tags at hand, so any size
 * and any depth will do. No tree, no network, no recursion.
 */
#ifndef GBQ_PARSE_PAGE_PAGE_H
#define GBQ_PARSE_PAGE_PAGE_H

#include "parse/parse.h"
#include "util/text.h"

/* The elements that mean something on a page of tlparse. */
enum page_tag {
	TAG_OTHER,
	TAG_A,
	TAG_ABBR,
	TAG_BR,
	TAG_CODE,
	TAG_DIV,
	TAG_H1,
	TAG_H2,
	TAG_LI,
	TAG_P,
	TAG_PRE,
	TAG_SPAN,
	TAG_TABLE,
	TAG_TD,
	TAG_TH,
	TAG_TR,
	TAG_UL
};

/* The attributes of a start tag, valid during the event. */
struct page_attributes {
	const unsigned char *const *list;	/* name, value, …, NULL */
	struct slice tag;			/* as it is written */
};

/*
 * The value of an attribute, or the absent slice; what is not printable ASCII
 * is '?' in it.
 */
struct slice page_attribute(const struct page_attributes *attributes,
    const char *name);

/* Where a link leads to, byte for byte, unescaped; or the absent slice. */
struct slice page_link(struct arena *arena,
    const struct page_attributes *attributes);

/*
 * Called in page order. Elements that libxml2 closes by itself have their end
 * event too, but on a page that is cut or damaged, where what is open at the
 * end gets none: half a text is no text. html, head, body, script, style and
 * comments make no events.
 * The text is as written, escaped; one text may come in several pieces.
 */
struct page_handler {
	void (*start)(void *data, enum page_tag tag,
	    const struct page_attributes *attributes);
	void (*end)(void *data, enum page_tag tag);
	void (*text)(void *data, struct slice escaped);
};

/* What page_read() could not use. */
struct page_damage {
	const char *message;	/* NULL: nothing */
	size_t offset;		/* byte of the page */
};

/* Read a page. */
struct page_damage page_read(struct slice page,
    const struct page_handler *handler, void *data);

/*
 * Report what is wrong with a page as a whole: page_cut (loss) if </html> is
 * missing at its end, html_error (loss) for damage, page_encoding (note) for
 * bytes that are no UTF-8. cut is the offset from which on a cut page is lost;
 * damage may be NULL. Returns whether the page is cut.
 */
bool page_report(struct parse_context *context, struct slice page,
    const struct page_damage *damage, size_t cut);

/* Whether the page ends with </html>, white space aside. */
bool page_is_whole(struct slice page);

/* To be called before pages are read, by one thread: prepares libxml2. */
void page_begin(void);

/*
 * ---- page_text.c ----
 *
 * the text of an element: collects pieces, undoes escapes.
 */

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

/*
 * ---- page_token.c ----
 *
 * cuts a page into tags and texts.
 */

enum token_kind {
	TOKEN_TEXT,
	TOKEN_TAG,		/* start or end tag */
	TOKEN_SILENT,		/* comment, doctype, script, style, and the
				   tags of html, head and body */
	TOKEN_CUT		/* markup in which the page ends */
};

/* The token at the start of rest, which is not empty, and its length. */
enum token_kind page_token(struct slice rest, size_t *len);

/* The name of a tag, "<td …" or "</td>". */
struct slice page_tag_name(struct slice tag);

/*
 * ---- page_stack.c ----
 *
 * the stacks on tlparse's pages, <div class='stack-trie'>.
 *
 * Plain <li> of one <ul> are frames of one stack, outermost first. Where
 * stacks part, each branch is a <li> with a <span class='marker'> and a <ul>
 * of its own in it. Links to compile ids stand before the frame of their <li>.
 */

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
