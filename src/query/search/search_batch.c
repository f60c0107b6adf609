/*
 * search_batch.c - copies of lines, since blocks are read over.
 */
#include "query/search/search_private.h"

#include <stdlib.h>

struct search_batch *
search_batch_new(void)
{
	struct search_batch *batch = mem_calloc(1, sizeof(*batch));

	arena_init(&batch->arena);
	return batch;
}

void
search_batch_free(struct search_batch *batch)
{
	if (!batch)
		return;
	array_release(&batch->lines);
	array_release(&batch->results);
	arena_release(&batch->arena);
	free(batch);
}

void
search_batch_add(struct search_batch *batch,
    const struct gbq_search_line *line)
{
	struct gbq_search_line *added = array_add(&batch->lines);

	*added = *line;
	added->text = arena_copy(&batch->arena, line->text, line->len);
	batch->bytes += line->len + sizeof(*line);
	batch->results.items[batch->results.count - 1].count++;
}
