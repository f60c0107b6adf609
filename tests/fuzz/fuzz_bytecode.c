/*
 * fuzz_bytecode.c - bytecode listings. A NUL byte parts the two of a pair.
 */
#include "fuzz.h"

#include "parse/graph/bytecode.h"
#include "util/unified_diff.h"

static int64_t
lines_of(struct slice text)
{
	struct slice line;
	int64_t lines = 0;

	while (slice_next_line(&text, &line))
		lines++;
	return lines;
}

static void
check_unified(struct slice before, struct slice after)
{
	struct buffer diff = { 0 };

	unified_diff(&diff, before, after, "a", "b");
	fuzz_require((diff.len == 0) == slice_equal(before, after),
	    "a diff is empty where nothing differs");
	buffer_release(&diff);
}

static void
check_pair(struct slice before, struct slice after)
{
	struct bytecode_change change;
	int64_t added, removed, lines = lines_of(after);

	check_unified(before, after);
	bytecode_compare(before, after, &change);
	added = change.added;
	removed = change.removed;
	if (added == UNKNOWN_INT)
		return;
	fuzz_require(added >= 0 && removed >= 0 && added <= lines &&
	    lines - added == lines_of(before) - removed,
	    "what is not added was there before");
	fuzz_require(!slice_equal(before, after) || (!added && !removed),
	    "a text does not differ from itself");
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice before, after;
	struct fuzz fuzz;
	size_t zero;

	fuzz_begin(&fuzz, data, size);
	zero = slice_find_byte(fuzz.input, '\0');
	before = slice_part(fuzz.input, 0, zero);
	after = zero == SIZE_MAX ? (struct slice){ 0 } :
	    slice_part(fuzz.input, zero + 1, size);
	if (after.at)
		check_pair(before, after);
	check_pair(fuzz.input, fuzz.input);
	fuzz_end(&fuzz);
	return 0;
}
