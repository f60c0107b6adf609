/*
 * extract.c - from the rows of a run to files. What the database says of
 * paths is not trusted: see util/write_below.h.
 */
#include "query/extract.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "store/content/content.h"
#include "store/failure.h"
#include "util/write_below.h"

struct extraction {
	sqlite3 *db;
	int64_t run_id;
	struct content_reader *reader;
	struct write_below *below;
	gbq_message_function *message;
	void *data;
	enum gbq_status status;	/* the worst so far */
	int64_t not_kept;	/* files */
};

/* A file that is being written. */
struct output {
	int fd;
	int error;		/* errno of a write that failed */
};

static bool
extract_write_piece(void *data, struct slice piece)
{
	struct output *output = data;
	ssize_t written;

	while (piece.len) {
		written = write(output->fd, piece.at, piece.len);
		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0) {
			output->error = errno;
			return false;
		}
		piece = slice_part(piece, (size_t)written, piece.len);
	}
	return true;
}

static void
extract_tell(struct extraction *extraction, const char *text)
{
	if (extraction->message)
		extraction->message(extraction->data, text);
}

/* One file has failed; whether the others can go on. */
static bool
extract_note(struct extraction *extraction, const struct error *error)
{
	if (error->status == GBQ_IO)
		return false;
	extract_tell(extraction, error->message);
	if (extraction->status != GBQ_DATABASE)
		extraction->status = error->status;
	return true;
}

static enum gbq_status
write_file(struct extraction *extraction, struct slice path,
    const char *hash, struct error *error)
{
	struct output output = { -1, 0 };
	enum gbq_status status;

	output.fd = write_below_create(extraction->below, path, error);
	if (output.fd < 0)
		return error->status;
	status = content_read(extraction->reader, hash, extract_write_piece,
	    &output, error);
	if (close(output.fd) != 0 && status == GBQ_OK) {
		status = GBQ_IO;
		output.error = errno;
	}
	if (status == GBQ_IO)
		error_set(error, GBQ_IO, "%.*s: %s", (int)path.len,
		    path.at, strerror(output.error));
	else if (status == GBQ_NO_INPUT)
		status = error_set(error, GBQ_DATABASE,
		    "the database is damaged: no content %s", hash);
	if (status != GBQ_OK)
		write_below_undo(extraction->below);
	return status;
}

/* The first column: bytes or text. */
static struct slice
extract_path_of(sqlite3_stmt *row)
{
	const char *bytes = sqlite3_column_blob(row, 0);

	return (struct slice){ bytes ? bytes : "",
	    (size_t)sqlite3_column_bytes(row, 0) };
}

/* The file of a row: path, hash, kept. */
static enum gbq_status
extract_write_row(struct extraction *extraction, sqlite3_stmt *row,
    struct error *error)
{
	struct slice path = extract_path_of(row);
	const char *hash = (const char *)sqlite3_column_text(row, 1);

	if (!sqlite3_column_int(row, 2)) {
		extraction->not_kept++;
		return GBQ_OK;
	}
	return write_file(extraction, path, hash ? hash : "", error);
}

static enum gbq_status
extract_make_folder(struct extraction *extraction, sqlite3_stmt *row,
    struct error *error)
{
	return write_below_folder(extraction->below, extract_path_of(row),
	    error);
}

static enum gbq_status
database_failed(struct extraction *extraction, struct error *error)
{
	return store_failed(extraction->db, "cannot read the run", error);
}

/* Use each row of a query about the run. */
static enum gbq_status
extract_each_row(struct extraction *extraction, const char *sql,
    enum gbq_status (*use)(struct extraction *extraction, sqlite3_stmt *row,
    struct error *error), struct error *error)
{
	sqlite3_stmt *row;
	enum gbq_status status = GBQ_OK;
	int code;

	if (sqlite3_prepare_v2(extraction->db, sql, -1, &row, NULL) !=
	    SQLITE_OK)
		return database_failed(extraction, error);
	sqlite3_bind_int64(row, 1, extraction->run_id);
	while ((code = sqlite3_step(row)) == SQLITE_ROW) {
		status = use(extraction, row, error);
		if (status != GBQ_OK && !extract_note(extraction, error))
			break;
		status = GBQ_OK;
	}
	if (status == GBQ_OK && code != SQLITE_DONE)
		status = database_failed(extraction, error);
	sqlite3_finalize(row);
	return status;
}

/* Whether a run with files has none that was kept. */
static enum gbq_status
extract_check_kept(struct extraction *extraction, struct error *error)
{
	sqlite3_stmt *row;
	enum gbq_status status = GBQ_OK;

	if (sqlite3_prepare_v2(extraction->db, "SELECT count(*), sum(kept)"
	    " FROM artifact JOIN content USING (content_id)"
	    " WHERE run_id = ?1 AND log_offset IS NULL", -1, &row,
	    NULL) != SQLITE_OK)
		return database_failed(extraction, error);
	sqlite3_bind_int64(row, 1, extraction->run_id);
	if (sqlite3_step(row) != SQLITE_ROW)
		status = database_failed(extraction, error);
	else if (sqlite3_column_int64(row, 0) > 0 &&
	    sqlite3_column_int64(row, 1) == 0)
		status = error_set(error, GBQ_NO_INPUT,
		    "the contents of run %lld were not kept",
		    (long long)extraction->run_id);
	sqlite3_finalize(row);
	return status;
}

static enum gbq_status
extract_write_all(struct extraction *extraction, struct error *error)
{
	struct error local = { 0 };
	enum gbq_status status;

	status = extract_each_row(extraction,
	    "SELECT coalesce(path_bytes, path),"
	    " lower(hex(hash)), kept FROM artifact"
	    " JOIN content USING (content_id) WHERE run_id = ?1"
	    " AND log_offset IS NULL ORDER BY artifact_no",
	    extract_write_row, &local);
	if (status == GBQ_OK)
		status = extract_each_row(extraction,
		    "SELECT path FROM empty_folder"
		    " WHERE run_id = ?1 ORDER BY folder_no",
		    extract_make_folder, &local);
	if (status != GBQ_OK)
		return error_set(error, status, "%s", local.message);
	if (extraction->not_kept) {
		error_set(&local, GBQ_PARTIAL,
		    "the contents of %lld file%s were not kept",
		    (long long)extraction->not_kept,
		    plural_end(extraction->not_kept, "file"));
		extract_note(extraction, &local);
	}
	return extraction->status == GBQ_OK ? GBQ_OK :
	    error_set(error, extraction->status,
	    "not all files could be written");
}

enum gbq_status
extract_run(sqlite3 *db, int64_t run_id, const char *folder,
    gbq_message_function *message, void *data, struct error *error)
{
	struct extraction extraction = { .db = db, .run_id = run_id,
	    .message = message, .data = data };
	enum gbq_status status = extract_check_kept(&extraction, error);

	if (status == GBQ_OK)
		status = write_below_open(&extraction.below, folder, error);
	if (status != GBQ_OK)
		return status;
	extraction.reader = content_reader_new(db);
	status = extract_write_all(&extraction, error);
	content_reader_free(extraction.reader);
	write_below_close(extraction.below);
	return status;
}
