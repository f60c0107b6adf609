/*
 * functions_content.c - content(hash): stored bytes, checked by their hash.
 * The database may be damaged, hostile, or none of gbq's.
 *
 * A reader stays with the connection for the blocks that it has at hand: files
 * of one run lie side by side. It holds no statement between two calls, since
 * SQLite closes no connection that has one.
 */
#include <stdlib.h>
#include <string.h>

#include "query/functions/functions_private.h"
#include "store/content/content.h"

struct content_state {
	struct content_reader *reader;	/* NULL: none yet */
	bool is_reading;
};

/* A content on its way: memory of SQLite's, which takes it over. */
struct content_text {
	char *bytes;
	size_t len, size;
};

void *
content_state_new(void)
{
	return mem_calloc(1, sizeof(struct content_state));
}

void
content_state_free(void *data)
{
	struct content_state *state = data;

	content_reader_free(state->reader);
	free(state);
}

static bool
content_functions_take_piece(void *data, struct slice piece)
{
	struct content_text *text = data;

	if (piece.len > text->size - text->len)
		return false;
	memcpy(text->bytes + text->len, piece.at, piece.len);
	text->len += piece.len;
	return true;
}

/* LIMIT: longer than SQLite's values may be, or memory is out. */
static enum gbq_status
content_functions_make_room(sqlite3 *db, int64_t bytes,
    struct content_text *text, struct error *error)
{
	if (bytes < 0 || bytes > sqlite3_limit(db, SQLITE_LIMIT_LENGTH, -1))
		return error_set(error, GBQ_LIMIT, "too long a content");
	text->size = (size_t)bytes;
	text->bytes = sqlite3_malloc64(text->size + 1);
	return text->bytes ? GBQ_OK :
	    error_set(error, GBQ_LIMIT, "out of memory");
}

/* A temporary view "content" could call content() for each of its rows. */
static enum gbq_status
content_functions_begin(sqlite3 *db, struct content_state *state,
    struct error *error)
{
	if (state->is_reading)
		return error_set(error, GBQ_USAGE, "content() in itself");
	state->is_reading = true;
	if (!state->reader)
		state->reader = content_reader_new(db);
	return GBQ_OK;
}

static void
content_functions_end(struct content_state *state)
{
	content_reader_rest(state->reader);
	state->is_reading = false;
}

static enum gbq_status
read_once(sqlite3 *db, struct content_state *state, const char *hash,
    struct content_text *text, struct error *error)
{
	int64_t bytes = 0;
	enum gbq_status status = content_functions_begin(db, state, error);

	if (status != GBQ_OK)
		return status;
	status = content_size(state->reader, hash, &bytes, error);
	if (status == GBQ_OK)
		status = content_functions_make_room(db, bytes, text, error);
	if (status == GBQ_OK)
		status = content_read(state->reader, hash,
		    content_functions_take_piece, text, error);
	content_functions_end(state);
	if (status == GBQ_OK)
		return status;
	sqlite3_free(text->bytes);
	*text = (struct content_text){ 0 };
	return status;
}

/* Blocks at hand may be of before a change of the database: try without. */
static enum gbq_status
content_functions_read_content(sqlite3 *db, struct content_state *state,
    const char *hash, struct content_text *text, struct error *error)
{
	bool had_reader = state->reader != NULL;
	enum gbq_status status = read_once(db, state, hash, text, error);

	if (status != GBQ_DATABASE || !had_reader)
		return status;
	content_reader_free(state->reader);
	state->reader = NULL;
	return read_once(db, state, hash, text, error);
}

/* Gives the text away. */
static void
content_functions_answer(sqlite3_context *context, struct content_text *text)
{
	struct slice bytes = { text->bytes, text->len };

	if (utf8_valid(bytes) && slice_find_byte(bytes, '\0') == SIZE_MAX)
		sqlite3_result_text64(context, text->bytes, text->len,
		    sqlite3_free, SQLITE_UTF8);
	else
		sqlite3_result_blob64(context, text->bytes, text->len,
		    sqlite3_free);
}

void
function_content(sqlite3_context *context, int count, sqlite3_value **values)
{
	const char *hash = (const char *)sqlite3_value_text(values[0]);
	struct content_text text = { 0 };
	struct error error;
	enum gbq_status status;

	(void)count;
	if (!hash)
		return;
	status =
	    content_functions_read_content(sqlite3_context_db_handle(context),
		sqlite3_user_data(context), hash, &text, &error);
	switch (status) {
	case GBQ_OK:
		content_functions_answer(context, &text);
		break;
	case GBQ_NO_INPUT:
		break;
	case GBQ_LIMIT:
		sqlite3_result_error_toobig(context);
		break;
	case GBQ_DATABASE:
		function_database_error(context, "content()", error.message);
		break;
	default:
		function_error(context, status, error.message);
	}
}
