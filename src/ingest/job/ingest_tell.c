/*
 * ingest_tell.c - a dry run: what would be read, and as what. Stores nothing
 * and needs no database.
 */
#include "ingest/job/job.h"

/* Tell of a run, its files by index into the list of its source. */
static void
tell_run(struct job *job, const struct source *source,
    const struct found_report *run, const char *path, struct slice name,
    struct arena *arena)
{
	struct gbq_ingest_result result = { .outcome = GBQ_FOUND,
	    .path = path, .name = slice_string(arena, name),
	    .kind = run_kind_name(run->kind),
	    .files = (int64_t)run->files.count };
	size_t i;

	for (i = 0; i < run->files.count; i++) {
		int64_t size = source->files[run->files.items[i]].size;

		if (size != UNKNOWN_INT)
			result.bytes += size;
	}
	job_tell(job, &result);
}

static void
tell_archive(struct job *job, const struct input_unit *unit)
{
	struct archive_intake archive;
	struct error error;
	size_t i;

	if (archive_intake_open(&archive, unit, &job->limits,
	    &error) != GBQ_OK) {
		job_refuse(job, unit->path, &error);
		archive_intake_release(&archive);
		return;
	}
	for (i = 0; i < archive.found.reports.count; i++) {
		const struct found_report *run =
		    &archive.found.reports.items[i];

		tell_run(job, &archive.source, run,
		    inputs_path_inside(unit->path, run->root, &archive.arena),
		    job->options->name ? unit->name :
		    inputs_name_inside(unit, run->root, &archive.arena),
		    &archive.arena);
	}
	if (i == 0 && !unit->place) {
		error_set(&error, GBQ_NO_INPUT, "%s: no tlparse report and "
		    "no trace log in it", unit->path);
		job_refuse(job, unit->path, &error);
	}
	archive_intake_release(&archive);
}

void
job_tell_unit(struct job *job, const struct input_unit *unit)
{
	if (unit->refusal.status != GBQ_OK)
		job_refuse(job, unit->path, &unit->refusal);
	else if (unit->run)
		tell_run(job, &unit->place->source, unit->run, unit->path,
		    unit->name, &job->inputs.arena);
	else
		tell_archive(job, unit);
}
