/*
 * archive.c - visiting an archive, and opening and closing it.
 * archive_list.c lists it. Must not know what the files mean.
 */
#include "source/archive/archive.h"

#include <string.h>

#include "source/archive/archive_private.h"

/* ---- opening ---- */

static void
archive_prepare(struct archive_source *source, const char *name,
    const struct archive_limits *limits, struct arena *arena,
    struct problem_list *problems)
{
	memset(source, 0, sizeof(*source));
	source->bytes.fd = -1;
	source->name = name;
	source->limits = limits ? *limits : archive_limits_default();
	source->arena = arena;
	archive_report_init(&source->report, problems);
}

static enum gbq_status
archive_source_list(struct archive_source *source, struct error *error)
{
	enum gbq_status status = archive_list(source, error);

	archive_report_finish(&source->report);
	if (status != GBQ_OK)
		archive_source_close(source);
	return status;
}

enum gbq_status
archive_source_open(struct archive_source *source, const char *path,
    const struct archive_limits *limits, struct arena *arena,
    struct problem_list *problems, struct error *error)
{
	enum gbq_status status;

	archive_prepare(source, path, limits, arena, problems);
	status = archive_bytes_open(&source->bytes, path,
	    source->limits.total_bytes, error);
	return status == GBQ_OK ? archive_source_list(source, error)
				   : status;
}

enum gbq_status
archive_source_open_fd(struct archive_source *source, int fd,
    const char *name, const struct archive_limits *limits,
    struct arena *arena, struct problem_list *problems, struct error *error)
{
	enum gbq_status status;

	archive_prepare(source, name, limits, arena, problems);
	status = archive_bytes_open_fd(&source->bytes, fd, name,
	    source->limits.total_bytes, error);
	return status == GBQ_OK ? archive_source_list(source, error)
				   : status;
}

void
archive_source_close(struct archive_source *source)
{
	archive_bytes_close(&source->bytes);
	array_release(&source->files);
	array_release(&source->empty_folders);
	array_release(&source->order);
}

void
archive_source_share(const struct archive_source *source,
    struct archive_source *copy, struct problem_list *problems)
{
	memset(copy, 0, sizeof(*copy));
	copy->bytes = source->bytes;
	copy->limits = source->limits;
	copy->name = source->name;
	copy->format = source->format;
	copy->arena = source->arena;
	copy->files.items = source->files.items;
	copy->files.count = source->files.count;
	copy->order.items = source->order.items;
	copy->order.count = source->order.count;
	copy->damaged = source->damaged;
	archive_report_init(&copy->report, problems);
}

/* ---- visiting ---- */

struct visit {
	struct archive_source *source;
	const struct archive_visitor *visitor;
	struct archive_pass pass;
	size_t next;		/* in source->order */
	size_t file;		/* at hand */
	bool over;		/* the visitor has enough */
};

static bool
archive_is_wanted(const struct visit *visit, size_t file)
{
	return !visit->visitor->wanted ||
	    visit->visitor->wanted(visit->visitor->data, file);
}

static void
archive_pass_on(void *data, struct slice piece)
{
	struct visit *visit = data;

	visit->visitor->piece(visit->visitor->data, visit->file, piece);
}

static void
archive_report_damage(struct visit *visit, struct slice path)
{
	archive_report_add(&visit->source->report, SEVERITY_LOSS,
	    "archive_damaged", path, archive_pass_offset(&visit->pass),
	    visit->pass.message);
}

/*
 * A tar that ends early was reported by the listing, which reads it all; the
 * content of zip and 7z was not looked at before.
 */
static bool
is_known(const struct visit *visit)
{
	return visit->source->damaged &&
	    visit->pass.container == ARCHIVE_TAR;
}

/* Whether it is the content at hand that fails, a second time. */
static bool
is_reported(const struct visit *visit)
{
	return visit->pass.info.name.at && visit->pass.was_read;
}

/* False at a limit. */
static bool
visit_file(struct visit *visit, struct slice path)
{
	enum archive_step step = archive_pass_read(&visit->pass,
	    archive_pass_on, visit);

	if (step == STEP_STOPPED)
		return false;
	if (step == STEP_DAMAGE && !is_known(visit))
		archive_report_damage(visit, path);
	visit->over = !visit->visitor->end(visit->visitor->data, visit->file,
	    step == STEP_ENTRY);
	return true;
}

/* The entry at hand, if it is the next file of the list; false: stop. */
static bool
visit_entry(struct visit *visit)
{
	const struct archive_source *source = visit->source;
	const struct archive_place *place = &source->order.items[visit->next];
	struct slice path, name = visit->pass.info.name;

	if (place->entry != visit->pass.meter.entries)
		return true;
	visit->next++;
	visit->file = place->file;
	path = source->files.items[place->file].path;
	if (archive_name_clean(&name, source->limits.name_bytes) ||
	    !slice_equal(name, path)) {
		error_set(&visit->pass.meter.error, GBQ_IO,
		    "%s: changed while it was read", source->name);
		return false;
	}
	return !archive_is_wanted(visit, place->file) ||
	    visit_file(visit, path);
}

/* Files that the pass did not reach. */
static void
end_unreached(struct visit *visit)
{
	const struct archive_source *source = visit->source;

	for (; visit->next < source->order.count && !visit->over;
	    visit->next++) {
		size_t file = source->order.items[visit->next].file;

		if (archive_is_wanted(visit, file))
			visit->over = !visit->visitor->end(visit->visitor->data,
			    file, false);
	}
}

/* False at a limit; else all that can be read was read. */
static bool
visit_entries(struct visit *visit)
{
	enum archive_step step = STEP_ENTRY;

	while (!visit->over && visit->next < visit->source->order.count) {
		step = archive_pass_next(&visit->pass);
		if (step == STEP_ENTRY && !visit_entry(visit))
			return false;
		if (step != STEP_ENTRY && step != STEP_BAD_ENTRY)
			break;
	}
	if (step == STEP_STOPPED)
		return false;
	if (step == STEP_DAMAGE && !is_known(visit) &&
	    !is_reported(visit))
		archive_report_damage(visit, visit->pass.info.name);
	end_unreached(visit);
	return true;
}

enum gbq_status
archive_source_visit(struct archive_source *source,
    const struct archive_visitor *visitor, struct error *error)
{
	struct visit visit = { .source = source, .visitor = visitor };
	enum gbq_status status = archive_pass_open(&visit.pass, &source->bytes,
	    &source->limits, source->name, error);

	if (status == GBQ_OK && !visit_entries(&visit)) {
		*error = visit.pass.meter.error;
		status = error->status;
	}
	if (archive_bytes_changed(&source->bytes))
		archive_report_add(&source->report, SEVERITY_WARNING,
		    "archive_changed", (struct slice){ 0 }, UNKNOWN_INT,
		    "the archive was written to while it was read");
	archive_report_finish(&source->report);
	archive_pass_close(&visit.pass);
	return status;
}

void
archive_source_report_nested(struct archive_source *source)
{
	size_t i;

	for (i = 0; i < source->files.count; i++) {
		struct slice path = source->files.items[i].path;

		if (archive_name_is_archive(path))
			archive_report_add(&source->report, SEVERITY_LOSS,
			    "nested_archive", path, UNKNOWN_INT,
			    "an archive in an archive is not opened");
	}
	archive_report_finish(&source->report);
}
