/*
 * case_report.h - texts for small reports, for the tests of shapes met in
 * public bug reports (test_cases_*.c). Nothing is copied from those.
 */
#ifndef GBQ_TESTS_CASE_REPORT_H
#define GBQ_TESTS_CASE_REPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report_harness.inc"

#include "util/hash.h"

/* ---- reason files of torch 2.9 on ---- */

#define HEAD(place) "Graph break in user code at " place		\
	"\nGraph Break Reason: "
#define CALL "Encountered graph break when attempting to trace CALL: a " \
	"function call, e.g. f(x, y):\n\n"
#define SKIP "Failed to handle graph break gracefully. Skipping the function " \
	"and falling back to eager. Graph break encountered:\n\n"
#define LINK(number) "\n\n For more details about this graph break, please " \
	"visit: https://meta-pytorch.github.io/compile-graph-break-site/gb/gb" \
	number ".html"
#define BREAK(kind, explanation, context, number) kind			\
	"\n  Explanation: " explanation					\
	"\n\n  Developer debug context: " context LINK(number)
#define FRAME(file, line, function, source) "  File \"" file		\
	"\", line " line ", in " function "\n    " source "\n"
#define STACK(frames) "\n\nUser code traceback:\n" frames		\
	"\nNoneType: None\n"
#define TORCH_AT "/v/site-packages/torch/"

/* ---- sections of a metrics page ---- */

#define TIMES(entire, before)						\
	"    <h2>Compile Time(seconds)</h2>\n"				\
	"    <p>Entire Frame <abbr title=\"t\">[?]</abbr>: " entire "</div>\n" \
	"    <div>Dynamo Time Before Restart <abbr title=\"t\">[?]</abbr>: " \
	before "</div>\n    <h2>Restarts and Failures</h2>\n"
#define RESTARTED(reasons) "    <p> No failures! </p>\n"		\
	"    <p>Restart Reasons:<p>\n" reasons
#define REASON(text) "     <li> <code> " text " </code> </li>\n"
#define FAILED(type, reason) "    <p>Failure Exception: <pre>" type	\
	"</pre></p>\n    <p>Failure Reason: <pre>" reason "</pre></p>\n" \
	"    <p> No restarts! </p>\n"
#define GRAPH(guards, ops) "    <h2>Cache Metrics</h2>\n"		\
	"    <p>Cache Size: 0</p>\n    <h2>Graph Metrics</h2>\n"	\
	"    <p>Guard Count: " guards "</p>\n    <p>Graph Ops: " ops "</p>\n"
#define CLEAN "    <p> No failures! </p>\n    <p> No restarts! </p>\n"

/* A compile that went well. */
#define DONE TIMES("1", "0") CLEAN GRAPH("4", "2")

/* What is asked must be as wanted; NULL is "-", rows stand in lines. */
#define WANT(report, sql, want) \
	assert_string_equal(harness_rows(report, sql), want)

/* A file of any bytes. */
static inline void
report_bytes(struct harness *report, const char *path, struct slice bytes)
{
	char full[512];
	FILE *file;

	harness_file(report, path, "");
	snprintf(full, sizeof(full), "%s/%s", report->folder, path);
	file = fopen(full, "w");
	assert_non_null(file);
	assert_int_equal(fwrite(bytes.at, 1, bytes.len, file), bytes.len);
	fclose(file);
}

/*
 * A record of a trace log: the members of its envelope, and a payload or
 * NULL.
 */
static inline void
log_record(struct buffer *log, const char *members, const char *payload)
{
	struct slice rest = payload ? slice_of(payload) : LITERAL(""), line;
	struct hash *hash;
	char hex[HASH_HEX_SIZE];

	buffer_printf(log, "V1130 02:48:01.039000 9595 torch/_dynamo/utils.py"
	    ":2350] {%s", members);
	if (payload) {
		hash = hash_new(HASH_MD5);
		hash_begin(hash);
		hash_add(hash, rest);
		hash_end(hash, hex);
		hash_free(hash);
		buffer_printf(log, ", \"has_payload\": \"%s\"", hex);
	}
	buffer_add_string(log, "}\n");
	while (slice_next_line(&rest, &line)) {
		buffer_add_byte(log, '\t');
		buffer_add_slice(log, line);
		buffer_add_byte(log, '\n');
	}
}

/* Members that place a record: frame, frame compile, attempt. */
#define AT(frame, frame_compile, attempt) ", \"frame_id\": " frame	\
	", \"frame_compile_id\": " frame_compile ", \"attempt\": " attempt

/* Ingest the log as raw.log alone. */
static inline void
ingest_log(struct harness *report, struct buffer *log)
{
	report_bytes(report, "raw.log", buffer_slice(log));
	buffer_release(log);
	harness_ingest(report);
}

#endif
