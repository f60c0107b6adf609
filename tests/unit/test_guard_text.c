/*
 * test_guard_text.c - guards of recompile reasons, each wording as torch 2.3
 * to 2.13 write it.
 */
#include "parse_test.h"

#include "parse/guard/guard.h"

static struct parse_test test;

static int
setup(void **state)
{
	(void)state;
	parse_test_init(&test);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	parse_test_release(&test);
	return 0;
}

struct expected_guard {
	const char *guard, *guard_class, *source, *expected, *actual;
};

static void
check_all(const struct expected_guard *guards, size_t count)
{
	struct guard_text got;
	size_t i;

	for (i = 0; i < count; i++) {
		guard_text_parse(&test.arena, slice_of(guards[i].guard), &got);
		print_message("%s\n", guards[i].guard);
		assert_string_equal(guard_class_name(got.guard_class),
		    guards[i].guard_class);
		assert_slice(got.source, guards[i].source);
		assert_slice(got.expected, guards[i].expected);
		assert_slice(got.actual, guards[i].actual);
	}
}

#define CHECK(guards) check_all(guards, sizeof(guards) / sizeof((guards)[0]))

#define KEYS "DispatchKeySet(CPU, BackendSelect, ADInplaceOrView"

static void
sentences_about_a_tensor_tell_what_differs(void **state)
{
	static const struct expected_guard guards[] = {
		{ "tensor 'x' size mismatch at index 0. expected 2, actual 3",
		    "size", "x", "2", "3" },
		{ "tensor 'L['x']' size mismatch at index 1. expected 19, "
		    "actual 18", "size", "x", "19", "18" },
		{ "tensor 'L['kwargs']['input_ids']' size mismatch at index "
		    "1. expected 6, actual 9",
		    "size", "kwargs['input_ids']", "6", "9" },
		{ "tensor 'X[0]' size mismatch at index 1. expected 640, "
		    "actual 8. Guard failed on a parameter, consider using "
		    "torch._dynamo.config.force_parameter_static_shapes = "
		    "False to allow dynamism on parameters.",
		    "size", "X[0]", "640", "8" },
		{ "tensor 'x' stride mismatch at index 0. expected 4, "
		    "actual 16", "stride", "x", "4", "16" },
		{ "tensor 'x' rank mismatch. expected 1, actual 2",
		    "rank", "x", "1", "2" },
		{ "tensor 'G['t']' dtype mismatch. expected Float, actual "
		    "Double", "dtype", "G['t']", "Float", "Double" },
		{ "tensor 'x' Tensor device index mismatch. Expected device "
		    "index to be 0, actual 1", "device", "x", "0", "1" },
		{ "tensor 'x' requires_grad mismatch. expected "
		    "requires_grad=0", "requires_grad", "x", "0", NULL },
		{ "tensor 'x' dispatch key set mismatch. expected " KEYS
		    ", AutogradCPU), actual " KEYS ")", "dispatch_key", "x",
		    KEYS ", AutogradCPU)", KEYS ")" },
		{ "expected type of 'L['x']' to be a tensor type, ' but found "
		    "<class 'int'>", "type", "x", "tensor", "int" },
	};

	(void)state;
	CHECK(guards);
}

static void
values_lose_quotes_and_the_comment_behind(void **state)
{
	static const struct expected_guard guards[] = {
		{ "L['n'] == 3                                              "
		    "   # return x + n  # a.py:3 in f",
		    "value", "n", "3", NULL },
		{ "self.param_groups[0]['lr'] == 0.004782969000000002",
		    "value", "self.param_groups[0]['lr']",
		    "0.004782969000000002", NULL },
		{ "s == '\\\\n\\n'", "value", "s", "\\\\n\\n", NULL },
		{ "s == 'a  # b'  # f(s)", "value", "s", "a  # b", NULL },
		{ "s == '\"q\"'", "value", "s", "\"q\"", NULL },
		{ "s == ''", "value", "s", "", NULL },
		{ "s == {1}", "value", "s", "{1}", NULL },
		{ "b == True", "value", "b", "True", NULL },
		{ "not args", "value", "args", "False", NULL },
		{ "cache is None", "value", "cache", "None", NULL },
		{ "L['x'] is not None", "value", "x", "not None", NULL },
		{ "G['GLOB'] == 1", "value", "G['GLOB']", "1", NULL },
		{ "___stack0[0] == 28  # scores[i, b] = 0",
		    "value", "___stack0[0]", "28", NULL },
		{ "int(n) == 3", "value", "n", "3", NULL },
		{ "args[0].layer_idx == 0   # x  # cache.py:1 in update "
		    "(HINT: torch.compile considers integer attributes of "
		    "the nn.Module to be static.)",
		    "value", "args[0].layer_idx", "0", NULL },
		{ "L['self']._modules['self_attn'].layer_idx == 0", "value",
		    "self._modules['self_attn'].layer_idx", "0", NULL },
		{ "f == <function g at 0x7f12>", "value", "f", NULL, NULL },
	};

	(void)state;
	CHECK(guards);
}

static void
ids_of_objects_and_types_are_never_told(void **state)
{
	static const struct expected_guard guards[] = {
		{ "___check_obj_id(L['b'], 7656672)",
		    "object_id", "b", NULL, NULL },
		{ "___check_obj_id(f.__code__, 140332335458512), type=<class "
		    "'code'>  # def r_fn(x, f): return f(x)",
		    "object_id", "f.__code__", NULL, NULL },
		{ "___check_obj_id(self._modules['attn'].processor, "
		    "140576345756128)", "object_id",
		    "self._modules['attn'].processor", NULL, NULL },
		{ "L['a'] is L['b']", "object_id", "a", NULL, NULL },
		{ "Duplicate tensor found where not expected! L['x'] should "
		    "not alias to anything, but is aliased.",
		    "object_id", "x", NULL, NULL },
		{ "___check_type_id(G['edge_type'], 94630539513280)",
		    "type", "G['edge_type']", NULL, NULL },
		{ "___check_type_id(args[0], 94), type=<class 'a.b.C'>  # x",
		    "type", "args[0]", "a.b.C", NULL },
		{ "___check_type_id(fn, 94), type=<class 'functools.partial'> "
		    "(HINT: type partial)",
		    "type", "fn", "functools.partial", NULL },
		{ "TYPE_MISMATCH(L['d'])", "type", "d", NULL, NULL },
		{ "f.__closure__[0].cell_contents == 3", "closure",
		    "f.__closure__[0].cell_contents", "3", NULL },
		{ "___check_obj_id(f.__closure__[1].cell_contents, 94)",
		    "closure", "f.__closure__[1].cell_contents", NULL, NULL },
	};

	(void)state;
	CHECK(guards);
}

static void
lengths_and_keys_name_their_container(void **state)
{
	static const struct expected_guard guards[] = {
		{ "len(L['l']) == 1", "length", "l", "1", NULL },
		{ "len(args[0].x) == 2  # f", "length", "args[0].x", "2",
		    NULL },
		{ "len(d) != 2", "length", "d", "2", NULL },
		{ "___tuple_iterator_len(it) == 3", "length", "it", "3",
		    NULL },
		{ "IndexError on l[2]", "length", "l", NULL, NULL },
		{ "KeyError on L['d']['b']", "dict_keys", "d", "b", NULL },
		{ "getattr failed on source self.mask",
		    "dict_keys", "self", "mask", NULL },
		{ "not ___dict_contains('mode', G['cfg'].__dict__)",
		    "dict_keys", "G['cfg'].__dict__", "not mode", NULL },
		{ "___dict_contains('k', L['d'])", "dict_keys", "d", "k",
		    NULL },
		{ "hasattr(L['x'], 'y')", "dict_keys", "x", "y", NULL },
		{ "not hasattr(x, 'y')", "dict_keys", "x", "not y", NULL },
		{ "set.__contains__(s, 'a')", "dict_keys", "s", "a", NULL },
		{ "list(dict.keys(L['d'])) == ['a', 'b']",
		    "dict_keys", "d", "['a', 'b']", NULL },
		{ "list(d.keys()) == ['a']", "dict_keys", "d", "['a']",
		    NULL },
	};

	(void)state;
	CHECK(guards);
}

static void
conditions_on_sizes_are_wanted_as_a_whole(void **state)
{
	static const struct expected_guard guards[] = {
		{ "2 <= L['x'].size()[0]  # def f(x)", "dynamic_bound", "x",
		    "2 <= x.size()[0]", NULL },
		{ "2 <= x.size()[0] <= 10  # if x.shape[0] > 10:",
		    "dynamic_bound", "x", "2 <= x.size()[0] <= 10", NULL },
		{ "(x.size()[0] % 2) == 0", "dynamic_bound", "x",
		    "(x.size()[0] % 2) == 0", NULL },
		{ "y.size()[0] == x.size()[0]", "dynamic_bound", "y",
		    "y.size()[0] == x.size()[0]", NULL },
		{ "n != 0  # if n == 0:", "dynamic_bound", "n", "n != 0",
		    NULL },
		{ "(n % 2) == 0", "dynamic_bound", "n", "(n % 2) == 0",
		    NULL },
		{ "Eq(s0, 3)", "dynamic_bound", NULL, "Eq(s0, 3)", NULL },
		{ "Ne(Mod(L['n'], 4), 0)", "dynamic_bound", "n",
		    "Ne(Mod(n, 4), 0)", NULL },
	};

	(void)state;
	CHECK(guards);
}

static void
settings_and_attributes_have_classes_of_their_own(void **state)
{
	static const struct expected_guard guards[] = {
		{ "GLOBAL_STATE changed: grad_mode ", "global_state",
		    "grad_mode", NULL, NULL },
		{ "GLOBAL_STATE changed: grad_mode autocast(cpu)_enabled ",
		    "global_state", "grad_mode autocast(cpu)_enabled", NULL,
		    NULL },
		{ "___check_global_state()", "global_state",
		    "check_global_state", NULL, NULL },
		{ "not ___is_grad_enabled()", "global_state",
		    "is_grad_enabled", NULL, NULL },
		{ "utils_device.CURRENT_DEVICE == None", "global_state",
		    "utils_device.CURRENT_DEVICE", "None", NULL },
		{ "str(L['x'].dtype) == 'torch.float32'", "dtype", "x",
		    "torch.float32", NULL },
		{ "x.requires_grad == False", "requires_grad", "x", "False",
		    NULL },
		{ "not math.isnan(n)  # implicit guard for float input", "nan",
		    "n", "not nan", NULL },
		{ "__math_isnan(L['n'])", "nan", "n", "nan", NULL },
		{ "(type(L['n']) is float and __math_isnan(L['n']))", "nan",
		    "n", "nan", NULL },
		{ "n == ___as_tensor(n).item()  # (unknown var zf86)", "nan",
		    "n", "not nan", NULL },
	};

	(void)state;
	CHECK(guards);
}

static void
what_names_nothing_is_other(void **state)
{
	static const struct expected_guard guards[] = {
		{ "Unable to find recompilation reasons", "other", NULL, NULL,
		    NULL },
		{ "_has_dynamo_dim_marking is present on runtime tensor but "
		    "was absent at compile time", "other", NULL, "absent",
		    "present" },
		{ "_dynamo_unbacked_indices should be absent but is present "
		    "on runtime tensor", "other", NULL, "absent", "present" },
		{ "_dynamo_dynamic_indices should be present but attribute is "
		    "absent on runtime tensor", "other", NULL, "present",
		    "absent" },
		{ "BACKEND_MATCH failure: torch.compile detected different "
		    "backend callables. Cached backend: _TorchCompileWrapper("
		    "compiler='eager', dynamic=None) (id=0x7f). New backend: "
		    "_TorchCompileInductorWrapper (id=0x8f). If this is",
		    "other", "backend", "_TorchCompileWrapper("
		    "compiler='eager', dynamic=None)",
		    "_TorchCompileInductorWrapper" },
		{ "___check_current_backend(140)", "other", "backend", NULL,
		    NULL },
		{ "Cache miss due to new autograd node: AddBackward", "other",
		    NULL, NULL, NULL },
		{ "", "other", NULL, NULL, NULL },
		{ "'", "other", NULL, NULL, NULL },
		{ "tensor 'x", "other", NULL, NULL, NULL },
		{ "(((", "other", NULL, NULL, NULL },
		{ "len(", "other", NULL, NULL, NULL },
	};

	(void)state;
	CHECK(guards);
}

static void
numbers_of_subscripts_fold(void **state)
{
	static const struct {
		const char *source, *folded;
	} sources[] = {
		{ "self.layers[3].attn", "self.layers[?].attn" },
		{ "self._modules['12'].x", "self._modules[?].x" },
		{ "___stack0[1]['lr']", "___stack0[?]['lr']" },
		{ "x[-1", "x[-1" },
	};
	struct buffer folded = { 0 };
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(sources) / sizeof(sources[0]); i++) {
		buffer_clear(&folded);
		guard_source_fold(&folded, slice_of(sources[i].source));
		assert_slice(buffer_slice(&folded), sources[i].folded);
	}
	buffer_release(&folded);
}

static void
only_locals_lose_their_brackets(void **state)
{
	(void)state;
	assert_slice(guard_source(&test.arena, slice_of("L['x'].y + GL['x']")),
	    "x.y + GL['x']");
	assert_slice(guard_source(&test.arena, slice_of("L[\"x\"][L['i']]")),
	    "x[i]");
	assert_slice(guard_source(&test.arena, slice_of("L['a b'] L['x")),
	    "L['a b'] L['x");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
		    sentences_about_a_tensor_tell_what_differs, setup,
		    teardown),
		cmocka_unit_test_setup_teardown(
		    values_lose_quotes_and_the_comment_behind, setup,
		    teardown),
		cmocka_unit_test_setup_teardown(
		    ids_of_objects_and_types_are_never_told, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    lengths_and_keys_name_their_container, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    conditions_on_sizes_are_wanted_as_a_whole, setup,
		    teardown),
		cmocka_unit_test_setup_teardown(
		    settings_and_attributes_have_classes_of_their_own, setup,
		    teardown),
		cmocka_unit_test_setup_teardown(what_names_nothing_is_other,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(numbers_of_subscripts_fold,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(
		    only_locals_lose_their_brackets, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
