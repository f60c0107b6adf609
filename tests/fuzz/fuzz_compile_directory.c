/*
 * fuzz_compile_directory.c - compile_directory.json.
 */
#include "fuzz.h"

#include "parse/log/compile_directory.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct compile_directory directory = { 0 };
	struct fuzz fuzz;
	size_t i;

	fuzz_begin(&fuzz, data, size);
	compile_directory_parse(&fuzz.context, fuzz.input, &directory);
	fuzz_see_list(&directory.compile_ids);
	for (i = 0; i < directory.entries.count; i++) {
		fuzz_see(directory.entries.items[i].compile_id);
		fuzz_see(directory.entries.items[i].name);
		fuzz_see(directory.entries.items[i].url);
		fuzz_see(directory.entries.items[i].readable_url);
		fuzz_see(directory.entries.items[i].suffix);
	}
	compile_directory_release(&directory);
	fuzz_end(&fuzz);
	return 0;
}
