/*
 * fuzz_cache_key.c - fx_graph_cache_miss_N.json.
 */
#include "fuzz.h"

#include "parse/cache_key.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	cache_component_array parts = { 0 };
	struct fuzz fuzz;

	fuzz_begin(&fuzz, data, size);
	cache_key_parse(&fuzz.arena, fuzz.input, &parts);
	for (size_t i = 0; i < parts.count; i++) {
		fuzz_see(parts.items[i].hash);
		fuzz_see(parts.items[i].name);
		fuzz_see(parts.items[i].value);
		fuzz_require(parts.items[i].name.len > 0, "a name");
	}
	array_release(&parts);
	fuzz_end(&fuzz);
	return 0;
}
