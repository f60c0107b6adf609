/*
 * test_join_graphs.c - views graphs and graph_ops of small reports.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report_harness.inc"

#define MODULE "class GraphModule(torch.nn.Module):\n"			\
	"    def forward(self, L_x_: \"f32[4][1]cpu\"):\n"		\
	"        l_x_ = L_x_\n"

static const char graph[] = MODULE
    "        sin: \"f32[4][1]cpu\" = l_x_.sin();  l_x_ = None\n"
    "        return (sin,)\n";

static const char larger[] = MODULE
    "        sin: \"f32[4][1]cpu\" = l_x_.sin()\n"
    "        sin_1: \"f32[4][1]cpu\" = sin.sin();  sin = None\n"
    "        add: \"f32[4][1]cpu\" = sin_1 + l_x_\n"
    "        return (add,)\n";

/* Two attempts of a compile, and what came after. */
static struct harness *
report(void)
{
	struct harness *harness = harness_new();

	harness_file(harness, "-_0_0_0/dynamo_output_graph_9.txt", graph);
	harness_file(harness, "-_0_0_1/dynamo_output_graph_10.txt", larger);
	harness_file(harness, "-_0_0_1/aot_forward_graph_11.txt", graph);
	harness_file(harness, "-_0_0_1/inductor_output_code_cabc_12.html",
	    "<pre style=\"x\">\n<span>a\n</span></pre>\n");
	harness_file(harness, "-_0_0_1/aot_forward_graph_fw_metadata_13.txt",
	    "ViewAndMutationMeta()\n");
	harness_metrics(harness, "-_0_0_1/compilation_metrics_14.html",
	    "[0/0_1]", "/srv/a.py:1 in f", "");
	harness_ingest(harness);
	return harness;
}

static void
graphs_of_a_compile_come_in_the_order_of_their_numbers(void **state)
{
	struct harness *harness = report();

	(void)state;
	assert_string_equal(harness_rows(harness, "SELECT compile_id, stage,"
	    " nodes, ops, inputs, length(hash), length(normalised_hash),"
	    " length(ops_hash), artifact_path FROM graphs ORDER BY graph_id"),
	    "0/0|dynamo|3|1|1|32|32|32|-_0_0_0/dynamo_output_graph_9.txt\n"
	    "0/0|dynamo|5|3|1|32|32|32|-_0_0_1/dynamo_output_graph_10.txt\n"
	    "0/0|forward|3|1|1|32|32|32|-_0_0_1/aot_forward_graph_11.txt\n"
	    "0/0|output_code|-|-|-|32|32|-"
	    "|-_0_0_1/inductor_output_code_cabc_12.html");
	harness_free(harness);
}

static void
operators_are_counted_by_graph(void **state)
{
	struct harness *harness = report();

	(void)state;
	assert_string_equal(harness_rows(harness, "SELECT graph_id, stage, op,"
	    " count FROM graph_ops ORDER BY graph_id, op"),
	    "1|dynamo|Tensor.sin|1\n"
	    "2|dynamo|Tensor.sin|2\n"
	    "2|dynamo|operator.add|1\n"
	    "3|forward|Tensor.sin|1");
	harness_free(harness);
}

static void
equal_texts_have_equal_hashes(void **state)
{
	struct harness *harness = report();

	(void)state;
	assert_string_equal(harness_rows(harness, "SELECT count(*) FROM graphs"
	    " AS a JOIN graphs AS b USING (hash, normalised_hash, ops_hash)"
	    " WHERE a.graph_id < b.graph_id"), "1");
	harness_free(harness);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    graphs_of_a_compile_come_in_the_order_of_their_numbers),
		cmocka_unit_test(operators_are_counted_by_graph),
		cmocka_unit_test(equal_texts_have_equal_hashes),
	};

	return cmocka_run_group_tests_name("join_graphs", tests, NULL, NULL);
}
