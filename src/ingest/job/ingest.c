/*
 * ingest.c - one ingest: list the inputs, have them read, judge the outcome.
 */
#include "ingest/job/ingest.h"

#include <stdlib.h>
#include <string.h>

#include "ingest/job/job.h"

enum {
	MAX_JOBS = 64,
	/* With more, the thread that takes what they read cannot keep up. */
	MAX_HELPERS = 4,
	/* Runs that are read and wait to be stored, for each thread. */
	WAITING_OF_EACH = 2
};

static enum gbq_status
job_ingest_check_paths(const char *const *paths, size_t count,
    struct error *error)
{
	size_t i;

	for (i = 0; i < count; i++) {
		if (strstr(paths[i], "://"))
			return error_set(error, GBQ_USAGE, "%s: gbq reads "
			    "no network: download the report first",
			    paths[i]);
	}
	return GBQ_OK;
}

/*
 * One name or console text is for one run; what an archive holds is seen
 * later.
 */
static enum gbq_status
check_name(const struct job *job)
{
	size_t count = job->inputs.units.count;

	if (job->options->name &&
	    slice_trim(slice_of(job->options->name)).len == 0)
		return error_set(job->error, GBQ_USAGE,
		    "a run needs a name");
	if ((!job->options->name && !job->options->with_console) || count < 2)
		return GBQ_OK;
	return error_set(job->error, GBQ_USAGE, "%s: holds %zu runs, "
	    "which cannot share one %s", job->path_count == 1 ?
	    job->paths[0] : "what was given", count,
	    job->options->name ? "name" : "console text");
}

static enum gbq_status
add_console(struct job *job)
{
	return job->options->with_console ? inputs_add_console(&job->inputs,
	    job->options->with_console, job->error) : GBQ_OK;
}

static void
set_names(struct job *job)
{
	size_t i;

	for (i = 0; job->options->name && i < job->inputs.units.count; i++)
		job->inputs.units.items[i].name =
		    slice_of(job->options->name);
}

static void
report_progress(void *data)
{
	struct job *job = data;
	struct gbq_progress progress = job->progress;

	if (!job->options->progress)
		return;
	progress.done_bytes += atomic_load(&job->read_bytes);
	job->options->progress(job->data, &progress);
}

static size_t
count_jobs(const struct job *job)
{
	return job->options->jobs < MAX_JOBS ? job->options->jobs : MAX_JOBS;
}

static struct archive_limits
archive_limits_of(const struct gbq_ingest_options *options)
{
	struct archive_limits limits = archive_limits_default();

	if (options->limit_bytes)
		archive_limits_set_bytes(&limits, options->limit_bytes);
	if (options->limit_entries)
		limits.entries = options->limit_entries;
	if (options->limit_ratio)
		limits.ratio = options->limit_ratio;
	return limits;
}

/* Threads that read a run each; 0: the calling one does. */
static size_t
count_threads(const struct job *job)
{
	size_t threads = count_jobs(job), open = 0, i;

	if (threads < 2 || !job->database)
		return 0;
	for (i = 0; i < job->inputs.units.count; i++)
		open += !job->known[i];
	return open < 2 ? 0 : threads < open ? threads : open;
}

/* Threads that help to read the one run. */
static size_t
count_helpers(const struct job *job)
{
	size_t jobs = count_jobs(job);

	return jobs < 2 ? 0 : jobs - 1 < MAX_HELPERS ? jobs - 1 : MAX_HELPERS;
}

static void
run_crew(struct job *job)
{
	struct crew_plan plan = {
		.tasks = job->inputs.units.count,
		.threads = count_threads(job),
		.is_heavy = job_is_heavy,
		.begin = job_begin_thread,
		.end = job_end_thread,
		.work = job_work,
		.take = job_take,
		.idle = report_progress,
		.data = job
	};

	plan.max_waiting = plan.threads * WAITING_OF_EACH;
	if (plan.threads)
		job->claims = content_claims_new();
	else
		job->helpers = count_helpers(job);
	crew_run(&plan);
	content_claims_free(job->claims);
}

/* The status of all that was told of. */
static enum gbq_status
ingest_judge(const struct job *job)
{
	if (job->refused == 0)
		return job->taken ? GBQ_OK : error_set(job->error,
		    GBQ_NO_INPUT, "there is nothing to ingest");
	/* A disk that fails is more than an input that cannot be used. */
	if (job->failed)
		return GBQ_IO;
	if (job->taken)
		return GBQ_PARTIAL;
	return job->refusals == GBQ_PARTIAL ? GBQ_NO_INPUT :
	    job->refusals;
}

static enum gbq_status
read_all(struct job *job)
{
	enum gbq_status status = GBQ_OK;
	size_t i;

	for (i = 0; i < job->inputs.units.count && status == GBQ_OK; i++) {
		job->progress.bytes += job->inputs.units.items[i].bytes;
		status = job_find_known(job, i);
	}
	job->progress.units = job->inputs.units.count;
	if (status != GBQ_OK)
		return status;
	run_crew(job);
	return job->stopped_by == GBQ_OK ? ingest_judge(job)
					    : job->stopped_by;
}

static enum gbq_status
tell_all(struct job *job)
{
	size_t i;

	for (i = 0; i < job->inputs.units.count; i++)
		job_tell_unit(job, &job->inputs.units.items[i]);
	return ingest_judge(job);
}

enum gbq_status
ingest_paths(struct store *store, const char *const *paths,
    size_t path_count, const struct gbq_ingest_options *options,
    gbq_ingest_function *function, void *data, struct error *error)
{
	struct error unused;
	struct job job = { .paths = paths, .path_count = path_count,
	    .store = store, .options = options,
	    .limits = archive_limits_of(options),
	    .function = function, .data = data,
	    .error = error ? error : &unused,
	    .database = store ? store_path(store) : NULL };
	enum gbq_status status = job_ingest_check_paths(paths, path_count,
	    job.error);

	if (status != GBQ_OK)
		return status;
	inputs_find(&job.inputs, paths, path_count);
	job.known = mem_calloc(job.inputs.units.count, sizeof(*job.known));
	kind_table_init(&job.kinds);
	status = check_name(&job);
	set_names(&job);
	if (status == GBQ_OK)
		status = add_console(&job);
	if (status == GBQ_OK && options->dry_run)
		status = tell_all(&job);
	else if (status == GBQ_OK && (status = store_load_kinds(store,
	    &job.kinds, job.error)) == GBQ_OK)
		status = read_all(&job);
	array_release(&job.archive_runs);
	kind_table_release(&job.kinds);
	free(job.known);
	inputs_release(&job.inputs);
	return status;
}
