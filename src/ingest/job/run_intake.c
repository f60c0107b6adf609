/*
 * run_intake.c - reading a run from a folder or, alone, from an archive. Must
 * not use the database.
 */
#include "ingest/job/job.h"

#include <string.h>

void
run_intake_init(struct run_intake *intake, const struct report_files *files,
    const char *path, struct slice name)
{
	memset(intake, 0, sizeof(*intake));
	intake->files = *files;
	intake->path = path;
	intake->name = name;
	capture_init(&intake->capture);
}

void
run_intake_release(struct run_intake *intake)
{
	contents_free(intake->contents);
	rows_release(&intake->rows);
	capture_release(&intake->capture);
}

void
run_intake_clear(struct run_intake *intake)
{
	struct report_files files = intake->files;

	run_intake_release(intake);
	run_intake_init(intake, &files, intake->path, intake->name);
}

struct report_reading *
run_intake_begin(struct run_intake *intake, struct contents *contents,
    const struct read_host *host)
{
	intake->contents = contents;
	return report_reading_new(&intake->files, &intake->capture, contents,
	    host);
}

/* Whether a path is that of a folder or lies below it. "": all do. */
static bool
path_is_in(struct slice path, struct slice folder)
{
	return folder.len == 0 || (slice_starts(path, folder) &&
	    (path.len == folder.len || path.at[folder.len] == '/'));
}

/* The name of an entry as those of a folder's files are: "./a/" is "a". */
static struct slice
path_of_entry(struct slice path)
{
	while (slice_take(&path, LITERAL("./")))
		;
	while (slice_ends(path, LITERAL("/")))
		path.len--;
	return slice_equal(path, LITERAL(".")) ? slice_part(path, 0, 0) :
	    path;
}

/*
 * Problems that concern the run's files or the whole source: also of what
 * should have been the folder that the run lies in, such as a link.
 */
static void
copy_problems(struct run_intake *intake, const struct problem_list *problems)
{
	struct slice root = intake->files.root, path;
	size_t i;

	for (i = 0; i < problems->list.count; i++) {
		struct problem *copy;

		path = path_of_entry(problems->list.items[i].path);
		if (path.at && !path_is_in(path, root) &&
		    !path_is_in(root, path))
			continue;
		copy = array_add(&intake->capture.problems.list);
		*copy = problems->list.items[i];
		copy->from_input = true;
		if (root.len && path.len > root.len)
			copy->path = slice_part(path, root.len + 1, path.len);
	}
}

void
run_intake_end(struct run_intake *intake, struct report_reading *reading,
    const struct problem_list *problems)
{
	struct intern_table *texts = &intake->capture.texts;

	report_reading_end(reading, intake->rows.run.run_key,
	    &intake->error);
	contents_finish(intake->contents);
	copy_problems(intake, problems);
	intake->rows.run.name = intern(texts, intake->name);
	intake->rows.run.source_path = intern(texts,
	    slice_of(intake->path));
	intake->rows.run.source_kind = run_kind_name(intake->files.kind);
}

void
run_intake_join(struct run_intake *intake, const struct kind_table *kinds)
{
	join_run(&intake->capture, kinds, &intake->rows);
}

/* Small files of a folder go to all threads, others are streamed here. */
static void
read_folder(struct run_intake *intake, struct report_reading *reading,
    struct source *source)
{
	struct source_visitor visitor = report_reading_visitor(reading);
	size_t i;

	for (i = 0; i < intake->files.count &&
	    intake->error.status == GBQ_OK &&
	    !report_reading_failed(reading); i++) {
		if (!report_reading_ahead(reading, source,
		    intake->files.indexes[i]))
			source_visit_file(source, intake->files.indexes[i],
			    &visitor, &intake->error);
	}
}

void
run_intake_read(struct run_intake *intake, struct source *source,
    struct contents *contents, const struct read_host *host,
    const struct problem_list *problems)
{
	struct report_reading *reading = run_intake_begin(intake, contents,
	    host);
	struct source_visitor visitor = report_reading_visitor(reading);

	if (source->is_archive)
		source_visit_archive(source, &visitor, &intake->error);
	else
		read_folder(intake, reading, source);
	run_intake_end(intake, reading, problems);
}
