/*
 * fuzz_reason.c - texts of graph breaks.
 */
#include "fuzz.h"

#include "parse/reason/reason.h"
#include "parse/reason/reason_private.h"

static void
see(struct fuzz *fuzz, struct reason *reason)
{
	size_t i, j;

	fuzz_see_reason(reason);
	for (i = 0; i < reason->parts.count; i++) {
		fuzz_see(reason_detail(&fuzz->arena,
		    &reason->parts.items[i]));
		for (j = 0; j < reason->parts.items[i].hints.count; j++)
			fuzz_see(slice_of(hint_class_name(hint_classify(
			    reason->parts.items[i].hints.items[j]))));
	}
	reason_free_arrays(reason);
}

static void
see_tracebacks(struct slice text)
{
	struct traceback block = { 0 };
	struct stack_frame raised = { 0 };
	struct slice rest = text;

	while (traceback_next(&rest, &block)) {
		fuzz_see_stack(&block.frames);
		fuzz_see(block.exception);
	}
	array_release(&block.frames);
	if (traceback_raised(text, LITERAL("x"), &raised)) {
		fuzz_see(raised.file);
		fuzz_see(raised.function);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct reason reason = { 0 }, body = { 0 };
	struct slice key;
	struct fuzz fuzz;

	fuzz_begin(&fuzz, data, size);
	reason_parse(&fuzz.context, fuzz.input, &reason);
	fuzz_require(reason.shape != REASON_BREAK || reason.parts.count,
	    "a break has a cause");
	see(&fuzz, &reason);
	reason_body_parse(&fuzz.context, fuzz.input, &body);
	fuzz_require(body.parts.count > 0, "a restart has a cause");
	see(&fuzz, &body);
	key = reason_key(fuzz.input);
	fuzz_require(slice_starts(fuzz.input, key), "the key is a prefix");
	reason_is_recompile_limit(fuzz.input, fuzz.input);
	see_tracebacks(fuzz.input);
	fuzz_end(&fuzz);
	return 0;
}
