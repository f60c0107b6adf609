/*
 * input_names.h - what runs are called, by the paths that they come from.
 */
#ifndef GBQ_INGEST_INPUT_NAMES_H
#define GBQ_INGEST_INPUT_NAMES_H

#include "util/text.h"

/* How the paths that were given are told apart. */
struct input_labels {
	size_t count;		/* of paths */
	bool by_last_part;	/* these differ */
	size_t common;		/* else: bytes that all begin with */
};

struct input_labels input_labels_of(const char *const *paths, size_t count);

/*
 * What the names of the runs in a given path begin with; absent where it is
 * the only path. The last part of each path if these differ, else the paths
 * without the folders that all have in common.
 */
struct slice input_label(const struct input_labels *labels, const char *path,
    struct arena *arena);

/*
 * The name of a run: "label/root"; without a label the root; without both the
 * last part of the absolute path.
 */
struct slice input_name_of_run(struct slice label, struct slice real,
    struct slice root, struct arena *arena);

/* "label/path", or either where the other is absent or empty. */
struct slice input_name_join(struct slice label, struct slice path,
    struct arena *arena);

/*
 * The name of a run in an archive: "prefix/root", as if it had been unpacked
 * beside itself. What the prefix ends with is not said again: x/train and
 * train/report give x/train/report.
 */
struct slice input_name_inside(struct slice prefix, struct slice root,
    struct arena *arena);

#endif
