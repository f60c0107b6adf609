/*
 * place.c - owners of paths. Paths are texts of another machine: nothing here
 * looks at a file system, and both separators count.
 */
#include "model/place.h"

#define LENGTH(table) (sizeof(table) / sizeof((table)[0]))

const char *
owner_name(enum owner_kind kind)
{
	static const char *const names[] = {
		[OWNER_UNKNOWN] = NULL,
		[OWNER_USER] = "user",
		[OWNER_LIBRARY] = "library",
		[OWNER_STDLIB] = "stdlib",
		[OWNER_TORCH] = "torch",
		[OWNER_GENERATED] = "generated",
	};

	return names[kind];
}

struct slice
torch_root_of(struct slice file)
{
	static const char *const marks[] = { "_dynamo/symbolic_convert.py",
		"_dynamo/convert_frame.py", "_dynamo\\symbolic_convert.py",
		"_dynamo\\convert_frame.py" };
	size_t i;

	for (i = 0; i < LENGTH(marks); i++) {
		struct slice mark = slice_of(marks[i]);

		if (slice_ends(file, mark) && file.len > mark.len)
			return slice_part(file, 0, file.len - mark.len);
	}
	return (struct slice){ 0 };
}

struct slice
path_base(struct slice file)
{
	size_t at = file.len;

	while (at > 0 && file.at[at - 1] != '/' && file.at[at - 1] != '\\')
		at--;
	return slice_part(file, at, file.len);
}

static bool
place_is_separator(char byte)
{
	return byte == '/' || byte == '\\';
}

/* What follows the last folder of that name: "b/c.py" of "x/a/b/c.py". */
static bool
below_folder(struct slice file, struct slice folder, struct slice *rest)
{
	size_t at, end = file.len;

	while ((at = slice_find_last(slice_part(file, 0, end), folder)) !=
	    SIZE_MAX) {
		size_t after = at + folder.len;

		if (after < file.len && place_is_separator(file.at[after]) &&
		    (at == 0 || place_is_separator(file.at[at - 1]))) {
			*rest = slice_part(file, after + 1, file.len);
			return true;
		}
		end = after - 1;
	}
	return false;
}

/* The package that a path below site-packages begins with. */
static struct slice
package_of(struct slice rest)
{
	size_t end = 0, dot;
	struct slice name;

	while (end < rest.len && !place_is_separator(rest.at[end]))
		end++;
	name = slice_part(rest, 0, end);
	/* An egg's folder holds the package: "foo-1.0-py3.egg/foo/x.py". */
	if (slice_ends(name, LITERAL(".egg")) && end < rest.len)
		return package_of(slice_part(rest, end + 1, rest.len));
	dot = slice_find_byte(name, '.');
	if (end == rest.len && dot != SIZE_MAX)
		name = slice_part(name, 0, dot);
	return name;
}

static bool
find_library(struct slice file, struct slice *library)
{
	static const char *const folders[] = { "site-packages",
		"dist-packages" };
	struct slice rest;
	size_t i, at, end;

	for (i = 0; i < LENGTH(folders); i++) {
		if (below_folder(file, slice_of(folders[i]), &rest)) {
			*library = package_of(rest);
			return true;
		}
	}
	at = slice_find(file, LITERAL("link-tree"));
	if (at != SIZE_MAX && below_folder(file, slice_part(file,
	    at > 0 && file.at[at - 1] == '#' ? at - 1 : at, at + 9), &rest)) {
		*library = package_of(rest);
		return true;
	}
	at = slice_find(file, LITERAL(".egg"));
	end = at == SIZE_MAX ? 0 : at + 4;
	if (end && end < file.len && place_is_separator(file.at[end])) {
		*library = package_of(slice_part(file, end + 1, file.len));
		return true;
	}
	return false;
}

static bool
place_is_digit(char byte)
{
	return byte >= '0' && byte <= '9';
}

/* "…/lib/python3.11/x.py", "…\Python311\Lib\x.py", "python311.zip/x.py". */
static bool
is_stdlib(struct slice file)
{
	size_t at = slice_find(file, LITERAL("lib/python")), i;

	for (; at != SIZE_MAX;) {
		i = at + LITERAL("lib/python").len;
		while (i < file.len && (place_is_digit(file.at[i]) ||
		    file.at[i] == '.'))
			i++;
		if (i < file.len && place_is_separator(file.at[i]) &&
		    i > at + LITERAL("lib/python").len)
			return true;
		file = slice_part(file, i, file.len);
		at = slice_find(file, LITERAL("lib/python"));
	}
	at = slice_find(file, LITERAL("\\Lib\\"));
	if (at != SIZE_MAX && slice_contains(slice_part(file, 0, at),
	    LITERAL("ython")))
		return true;
	at = slice_find(file, LITERAL(".zip/"));
	return at != SIZE_MAX &&
	    slice_starts(path_base(slice_part(file, 0, at)),
	    LITERAL("python"));
}

static bool
is_torch(struct slice file, const slice_array *roots)
{
	size_t i;
	struct slice rest;

	for (i = 0; roots && i < roots->count; i++) {
		if (slice_starts(file, roots->items[i]))
			return true;
	}
	return below_folder(file, LITERAL("site-packages"), &rest) &&
	    (slice_starts(rest, LITERAL("torch/")) ||
	    slice_starts(rest, LITERAL("torch\\")));
}

/* Code without a file: "<string>"; cells and standard input are the user's. */
static bool
is_generated(struct slice file)
{
	if (file.len == 0)
		return true;
	return file.at[0] == '<' &&
	    !slice_starts(file, LITERAL("<ipython-input")) &&
	    !slice_equal(file, LITERAL("<stdin>"));
}

struct owner
owner_of(struct slice file, const slice_array *roots)
{
	struct owner owner = { OWNER_USER, { 0 } };

	if (!file.at)
		owner.kind = OWNER_UNKNOWN;
	else if (is_generated(file))
		owner.kind = OWNER_GENERATED;
	else if (is_torch(file, roots))
		owner.kind = OWNER_TORCH;
	else if (find_library(file, &owner.library))
		owner.kind = OWNER_LIBRARY;
	else if (is_stdlib(file))
		owner.kind = OWNER_STDLIB;
	return owner;
}
