/*
 * color.h - colors by what they mean. No meaning is told by color alone.
 */
#ifndef GBQ_CLI_FORMAT_COLOR_H
#define GBQ_CLI_FORMAT_COLOR_H

#include <stdbool.h>

#include "util/text.h"

/* What a color stands for; GBQ_COLORS names them as in color.c. */
enum color_role {
	COLOR_NONE,
	COLOR_TITLE,		/* first line of an item, headings */
	COLOR_SKIP, COLOR_LIMIT, COLOR_FAILED, COLOR_RAISED, COLOR_NEW,
	COLOR_WORSE,
	COLOR_OK, COLOR_GONE, COLOR_BETTER,
	COLOR_DOUBT,
	COLOR_PATH, COLOR_NOTE,
	COLOR_SOURCE,
	COLOR_MATCH,
	COLOR_ROLES
};

enum { COLOR_CODE = 16 };

/* A code of each role, as in "ESC [ code m"; "" for none. */
struct colors {
	char codes[COLOR_ROLES][COLOR_CODE];
};

/*
 * The colors of a list such as "skip=31:ok=32": the usual ones where it names
 * none. What it has that is no role or no code of digits and ';' is passed
 * over. NULL: no list.
 */
void colors_init(struct colors *colors, const char *list);

/* Before and behind what is painted. colors NULL: nothing is. */
void color_begin(struct buffer *out, const struct colors *colors,
    enum color_role role);
void color_end(struct buffer *out, const struct colors *colors,
    enum color_role role);

/* Append a text as it is, painted. */
void color_add(struct buffer *out, const struct colors *colors,
    enum color_role role, const char *text);

#endif
