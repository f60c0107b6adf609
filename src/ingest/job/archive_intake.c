/*
 * archive_intake.c - which run goes into which pass. A run lies between its
 * first and its last file in the archive; runs that do not overlap share a
 * pass, so that an archive in the usual order takes one.
 */
#include "ingest/job/job.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/order.h"

#define NO_RUN UINT32_MAX

/* Where the files of a run lie in the order of the archive. */
struct span {
	size_t run;
	size_t first, last;
	size_t left;		/* files that the pass has to come to yet */
	bool wanted;		/* in the pass at hand */
	bool done;
};

struct passes {
	struct archive_intake *intake;
	const struct archive_runs *runs;
	uint32_t *run_of;		/* for each file of the source */
	struct span *spans;		/* by last file */
	size_t *span_of;		/* for each run */
	struct report_reading *reading;	/* of the run at hand */
};

/* ---- opening ---- */

static enum gbq_status
open_in_folder(struct archive_intake *intake, const struct input_unit *unit,
    const struct archive_limits *limits, struct error *error)
{
	const struct folder_file *file =
	    &unit->place->source.files[unit->file];
	struct source folder;
	enum gbq_status status;

	status = source_attach(&unit->place->source, &folder,
	    &intake->problems, error);
	if (status != GBQ_OK)
		return status;
	intake->fd = folder_open_fd(&folder.folder, file);
	if (intake->fd < 0)
		status = error_set_input(error, unit->path);
	source_detach(&folder);
	return status == GBQ_OK ? source_open_archive_fd(&intake->source,
	    intake->fd, unit->path, limits, &intake->arena,
	    &intake->problems, error) : status;
}

enum gbq_status
archive_intake_open(struct archive_intake *intake,
    const struct input_unit *unit, const struct archive_limits *limits,
    struct error *error)
{
	enum gbq_status status;

	memset(intake, 0, sizeof(*intake));
	arena_init(&intake->arena);
	intake->problems.arena = &intake->arena;
	intake->problems.rank = NO_ID;
	intake->fd = -1;
	intake->source.is_archive = true;
	intake->source.archive.bytes.fd = -1;
	if (unit->place)
		status = open_in_folder(intake, unit, limits, error);
	else
		status = source_open_archive(&intake->source,
		    strcmp(unit->path, "-") == 0 ? NULL : unit->path, limits,
		    &intake->arena, &intake->problems, error);
	if (status == GBQ_OK)
		find_reports(&intake->source, NULL, NULL, &intake->found);
	return status;
}

void
archive_intake_release(struct archive_intake *intake)
{
	source_close(&intake->source);
	if (intake->fd >= 0)
		close(intake->fd);
	found_reports_release(&intake->found);
	array_release(&intake->problems.list);
	arena_release(&intake->arena);
}

/* ---- passes ---- */

static int
compare_spans(const void *a, const void *b)
{
	const struct span *left = a, *right = b;

	return ORDER_OF(left->last, right->last);
}

static void
measure_spans(struct passes *passes)
{
	const struct archive_source *archive =
	    &passes->intake->source.archive;
	size_t runs = passes->intake->found.reports.count, i, k;

	for (i = 0; i < archive->files.count; i++)
		passes->run_of[i] = NO_RUN;
	for (i = 0; i < runs; i++) {
		const struct found_report *run =
		    &passes->intake->found.reports.items[i];

		passes->spans[i] = (struct span){ .run = i,
		    .first = SIZE_MAX };
		for (k = 0; k < run->files.count; k++)
			passes->run_of[run->files.items[k]] = (uint32_t)i;
	}
	for (i = 0; i < archive->order.count; i++) {
		uint32_t run = passes->run_of[archive->order.items[i].file];

		if (run == NO_RUN)
			continue;
		if (passes->spans[run].first == SIZE_MAX)
			passes->spans[run].first = i;
		passes->spans[run].last = i;
	}
	qsort(passes->spans, runs, sizeof(*passes->spans), compare_spans);
	for (i = 0; i < runs; i++)
		passes->span_of[passes->spans[i].run] = i;
}

/* Choose the runs of the next pass; false if there are none. */
static bool
choose_runs(struct passes *passes)
{
	size_t runs = passes->intake->found.reports.count, i, end = 0;
	bool any = false;

	for (i = 0; i < runs; i++) {
		struct span *span = &passes->spans[i];

		span->wanted = !span->done && (!any || span->first > end);
		if (!span->wanted)
			continue;
		end = span->last;
		span->left = passes->intake->found.reports.items[
		    span->run].files.count;
		any = true;
	}
	return any;
}

static struct span *
span_of_file(struct passes *passes, size_t file)
{
	uint32_t run = passes->run_of[file];

	return run == NO_RUN ? NULL : &passes->spans[passes->span_of[run]];
}

static bool
archive_intake_wants(void *data, size_t file)
{
	struct passes *passes = data;
	const struct span *span = span_of_file(passes, file);

	return span && span->wanted &&
	    passes->runs->more(passes->runs->data);
}

static void
archive_intake_begin_file(void *data, size_t file)
{
	struct passes *passes = data;
	const struct span *span = span_of_file(passes, file);

	if (!passes->reading)
		passes->reading = passes->runs->begin(passes->runs->data,
		    span->run);
	report_reading_begin_file(passes->reading, file);
}

static void
archive_intake_take_piece(void *data, struct slice piece)
{
	report_reading_piece(((struct passes *)data)->reading, piece);
}

static void
archive_intake_end_file(void *data, size_t file, const char *why)
{
	struct passes *passes = data;
	struct span *span = span_of_file(passes, file);

	report_reading_end_file(passes->reading, why);
	if (--span->left > 0)
		return;
	passes->reading = NULL;
	span->wanted = false;
	span->done = true;
	passes->runs->end(passes->runs->data, span->run);
}

enum gbq_status
archive_intake_read(struct archive_intake *intake,
    const struct archive_runs *runs, struct error *error)
{
	size_t files = intake->source.count;
	size_t count = intake->found.reports.count;
	struct passes passes = { .intake = intake, .runs = runs,
	    .run_of = mem_calloc(files, sizeof(uint32_t)),
	    .spans = mem_calloc(count, sizeof(struct span)),
	    .span_of = mem_calloc(count, sizeof(size_t)) };
	struct source_visitor visitor = { archive_intake_wants,
		archive_intake_begin_file, archive_intake_take_piece,
		archive_intake_end_file, &passes };
	enum gbq_status status = GBQ_OK;

	measure_spans(&passes);
	while (status == GBQ_OK && runs->more(runs->data) &&
	    choose_runs(&passes))
		status = source_visit_archive(&intake->source, &visitor,
		    error);
	free(passes.run_of);
	free(passes.spans);
	free(passes.span_of);
	return status;
}
