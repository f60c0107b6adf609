/*
 * archive_intake.h - the runs of an archive, in as few passes over it as
 * reading one run at a time allows.
 */
#ifndef GBQ_INGEST_ARCHIVE_INTAKE_H
#define GBQ_INGEST_ARCHIVE_INTAKE_H

#include "ingest/inputs.h"

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
enum status archive_intake_open(struct archive_intake *intake,
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
enum status archive_intake_read(struct archive_intake *intake,
    const struct archive_runs *runs, struct error *error);

#endif
