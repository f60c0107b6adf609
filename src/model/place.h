/*
 * place.h - whose file is it: owner of a path.
 */
#ifndef GBQ_MODEL_PLACE_H
#define GBQ_MODEL_PLACE_H

#include "model/records.h"

enum owner_kind {
	OWNER_UNKNOWN,		/* no path */
	OWNER_USER,
	OWNER_LIBRARY,
	OWNER_STDLIB,
	OWNER_TORCH,
	OWNER_GENERATED		/* <string>, <eval_with_key>, <frozen …> */
};

struct owner {
	enum owner_kind kind;
	struct slice library;	/* "transformers"; absent unless LIBRARY */
};

/* "user", "library", "stdlib", "torch", "generated"; NULL for unknown. */
const char *owner_name(enum owner_kind kind);

/*
 * Owner of a file. roots are folders of torch (with final '/'), learnt from
 * the run's paths; without any, …/site-packages/torch/ is taken.
 */
struct owner owner_of(struct slice file, const slice_array *roots);

/*
 * The folder of torch that a path tells: what stands before
 * "_dynamo/symbolic_convert.py" or "_dynamo/convert_frame.py", with the final
 * '/'; absent for other paths.
 */
struct slice torch_root_of(struct slice file);

/* Whether a byte parts folders: on Windows there are two. */
static inline bool
path_is_separator(char byte)
{
	return byte == '/' || byte == '\\';
}

/* The last part of a path, both separators. */
struct slice path_base(struct slice file);

/*
 * The part of a path that people are told, its end: what follows the last
 * site-packages or dist-packages, or Python's own library folder, else the
 * last three parts. Both separators; parts that name nothing ("//", "/./") do
 * not count. Empty only for an empty path.
 */
struct slice path_short(struct slice file);

/*
 * Whether a path lies below a folder of libraries (site-packages and
 * dist-packages before link-tree before an egg, of several the last), or
 * below Python's own; *rest: what follows it.
 */
bool path_below_library(struct slice file, struct slice *rest);
bool path_below_python(struct slice file, struct slice *rest);

#endif
