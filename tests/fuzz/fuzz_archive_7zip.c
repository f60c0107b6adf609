/*
 * fuzz_archive_7zip.c - the header of a 7z file, which has a checksum that
 * the archive target seldom gets right.
 */
#include "fuzz.h"

#include "source/archive/archive.h"
#include "source/archive/archive_7zip.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct archive_7zip_packed packed;
	struct slice name, names;
	struct buffer text = { 0 };
	struct fuzz fuzz;
	uint64_t entries;

	fuzz_begin(&fuzz, data, size);
	if (archive_7zip_is_packed(fuzz.input))
		archive_7zip_parse_packed(fuzz.input, &packed);
	archive_7zip_entries(fuzz.input, &entries, &names);
	while (names.at) {
		if (archive_7zip_take_name(&names, &text))
			fuzz_see(buffer_slice(&text));
	}
	buffer_release(&text);
	name = fuzz.input;
	if (archive_name_clean(&name, 4096) == NULL) {
		fuzz_see(name);
		fuzz_require(name.len > 0, "a name is not empty");
	}
	archive_name_is_archive(fuzz.input);
	fuzz_end(&fuzz);
	return 0;
}
