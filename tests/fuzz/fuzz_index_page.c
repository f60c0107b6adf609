/*
 * fuzz_index_page.c - the stack trie of index.html.
 */
#include "fuzz.h"

#include "parse/page/index_page.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	index_entry_array entries = { 0 };
	slice_array links = { 0 };
	struct fuzz fuzz;
	bool is_export = false;
	size_t i;

	fuzz_begin(&fuzz, data, size);
	index_page_parse(&fuzz.context, fuzz.input, &entries, &links,
	    &is_export);
	for (i = 0; i < entries.count; i++) {
		fuzz_see(entries.items[i].compile_id);
		fuzz_see(entries.items[i].status);
		fuzz_see_stack(&entries.items[i].stack);
	}
	for (i = 0; i < links.count; i++)
		fuzz_see(links.items[i]);
	index_entries_free(&entries);
	array_release(&links);
	fuzz_end(&fuzz);
	return 0;
}
