/*
 * join_page_rows.c - the rows that failures_and_restarts.html should have by
 * the metrics pages, and which of them a row of the page is.
 */
#include "ingest/join/join_private.h"

#include "util/order.h"

static const struct slice restart_type = { "RestartAnalysis", 15 };

static int
compare_pages(const void *a, const void *b)
{
	const struct numbered_page *left = a, *right = b;

	if (left->rank != right->rank)
		return left->rank < right->rank ? -1 : 1;
	return ORDER_OF(left->number, right->number);
}

static void
expect_row(struct page_rows *rows, size_t file, struct slice type,
    struct slice reason)
{
	*array_add(&rows->expected) = (struct expected_row){ file, type,
	    reason };
}

static void
collect_numbered_pages(struct page_rows *rows)
{
	const struct capture *capture = rows->join->capture;
	size_t i;

	for (i = 0; i < capture->metrics.count; i++) {
		const struct captured_metrics *captured =
		    &capture->metrics.items[i];
		const struct captured_file *file =
		    &capture->files.items[captured->file];

		if (captured->metrics.stage == METRICS_FORWARD &&
		    file_is_page(file))
			*array_add(&rows->pages) = (struct numbered_page){
			    captured, file->key.rank, file->number };
	}
	array_sort(&rows->pages, compare_pages);
}

/* The first page of a rank, or of those behind it. */
static size_t
first_page(const struct page_rows *rows, int64_t rank)
{
	struct numbered_page wanted = { .rank = rank, .number = INT64_MIN };

	return array_first(&rows->pages, &wanted, compare_pages);
}

static void
expect_page(struct page_rows *rows, const struct captured_metrics *captured)
{
	const struct metrics *metrics = captured->damaged ?
	    join_metrics_of(captured) : &captured->metrics;
	size_t i;

	for (i = 0; i < metrics->restart_reasons.count; i++)
		expect_row(rows, captured->file, restart_type,
		    metrics->restart_reasons.items[i]);
	if (metrics->fail_type.at)
		expect_row(rows, captured->file, metrics->fail_type,
		    metrics->fail_reason);
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

/* ---- links of rows ---- */

static uint64_t
link_key(int64_t rank, bool numberless, struct slice text)
{
	return table_hash_text(table_hash_number(table_hash_number(0, rank),
	    numberless), text);
}

/* The number of a link; NO_ROW: no row has it. */
static size_t
find_link(const struct page_rows *rows, int64_t rank, bool numberless,
    struct slice text)
{
	const struct row_link *found;

	for (found = row_index_first(&rows->links_by_text,
	    link_key(rank, numberless, text)); found;
	    found = row_index_next(&rows->links_by_text, found)) {
		const struct page_link *link =
		    &rows->links.items[found->row];

		if (link->rank == rank && link->numberless == numberless &&
		    slice_equal(link->text, text))
			return found->row;
	}
	return NO_ROW;
}

/*
 * A row's link; links are relative to the rank's folder. tlparse 0.3.20
 * leaves the number out of them (format.md section 8).
 */
static struct page_link
link_of(const struct failure_row *row, int64_t rank)
{
	struct page_link link = { row->link, rank, false, false };

	link.numberless = slice_ends(row->link,
	    LITERAL("/compilation_metrics.html"));
	if (link.numberless)
		link.text = slice_part(row->link, 0, row->link.len -
		    LITERAL(".html").len);
	return link;
}

size_t
page_rows_link(const struct page_rows *rows, const struct failure_row *row,
    int64_t rank)
{
	struct page_link link = link_of(row, rank);

	return link.text.len ? find_link(rows, rank, link.numberless,
	    link.text) : NO_ROW;
}

static void
collect_links(struct page_rows *rows)
{
	const struct capture *capture = rows->join->capture;
	size_t i, k;

	for (i = 0; i < capture->failure_pages.count; i++) {
		const struct captured_failures *page =
		    &capture->failure_pages.items[i];
		int64_t rank = capture->files.items[page->file].key.rank;

		for (k = 0; k < page->rows.count; k++) {
			struct page_link link =
			    link_of(&page->rows.items[k], rank);

			if (link.text.len == 0 || page_rows_link(rows,
			    &page->rows.items[k], rank) != NO_ROW)
				continue;
			row_index_add(&rows->links_by_text, link_key(rank,
			    link.numberless, link.text), rows->links.count);
			*array_add(&rows->links) = link;
		}
	}
}

typedef void link_function(struct page_rows *rows, size_t link, size_t what);

/* Call a function for each link that names a path, see is_link_to(). */
static void
links_of_path(struct page_rows *rows, int64_t rank, bool numberless,
    struct slice path, link_function *function, size_t what)
{
	size_t i, link;

	for (i = 0; i < path.len; i++) {
		if (i > 0 && path.at[i - 1] != '/')
			continue;
		link = find_link(rows, rank, numberless,
		    slice_part(path, i, path.len));
		if (link != NO_ROW)
			function(rows, link, what);
	}
}

static void
links_of_file(struct page_rows *rows, const struct captured_file *file,
    link_function *function, size_t what)
{
	struct slice path = file_page_path(file);

	links_of_path(rows, file->key.rank, false, path, function, what);
	links_of_path(rows, file->key.rank, true, without_number(path),
	    function, what);
}

static void
note_page(struct page_rows *rows, size_t link, size_t file)
{
	(void)file;
	rows->links.items[link].has_page = true;
}

/* Which links name a file of the report. */
static void
find_pages(struct page_rows *rows)
{
	const struct capture *capture = rows->join->capture;
	size_t i;

	for (i = 0; rows->links.count && i < capture->files.count; i++)
		links_of_file(rows, &capture->files.items[i], note_page, i);
}

/* ---- finding an expected row ---- */

/* A hash of what join_same_text() compares. */
static uint64_t
same_text_key(uint64_t key, struct slice text)
{
	uint64_t word = 1;
	size_t i;

	text = slice_trim(text);
	for (i = 0; i < text.len; i++) {
		if (text.at[i] == '\r')
			continue;
		word = word << 8 | (unsigned char)text.at[i];
		if (word >> 56) {
			key = table_hash_number(key, (int64_t)word);
			word = 1;
		}
	}
	return table_hash_number(key, (int64_t)word);
}

static uint64_t
expected_key(size_t link, struct slice type, struct slice reason)
{
	uint64_t key = table_hash_number(0, (int64_t)link);

	return same_text_key(table_hash_text(key, type), reason);
}

static void
add_expected(struct page_rows *rows, size_t link, size_t row)
{
	const struct expected_row *expected = &rows->expected.items[row];

	row_index_add(&rows->expected_by_link, expected_key(link,
	    expected->type, expected->reason), row);
}

void
page_rows_expect(struct page_rows *rows, int64_t rank)
{
	const struct capture *capture = rows->join->capture;
	size_t i;

	rows->expected.count = 0;
	row_index_release(&rows->expected_by_link);
	for (i = first_page(rows, rank); i < rows->pages.count &&
	    rows->pages.items[i].rank == rank; i++)
		expect_page(rows, rows->pages.items[i].captured);
	for (i = 0; i < rows->expected.count; i++)
		links_of_file(rows, &capture->files.items[
		    rows->expected.items[i].file], add_expected, i);
}

/* Whether a link names a path, whole or its end. */
static bool
is_link_to(const struct page_link *link, struct slice path)
{
	if (link->numberless)
		path = without_number(path);
	return slice_ends(path, link->text) && (path.len == link->text.len ||
	    path.at[path.len - link->text.len - 1] == '/');
}

static bool
expected_row_matches(const struct page_rows *rows,
    const struct failure_row *row, size_t link,
    const struct expected_row *expected)
{
	return is_link_to(&rows->links.items[link], file_page_path(
	    &rows->join->capture->files.items[expected->file])) &&
	    slice_equal(row->type, expected->type) &&
	    join_same_text(row->reason, expected->reason);
}

/* Rows that are behind are dropped: no later one is looked for there. */
size_t
page_rows_find(struct page_rows *rows, const struct failure_row *row,
    size_t link, size_t from)
{
	const struct row_link *found, *next;

	if (link == NO_ROW)
		return NO_ROW;
	for (found = row_index_first(&rows->expected_by_link,
	    expected_key(link, row->type, row->reason)); found;
	    found = next) {
		next = row_index_next(&rows->expected_by_link, found);
		if (found->row < from)
			row_index_drop(&rows->expected_by_link, found);
		else if (expected_row_matches(rows, row, link,
		    &rows->expected.items[found->row]))
			return found->row;
	}
	return NO_ROW;
}

void
page_rows_init(struct page_rows *rows, struct join *join)
{
	*rows = (struct page_rows){ .join = join };
	collect_numbered_pages(rows);
	collect_links(rows);
	find_pages(rows);
}

void
page_rows_release(struct page_rows *rows)
{
	array_release(&rows->pages);
	array_release(&rows->links);
	array_release(&rows->expected);
	row_index_release(&rows->links_by_text);
	row_index_release(&rows->expected_by_link);
}
