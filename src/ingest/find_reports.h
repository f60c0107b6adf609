/*
 * find_reports.h - which folders of a listing are roots of reports.
 */
#ifndef GBQ_INGEST_FIND_REPORTS_H
#define GBQ_INGEST_FIND_REPORTS_H

#include "source/folder.h"

/* A report below the listed folder. */
struct found_report {
	struct slice root;	/* "" or a path without final '/' */
	ARRAY_OF(size_t) files;	/* indexes into folder->files, in order */
};

struct found_reports {
	ARRAY_OF(struct found_report) reports;	/* in order of root */
	bool has_logs;		/* there are .log files outside of reports */
};

/*
 * A folder is a report if it holds index.html, failures_and_restarts.html or
 * compile_directory.json, or a compile's folder with metrics or a reason; one
 * with rank_N/ below it that are reports is a multi-rank report. A report's
 * own folders are no reports of their own.
 */
void find_reports(const struct folder *folder, struct found_reports *found);

void found_reports_release(struct found_reports *found);

#endif
