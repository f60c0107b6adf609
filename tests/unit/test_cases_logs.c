/*
 * test_cases_logs.c - shapes of trace logs met in public bug reports. The
 * number of the case stands before each test.
 */
#include "case_report.h"

#define START "\"dynamo_start\": {\"stack\": [{\"filename\": \"/srv/a.py\", " \
	"\"line\": 3, \"name\": \"f\"}]}"
#define METRICS(more) "\"compilation_metrics\": {\"co_name\": \"f\", "	\
	"\"co_filename\": \"/srv/a.py\", \"co_firstlineno\": 3, "	\
	"\"entire_frame_compile_time_s\": 2.0, \"guard_count\": 4, "	\
	"\"graph_op_count\": 2, "					\
	"\"restart_reasons\": [], \"fail_type\": null" more "}"
#define ARTIFACT(name) "\"artifact\": {\"name\": \"" name "\", "	\
	"\"encoding\": \"string\"}"

/* C48 */
static void
a_runtime_record_adds_no_time_and_no_compile(void **state)
{
	struct harness *report = harness_new();
	struct buffer log = { 0 };

	(void)state;
	log_record(&log, START AT("0", "0", "0"), NULL);
	log_record(&log, METRICS(", \"is_runtime\": false") AT("0", "0", "0"),
	    NULL);
	log_record(&log, "\"compilation_metrics\": {\"compile_id\": \"0/0\", "
	    "\"is_runtime\": true, \"co_name\": null, \"co_filename\": null, "
	    "\"compliant_custom_ops\": null, \"non_compliant_ops\": null, "
	    "\"restart_reasons\": null, \"fail_type\": null, "
	    "\"entire_frame_compile_time_s\": 5.0, "
	    "\"runtime_triton_autotune_time_us\": 900}" AT("0", "0", "0"),
	    NULL);
	/* with no frame at all */
	log_record(&log, "\"compilation_metrics\": {\"compile_id\": null, "
	    "\"is_runtime\": true, \"compliant_custom_ops\": null, "
	    "\"entire_frame_compile_time_s\": 7.0}", NULL);
	ingest_log(report, &log);
	WANT(report, "SELECT compiles, compile_s, complete, restart_rows,"
	    " failure_rows FROM runs", "1|2.0|1|0|0");
	WANT(report, "SELECT compile_id, instance, status, entire_frame_s"
	    " FROM compiles", "0/0|0|ok|2.0");
	harness_free(report);
}

/* C48 */
static void
a_runtime_record_before_the_metrics_is_not_taken_for_them(void **state)
{
	struct harness *report = harness_new();
	struct buffer log = { 0 };

	(void)state;
	log_record(&log, START AT("0", "0", "0"), NULL);
	log_record(&log, "\"compilation_metrics\": {\"compile_id\": \"0/0\", "
	    "\"is_runtime\": true, \"entire_frame_compile_time_s\": 5.0}"
	    AT("0", "0", "0"), NULL);
	log_record(&log, METRICS("") AT("0", "0", "0"), NULL);
	ingest_log(report, &log);
	WANT(report, "SELECT compiles, compile_s FROM runs", "1|2.0");
	harness_free(report);
}

/* C49 */
static void
a_record_of_bad_json_and_a_payload_of_another_sum(void **state)
{
	struct harness *report = harness_new();
	struct buffer log = { 0 };

	(void)state;
	log_record(&log, START AT("0", "0", "0"), NULL);
	buffer_add_string(&log, "V1130 02:48:01.050000 9595 torch/_dynamo/x.py"
	    ":1] {\"artifact\": {\"name\": \"cut\n");
	buffer_add_string(&log, "V1130 02:48:01.060000 9595 torch/_dynamo/x.py"
	    ":1] {" ARTIFACT("odd") AT("0", "0", "0") ", \"has_payload\": "
	    "\"0123456789abcdef0123456789abcdef\"}\n\tnot of this sum\n");
	log_record(&log, METRICS("") AT("0", "0", "0"), NULL);
	ingest_log(report, &log);
	WANT(report, "SELECT compile_id, status, entire_frame_s FROM"
	    " compiles", "0/0|ok|2.0");
	WANT(report, "SELECT severity, code, file FROM problems ORDER BY"
	    " offset, code", "loss|log_bad_json|raw.log\n"
	    "loss|payload_md5|raw.log\nnote|unread|raw.log@265/odd");
	WANT(report, "SELECT count(DISTINCT offset), min(offset) > 0 FROM"
	    " problems", "2|1");
	harness_free(report);
}

/* C49 */
static void
a_last_line_without_its_end_is_read_where_it_is_whole(void **state)
{
	struct harness *report = harness_new();
	struct buffer log = { 0 };

	(void)state;
	log_record(&log, START AT("0", "0", "0"), NULL);
	log_record(&log, METRICS("") AT("0", "0", "0"), NULL);
	log.len--;
	ingest_log(report, &log);
	WANT(report, "SELECT status, entire_frame_s FROM compiles",
	    "ok|2.0");
	harness_free(report);
}

/* C49 */
static void
a_cut_last_line_is_a_loss_and_its_compile_unfinished(void **state)
{
	struct harness *report = harness_new();
	struct buffer log = { 0 };

	(void)state;
	log_record(&log, START AT("0", "0", "0"), NULL);
	log_record(&log, METRICS("") AT("0", "0", "0"), NULL);
	log_record(&log, START AT("1", "0", "0"), NULL);
	log_record(&log, METRICS("") AT("1", "0", "0"), NULL);
	log.len -= 40;
	ingest_log(report, &log);
	WANT(report, "SELECT compile_id, status FROM compiles ORDER BY"
	    " compile_id", "0/0|ok\n1/0|unfinished");
	WANT(report, "SELECT complete, unfinished FROM runs", "0|1");
	WANT(report, "SELECT severity, offset > 0 FROM problems", "loss|1\n"
	    "warning|-");
	harness_free(report);
}

/* C36 */
static void
guards_added_by_symbols_are_counted_for_their_rank(void **state)
{
	struct harness *report = harness_new();
	struct buffer log = { 0 };

	(void)state;
	log_record(&log, START ", \"rank\": 0" AT("8", "47", "0"), NULL);
	log_record(&log, "\"guard_added_fast\": {\"expr\": \"Eq(s100, s132)\", "
	    "\"user_stack\": [], \"stack\": []}, \"rank\": 0"
	    AT("8", "47", "0"), NULL);
	log_record(&log, "\"guard_added_fast\": {\"expr\": \"s7 <= 4096\", "
	    "\"user_stack\": [], \"stack\": []}, \"rank\": 0"
	    AT("8", "47", "0"), NULL);
	log_record(&log, METRICS(", \"shape_env_guard_count\": 2")
	    ", \"rank\": 0" AT("8", "47", "0"), NULL);
	ingest_log(report, &log);
	WANT(report, "SELECT rank, compile_id, expression FROM guards_added"
	    " ORDER BY position", "0|8/47|Eq(s100, s132)\n0|8/47|s7 <= 4096");
	WANT(report, "SELECT shape_env_guards FROM compiles", "2");
	harness_free(report);
}

/* C42 */
static void
why_cudagraphs_were_skipped_stands_with_the_compile(void **state)
{
	struct harness *report = harness_new();
	struct buffer log = { 0 };

	(void)state;
	log_record(&log, START AT("0", "0", "0"), NULL);
	log_record(&log, METRICS(", \"cudagraph_skip_reason\": \"skipping "
	    "cudagraphs due to mutated inputs (36 instances). Found from : "
	    "\\n   File \\\"/srv/a.py\\\", line 7, in f\\n\"")
	    AT("0", "0", "0"), NULL);
	ingest_log(report, &log);
	WANT(report, "SELECT json_extract(metrics, '$.cudagraph_skip_reason')"
	    " LIKE 'skipping cudagraphs due to mutated inputs (36 instances)%'"
	    " FROM compiles", "1");
	harness_free(report);
}

/* C31, C32 */
static void
a_rank_that_misses_where_the_other_hits_is_seen(void **state)
{
	static const struct {
		const char *rank, *state, *key;
	} sides[] = { { "0", "hit", "fabc" }, { "1", "miss", "fabd" } };
	struct harness *report = harness_new();
	size_t i;

	(void)state;
	for (i = 0; i < 2; i++) {
		char path[96], text[256];

		snprintf(path, sizeof(path), "rank_%s/-_0_0_0/"
		    "fx_graph_cache_%s_1.json", sides[i].rank,
		    sides[i].state);
		snprintf(text, sizeof(text), "{\"key\": \"%s\", \"components\""
		    ": [\"[aaa] gm: f()\", \"[bbb] group: %s\"], "
		    "\"cache_state\": \"%s\"}", sides[i].key, sides[i].rank,
		    sides[i].state);
		harness_file(report, path, text);
		snprintf(path, sizeof(path), "rank_%s/-_0_0_0/"
		    "compilation_metrics_2.html", sides[i].rank);
		harness_metrics(report, path, "[0/0]", "/srv/a.py:3 in f",
		    DONE);
	}
	harness_ingest(report);
	WANT(report, "SELECT rank, compile_id, cache, state, key FROM"
	    " cache_events ORDER BY rank",
	    "0|0/0|fx|hit|fabc\n1|0/0|fx|miss|fabd");
	WANT(report, "SELECT ranks, cache_hits, cache_misses FROM runs",
	    "2|1|1");
	harness_free(report);
}

/* C50 */
static void
subgraphs_of_one_compile_are_artifacts_of_their_own(void **state)
{
	struct harness *report = harness_new();
	struct buffer log = { 0 };
	int i;

	(void)state;
	log_record(&log, START AT("0", "0", "0"), NULL);
	for (i = 0; i < 3; i++) {
		log_record(&log, "\"aot_forward_graph\": {}, \"subgraph_name\""
		    ": \"submod\"" AT("0", "0", "0"),
		    "class GraphModule(torch.nn.Module):\n"
		    "    def forward(self, x: \"f32[4]\"):\n"
		    "        add: \"f32[4]\" = torch.ops.aten.add.Tensor(x, 1);"
		    "  x = None\n        return (add,)\n");
		log_record(&log, "\"inductor_output_code\": {\"filename\": "
		    "\"/tmp/x/cabc.py\"}" AT("0", "0", "0"), "import torch\n");
	}
	log_record(&log, METRICS("") AT("0", "0", "0"), NULL);
	ingest_log(report, &log);
	WANT(report, "SELECT stage, count(*) FROM graphs GROUP BY stage",
	    "forward|3\noutput_code|3");
	WANT(report, "SELECT compiles FROM runs", "1");
	harness_free(report);
}

/* C33 */
static void
records_without_an_id_are_kept_and_make_no_compile(void **state)
{
	struct harness *report = harness_new();
	struct buffer log = { 0 };

	(void)state;
	log_record(&log, ARTIFACT("vllm_config"), "x");
	log_record(&log, "\"dynamo_output_graph\": {\"sizes\": {}}", "g");
	log_record(&log, "\"brand_new_kind\": {\"a\": [1, null]}"
	    AT("0", "0", "0"), NULL);
	log_record(&log, START AT("0", "0", "0"), NULL);
	log_record(&log, METRICS(", \"brand_new_field\": [1]")
	    AT("0", "0", "0"), NULL);
	ingest_log(report, &log);
	WANT(report, "SELECT compile_id FROM compiles", "0/0");
	WANT(report, "SELECT json_extract(metrics, '$.brand_new_field') FROM"
	    " compiles", "[1]");
	WANT(report, "SELECT count(*) FROM problems WHERE severity <> 'note'",
	    "0");
	harness_free(report);
}

/* C16 */
static void
recompile_reasons_of_a_log_have_the_same_three_states(void **state)
{
	struct harness *report = harness_new();
	struct buffer log = { 0 };
	static const char *const reasons[] = { "[]", "[null]",
		"Unable to find recompilation reasons" };
	char members[512];
	int i;

	(void)state;
	for (i = 0; i < 3; i++) {
		snprintf(members, sizeof(members), "\"artifact\": {\"name\": "
		    "\"recompile_reasons\", \"encoding\": \"json\"}, "
		    "\"frame_id\": 0, \"frame_compile_id\": %d, \"attempt\": "
		    "0", i + 1);
		log_record(&log, members, reasons[i]);
		snprintf(members, sizeof(members), START ", \"frame_id\": 0, "
		    "\"frame_compile_id\": %d, \"attempt\": 0", i + 1);
		log_record(&log, members, NULL);
		snprintf(members, sizeof(members), METRICS("") ", \"frame_id\""
		    ": 0, \"frame_compile_id\": %d, \"attempt\": 0", i + 1);
		log_record(&log, members, NULL);
	}
	ingest_log(report, &log);
	WANT(report, "SELECT compile_id, guard_failures FROM recompiles ORDER"
	    " BY compile_id", "0/1|0\n0/2|1\n0/3|1");
	WANT(report, "SELECT compile_id, guard FROM guard_failures ORDER BY"
	    " compile_id",
	    "0/2|-\n0/3|Unable to find recompilation reasons");
	harness_free(report);
}

/* C37 */
static void
a_payload_line_of_ten_megabytes_is_whole(void **state)
{
	struct harness *report = harness_new();
	struct buffer log = { 0 }, line = { 0 };
	int i;

	(void)state;
	for (i = 0; i < 1 << 20; i++)
		buffer_add_string(&line, "0123456789");
	log_record(&log, START AT("0", "0", "0"), NULL);
	log_record(&log, ARTIFACT("long") AT("0", "0", "0"),
	    buffer_string(&line));
	log_record(&log, METRICS("") AT("0", "0", "0"), NULL);
	buffer_release(&line);
	ingest_log(report, &log);
	WANT(report, "SELECT status FROM compiles", "ok");
	WANT(report, "SELECT message FROM problems", "artifact long");
	harness_free(report);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_runtime_record_adds_no_time_and_no_compile),
		cmocka_unit_test(
		    a_runtime_record_before_the_metrics_is_not_taken_for_them),
		cmocka_unit_test(
		    a_record_of_bad_json_and_a_payload_of_another_sum),
		cmocka_unit_test(
		    a_last_line_without_its_end_is_read_where_it_is_whole),
		cmocka_unit_test(
		    a_cut_last_line_is_a_loss_and_its_compile_unfinished),
		cmocka_unit_test(
		    guards_added_by_symbols_are_counted_for_their_rank),
		cmocka_unit_test(
		    why_cudagraphs_were_skipped_stands_with_the_compile),
		cmocka_unit_test(
		    a_rank_that_misses_where_the_other_hits_is_seen),
		cmocka_unit_test(
		    subgraphs_of_one_compile_are_artifacts_of_their_own),
		cmocka_unit_test(
		    records_without_an_id_are_kept_and_make_no_compile),
		cmocka_unit_test(
		    recompile_reasons_of_a_log_have_the_same_three_states),
		cmocka_unit_test(a_payload_line_of_ten_megabytes_is_whole),
	};

	return cmocka_run_group_tests_name("cases_logs", tests, NULL, NULL);
}
