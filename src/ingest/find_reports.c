/*
 * find_reports.c - roots of reports from a list of paths.
 */
#include "ingest/find_reports.h"

#include <stdlib.h>

#include "parse/file_name.h"

typedef ARRAY_OF(struct slice) root_array;

/* Path without its last part; "" for a path of one part. */
static struct slice
parent_of(struct slice path)
{
	size_t slash = slice_find_last_byte(path, '/');

	return slice_part(path, 0, slash == SIZE_MAX ? 0 : slash);
}

static struct slice
base_of(struct slice path)
{
	size_t slash = slice_find_last_byte(path, '/');

	return slice_part(path, slash == SIZE_MAX ? 0 : slash + 1, path.len);
}

static bool
is_rank_folder(struct slice name)
{
	int64_t rank;

	return slice_take(&name, LITERAL("rank_")) &&
	    slice_to_int(name, &rank) && rank >= 0;
}

/* The root that a file tells of; false if it tells of none. */
static bool
root_of(struct slice path, struct slice *root)
{
	struct captured_file file;
	struct slice folder = parent_of(path), parent = parent_of(folder);

	file_name_parse(base_of(path), &file);
	if (file.kind == FILE_INDEX || file.kind == FILE_FAILURES_PAGE ||
	    file.kind == FILE_COMPILE_DIRECTORY) {
		*root = folder;
	} else {
		/* A part of a report: compile folders alone. */
		file_name_parse(slice_part(path, parent.len ?
		    parent.len + 1 : 0, path.len), &file);
		if (file.kind != FILE_METRICS &&
		    file.kind != FILE_BREAK_REASON)
			return false;
		*root = parent;
	}
	if (is_rank_folder(base_of(*root)))
		*root = parent_of(*root);
	return true;
}

static int
compare_roots(const void *a, const void *b)
{
	return slice_compare(*(const struct slice *)a,
	    *(const struct slice *)b);
}

static bool
is_below(struct slice path, struct slice root)
{
	return root.len == 0 || (slice_starts(path, root) &&
	    path.len > root.len && path.at[root.len] == '/');
}

/* Keep the outermost roots only, in order. */
static void
collect_roots(const struct folder *folder, root_array *roots)
{
	size_t i, kept = 0;

	for (i = 0; i < folder->files.count; i++) {
		struct slice root, *added;

		if (!root_of(folder->files.items[i].path, &root))
			continue;
		if (roots->count && slice_equal(
		    roots->items[roots->count - 1], root))
			continue;
		added = array_add(roots);
		*added = root;
	}
	if (roots->count)
		qsort(roots->items, roots->count, sizeof(*roots->items),
		    compare_roots);
	for (i = 0; i < roots->count; i++) {
		if (kept && (slice_equal(roots->items[kept - 1],
		    roots->items[i]) || is_below(roots->items[i],
		    roots->items[kept - 1])))
			continue;
		roots->items[kept++] = roots->items[i];
	}
	roots->count = kept;
}

static struct found_report *
report_of(struct found_reports *found, struct slice path)
{
	size_t i;

	for (i = 0; i < found->reports.count; i++) {
		if (is_below(path, found->reports.items[i].root))
			return &found->reports.items[i];
	}
	return NULL;
}

void
find_reports(const struct folder *folder, struct found_reports *found)
{
	struct found_report *report = NULL;
	root_array roots = { 0 };
	size_t i, *index;

	*found = (struct found_reports){ 0 };
	collect_roots(folder, &roots);
	for (i = 0; i < roots.count; i++) {
		report = array_add(&found->reports);
		report->root = roots.items[i];
	}
	array_release(&roots);
	report = NULL;
	for (i = 0; i < folder->files.count; i++) {
		struct slice path = folder->files.items[i].path;

		/* Files of one report mostly follow each other. */
		if (!report || !is_below(path, report->root))
			report = report_of(found, path);
		if (report) {
			index = array_add(&report->files);
			*index = i;
		} else if (slice_ends(path, LITERAL(".log")) ||
		    slice_ends(path, LITERAL(".log.gz"))) {
			found->has_logs = true;
		}
	}
}

void
found_reports_release(struct found_reports *found)
{
	size_t i;

	for (i = 0; i < found->reports.count; i++)
		array_release(&found->reports.items[i].files);
	array_release(&found->reports);
}
