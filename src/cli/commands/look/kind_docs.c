/*
 * kind_docs.c - pages of a local clone of the graph-break site.
 */
#include "cli/commands/look/look.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "util/input_text.h"

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

/* A FIFO in the folder is no page: it would be waited for. */
static enum gbq_status
docs_read_page(const char *path, struct buffer *out, struct error *error)
{
	struct buffer page = { 0 };
	enum gbq_status status;
	struct stat st;

	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
		return error_set(error, GBQ_NO_INPUT, "%s: not a file",
		    path);
	status = input_text_read(&page, path, MAX_PAGE, error);
	if (status == GBQ_OK) {
		buffer_add_slice(out,
		    slice_trim(without_front_matter(buffer_slice(&page))));
		buffer_add_byte(out, '\n');
	}
	buffer_release(&page);
	return status;
}

enum gbq_status
kind_docs_read(const char *folder, const char *gb_id, struct buffer *out,
    struct error *error)
{
	static const char *const places[] = { "", "gb/", "docs/", "docs/gb/" };
	struct buffer path = { 0 };
	enum gbq_status status = GBQ_NO_INPUT;
	size_t i;

	for (i = 0; i < 2 * LENGTH(places) && status == GBQ_NO_INPUT; i++) {
		buffer_clear(&path);
		buffer_printf(&path, "%s/%s%s%s.md", folder, places[i / 2],
		    i % 2 ? "gb" : "GB", gb_id + 2);
		status = docs_read_page(buffer_string(&path), out, error);
	}
	buffer_release(&path);
	return status == GBQ_NO_INPUT ? error_set(error, status,
	    "no page of %s below %s", gb_id, folder) : status;
}
