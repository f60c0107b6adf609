/*
 * fuzz_guard.c - the text of one guard of a recompile reason.
 */
#include "fuzz.h"

#include "parse/guard/guard.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buffer folded = { 0 };
	struct guard_text guard;
	struct fuzz fuzz;
	struct slice code;

	fuzz_begin(&fuzz, data, size);
	guard_text_parse(&fuzz.arena, fuzz.input, &guard);
	fuzz_require(guard_class_name(guard.guard_class) != NULL, "a class");
	fuzz_see(guard.source);
	fuzz_see(guard.expected);
	fuzz_see(guard.actual);
	code = guard_text_code(fuzz.input);
	fuzz_see(code);
	fuzz_require(code.len <= size, "code is a part of the guard");
	fuzz_see(guard_source(&fuzz.arena, fuzz.input));
	guard_source_fold(&folded, fuzz.input);
	fuzz_see(buffer_slice(&folded));
	buffer_release(&folded);
	fuzz_end(&fuzz);
	return 0;
}
