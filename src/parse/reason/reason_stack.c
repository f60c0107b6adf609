/*
 * reason_stack.c - Python stacks and tracebacks inside a text. Frames are
 * kept as written: who owns a file is decided elsewhere.
 */
#include "parse/reason/reason_private.h"

/* A file name may hold newlines, so a frame's line may be several. */
enum { MAX_FRAME_LINES = 8 };

size_t
line_find(struct slice text, struct slice heading)
{
	size_t from = 0, at;

	for (;;) {
		at = slice_find(slice_part(text, from, text.len), heading);
		if (at == SIZE_MAX)
			return SIZE_MAX;
		at += from;
		if (at == 0 || text.at[at - 1] == '\n')
			return at;
		from = at + 1;
	}
}

struct slice
line_first(struct slice text)
{
	struct slice line = { "", 0 };

	slice_next_line(&text, &line);
	return line;
}

static size_t
reason_stack_count_digits(struct slice text)
{
	size_t count = 0;

	while (count < text.len && text.at[count] >= '0' &&
	    text.at[count] <= '9')
		count++;
	return count;
}

/*
 * The last `", line N, in NAME` of a line; file names hold quotes, so the
 * last one counts. Gives the offset of its quote, or SIZE_MAX.
 */
static size_t
find_frame_end(struct slice line, struct stack_frame *frame)
{
	struct slice rest = line, tail, number;
	size_t at;

	while ((at = slice_find_last(rest, LITERAL("\", line "))) !=
	    SIZE_MAX) {
		tail = slice_part(line, at + 8, line.len);
		number = slice_part(tail, 0, reason_stack_count_digits(tail));
		tail = slice_part(tail, number.len, tail.len);
		if (slice_to_int(number, &frame->line) &&
		    slice_take(&tail, LITERAL(", in "))) {
			frame->function = tail;
			return at;
		}
		rest = slice_part(line, 0, at);
	}
	return SIZE_MAX;
}

/* `…", line 514` and no more: a stack variable's source, no frame. */
static bool
is_attribution(struct slice line)
{
	size_t at = slice_find_last(line, LITERAL("\", line "));
	int64_t number;

	return at != SIZE_MAX &&
	    slice_to_int(slice_part(line, at + 8, line.len), &number);
}

/* The frame line at the start of text; its length with '\n', or 0. */
static size_t
read_frame_line(struct slice text, struct stack_frame *frame)
{
	struct slice rest = text, line;
	const char *file;
	size_t at;
	int i;

	*frame = (struct stack_frame){ .line = UNKNOWN_INT };
	if (!slice_take(&rest, LITERAL("  File \"")))
		return 0;
	file = rest.at;
	for (i = 0; i < MAX_FRAME_LINES; i++) {
		if (!slice_next_line(&rest, &line) ||
		    slice_starts(line, LITERAL("  File \"")))
			return 0;
		at = find_frame_end(line, frame);
		if (at != SIZE_MAX) {
			frame->file.at = file;
			frame->file.len = (size_t)(line.at + at - file);
			return (size_t)(rest.at - text.at);
		}
		if (i == 0 && is_attribution(line))
			return 0;
	}
	return 0;
}

/* Source lines are indented by four or more; carets mark a part of one. */
static bool
is_source(struct slice line)
{
	size_t i;

	if (!slice_starts(line, LITERAL("    ")))
		return false;
	for (i = 0; i < line.len; i++) {
		if (line.at[i] != ' ' && line.at[i] != '^' &&
		    line.at[i] != '~')
			return true;
	}
	return false;
}

/*
 * Whether a stack goes on: not at a line at column 0, but TORCHDYNAMO_VERBOSE
 * puts "========== most recent … ==========" between two frames.
 */
static bool
goes_on(struct slice line, bool to_blank)
{
	if (line.len == 0)
		return !to_blank;
	return line.at[0] == ' ' ||
	    slice_starts(line, LITERAL("=========="));
}

size_t
stack_read(struct slice text, bool to_blank, stack_array *frames)
{
	struct slice rest = text, line, after;
	struct stack_frame frame;
	size_t len;

	/* "from user code:\n   File": torch puts a third blank before it */
	if (slice_starts(rest, LITERAL("   File \"")))
		rest = slice_part(rest, 1, rest.len);
	for (;;) {
		len = read_frame_line(rest, &frame);
		if (len) {
			rest = slice_part(rest, len, rest.len);
			after = rest;
			if (slice_next_line(&after, &line) && is_source(line))
				frame.source = slice_trim(line);
			*array_add(frames) = frame;
			continue;
		}
		after = rest;
		if (!slice_next_line(&after, &line) ||
		    !goes_on(line, to_blank))
			return (size_t)(rest.at - text.at);
		rest = after;
	}
}

bool
traceback_next(struct slice *rest, struct traceback *block)
{
	static const char heading[] = "Traceback (most recent call last):";
	size_t at = line_find(*rest, slice_of(heading));
	struct slice line;

	if (at == SIZE_MAX)
		return false;
	*rest = slice_part(*rest, at, rest->len);
	slice_next_line(rest, &line);
	block->frames.count = 0;
	at = stack_read(*rest, false, &block->frames);
	*rest = slice_part(*rest, at, rest->len);
	block->exception = line_first(*rest);
	return true;
}

static bool
is_torch_frame(const struct stack_frame *frame)
{
	struct slice file = frame->file;

	if (slice_ends(file, LITERAL("_dynamo/exc.py")) ||
	    slice_ends(file, LITERAL("_dynamo\\exc.py")))
		return false;
	return slice_contains(file, LITERAL("/torch/")) ||
	    slice_contains(file, LITERAL("\\torch\\"));
}

static bool
raises_kind(struct slice exception, struct slice kind)
{
	return slice_take(&exception,
	    LITERAL("torch._dynamo.exc.Unsupported: ")) &&
	    slice_equal(slice_trim_end(exception), slice_trim_end(kind));
}

bool
traceback_raised(struct slice text, struct slice kind,
    struct stack_frame *out)
{
	struct traceback block = { 0 };
	bool found = false;
	size_t i;

	while (traceback_next(&text, &block)) {
		for (i = block.frames.count; i-- > 0;) {
			if (is_torch_frame(&block.frames.items[i])) {
				*out = block.frames.items[i];
				found = true;
				break;
			}
		}
		/* a chain raises its cause first, its consequence last */
		if (found && raises_kind(block.exception, kind))
			break;
	}
	array_release(&block.frames);
	return found;
}
