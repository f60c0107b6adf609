/*
 * sql_header.h - the documentation that an embedded .sql file carries in the
 * comment lines at its top.
 */
#ifndef GBQ_QUERY_SQL_HEADER_H
#define GBQ_QUERY_SQL_HEADER_H

#include <stdbool.h>

#include "util/embedded.h"
#include "util/memory.h"
#include "util/text.h"

/*
 * One item: "-- KEY: TEXT" and the lines "--   MORE" below it, joined with
 * spaces. The key may be of two words: "column run_id".
 */
struct header_item {
	struct slice key;
	struct slice name;	/* second word of the key, or absent */
	char *text;		/* in the arena */
};

/*
 * The next item of *rest, moving *rest behind it; comment lines that are no
 * item are skipped. False, *rest at the SQL, where the comment lines end.
 */
bool sql_header_next(struct slice *rest, struct arena *arena,
    struct header_item *item);

/* Whether an embedded file lies in the folder ("sql/") and ends in .sql. */
bool sql_file_in(const struct embedded_file *file, const char *folder);

/* The bytes of an embedded file. */
struct slice embedded_text(const struct embedded_file *file);

#endif
