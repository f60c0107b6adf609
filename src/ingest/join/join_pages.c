/*
 * join_pages.c - failures_and_restarts.html against the metrics pages. tlparse
 * writes one row for each restart reason and one for the failure of each
 * compilation_metrics record, in order of the pages' numbers; the two are
 * walked in step (design.md section 2).
 */
#include "ingest/join/join.h"

#include <stdlib.h>

#include "parse/compile_id.h"
#include "parse/file_name.h"

/* A row that the failures page should have. */
struct expected {
	size_t file;			/* metrics page */
	struct slice type, reason;
};

typedef ARRAY_OF(struct expected) expected_array;

/* For sorting metrics pages by number. */
struct numbered_page {
	const struct captured_metrics *captured;
	int64_t number;
};

static const struct slice restart_type = { "RestartAnalysis", 15 };

static int
compare_pages(const void *a, const void *b)
{
	int64_t left = ((const struct numbered_page *)a)->number;
	int64_t right = ((const struct numbered_page *)b)->number;

	return (left > right) - (left < right);
}

static void
pages_expect(expected_array *all, size_t file, struct slice type,
    struct slice reason)
{
	struct expected *expected = array_add(all);

	*expected = (struct expected){ file, type, reason };
}

static void
collect_expected(const struct join *join, int64_t rank, expected_array *all)
{
	ARRAY_OF(struct numbered_page) pages = { 0 };
	size_t i, k;

	for (i = 0; i < join->capture->metrics.count; i++) {
		const struct captured_metrics *captured =
		    &join->capture->metrics.items[i];
		const struct captured_file *file =
		    &join->capture->files.items[captured->file];

		if (captured->metrics.stage == METRICS_FORWARD &&
		    !file->from_log && file->key.rank == rank) {
			struct numbered_page *page = array_add(&pages);

			*page = (struct numbered_page){ captured,
			    file->number };
		}
	}
	if (pages.count)
		qsort(pages.items, pages.count, sizeof(*pages.items),
		    compare_pages);
	for (i = 0; i < pages.count; i++) {
		const struct captured_metrics *captured =
		    pages.items[i].captured;
		const slice_array *reasons =
		    &captured->metrics.restart_reasons;

		for (k = 0; k < reasons->count; k++)
			pages_expect(all, captured->file, restart_type,
			    reasons->items[k]);
		if (captured->metrics.fail_type.at)
			pages_expect(all, captured->file,
			    captured->metrics.fail_type,
			    captured->metrics.fail_reason);
	}
	array_release(&pages);
}

bool
join_same_text(struct slice a, struct slice b)
{
	size_t i = 0, k = 0;

	a = slice_trim(a);
	b = slice_trim(b);
	for (;;) {
		while (i < a.len && a.at[i] == '\r')
			i++;
		while (k < b.len && b.at[k] == '\r')
			k++;
		if (i == a.len || k == b.len)
			return i == a.len && k == b.len;
		if (a.at[i++] != b.at[k++])
			return false;
	}
}

/* A path without "_N.html". */
static struct slice
without_number(struct slice path)
{
	size_t line = slice_find_last_byte(path, '_');

	return slice_part(path, 0, line == SIZE_MAX ? path.len : line);
}

/*
 * The path of a row's link; links are relative to the rank's folder. tlparse
 * 0.3.20 leaves the number out of them (format.md section 8).
 */
static bool
is_link_to(const struct failure_row *row, const struct captured_file *file)
{
	struct slice link = row->link, path = file->path;

	if (slice_ends(link, LITERAL("/compilation_metrics.html"))) {
		link = slice_part(link, 0, link.len - LITERAL(".html").len);
		path = without_number(path);
	}
	return link.len && slice_ends(path, link) && (path.len == link.len ||
	    path.at[path.len - link.len - 1] == '/');
}

/* Whether the metrics page that a row links to is in the report. */
static bool
has_page(const struct join *join, const struct failure_row *row, int64_t rank)
{
	size_t i;

	for (i = 0; i < join->capture->files.count; i++) {
		const struct captured_file *file =
		    &join->capture->files.items[i];

		if (file->key.rank == rank && is_link_to(row, file))
			return true;
	}
	return false;
}

static bool
pages_matches(const struct join *join, const struct failure_row *row,
    const struct expected *expected)
{
	return is_link_to(row,
	    &join->capture->files.items[expected->file]) &&
	    slice_equal(row->type, expected->type) &&
	    join_same_text(row->reason, expected->reason);
}

/* The last compile of an id that began before the linked page's number. */
static size_t
pages_compile_of(const struct join *join, const struct compile_key *key,
    int64_t number)
{
	size_t i, found = NO_ROW;

	for (i = 0; i < join->rows->compiles.count; i++) {
		const struct compile_row *row = &join->rows->compiles.items[i];

		if (compile_key_compare(&row->key, key) == 0 &&
		    (found == NO_ROW || number == UNKNOWN_INT ||
		    row->first_file_number <= number))
			found = i;
	}
	return found;
}

static void
split_source(struct slice source, struct failure_record *record)
{
	size_t colon = slice_find_last_byte(source, ':');

	record->line = UNKNOWN_INT;
	if (colon == SIZE_MAX || slice_equal(source, LITERAL("N/A:0")) ||
	    !slice_to_int(slice_part(source, colon + 1, source.len),
	    &record->line))
		return;
	record->file = slice_part(source, 0, colon);
}

/* Store a row whose metrics page is missing. */
static void
pages_supply(struct join *join, const struct failure_row *row, int64_t rank)
{
	struct captured_file link;
	struct failure_record record = { .key = compile_key_none(),
	    .compile = NO_ROW, .stage = METRICS_FORWARD, .type = row->type,
	    .reason = row->reason };

	file_name_parse(row->link, &link);
	if (compile_id_parse(row->compile_id, &record.key, &record.attempt) &&
	    compile_key_is_compile(&record.key)) {
		record.key.rank = rank;
		record.compile = pages_compile_of(join, &record.key,
		    link.number);
	}
	if (record.compile != NO_ROW)
		join->rows->compiles.items[record.compile].has_row = true;
	problem_add(&join->capture->problems, SEVERITY_NOTE, "unconfirmed_row",
	    row->offset, "the row of %.*s has no metrics page in the report",
	    (int)row->compile_id.len, row->compile_id.at);
	if (!row->is_restart) {
		split_source(row->source, &record);
		record.file = intern(&join->capture->texts, record.file);
		join_add_failure(join, &record);
	} else if (record.compile != NO_ROW) {
		join_add_restart(join, record.compile, record.attempt,
		    join->rows->compiles.items[record.compile].restart_rows,
		    row->reason);
	}
}

static void
pages_contradict(struct join *join, const struct failure_row *row)
{
	problem_add(&join->capture->problems, SEVERITY_WARNING,
	    "page_contradicts", row->offset,
	    "the row of %.*s (%.*s) is not what its metrics page says",
	    (int)row->compile_id.len, row->compile_id.at,
	    (int)row->type.len, row->type.at);
}

/*
 * Where a row differs: does a later expected row fit, so that the page lacks
 * the ones between?
 */
static size_t
resume_at(const struct join *join, const struct failure_row *row,
    const expected_array *expected, size_t from)
{
	size_t i;

	for (i = from; i < expected->count; i++) {
		if (pages_matches(join, row, &expected->items[i]))
			return i;
	}
	return NO_ROW;
}

static void
lacks_rows(struct join *join, const expected_array *expected, size_t from,
    size_t to)
{
	for (; from < to; from++) {
		const struct captured_file *file = &join->capture->files.
		    items[expected->items[from].file];

		problem_add(&join->capture->problems, SEVERITY_WARNING,
		    "page_lacks_row", UNKNOWN_INT,
		    "a row of %.*s is not on the failures page",
		    (int)file->path.len, file->path.at);
	}
}

static void
walk_page(struct join *join, const struct captured_failures *page)
{
	const struct captured_file *file =
	    &join->capture->files.items[page->file];
	expected_array expected = { 0 };
	size_t next = 0, at, i;

	join->capture->problems.path = file->path;
	join->capture->problems.rank = file->key.rank;
	collect_expected(join, file->key.rank, &expected);
	for (i = 0; i < page->rows.count; i++) {
		const struct failure_row *row = &page->rows.items[i];

		at = resume_at(join, row, &expected, next);
		if (at != NO_ROW) {
			lacks_rows(join, &expected, next, at);
			next = at + 1;
		} else if (has_page(join, row, file->key.rank)) {
			pages_contradict(join, row);
		} else {
			pages_supply(join, row, file->key.rank);
		}
	}
	lacks_rows(join, &expected, next, expected.count);
	array_release(&expected);
	join->capture->problems.path = (struct slice){ 0 };
	join->capture->problems.rank = NO_ID;
}

void
join_failures_pages(struct join *join)
{
	size_t i;

	for (i = 0; i < join->capture->failure_pages.count; i++)
		walk_page(join, &join->capture->failure_pages.items[i]);
}
