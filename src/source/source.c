/*
 * source.c - one interface over folder.c and archive.c.
 */
#include "source/source.h"

#include <stdlib.h>
#include <string.h>

static void
list_folder(struct source *source)
{
	source->files = source->folder.files.items;
	source->count = source->folder.files.count;
	source->empty_folders = &source->folder.empty_folders;
}

enum status
source_open_folder(struct source *source, const char *path,
    struct arena *arena, struct problem_list *problems, struct error *error)
{
	enum status status;

	memset(source, 0, sizeof(*source));
	status = folder_open(&source->folder, path, arena, problems, error);
	if (status == STATUS_OK)
		list_folder(source);
	return status;
}

enum status
source_open_file(struct source *source, const char *path,
    struct arena *arena, struct error *error)
{
	enum status status;

	memset(source, 0, sizeof(*source));
	status = folder_open_file(&source->folder, path, arena, error);
	if (status == STATUS_OK)
		list_folder(source);
	return status;
}

enum status
source_open_archive(struct source *source, const char *path,
    const struct archive_limits *limits, struct arena *arena,
    struct problem_list *problems, struct error *error)
{
	enum status status;

	memset(source, 0, sizeof(*source));
	source->is_archive = true;
	source->empty_folders = &source->no_folders;
	status = path ? archive_source_open(&source->archive, path, limits,
	    arena, problems, error) : archive_source_open_fd(&source->archive,
	    0, "standard input", limits, arena, problems, error);
	if (status != STATUS_OK)
		return status;
	archive_source_report_nested(&source->archive);
	source->files = source->archive.files.items;
	source->count = source->archive.files.count;
	return status;
}

void
source_close(struct source *source)
{
	if (source->is_archive)
		archive_source_close(&source->archive);
	else
		folder_close(&source->folder);
}

static void
give_piece(void *data, struct slice piece)
{
	const struct source_visitor *visitor = data;

	visitor->piece(visitor->data, piece);
}

static void
visit_folder(struct source *source, const struct source_visitor *visitor)
{
	struct source_visitor copy = *visitor;
	struct error error;
	size_t i;

	for (i = 0; i < source->count; i++) {
		enum status status;

		if (!visitor->wanted(visitor->data, i))
			continue;
		visitor->begin(visitor->data, i);
		status = folder_stream(&source->folder, &source->files[i],
		    give_piece, &copy, &error);
		visitor->end(visitor->data, i,
		    status == STATUS_OK ? NULL : error.message);
	}
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

enum status
source_visit(struct source *source, const struct source_visitor *visitor,
    struct error *error)
{
	struct archive_visit visit = { visitor, false };
	struct archive_visitor archive = { archive_wanted, archive_piece,
	    archive_end, &visit };

	if (source->is_archive)
		return archive_source_visit(&source->archive, &archive,
		    error);
	visit_folder(source, visitor);
	return STATUS_OK;
}
