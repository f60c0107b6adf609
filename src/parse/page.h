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
#ifndef GBQ_PARSE_PAGE_H
#define GBQ_PARSE_PAGE_H

#include "parse/parse.h"

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
};

/* The value of an attribute, or the absent slice. */
struct slice page_attribute(const struct page_attributes *attributes,
    const char *name);

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

#endif
