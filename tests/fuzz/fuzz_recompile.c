/*
 * fuzz_recompile.c - recompile_reasons_N.json.
 */
#include "fuzz.h"

#include "parse/guard/guard.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	recompile_reason_array reasons = { 0 };
	struct fuzz fuzz;

	fuzz_begin(&fuzz, data, size);
	recompile_reasons_parse(&fuzz.context, fuzz.input, &reasons);
	fuzz_see_recompiles(&reasons);
	array_release(&reasons);
	fuzz_end(&fuzz);
	return 0;
}
