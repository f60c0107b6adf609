/*
 * inputs.h - from the paths that were given to a list of what is to be read:
 * runs in folders, single logs, archives.
 */
#ifndef GBQ_INGEST_JOB_INPUTS_H
#define GBQ_INGEST_JOB_INPUTS_H

#include "ingest/read/read.h"
#include "source/folder.h"
#include "source/source.h"
#include "store/store.h"
#include "util/hash.h"
#include "util/text.h"

/*
 * ---- find_reports.c ----
 *
 * which folders of a listing are roots of reports.
 */

/* A report or a trace below the listed folder. */
struct found_report {
	struct slice root;	/* "" or a path without final '/' */
	enum run_kind kind;
	ARRAY_OF(size_t) files;	/* indexes into source->files, in order */
};

struct found_reports {
	ARRAY_OF(struct found_report) reports;	/* in order of root */
};

/*
 * A folder is a report if it holds index.html, failures_and_restarts.html or
 * compile_directory.json, or a compile's folder with a page of its; one
 * with rank_N/ below it that are reports is a multi-rank report. A report's
 * own folders are no reports of their own. The trace logs that lie directly in
 * one folder, outside of reports, are one trace: files that torch names
 * dedicated_log_torch_trace…, raw.log, and other .log files that is_trace (may
 * be NULL) accepts. Of a folder with neither, raw.jsonl, chromium_events.json
 * and pages outside of a compile's folder are a report in part.
 */
void find_reports(const struct source *source,
    bool (*is_trace)(void *data, size_t file), void *data,
    struct found_reports *found);

void found_reports_release(struct found_reports *found);

/* ---- inputs.c ---- */

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
enum gbq_status inputs_add_console(struct inputs *inputs, const char *path,
    struct error *error);

void inputs_release(struct inputs *inputs);

/* The name of a run in an archive: copied to the arena. */
struct slice inputs_name_inside(const struct input_unit *archive,
    struct slice root, struct arena *arena);

/* "path/root", copied to the arena. */
const char *inputs_path_inside(const char *path, struct slice root,
    struct arena *arena);

/*
 * ---- input_names.c ----
 *
 * what runs are called, by the paths that they come from.
 */

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
 * last part of the absolute path. "report" and "tl_out" get the folder above
 * before them.
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

/*
 * ---- detect.c ----
 *
 * what a file is, by its first bytes.
 */

enum input_kind {
	INPUT_UNKNOWN,		/* an archive, or nothing that gbq reads */
	INPUT_TRACE,		/* a trace log, also under gzip */
	INPUT_CONSOLE,		/* text of TORCH_LOGS */
	INPUT_PART,		/* a file of a report */
	INPUT_TEXT		/* any other text */
};

/*
 * Look at the first 64 KB of a file. An empty one is taken for a trace if it
 * has a log's name. Of a file that cannot be read *error is set, and it is
 * UNKNOWN.
 */
enum input_kind detect_file(const struct folder *folder,
    const struct folder_file *file, struct error *error);

/* The same for a file by its own path: of a text the first 64 MB. */
enum input_kind detect_given_file(const struct folder *folder,
    const struct folder_file *file, struct error *error);

/* The same for bytes that are not packed. */
enum input_kind detect_bytes(struct slice head);

#endif
