/*
 * archive_report.c - counts the problems of each code.
 */
#include "source/archive/archive.h"

#include <string.h>

enum { SHOWN_NAME_BYTES = 1024 };

void
archive_report_init(struct archive_report *report,
    struct problem_list *problems)
{
	*report = (struct archive_report){ .problems = problems };
}

/* How often that code was reported, this time included. */
static size_t
archive_report_count(struct archive_report *report, enum severity severity,
    const char *code)
{
	size_t i = 0;

	while (i < report->kind_count &&
	    strcmp(report->kinds[i].code, code) != 0)
		i++;
	if (i == ARCHIVE_REPORT_CODES)
		i--;
	if (i == report->kind_count) {
		report->kinds[i].code = code;
		report->kinds[i].severity = severity;
		report->kind_count++;
	}
	if (severity > report->kinds[i].severity)
		report->kinds[i].severity = severity;
	return ++report->kinds[i].count;
}

void
archive_report_add(struct archive_report *report, enum severity severity,
    const char *code, struct slice path, int64_t offset, const char *message)
{
	struct problem_list *problems = report->problems;
	struct slice before = problems->path;

	if (archive_report_count(report, severity, code) > ARCHIVE_REPORT_ROWS)
		return;
	problems->path = slice_copy(problems->arena,
	    slice_part(path, 0, SHOWN_NAME_BYTES));
	problem_add(problems, severity, code, offset, "%s", message);
	problems->path = before;
}

void
archive_report_finish(struct archive_report *report)
{
	struct slice before = report->problems->path;
	size_t i;

	report->problems->path = (struct slice){ 0 };
	for (i = 0; i < report->kind_count; i++) {
		if (report->kinds[i].count <= ARCHIVE_REPORT_ROWS)
			continue;
		problem_add(report->problems, report->kinds[i].severity,
		    report->kinds[i].code, UNKNOWN_INT,
		    "%zu more of this kind, which are not listed",
		    report->kinds[i].count - ARCHIVE_REPORT_ROWS);
	}
	report->problems->path = before;
	report->kind_count = 0;
	memset(report->kinds, 0, sizeof(report->kinds));
}
