/*
 * archive_report.h - problems of an archive's entries, capped: an archive of
 * a million bad names must not make a million rows.
 */
#ifndef GBQ_SOURCE_ARCHIVE_REPORT_H
#define GBQ_SOURCE_ARCHIVE_REPORT_H

#include "model/records.h"

enum {
	ARCHIVE_REPORT_ROWS = 100,	/* of each code */
	ARCHIVE_REPORT_CODES = 16
};

struct archive_report {
	struct problem_list *problems;
	struct {
		const char *code;
		enum severity severity;		/* the worst so far */
		size_t count;
	} kinds[ARCHIVE_REPORT_CODES];
	size_t kind_count;
};

void archive_report_init(struct archive_report *report,
    struct problem_list *problems);

/*
 * Add a problem of an entry (path absent: of the archive). The path is
 * copied to the arena of the problems.
 */
void archive_report_add(struct archive_report *report,
    enum severity severity, const char *code, struct slice path,
    int64_t offset, const char *message);

/* Add a row for each code that had more problems than rows; start anew. */
void archive_report_finish(struct archive_report *report);

#endif
