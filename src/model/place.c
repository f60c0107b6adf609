/*
 * place.c - owners of paths. Paths are texts of another machine: nothing here
 * looks at a file system, and both separators count.
 */
#include "model/place.h"

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

/* Without parts at the start that name nothing: "a.py" of "/./a.py". */
static struct slice
path_skip_empty(struct slice path)
{
	size_t at = 0;

	while (at < path.len && (path_is_separator(path.at[at]) ||
	    (path.at[at] == '.' && at + 1 < path.len &&
	    path_is_separator(path.at[at + 1]))))
		at++;
	return slice_part(path, at, path.len);
}

/* Tells a folder by its name and what stands before it, with a separator. */
typedef bool folder_test(struct slice before, struct slice name);

/* What follows the last folder that passes: "b/c.py" of "x/a/b/c.py". */
static bool
path_below(struct slice file, folder_test *passes, struct slice *rest)
{
	struct slice before = file, name = path_base(file), below;

	while (before.len > name.len) {
		before.len -= name.len + 1;
		name = path_base(before);
		below = path_skip_empty(slice_part(file, before.len + 1,
		    file.len));
		if (below.len && passes(slice_part(before, 0, before.len -
		    name.len), name)) {
			*rest = below;
			return true;
		}
	}
	return false;
}

static bool
is_packages_folder(struct slice before, struct slice name)
{
	(void)before;
	return slice_equal(name, LITERAL("site-packages")) ||
	    slice_equal(name, LITERAL("dist-packages"));
}

static bool
is_link_tree(struct slice before, struct slice name)
{
	(void)before;
	return slice_equal(name, LITERAL("link-tree")) ||
	    slice_equal(name, LITERAL("#link-tree"));
}

static bool
is_egg(struct slice before, struct slice name)
{
	(void)before;
	return slice_ends(name, LITERAL(".egg"));
}

/* "lib/python3.11", "…\Python311\Lib", "python311.zip". */
static bool
is_python_folder(struct slice before, struct slice name)
{
	struct slice rest = name;

	if (slice_equal(name, LITERAL("Lib")))
		return slice_ends(before, LITERAL("\\")) &&
		    slice_contains(before, LITERAL("ython"));
	if (!slice_take(&rest, LITERAL("python")))
		return false;
	if (slice_ends(rest, LITERAL(".zip")))
		return true;
	while (rest.len && (byte_is_digit(*rest.at) || *rest.at == '.'))
		rest = slice_part(rest, 1, rest.len);
	return rest.len == 0 && name.len > LITERAL("python").len &&
	    slice_ends(before, LITERAL("lib/"));
}

/* The package that a path below site-packages begins with. */
static struct slice
package_of(struct slice rest)
{
	size_t end = 0, dot;
	struct slice name;

	while (end < rest.len && !path_is_separator(rest.at[end]))
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

bool
path_below_library(struct slice file, struct slice *rest)
{
	return path_below(file, is_packages_folder, rest) ||
	    path_below(file, is_link_tree, rest) ||
	    path_below(file, is_egg, rest);
}

bool
path_below_python(struct slice file, struct slice *rest)
{
	return path_below(file, is_python_folder, rest);
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
	return path_below(file, is_packages_folder, &rest) &&
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
	struct slice rest;

	if (!file.at)
		owner.kind = OWNER_UNKNOWN;
	else if (is_generated(file))
		owner.kind = OWNER_GENERATED;
	else if (is_torch(file, roots))
		owner.kind = OWNER_TORCH;
	else if (path_below_library(file, &rest))
		owner = (struct owner){ OWNER_LIBRARY, package_of(rest) };
	else if (path_below_python(file, &rest))
		owner.kind = OWNER_STDLIB;
	return owner;
}

/* The last so many parts that name something; fewer: all. */
static struct slice
path_last_parts(struct slice file, int count)
{
	struct slice before = file, name = path_base(file), all;

	for (;;) {
		before.len -= name.len;
		if (name.len && !slice_equal(name, LITERAL(".")) &&
		    --count == 0)
			return slice_part(file, before.len, file.len);
		if (before.len == 0)
			break;
		before.len--;
		name = path_base(before);
	}
	all = path_skip_empty(file);
	return all.len && slice_starts(file, LITERAL(".")) ? all : file;
}

struct slice
path_short(struct slice file)
{
	struct slice rest;

	if (path_below(file, is_packages_folder, &rest) ||
	    path_below_python(file, &rest))
		return rest;
	return path_last_parts(file, 3);
}
