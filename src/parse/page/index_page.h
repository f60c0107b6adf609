/*
 * index_page.h - the stack trie of index.html (or tlparse_index.html).
 */
#ifndef GBQ_PARSE_PAGE_INDEX_PAGE_H
#define GBQ_PARSE_PAGE_INDEX_PAGE_H

#include "parse/parse.h"

/*
 * Read the compile ids of the stack trie in page order, each with the stack
 * that leads to it; an id named twice gives two entries (an instance each).
 * *is_export is set for a "Draft Export Report". A page without a trie gives
 * no entries. *links gets where the page's links lead to, unescaped, but those
 * inside the page.
 */
void index_page_parse(struct parse_context *context, struct slice page,
    index_entry_array *out, slice_array *links, bool *is_export);

#endif
