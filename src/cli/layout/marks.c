/*
 * marks.c - bars and the lines of trees, in ASCII where the locale has no more.
 */
#include "cli/layout/layout.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { EIGHTHS = 8 };

bool
marks_are_unicode(void)
{
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
	const char *value;

	for (size_t i = 0; i < LENGTH(names); i++) {
		value = getenv(names[i]);
		if (value && *value)
			return strcasestr(value, "utf-8") ||
			    strcasestr(value, "utf8");
	}
	return true;
}

void
add_bar(struct buffer *out, double part, double whole, bool unicode)
{
	size_t eighths = 0, steps = unicode ? EIGHTHS : 1, full, rest;

	if (part > 0 && whole > 0) {
		eighths = (size_t)((part < whole ? part / whole : 1) *
		    (double)(BAR_CELLS * steps) + 0.5);
		eighths = eighths ? eighths : 1;
	}
	full = eighths / steps;
	rest = eighths % steps;
	for (size_t i = 0; i < full; i++)
		buffer_add_string(out, unicode ? "\xe2\x96\x88" : "#");
	/* U+2589 has seven eighths, U+258F one */
	if (rest)
		buffer_printf(out, "\xe2\x96%c", (int)(0x90 - rest));
	for (size_t i = full + (rest > 0); i < BAR_CELLS; i++)
		buffer_add_byte(out, ' ');
}

void
add_tree_marks(struct buffer *out, struct tree_marks *marks, size_t depth,
    bool is_last)
{
	bool unicode = marks->unicode;

	while (marks->more.count <= depth)
		*array_add(&marks->more) = false;
	for (size_t i = 1; i < depth; i++)
		buffer_add_string(out, !marks->more.items[i] ? "   " :
		    unicode ? "\xe2\x94\x82  " : "|  ");
	if (depth)
		buffer_add_string(out, is_last ?
		    (unicode ? "\xe2\x94\x94\xe2\x94\x80 " : "`- ") :
		    (unicode ? "\xe2\x94\x9c\xe2\x94\x80 " : "|- "));
	marks->more.items[depth] = !is_last;
}
