/*
 * find_reports.h - which folders of a listing are roots of reports.
 */
#ifndef GBQ_INGEST_FIND_REPORTS_H
#define GBQ_INGEST_FIND_REPORTS_H

#include "ingest/read_report.h"
#include "source/source.h"

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
 * compile_directory.json, or a compile's folder with metrics or a reason; one
 * with rank_N/ below it that are reports is a multi-rank report. A report's
 * own folders are no reports of their own. The trace logs that lie directly in
 * one folder, outside of reports, are one trace: files that torch names
 * dedicated_log_torch_trace…, raw.log, and other .log files that is_trace (may
 * be NULL) accepts.
 */
void find_reports(const struct source *source,
    bool (*is_trace)(void *data, size_t file), void *data,
    struct found_reports *found);

void found_reports_release(struct found_reports *found);

#endif
