/*
 * content_remove.c - what the last run that names it leaves behind.
 *
 * A block goes when no content lies in it. Bytes of removed contents in
 * blocks that others use stay: writing such blocks anew would cost more than
 * it frees.
 */
#include "store/content/content.h"

/* Contents of the run that no other run has. */
#define OF_RUN_ONLY							\
	" content_id IN (SELECT content_id FROM artifact"		\
	" WHERE run_id = ?1) AND NOT EXISTS (SELECT 1 FROM artifact AS a"\
	" WHERE a.content_id = content.content_id AND a.run_id <> ?1)"

/*
 * Contents of a chain follow each other, so of those that begin before a
 * block, only the last can reach into it.
 */
#define UNUSED								\
	" ?2 >= block_id AND coalesce((SELECT max(c.block_id + c.blocks)"\
	" FROM content AS c WHERE c.block_id = (SELECT max(d.block_id)"	\
	" FROM content AS d WHERE d.block_id <= block.block_id)), 0)"	\
	" <= block.block_id"

struct range {
	int64_t first, last;	/* block_id */
};

typedef ARRAY_OF(struct range) range_array;

static enum gbq_status
content_remove_failed(struct store *store, struct error *error)
{
	return store_failed(store->db, "cannot remove contents", error);
}

/* In a damaged database they may seem to be beyond all ids. */
static int64_t
last_block(int64_t first, int64_t blocks)
{
	if (blocks < 1)
		blocks = 1;
	return blocks - 1 > INT64_MAX - first ? INT64_MAX :
	    first + (blocks - 1);
}

/* The blocks of the contents that go, touching ranges as one. */
static enum gbq_status
list_blocks(struct store *store, int64_t run_id, range_array *ranges,
    struct error *error)
{
	sqlite3_stmt *statement = store_statement(store, "SELECT block_id,"
	    " blocks FROM content WHERE block_id IS NOT NULL AND" OF_RUN_ONLY
	    " ORDER BY block_id, blocks");
	struct range range, *added;
	enum gbq_status status = GBQ_OK;
	int code;

	if (!statement)
		return content_remove_failed(store, error);
	sqlite3_bind_int64(statement, 1, run_id);
	while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
		range.first = sqlite3_column_int64(statement, 0);
		if (range.first <= 0)
			continue;	/* no block that gbq made */
		range.last = last_block(range.first,
		    sqlite3_column_int64(statement, 1));
		added = ranges->count ? &ranges->items[ranges->count - 1] :
		    NULL;
		if (!added || range.first - 1 > added->last)
			*(struct range *)array_add(ranges) = range;
		else if (range.last > added->last)
			added->last = range.last;
	}
	if (code != SQLITE_DONE)
		status = content_remove_failed(store, error);
	statement_end(statement);
	return status;
}

/* Run a DELETE with one or two parameters. */
static enum gbq_status
delete_rows(struct store *store, const char *sql, int64_t first, int64_t last,
    struct error *error)
{
	sqlite3_stmt *statement = store_statement(store, sql);
	enum gbq_status status = GBQ_OK;

	if (!statement)
		return content_remove_failed(store, error);
	sqlite3_bind_int64(statement, 1, first);
	if (sqlite3_bind_parameter_count(statement) > 1)
		sqlite3_bind_int64(statement, 2, last);
	if (sqlite3_step(statement) != SQLITE_DONE)
		status = content_remove_failed(store, error);
	statement_end(statement);
	return status;
}

enum gbq_status
content_remove_unused(struct store *store, int64_t first, int64_t last,
    struct error *error)
{
	return delete_rows(store, "DELETE FROM block WHERE block_id >= ?1 AND"
	    UNUSED, first, last, error);
}

enum gbq_status
content_remove_of_run(struct store *store, int64_t run_id,
    struct error *error)
{
	range_array ranges = { 0 };
	enum gbq_status status;
	size_t i;

	status = list_blocks(store, run_id, &ranges, error);
	if (status == GBQ_OK)
		status = delete_rows(store, "DELETE FROM content WHERE"
		    OF_RUN_ONLY, run_id, 0, error);
	for (i = 0; i < ranges.count && status == GBQ_OK; i++)
		status = content_remove_unused(store, ranges.items[i].first,
		    ranges.items[i].last, error);
	array_release(&ranges);
	return status;
}
