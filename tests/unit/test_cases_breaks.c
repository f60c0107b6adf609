/*
 * test_cases_breaks.c - shapes of graph breaks met in public bug reports. The
 * number of the case stands before each test.
 */
#include "case_report.h"

#define PRINT BREAK("Failed to trace builtin operator",			\
	"Dynamo does not know how to trace builtin operator `print`",	\
	"builtin print [] False", "0059")
#define ITEM BREAK("Unsupported Tensor.item() call with "		\
	"capture_scalar_outputs=False", "Dynamo does not support it.",	\
	"call_method TensorVariable() item () {}", "0124")

/* C2: restart reasons and how often each stood in the table. */
static const struct {
	int count;
	const char *reason;
} repeated[] = {
	{ 41, "call_method UserDefinedObjectVariable(Mesh) shape [] {}" },
	{ 13, "builtin: print [&lt;class &#39;torch._dynamo.variables."
	    "tensor.TensorVariable&#39;&gt;] False" },
	{ 4, "Tensor.tolist() with non-integer tensor" },
	{ 1, "Dynamic slicing on data-dependent value is not supported" },
	{ 1, "&#39;inline in skipfiles: Registry.lookup | lookup "
	    "/srv/lib.py&#39;" },
	{ 1, "Tensor.item" },
};

/* C2 */
static void
sixty_one_restart_rows_of_six_reasons_are_six_kinds(void **state)
{
	struct harness *report = harness_new();
	struct buffer body = { 0 };
	size_t i;
	int k, number = 0;

	(void)state;
	for (i = 0; i < sizeof(repeated) / sizeof(*repeated); i++) {
		for (k = 0; k < repeated[i].count; k++) {
			char path[64], id[32];

			snprintf(path, sizeof(path), "%zu_%d_1/"
			    "compilation_metrics_%d.html", i, k, ++number);
			snprintf(id, sizeof(id), "[%zu/%d_1]", i, k);
			buffer_clear(&body);
			buffer_printf(&body, "%s     <li> <code> %s </code> "
			    "</li>\n%s", TIMES("2", "1") RESTARTED(""),
			    repeated[i].reason, GRAPH("1", "1"));
			harness_metrics(report, path, id,
			    "/srv/model.py:10 in forward",
			    buffer_string(&body));
		}
	}
	buffer_release(&body);
	harness_ingest(report);
	WANT(report, "SELECT restart_rows, break_events, break_sites,"
	    " break_kinds FROM runs", "61|61|6|6");
	WANT(report, "SELECT events FROM sites ORDER BY events DESC",
	    "41\n13\n4\n1\n1\n1");
	WANT(report, "SELECT count(DISTINCT reason) FROM restarts", "6");
	harness_free(report);
}

/* C3 */
static void
a_long_one_line_reason_of_torch_2_4_names_its_builtin(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "-_49_974_0/dynamo_graph_break_reason_1.txt",
	    "Graph break in user code at /srv/attention.py:172\n"
	    "Reason: Unsupported: Graph break due to unsupported builtin "
	    "fast_kernels_cuda.PyCapsule.kvcache_forward. This function is "
	    "either a Python builtin (e.g. _warnings.warn) or a third-party "
	    "C/C++ Python extension (perhaps created with pybind). If it is a "
	    "Python builtin, please file an issue on GitHub so the PyTorch "
	    "team can add support for it and see the next case for a "
	    "workaround. If it is a third-party C/C++ Python extension, "
	    "please either wrap it into a PyTorch-understood custom operator "
	    "(see https://pytorch.org/tutorials/advanced/custom_ops.html for "
	    "more details) or, if it is traceable, use "
	    "torch.compiler.allow_in_graph.\n"
	    "User code traceback:\n"
	    FRAME("/srv/attention.py", "172",
	    "torch_dynamo_resume_in_forward_at_170", "kvcache_forward(q, k)"));
	harness_ingest(report);
	WANT(report, "SELECT compile_id, frame_id, frame_compile_id FROM"
	    " compiles", "49/974|49|974");
	WANT(report, "SELECT gb_id, kind LIKE 'Graph break due to unsupported"
	    " builtin fast_%', detail, file, line, function FROM breaks",
	    "-|1|fast_kernels_cuda.PyCapsule.kvcache_forward|"
	    "/srv/attention.py|172|forward");
	WANT(report, "SELECT instr(reason, 'custom_ops.html for more') > 0,"
	    " reason LIKE '%allow_in_graph.%' FROM breaks", "1|1");
	harness_free(report);
}

/* C4 */
static void
a_break_in_polyfills_climbs_to_the_line_that_called_it(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    HEAD(TORCH_AT "_dynamo/polyfills/__init__.py:55") CALL
	    BREAK("Unsupported method call", "Dynamo does not know how to "
	    "trace method `__eq__` of class `<unknown type>`",
	    "call_method GetAttrVariable(<x>, y) __eq__ [] {}", "0156")
	    STACK(FRAME("/srv/run.py", "9", "<module>", "step(x)")
	    FRAME("/srv/model.py", "31", "step", "if key in names:")
	    FRAME(TORCH_AT "_dynamo/polyfills/__init__.py", "60", "contains",
	    "any(eq(a, b) for a in c)")
	    FRAME(TORCH_AT "_dynamo/polyfills/__init__.py", "55", "eq",
	    "return a == b")));
	harness_metrics(report, "-_0_0_1/compilation_metrics_2.html",
	    "[0/0_1]", "/srv/model.py:28 in step", DONE);
	harness_ingest(report);
	WANT(report, "SELECT owner, line, function, via_file, via_line,"
	    " via_source, own_file, own_line FROM breaks", "torch|55|eq|"
	    "/srv/model.py|31|if key in names:|/srv/model.py|31");
	WANT(report, "SELECT explanation FROM breaks", "Dynamo does not know "
	    "how to trace method `__eq__` of class `<unknown type>`");
	WANT(report, "SELECT context FROM breaks",
	    "call_method GetAttrVariable(<x>, y) __eq__ [] {}");
	harness_free(report);
}

/* C5 */
static void
missing_reasons_and_module_none_stay_as_they_are(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    HEAD("/srv/a.py:3") CALL
	    BREAK("Attempted to call function marked as skipped",
	    "Dynamo does not know how to trace the builtin "
	    "`None._SimpleCData.__new__.`", "module: None, qualname: "
	    "_SimpleCData.__new__, skip reason: <missing reason>", "0007"));
	harness_file(report, "-_1_0_0/dynamo_graph_break_reason_2.txt",
	    HEAD("/srv/a.py:4") CALL
	    BREAK("Attempted to call function marked as skipped",
	    "Dynamo developers have intentionally marked that the function "
	    "`find_spec` in file `<frozen importlib.util>` should not be "
	    "traced.", "module: importlib.util, qualname: find_spec, skip "
	    "reason: <missing reason>", "0007"));
	harness_ingest(report);
	WANT(report, "SELECT detail, context FROM breaks ORDER BY event_id",
	    "_SimpleCData.__new__|module: None, qualname: "
	    "_SimpleCData.__new__, skip reason: <missing reason>\n"
	    "importlib.util.find_spec|module: importlib.util, qualname: "
	    "find_spec, skip reason: <missing reason>");
	harness_free(report);
}

/* A frame that no page names: one's own place is no caller of itself. */
static void
a_stack_without_its_compiled_frame_has_no_caller(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    HEAD("/srv/a.py:5") CALL PRINT STACK(
	    FRAME("/srv/run.py", "9", "<module>", "step(x)")
	    FRAME("/srv/a.py", "5", "f", "print(x)")));
	harness_file(report, "-_1_0_0/dynamo_graph_break_reason_2.txt",
	    HEAD("/v/site-packages/lib/a.py:5") CALL PRINT STACK(
	    FRAME("/srv/run.py", "9", "<module>", "step(x)")
	    FRAME("/v/site-packages/lib/a.py", "5", "f", "print(x)")));
	harness_ingest(report);
	WANT(report, "SELECT own_line, caller_line FROM breaks ORDER BY"
	    " event_id", "5|-\n-|9");
	harness_free(report);
}

/* One break in g, which f inlines: f, g and what resumes after each. */
static struct harness *
break_in_an_inlined_callee(void)
{
	static const char *const bodies[] = {
		TIMES("4", "2") RESTARTED(REASON(PRINT)) GRAPH("7", "3"),
		TIMES("2", "1") RESTARTED(REASON(PRINT)) GRAPH("5", "1"),
	};
	struct harness *report = harness_new();

	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    HEAD("/srv/a.py:5") CALL PRINT STACK(
	    FRAME("/srv/a.py", "20", "<module>", "f(x)")
	    FRAME("/srv/a.py", "11", "f", "y = g(x)")
	    FRAME("/srv/a.py", "5", "g", "print(x)")));
	harness_metrics(report, "-_0_0_1/compilation_metrics_4.html",
	    "[0/0_1]", "/srv/a.py:10 in f", bodies[0]);
	harness_file(report, "-_0_0_1/dynamo_output_graph_3.txt", "x");
	harness_file(report, "-_1_0_0/dynamo_graph_break_reason_5.txt",
	    HEAD("/srv/a.py:5") CALL PRINT STACK(
	    FRAME("/srv/a.py", "20", "<module>", "f(x)")
	    FRAME("/srv/a.py", "11", "f", "y = g(x)")
	    FRAME("/srv/a.py", "5", "g", "print(x)")));
	harness_metrics(report, "-_1_0_1/compilation_metrics_8.html",
	    "[1/0_1]", "/srv/a.py:4 in g", bodies[1]);
	harness_metrics(report, "-_2_0_0/compilation_metrics_10.html",
	    "[2/0]", "/srv/a.py:5 in torch_dynamo_resume_in_g_at_5", DONE);
	harness_metrics(report, "-_3_0_0/compilation_metrics_12.html",
	    "[3/0]", "/srv/a.py:11 in torch_dynamo_resume_in_f_at_11", DONE);
	return report;
}

/* C19 */
static void
a_break_in_an_inlined_callee_is_one_site_of_four_compiles(void **state)
{
	struct harness *report = break_in_an_inlined_callee();

	(void)state;
	harness_ingest(report);
	WANT(report, "SELECT compiles, break_events, break_sites,"
	    " restart_rows FROM runs", "4|2|1|2");
	WANT(report, "SELECT events, frames, line, function FROM sites",
	    "2|2|5|g");
	/* the resumed functions are named after what they resume */
	WANT(report, "SELECT compile_id, function, frame_name FROM compiles"
	    " WHERE frame_id > 1", "2/0|g|torch_dynamo_resume_in_g_at_5\n"
	    "3/0|f|torch_dynamo_resume_in_f_at_11");
	harness_free(report);
}

/* C22 */
static void
a_recompile_repeats_events_and_not_sites(void **state)
{
	static const char *const places[] = { "11", "12", "13" };
	struct harness *report = harness_new();
	int compile, i, number = 0;

	(void)state;
	for (compile = 0; compile < 2; compile++) {
		char path[80], text[1024];

		if (compile)
			harness_file(report, "-_0_1_0/recompile_reasons_4"
			    ".json", "0/0: L['mode'] == 'fast'");
		number += compile;
		for (i = 0; i < 3; i++) {
			snprintf(path, sizeof(path), "-_0_%d_%d/"
			    "dynamo_graph_break_reason_%d.txt", compile, i,
			    ++number);
			snprintf(text, sizeof(text), HEAD("/srv/a.py:%s") CALL
			    PRINT "\n\nUser code traceback:\n  File "
			    "\"/srv/a.py\", line %s, in f\n    print(x)\n\n",
			    places[i], places[i]);
			harness_file(report, path, text);
		}
	}
	harness_ingest(report);
	WANT(report, "SELECT break_sites, break_events, recompiles, compiles"
	    " FROM runs", "3|6|1|2");
	WANT(report, "SELECT events, compiles, frames,"
	    " max_compiles_per_frame FROM sites ORDER BY line",
	    "2|2|1|2\n2|2|1|2\n2|2|1|2");
	harness_free(report);
}

/* C27 */
static void
code_without_a_file_is_generated_and_no_ones_own(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    HEAD("<string>:3") CALL PRINT STACK(
	    FRAME("/srv/run.py", "8", "<module>", "print(repr(t))")
	    FRAME("<eval_with_key>.12", "4", "forward", "y = f(x)")
	    FRAME("<frozen importlib._bootstrap>", "1027", "_find_and_load",
	    "")
	    FRAME("<string>", "3", "__repr__", "")));
	harness_metrics(report, "-_0_0_1/compilation_metrics_2.html",
	    "[0/0_1]", "/srv/run.py:1 in &lt;module&gt;", DONE);
	harness_ingest(report);
	WANT(report, "SELECT file, line, function, owner, own_line FROM"
	    " breaks", "<string>|3|__repr__|generated|8");
	WANT(report, "SELECT file, line, function, owner FROM frames ORDER BY"
	    " depth", "/srv/run.py|8|<module>|user\n"
	    "<eval_with_key>.12|4|forward|generated\n"
	    "<frozen importlib._bootstrap>|1027|_find_and_load|generated\n"
	    "<string>|3|__repr__|generated");
	harness_free(report);
}

/* C41 */
static void
an_intended_break_of_ddp_and_its_children(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    "Graph break in user code at /srv/a.py:7\nGraph Break Reason: "
	    "DDPOptimizer intentional graph-break (See Note [DDPOptimizer]). "
	    "Set `torch._dynamo.config.optimize_ddp = False` to disable.\n"
	    "User code traceback:\n"
	    FRAME("/srv/a.py", "7", "forward", "x = self.a(x)"));
	harness_file(report, "-_0_0_0/optimize_ddp_split_graph_2.txt", "g");
	harness_file(report,
	    "-_0_0_0/optimize_ddp_split_child_submod_0_3.txt", "c0");
	harness_file(report,
	    "-_0_0_0/optimize_ddp_split_child_submod_1_4.txt", "c1");
	harness_ingest(report);
	WANT(report, "SELECT kind, file, line FROM breaks", "DDPOptimizer "
	    "intentional graph-break (See Note [DDPOptimizer]). Set "
	    "`torch._dynamo.config.optimize_ddp = False` to disable.|"
	    "/srv/a.py|7");
	WANT(report, "SELECT count(*), count(DISTINCT path) FROM artifacts"
	    " WHERE compile_id = '0/0' AND name LIKE 'optimize_ddp_%'",
	    "3|3");
	harness_free(report);
}

#define SHAPE(address) "call_method view(*(FakeTensor(..., device='cuda:0'," \
	" size=(4, 96, 32)), 2, 2, 96, 96), **{}): got RuntimeError(\"shape " \
	"'[2, 2, 96, 96]' is invalid for input of size 12288\") from " \
	"<function mark_static at " address ">"

/* C44 */
static void
addresses_ellipses_and_nested_quotes_are_one_kind(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    HEAD("/srv/a.py:5") SHAPE("0x7f7f977b36a0")
	    "\nUser code traceback:\n" FRAME("/srv/a.py", "5", "f", "g(x)"));
	harness_file(report, "-_0_1_0/dynamo_graph_break_reason_2.txt",
	    HEAD("/srv/a.py:5") SHAPE("0x55d0c0ffee10")
	    "\nUser code traceback:\n" FRAME("/srv/a.py", "5", "f", "g(x)"));
	harness_ingest(report);
	WANT(report, "SELECT break_events, break_sites, break_kinds FROM"
	    " runs", "2|1|1");
	WANT(report, "SELECT kind LIKE '%FakeTensor(..., device=''cuda:0'','"
	    " || ' size=(4, 96, 32)), 2, 2, 96, 96), **{}): got "
	    "RuntimeError(\"shape ''[2, 2,%', kind LIKE '%0x%' FROM sites",
	    "1|0");
	WANT(report, "SELECT count(DISTINCT reason) FROM breaks", "2");
	harness_free(report);
}

/* C44 */
static void
an_address_in_explanation_or_context_makes_no_second_kind(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    HEAD("/srv/a.py:5") CALL BREAK("Attempted to call function marked "
	    "as skipped", "forbidden callable <function mark_static_address "
	    "at 0x7f7f977b36a0>", "<function mark_static_address at "
	    "0x7f7f977b36a0>", "0007")
	    STACK(FRAME("/srv/a.py", "5", "f", "g(x)")));
	harness_file(report, "-_0_1_0/dynamo_graph_break_reason_2.txt",
	    HEAD("/srv/a.py:5") CALL BREAK("Attempted to call function marked "
	    "as skipped", "forbidden callable <function mark_static_address "
	    "at 0x55d0c0ffee10>", "<function mark_static_address at "
	    "0x55d0c0ffee10>", "0007")
	    STACK(FRAME("/srv/a.py", "5", "f", "g(x)")));
	harness_ingest(report);
	WANT(report, "SELECT break_events, break_sites, break_kinds FROM"
	    " runs", "2|1|1");
	harness_free(report);
}

/* C46 */
static void
an_empty_context_and_class_names_that_vary_keep_their_kind(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    HEAD("/srv/a.py:5") CALL BREAK("copy.deepcopy()",
	    "Dynamo does not support copy.deepcopy() on UserDefinedObject"
	    "Variable(BartConfig)", "", "0070")
	    STACK(FRAME("/srv/a.py", "5", "f", "deepcopy(c)")));
	harness_file(report, "-_1_0_0/dynamo_graph_break_reason_2.txt",
	    HEAD("/srv/b.py:6") CALL BREAK("copy.deepcopy()",
	    "Dynamo does not support copy.deepcopy() on UserDefinedObject"
	    "Variable(T5Config)",
	    "copy.deepcopy(UserDefinedObjectVariable(T5Config))", "0070")
	    STACK(FRAME("/srv/b.py", "6", "f", "deepcopy(c)")));
	harness_file(report, "-_2_0_0/dynamo_graph_break_reason_3.txt",
	    HEAD("/srv/c.py:7") CALL BREAK("logging.Logger method not "
	    "supported for non-export cases", "not supported",
	    "method: <Logger models.modeling_former (WARNING)>.warning, args: "
	    "[ConstantVariable(str: 'config.num_buckets is not set. Setting "
	    "it')], kwargs: {}", "0090")
	    STACK(FRAME("/srv/c.py", "7", "f", "logger.warning(m)")));
	harness_ingest(report);
	WANT(report, "SELECT break_kinds, break_sites FROM runs", "2|3");
	WANT(report, "SELECT quote(context) FROM breaks WHERE event_id = 1",
	    "''");
	WANT(report, "SELECT context LIKE 'method: <Logger models."
	    "modeling_former (WARNING)>.warning, args: [ConstantVariable(str:"
	    " ''config%' FROM breaks WHERE event_id = 3", "1");
	harness_free(report);
}

/* C51 */
static void
breaks_of_a_fullgraph_run_count_though_it_went_on(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	/* error_on_graph_break(False) inside: it went on */
	harness_file(report, "-_0_0_0/dynamo_graph_break_reason_1.txt",
	    HEAD("/srv/a.py:5") CALL ITEM
	    STACK(FRAME("/srv/a.py", "5", "f", "x.item()")));
	harness_metrics(report, "-_0_0_1/compilation_metrics_2.html",
	    "[0/0_1]", "/srv/a.py:3 in f", TIMES("2", "1")
	    RESTARTED(REASON(ITEM)) GRAPH("4", "2"));
	/* and one that raised */
	harness_metrics(report, "-_1_0_0/compilation_metrics_4.html",
	    "[1/0]", "/srv/b.py:3 in g", TIMES("2", "1")
	    FAILED("Unsupported", PRINT)
	    "    <p>In file <pre>/srv/b.py</pre>, line 8</p>\n"
	    GRAPH("", ""));
	harness_ingest(report);
	WANT(report, "SELECT form, evidence, gb_id FROM breaks ORDER BY"
	    " event_id", "resume|reason|GB0124\nerror|failure|GB0059");
	WANT(report, "SELECT break_events, failures, failure_rows FROM runs",
	    "2|0|1");
	harness_free(report);
}

/* C53 */
static void
restarts_are_classed_by_what_they_are_for(void **state)
{
	struct harness *report = harness_new();

	(void)state;
	harness_metrics(report, "-_0_0_5/compilation_metrics_3.html",
	    "[0/0_5]", "/srv/a.py:3 in f", TIMES("2.5", "1.5") RESTARTED(
	    REASON("Unknown fail_and_restart_analysis")
	    REASON("&lt;class &#39;torch._dynamo.exc."
	    "UnspecializeRestartAnalysis&#39;&gt;")
	    REASON("&lt;class &#39;torch._dynamo.exc."
	    "TensorifyScalarRestartAnalysis&#39;&gt;")
	    REASON("&lt;class &#39;torch._dynamo.exc."
	    "CompileCollectiveRestartAnalysis&#39;&gt;")
	    REASON(PRINT)) GRAPH("7", "3"));
	harness_metrics(report, "-_1_0_0/compilation_metrics_4.html",
	    "[1/0]", "/srv/b.py:3 in g", TIMES("2", "1")
	    FAILED("SpeculationLogDivergence", "\nSpeculationLog diverged at "
	    "index 4 (log had 9 entries):\n- Expected: /srv/b.py:5 (CALL at "
	    "ip 12)\n- Actual: /srv/b.py:9 (CALL at ip 60)\n") GRAPH("", ""));
	harness_ingest(report);
	WANT(report, "SELECT class, event_id FROM restarts ORDER BY position",
	    "unknown|-\nunspecialize|-\ntensorify|-\ncollective|-\n"
	    "graph_break|1");
	WANT(report, "SELECT category, event_id, fail_type FROM failures",
	    "dynamo_internal|-|SpeculationLogDivergence");
	WANT(report, "SELECT break_events, restart_rows, failures FROM runs",
	    "1|5|1");
	harness_free(report);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    sixty_one_restart_rows_of_six_reasons_are_six_kinds),
		cmocka_unit_test(
		    a_long_one_line_reason_of_torch_2_4_names_its_builtin),
		cmocka_unit_test(
		    a_break_in_polyfills_climbs_to_the_line_that_called_it),
		cmocka_unit_test(
		    missing_reasons_and_module_none_stay_as_they_are),
		cmocka_unit_test(
		    a_stack_without_its_compiled_frame_has_no_caller),
		cmocka_unit_test(
		    a_break_in_an_inlined_callee_is_one_site_of_four_compiles),
		cmocka_unit_test(a_recompile_repeats_events_and_not_sites),
		cmocka_unit_test(
		    code_without_a_file_is_generated_and_no_ones_own),
		cmocka_unit_test(an_intended_break_of_ddp_and_its_children),
		cmocka_unit_test(
		    addresses_ellipses_and_nested_quotes_are_one_kind),
		cmocka_unit_test(
		    an_address_in_explanation_or_context_makes_no_second_kind),
		cmocka_unit_test(
		    an_empty_context_and_class_names_that_vary_keep_their_kind),
		cmocka_unit_test(
		    breaks_of_a_fullgraph_run_count_though_it_went_on),
		cmocka_unit_test(restarts_are_classed_by_what_they_are_for),
	};

	return cmocka_run_group_tests_name("cases_breaks", tests, NULL, NULL);
}
