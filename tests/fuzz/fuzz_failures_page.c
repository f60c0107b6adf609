/*
 * fuzz_failures_page.c - failures_and_restarts.html.
 */
#include "fuzz.h"

#include "parse/page/failures_page.h"

/* As a report with only some folders would answer. */
static bool
is_folder(void *data, struct slice folder)
{
	(void)data;
	fuzz_see(folder);
	return folder.len && folder.at[folder.len - 1] != '1';
}

static void
check_rows(const struct fuzz *fuzz, const failure_row_array *rows)
{
	int64_t last = -1;
	size_t i;

	for (i = 0; i < rows->count; i++) {
		const struct failure_row *row = &rows->items[i];

		fuzz_require(row->offset > last, "rows stand in page order");
		fuzz_require(fuzz_offset(fuzz, row->offset), "an offset");
		last = row->offset;
		fuzz_see(row->compile_id);
		fuzz_see(row->link);
		fuzz_see(row->type);
		fuzz_see(row->reason);
		fuzz_see(row->source);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	failure_row_array rows = { 0 };
	struct fuzz fuzz;

	fuzz_begin(&fuzz, data, size);
	failures_page_parse(&fuzz.context, fuzz.input, NULL, NULL, &rows);
	check_rows(&fuzz, &rows);
	array_release(&rows);
	failures_page_parse(&fuzz.context, fuzz.input, is_folder, NULL,
	    &rows);
	check_rows(&fuzz, &rows);
	array_release(&rows);
	fuzz_end(&fuzz);
	return 0;
}
