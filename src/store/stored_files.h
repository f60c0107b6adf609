/*
 * stored_files.h - the files of a stored run, to read it once more without its
 * folder.
 */
#ifndef GBQ_STORE_STORED_FILES_H
#define GBQ_STORE_STORED_FILES_H

#include "model/records.h"
#include "store/store.h"
#include "util/hash.h"

struct stored_file {
	struct slice path;		/* any bytes, as it was found */
	int64_t bytes;
	bool kept;			/* its bytes are in the database */
	char hash[HASH_HEX_SIZE];	/* of its content */
	const char *unreadable;		/* why it could not be read; or NULL */
};

/* What is known of a run beside the contents; texts lie in the arena. */
struct stored_files {
	struct arena arena;
	/* In order of path bytes; a console text beside a report is last. */
	ARRAY_OF(struct stored_file) files;
	slice_array empty_folders;		/* in order of path bytes */
	struct problem_list problems;	/* of listing and unpacking the input */
	char *run_key, *name, *source_kind, *source_path;
};

/* Load those of a run; release them in any case. NO_INPUT: no such run. */
enum status stored_files_load(struct stored_files *files,
    struct store *store, int64_t run_id, struct error *error);
void stored_files_release(struct stored_files *files);

#endif
