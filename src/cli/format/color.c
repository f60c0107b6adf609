/*
 * color.c - the one table of colors, and GBQ_COLORS, which changes it.
 */
#include "cli/format/color.h"

#include <string.h>

static const struct {
	const char *name, *code;
} roles[COLOR_ROLES] = {
	[COLOR_TITLE] = { "title", "1" },
	[COLOR_SKIP] = { "skip", "31" },
	[COLOR_LIMIT] = { "limit", "31" },
	[COLOR_FAILED] = { "failed", "31" },
	[COLOR_RAISED] = { "raised", "31" },
	[COLOR_NEW] = { "new", "31" },
	[COLOR_WORSE] = { "worse", "31" },
	[COLOR_OK] = { "ok", "32" },
	[COLOR_GONE] = { "gone", "32" },
	[COLOR_BETTER] = { "better", "32" },
	[COLOR_DOUBT] = { "doubt", "33" },
	[COLOR_PATH] = { "path", "2" },
	[COLOR_NOTE] = { "note", "2" },
	[COLOR_SOURCE] = { "source", "36" },
	[COLOR_MATCH] = { "match", "1;31" },
};

/* Codes go to the terminal as they are. */
static bool
code_is_safe(struct slice code)
{
	for (size_t i = 0; i < code.len; i++) {
		if (!byte_is_digit(code.at[i]) && code.at[i] != ';')
			return false;
	}
	return code.len < COLOR_CODE;
}

static void
color_set(struct colors *colors, struct slice name, struct slice code)
{
	for (size_t i = 0; i < COLOR_ROLES; i++) {
		if (!roles[i].name || !code_is_safe(code) ||
		    !slice_equal(slice_of(roles[i].name), name))
			continue;
		memcpy(colors->codes[i], code.at, code.len);
		colors->codes[i][code.len] = '\0';
	}
}

void
colors_init(struct colors *colors, const char *list)
{
	struct slice rest = slice_of(list ? list : ""), item, name;

	memset(colors, 0, sizeof(*colors));
	for (size_t i = 0; i < COLOR_ROLES; i++)
		color_set(colors, slice_of(roles[i].name),
		    slice_of(roles[i].code));
	while (rest.len) {
		if (!slice_take_to(&rest, ':', &item)) {
			item = rest;
			rest.len = 0;
		}
		if (slice_take_to(&item, '=', &name))
			color_set(colors, name, item);
	}
}

void
color_begin(struct buffer *out, const struct colors *colors,
    enum color_role role)
{
	if (colors && *colors->codes[role])
		buffer_printf(out, "\033[%sm", colors->codes[role]);
}

void
color_end(struct buffer *out, const struct colors *colors,
    enum color_role role)
{
	if (colors && *colors->codes[role])
		buffer_add_string(out, "\033[0m");
}

void
color_add(struct buffer *out, const struct colors *colors,
    enum color_role role, const char *text)
{
	color_begin(out, colors, role);
	buffer_add_string(out, text);
	color_end(out, colors, role);
}
