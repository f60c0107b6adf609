/*
 * input_names.c - names from paths; looks at no file.
 */
#include "ingest/job/inputs.h"

/* Without '/' at the end and "./" before. */
static struct slice
input_names_trim(struct slice path)
{
	while (path.len > 1 && path.at[path.len - 1] == '/')
		path.len--;
	while (path.len > 2 && slice_take(&path, LITERAL("./"))) {
		while (path.len > 1 && path.at[0] == '/')
			path = slice_part(path, 1, path.len);
	}
	return path;
}

static struct slice
last_part(struct slice path)
{
	size_t slash;

	path = input_names_trim(path);
	slash = slice_find_last_byte(path, '/');
	return slice_part(path, slash == SIZE_MAX ? 0 : slash + 1, path.len);
}

/* "." and ".." and "/" are the names of nothing. */
static bool
input_names_is_plain(struct slice part)
{
	return part.len && !slice_equal(part, LITERAL(".")) &&
	    !slice_equal(part, LITERAL(".."));
}

static bool
last_parts_differ(const char *const *paths, size_t count)
{
	size_t i, k;

	for (i = 0; i < count; i++) {
		struct slice part = last_part(slice_of(paths[i]));

		if (!input_names_is_plain(part))
			return false;
		for (k = 0; k < i; k++) {
			if (slice_equal(part, last_part(slice_of(paths[k]))))
				return false;
		}
	}
	return true;
}

/* Bytes of whole parts that all paths begin with. */
static size_t
common_parts(const char *const *paths, size_t count)
{
	struct slice first = input_names_trim(slice_of(paths[0])), other;
	size_t len = first.len, i, k;

	for (i = 1; i < count; i++) {
		other = input_names_trim(slice_of(paths[i]));
		for (k = 0; k < len && k < other.len &&
		    first.at[k] == other.at[k]; k++)
			continue;
		len = k;
	}
	while (len && first.at[len - 1] != '/')
		len--;
	return len;
}

struct input_labels
input_labels_of(const char *const *paths, size_t count)
{
	struct input_labels labels = { .count = count };

	if (count < 2)
		return labels;
	labels.by_last_part = last_parts_differ(paths, count);
	if (!labels.by_last_part)
		labels.common = common_parts(paths, count);
	return labels;
}

struct slice
input_label(const struct input_labels *labels, const char *path,
    struct arena *arena)
{
	struct slice label = input_names_trim(slice_of(path));

	if (labels->count < 2)
		return (struct slice){ 0 };
	if (labels->by_last_part)
		return slice_copy(arena, last_part(label));
	label = slice_part(label, labels->common, label.len);
	while (label.len && *label.at == '/')
		label = slice_part(label, 1, label.len);
	return slice_copy(arena, label.len ? label :
	    last_part(slice_of(path)));
}

struct slice
input_name_join(struct slice label, struct slice path, struct arena *arena)
{
	struct buffer name = { 0 };
	struct slice copy;

	if (label.len)
		buffer_add_slice(&name, label);
	if (label.len && path.len)
		buffer_add_byte(&name, '/');
	if (path.len)
		buffer_add_slice(&name, path);
	copy = slice_copy(arena, buffer_slice(&name));
	buffer_release(&name);
	return copy;
}

/* What tlparse's examples, and most people, call the folder of a report. */
static bool
name_is_generic(struct slice name)
{
	return slice_equal(name, LITERAL("report")) ||
	    slice_equal(name, LITERAL("tl_out"));
}

/* The last part of a path; "parent/report" where it alone tells nothing. */
static struct slice
name_of_folder(struct slice real, struct arena *arena)
{
	struct slice name = last_part(real), parent;
	size_t slash;

	real = input_names_trim(real);
	slash = slice_find_last_byte(real, '/');
	if (!name_is_generic(name) || slash == SIZE_MAX)
		return name;
	parent = last_part(slice_part(real, 0, slash));
	return input_names_is_plain(parent) && *parent.at != '/' ?
	    input_name_join(parent, name, arena) : name;
}

struct slice
input_name_of_run(struct slice label, struct slice real, struct slice root,
    struct arena *arena)
{
	if (!label.len && !root.len)
		label = name_of_folder(real, arena);
	else if (!label.len && name_is_generic(root))
		label = last_part(real);
	label = input_name_join(label, root, arena);
	return label.len ? label : LITERAL("/");
}

struct slice
input_name_inside(struct slice prefix, struct slice root,
    struct arena *arena)
{
	struct slice last = last_part(prefix), rest = root;

	if (slice_take(&rest, last) && (rest.len == 0 ||
	    slice_take(&rest, LITERAL("/"))))
		root = rest;
	return input_name_join(prefix, root, arena);
}
