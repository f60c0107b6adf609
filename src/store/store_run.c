/*
 * store_run.c - a run's transaction: whole or absent.
 */
#include <string.h>

#include "store/content/content.h"
#include "store/insert/insert.h"
#include "store/store.h"

const char *const store_run_tables[] = { "tag", "config", "artifact",
	"empty_folder", "compile", "site", "site_key",
	"site_follower", "compile_below", "triage_item", "break_event",
	"hint", "stack_frame", "restart",
	"failure", "guard_failure", "recompile_cause", "specialization",
	"guard_added", "graph", "graph_op", "bytecode", "cache_event",
	"phase", "collective", "problem", "run", NULL };

static enum gbq_status
delete_from(struct store *store, const char *sql, int64_t run_id,
    struct error *error)
{
	return store_of_run(store, sql, run_id, "cannot remove the run",
	    error);
}

/* Configurations that no run has any more. */
static const char remove_unused_sets[] =
    "DELETE FROM config_item WHERE config_id NOT IN"
    " (SELECT config_id FROM config);"
    "DELETE FROM config_set WHERE config_id NOT IN"
    " (SELECT config_id FROM config);";

static const char remove_texts[] = "DELETE FROM text WHERE text_id"
    " >= (SELECT first_text FROM run WHERE run_id = ?1) AND text_id <="
    " (SELECT last_text FROM run WHERE run_id = ?1)";

/* Remove the run's rows of the tables from the first one on. */
static enum gbq_status
remove_from_tables(struct store *store, const char *const *table,
    int64_t run_id, struct error *error)
{
	struct buffer sql = { 0 };
	enum gbq_status status = GBQ_OK;

	for (; *table && status == GBQ_OK; table++) {
		buffer_clear(&sql);
		buffer_add_string(&sql, "DELETE FROM ");
		buffer_add_string(&sql, *table);
		buffer_add_string(&sql, " WHERE run_id = ?1");
		status = delete_from(store, buffer_string(&sql), run_id,
		    error);
	}
	buffer_release(&sql);
	return status;
}

static enum gbq_status
remove_rows(struct store *store, int64_t run_id, struct error *error)
{
	enum gbq_status status;

	/* An archive is known with all of its runs, or it is not known. */
	status = delete_from(store, "DELETE FROM input WHERE path IN"
	    " (SELECT path FROM input WHERE run_id = ?1)", run_id, error);
	if (status == GBQ_OK)
		status = content_remove_of_run(store, run_id, error);
	if (status == GBQ_OK)
		status = delete_from(store, remove_texts, run_id, error);
	if (status == GBQ_OK)
		status = remove_from_tables(store, store_run_tables, run_id,
		    error);
	if (status == GBQ_OK)
		status = store_execute(store, remove_unused_sets, error);
	return status;
}

static enum gbq_status
store_run_finish(struct store *store, enum gbq_status status, struct error
    *error) {
	if (status == GBQ_OK)
		status = store_execute(store, "COMMIT", error);
	if (status != GBQ_OK)
		sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
	return status;
}

enum gbq_status
store_remove_run(struct store *store, int64_t run_id, struct error *error)
{
	enum gbq_status status = store_execute(store, "BEGIN IMMEDIATE", error);

	if (status != GBQ_OK)
		return status;
	return store_run_finish(store, remove_rows(store, run_id, error),
	    error);
}

/* The ids that the run and its first text will have. */
static enum gbq_status
next_ids(struct writer *writer)
{
	enum gbq_status status;

	status = store_get_int(writer->store, "SELECT coalesce(max(seq), 0)"
	    " + 1 FROM sqlite_sequence WHERE name = 'run'", &writer->run_id,
	    writer->error);
	if (status == GBQ_OK)
		status = store_next_text(writer->store, &writer->next_text,
		    writer->error);
	return status;
}

static enum gbq_status
store_run_set_text_range(struct writer *writer, int64_t first)
{
	sqlite3_stmt *statement = store_statement(writer->store, "UPDATE run"
	    " SET first_text = ?2, last_text = ?3 WHERE run_id = ?1");
	enum gbq_status status = GBQ_OK;

	sqlite3_bind_int64(statement, 1, writer->run_id);
	sqlite3_bind_int64(statement, 2, first);
	sqlite3_bind_int64(statement, 3, writer->next_text - 1);
	if (!statement || sqlite3_step(statement) != SQLITE_DONE)
		status = store_failed(writer->store->db,
		    "cannot store the run", writer->error);
	statement_end(statement);
	return status;
}

static enum gbq_status
store_run_insert_rows(struct writer *writer, struct capture *capture,
    const struct rows *rows, const struct contents *contents)
{
	insert_run(writer, capture, rows);
	insert_artifacts(writer, capture, rows, contents);
	insert_empty_folders(writer, capture);
	insert_compiles(writer, rows);
	insert_metric_tables(writer, capture, rows);
	insert_events(writer, capture, rows);
	insert_sites(writer, rows);
	insert_followers(writer, rows);
	insert_restarts(writer, rows);
	insert_failures(writer, rows);
	insert_recompiles(writer, rows);
	insert_causes(writer, rows);
	insert_bytecodes(writer, rows);
	insert_caches(writer, rows);
	insert_graphs(writer, rows);
	insert_configs(writer, &capture->log);
	insert_phases(writer, &capture->log);
	insert_collectives(writer, capture);
	insert_problems(writer, capture);
	return writer->failed ? writer->error->status : GBQ_OK;
}

/* All rows of a run whose contents are written, and what they come to. */
static enum gbq_status
insert_all(struct writer *writer, struct capture *capture,
    const struct rows *rows, const struct contents *contents)
{
	int64_t first_text = writer->next_text;
	enum gbq_status status = store_run_insert_rows(writer, capture, rows,
	    contents);

	if (status == GBQ_OK)
		status = store_run_set_text_range(writer, first_text);
	if (status == GBQ_OK)
		status = insert_counts(writer->store, writer->run_id,
		    &rows->run, writer->error);
	if (status == GBQ_OK)
		status = insert_triage(writer->store, writer->run_id,
		    writer->error);
	return status;
}

static enum gbq_status
insert_new(struct writer *writer, struct capture *capture,
    const struct rows *rows, struct contents *contents,
    const struct store_run_options *options)
{
	enum gbq_status status = contents_write(contents, writer->error);

	if (status == GBQ_OK)
		status = next_ids(writer);
	if (status == GBQ_OK)
		status = insert_all(writer, capture, rows, contents);
	if (status == GBQ_OK)
		insert_tags(writer, options->tags, options->tag_count);
	return writer->failed ? writer->error->status : status;
}

enum gbq_status
store_add_run(struct store *store, struct capture *capture,
    const struct rows *rows, struct contents *contents,
    const struct store_run_options *options, int64_t *run_id, bool *added,
    struct error *error)
{
	struct error local = { 0 };
	struct writer writer;
	enum gbq_status status = contents_status(contents, error);

	*added = false;
	/* Large contents may have begun the transaction. */
	if (status == GBQ_OK && sqlite3_get_autocommit(store->db))
		status = store_execute(store, "BEGIN IMMEDIATE", error);
	if (status != GBQ_OK)
		return status;
	/* Another process may have stored it in between. */
	status = store_find_run(store, rows->run.run_key, run_id, error);
	if (status != GBQ_OK || *run_id) {
		sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
		return status;
	}
	writer_init(&writer, store, &local);
	status = insert_new(&writer, capture, rows, contents, options);
	if (status != GBQ_OK)
		error_set(error, status, "%s", local.message);
	writer_release(&writer);
	/* Afterwards: the new run may use the old one's contents. */
	if (status == GBQ_OK && options->replaces)
		status = remove_rows(store, options->replaces, error);
	if (status == GBQ_OK && options->input)
		status = store_note_input(store, options->input,
		    &writer.run_id, 1, error);
	status = store_run_finish(store, status, error);
	*added = status == GBQ_OK;
	*run_id = writer.run_id;
	return status;
}

/* ---- rows computed anew ---- */

enum { NO_RUN = 0 };	/* the number of no run */

/*
 * The old artifacts become those of no run, so that contents which the new
 * rows name again are not without an artifact for a moment.
 */
static enum gbq_status
set_aside(struct store *store, int64_t run_id, struct error *error)
{
	enum gbq_status status = delete_from(store,
	    "UPDATE artifact SET run_id =" " 0 WHERE run_id = ?1", run_id,
	    error);

	if (status == GBQ_OK)
		status = delete_from(store, remove_texts, run_id, error);
	/* The first table is that of tags, which are not derived. */
	return status == GBQ_OK ? remove_from_tables(store,
	    store_run_tables + 1, run_id, error) : status;
}

static enum gbq_status
remove_aside(struct store *store, struct error *error)
{
	enum gbq_status status = content_remove_of_run(store, NO_RUN, error);

	if (status == GBQ_OK)
		status = store_execute(store, "DELETE FROM artifact"
		    " WHERE run_id = 0", error);
	return status == GBQ_OK ? store_execute(store, remove_unused_sets,
	    error) : status;
}

/* The time of the first ingest; an empty text where none is told. */
static enum gbq_status
get_ingested(struct store *store, int64_t run_id, char out[64],
    struct error *error)
{
	const char *time;
	sqlite3_stmt *row;

	out[0] = '\0';
	if (sqlite3_prepare_v2(store->db, "SELECT ingested_at FROM run WHERE"
	    " run_id = ?1", -1, &row, NULL) != SQLITE_OK)
		return store_failed(store->db, store->path, error);
	sqlite3_bind_int64(row, 1, run_id);
	if (sqlite3_step(row) == SQLITE_ROW) {
		time = (const char *)sqlite3_column_text(row, 0);
		if (time && strlen(time) < 64)
			strcpy(out, time);
	}
	return sqlite3_finalize(row) == SQLITE_OK ? GBQ_OK :
	    store_failed(store->db, store->path, error);
}

static enum gbq_status
set_ingested(struct store *store, int64_t run_id, const char *time,
    struct error *error)
{
	sqlite3_stmt *row;
	int code;

	if (sqlite3_prepare_v2(store->db, "UPDATE run SET ingested_at = ?2"
	    " WHERE run_id = ?1", -1, &row, NULL) != SQLITE_OK)
		return store_failed(store->db, store->path, error);
	sqlite3_bind_int64(row, 1, run_id);
	sqlite3_bind_text(row, 2, time, -1, SQLITE_STATIC);
	code = sqlite3_step(row);
	sqlite3_finalize(row);
	return code == SQLITE_DONE ? GBQ_OK :
	    store_failed(store->db, store->path, error);
}

static enum gbq_status
replace_all(struct writer *writer, struct capture *capture,
    const struct rows *rows, struct contents *contents)
{
	struct store *store = writer->store;
	int64_t run_id = writer->run_id;
	char ingested[64];
	enum gbq_status status = get_ingested(store, run_id, ingested,
	    writer->error);

	if (status == GBQ_OK)
		status = contents_write(contents, writer->error);
	if (status == GBQ_OK)
		status = set_aside(store, run_id, writer->error);
	if (status == GBQ_OK)
		status = store_next_text(store, &writer->next_text,
		    writer->error);
	if (status == GBQ_OK)
		status = insert_all(writer, capture, rows, contents);
	if (status == GBQ_OK)
		status = set_ingested(store, run_id, ingested, writer->error);
	return status == GBQ_OK ? remove_aside(store, writer->error) :
	    status;
}

enum gbq_status
store_replace_rows(struct store *store, int64_t run_id,
    struct capture *capture, const struct rows *rows,
    struct contents *contents, struct error *error)
{
	struct error local = { 0 };
	struct writer writer;
	enum gbq_status status = contents_status(contents, error);

	if (status != GBQ_OK)
		return status;
	writer_init(&writer, store, &local);
	writer.run_id = run_id;
	status = replace_all(&writer, capture, rows, contents);
	if (status != GBQ_OK)
		error_set(error, status, "%s", local.message);
	writer_release(&writer);
	return store_run_finish(store, status, error);
}
