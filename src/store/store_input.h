/*
 * store_input.h - what was ingested, by the state of its files, so that it
 * need not be read to be recognised.
 */
#ifndef GBQ_STORE_STORE_INPUT_H
#define GBQ_STORE_STORE_INPUT_H

#include "store/store.h"

/* A folder of a run, or an archive, and the state that its files were in. */
struct store_input {
	struct slice path;	/* absolute, any bytes; absent: none */
	const char *stamp;	/* changes with any file of it */
};

/* A run that an input gave. */
struct stored_run {
	int64_t run_id;
	struct slice name;	/* until the function returns */
	int64_t problems, losses;	/* losses: severity loss or error */
	struct slice source_path;	/* until the function returns */
	bool has_contents;		/* or no files */
};

typedef void stored_run_function(void *data, const struct stored_run *run);

/*
 * Tell the runs that the input gave when it was in the same state, in order;
 * none if it is not known in that state.
 */
enum status store_find_input(struct store *store,
    const struct store_input *input, stored_run_function *function,
    void *data, struct error *error);

/* The same for one run. */
enum status store_describe_run(struct store *store, int64_t run_id,
    stored_run_function *function, void *data, struct error *error);

/*
 * Remember the input with its runs instead of what was known of its path.
 * Part of the transaction that is open, else one of its own.
 */
enum status store_note_input(struct store *store,
    const struct store_input *input, const int64_t *runs, size_t count,
    struct error *error);

#endif
