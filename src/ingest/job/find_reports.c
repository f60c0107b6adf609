/*
 * find_reports.c - roots of reports from a list of paths.
 */
#include "ingest/job/inputs.h"

#include <stdlib.h>

#include "parse/file_name.h"
#include "util/order.h"

typedef ARRAY_OF(struct slice) root_array;

/* Path without its last part; "" for a path of one part. */
static struct slice
parent_of(struct slice path)
{
	size_t slash = slice_find_last_byte(path, '/');

	return slice_part(path, 0, slash == SIZE_MAX ? 0 : slash);
}

static struct slice
find_reports_base_of(struct slice path)
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

	file_name_parse(find_reports_base_of(path), &file);
	if (file.kind == FILE_INDEX || file.kind == FILE_FAILURES_PAGE ||
	    file.kind == FILE_COMPILE_DIRECTORY) {
		*root = folder;
	} else {
		/* A part of a report: compile folders alone. */
		file_name_parse(slice_part(path, parent.len ?
		    parent.len + 1 : 0, path.len), &file);
		if (!file.has_folder || file.is_loose ||
		    file.kind == FILE_OTHER)
			return false;
		*root = parent;
	}
	if (is_rank_folder(find_reports_base_of(*root)))
		*root = parent_of(*root);
	return true;
}

static bool
find_reports_is_below(struct slice path, struct slice root)
{
	return root.len == 0 || (slice_starts(path, root) &&
	    path.len > root.len && path.at[root.len] == '/');
}

static int
compare_reports(const void *a, const void *b)
{
	return slice_compare(((const struct found_report *)a)->root,
	    ((const struct found_report *)b)->root);
}

static bool
has_root(const root_array *roots, struct slice root)
{
	return roots->count && bsearch(&root, roots->items, roots->count,
	    sizeof(*roots->items), slice_order);
}

/* Whether a folder above is a root, too. */
static bool
is_inner(const root_array *roots, struct slice root)
{
	while (root.len) {
		root = parent_of(root);
		if (has_root(roots, root))
			return true;
	}
	return false;
}

/* Keep the outermost roots only, in order, each once. */
static void
collect_roots(const struct source *source, root_array *roots)
{
	root_array all = { 0 };
	struct slice root;
	size_t i;

	for (i = 0; i < source->count; i++) {
		if (root_of(source->files[i].path, &root) && !(all.count &&
		    slice_equal(all.items[all.count - 1], root)))
			*array_add(&all) = root;
	}
	array_sort(&all, slice_order);
	for (i = 0; i < all.count; i++) {
		if (!(i && slice_equal(all.items[i - 1], all.items[i])) &&
		    !is_inner(&all, all.items[i]))
			*array_add(roots) = all.items[i];
	}
	array_release(&all);
}

/* The report that a file lies in, of the first count; or NULL. */
static struct found_report *
report_of(struct found_reports *found, size_t count, struct slice path)
{
	struct found_report wanted = { .root = path }, *report = NULL;

	while (count && !report && wanted.root.len) {
		wanted.root = parent_of(wanted.root);
		report = bsearch(&wanted, found->reports.items, count,
		    sizeof(wanted), compare_reports);
	}
	return report;
}

static bool
is_log_name(struct slice name)
{
	return slice_ends(name, LITERAL(".log")) ||
	    slice_ends(name, LITERAL(".log.gz"));
}

/* Names that torch (TORCH_TRACE) or tlparse give a trace log. */
static bool
is_trace_name(struct slice name)
{
	return slice_starts(name, LITERAL("dedicated_log_torch_trace")) ||
	    slice_equal(name, LITERAL("raw.log"));
}

/*
 * What was found in a folder behind the first so many, or new; files of one
 * folder mostly follow each other.
 */
static struct found_report *
found_report_at(struct found_reports *found, size_t first, struct slice root,
    enum run_kind kind)
{
	struct found_report *report;
	size_t i;

	for (i = found->reports.count; i-- > first;) {
		if (slice_equal(found->reports.items[i].root, root))
			return &found->reports.items[i];
	}
	report = array_add(&found->reports);
	report->root = root;
	report->kind = kind;
	return report;
}

static void
find_reports_add_file(struct found_report *report, size_t file)
{
	size_t *index = array_add(&report->files);

	*index = file;
}

/*
 * Whether a folder was found, or one above it: the last found traces are not
 * in order.
 */
static bool
is_found(struct found_reports *found, size_t reports, size_t count,
    struct slice path)
{
	size_t i;

	if (report_of(found, reports, path))
		return true;
	for (i = reports; i < count; i++) {
		if (slice_equal(found->reports.items[i].root,
		    parent_of(path)))
			return true;
	}
	return false;
}

/* Reports in part: files that tell of one, in folders that are none. */
static void
find_parts(const struct source *source, struct found_reports *found,
    size_t reports)
{
	size_t count = found->reports.count, i;

	for (i = 0; i < source->count; i++) {
		struct slice path = source->files[i].path;

		if (file_name_is_part(find_reports_base_of(path)) &&
		    !is_found(found, reports, count, path))
			find_reports_add_file(found_report_at(found, count,
			    parent_of(path), RUN_REPORT), i);
	}
}

void
find_reports(const struct source *source,
    bool (*is_trace)(void *data, size_t file), void *data,
    struct found_reports *found)
{
	struct found_report *report = NULL;
	root_array roots = { 0 };
	size_t i, reports;

	*found = (struct found_reports){ 0 };
	collect_roots(source, &roots);
	for (i = 0; i < roots.count; i++) {
		report = array_add(&found->reports);
		report->root = roots.items[i];
	}
	array_release(&roots);
	reports = found->reports.count;
	report = NULL;
	for (i = 0; i < source->count; i++) {
		struct slice path = source->files[i].path;

		if (!report || report->kind != RUN_REPORT ||
		    !find_reports_is_below(path, report->root))
			report = report_of(found, reports, path);
		if (!report && is_log_name(find_reports_base_of(path)) &&
		    (is_trace_name(find_reports_base_of(path)) ||
		    (is_trace && is_trace(data, i))))
			report = found_report_at(found, reports,
			    parent_of(path), RUN_TRACE);
		if (report)
			find_reports_add_file(report, i);
	}
	find_parts(source, found, reports);
	array_sort(&found->reports, compare_reports);
}

void
found_reports_release(struct found_reports *found)
{
	size_t i;

	for (i = 0; i < found->reports.count; i++)
		array_release(&found->reports.items[i].files);
	array_release(&found->reports);
}
