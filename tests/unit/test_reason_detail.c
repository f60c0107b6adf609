/*
 * test_reason_detail.c - details, hint classes and the recompile limit, with
 * contexts and explanations of real runs (torch 2.5 to 2.13).
 */
#include "parse_test.h"

#include "parse/reason/reason.h"

static void
check_detail(const char *kind, const char *context, const char *explanation,
    const char *want)
{
	struct parse_test test;
	struct reason_part part = { 0 };

	parse_test_init(&test);
	part.kind = slice_of(kind);
	part.context = slice_of(context);
	part.explanation = slice_of(explanation);
	assert_slice(reason_detail(&test.arena, &part), want);
	parse_test_release(&test);
}

static void
a_builtin_is_named_without_its_arguments(void **state)
{
	(void)state;
	check_detail("Failed to trace builtin operator",
	    "builtin print [<class 'torch._dynamo.X'>] False",
	    "Dynamo does not know how to trace builtin operator `print` with "
	    "argument types ['str'] (has_kwargs False)", "print");
	check_detail("builtin: print [<class 'torch._dynamo.X'>] False", NULL,
	    NULL, "print");
}

static void
an_operator_is_named_as_torch_does(void **state)
{
	(void)state;
	check_detail("Dynamic shape operator", "aten.nonzero.default",
	    "Operator `aten.nonzero.default`'s output shape depends on x.",
	    "aten.nonzero.default");
	check_detail("dynamic shape operator: aten.nonzero.default; to enable,"
	    " set torch._dynamo.config.x = True", NULL, NULL,
	    "aten.nonzero.default");
	check_detail("torch._subclasses.fake_tensor.X: aten.foo.default",
	    NULL, NULL, "aten.foo.default");
}

static void
a_skipped_function_is_named_with_its_module(void **state)
{
	static const char kind[] =
	    "Attempted to call function marked as skipped";

	(void)state;
	check_detail(kind, "module: time, qualname: time, skip reason: a",
	    "Dynamo does not know how to trace the builtin `time.time.` x",
	    "time.time");
	check_detail(kind, "module: <unknown module>, qualname: "
	    "pybind11_object.__new__, skip reason: a", NULL,
	    "pybind11_object.__new__");
	check_detail("Graph break due to unsupported builtin None.StringIO."
	    "__new__. This function is x", NULL, NULL, "StringIO.__new__");
	check_detail("'skip function cm in file /usr/lib/contextlib.py'",
	    NULL, NULL, "cm");
	check_detail("'inline in skipfiles: suppress.__init__ | __init__ "
	    "/x.py, skipped according y'", NULL, NULL, "suppress.__init__");
}

static void
a_method_is_named_with_the_type_of_its_object(void **state)
{
	(void)state;
	check_detail("Unsupported method call", "call_method "
	    "UserDefinedObjectVariable(ContextVar) get [] {}", "Dynamo does "
	    "not know how to trace method `get` of class `ContextVar`",
	    "ContextVar.get");
	check_detail("Unsupported Tensor.item() call",
	    "call_method TensorVariable() item () {}", NULL, "Tensor.item");
	check_detail("call_method UserDefinedObjectVariable(lock) acquire "
	    "[] {}", NULL, NULL, "lock.acquire");
	check_detail("logging.Logger method not supported", "method: <Logger "
	    "transformers.modeling_utils (WARNING)>.warning_once, args: []",
	    NULL, "Logger.warning_once");
	check_detail("K", "call_method LazyVariableTracker(realized: "
	    "ConstantVariable(str: 'a(b')) join x", NULL, "str.join");
}

static void
a_context_manager_is_named_by_its_type(void **state)
{
	(void)state;
	check_detail("Unsupported context manager", "Attempted SETUP_WITH/"
	    "BEFORE_WITH on UserDefinedObjectVariable(lock)", "Dynamo does "
	    "not know how to enter a `lock` context manager.", "lock");
	check_detail("BEFORE_WITH UserDefinedObjectVariable(lock)", NULL,
	    NULL, "lock");
	check_detail("Graph break under GenericContextWrappingVariable",
	    "Active generic context managers: "
	    "[GenericContextWrappingVariable(Ctx)]", NULL, "Ctx");
}

static void
an_attribute_is_named_with_its_object(void **state)
{
	(void)state;
	check_detail("setattr() on Tensor.requires_grad", "setattr("
	    "TensorVariable(), requires_grad, ConstantVariable(bool: True))",
	    NULL, "Tensor.requires_grad");
	check_detail("setattr() on unsupported type", "setattr("
	    "UserDefinedClassVariable(<class 'a.Handle'>), "
	    "ConstantVariable(str: 'next_id'), ConstantVariable(int: 1))",
	    NULL, "a.Handle.next_id");
}

static void
an_address_is_never_part_of_a_detail(void **state)
{
	(void)state;
	check_detail("torch.* op returned non-Tensor", "example_value type: "
	    "bool; op: call_function; target: <function flags at 0x7f21c88>",
	    NULL, "flags");
	check_detail("Skip calling `torch.compiler.disable()`d function",
	    "<function d.<locals>.<lambda> at 0x7f21c821f880>", NULL,
	    "d.<locals>.<lambda>");
	check_detail("SKIPPED INLINING", NULL, "SKIPPED INLINING <code "
	    "object reduce at 0x7f3, file \"/f.py\", line 24>:", "reduce");
	check_detail("K", "raised exception ValueError(<X at 0x12>)", NULL,
	    "ValueError");
}

static void
a_data_dependent_jump_has_no_detail(void **state)
{
	(void)state;
	check_detail("Data-dependent branching",
	    "attempted to jump with TensorVariable()", "Detected "
	    "data-dependent branching (e.g. `if my_tensor.sum() > 0:`).",
	    NULL);
}

static void
the_symbols_of_a_guarded_expression_are_folded(void **state)
{
	static const char kind[] = "data-dependent guard";

	(void)state;
	check_detail(kind, NULL, "Could not guard on data-dependent "
	    "expression 2*Max(2, TruncToInt(zuf0 + 9.8)) > 98 (unhinted: x)",
	    "2*Max(2, TruncToInt(zuf? + 9.8)) > 98");
	check_detail(kind, NULL, "Could not extract specialized integer from "
	    "data-dependent expression u0", "u?");
	check_detail(kind, NULL, "Could not guard on data-dependent "
	    "expression Eq(s77, u12 + float32x4) (unhinted: x)",
	    "Eq(s?, u? + float32x4)");
}

static void
a_long_message_is_cut_at_a_character(void **state)
{
	char text[400] = "User-inserted graph break. Message: ";
	struct parse_test test;
	struct reason_part part = { 0 };
	struct slice detail;
	size_t i;

	(void)state;
	for (i = 0; i < 100; i++)
		strcat(text, "\xe4\xb8\xad");
	parse_test_init(&test);
	part.kind = LITERAL("Call to `torch._dynamo.graph_break()`");
	part.explanation = slice_of(text);
	detail = reason_detail(&test.arena, &part);
	assert_int_equal(detail.len, 120);
	assert_true(utf8_valid(detail));
	parse_test_release(&test);
}

static void
hints_have_classes_by_their_beginning(void **state)
{
	(void)state;
	assert_int_equal(hint_classify(LITERAL("This graph break is "
	    "fundamental - it is unlikely that")), HINT_FUNDAMENTAL);
	assert_int_equal(hint_classify(LITERAL("Your code may result in an "
	    "error when running in eager. Please double check ")),
	    HINT_USER_ERROR);
	assert_int_equal(hint_classify(LITERAL("This graph break may have "
	    "been caused by an earlier graph break. Resolving")),
	    HINT_CAUSED_BY_EARLIER_GRAPH_BREAK);
	assert_int_equal(hint_classify(LITERAL("This graph break may be "
	    "difficult to debug. Please")), HINT_DIFFICULT);
	assert_int_equal(hint_classify(LITERAL("Avoid calling `f`.")),
	    HINT_NONE);
	assert_int_equal(hint_classify(LITERAL("")), HINT_NONE);
	assert_string_equal(hint_class_name(HINT_NONE), "NONE");
	assert_string_equal(hint_class_name(HINT_SPARSE_TENSOR),
	    "SPARSE_TENSOR");
}

static bool
is_limit(const char *type, const char *text)
{
	return reason_is_recompile_limit(slice_of(type), slice_of(text));
}

static void
the_recompile_limit_has_several_wordings(void **state)
{
	(void)state;
	assert_true(is_limit("Unsupported",
	    "Dynamo recompile limit exceeded\n  Explanation: e"));
	assert_true(is_limit("torch._dynamo.exc.Unsupported",
	    "Dynamo cache limit exceeded\n"));
	assert_true(is_limit("Unsupported",
	    "torch._dynamo hit config.recompile_limit (8)"));
	assert_true(is_limit("FailOnRecompileLimitHit",
	    "Hard failure due to fail_on_recompile_limit_hit"));
	assert_true(is_limit("RecompileError",
	    "Recompiling function er in /a.py:22"));
	assert_false(is_limit("Unsupported", "Unsupported context manager"));
	assert_false(is_limit("RuntimeError",
	    "Dynamo recompile limit exceeded"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_builtin_is_named_without_its_arguments),
		cmocka_unit_test(an_operator_is_named_as_torch_does),
		cmocka_unit_test(a_skipped_function_is_named_with_its_module),
		cmocka_unit_test(a_method_is_named_with_the_type_of_its_object),
		cmocka_unit_test(a_context_manager_is_named_by_its_type),
		cmocka_unit_test(an_attribute_is_named_with_its_object),
		cmocka_unit_test(an_address_is_never_part_of_a_detail),
		cmocka_unit_test(a_data_dependent_jump_has_no_detail),
		cmocka_unit_test(
		    the_symbols_of_a_guarded_expression_are_folded),
		cmocka_unit_test(a_long_message_is_cut_at_a_character),
		cmocka_unit_test(hints_have_classes_by_their_beginning),
		cmocka_unit_test(the_recompile_limit_has_several_wordings),
	};

	return cmocka_run_group_tests_name("reason_detail", tests, NULL,
	    NULL);
}
