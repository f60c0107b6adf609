/*
 * inputs.h - from the paths that were given to a list of what is to be read:
 * runs in folders, single logs, archives.
 */
#ifndef GBQ_INGEST_INPUTS_H
#define GBQ_INGEST_INPUTS_H

#include "ingest/find_reports.h"
#include "store/store_input.h"
#include "util/hash.h"

/* A folder that was listed, or a file as a folder of one. */
struct input_place {
	struct source source;		/* at rest: source_attach() to read */
	struct found_reports found;
	struct problem_list problems;	/* of the listing */
};

/* Something to read, in the order of the given paths, then of path. */
struct input_unit {
	const char *path;	/* as given, or below what was given */
	struct slice name;	/* of the run; of an archive: see below */
	struct input_place *place;	/* NULL: an archive that was given */
	const struct found_report *run;	/* NULL: an archive */
	size_t file;		/* in place: of an archive in a folder */
	int64_t bytes;
	/* path absent: it cannot be recognised unread. */
	struct store_input input;
	char stamp[HASH_HEX_SIZE];
	struct error refusal;	/* status not OK: cannot be read */
};

struct inputs {
	struct arena arena;
	ARRAY_OF(struct input_unit) units;
	ARRAY_OF(struct input_place *) places;
	struct source *console;	/* to read with the one run; or NULL */
};

/*
 * List what paths hold. A path that cannot be read, or holds nothing, is a
 * unit with a refusal.
 *
 * Names: a run in a folder that was given is named by its path below it; the
 * folder that is a run itself, by its own name. Of several given paths each
 * name begins with that of the given path: its last part if all differ in it,
 * else its path below the folder that they have in common. The name of an
 * archive, which its runs' names begin with, is made likewise, without ending;
 * it is absent where a single archive was given.
 */
void inputs_find(struct inputs *inputs, const char *const *paths,
    size_t count);

/*
 * Add a console text to the one run that was given. NO_INPUT: it cannot be
 * read. USAGE: it is a trace log.
 */
enum status inputs_add_console(struct inputs *inputs, const char *path,
    struct error *error);

void inputs_release(struct inputs *inputs);

/* The name of a run in an archive: copied to the arena. */
struct slice inputs_name_inside(const struct input_unit *archive,
    struct slice root, struct arena *arena);

/* "path/root", copied to the arena. */
const char *inputs_path_inside(const char *path, struct slice root,
    struct arena *arena);

#endif
