/*
 * handle.c - opening and closing; exit codes.
 */
#include "api/handle.h"

#include <stdlib.h>

#include "parse/page/page.h"
#include "query/functions/functions.h"
#include "util/hash.h"
#include "util/memory.h"

int
gbq_exit_code(enum gbq_status status)
{
	switch (status) {
	case GBQ_OK:
		return 0;
	case GBQ_USAGE:
		return 2;
	case GBQ_NO_INPUT:
		return 3;
	case GBQ_PARTIAL:
		return 4;
	case GBQ_DATABASE:
		return 5;
	case GBQ_LIMIT:
		return 6;
	case GBQ_IO:
		return 74;
	case GBQ_BUSY:
		return 75;
	case GBQ_INTERRUPTED:
		return 128 + 2;
	}
	return 5;
}

enum gbq_status
handle_need_store(struct gbq *gbq)
{
	if (gbq->store)
		return GBQ_OK;
	return error_set(&gbq->error, GBQ_USAGE, "no database is open");
}

enum gbq_status
handle_begin_read(struct gbq *gbq)
{
	enum gbq_status status = handle_need_store(gbq);

	if (status == GBQ_OK)
		status = guard_install(&gbq->guard, store_db(gbq->store),
		    &gbq->error);
	if (status == GBQ_OK)
		guard_resume(&gbq->guard, 0);
	return status;
}

enum gbq_status
handle_begin_write(struct gbq *gbq)
{
	guard_remove(&gbq->guard);
	return handle_need_store(gbq);
}

struct gbq *
gbq_new(void)
{
	hash_prepare();
	page_begin();
	return mem_calloc(1, sizeof(struct gbq));
}

enum gbq_status
gbq_close(struct gbq *gbq)
{
	enum gbq_status status;

	guard_remove(&gbq->guard);
	gbq->guard.reads = NULL;
	mirror_free(gbq->mirror);
	clickhouse_close(gbq->clickhouse);
	gbq->mirror = NULL;
	gbq->clickhouse = NULL;
	status = store_close(gbq->store, &gbq->error);
	gbq->store = NULL;
	return status;
}

void
gbq_free(struct gbq *gbq)
{
	if (!gbq)
		return;
	gbq_close(gbq);
	check_release(&gbq->checks);
	saved_release(&gbq->saved);
	schema_doc_release(&gbq->schema);
	free(gbq);
}

enum gbq_status
gbq_open(struct gbq *gbq, const char *path, enum gbq_mode mode)
{
	enum gbq_status status;

	gbq_close(gbq);
	status = store_open(&gbq->store, path, mode, &gbq->error);
	if (status == GBQ_OK &&
	    functions_add(store_db(gbq->store)) != SQLITE_OK) {
		gbq_close(gbq);
		status = error_set(&gbq->error, GBQ_LIMIT,
		    "SQL functions cannot be added");
	}
	return status;
}

const char *
gbq_error_text(const struct gbq *gbq)
{
	return gbq->error.message;
}
