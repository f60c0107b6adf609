/*
 * ingest_work.c - what a reading thread does: read and join the runs of a
 * unit. Reads the database by a handle of its own, never writes.
 */
#include "ingest/job/job.h"

#include <stdlib.h>

enum {
	/* Packed bytes of all runs that wait to be written. */
	MAX_SPOOLED = 16 << 20,
	/*
	 * Unpacking an archive takes up to 128 MiB, but not more than what it
	 * unpacks to: real ones come to 220 times their size.
	 */
	HEAVY_ARCHIVE_BYTES = 128 << 10,
	/* run numbers: unit * 2^32 + run in the unit + 1 */
	UNIT_SHIFT = 32
};

bool
job_is_heavy(void *data, size_t number)
{
	const struct job *job = data;
	const struct input_unit *unit = &job->inputs.units.items[number];

	return unit->refusal.status == GBQ_OK && !job->known[number] &&
	    !unit->run && (unit->bytes == 0 ||
	    unit->bytes > HEAVY_ARCHIVE_BYTES);
}

/* ---- threads ---- */

void *
job_begin_thread(void *data)
{
	struct job *job = data;
	struct job_thread *own = mem_calloc(1, sizeof(*own));

	if (!job->claims)
		return own;
	/* Without it contents may be stored twice, no more. */
	if (store_open(&own->store, job->database, GBQ_READ, NULL) ==
	    GBQ_OK)
		content_finder_init(&own->finder, own->store, job->claims);
	return own;
}

void
job_end_thread(void *data, void *own)
{
	struct job_thread *thread = own;

	(void)data;
	content_finder_release(&thread->finder);
	store_close(thread->store, NULL);
	free(thread);
}

/* ---- what reading needs of others ---- */

static bool
has_content(void *data, const unsigned char digest[HASH_BYTES], bool kept)
{
	struct delivery_of_job *delivery = data;
	struct job_thread *own = delivery->member->own;

	return own->store && content_finder_has(&own->finder, digest, kept,
	    delivery->number);
}

static bool
count_spooled(void *data, int64_t bytes)
{
	struct delivery_of_job *delivery = data;

	return atomic_fetch_add(&delivery->job->spooled, bytes) + bytes >
	    MAX_SPOOLED;
}

static void
lock_contents(void *data)
{
	contents_lock(data);
}

static bool
flush_contents(void *data, struct contents *contents)
{
	struct delivery_of_job *delivery = data;

	return crew_call(delivery->member, lock_contents, contents);
}

static void
note_large(void *data, bool begins)
{
	struct delivery_of_job *delivery = data;

	if (begins)
		crew_begin_large(delivery->member);
	else
		crew_end_large(delivery->member);
}

static void
ingest_work_note_progress(void *data, size_t bytes)
{
	struct delivery_of_job *delivery = data;

	atomic_fetch_add(&delivery->job->read_bytes, (int64_t)bytes);
}

/* ---- deliveries ---- */

static struct delivery_of_job *
new_delivery(struct job *job, struct crew_member *member,
    enum delivery_kind kind)
{
	struct delivery_of_job *delivery = mem_calloc(1, sizeof(*delivery));

	delivery->kind = kind;
	delivery->job = job;
	delivery->member = member;
	delivery->host = (struct content_host){ has_content, count_spooled,
	    flush_contents, delivery };
	return delivery;
}

static void
deliver_refusal(struct job *job, struct crew_member *member,
    const struct error *error)
{
	struct delivery_of_job *delivery = new_delivery(job, member,
	    DELIVERY_REFUSED);

	delivery->error = *error;
	crew_deliver(member, delivery);
}

static struct delivery_of_job *
new_run(struct job *job, struct crew_member *member,
    const struct report_files *files, const char *path, struct slice name,
    size_t number)
{
	struct delivery_of_job *delivery = new_delivery(job, member,
	    DELIVERY_RUN);

	run_intake_init(&delivery->run, files, path, name);
	delivery->number = ((int64_t)member->task << UNIT_SHIFT) +
	    (int64_t)number + 1;
	return delivery;
}

static struct contents *
ingest_work_new_contents(struct delivery_of_job *delivery)
{
	struct job *job = delivery->job;
	bool keep = !job->options->no_content;

	return job->claims ? contents_new_apart(job->store, keep,
	    &delivery->host) : contents_new(job->store, keep, job->helpers);
}

/* The files were read: join, unless the run is there. */
static void
finish_run(struct delivery_of_job *delivery)
{
	struct job *job = delivery->job;
	struct job_thread *own = delivery->member->own;
	struct store *store = job->claims ? own->store : job->store;
	struct run_intake *run = &delivery->run;

	if (run->error.status == GBQ_OK && store)
		store_find_run(store, run->rows.run.run_key, &run->known_run,
		    NULL);
	if (run->error.status == GBQ_OK && !run->known_run)
		run_intake_join(run, &job->kinds);
	crew_deliver(delivery->member, delivery);
}

/* ---- a run in a folder ---- */

static void
read_run(struct job *job, struct crew_member *member,
    const struct input_unit *unit)
{
	const struct found_report *found = unit->run;
	struct report_files files = { &unit->place->source, found->root,
	    found->kind, found->files.items, found->files.count,
	    job->inputs.console };
	struct delivery_of_job *delivery = new_run(job, member, &files,
	    unit->path, unit->name, 0);
	struct read_host host = { note_large, ingest_work_note_progress,
		delivery, job->helpers };
	struct problem_list problems = unit->place->problems;
	struct source source;

	if (source_attach(&unit->place->source, &source, NULL,
	    &delivery->run.error) == GBQ_OK) {
		run_intake_read(&delivery->run, &source,
		    ingest_work_new_contents(delivery), &host, &problems);
		source_detach(&source);
	}
	finish_run(delivery);
}

/* ---- the runs of an archive ---- */

struct archive_work {
	struct job *job;
	struct crew_member *member;
	const struct input_unit *unit;
	struct archive_intake *archive;
	struct delivery_of_job *delivery;	/* of the run at hand */
	struct report_reading *reading;
	struct read_host host;
	size_t runs;
};

static struct report_reading *
begin_run(void *data, size_t run)
{
	struct archive_work *work = data;
	struct archive_intake *archive = work->archive;
	const struct found_report *found = &archive->found.reports.items[run];
	struct report_files files = { &archive->source, found->root,
	    found->kind, found->files.items, found->files.count,
	    work->job->inputs.console };
	struct slice name = work->job->options->name ?
	    slice_of(work->job->options->name) :
	    inputs_name_inside(work->unit, found->root, &archive->arena);

	work->delivery = new_run(work->job, work->member, &files,
	    inputs_path_inside(work->unit->path, found->root,
	    &archive->arena), name, work->runs++);
	work->delivery->archive = archive;
	work->host = (struct read_host){ note_large, NULL, work->delivery,
	    work->job->helpers };
	work->reading = run_intake_begin(&work->delivery->run,
	    ingest_work_new_contents(work->delivery), &work->host);
	return work->reading;
}

static void
end_run(void *data, size_t run)
{
	struct archive_work *work = data;

	(void)run;
	run_intake_end(&work->delivery->run, work->reading,
	    &work->archive->problems);
	work->reading = NULL;
	finish_run(work->delivery);
	work->delivery = NULL;
}

static bool
more_runs(void *data)
{
	struct archive_work *work = data;

	return !crew_stopped(work->member);
}

static void
read_runs(struct archive_work *work, struct error *error)
{
	struct archive_runs runs = { begin_run, end_run, more_runs, work };

	archive_intake_read(work->archive, &runs, error);
	if (!work->reading)
		return;
	/* The run was cut short: its contents are the calling thread's. */
	run_intake_end(&work->delivery->run, work->reading,
	    &work->archive->problems);
	work->delivery->run.error = *error;
	if (error->status == GBQ_OK)
		error_set(&work->delivery->run.error, GBQ_INTERRUPTED,
		    "stopped");
	error->status = GBQ_OK;
	crew_deliver(work->member, work->delivery);
}

static void
judge_archive(struct archive_work *work, struct error *error)
{
	const struct gbq_ingest_options *options = work->job->options;
	size_t count = work->archive->found.reports.count;

	if (count == 0)
		error_set(error, GBQ_NO_INPUT, "%s: no tlparse report and "
		    "no trace log in it", work->unit->path);
	else if (count > 1 && (options->name || options->with_console))
		error_set(error, GBQ_USAGE, "%s: holds %zu runs, which "
		    "cannot share one %s", work->unit->path, count,
		    options->name ? "name" : "console text");
}

static void
read_archive(struct job *job, struct crew_member *member,
    const struct input_unit *unit)
{
	struct archive_work work = { .job = job, .member = member,
	    .unit = unit,
	    .archive = mem_calloc(1, sizeof(struct archive_intake)) };
	struct error error = { .status = GBQ_OK };
	struct delivery_of_job *end;

	archive_intake_open(work.archive, unit, &job->limits,
	    &error);
	if (error.status == GBQ_OK)
		judge_archive(&work, &error);
	if (error.status == GBQ_OK)
		read_runs(&work, &error);
	end = new_delivery(job, member, DELIVERY_ARCHIVE);
	end->archive = work.archive;
	end->error = error;
	crew_deliver(member, end);
}

void
job_work(void *data, struct crew_member *member)
{
	struct job *job = data;
	const struct input_unit *unit =
	    &job->inputs.units.items[member->task];

	if (unit->refusal.status != GBQ_OK)
		deliver_refusal(job, member, &unit->refusal);
	else if (job->known[member->task])
		crew_deliver(member, new_delivery(job, member,
		    DELIVERY_KNOWN));
	else if (unit->run)
		read_run(job, member, unit);
	else
		read_archive(job, member, unit);
}
