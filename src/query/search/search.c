/*
 * search.c - threads search, the calling thread tells what they found, in the
 * order of the plan.
 */
#include "query/search/search.h"

#include <stdlib.h>
#include <string.h>

#include "query/search/search_private.h"
#include "store/store.h"
#include "util/order.h"

enum { MAX_WAITING = 4 };

/* The content that is being told. */
struct told {
	int64_t line_base;	/* lines of the parts before */
	int64_t found;
	bool is_binary, is_done;
	bool has_hit;		/* the function was called for it */
};

struct search {
	const struct gbq_search_options *options;
	gbq_search_function *function;
	void *data;
	struct error *error;
	struct search_plan plan;
	struct search_job job;
	struct told told;
	sqlite3_stmt *files_of;
	struct arena arena;		/* texts of files */
	ARRAY_OF(struct gbq_search_file) files;
	bool stopped;
};

/* ---- the files of a content ---- */

static bool
prepare_files(struct search *search)
{
	return search->files_of || sqlite3_prepare_v2(search->plan.db,
	    "SELECT a.run_id, a.rank, a.process, r.name, a.path,"
	    " a.compile_id, a.kind"
	    " FROM artifact AS a JOIN run AS r USING (run_id)"
	    " WHERE a.content_id = ?1 AND a.run_id BETWEEN ?2 AND ?3"
	    " AND (?4 IS NULL OR instr(?4, ',' || a.kind || ','))"
	    " ORDER BY a.run_id, a.artifact_no", -1, &search->files_of,
	    NULL) == SQLITE_OK;
}

static const char *
column_text(struct search *search, int column)
{
	const void *text = sqlite3_column_text(search->files_of, column);

	return text ? arena_copy(&search->arena, text,
	    (size_t)sqlite3_column_bytes(search->files_of, column)) : NULL;
}

static int64_t
column_number(struct search *search, int column)
{
	return sqlite3_column_type(search->files_of, column) == SQLITE_NULL ?
	    -1 : sqlite3_column_int64(search->files_of, column);
}

static void
search_add_file(struct search *search)
{
	int64_t run_id = column_number(search, 0);
	struct gbq_search_file *file;

	if (!bsearch(&run_id, search->options->runs,
	    search->options->run_count, sizeof(run_id), order_integers))
		return;
	file = array_add(&search->files);
	file->run_id = run_id;
	file->rank = column_number(search, 1);
	file->process = column_number(search, 2);
	file->run = column_text(search, 3);
	file->path = column_text(search, 4);
	file->compile_id = column_text(search, 5);
	file->kind = column_text(search, 6);
}

static bool
load_files(struct search *search, size_t content)
{
	const struct gbq_search_options *options = search->options;
	sqlite3_stmt *find;
	int code;

	search->files.count = 0;
	arena_release(&search->arena);
	if (!prepare_files(search)) {
		store_failed(search->plan.db, "cannot search", search->error);
		return false;
	}
	find = search->files_of;
	sqlite3_bind_int64(find, 1,
	    search->plan.contents.items[content].content_id);
	sqlite3_bind_int64(find, 2, options->runs[0]);
	sqlite3_bind_int64(find, 3, options->runs[options->run_count - 1]);
	sqlite3_bind_text(find, 4, search->plan.kinds, -1, SQLITE_STATIC);
	while ((code = sqlite3_step(find)) == SQLITE_ROW)
		search_add_file(search);
	sqlite3_reset(find);
	if (code != SQLITE_DONE)
		store_failed(search->plan.db, "cannot search", search->error);
	return code == SQLITE_DONE;
}

/* ---- telling ---- */

/* Call the function; false: stop. */
static bool
search_tell(struct search *search, size_t content, struct gbq_search_hit *hit)
{
	if (!search->told.has_hit && !load_files(search, content))
		return false;
	hit->is_more = search->told.has_hit;
	search->told.has_hit = true;
	hit->files = search->files.items;
	hit->file_count = search->files.count;
	return search->function(search->data, hit);
}

static bool
tell_lines(struct search *search, struct search_batch *batch,
    const struct search_result *result)
{
	struct gbq_search_hit hit = { .is_binary = search->told.is_binary };
	struct gbq_search_line *lines;

	if (search->told.is_done || (!result->count && !hit.is_binary) ||
	    (!result->count && !result->found))
		return true;
	if (hit.is_binary) {
		search->told.is_done = true;
		return search_tell(search, result->content, &hit);
	}
	lines = batch->lines.items + result->first;
	/* So far they are numbered from the start of their part. */
	for (size_t i = 0; i < result->count; i++)
		lines[i].number += search->told.line_base;
	hit.lines = lines;
	hit.line_count = result->count;
	return search_tell(search, result->content, &hit);
}

/* In the modes without lines: once for a content. */
static bool
tell_once(struct search *search, const struct search_result *result)
{
	struct told *told = &search->told;
	struct gbq_search_hit hit = { .count = told->found,
		.is_binary = told->is_binary };
	bool now = search->options->what == GBQ_SEARCH_FILES ? !told->is_done :
	    result->ends;

	if (!now || !told->found)
		return true;
	told->is_done = true;
	return search_tell(search, result->content, &hit);
}

static bool
search_take_result(struct search *search, struct search_batch *batch,
    const struct search_result *result)
{
	struct told *told = &search->told;
	bool more;

	if (result->begins) {
		memset(told, 0, sizeof(*told));
		told->is_binary = result->is_binary;
	}
	told->found += result->found;
	more = search->options->what == GBQ_SEARCH_LINES ?
	    tell_lines(search, batch, result) : tell_once(search, result);
	if (result->ends_part)
		told->line_base += result->newlines;
	return more;
}

static bool
search_take(void *data, size_t task, void *delivery, bool stopped)
{
	struct search *search = data;
	struct search_batch *batch = delivery;
	bool more = !stopped;

	(void)task;
	for (size_t i = 0; i < batch->results.count && more; i++)
		more = search_take_result(search, batch,
		    &batch->results.items[i]);
	if (more && batch->error.status != GBQ_OK) {
		*search->error = batch->error;
		more = false;
	}
	search_batch_free(batch);
	search->stopped |= !more;
	return more;
}

/* ---- the crew ---- */

static void *
search_begin(void *data)
{
	struct search *search = data;

	return search_worker_new(&search->job);
}

static void
search_end(void *data, void *own)
{
	(void)data;
	search_worker_free(own);
}

static void
search_work_on(void *data, struct crew_member *member)
{
	(void)data;
	search_worker_run(member->own, member);
}

static void
run_tasks(struct search *search)
{
	size_t jobs = search->options->jobs, tasks = search->plan.tasks.count;
	struct crew_plan plan = {
		.tasks = tasks,
		/* Threads share the connection, where SQLite allows it. */
		.threads = jobs < 2 || tasks < 2 || sqlite3_threadsafe() != 1 ?
		    0 : jobs < tasks ? jobs : tasks,
		.max_waiting = MAX_WAITING,
		.begin = search_begin,
		.end = search_end,
		.work = search_work_on,
		.take = search_take,
		.data = search
	};

	crew_run(&plan);
}

static void
search_release(struct search *search)
{
	sqlite3_finalize(search->files_of);
	search_plan_release(&search->plan);
	array_release(&search->files);
	arena_release(&search->arena);
}

static void
set_up(struct search *search, const struct search_pattern *pattern)
{
	const struct gbq_search_options *options = search->options;

	arena_init(&search->arena);
	search->job.db = search->plan.db;
	search->job.pattern = pattern;
	search->job.plan = &search->plan;
	search->job.scan.lines = options->what == GBQ_SEARCH_LINES;
	search->job.scan.context = search->job.scan.lines ?
	    options->context : 0;
	search->job.scan.max_lines = options->what == GBQ_SEARCH_FILES ? 1 :
	    options->max_lines;
	search->plan.may_part = !search->job.scan.context &&
	    !options->max_lines;
}

enum gbq_status
search_contents(sqlite3 *db, const char *pattern,
    const struct gbq_search_options *options, gbq_search_function *function,
    void *data, struct gbq_search_totals *totals, struct error *error)
{
	struct search search = { .options = options, .function = function,
		.data = data, .error = error,
		.plan = { .db = db, .options = options, .totals = totals } };
	struct search_pattern *compiled = NULL;
	enum gbq_status status;

	status = search_kinds(options->in, &search.plan.kinds, error);
	if (status == GBQ_OK)
		status = search_pattern_new(&compiled, pattern,
		    (options->fixed ? SEARCH_FIXED : 0) |
		    (options->ignore_case ? SEARCH_IGNORE_CASE : 0), error);
	if (status != GBQ_OK)
		return status;
	set_up(&search, compiled);
	error->status = GBQ_OK;
	while (!search.stopped && search.plan.next_run < options->run_count &&
	    error->status == GBQ_OK) {
		if (search_plan_next(&search.plan, error) == GBQ_OK)
			run_tasks(&search);
	}
	search_release(&search);
	search_pattern_free(compiled);
	return error->status;
}
