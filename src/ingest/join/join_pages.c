/*
 * join_pages.c - failures_and_restarts.html against the metrics pages. tlparse
 * writes one row for each restart reason and one for the failure of each
 * compilation_metrics record, in order of the pages' numbers; the two are
 * walked in step (design.md section 2).
 */
#include "ingest/join/join_private.h"

#include "parse/compile_id.h"
#include "parse/file_name.h"
#include "util/order.h"

/* How many compiles stand before an instance of an id. */
static size_t
compiles_before(const struct join *join, const struct compile_key *key,
    int64_t instance)
{
	struct compile_row wanted = { .key = *key, .instance = instance };

	return array_first(&join->rows->compiles, &wanted,
	    join_order_compiles);
}

/*
 * The last compile of an id that began before the linked page's number: the
 * instances of an id are in order of their files, those without stand last.
 */
static size_t
pages_compile_of(const struct join *join, const struct compile_key *key,
    int64_t number)
{
	const struct compile_row *rows = join->rows->compiles.items;
	size_t first = compiles_before(join, key, INT64_MIN);
	size_t end = compiles_before(join, key, INT64_MAX), low, high;

	if (first == end)
		return NO_ROW;
	/* Instances without files, which only the trie names, stand last. */
	while (number != UNKNOWN_INT && end - 1 > first &&
	    rows[end - 1].first_file_number == UNKNOWN_INT)
		end--;
	if (number == UNKNOWN_INT || rows[end - 1].first_file_number <= number)
		return end - 1;
	for (low = first, high = end - 1; low + 1 < high;) {
		size_t middle = low + (high - low) / 2;

		if (rows[middle].first_file_number <= number)
			low = middle;
		else
			high = middle;
	}
	return low;
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
	/* A report in part says that of all its rows at once. */
	if (!join->capture->is_part)
		problem_add(&join->capture->problems, SEVERITY_NOTE,
		    "unconfirmed_row", row->offset, "the row of %.*s has no "
		    "metrics page in the report", (int)row->compile_id.len,
		    row->compile_id.at);
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

static void
lacks_rows(const struct page_rows *rows, size_t from, size_t to)
{
	struct capture *capture = rows->join->capture;

	for (; from < to; from++) {
		struct slice path = file_page_path(&capture->files.items[
		    rows->expected.items[from].file]);

		problem_add(&capture->problems, SEVERITY_WARNING,
		    "page_lacks_row", UNKNOWN_INT,
		    "a row of %.*s is not on the failures page",
		    (int)path.len, path.at);
	}
}

/* A row that is not the next one may be a later one: the page lacks some. */
static void
walk_page(struct page_rows *rows, const struct captured_failures *page)
{
	struct join *join = rows->join;
	const struct captured_file *file =
	    &join->capture->files.items[page->file];
	size_t next = 0, at, i;

	join->capture->problems.path = file->path;
	join->capture->problems.rank = file->key.rank;
	page_rows_expect(rows, file->key.rank);
	for (i = 0; i < page->rows.count; i++) {
		const struct failure_row *row = &page->rows.items[i];
		size_t link = page_rows_link(rows, row, file->key.rank);

		at = page_rows_find(rows, row, link, next);
		if (at != NO_ROW) {
			lacks_rows(rows, next, at);
			next = at + 1;
		} else if (link != NO_ROW &&
		    rows->links.items[link].has_page) {
			pages_contradict(join, row);
		} else {
			pages_supply(join, row, file->key.rank);
		}
	}
	lacks_rows(rows, next, rows->expected.count);
	join->capture->problems.path = (struct slice){ 0 };
	join->capture->problems.rank = NO_ID;
}

void
join_failures_pages(struct join *join)
{
	struct page_rows rows;
	size_t i;

	page_rows_init(&rows, join);
	for (i = 0; i < join->capture->failure_pages.count; i++)
		walk_page(&rows, &join->capture->failure_pages.items[i]);
	page_rows_release(&rows);
}
