/*
 * check.c - runs the laws and adds up their rows by run. Reads only.
 */
#include "query/check.h"

#include <string.h>

#include "query/saved.h"
#include "store/content/content.h"
#include "store/schema.h"

#define CONTENTS_ID "contents"
#define VIEWS_ID "views"

/* ---- the list ---- */

static void
add_law(struct check_list *list, const char *id, const char *help,
    const char *sql)
{
	struct gbq_invariant *law = array_add(&list->laws);

	*law = (struct gbq_invariant){ id, help, sql };
}

/* The query at the start of *rest, up to the ";" that ends a line. */
static const char *
take_query(struct check_list *list, struct slice *rest)
{
	size_t end = slice_find(*rest, LITERAL(";\n"));
	struct slice sql = slice_part(*rest, 0, end);

	*rest = end == SIZE_MAX ? slice_part(*rest, rest->len, rest->len) :
	    slice_part(*rest, end + 2, rest->len);
	return slice_string(&list->arena, slice_trim(sql));
}

static void
check_load_file(struct check_list *list, const struct embedded_file *file)
{
	struct slice rest = embedded_text(file), line, tail;
	struct header_item item;

	while (rest.len) {
		tail = rest;
		if (sql_header_next(&rest, &list->arena, &item) &&
		    slice_equal(item.key, LITERAL("check")))
			add_law(list, slice_string(&list->arena, item.name),
			    item.text, take_query(list, &rest));
		else if (rest.at == tail.at)
			slice_next_line(&rest, &line);
	}
}

/* What SQLite knows comes first: the other answers rest on it. */
void
check_load(struct check_list *list)
{
	static const char first[] = "schema/checks/database.sql";
	size_t i;

	if (list->loaded)
		return;
	list->loaded = true;
	for (i = 0; i < embedded_file_count; i++) {
		if (strcmp(embedded_files[i].name, first) == 0)
			check_load_file(list, &embedded_files[i]);
	}
	add_law(list, VIEWS_ID, "the views are those of this gbq", NULL);
	for (i = 0; i < embedded_file_count; i++) {
		if (sql_file_in(&embedded_files[i], "schema/checks/") &&
		    strcmp(embedded_files[i].name, first) != 0)
			check_load_file(list, &embedded_files[i]);
	}
	add_law(list, CONTENTS_ID, "every stored content can be unpacked and "
	    "has the hash and the size that it is stored under", NULL);
}

void
check_release(struct check_list *list)
{
	array_release(&list->laws);
	arena_release(&list->arena);
	list->loaded = false;
}

/* ---- findings ---- */

/* The rows of one run that break the law at hand. */
struct broken {
	int64_t run_id;
	int64_t rows;
	struct slice first;		/* of them, in words */
};

struct check {
	struct guard *guard;
	sqlite3 *db;
	gbq_finding_function *function;
	void *data;
	struct arena arena;		/* of the law at hand */
	ARRAY_OF(struct broken) broken;
	struct error *error;
};

static struct broken *
broken_of(struct check *check, int64_t run_id)
{
	struct broken *broken;
	size_t i;

	for (i = check->broken.count; i > 0; i--) {
		if (check->broken.items[i - 1].run_id == run_id)
			return &check->broken.items[i - 1];
	}
	broken = array_add(&check->broken);
	broken->run_id = run_id;
	return broken;
}

static void
check_add_row(struct check *check, int64_t run_id, struct slice words)
{
	struct broken *broken = broken_of(check, run_id);

	if (broken->rows++ == 0)
		broken->first = slice_copy(&check->arena, words);
}

/* "compile_no 3, status limit": the columns behind the first. */
static void
check_add_result(struct check *check, sqlite3_stmt *row)
{
	struct buffer words = { 0 };
	int count = sqlite3_column_count(row), i;

	for (i = 1; i < count; i++) {
		const unsigned char *text = sqlite3_column_text(row, i);
		struct slice value = { (const char *)text,
			(size_t)sqlite3_column_bytes(row, i) };

		buffer_add_string(&words, i > 1 ? ", " : "");
		buffer_add_string(&words, sqlite3_column_name(row, i));
		buffer_add_byte(&words, ' ');
		buffer_add_slice(&words, value.at ? slice_part(value, 0,
		    100) : LITERAL("NULL"));
	}
	check_add_row(check, sqlite3_column_int64(row, 0),
	    buffer_slice(&words));
	buffer_release(&words);
}

/* The name of a run, in the arena; NULL: there is no such run. */
static const char *
check_name_of(struct check *check, int64_t run_id)
{
	const char *name = NULL;
	sqlite3_stmt *row;

	if (!run_id || sqlite3_prepare_v2(check->db, "SELECT name FROM run"
	    " WHERE run_id = ?1", -1, &row, NULL) != SQLITE_OK)
		return NULL;
	sqlite3_bind_int64(row, 1, run_id);
	if (sqlite3_step(row) == SQLITE_ROW)
		name = slice_string(&check->arena,
		    slice_of((const char *)sqlite3_column_text(row, 0)));
	sqlite3_finalize(row);
	return name;
}

/* Tell what was found of a law, and forget it. */
static void
check_tell(struct check *check, const struct gbq_invariant *law)
{
	size_t i;

	for (i = 0; i < check->broken.count; i++) {
		const struct broken *broken = &check->broken.items[i];
		struct gbq_finding finding = { .invariant = law->id,
			.help = law->help, .run_id = broken->run_id,
			.run = check_name_of(check, broken->run_id),
			.rows = broken->rows,
			.first = slice_string(&check->arena, broken->first) };

		check->function(check->data, &finding);
	}
	check->broken.count = 0;
	arena_release(&check->arena);
}

/* ---- checking ---- */

/* A file that is damaged so far that a query fails breaks the law. */
static enum gbq_status
check_failed(struct check *check, int code)
{
	enum gbq_status status = guard_error(check->guard, code, check->error);

	if (status != GBQ_DATABASE)
		return status;
	check_add_row(check, 0, slice_of(check->error->message));
	return GBQ_OK;
}

/*
 * The code of "unable to get the page. error code=7", as SQLite's own check
 * tells that it could not read on; of "failed to get page 12", which it says
 * of chains, that of too little memory. 0: it tells of damage.
 */
static int
read_error_of(sqlite3 *db, struct slice text)
{
	size_t at = slice_find(text, LITERAL("error code="));
	int64_t code;

	if (slice_contains(text, LITERAL("failed to get page")))
		return SQLITE_NOMEM;
	if (at == SIZE_MAX)
		return 0;
	text = slice_part(text, at + strlen("error code="), text.len);
	text = slice_part(text, 0, slice_find_byte(text, '\n'));
	return slice_to_int(text, &code) && store_status(db, (int)code) !=
	    GBQ_DATABASE ? (int)code : 0;
}

/* What kept the query from reading on, among what it found; 0: nothing. */
static int
read_error(const struct check *check)
{
	int code = 0;
	size_t i;

	if (store_disk_failed(check->db))
		return SQLITE_IOERR;
	for (i = 0; i < check->broken.count && !code; i++)
		code = read_error_of(check->db, check->broken.items[i].first);
	return code;
}

static enum gbq_status
check_query(struct check *check, const char *sql)
{
	sqlite3_stmt *row = NULL;
	int code;

	guard_resume(check->guard, 0);
	code = sqlite3_prepare_v2(check->db, sql, -1, &row, NULL);
	if (code != SQLITE_OK)
		return check_failed(check, code);
	while ((code = sqlite3_step(row)) == SQLITE_ROW)
		check_add_result(check, row);
	sqlite3_finalize(row);
	if (code != SQLITE_DONE)
		return check_failed(check, code);
	code = read_error(check);
	return code == 0 ? GBQ_OK : error_set(check->error,
	    store_status(check->db, code), "cannot read the database: %s",
	    sqlite3_errstr(code));
}

static enum gbq_status
check_views(struct check *check)
{
	struct buffer names = { 0 };
	enum gbq_status status = schema_list_odd_views(check->db, &names,
	    check->error);

	if (names.len)
		check_add_row(check, 0, buffer_slice(&names));
	buffer_release(&names);
	return status == GBQ_DATABASE ? GBQ_OK : status;
}

static bool
count_bytes(void *data, struct slice piece)
{
	*(int64_t *)data += (int64_t)piece.len;
	return true;
}

/* The content of the row: content_id, hash, bytes. */
static enum gbq_status
check_content(struct check *check, struct content_reader *reader,
    sqlite3_stmt *row)
{
	struct slice hash = { (const char *)sqlite3_column_text(row, 1),
		(size_t)sqlite3_column_bytes(row, 1) };
	struct buffer words = { 0 };
	struct error error = { .status = GBQ_OK };
	int64_t bytes = 0;
	enum gbq_status status;

	buffer_add_slice(&words, hash);
	status = content_read(reader, buffer_string(&words), count_bytes,
	    &bytes, &error);
	if (status == GBQ_IO || status == GBQ_BUSY || status == GBQ_LIMIT ||
	    (status == GBQ_OK && bytes == sqlite3_column_int64(row, 2))) {
		/* It was not read, or it is sound. */
		buffer_release(&words);
		return status == GBQ_OK ? status : error_set(check->error,
		    status, "%s", error.message);
	}
	buffer_clear(&words);
	buffer_printf(&words, "content_id %lld: %s",
	    (long long)sqlite3_column_int64(row, 0), status == GBQ_OK ?
	    "another size" : error.message);
	check_add_row(check, sqlite3_column_int64(row, 3),
	    buffer_slice(&words));
	buffer_release(&words);
	return GBQ_OK;
}

/* In the order of blocks, so that each is unpacked once. */
static enum gbq_status
check_contents(struct check *check)
{
	static const char sql[] = "SELECT content_id, hex(hash), bytes,"
	    " (SELECT min(run_id) FROM artifact AS a"
	    " WHERE a.content_id = content.content_id)"
	    " FROM content WHERE kept = 1 ORDER BY block_id, offset";
	struct content_reader *reader = content_reader_new(check->db);
	enum gbq_status status = GBQ_OK;
	sqlite3_stmt *row = NULL;
	int code;

	guard_resume(check->guard, 0);
	code = sqlite3_prepare_v2(check->db, sql, -1, &row, NULL);
	while (code == SQLITE_OK || code == SQLITE_ROW) {
		code = sqlite3_step(row);
		if (code == SQLITE_ROW && status == GBQ_OK)
			status = check_content(check, reader, row);
		if (status != GBQ_OK)
			break;
	}
	sqlite3_finalize(row);
	content_reader_free(reader);
	if (status != GBQ_OK || code == SQLITE_DONE)
		return status;
	return check_failed(check, code);
}

static enum gbq_status
check_law(struct check *check, const struct gbq_invariant *law)
{
	if (law->sql)
		return check_query(check, law->sql);
	return strcmp(law->id, VIEWS_ID) == 0 ? check_views(check) :
	    check_contents(check);
}

enum gbq_status
check_database(struct guard *guard, struct check_list *list,
    gbq_finding_function *function, void *data, struct error *error)
{
	struct check check = { .guard = guard, .db = guard->db,
		.function = function, .data = data, .error = error };
	enum gbq_status status = GBQ_OK;
	size_t i;

	check_load(list);
	arena_init(&check.arena);
	for (i = 0; i < list->laws.count && status == GBQ_OK; i++) {
		status = check_law(&check, &list->laws.items[i]);
		check_tell(&check, &list->laws.items[i]);
	}
	array_release(&check.broken);
	arena_release(&check.arena);
	return status;
}
