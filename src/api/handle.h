/*
 * handle.h - what is behind struct gbq.
 */
#ifndef GBQ_API_HANDLE_H
#define GBQ_API_HANDLE_H

#include "gbq.h"
#include "query/check.h"
#include "query/guard.h"
#include "query/saved.h"
#include "remote/clickhouse.h"
#include "remote/push.h"
#include "store/store.h"
#include "util/error.h"

struct gbq {
	struct store *store;		/* NULL: not open */
	struct clickhouse *clickhouse;	/* NULL: it is a local database; */
	struct mirror *mirror;		/* else the store is for some runs */
	struct guard guard;
	struct error error;		/* of the last call that failed */
	struct saved_list saved;
	struct schema_doc schema;
	struct check_list checks;
};

/* GBQ_OK where a database is open, else the error of that. */
enum gbq_status handle_need_store(struct gbq *gbq);

/* The same, with the guard on and its clock started; with the guard off. */
enum gbq_status handle_begin_read(struct gbq *gbq);
enum gbq_status handle_begin_write(struct gbq *gbq);

/*
 * Fetch the rows that are wanted of the runs found on a cluster, if one is
 * open. The guard is taken off; who needs it installs it again.
 */
enum gbq_status handle_load(struct gbq *gbq);

#endif
