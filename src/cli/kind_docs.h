/*
 * kind_docs.h - pages of a local clone of the graph-break site.
 */
#ifndef GBQ_CLI_KIND_DOCS_H
#define GBQ_CLI_KIND_DOCS_H

#include <stdbool.h>

#include "util/text.h"

/*
 * Append the page of an id (GB0059) without its front matter: GB0059.md or
 * gb0059.md in the folder, its gb, docs or docs/gb. False: there is none.
 */
bool kind_docs_read(const char *folder, const char *gb_id,
    struct buffer *out);

/* Read "GB0059", "gb59" or "59" as an id; false for other texts. */
bool kind_id_parse(const char *text, char gb_id[8]);

#endif
