/*
 * extract.h - the files of a run, written to a new folder.
 */
#ifndef GBQ_QUERY_EXTRACT_H
#define GBQ_QUERY_EXTRACT_H

#include <sqlite3.h>
#include <stdint.h>

#include "gbq.h"
#include "util/error.h"

/*
 * Make the run's files and empty folders below a folder that is new or empty.
 * The function (may be NULL) is told of each file that could not be written.
 * NO_INPUT: contents of the run were not kept; USAGE: the folder is not
 * empty; PARTIAL: some files could not be written; DATABASE: some are
 * damaged (the others are written); IO: the disk is full or fails.
 */
enum gbq_status extract_run(sqlite3 *db, int64_t run_id, const char *folder,
    gbq_message_function *message, void *data, struct error *error);

#endif
