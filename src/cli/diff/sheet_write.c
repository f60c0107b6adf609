/*
 * sheet_write.c - a sheet as the options ask for it.
 */
#include <string.h>

#include "cli/diff/sheet.h"

struct sheet_options
sheet_options(const struct context *context)
{
	bool markdown = strcmp(context->format->name, "markdown") == 0;

	return (struct sheet_options){ .limit = context->limit,
	    .stat = !markdown && context_has(context, OPTION_STAT),
	    .changed = markdown, .stored = context->memory_run == 0 };
}

void
sheet_write(struct context *context, struct sheet *sheet)
{
	struct buffer out = { 0 };

	if (strcmp(context->format->name, "markdown") == 0)
		sheet_markdown(&out, sheet);
	else
		sheet_text(&out, sheet, context_colors(context));
	context_write(context, &out);
	sheet_release(sheet);
}
