/*
 * reason_shapes.c - the stacks of a reason file, and the files that have no
 * text of their own: their kind stands in the exception of their traceback.
 */
#include "parse/reason/reason_private.h"

static const char traceback_heading[] = "Traceback (most recent call last):";
static const char unsupported[] = "torch._dynamo.exc.Unsupported: ";

/* The user stack below a heading; the rest of text behind it. */
static struct slice
read_stack_below(struct slice text, struct slice heading, stack_array *stack)
{
	size_t at = line_find(text, heading);
	struct slice line;

	if (at == SIZE_MAX)
		return text;
	text = slice_part(text, at, text.len);
	slice_next_line(&text, &line);
	return slice_part(text, stack_read(text, false, stack), text.len);
}

static void
set_raised(struct slice text, struct slice kind, struct reason *out)
{
	struct stack_frame frame;

	if (!traceback_raised(text, kind, &frame))
		return;
	out->raised_file = frame.file;
	out->raised_line = frame.line;
	out->raised_function = frame.function;
}

void
reason_read_stacks(struct slice text, struct slice kind, struct reason *out)
{
	text = read_stack_below(text, LITERAL("User code traceback:"),
	    &out->user_stack);
	if (out->user_stack.count == 0)
		read_stack_below(text, LITERAL("from user code:"),
		    &out->user_stack);
	set_raised(text, kind, out);
}

static bool
has_kind(const struct reason *reason, size_t count, struct slice kind)
{
	size_t i;

	for (i = 0; i < count; i++) {
		if (slice_equal(reason->parts.items[i].kind, kind))
			return true;
	}
	return false;
}

/* Drop the parts from index known on whose kind is named before. */
static void
drop_repeated_parts(struct reason *reason, size_t known)
{
	size_t i, kept = known;

	for (i = known; i < reason->parts.count; i++) {
		if (has_kind(reason, kept, reason->parts.items[i].kind))
			reason_part_release(&reason->parts.items[i]);
		else
			reason->parts.items[kept++] = reason->parts.items[i];
	}
	reason->parts.count = kept;
}

/*
 * Parts and body from the Unsupported exceptions of a traceback. The first is
 * the cause; a later one of another kind was raised while it was handled. The
 * body reaches from the first to the last, tracebacks between them included:
 * the fail reason may repeat either.
 */
static void
read_exceptions(struct arena *arena, struct slice text, struct reason *out)
{
	struct slice rest = text, message;
	size_t at, known;

	while ((at = line_find(rest, slice_of(unsupported))) != SIZE_MAX) {
		message = slice_part(rest, at + sizeof(unsupported) - 1,
		    rest.len);
		message.len = reason_text_length(message);
		rest = slice_part(rest,
		    (size_t)(message.at - rest.at) + message.len, rest.len);
		message = slice_trim_end(message);
		if (!out->body.at)
			out->body = message;
		out->body.len = (size_t)(message.at - out->body.at) +
		    message.len;
		known = out->parts.count;
		reason_parts_add(arena, message, out);
		drop_repeated_parts(out, known);
	}
	if (out->body.at)
		out->body = reason_body(arena, out->body);
}

/*
 * The exception line of the last block, for tracebacks without Unsupported;
 * *text is moved to it. Absent if there is none.
 */
static struct slice
last_exception(struct slice *text)
{
	struct traceback block = { 0 };
	struct slice rest = *text, exception = { 0 };

	while (traceback_next(&rest, &block)) {
		if (block.exception.len) {
			exception = block.exception;
			*text = rest;
		}
	}
	array_release(&block.frames);
	return exception;
}

/* Without an Unsupported exception: the line that there is. */
static void
read_other_exception(struct parse_context *context, struct slice text,
    struct slice fallback, struct reason *out)
{
	struct slice line = last_exception(&text);

	out->body = line;
	if (line.len) {
		text.len = reason_text_length(text);
		out->body = slice_trim_end(text);
	} else {
		line = fallback;
		out->body = fallback;
		problem_add(context->problems, SEVERITY_LOSS, "reason_cut",
		    UNKNOWN_INT, "the traceback names no exception");
	}
	array_add(&out->parts)->kind =
	    without_addresses(context->arena, slice_trim_end(line));
}

/* "FILE line N", to *file and *line; false if it is not that. */
static bool
reason_shapes_read_place(struct slice place, struct slice *file, int64_t *line)
{
	size_t at = slice_find_last(place, LITERAL(" line "));

	if (at == SIZE_MAX ||
	    !slice_to_int(slice_part(place, at + 6, place.len), line))
		return false;
	*file = slice_part(place, 0, at);
	return true;
}

/* "torch.compile will skip tracing the frame NAME (FILE line N) and …" */
static void
read_skipped_frame(struct slice head, struct reason *out)
{
	static const char words[] = "will skip tracing the frame ";
	size_t from = slice_find(head, slice_of(words)), open, close;

	if (from == SIZE_MAX)
		return;
	head = slice_part(head, from + sizeof(words) - 1, head.len);
	open = slice_find(head, LITERAL(" ("));
	close = slice_find(head, LITERAL(") and fall back to eager"));
	if (open == SIZE_MAX || close == SIZE_MAX || close < open)
		return;
	if (reason_shapes_read_place(slice_part(head, open + 2, close),
		&out->file, &out->line))
		out->function = slice_part(head, 0, open);
}

void
reason_read_notice(struct parse_context *context, struct slice text,
    struct reason *out)
{
	size_t end = line_find(text, slice_of(traceback_heading)), at;
	struct slice head = slice_part(text, 0, end), kind;
	struct slice tail = slice_part(text, head.len, text.len);

	out->shape = REASON_NOTICE;
	out->form = FORM_SKIP;
	read_skipped_frame(head, out);
	at = line_find(head, LITERAL("  File \""));
	if (at != SIZE_MAX)
		stack_read(slice_part(head, at, head.len), true,
		    &out->user_stack);
	read_exceptions(context->arena, tail, out);
	if (out->parts.count == 0)
		read_other_exception(context, tail, line_first(text), out);
	kind = line_first(out->body);
	if (out->user_stack.count == 0)
		reason_read_stacks(tail, kind, out);
	else
		set_raised(tail, kind, out);
}

/* Where the header of WON'T CONVERT ends; FILE may hold a newline. */
static size_t
header_length(struct slice text)
{
	static const char *const next[] = {
		"==========", "due to:", traceback_heading
	};
	size_t len = text.len, at, i;

	for (i = 0; i < LENGTH(next); i++) {
		at = line_find(text, slice_of(next[i]));
		if (at < len)
			len = at;
	}
	return len;
}

void
reason_read_wont_convert(struct parse_context *context, struct slice text,
    struct reason *out)
{
	struct slice head = slice_part(text, 0, header_length(text));
	struct slice tail = slice_part(text, head.len, text.len), name, all;
	size_t at;

	out->shape = REASON_WONT_CONVERT;
	all = tail;
	out->exception = last_exception(&all);
	name = slice_trim_end(head);
	slice_take(&name, LITERAL("WON'T CONVERT "));
	at = slice_find_byte(name, ' ');
	if (at != SIZE_MAX &&
	    reason_shapes_read_place(slice_part(name, at + 1, name.len),
		&out->file, &out->line))
		out->function = slice_part(name, 0, at);
	read_exceptions(context->arena, tail, out);
	if (out->parts.count == 0)
		read_other_exception(context, tail, line_first(text), out);
	read_stack_below(tail, LITERAL("Original traceback:"),
	    &out->user_stack);
	if (out->user_stack.count == 0)
		read_stack_below(tail, LITERAL("from user code:"),
		    &out->user_stack);
	set_raised(tail, line_first(out->body), out);
}
