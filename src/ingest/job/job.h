/*
 * job.h - what the parts of one ingest share. A reading thread works on units
 * (ingest_work.c) and hands over deliveries; the calling thread stores and
 * tells of them (ingest_store.c).
 */
#ifndef GBQ_INGEST_JOB_JOB_H
#define GBQ_INGEST_JOB_JOB_H

#include <stdatomic.h>

#include "ingest/job/ingest.h"
#include "ingest/job/inputs.h"
#include "ingest/join/join.h"
#include "ingest/read/read.h"
#include "store/content/content.h"
#include "store/content/content_private.h"
#include "util/thread/crew.h"

/*
 * ---- run_intake.c ----
 *
 * one run on its way: read and joined by any thread, then
 * stored by the database's.
 */

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

/*
 * ---- archive_intake.c ----
 *
 * the runs of an archive, in as few passes over it as
 * reading one run at a time allows.
 */

/* An open archive. */
struct archive_intake {
	struct source source;
	struct found_reports found;
	struct arena arena;
	struct problem_list problems;
	int fd;				/* of a file in a folder; else -1 */
};

/*
 * Open the archive of a unit and find what is in it. limits NULL: the
 * defaults. Statuses as of source_open_archive(); release it in any case.
 */
enum gbq_status archive_intake_open(struct archive_intake *intake,
    const struct input_unit *unit, const struct archive_limits *limits,
    struct error *error);
void archive_intake_release(struct archive_intake *intake);

/* What the passes call; run is an index into found.reports. */
struct archive_runs {
	/* The first file of a run comes. */
	struct report_reading *(*begin)(void *data, size_t run);
	/* All its files were read. The reading is the function's. */
	void (*end)(void *data, size_t run);
	/* Whether to go on. */
	bool (*more)(void *data);
	void *data;
};

/*
 * Read all runs: those of a pass follow each other in the archive. LIMIT, IO:
 * a run that began may not have ended.
 */
enum gbq_status archive_intake_read(struct archive_intake *intake,
    const struct archive_runs *runs, struct error *error);

/* ---- job.c ---- */

/* One call of ingest_paths(). */
struct job {
	const char *const *paths;
	size_t path_count;
	struct store *store;
	const char *database;		/* for the threads' own handles */
	const struct gbq_ingest_options *options;
	struct archive_limits limits;	/* as the options have them */
	gbq_ingest_function *function;
	void *data;
	struct inputs inputs;
	bool *known;			/* for each unit: it is unchanged */
	struct kind_table kinds;
	struct content_claims *claims;	/* NULL: no threads */
	size_t helpers;			/* threads that read beside each */
	atomic_llong spooled;		/* packed bytes not yet written */
	atomic_llong read_bytes;
	struct gbq_progress progress;
	/* Of the archive that has the turn. */
	ARRAY_OF(int64_t) archive_runs;
	bool archive_refused;
	size_t taken, refused;
	bool failed;			/* one was refused by an I/O error */
	enum gbq_status refusals;	/* that all have, or PARTIAL */
	enum gbq_status stopped_by;	/* the database; OK: it was not */
	struct error *error;
};

/* What a reading thread has of its own. */
struct job_thread {
	struct store *store;		/* NULL: the calling thread */
	struct content_finder finder;
};

enum delivery_kind {
	DELIVERY_KNOWN,		/* the unit is unchanged */
	DELIVERY_REFUSED,	/* error */
	DELIVERY_RUN,
	DELIVERY_ARCHIVE	/* the end of an archive */
};

struct delivery_of_job {
	enum delivery_kind kind;
	struct error error;
	struct run_intake run;
	struct archive_intake *archive;	/* of the run, or at its end */
	/* For the contents, until they are released. */
	struct content_host host;
	struct job *job;
	struct crew_member *member;
	int64_t number;			/* order of the run among all */
};

/* crew_plan.is_heavy, .begin, .end, .work; data is the job. */
bool job_is_heavy(void *data, size_t unit);
void *job_begin_thread(void *data);
void job_end_thread(void *data, void *own);
void job_work(void *data, struct crew_member *member);

/* crew_plan.take */
bool job_take(void *data, size_t unit, void *delivery, bool stopped);

/* Tell of a result and count it; of a refusal. */
void job_tell(struct job *job, const struct gbq_ingest_result *result);
void job_refuse(struct job *job, const char *path,
    const struct error *error);

/* Whether an input was ingested in the state that it is in. */
enum gbq_status job_find_known(struct job *job, size_t unit);

/* dry_run: tell what a unit is; opens archives. */
void job_tell_unit(struct job *job, const struct input_unit *unit);

#endif
