/*
 * source.c - one interface over folder.c and archive.c.
 */
#include "source/source.h"

#include <string.h>

static void
list_folder(struct source *source)
{
	source->files = source->folder.files.items;
	source->count = source->folder.files.count;
	source->empty_folders = &source->folder.empty_folders;
}

enum gbq_status
source_open_folder(struct source *source, const char *path,
    struct arena *arena, struct problem_list *problems, struct error *error)
{
	enum gbq_status status;

	memset(source, 0, sizeof(*source));
	status = folder_open(&source->folder, path, arena, problems, error);
	if (status == GBQ_OK)
		list_folder(source);
	return status;
}

enum gbq_status
source_open_file(struct source *source, const char *path,
    struct arena *arena, struct error *error)
{
	enum gbq_status status;

	memset(source, 0, sizeof(*source));
	status = folder_open_file(&source->folder, path, arena, error);
	if (status == GBQ_OK)
		list_folder(source);
	return status;
}

static void
begin_archive(struct source *source)
{
	memset(source, 0, sizeof(*source));
	source->is_archive = true;
	source->empty_folders = &source->archive.empty_folders;
}

static enum gbq_status
list_archive(struct source *source)
{
	archive_source_report_nested(&source->archive);
	source->files = source->archive.files.items;
	source->count = source->archive.files.count;
	return GBQ_OK;
}

enum gbq_status
source_open_archive(struct source *source, const char *path,
    const struct archive_limits *limits, struct arena *arena,
    struct problem_list *problems, struct error *error)
{
	enum gbq_status status;

	if (!path)
		return source_open_archive_fd(source, 0, "standard input",
		    limits, arena, problems, error);
	begin_archive(source);
	status = archive_source_open(&source->archive, path, limits, arena,
	    problems, error);
	return status == GBQ_OK ? list_archive(source) : status;
}

enum gbq_status
source_open_archive_fd(struct source *source, int fd, const char *name,
    const struct archive_limits *limits, struct arena *arena,
    struct problem_list *problems, struct error *error)
{
	enum gbq_status status;

	begin_archive(source);
	status = archive_source_open_fd(&source->archive, fd, name, limits,
	    arena, problems, error);
	return status == GBQ_OK ? list_archive(source) : status;
}

void
source_close(struct source *source)
{
	if (source->is_archive)
		archive_source_close(&source->archive);
	else
		folder_close(&source->folder);
}

void
source_rest(struct source *source)
{
	if (!source->is_archive)
		folder_rest(&source->folder);
}

enum gbq_status
source_attach(const struct source *source, struct source *own,
    struct problem_list *problems, struct error *error)
{
	*own = (struct source){ .files = source->files,
		.count = source->count,
		.empty_folders = source->empty_folders,
		.is_archive = source->is_archive };
	if (!source->is_archive)
		return folder_attach(&source->folder, &own->folder, error);
	archive_source_share(&source->archive, &own->archive, problems);
	return GBQ_OK;
}

void
source_detach(struct source *own)
{
	if (!own->is_archive)
		folder_detach(&own->folder);
}

static void
give_piece(void *data, struct slice piece)
{
	const struct source_visitor *visitor = data;

	visitor->piece(visitor->data, piece);
}

enum gbq_status
source_visit_file(struct source *source, size_t file,
    const struct source_visitor *visitor, struct error *error)
{
	struct source_visitor copy = *visitor;
	struct error why;
	enum gbq_status status;

	visitor->begin(visitor->data, file);
	status = folder_stream(&source->folder, &source->files[file],
	    give_piece, &copy, &why);
	visitor->end(visitor->data, file, status == GBQ_OK ? NULL :
	    why.message);
	if (status == GBQ_OK || status == GBQ_NO_INPUT)
		return GBQ_OK;
	return error_set(error, status, "%s", why.message);
}

/* An archive's visit has no begin of its own. */
struct archive_visit {
	const struct source_visitor *visitor;
	bool begun;
};

static bool
archive_wanted(void *data, size_t file)
{
	const struct archive_visit *visit = data;

	return visit->visitor->wanted(visit->visitor->data, file);
}

static void
archive_begin(struct archive_visit *visit, size_t file)
{
	if (!visit->begun)
		visit->visitor->begin(visit->visitor->data, file);
	visit->begun = true;
}

static void
archive_piece(void *data, size_t file, struct slice bytes)
{
	struct archive_visit *visit = data;

	archive_begin(visit, file);
	visit->visitor->piece(visit->visitor->data, bytes);
}

static bool
archive_end(void *data, size_t file, bool whole)
{
	struct archive_visit *visit = data;

	archive_begin(visit, file);
	visit->visitor->end(visit->visitor->data, file,
	    whole ? NULL : "the archive is damaged here");
	visit->begun = false;
	return true;
}

enum gbq_status
source_visit_archive(struct source *source,
    const struct source_visitor *visitor, struct error *error)
{
	struct archive_visit visit = { visitor, false };
	struct archive_visitor archive = { archive_wanted, archive_piece,
	    archive_end, &visit };

	return archive_source_visit(&source->archive, &archive, error);
}
