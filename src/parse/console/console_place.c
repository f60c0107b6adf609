/*
 * console_place.c - the place of a record, from what its text was read to.
 */
#include "parse/console/console_private.h"

void
console_set_place(const struct stack_frame *frame, struct console_record *out)
{
	out->file = frame->file;
	out->line = frame->line;
	out->function = frame->function.len ? frame->function :
	    (struct slice){ 0 };
}

void
console_place_of_reason(struct console_record *out)
{
	const struct reason *reason = &out->reason;
	const struct stack_frame *frame = NULL;

	if (reason->user_stack.count)
		frame = &reason->user_stack.items[reason->user_stack.count - 1];
	if (!reason->file.at) {
		if (frame)
			console_set_place(frame, out);
		return;
	}
	out->file = reason->file;
	out->line = reason->line;
	out->function = reason->function;
	if (!out->function.at && frame && frame->line == out->line &&
	    slice_equal(frame->file, out->file))
		out->function = frame->function.len ? frame->function :
	    (struct slice){ 0 };
}
