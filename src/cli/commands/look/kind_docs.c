/*
 * kind_docs.c - pages of a local clone of the graph-break site.
 */
#include "cli/commands/look/look.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PAGE = 1 << 20 };

bool
kind_id_parse(const char *text, char gb_id[8])
{
	const char *digits = text;
	size_t len;

	if (tolower((unsigned char)digits[0]) == 'g' &&
	    tolower((unsigned char)digits[1]) == 'b')
		digits += 2;
	len = strspn(digits, "0123456789");
	if (len == 0 || len > 4 || digits[len])
		return false;
	snprintf(gb_id, 8, "GB%04d", atoi(digits));
	return true;
}

/* What follows "---", any lines and "---" at the start of a page. */
static struct slice
without_front_matter(struct slice page)
{
	struct slice rest = page, line;

	if (!slice_next_line(&rest, &line) ||
	    !slice_equal(slice_trim_end(line), LITERAL("---")))
		return page;
	while (slice_next_line(&rest, &line)) {
		if (slice_equal(slice_trim_end(line), LITERAL("---")))
			return rest;
	}
	return page;
}

static bool
read_page(const char *path, struct buffer *out)
{
	FILE *file = fopen(path, "rb");
	struct buffer page = { 0 };
	char piece[4096];
	size_t len;

	if (!file)
		return false;
	while (page.len < MAX_PAGE &&
	    (len = fread(piece, 1, sizeof(piece), file)) > 0)
		buffer_add(&page, piece, len);
	fclose(file);
	buffer_add_slice(out, slice_trim(without_front_matter(
	    buffer_slice(&page))));
	buffer_add_byte(out, '\n');
	buffer_release(&page);
	return true;
}

bool
kind_docs_read(const char *folder, const char *gb_id, struct buffer *out)
{
	static const char *const places[] = { "", "gb/", "docs/", "docs/gb/" };
	struct buffer path = { 0 };
	bool found = false;
	size_t i;

	for (i = 0; i < 2 * sizeof(places) / sizeof(*places) && !found; i++) {
		buffer_clear(&path);
		buffer_printf(&path, "%s/%s%s%s.md", folder, places[i / 2],
		    i % 2 ? "gb" : "GB", gb_id + 2);
		found = read_page(buffer_string(&path), out);
	}
	buffer_release(&path);
	return found;
}
