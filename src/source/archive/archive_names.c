/*
 * archive_names.c - judges names; knows nothing of how archives are read.
 */
#include "source/archive/archive.h"

#include <strings.h>

/* "C:/x", "C:\x" and "\\server\x" are absolute where they come from. */
static bool
is_absolute(struct slice name)
{
	return name.at[0] == '/' || slice_starts(name, LITERAL("\\\\")) ||
	    (name.len >= 3 && byte_is_letter(name.at[0]) &&
		name.at[1] == ':' && (name.at[2] == '/' || name.at[2] == '\\'));
}

static const char *
judge_part(struct slice part)
{
	if (part.len == 0)
		return "a part of the name is empty";
	if (slice_equal(part, LITERAL(".")))
		return "a part of the name is '.'";
	if (slice_equal(part, LITERAL("..")))
		return "the name leads outside of the archive";
	return NULL;
}

const char *
archive_name_clean(struct slice *name, size_t max_bytes)
{
	struct slice rest;
	size_t slash;
	const char *why = NULL;

	while (slice_take(name, LITERAL("./")))
		;
	rest = *name;
	if (rest.len == 0)
		return "the name is empty";
	if (rest.len > max_bytes)
		return "the name is too long";
	if (slice_find_byte(rest, '\0') != SIZE_MAX)
		return "the name has a NUL in it";
	if (is_absolute(rest))
		return "the name is absolute";
	while (!why && (slash = slice_find_byte(rest, '/')) != SIZE_MAX) {
		why = judge_part(slice_part(rest, 0, slash));
		rest = slice_part(rest, slash + 1, rest.len);
	}
	return why ? why : judge_part(rest);
}

struct slice
archive_name_stem(struct slice path)
{
	static const char *const endings[] = {
		".tar", ".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst", ".tgz",
		".tbz", ".tbz2", ".txz", ".tzst", ".zip", ".7z"
	};
	size_t i;

	for (i = 0; i < LENGTH(endings); i++) {
		struct slice ending = slice_of(endings[i]);

		if (path.len > ending.len && strncasecmp(path.at + path.len -
		    ending.len, ending.at, ending.len) == 0)
			return slice_part(path, 0, path.len - ending.len);
	}
	return path;
}

bool
archive_name_is_archive(struct slice path)
{
	return archive_name_stem(path).len != path.len;
}
