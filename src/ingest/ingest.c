/*
 * ingest.c - from a path to runs: find the reports, read, join, store each.
 */
#include "ingest/ingest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "ingest/detect.h"
#include "ingest/find_reports.h"
#include "ingest/join.h"
#include "ingest/read_report.h"

/* One call of ingest_path(). */
struct job {
	struct store *store;
	const char *path;
	const struct ingest_options *options;
	ingest_function *function;
	void *data;
	struct arena arena;
	struct problem_list problems;	/* of listing the folder */
	struct kind_table kinds;
	size_t taken, refused;
	struct error *error;
};

static void
report(struct job *job, const struct ingest_result *result)
{
	if (result->outcome == INGEST_REFUSED)
		job->refused++;
	else
		job->taken++;
	if (job->function)
		job->function(job->data, result);
}

/* "path" or "path/root". */
static const char *
run_path(struct job *job, struct slice root)
{
	struct buffer path = { 0 };
	const char *joined;

	buffer_add_string(&path, job->path);
	while (path.len > 1 && path.bytes[path.len - 1] == '/')
		path.len--;
	if (root.len) {
		buffer_add_byte(&path, '/');
		buffer_add_slice(&path, root);
	}
	joined = slice_string(&job->arena, buffer_slice(&path));
	buffer_release(&path);
	return joined;
}

/*
 * The run's name: as asked for; else its path below the folder that was
 * given; else the folder's own name.
 */
static struct slice
run_name(struct job *job, struct slice root)
{
	char *real;
	struct slice name;
	size_t slash;

	if (job->options->name)
		return slice_of(job->options->name);
	if (root.len)
		return root;
	real = realpath(job->path, NULL);
	name = slice_of(real ? real : job->path);
	slash = slice_find_last_byte(name, '/');
	name = slice_copy(&job->arena, slice_part(name,
	    slash == SIZE_MAX ? 0 : slash + 1, name.len));
	free(real);
	return name.len ? name : LITERAL("/");
}

/* Problems of listing that concern the report's files or all. */
static void
copy_problems(const struct job *job, struct capture *capture,
    struct slice root)
{
	size_t i;

	for (i = 0; i < job->problems.list.count; i++) {
		const struct problem *problem = &job->problems.list.items[i];
		struct problem *copy;

		if (root.len && !(slice_starts(problem->path, root) &&
		    problem->path.len > root.len &&
		    problem->path.at[root.len] == '/'))
			continue;
		copy = array_add(&capture->problems.list);
		*copy = *problem;
		if (root.len)
			copy->path = slice_part(copy->path, root.len + 1,
			    copy->path.len);
	}
}

static enum status
store_report(struct job *job, struct capture *capture, struct rows *rows,
    struct contents *contents, struct ingest_result *result)
{
	struct store_run_options options = { job->options->tags,
	    job->options->tag_count, 0 };
	enum status status = STATUS_OK;
	bool added;

	if (job->options->replace)
		status = store_find_name(job->store, rows->run.name,
		    &options.replaces, job->error);
	if (status == STATUS_OK)
		status = store_add_run(job->store, capture, rows, contents,
		    &options, &result->run_id, &added, job->error);
	if (status == STATUS_OK)
		result->outcome = !added ? INGEST_UNCHANGED :
		    options.replaces ? INGEST_REPLACED : INGEST_ADDED;
	return status;
}

/* Read the report and store it; the contents are empty before. */
static enum status
read_and_store(struct job *job, const struct report_files *files,
    struct contents *contents, struct ingest_result *result)
{
	struct rows rows = { 0 };
	struct capture capture;
	enum status status;

	capture_init(&capture);
	status = read_report(job->store, files, &capture, contents,
	    rows.run.run_key, job->error);
	copy_problems(job, &capture, files->root);
	rows.run.name = intern(&capture.texts, run_name(job, files->root));
	rows.run.source_path = intern(&capture.texts,
	    slice_of(result->path));
	rows.run.source_kind = run_kind_name(files->kind);
	result->name = slice_string(&job->arena, rows.run.name);
	if (status == STATUS_OK)
		status = store_find_run(job->store, rows.run.run_key,
		    &result->run_id, job->error);
	if (status == STATUS_OK && result->run_id) {
		result->outcome = INGEST_UNCHANGED;
	} else if (status == STATUS_OK) {
		join_run(&capture, &job->kinds, &rows);
		status = store_report(job, &capture, &rows, contents, result);
	}
	rows_release(&rows);
	capture_release(&capture);
	return status;
}

static enum status
ingest_report(struct job *job, struct source *source,
    const struct found_report *found)
{
	struct report_files files = { source, found->root, found->kind,
	    found->files.items, found->files.count };
	struct ingest_result result = { .path = run_path(job, found->root) };
	struct contents *contents;
	bool changed = false, again;
	enum status status;

	do {
		contents = contents_new(job->store, !job->options->no_content);
		/* The second time nobody else may remove contents. */
		if (changed)
			contents_lock(contents);
		status = read_and_store(job, &files, contents, &result);
		again = !changed && contents_changed(contents);
		changed = again;
		contents_free(contents);
	} while (again);
	if (status == STATUS_OK)
		report(job, &result);
	return status;
}

/* A log file of a folder: is it a trace? */
static bool
is_trace_file(void *data, size_t file)
{
	const struct source *source = data;

	return detect_file(&source->folder, &source->files[file]) ==
	    INPUT_TRACE;
}

static enum status
ingest_source(struct job *job, struct source *source)
{
	struct found_reports found;
	enum status status = STATUS_OK;
	size_t i;

	find_reports(source, source->is_archive ? NULL : is_trace_file,
	    source, &found);
	if (found.reports.count == 0)
		status = error_set(job->error, STATUS_NO_INPUT,
		    "%s: no tlparse report and no trace log in it",
		    job->path);
	else if (found.reports.count > 1 && job->options->name)
		status = error_set(job->error, STATUS_USAGE,
		    "%s: holds %zu runs, which cannot share one name",
		    job->path, found.reports.count);
	for (i = 0; i < found.reports.count && status == STATUS_OK; i++)
		status = ingest_report(job, source, &found.reports.items[i]);
	found_reports_release(&found);
	return status;
}

/* A log or console text that was named itself. */
static enum status
ingest_one(struct job *job, struct source *source, enum run_kind kind)
{
	struct found_report found = { .root = LITERAL(""), .kind = kind };
	size_t *index = array_add(&found.files);
	enum status status;

	*index = 0;
	status = ingest_report(job, source, &found);
	array_release(&found.files);
	return status;
}

static enum status
ingest_archive(struct job *job, const char *path)
{
	struct source source;
	enum status status;

	status = source_open_archive(&source, path, NULL, &job->arena,
	    &job->problems, job->error);
	if (status != STATUS_OK)
		return status;
	status = ingest_source(job, &source);
	source_close(&source);
	return status;
}

static enum status
ingest_folder(struct job *job)
{
	struct source source;
	enum status status;

	status = source_open_folder(&source, job->path, &job->arena,
	    &job->problems, job->error);
	if (status != STATUS_OK)
		return status;
	status = ingest_source(job, &source);
	source_close(&source);
	return status;
}

static enum status
ingest_file(struct job *job)
{
	char *real = realpath(job->path, NULL);
	enum input_kind kind = INPUT_UNKNOWN;
	struct source source;
	enum status status;

	status = source_open_file(&source, real ? real : job->path,
	    &job->arena, job->error);
	free(real);
	if (status != STATUS_OK)
		return status;
	kind = detect_file(&source.folder, &source.files[0]);
	if (kind != INPUT_UNKNOWN)
		status = ingest_one(job, &source, kind == INPUT_TRACE ?
		    RUN_TRACE : RUN_CONSOLE);
	source_close(&source);
	return kind != INPUT_UNKNOWN ? status :
	    ingest_archive(job, job->path);
}

static enum status
ingest_any(struct job *job)
{
	struct stat st;

	if (strstr(job->path, "://"))
		return error_set(job->error, STATUS_USAGE,
		    "%s: gbq reads no network: download the report first",
		    job->path);
	if (strcmp(job->path, "-") == 0)
		return ingest_archive(job, NULL);
	if (stat(job->path, &st) != 0)
		return error_set_errno(job->error, STATUS_NO_INPUT,
		    job->path);
	return S_ISDIR(st.st_mode) ? ingest_folder(job) : ingest_file(job);
}

enum status
ingest_path(struct store *store, const char *path,
    const struct ingest_options *options, ingest_function *function,
    void *data, struct error *error)
{
	struct job job = { .store = store, .path = path, .options = options,
	    .function = function, .data = data, .error = error };
	enum status status;

	arena_init(&job.arena);
	kind_table_init(&job.kinds);
	job.problems.arena = &job.arena;
	job.problems.rank = NO_ID;
	status = store_load_kinds(store, &job.kinds, error);
	if (status == STATUS_OK)
		status = ingest_any(&job);
	array_release(&job.problems.list);
	kind_table_release(&job.kinds);
	arena_release(&job.arena);
	return status;
}
