/*
 * context_database.c - finding and opening the database, and the run that is
 * meant.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/context.h"
#include "cli/format/row.h"
#include "cli/screen/output.h"
#include "cli/screen/similar.h"
#include "util/text.h"

#define DATABASE_NAME "gbq.db"

enum { MAX_LINKS = 40 };

static bool
context_database_exists(const char *path)
{
	return access(path, F_OK) == 0;
}

/* The nearest gbq.db from the current folder upwards, or NULL; heap. */
static char *
search_upwards(void)
{
	char *folder = getcwd(NULL, 0), *slash;
	struct buffer path = { 0 };

	while (folder) {
		buffer_clear(&path);
		buffer_printf(&path, "%s/%s", strcmp(folder, "/") ? folder :
		    "", DATABASE_NAME);
		if (context_database_exists(buffer_string(&path)))
			break;
		slash = strrchr(folder, '/');
		buffer_clear(&path);
		if (!slash || strcmp(folder, "/") == 0)
			break;
		slash[slash == folder] = '\0';
	}
	free(folder);
	if (path.len)
		return path.bytes;
	buffer_release(&path);
	return NULL;
}

/* The path of the database, or NULL; heap. */
static char *
context_database_locate(const struct context *context)
{
	const char *path = context_value(context, OPTION_DB);

	if (!path)
		path = getenv("GBQ_DB");
	if (path && *path)
		return strdup(path);
	return search_upwards();
}

/*
 * The absolute path of a file that need not be there, without links; NULL: its
 * folder is not there. Heap.
 */
static char *
resolve_path(const char *path, int links)
{
	char *real = realpath(path, NULL), *folder, target[4096];
	struct slice whole = slice_of(path);
	size_t slash = slice_find_last_byte(whole, '/');
	struct slice base = slice_part(whole, slash == SIZE_MAX ? 0 :
	    slash + 1, whole.len);
	ssize_t len = real || links == 0 ? -1 :
	    readlink(path, target, sizeof(target) - 1);
	struct buffer next = { 0 };

	if (real)
		return real;
	/* A link that leads to no file yet: one is made where it leads. */
	if (len > 0 && target[0] != '/' && slash != SIZE_MAX)
		buffer_add_slice(&next, slice_part(whole, 0, slash + 1));
	if (len > 0) {
		buffer_add(&next, target, (size_t)len);
		real = resolve_path(buffer_string(&next), links - 1);
	} else {
		buffer_add_slice(&next, slash == SIZE_MAX ? LITERAL(".") :
		    slice_part(whole, 0, slash + 1));
		folder = realpath(buffer_string(&next), NULL);
		buffer_clear(&next);
		buffer_printf(&next, "%s/%.*s", folder ? folder : "",
		    (int)base.len, base.at);
		real = folder ? mem_strdup(buffer_string(&next)) : NULL;
		free(folder);
	}
	buffer_release(&next);
	return real;
}

/* Whether two paths name one file, or would once it is made. */
static bool
paths_meet(const char *path, const char *other)
{
	struct stat file, second;
	char *a, *b;
	bool same;

	if (stat(path, &file) == 0 && stat(other, &second) == 0)
		return output_file_is_same(&file, &second);
	a = resolve_path(path, MAX_LINKS);
	b = resolve_path(other, MAX_LINKS);
	same = a && b && strcmp(a, b) == 0;
	free(a);
	free(b);
	return same;
}

bool
database_is_at(const struct context *context, const char *path)
{
	static const char *const endings[] = { "", "-wal", "-shm",
		"-journal" };
	char *database = context_database_locate(context);
	char *real = database ? realpath(database, NULL) : NULL;
	struct buffer name = { 0 };
	bool found = false;

	/* SQLite names what it puts beside a file by the file's own path. */
	for (size_t i = 0; database && i < LENGTH(endings) && !found; i++) {
		buffer_clear(&name);
		buffer_printf(&name, "%s%s", real ? real : database,
		    endings[i]);
		found = paths_meet(path, buffer_string(&name));
	}
	buffer_release(&name);
	free(real);
	free(database);
	return found;
}

/* Whether a database that was searched for is not in the current folder. */
static bool
is_from_above(const char *path)
{
	char *folder = getcwd(NULL, 0);
	size_t len = folder ? strlen(folder) : 0;
	bool above;

	above = folder && *path == '/' && (strncmp(path, folder, len) != 0 ||
	    strcmp(path + len, "/" DATABASE_NAME) != 0);
	free(folder);
	return above;
}

/* Open it, or make a new one where may_be_new; exit status. */
static int
open_located(struct context *context, enum gbq_mode mode, bool may_be_new)
{
	enum gbq_status status;
	bool is_new;

	free(context->database);
	context->database = context_database_locate(context);
	if (!context->database && may_be_new)
		context->database = strdup(DATABASE_NAME);
	if (!context->database)
		return context_fail(context, gbq_exit_code(GBQ_NO_INPUT),
		    "there is no database: no --db, no $GBQ_DB, no gbq.db "
		    "here or above; 'gbq ingest PATH' makes one");
	if (strcmp(context->database, ":memory:") == 0)
		return context_usage(context, "a database needs a file: "
		    "':memory:' would be gone with the command (a file of "
		    "that name is './:memory:')");
	is_new = !context_database_exists(context->database);
	if (is_new && !may_be_new)
		return context_fail(context, gbq_exit_code(GBQ_NO_INPUT),
		    "there is no database %s; 'gbq ingest PATH' makes one",
		    context->database);
	status = gbq_open(context->gbq, context->database, mode);
	if (status != GBQ_OK)
		return context_error(context, status);
	if (is_new)
		context_note(context, "new database %s", context->database);
	else if (mode == GBQ_WRITE && !context_has(context, OPTION_DB) &&
	    !getenv("GBQ_DB") && is_from_above(context->database))
		context_note(context, "database %s", context->database);
	return 0;
}

/* The cluster of --on, once; exit status. */
static int
open_cluster(struct context *context)
{
	enum gbq_status status;

	if (gbq_is_cluster(context->gbq))
		return 0;
	status = gbq_open_cluster(context->gbq, context_value(context,
	    OPTION_ON));
	return status == GBQ_OK ? 0 : context_error(context, status);
}

int
database_open(struct context *context, enum gbq_mode mode)
{
	if (context_has(context, OPTION_ON))
		return open_cluster(context);
	return open_located(context, mode, mode == GBQ_WRITE);
}

int
database_open_any(struct context *context)
{
	char *path = context_database_locate(context);
	enum gbq_status status;

	if (path) {
		free(path);
		return database_open(context, GBQ_READ);
	}
	status = gbq_open(context->gbq, NULL, GBQ_MEMORY);
	return status == GBQ_OK ? 0 : context_error(context, status);
}

int
database_open_existing(struct context *context)
{
	return open_located(context, GBQ_WRITE, false);
}

struct memory_runs {
	int64_t run_id;
	int count;
	struct buffer refused;
};

static void
note_memory_run(void *data, const struct gbq_ingest_result *result)
{
	struct memory_runs *runs = data;

	if (result->outcome == GBQ_REFUSED) {
		buffer_clear(&runs->refused);
		buffer_printf(&runs->refused, "%s: %s", result->path,
		    result->message ? result->message : "not used");
		return;
	}
	runs->run_id = result->run_id;
	runs->count++;
}

static int
check_memory_runs(const struct context *context, const char *path,
    enum gbq_status status, struct memory_runs *runs)
{
	if (status != GBQ_OK && status != GBQ_PARTIAL)
		return runs->refused.len ?
		    context_fail(context, gbq_exit_code(status), "%s",
		    buffer_string(&runs->refused)) :
		    context_error(context, status);
	if (runs->count == 1)
		return 0;
	return context_fail(context, EXIT_USAGE, "%s holds %d runs: "
	    "'gbq ingest' it, or name one of its folders", path,
	    runs->count);
}

/* Read a path into a database in memory. */
static int
read_path(struct context *context, const char *path, int64_t *run_id)
{
	struct gbq_ingest_options options = {
		.no_content = !context->command->reads_contents
	};
	struct memory_runs runs = { 0 };
	enum gbq_status status;
	int exit_status;

	status = gbq_open(context->gbq, NULL, GBQ_MEMORY);
	if (status != GBQ_OK)
		return context_error(context, status);
	status = gbq_ingest(context->gbq, path, &options, note_memory_run,
	    &runs);
	exit_status = check_memory_runs(context, path, status, &runs);
	*run_id = context->memory_run = runs.run_id;
	buffer_release(&runs.refused);
	return exit_status;
}

/* Texts that can only be paths. */
static bool
context_database_is_path(const char *text)
{
	return *text == '/' || strncmp(text, "./", 2) == 0 ||
	    strncmp(text, "../", 3) == 0 || strcmp(text, ".") == 0 ||
	    strcmp(text, "..") == 0;
}

/* What may be said to a glob that does not name one run. */
#define GLOBS "; globs of several are for gbq search, html, push and "	\
	"diff --sweep"

static bool
context_database_is_glob(const char *text)
{
	return strpbrk(text, "*?[") != NULL;
}

/* "there is no run 'mixtrl'; did you mean 'mixtral'?" */
static int
context_database_no_run(struct context *context, const char *text)
{
	struct buffer message = { 0 };
	struct similar similar = { NULL, 0 };
	struct gbq_query *query = NULL;
	struct arena names;
	const char *name;
	bool row = false;

	/* The query has the next error's text. */
	buffer_add_string(&message, gbq_error_text(context->gbq));
	arena_init(&names);
	if (gbq_prepare_saved(context->gbq, &query, "run_names") == GBQ_OK) {
		gbq_limit_rows(query, 10000);
		while (gbq_step(query, &row) == GBQ_OK && row) {
			name = row_text(query, "name");
			if (name)
				similar_offer(&similar, text,
				    arena_copy(&names, name, strlen(name)));
		}
	}
	gbq_finish(query);
	if (context_database_is_glob(text))
		buffer_add_string(&message, GLOBS);
	else if (similar_guess(&similar) &&
	    !strstr(buffer_string(&message), "did you mean"))
		buffer_printf(&message, "; did you mean '%s'?",
		    similar_guess(&similar));
	context_fail(context, 0, "%s", buffer_string(&message));
	buffer_release(&message);
	arena_release(&names);
	return gbq_exit_code(GBQ_NO_INPUT);
}

static int
context_database_find(struct context *context, const char *text,
    int64_t *run_id)
{
	bool is_on = context_has(context, OPTION_ON);
	bool may_be_path = text && !is_on && context_database_exists(text);
	enum gbq_status status;
	char *database;
	int exit_status;

	if (text && context_database_is_path(text))
		return is_on ? context_fail(context, EXIT_USAGE, "'%s' is a "
		    "path: leave --on out to read it", text) :
		    read_path(context, text, run_id);
	database = may_be_path ? context_database_locate(context) : NULL;
	if (may_be_path && !database)
		return read_path(context, text, run_id);
	free(database);
	exit_status = database_open(context, GBQ_READ);
	if (exit_status)
		return exit_status;
	status = gbq_find_run(context->gbq, text ? text : "@latest", run_id);
	if (status == GBQ_NO_INPUT && may_be_path)
		return read_path(context, text, run_id);
	if (status == GBQ_NO_INPUT && text)
		return context_database_no_run(context, text);
	if (status == GBQ_USAGE && text && context_database_is_glob(text))
		return context_fail(context, gbq_exit_code(status), "%s"
		    GLOBS, gbq_error_text(context->gbq));
	return status == GBQ_OK ? 0 : context_error(context, status);
}

int
database_find_run(struct context *context, const char *text,
    int64_t *run_id)
{
	int exit_status = context_database_find(context, text, run_id);

	context->run_id = exit_status ? 0 : *run_id;
	return exit_status;
}

int
database_find_first(struct context *context, int64_t *run_id)
{
	return database_find_run(context, context->argument_count ?
	    context->arguments[0] : NULL, run_id);
}
