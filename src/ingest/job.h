/*
 * job.h - what the parts of one ingest share. A reading thread works on units
 * (ingest_work.c) and hands over deliveries; the calling thread stores and
 * tells of them (ingest_store.c).
 */
#ifndef GBQ_INGEST_JOB_H
#define GBQ_INGEST_JOB_H

#include <stdatomic.h>

#include "ingest/archive_intake.h"
#include "util/crew.h"
#include "ingest/ingest.h"
#include "ingest/run_intake.h"
#include "store/content_finder.h"

/* One call of ingest_paths(). */
struct job {
	const char *const *paths;
	size_t path_count;
	struct store *store;
	const char *database;		/* for the threads' own handles */
	const struct ingest_options *options;
	ingest_function *function;
	void *data;
	struct inputs inputs;
	bool *known;			/* for each unit: it is unchanged */
	struct kind_table kinds;
	struct content_claims *claims;	/* NULL: no threads */
	size_t helpers;			/* threads that read beside each */
	atomic_llong spooled;		/* packed bytes not yet written */
	atomic_llong read_bytes;
	struct ingest_progress progress;
	/* Of the archive that has the turn. */
	ARRAY_OF(int64_t) archive_runs;
	bool archive_refused;
	size_t taken, refused;
	bool failed;			/* one was refused by an I/O error */
	enum status refusals;		/* that all have, or PARTIAL */
	enum status stopped_by;		/* the database; OK: it was not */
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
void job_tell(struct job *job, const struct ingest_result *result);
void job_refuse(struct job *job, const char *path,
    const struct error *error);

/* Whether an input was ingested in the state that it is in. */
enum status job_find_known(struct job *job, size_t unit);

/* dry_run: tell what a unit is; opens archives. */
void job_tell_unit(struct job *job, const struct input_unit *unit);

#endif
