/*
 * rebuild.c - feeds stored contents to the same reading and joining that an
 * input goes through.
 */
#include "ingest/job/ingest.h"

#include <stdlib.h>
#include <string.h>

#include "ingest/job/job.h"
#include "store/content/content.h"
#include "store/store.h"

struct rebuild {
	struct store *store;
	int64_t run_id;
	struct stored_files stored;
	struct source source;
	struct folder_file *files;	/* of the source */
	size_t *indexes;		/* 0, 1, … */
	struct run_intake intake;
	struct report_reading *reading;
	struct error *error;
};

/* ---- the stored files as a source ---- */

static bool
rebuild_find_kind(const char *name, enum run_kind *kind)
{
	static const enum run_kind kinds[] = { RUN_REPORT, RUN_TRACE,
		RUN_CONSOLE };
	size_t i;

	for (i = 0; i < LENGTH(kinds); i++) {
		*kind = kinds[i];
		if (strcmp(run_kind_name(*kind), name) == 0)
			return true;
	}
	return false;
}

/* Whether all that was read when the run was ingested can be read again. */
static enum gbq_status
rebuild_check_kept(const struct rebuild *rebuild)
{
	const struct stored_file *file;
	size_t i;

	for (i = 0; i < rebuild->stored.files.count; i++) {
		file = &rebuild->stored.files.items[i];
		if (!file->kept && (!file->unreadable || file->bytes > 0))
			return error_set(rebuild->error, GBQ_PARTIAL,
			    "run %lld: its contents were not kept, so that "
			    "its rows cannot be computed anew",
			    (long long)rebuild->run_id);
	}
	return GBQ_OK;
}

static void
rebuild_list_files(struct rebuild *rebuild)
{
	const struct stored_files *stored = &rebuild->stored;
	size_t count = stored->files.count, i;

	rebuild->files = mem_calloc(count + 1, sizeof(*rebuild->files));
	rebuild->indexes = mem_calloc(count + 1, sizeof(*rebuild->indexes));
	for (i = 0; i < count; i++) {
		rebuild->files[i].path = stored->files.items[i].path;
		rebuild->files[i].size = stored->files.items[i].bytes;
		rebuild->indexes[i] = i;
	}
	rebuild->source = (struct source){ .files = rebuild->files,
		.count = count, .empty_folders = &stored->empty_folders };
}

/* ---- reading ---- */

static bool
rebuild_take_piece(void *data, struct slice piece)
{
	report_reading_piece(data, piece);
	return true;
}

static enum gbq_status
rebuild_read_file(struct rebuild *rebuild, struct content_reader *reader,
    size_t i)
{
	const struct stored_file *file = &rebuild->stored.files.items[i];
	enum gbq_status status = GBQ_OK;

	report_reading_begin_file(rebuild->reading, i);
	if (file->kept)
		status = content_read(reader, file->hash, rebuild_take_piece,
		    rebuild->reading, rebuild->error);
	report_reading_end_file(rebuild->reading, file->kept ? NULL :
	    file->unreadable);
	return status;
}

/* The contents begin the transaction, so that the run stays as it is read. */
static enum gbq_status
read_files(struct rebuild *rebuild, struct contents *contents)
{
	struct content_reader *reader =
	    content_reader_new(store_db(rebuild->store));
	enum gbq_status status = GBQ_OK;
	size_t i;

	rebuild->reading = run_intake_begin(&rebuild->intake, contents, NULL);
	for (i = 0; i < rebuild->source.count && status == GBQ_OK; i++)
		status = rebuild_read_file(rebuild, reader, i);
	run_intake_end(&rebuild->intake, rebuild->reading,
	    &rebuild->stored.problems);
	content_reader_free(reader);
	if (status != GBQ_OK || strcmp(rebuild->intake.rows.run.run_key,
	    rebuild->stored.run_key) == 0)
		return status;
	return error_set(rebuild->error, GBQ_DATABASE,
	    "run %lld: its files are not those that its run_key was made of",
	    (long long)rebuild->run_id);
}

static enum gbq_status
rebuild_join(struct rebuild *rebuild)
{
	struct kind_table kinds;
	enum gbq_status status;

	kind_table_init(&kinds);
	status = store_load_kinds(rebuild->store, &kinds, rebuild->error);
	if (status == GBQ_OK)
		run_intake_join(&rebuild->intake, &kinds);
	if (status == GBQ_OK)
		status = store_replace_rows(rebuild->store, rebuild->run_id,
		    &rebuild->intake.capture, &rebuild->intake.rows,
		    rebuild->intake.contents, rebuild->error);
	kind_table_release(&kinds);
	return status;
}

static enum gbq_status
rebuild_read_again(struct rebuild *rebuild, enum run_kind kind,
    struct contents *contents)
{
	struct report_files files = { &rebuild->source, LITERAL(""), kind,
		rebuild->indexes, rebuild->source.count, NULL };
	enum gbq_status status;

	run_intake_init(&rebuild->intake, &files,
	    rebuild->stored.source_path, slice_of(rebuild->stored.name));
	status = read_files(rebuild, contents);
	if (status == GBQ_OK)
		status = rebuild_join(rebuild);
	run_intake_release(&rebuild->intake);
	return status;
}

enum gbq_status
rebuild_run(struct store *store, int64_t run_id, struct error *error)
{
	struct rebuild rebuild = { .store = store, .run_id = run_id,
		.error = error };
	struct contents *contents = contents_new(store, true, 0);
	enum run_kind kind;
	enum gbq_status status;

	contents_lock(contents);
	status = contents_status(contents, error);
	if (status == GBQ_OK)
		status = stored_files_load(&rebuild.stored, store, run_id,
		    error);
	if (status == GBQ_OK)
		status = rebuild_check_kept(&rebuild);
	if (status == GBQ_OK &&
	    !rebuild_find_kind(rebuild.stored.source_kind, &kind))
		status = error_set(error, GBQ_DATABASE,
		    "run %lld: source_kind '%s' is not known",
		    (long long)run_id, rebuild.stored.source_kind);
	if (status == GBQ_OK) {
		rebuild_list_files(&rebuild);
		status = rebuild_read_again(&rebuild, kind, contents);
	} else {
		contents_free(contents);
	}
	free(rebuild.files);
	free(rebuild.indexes);
	stored_files_release(&rebuild.stored);
	return status;
}
