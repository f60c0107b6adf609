/*
 * search.c - the search of gbq.h.
 */
#include "api/handle.h"
#include "query/search/search.h"

enum gbq_status
gbq_search(struct gbq *gbq, const char *pattern,
    const struct gbq_search_options *options, gbq_search_function *function,
    void *data, struct gbq_search_totals *totals)
{
	struct gbq_search_totals unused = { 0 };
	enum gbq_status status = handle_begin_read(gbq);

	if (status != GBQ_OK)
		return status;
	if (!totals)
		totals = &unused;
	*totals = unused;
	return search_contents(store_db(gbq->store), pattern, options, function,
	    data, totals, &gbq->error);
}
