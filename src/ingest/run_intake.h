/*
 * run_intake.h - one run on its way: read and joined by any thread, then
 * stored by the database's.
 */
#ifndef GBQ_INGEST_RUN_INTAKE_H
#define GBQ_INGEST_RUN_INTAKE_H

#include "ingest/join.h"
#include "ingest/read_report.h"
#include "store/content_write.h"

struct run_intake {
	struct report_files files;
	const char *path;		/* for people, and source_path */
	struct slice name;
	struct capture capture;
	struct rows rows;
	struct contents *contents;
	int64_t known_run;		/* the database has its run_key */
	struct error error;		/* status not OK: could not be read */
};

/* path and name must outlive the intake, as what files points to. */
void run_intake_init(struct run_intake *intake,
    const struct report_files *files, const char *path, struct slice name);

/* By the database's thread, if there are contents. */
void run_intake_release(struct run_intake *intake);

/* Begin to read into contents, which the intake owns from now on. */
struct report_reading *run_intake_begin(struct run_intake *intake,
    struct contents *contents, const struct read_host *host);

/*
 * All files were read: add the problems of listing the source that concern
 * the run. The reading is freed; run_intake_join() makes the rows.
 */
void run_intake_end(struct run_intake *intake,
    struct report_reading *reading, const struct problem_list *problems);
void run_intake_join(struct run_intake *intake,
    const struct kind_table *kinds);

/* Read the files of a source of one's own; its problems are added. */
void run_intake_read(struct run_intake *intake, struct source *source,
    struct contents *contents, const struct read_host *host,
    const struct problem_list *problems);

/* Forget what was read, to read again. */
void run_intake_clear(struct run_intake *intake);

#endif
