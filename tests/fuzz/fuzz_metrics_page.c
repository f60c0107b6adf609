/*
 * fuzz_metrics_page.c - metrics pages of compiles.
 */
#include "fuzz.h"

#include "parse/page/metrics_page.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct metrics metrics = { 0 };
	struct fuzz fuzz;

	fuzz_begin(&fuzz, data, size);
	metrics_page_parse(&fuzz.context, fuzz.input, METRICS_FORWARD,
	    &metrics);
	fuzz_see_metrics(&fuzz, &metrics);
	metrics_free_arrays(&metrics);
	fuzz_end(&fuzz);
	return 0;
}
