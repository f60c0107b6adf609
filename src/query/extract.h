/*
 * extract.h - the files of a run, written to a new folder.
 */
#ifndef GBQ_QUERY_EXTRACT_H
#define GBQ_QUERY_EXTRACT_H

#include <sqlite3.h>
#include <stdint.h>

#include "util/error.h"

/* Told of each file that could not be written. */
typedef void extract_message(void *data, const char *text);

/*
 * Make the run's files and empty folders below a folder that is new or empty.
 * NO_INPUT: contents of the run were not kept; USAGE: the folder is not
 * empty; PARTIAL: some files could not be written; DATABASE: some are
 * damaged (the others are written); IO: the disk is full or fails.
 */
enum status extract_run(sqlite3 *db, int64_t run_id, const char *folder,
    extract_message *message, void *data, struct error *error);

#endif
