/*
 * console_failure.c - Python tracebacks. Those of torch.compile are told from
 * those of other code by their exceptions and frames.
 */
#include "parse/console/console_private.h"

#include "parse/reason/reason_private.h"

static bool
console_failure_has_folder(struct slice file, const char *unix_name,
    const char *windows_name)
{
	return slice_contains(file, slice_of(unix_name)) ||
	    slice_contains(file, slice_of(windows_name));
}

/* What a traceback has to do with torch.compile. */
enum origin {
	ORIGIN_OTHER,
	ORIGIN_RAN,		/* it called compiled code, which raised */
	ORIGIN_COMPILE
};

static enum origin
origin_of_frame(struct slice file)
{
	if (!console_failure_has_folder(file, "/torch/_dynamo/",
		"\\torch\\_dynamo\\"))
		return ORIGIN_OTHER;
	/* The wrappers around compiled code (torch 2.13; fstring_crash). */
	return slice_ends(file, LITERAL("eval_frame.py")) ||
	    slice_ends(file, LITERAL("external_utils.py")) ? ORIGIN_RAN :
	    ORIGIN_COMPILE;
}

static enum origin
origin_of(const struct traceback *block)
{
	static const char *const modules[] = {
		"torch._dynamo.", "torch._inductor.", "torch._functorch."
	};
	enum origin origin = ORIGIN_OTHER, found;
	size_t i;

	for (i = 0; i < LENGTH(modules); i++) {
		if (slice_starts(block->exception, slice_of(modules[i])))
			return ORIGIN_COMPILE;
	}
	for (i = 0; i < block->frames.count; i++) {
		found = origin_of_frame(block->frames.items[i].file);
		if (found > origin)
			origin = found;
	}
	return origin;
}

/* The innermost frame outside torch. */
static void
place_of_traceback(const struct traceback *block, struct console_record *out)
{
	size_t i;

	for (i = block->frames.count; i-- > 0;) {
		if (!console_failure_has_folder(block->frames.items[i].file,
			"/torch/", "\\torch\\")) {
			console_set_place(&block->frames.items[i], out);
			return;
		}
	}
}

/* "torch._dynamo.exc.Unsupported: message": type and message. */
static void
set_exception(struct slice text, struct console_record *out)
{
	size_t colon = slice_find(line_first(text), LITERAL(":"));

	out->exception = slice_trim_end(slice_part(line_first(text), 0,
	    colon));
	if (colon == SIZE_MAX)
		colon = out->exception.len;
	out->message = slice_trim(slice_part(text, colon + 1, text.len));
}

/* The blocks of the chain; its message is the last one's. */
static enum origin
read_chain(struct console_record *out)
{
	static const char *const endings[] = {
		"\nfrom user code:", "\nSet TORCHDYNAMO_VERBOSE=1",
		"\nSet TORCH_LOGS=", "\nYou can suppress this exception",
		"\nThe above exception was", "\nDuring handling of the above",
	};
	struct traceback block = { 0 };
	struct slice rest = out->text, message = { 0 };
	enum origin origin = ORIGIN_OTHER, found;
	size_t i;

	while (traceback_next(&rest, &block)) {
		found = origin_of(&block);
		if (found > origin)
			origin = found;
		if (block.exception.len)
			message = rest;
		place_of_traceback(&block, out);
	}
	array_release(&block.frames);
	for (i = 0; i < LENGTH(endings); i++)
		message = slice_part(message, 0,
		    slice_find(message, slice_of(endings[i])));
	if (message.at)
		set_exception(message, out);
	return origin;
}

void
console_exception_read(struct console_record *out)
{
	struct console_record found = { .text = out->text };

	read_chain(&found);
	out->exception = found.exception;
	out->message = found.message;
}

bool
console_failure_read(struct parse_context *context,
    struct console_record *out)
{
	enum origin origin = read_chain(out);

	if (origin == ORIGIN_OTHER)
		return false;
	out->ran = origin == ORIGIN_RAN;
	reason_read_notice(context, out->text, &out->reason);
	out->reason.shape = slice_contains(out->text,
	    LITERAL("torch._dynamo.exc.Unsupported: ")) ? REASON_BREAK :
	    REASON_OTHER;
	out->reason.form = FORM_ERROR;
	out->reason.file = (struct slice){ 0 };
	if (out->reason.user_stack.count)
		console_place_of_reason(out);
	return true;
}

bool
console_failure_is_torch(struct slice text)
{
	static const char *const folders[] = {
		"/torch/_dynamo/", "/torch/_inductor/", "/torch/_functorch/",
		"\\torch\\_dynamo\\", "\\torch\\_inductor\\",
		"\\torch\\_functorch\\",
	};
	size_t i;

	for (i = 0; i < LENGTH(folders); i++) {
		if (slice_contains(text, slice_of(folders[i])))
			return true;
	}
	return false;
}
