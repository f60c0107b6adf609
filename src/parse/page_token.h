/*
 * page_token.h - cuts a page into tags and texts.
 */
#ifndef GBQ_PARSE_PAGE_TOKEN_H
#define GBQ_PARSE_PAGE_TOKEN_H

#include "util/text.h"

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

#endif
