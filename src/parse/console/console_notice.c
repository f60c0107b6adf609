/*
 * console_notice.c - breaks and failures that torch tells in other words than
 * its log of breaks: by default warnings, and in what explain() returns.
 */
#include "parse/console/console_private.h"

#include "parse/reason/reason.h"
#include "parse/reason/reason_private.h"

bool
console_skip_past(struct slice *text, struct slice word)
{
	size_t at = slice_find(*text, word);

	if (at == SIZE_MAX)
		return false;
	*text = slice_part(*text, at + word.len, text->len);
	return true;
}

/*
 * The warning of Tensor.item() is the break itself, in words of its own: the
 * kind is that of the registry, where it has its id.
 */
void
console_read_item(struct console_record *out)
{
	struct slice rest = out->text;
	struct reason_part *part = array_add(&out->reason.parts);

	*part = (struct reason_part){
		.kind = LITERAL("Unsupported Tensor.item() call with "
		    "capture_scalar_outputs=False"),
		.gb_id = LITERAL("GB0124"),
	};
	out->reason.shape = REASON_BREAK;
	out->reason.body = slice_trim_end(out->text);
	if (!console_skip_past(&rest,
	    LITERAL("\nGraph break: from user code at:\n")))
		return;
	stack_read(rest, true, &out->reason.user_stack);
	console_place_of_reason(out);
}

/* "      <FrameSummary file F, line N in NAME>" */
static bool
explained_frame(struct slice line, struct stack_frame *frame)
{
	struct slice number;
	size_t at, in;

	line = slice_trim(line);
	if (!slice_take(&line, LITERAL("<FrameSummary file ")) ||
	    !slice_ends(line, LITERAL(">")))
		return false;
	line.len--;
	at = slice_find_last(line, LITERAL(", line "));
	if (at == SIZE_MAX)
		return false;
	number = slice_part(line, at + 7, line.len);
	in = slice_find(number, LITERAL(" in "));
	if (in == SIZE_MAX)
		return false;
	*frame = (struct stack_frame){ .file = slice_part(line, 0, at),
	    .line = UNKNOWN_INT, .function = slice_part(number, in + 4,
	    number.len) };
	return slice_to_int(slice_part(number, 0, in), &frame->line);
}

/* A break as torch._dynamo.explain() puts it; the stack has no source. */
bool
console_read_explained(struct parse_context *context,
    struct console_record *out)
{
	struct slice rest = out->text, line;
	struct stack_frame frame;
	size_t end;

	if (!console_skip_past(&rest, LITERAL("    Reason: ")))
		return false;
	end = slice_find_last(rest, LITERAL("\n    User Stack:"));
	reason_body_parse(context, slice_trim_end(slice_part(rest, 0, end)),
	    &out->reason);
	rest = end == SIZE_MAX ? (struct slice){ 0 } :
	    slice_part(rest, end + 1, rest.len);
	while (slice_next_line(&rest, &line)) {
		if (explained_frame(line, &frame))
			*array_add(&out->reason.user_stack) = frame;
	}
	console_place_of_reason(out);
	return out->reason.parts.count > 0;
}

/*
 * A break's text as exc.py warns of it, or what Python's warnings say of a
 * call that is skipped: the explanation of the break alone (torch 2.7 on).
 */
bool
console_read_warned(struct parse_context *context, struct console_record *out)
{
	struct reason_part *part;

	if (!console_is_skipped_call(out->text) ||
	    slice_starts(out->text, LITERAL("Graph break "))) {
		reason_body_parse(context, out->text, &out->reason);
		return out->reason.parts.count > 0;
	}
	part = array_add(&out->reason.parts);
	*part = (struct reason_part){
		.kind = LITERAL("Attempted to call function marked as "
		    "skipped"),
		.explanation = slice_trim(out->text),
	};
	out->reason.shape = REASON_BREAK;
	out->reason.body = slice_trim(out->text);
	return true;
}

bool
console_read_backward(struct parse_context *context, struct console_record *out)
{
	console_failure_read(context, out);
	out->ran = false;
	return out->exception.len > 0;
}
