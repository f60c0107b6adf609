/*
 * test_causes.c - guard failures become causes: one change would cure each.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report_harness.inc"

#define A "/home/me/a.py"
#define B "/home/me/b.py"
#define NEXT "<br>x</li>\n<li>"

#define SIZE(name, index, want, came) "tensor '" name			\
	"' size mismatch at index " index ". expected " want ", actual " came

#define CAUSES "SELECT cause_id, guard_class, source, root_source, "	\
	"recompiles, frames, guard_failures, guard_values, limit_hit, "	\
	"function FROM recompile_causes ORDER BY cause_id"

/* A recompile with its reasons: files NUMBER and NUMBER + 1. */
static void
recompile(struct harness *report, const char *id, int number,
    const char *stack, const char *reasons)
{
	char path[96], folder[32], *slash;
	char heading[40];

	snprintf(folder, sizeof(folder), "-_%s_0", id);
	while ((slash = strchr(folder, '/')))
		*slash = '_';
	snprintf(heading, sizeof(heading), "[%s]", id);
	snprintf(path, sizeof(path), "%s/recompile_reasons_%d.json", folder,
	    number);
	if (reasons)
		harness_file(report, path, reasons);
	snprintf(path, sizeof(path), "%s/compilation_metrics_%d.html", folder,
	    number + 1);
	if (stack)
		harness_metrics(report, path, heading, stack, "");
}

static void
one_input_under_several_names_is_one_cause(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	recompile(report, "0/1", 1, A ":1 in step",
	    "0/0: " SIZE("ids", "1", "20", "18"));
	recompile(report, "1/1", 3, A ":9 in &lt;module&gt;" NEXT A
	    ":2 in step" NEXT B ":5 in forward",
	    "1/0: " SIZE("kwargs['input_ids']", "1", "20", "18"));
	/* another call, in which the outer length is another one */
	recompile(report, "0/2", 5, A ":1 in step",
	    "[\"0/1: " SIZE("ids", "1", "18", "8") "\", "
	    "\"0/0: self.window == 4\"]");
	recompile(report, "1/2", 7, A ":9 in &lt;module&gt;" NEXT A
	    ":2 in step" NEXT B ":5 in forward",
	    "1/1: " SIZE("kwargs['input_ids']", "1", "18", "6"));
	harness_ingest(report);
	assert_string_equal(harness_rows(report, CAUSES),
	    "1|size|ids|ids|4|2|4|[20,18,8,6]|0|step\n"
	    "2|value|self.window|self.window|1|1|1|[4]|0|step");
	assert_string_equal(harness_rows(report, "SELECT compile_id, cause_id,"
	    " guard_failures FROM recompiles ORDER BY 1"),
	    "0/1|1|1\n0/2|1|2\n1/1|1|1\n1/2|1|1");
	harness_free(report);
}

static void
locals_of_two_functions_are_two_causes(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	recompile(report, "0/1", 1, A ":1 in f",
	    "0/0: " SIZE("x", "0", "2", "3"));
	recompile(report, "1/1", 3, A ":7 in g",
	    "1/0: " SIZE("x", "0", "2", "3"));
	recompile(report, "2/1", 5, A ":1 in f", "2/0: G['n'] == 1");
	recompile(report, "3/1", 7, A ":7 in g", "3/0: G['n'] == 2");
	harness_ingest(report);
	assert_string_equal(harness_rows(report, CAUSES),
	    "1|size|x|x|1|1|1|[2,3]|0|f\n"
	    "2|size|x|x|1|1|1|[2,3]|0|g\n"
	    "3|value|G['n']|G['n']|2|2|2|[1,2]|0|f");
	harness_free(report);
}

static void
numbers_in_subscripts_fold_where_they_differ(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	recompile(report, "0/1", 1, A ":1 in f",
	    "0/0: self.layers[0].idx == 0");
	recompile(report, "0/2", 3, A ":1 in f",
	    "[\"0/1: self.layers[1].idx == 'a\\\"b'\", "
	    "\"0/0: ___check_obj_id(self.layers[2], 7)\"]");
	harness_ingest(report);
	assert_string_equal(harness_rows(report, CAUSES),
	    "1|value|self.layers[0].idx|self.layers[?].idx|2|1|2|"
	    "[0,\"a\\\"b\"]|0|f\n"
	    "2|object_id|self.layers[2]|self.layers[2]|1|1|1|[]|0|f");
	harness_free(report);
}

/* An empty list, null and torch's sentence are three things (C16). */
static void
no_reason_is_no_cause(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	recompile(report, "0/1", 1, A ":1 in f", "[]");
	recompile(report, "0/2", 3, A ":1 in f", "[null]");
	recompile(report, "0/3", 5, A ":1 in f",
	    "Unable to find recompilation reasons");
	harness_ingest(report);
	assert_string_equal(harness_rows(report, CAUSES),
	    "1|other|-|-|1|1|1|[]|0|f");
	assert_string_equal(harness_rows(report, "SELECT compile_id, "
	    "guard_class, cause_id, guard FROM guard_failures ORDER BY 1"),
	    "0/2|-|-|-\n0/3|other|1|Unable to find recompilation reasons");
	assert_string_equal(harness_rows(report, "SELECT compile_id, "
	    "guard_failures, cause_id FROM recompiles ORDER BY 1"),
	    "0/1|0|-\n0/2|1|-\n0/3|1|1");
	harness_free(report);
}

static void
the_limit_marks_every_cause_of_its_frame(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	recompile(report, "0/1", 1, A ":1 in f", "0/0: n == 1");
	recompile(report, "1/1", 3, A ":7 in g", "1/0: m == 1");
	recompile(report, "0/2", 5, NULL, "0/1: k == 2");
	harness_metrics(report, "-_0_2_0/compilation_metrics_6.html", "[0/2]",
	    A ":1 in f", "    <h2>Restarts and Failures</h2>\n"
	    "    <p>Failure Exception: <pre>Unsupported</pre></p>\n"
	    "    <p>Failure Reason: <pre>Dynamo recompile limit exceeded\n"
	    "  Developer debug context: Limit type: recompile_limit\n"
	    "</pre></p>\n    <p> No restarts! </p>\n");
	harness_ingest(report);
	assert_string_equal(harness_rows(report, "SELECT source, limit_hit"
	    " FROM recompile_causes ORDER BY cause_id"),
	    "n|1\nm|0\nk|1");
	harness_free(report);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_input_under_several_names_is_one_cause),
		cmocka_unit_test(locals_of_two_functions_are_two_causes),
		cmocka_unit_test(numbers_in_subscripts_fold_where_they_differ),
		cmocka_unit_test(no_reason_is_no_cause),
		cmocka_unit_test(the_limit_marks_every_cause_of_its_frame),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
