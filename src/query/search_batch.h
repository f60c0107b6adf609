/*
 * search_batch.h - what a thread of a search found, on its way to the calling
 * thread.
 */
#ifndef GBQ_QUERY_SEARCH_BATCH_H
#define GBQ_QUERY_SEARCH_BATCH_H

#include "query/search_scan.h"

/* Of a content, or a part of one; lines may come in several results. */
struct search_result {
	size_t content;		/* index in the plan */
	size_t first, count;	/* lines of the batch */
	int64_t found;		/* matching lines; in the last result */
	int64_t newlines;	/* of the part; in the last result */
	bool begins;		/* the content does */
	bool ends_part;		/* nothing more of this part comes */
	bool ends;		/* nothing more of the content comes */
	bool is_binary;
};

struct search_batch {
	struct arena arena;	/* texts of the lines */
	size_t bytes;		/* of them */
	ARRAY_OF(struct scan_line) lines;
	ARRAY_OF(struct search_result) results;
	struct error error;	/* why the search is to end, or OK */
};

struct search_batch *search_batch_new(void);
void search_batch_free(struct search_batch *batch);

/* Add a copy of a line to the last result. */
void search_batch_add(struct search_batch *batch,
    const struct scan_line *line);

#endif
