/*
 * ingest_store.c - what the calling thread does with deliveries: store them
 * in their order and tell of them.
 */
#include "ingest/job/job.h"

#include <stdlib.h>

void
job_tell(struct job *job, const struct gbq_ingest_result *result)
{
	switch (result->outcome) {
	case GBQ_REFUSED:
		job->failed |= result->status == GBQ_IO;
		if (job->refused++ == 0)
			job->refusals = result->status;
		else if (job->refusals != result->status)
			job->refusals = GBQ_PARTIAL;
		break;
	case GBQ_SKIPPED:
		break;
	default:
		job->taken++;
	}
	if (job->function)
		job->function(job->data, result);
}

void
job_refuse(struct job *job, const char *path, const struct error *error)
{
	struct gbq_ingest_result result = { .outcome = GBQ_REFUSED,
	    .status = error->status, .path = path,
	    .message = error->message };

	if (job->error)
		*job->error = *error;
	job_tell(job, &result);
}

/* ---- what is there already ---- */

struct described {
	struct job *job;
	const char *path;
	size_t count;
};

/*
 * "found again as PATH", of a run that came from elsewhere, and that its
 * contents are not there, which this ingest was to keep; else NULL.
 */
static const char *
say_more(const struct job *job, const struct stored_run *run,
    const char *path, struct arena *arena)
{
	struct buffer text = { 0 };
	const char *said = NULL;

	if (!slice_starts(run->source_path, slice_of(path)))
		buffer_printf(&text, "found again as %s", path);
	if (!run->has_contents && !job->options->no_content)
		buffer_printf(&text, "%sit is stored without contents, and "
		    "stays so until it is removed", text.len ? "; " : "");
	if (text.len)
		said = slice_string(arena, buffer_slice(&text));
	buffer_release(&text);
	return said;
}

static void
tell_stored(void *data, const struct stored_run *run)
{
	struct described *described = data;
	struct arena arena;
	struct gbq_ingest_result result = { .outcome = GBQ_UNCHANGED,
	    .run_id = run->run_id, .path = described->path,
	    .problems = run->problems, .losses = run->losses };

	arena_init(&arena);
	result.name = slice_string(&arena, run->name);
	result.message = say_more(described->job, run, described->path,
	    &arena);
	described->count++;
	job_tell(described->job, &result);
	arena_release(&arena);
}

static void
count_stored(void *data, const struct stored_run *run)
{
	(void)run;
	((struct described *)data)->count++;
}

enum gbq_status
job_find_known(struct job *job, size_t unit)
{
	const struct store_input *input =
	    &job->inputs.units.items[unit].input;
	struct described described = { job, NULL, 0 };
	enum gbq_status status;

	if (!input->path.at || job->options->rehash)
		return GBQ_OK;
	status = store_find_input(job->store, input, count_stored,
	    &described, job->error);
	job->known[unit] = described.count > 0;
	return status;
}

/* Remember the unit with its runs. */
static enum gbq_status
note_input(struct job *job, const struct input_unit *unit,
    const int64_t *runs, size_t count)
{
	if (!unit->input.path.at || count == 0)
		return GBQ_OK;
	return store_note_input(job->store, &unit->input, runs, count,
	    job->error);
}

/* ---- storing a run ---- */

/* The state to remember with a run in a folder. */
static const struct store_input *
input_of(const struct input_unit *unit)
{
	return unit->run && unit->input.path.at ? &unit->input : NULL;
}

static enum gbq_status
ingest_store_add_run(struct job *job, const struct input_unit *unit,
    struct run_intake *run, struct gbq_ingest_result *result)
{
	struct store_run_options options = { job->options->tags,
	    job->options->tag_count, 0, input_of(unit) };
	enum gbq_status status = GBQ_OK;
	bool added = false;

	if (job->options->replace)
		status = store_find_name(job->store, run->rows.run.name,
		    &options.replaces, job->error);
	if (status == GBQ_OK)
		status = store_add_run(job->store, &run->capture, &run->rows,
		    run->contents, &options, &result->run_id, &added,
		    job->error);
	result->outcome = !added ? GBQ_UNCHANGED :
	    options.replaces ? GBQ_REPLACED : GBQ_ADDED;
	return status;
}

/*
 * What the contents were found to share with the database is gone: read the
 * run again, in a transaction, so that nobody else may remove contents.
 */
static enum gbq_status
ingest_store_read_again(struct job *job, struct run_intake *run)
{
	struct problem_list problems = { .arena = &job->inputs.arena,
	    .rank = NO_ID };
	struct source source;
	enum gbq_status status;

	run_intake_clear(run);
	status = source_attach(run->files.source, &source, &problems,
	    job->error);
	if (status == GBQ_OK) {
		run->contents = contents_new(job->store,
		    !job->options->no_content, 0);
		contents_lock(run->contents);
		run_intake_read(run, &source, run->contents, NULL,
		    &problems);
		source_detach(&source);
		status = run->error.status;
	}
	array_release(&problems.list);
	if (status == GBQ_OK)
		run_intake_join(run, &job->kinds);
	return status;
}

static void
count_problems(const struct run_intake *run, struct gbq_ingest_result *result)
{
	const struct problem_list *problems = &run->capture.problems;
	size_t i;

	result->problems = (int64_t)problems->list.count;
	for (i = 0; i < problems->list.count; i++)
		result->losses +=
		    problems->list.items[i].severity >= SEVERITY_LOSS;
}

/* Tell of a run that was there before, and remember its new state. */
static enum gbq_status
leave_run(struct job *job, const struct input_unit *unit,
    const struct run_intake *run, int64_t run_id)
{
	struct described described = { job, run->path, 0 };
	enum gbq_status status;

	status = store_describe_run(job->store, run_id, tell_stored,
	    &described, job->error);
	if (status == GBQ_OK && input_of(unit))
		status = note_input(job, unit, &run_id, 1);
	return status;
}

/* The runs of an archive are noted together, at its end. */
static void
ingest_store_remember(struct job *job, const struct input_unit *unit,
    int64_t run_id)
{
	if (!unit->run)
		*array_add(&job->archive_runs) = run_id;
}

/* Store a run that was read and joined; tells of it. */
static enum gbq_status
store_run(struct job *job, const struct input_unit *unit,
    struct run_intake *run)
{
	struct gbq_ingest_result result = { .path = run->path,
	    .kind = run_kind_name(run->files.kind) };
	struct arena arena;
	enum gbq_status status;

	status = ingest_store_add_run(job, unit, run, &result);
	if (status == GBQ_BUSY && contents_changed(run->contents)) {
		status = ingest_store_read_again(job, run);
		if (status == GBQ_OK)
			status = ingest_store_add_run(job, unit, run, &result);
	}
	if (status != GBQ_OK)
		return status;
	ingest_store_remember(job, unit, result.run_id);
	if (result.outcome == GBQ_UNCHANGED)
		return leave_run(job, unit, run, result.run_id);
	count_problems(run, &result);
	arena_init(&arena);
	result.name = slice_string(&arena, run->rows.run.name);
	job_tell(job, &result);
	arena_release(&arena);
	return GBQ_OK;
}

static enum gbq_status
ingest_store_take_run(struct job *job, const struct input_unit *unit,
    struct run_intake *run)
{
	if (run->error.status != GBQ_OK) {
		job->archive_refused = !unit->run;
		job_refuse(job, run->path, &run->error);
		return GBQ_OK;
	}
	if (!run->known_run)
		return store_run(job, unit, run);
	ingest_store_remember(job, unit, run->known_run);
	return leave_run(job, unit, run, run->known_run);
}

/* ---- archives ---- */

static bool
is_in_run(const struct archive_intake *archive, struct slice path)
{
	size_t i;

	for (i = 0; i < archive->found.reports.count; i++) {
		struct slice root = archive->found.reports.items[i].root;

		if (root.len == 0 || (slice_starts(path, root) &&
		    path.len > root.len && path.at[root.len] == '/'))
			return true;
	}
	return false;
}

/* What was lost of the archive outside of its runs. */
static void
tell_losses(struct job *job, const struct input_unit *unit,
    const struct archive_intake *archive)
{
	size_t i;

	for (i = 0; i < archive->problems.list.count; i++) {
		const struct problem *problem =
		    &archive->problems.list.items[i];
		struct gbq_ingest_result result = { .outcome = GBQ_SKIPPED,
		    .losses = 1 };
		struct arena arena;

		if (problem->severity < SEVERITY_LOSS || !problem->path.at ||
		    is_in_run(archive, problem->path))
			continue;
		arena_init(&arena);
		result.path = inputs_path_inside(unit->path, problem->path,
		    &arena);
		result.message = slice_string(&arena, problem->message);
		job_tell(job, &result);
		arena_release(&arena);
	}
}

/* An archive in a folder that has nothing to do with gbq. */
static void
tell_nothing(struct job *job, const struct input_unit *unit)
{
	struct gbq_ingest_result result = { .outcome = GBQ_SKIPPED,
	    .path = unit->path,
	    .message = "no tlparse report and no trace log in it" };

	job_tell(job, &result);
}

static enum gbq_status
end_archive(struct job *job, const struct input_unit *unit,
    struct delivery_of_job *end)
{
	bool whole = end->error.status == GBQ_OK && !job->archive_refused;
	bool foreign = unit->place && end->archive->source.count > 0 &&
	    end->archive->found.reports.count == 0;
	enum gbq_status status = GBQ_OK;

	tell_losses(job, unit, end->archive);
	if (foreign)
		tell_nothing(job, unit);
	else if (end->error.status != GBQ_OK)
		job_refuse(job, unit->path, &end->error);
	if (whole)
		status = note_input(job, unit, job->archive_runs.items,
		    job->archive_runs.count);
	job->archive_runs.count = 0;
	job->archive_refused = false;
	return status;
}

/* ---- deliveries ---- */

static enum gbq_status
take_known(struct job *job, const struct input_unit *unit)
{
	struct described described = { job, unit->path, 0 };

	return store_find_input(job->store, &unit->input, tell_stored,
	    &described, job->error);
}

static enum gbq_status
ingest_store_take(struct job *job, const struct input_unit *unit,
    struct delivery_of_job *delivery)
{
	switch (delivery->kind) {
	case DELIVERY_KNOWN:
		return take_known(job, unit);
	case DELIVERY_REFUSED:
		job_refuse(job, unit->path, &delivery->error);
		return GBQ_OK;
	case DELIVERY_RUN:
		return ingest_store_take_run(job, unit, &delivery->run);
	case DELIVERY_ARCHIVE:
		return end_archive(job, unit, delivery);
	}
	return GBQ_OK;
}

static void
free_delivery(struct job *job, struct delivery_of_job *delivery)
{
	if (delivery->kind == DELIVERY_RUN) {
		run_intake_release(&delivery->run);
		if (job->claims)
			content_claims_end(job->claims, delivery->number);
	}
	if (delivery->kind == DELIVERY_ARCHIVE) {
		archive_intake_release(delivery->archive);
		free(delivery->archive);
	}
	free(delivery);
}

/* A unit is done with its end, which a run in a folder is itself. */
static void
count_done(struct job *job, const struct input_unit *unit,
    enum delivery_kind kind)
{
	if (kind == DELIVERY_RUN && !unit->run)
		return;
	job->progress.done++;
	if (kind != DELIVERY_RUN)
		job->progress.done_bytes += unit->bytes;
}

bool
job_take(void *data, size_t number, void *item, bool stopped)
{
	struct job *job = data;
	struct delivery_of_job *delivery = item;
	const struct input_unit *unit = &job->inputs.units.items[number];
	enum gbq_status status = GBQ_OK;
	struct error error;

	if (!stopped)
		status = ingest_store_take(job, unit, delivery);
	count_done(job, unit, delivery->kind);
	free_delivery(job, delivery);
	if (status == GBQ_OK)
		return !stopped;
	/* The database cannot be written: all ends here. */
	error = *job->error;
	job_refuse(job, unit->path, &error);
	job->stopped_by = status;
	return false;
}
