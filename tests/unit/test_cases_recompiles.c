/*
 * test_cases_recompiles.c - shapes of recompile reasons met in public bug
 * reports. The number of the case stands before each test.
 */
#include "case_report.h"

/*
 * A report in which one compile has these recompile reasons; its frame is
 * known by a metrics page.
 */
static struct harness *
recompiled(const char *folder, const char *id, const char *frame,
    const char *reasons)
{
	struct harness *report = harness_new();
	char path[128];

	snprintf(path, sizeof(path), "%s/recompile_reasons_1.json", folder);
	harness_file(report, path, reasons);
	snprintf(path, sizeof(path), "%s/compilation_metrics_2.html", folder);
	harness_metrics(report, path, id, frame, DONE);
	harness_ingest(report);
	return report;
}

/* The next compile of frame 0, with a reason of one guard. */
static void
add_recompile(struct harness *report, int number, const char *reason)
{
	char path[128], id[32];

	snprintf(path, sizeof(path), "-_0_%d_0/recompile_reasons_%d.json",
	    number, 2 * number);
	harness_file(report, path, reason);
	snprintf(path, sizeof(path), "-_0_%d_0/compilation_metrics_%d.html",
	    number, 2 * number + 1);
	snprintf(id, sizeof(id), "[0/%d]", number);
	harness_metrics(report, path, id, "/srv/a.py:3 in f", DONE);
}

/* C8 */
static void
the_same_reason_eight_times_is_eight_rows_of_one_cause(void **state)
{
	struct buffer list = { 0 };
	struct harness *report;
	int i;

	(void)state;
	for (i = 7; i >= 0; i--)
		buffer_printf(&list, "%s\"0/%d: ___check_global_state()\"",
		    i == 7 ? "[" : ", ", i);
	buffer_add_byte(&list, ']');
	report = recompiled("-_0_8_0", "[0/8]", "/srv/a.py:3 in f",
	    buffer_string(&list));
	WANT(report, "SELECT count(*), count(DISTINCT missed_compile_id),"
	    " count(DISTINCT guard), min(guard_class) FROM guard_failures",
	    "8|8|1|global_state");
	WANT(report, "SELECT recompiles, guard_failures, frames FROM"
	    " recompile_causes", "1|8|1");
	WANT(report, "SELECT recompiles, guard_failures FROM runs", "1|8");
	buffer_release(&list);
	harness_free(report);
}

/* C9 */
static void
object_ids_of_thirty_seven_entries_are_one_cause(void **state)
{
	struct buffer list = { 0 };
	struct harness *report;
	int i;

	(void)state;
	for (i = 36; i >= 0; i--)
		buffer_printf(&list, "%s\"1/%d: ___check_obj_id(L['self']."
		    "_modules['attn'].processor, %lld)\"", i == 36 ? "[" :
		    ", ", i, 140576345756128 + 7168LL * i);
	buffer_add_byte(&list, ']');
	report = recompiled("-_1_37_0", "[1/37]", "/srv/a.py:3 in forward",
	    buffer_string(&list));
	WANT(report, "SELECT compile_id, count(*), min(guard_class),"
	    " min(source), max(expected) FROM guard_failures",
	    "1/37|37|object_id|self._modules['attn'].processor|-");
	WANT(report, "SELECT missed_compile_id FROM guard_failures ORDER BY"
	    " position LIMIT 2", "1/36\n1/35");
	WANT(report, "SELECT count(*), max(guard_failures),"
	    " max(guard_values) FROM recompile_causes", "1|37|[]");
	buffer_release(&list);
	harness_free(report);
}

/* C9: without L['self'], as older versions print it */
static void
an_object_id_of_a_path_without_root_is_read_alike(void **state)
{
	struct harness *report = recompiled("-_0_4_0", "[0/4]",
	    "/srv/a.py:3 in f",
	    "0/3: ___check_obj_id(self._modules['attn'].processor, "
	    "140576345756128)");

	(void)state;
	WANT(report, "SELECT guard_class, source, missed_compile_id FROM"
	    " guard_failures",
	    "object_id|self._modules['attn'].processor|0/3");
	harness_free(report);
}

/* C10 */
static void
a_module_attribute_is_a_value_with_its_path(void **state)
{
	struct harness *report = harness_new();
	char reason[160];
	int i;

	(void)state;
	for (i = 1; i < 4; i++) {
		snprintf(reason, sizeof(reason), "0/%d: L['self']._modules"
		    "['self_attn'].layer_idx == %d", i - 1, i - 1);
		add_recompile(report, i, reason);
	}
	harness_ingest(report);
	WANT(report, "SELECT guard_class, source, expected FROM"
	    " guard_failures LIMIT 1",
	    "value|self._modules['self_attn'].layer_idx|0");
	WANT(report, "SELECT guard_class, recompiles, guard_values FROM"
	    " recompile_causes", "value|3|[0,1,2]");
	harness_free(report);
}

/* C12 */
static void
advice_behind_a_size_mismatch_splits_nothing(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	add_recompile(report, 1, "0/0: tensor 'X[0]' size mismatch at index "
	    "1. expected 640, actual 8. Guard failed on a parameter, consider "
	    "using torch._dynamo.config.force_parameter_static_shapes = False "
	    "to allow dynamism on parameters.");
	add_recompile(report, 2, "0/0: tensor 'X[1]' size mismatch at index "
	    "1. expected 640, actual 16");
	harness_ingest(report);
	WANT(report, "SELECT guard_class, source, expected, actual FROM"
	    " guard_failures ORDER BY compile_id",
	    "size|X[0]|640|8\nsize|X[1]|640|16");
	WANT(report, "SELECT guard_class, recompiles, guard_values FROM"
	    " recompile_causes", "size|2|[640,8,16]");
	harness_free(report);
}

/* C12: quotes in the name of the tensor */
static void
nested_quotes_in_a_tensors_name_stay(void **state)
{
	struct harness *report = recompiled("-_0_1_0", "[0/1]",
	    "/srv/a.py:3 in f",
	    "0/0: tensor 'L['batch']['x's y']' size mismatch at index 0. "
	    "expected 3, actual 4");

	(void)state;
	WANT(report, "SELECT guard_class, source, expected, actual FROM"
	    " guard_failures", "size|batch['x's y']|3|4");
	harness_free(report);
}

/* C14 */
static void
an_integer_that_grows_each_step_is_one_cause(void **state)
{
	struct harness *report = harness_new();
	char reason[64];
	int i;

	(void)state;
	for (i = 1; i < 6; i++) {
		snprintf(reason, sizeof(reason), "0/%d: L['i'] == %d", i - 1,
		    i);
		add_recompile(report, i, reason);
	}
	harness_ingest(report);
	WANT(report, "SELECT guard_class, source, root_source, recompiles,"
	    " frames, guard_values FROM recompile_causes",
	    "value|i|i|5|1|[1,2,3,4,5]");
	harness_free(report);
}

/* C15 */
static void
a_learning_rate_keeps_all_its_digits(void **state)
{
	struct harness *report = recompiled("-_2_1_0", "[2/1]",
	    TORCH_AT "optim/adam.py:213 in step",
	    "[\"2/0: L['self'].param_groups[0]['lr'] == 0.004782969000000002"
	    "\", \"2/0: L['self'].param_groups[1]['lr'] == 1e-05\"]");

	(void)state;
	WANT(report, "SELECT guard_class, source, expected FROM"
	    " guard_failures ORDER BY position",
	    "value|self.param_groups[0]['lr']|0.004782969000000002\n"
	    "value|self.param_groups[1]['lr']|1e-05");
	/* the parameter groups are one cause */
	WANT(report, "SELECT guard_failures, guard_values FROM"
	    " recompile_causes", "2|[0.004782969000000002,1e-05]");
	WANT(report, "SELECT owner, line FROM compiles", "torch|213");
	harness_free(report);
}

/* C16 */
static void
no_reason_null_and_could_not_find_it_are_three_states(void **state)
{
	static const struct {
		const char *reasons, *recompiles, *failures;
	} samples[] = {
		{ "[]", "1|0", "" },
		{ "[null]", "1|1", "-|-|-|-" },
		{ "null", "1|1", "-|-|-|-" },
		{ "[\"\"]", "1|1", "||-|other" },
		{ "", "1|1", "||-|other" },
		{ "Unable to find recompilation reasons", "1|1",
		    "Unable to find recompilation reasons|"
		    "Unable to find recompilation reasons|-|other" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		struct harness *report = recompiled("-_0_1_0", "[0/1]",
		    "/srv/a.py:3 in f", samples[i].reasons);

		WANT(report, "SELECT recompiles, guard_failures FROM runs",
		    samples[i].recompiles);
		WANT(report, "SELECT guard, guard, missed_compile_id,"
		    " guard_class FROM guard_failures", samples[i].failures);
		harness_free(report);
	}
}

/* C45 */
static void
a_type_id_is_no_value(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	add_recompile(report, 1,
	    "0/0: ___check_type_id(G['edge_type'], 94630539513280)");
	add_recompile(report, 2, "0/0: ___check_type_id(G['edge_type'], "
	    "94630539599999), type=<class 'graphs.EdgeType'>");
	harness_ingest(report);
	WANT(report, "SELECT guard_class, source, expected, actual FROM"
	    " guard_failures ORDER BY compile_id",
	    "type|G['edge_type']|-|-\n"
	    "type|G['edge_type']|graphs.EdgeType|-");
	WANT(report, "SELECT recompiles, guard_values LIKE '%946%' FROM"
	    " recompile_causes", "2|0");
	harness_free(report);
}

/* Ids of all kinds at the head of a reason. */
static void
missed_ids_of_compiled_autograd_and_four_digits(void **state)
{
	struct harness *report = recompiled("0_-_-_-", "[!0/-/-]",
	    "/srv/a.py:3 in f", "x");

	(void)state;
	harness_free(report);
	report = recompiled("-_49_974_0", "[49/974]", "/srv/a.py:3 in f",
	    "49/973: L['n'] == 973");
	WANT(report, "SELECT compile_id, missed_compile_id, expected FROM"
	    " guard_failures", "49/974|49/973|973");
	harness_free(report);
	report = recompiled("0_5_1_0", "[!0/5/1]", "/srv/a.py:3 in f",
	    "!0/5/0: L['inputs'][2] is None");
	WANT(report, "SELECT compile_id, missed_compile_id, source FROM"
	    " guard_failures", "!0/5/1|!0/5/0|inputs[2]");
	harness_free(report);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    the_same_reason_eight_times_is_eight_rows_of_one_cause),
		cmocka_unit_test(
		    object_ids_of_thirty_seven_entries_are_one_cause),
		cmocka_unit_test(
		    an_object_id_of_a_path_without_root_is_read_alike),
		cmocka_unit_test(a_module_attribute_is_a_value_with_its_path),
		cmocka_unit_test(advice_behind_a_size_mismatch_splits_nothing),
		cmocka_unit_test(nested_quotes_in_a_tensors_name_stay),
		cmocka_unit_test(an_integer_that_grows_each_step_is_one_cause),
		cmocka_unit_test(a_learning_rate_keeps_all_its_digits),
		cmocka_unit_test(
		    no_reason_null_and_could_not_find_it_are_three_states),
		cmocka_unit_test(a_type_id_is_no_value),
		cmocka_unit_test(
		    missed_ids_of_compiled_autograd_and_four_digits),
	};

	return cmocka_run_group_tests_name("cases_recompiles", tests, NULL,
	    NULL);
}
