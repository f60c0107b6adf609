/*
 * archive_list.c - judges each entry of an archive, sorts the files. Content
 * is not looked at but where the container has to be read through.
 */
#include "source/archive/archive_private.h"

#include <stdlib.h>

#include "source/archive/archive.h"
#include "util/order.h"

struct listed {
	struct folder_file file;
	int64_t entry;
};

struct listing {
	struct archive_source *source;
	struct archive_pass pass;
	ARRAY_OF(struct listed) found;
	slice_array folders;
	int64_t declared;	/* sum of sizes */
};

static void
archive_list_report(struct listing *listing, enum severity severity,
    const char *code, const char *message)
{
	archive_report_add(&listing->source->report, severity, code,
	    listing->pass.info.name, listing->pass.info.offset, message);
}

/* An entry that is no regular file; the words are those of folder.c. */
static void
report_kind(struct listing *listing)
{
	switch (listing->pass.info.kind) {
	case ENTRY_FILE:
	case ENTRY_FOLDER:
		break;
	case ENTRY_SYMBOLIC_LINK:
		archive_list_report(listing, SEVERITY_WARNING, "file_skipped",
		    "a symbolic link is not followed");
		break;
	case ENTRY_HARD_LINK:
		archive_list_report(listing, SEVERITY_LOSS,
		    "archive_link_skipped",
		    "a hard link in an archive is not followed");
		break;
	case ENTRY_OTHER:
		archive_list_report(listing, SEVERITY_WARNING, "file_skipped",
		    "neither a file nor a folder");
		break;
	}
}

/* False at a limit. */
static bool
archive_list_add_file(struct listing *listing, struct slice name)
{
	const struct archive_entry_info *info = &listing->pass.info;
	struct listed *added;

	if (info->size > 0) {
		if (info->size > INT64_MAX - listing->declared)
			listing->declared = INT64_MAX;
		else
			listing->declared += info->size;
		if (!archive_meter_declared(&listing->pass.meter, info->size,
		    listing->declared))
			return false;
	}
	added = array_add(&listing->found);
	added->file.path = slice_copy(listing->source->arena, name);
	added->file.size = info->size < 0 ? UNKNOWN_INT : info->size;
	added->entry = listing->pass.meter.entries;
	return true;
}

/* Remember a folder, which may turn out to be empty. */
static void
add_folder(struct listing *listing, struct slice name)
{
	struct slice *added;

	while (slice_ends(name, LITERAL("/")))
		name.len--;
	if (!name.at || archive_name_clean(&name,
	    listing->source->limits.name_bytes))
		return;
	added = array_add(&listing->folders);
	*added = slice_copy(listing->source->arena, name);
}

/* False at a limit. */
static bool
archive_list_judge(struct listing *listing)
{
	const struct archive_entry_info *info = &listing->pass.info;
	struct slice name = info->name;
	const char *why;

	if (info->kind == ENTRY_FOLDER) {
		add_folder(listing, name);
		return true;
	}
	if (info->kind != ENTRY_FILE) {
		report_kind(listing);
		return true;
	}
	why = name.at ? archive_name_clean(&name,
	    listing->source->limits.name_bytes) : "the name cannot be read";
	if (why) {
		archive_list_report(listing, SEVERITY_LOSS,
		    "archive_name_skipped", why);
		return true;
	}
	if (info->encrypted) {
		archive_list_report(listing, SEVERITY_LOSS, "archive_encrypted",
		    "encrypted");
		return true;
	}
	if (info->remark)
		archive_list_report(listing, SEVERITY_WARNING,
		    "archive_damaged", info->remark);
	return archive_list_add_file(listing, name);
}

/* ---- the end ---- */

static void
report_end(struct listing *listing)
{
	struct archive_pass *pass = &listing->pass;
	int64_t offset = archive_pass_offset(pass);
	struct slice none = { 0 };

	if (pass->message)
		archive_report_add(&listing->source->report, SEVERITY_WARNING,
		    "archive_trailing", none, offset, pass->message);
	if (pass->no_end_mark)
		archive_report_add(&listing->source->report, SEVERITY_LOSS,
		    "archive_no_end", none, offset,
		    "the tar has no end mark: it may be cut");
}

static void
archive_list_report_damage(struct listing *listing)
{
	struct archive_pass *pass = &listing->pass;

	listing->source->damaged = true;
	archive_report_add(&listing->source->report, SEVERITY_LOSS,
	    "archive_damaged", pass->info.name, archive_pass_offset(pass),
	    pass->message);
}

/* Read all headers; false at a limit. */
static bool
read_entries(struct listing *listing)
{
	for (;;) {
		switch (archive_pass_next(&listing->pass)) {
		case STEP_ENTRY:
			if (!archive_list_judge(listing))
				return false;
			break;
		case STEP_BAD_ENTRY:
			archive_list_report(listing, SEVERITY_LOSS,
			    "archive_damaged", listing->pass.message);
			break;
		case STEP_END:
			report_end(listing);
			return true;
		case STEP_DAMAGE:
			archive_list_report_damage(listing);
			return true;
		case STEP_STOPPED:
			return false;
		}
	}
}

/* ---- sorting ---- */

static int
compare_listed(const void *a, const void *b)
{
	const struct listed *left = a, *right = b;
	int order = slice_compare(left->file.path, right->file.path);

	return order ? order : ORDER_OF(left->entry, right->entry);
}

static int
archive_list_compare_places(const void *a, const void *b)
{
	const struct archive_place *left = a, *right = b;

	return ORDER_OF(left->entry, right->entry);
}

static void
archive_list_keep(struct archive_source *source, const struct listed *listed)
{
	struct archive_place *place = array_add(&source->order);
	struct folder_file *file;

	*place = (struct archive_place){ listed->entry, source->files.count };
	file = array_add(&source->files);
	*file = listed->file;
}

/* Sort by path; of entries of one name the last one is kept. */
static void
sort_files(struct listing *listing)
{
	struct archive_source *source = listing->source;
	const struct listed *found = listing->found.items;
	size_t count = listing->found.count, i;

	if (count == 0)
		return;
	qsort(listing->found.items, count, sizeof(*found), compare_listed);
	for (i = 0; i < count; i++) {
		if (i + 1 < count && slice_equal(found[i].file.path,
		    found[i + 1].file.path))
			archive_report_add(&source->report, SEVERITY_NOTE,
			    "archive_duplicate", found[i].file.path,
			    UNKNOWN_INT, "a later entry has the same name");
		else
			archive_list_keep(source, &found[i]);
	}
	qsort(source->order.items, source->order.count,
	    sizeof(*source->order.items), archive_list_compare_places);
}

/* Whether one of the paths, which are sorted, lies in the folder. */
static bool
holds_any(const slice_array *paths, struct slice folder)
{
	struct buffer inside = { 0 };
	struct slice start;
	bool found;
	size_t at;

	buffer_add_slice(&inside, folder);
	buffer_add_byte(&inside, '/');
	start = buffer_slice(&inside);
	at = array_first(paths, &start, slice_order);
	found = at < paths->count && slice_starts(paths->items[at], start);
	buffer_release(&inside);
	return found;
}

/* Keep the folders that hold nothing, as a listed folder has them. */
static void
keep_empty_folders(struct listing *listing)
{
	struct archive_source *source = listing->source;
	const slice_array *folders = &listing->folders;
	slice_array paths = { 0 };
	size_t i;

	if (folders->count == 0)
		return;
	qsort(folders->items, folders->count, sizeof(struct slice),
	    slice_order);
	for (i = 0; i < folders->count; i++)
		*(struct slice *)array_add(&paths) = folders->items[i];
	for (i = 0; i < source->files.count; i++)
		*(struct slice *)array_add(&paths) =
		    source->files.items[i].path;
	qsort(paths.items, paths.count, sizeof(struct slice),
	    slice_order);
	for (i = 0; i < folders->count; i++) {
		struct slice path = folders->items[i];

		if ((i == 0 || !slice_equal(path, folders->items[i - 1])) &&
		    !holds_any(&paths, path))
			*(struct slice *)array_add(&source->empty_folders) =
			    path;
	}
	array_release(&paths);
}

static const char *
format_name(const struct archive_pass *pass)
{
	return pass->container == ARCHIVE_TAR ? "tar" :
	    pass->container == ARCHIVE_7ZIP ? "7z" : "zip";
}

static enum gbq_status
archive_list_finish(struct listing *listing, struct error *error)
{
	struct archive_source *source = listing->source;

	source->format = format_name(&listing->pass);
	if (listing->pass.cut) {
		source->damaged = true;
		archive_report_add(&source->report, SEVERITY_LOSS,
		    "archive_damaged", (struct slice){ 0 },
		    source->bytes.size,
		    "the zip has no directory at its end: it is cut");
	}
	/* What merely begins with zeros, such as a disk image. */
	if (listing->pass.meter.entries == 0 && listing->pass.message &&
	    !source->damaged)
		return archive_bytes_refuse(&source->bytes, source->name,
		    error);
	if (source->damaged && listing->found.count == 0)
		return error_set(error, GBQ_NO_INPUT,
		    "%s: damaged, nothing in it can be read: %s",
		    source->name, listing->pass.message ?
		    listing->pass.message : "cut");
	sort_files(listing);
	keep_empty_folders(listing);
	return GBQ_OK;
}

enum gbq_status
archive_list(struct archive_source *source, struct error *error)
{
	struct listing listing = { .source = source };
	enum gbq_status status = archive_pass_open(&listing.pass,
	    &source->bytes, &source->limits, source->name, error);

	if (status == GBQ_OK && !read_entries(&listing)) {
		*error = listing.pass.meter.error;
		status = error->status;
	}
	if (status == GBQ_OK)
		status = archive_list_finish(&listing, error);
	array_release(&listing.found);
	array_release(&listing.folders);
	archive_pass_close(&listing.pass);
	return status;
}
