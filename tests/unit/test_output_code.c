/*
 * test_output_code.c - hashes of Inductor's output code, and stages of
 * graphs by their file names.
 */
#include "parse_test.h"

#include "parse/graph/output_code.h"

static struct graph
parse(const char *bytes)
{
	struct parse_test test;
	struct graph graph;

	parse_test_init(&test);
	output_code_parse(&test.context, slice_of(bytes), &graph);
	parse_test_release(&test);
	return graph;
}

static void
highlighting_is_taken_off(void **state)
{
	struct parse_test test;

	(void)state;
	parse_test_init(&test);
	/* kinds/cache_bypass, report-0.3.20: syntect's page */
	assert_slice(output_code_text(&test.arena, LITERAL(
	    "<pre style=\"background-color:#ffffff;\">\n"
	    "<span style=\"color:#969896;\"># ID: [&#39;1&#39;]\n"
	    "</span><span>if a </span><span>&lt; </span><span>b &amp;&amp; "
	    "&quot;&unknown;&quot;\n</span></pre>\n")),
	    "# ID: ['1']\nif a < b && \"&unknown;\"\n");
	assert_slice(output_code_text(&test.arena, LITERAL("a < b\n")),
	    "a < b\n");
	assert_slice(output_code_text(&test.arena,
	    LITERAL("<pre style=\"\"><span")), "");
	parse_test_release(&test);
}

static void
page_and_plain_text_have_equal_hashes(void **state)
{
	struct graph page = parse("<pre style=\"x\">\n<span>a &gt; b\n</span>"
	    "</pre>\n");
	struct graph text = parse("a > b\n");

	(void)state;
	assert_string_equal(page.hash, text.hash);
	assert_string_equal(page.normalised_hash, text.normalised_hash);
	assert_string_equal(page.ops_hash, "");
	assert_true(page.nodes == UNKNOWN_INT);
}

static void
comments_paths_hashes_and_symbols_do_not_matter(void **state)
{
	struct graph a = parse("# AOT ID: ['5_inference']\n"
	    "#include \"/tmp/torchinductor_root/2r/"
	    "c2rnilspx43ivnzu4uieul65kx65dfhfbptbh5og4wk6rqebuxoo.h\"\n"
	    "    // a comment\n"
	    "buf0 = empty((s77, s27))  # kernel\n"
	    "k = {'backend_hash': '0123456789abcdef0123456789abcdef0123'}\n");
	struct graph b = parse("# AOT ID: ['6_inference']\n"
	    "#include \"/tmp/other/c3aaaaaaaaa/x.h\"\n"
	    "buf0 = empty((s0, s1))\n"
	    "k = {'backend_hash': 'fedcba98765432100123456789abcdef0123'}\n");

	(void)state;
	assert_string_not_equal(a.hash, b.hash);
	assert_string_equal(a.normalised_hash, b.normalised_hash);
}

static void
code_sizes_and_kernel_names_matter(void **state)
{
	struct graph a = parse("cpp_fused_add_0(buf0, 16)\n");

	(void)state;
	assert_string_not_equal(a.normalised_hash,
	    parse("cpp_fused_add_0(buf0, 32)\n").normalised_hash);
	assert_string_not_equal(a.normalised_hash,
	    parse("cpp_fused_mul_0(buf0, 16)\n").normalised_hash);
	assert_string_not_equal(parse("#pragma omp\n").normalised_hash,
	    parse("#pragma GCC\n").normalised_hash);
}

static void
file_names_tell_the_stage(void **state)
{
	static const struct {
		const char *name, *stage;
	} cases[] = {
		{ "dynamo_output_graph", "dynamo" },
		{ "before_pre_grad_graph", "pre_grad" },
		{ "after_pre_grad_graph", "pre_grad" },
		{ "aot_joint_graph", "joint" },
		{ "before_joint_graph", "joint" },
		{ "aot_forward_graph", "forward" },
		{ "aot_backward_graph", "backward" },
		{ "aot_inference_graph", "inference" },
		{ "inductor_post_grad_graph", "post_grad" },
		{ "before_post_grad_graph", "post_grad" },
		{ "inductor_output_code_cabc", "output_code" },
		{ "optimize_ddp_split_graph", "other" },
		{ "optimize_ddp_split_child_submod_0", "other" },
		{ "compiled_autograd_graph", "other" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_string_equal(graph_stage_name(graph_stage_of(
		    slice_of(cases[i].name))), cases[i].stage);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(highlighting_is_taken_off),
		cmocka_unit_test(page_and_plain_text_have_equal_hashes),
		cmocka_unit_test(
		    comments_paths_hashes_and_symbols_do_not_matter),
		cmocka_unit_test(code_sizes_and_kernel_names_matter),
		cmocka_unit_test(file_names_tell_the_stage),
	};

	return cmocka_run_group_tests_name("output_code", tests, NULL, NULL);
}
