/*
 * test_graph_text.c - counts, operators and hashes of printed graphs. The
 * texts are shortened from reports of torch 2.3 to 2.13.
 */
#include "parse_test.h"

#include <stdio.h>
#include <stdlib.h>

#include "parse/graph/graph_text.h"

static void
parse(struct parse_test *test, const char *text, struct graph *graph)
{
	parse_test_init(test);
	graph_text_parse(&test->context, slice_of(text), graph);
}

static void
release(struct parse_test *test, struct graph *graph)
{
	graph_free_arrays(graph);
	parse_test_release(test);
}

/* "nodes ops inputs: op=count op=count …", in order of appearance. */
static const char *
describe(const char *text)
{
	static char out[2048];
	struct parse_test test;
	struct graph graph;
	size_t len, i;

	parse(&test, text, &graph);
	len = (size_t)snprintf(out, sizeof(out), "%lld %lld %lld:",
	    (long long)graph.nodes, (long long)graph.ops,
	    (long long)graph.inputs);
	for (i = 0; i < graph.op_counts.count && len < sizeof(out); i++) {
		const struct graph_op *op = &graph.op_counts.items[i];

		len += (size_t)snprintf(out + len, sizeof(out) - len,
		    " %.*s=%lld", (int)op->op.len, op->op.at,
		    (long long)op->count);
	}
	release(&test, &graph);
	return out;
}

/* Which hashes of two texts agree: a letter each of "hash", "normal", "ops". */
static const char *
agreement(const char *left, const char *right)
{
	static char out[4];
	struct parse_test test;
	struct graph a, b;

	parse(&test, left, &a);
	release(&test, &a);
	parse(&test, right, &b);
	release(&test, &b);
	assert_int_equal(strlen(a.normalised_hash), 32);
	assert_int_equal(strlen(a.ops_hash), 32);
	snprintf(out, sizeof(out), "%s%s%s",
	    strcmp(a.hash, b.hash) ? "" : "h",
	    strcmp(a.normalised_hash, b.normalised_hash) ? "" : "n",
	    strcmp(a.ops_hash, b.ops_hash) ? "" : "o");
	return out;
}

#define MODULE "class GraphModule(torch.nn.Module):\n"

static void
a_graph_of_dynamo_is_counted_as_torch_counts(void **state)
{
	(void)state;
	assert_string_equal(describe(MODULE
	    "    def forward(self, L_x_: \"f32[2, 3][3, 1]cpu\"):\n"
	    "        l_x_ = L_x_\n"
	    "\n"
	    "        # File: /srv/a.py:3 in f, code: x.relu(); return y; x\n"
	    "        y: \"f32[2, 3][3, 1]cpu\" = torch.relu(l_x_);"
	    "  l_x_ = None\n"
	    "        z: \"f32[2][1]cpu\" = y.sum(1);  y = None\n"
	    "        return (z,)\n"), "4 2 1: torch.relu=1 Tensor.sum=1");
}

static void
attributes_are_nodes_but_no_calls(void **state)
{
	(void)state;
	assert_string_equal(describe(MODULE
	    "    def forward(self, L_x_ : torch.Tensor):\n"
	    "        l_x_ = L_x_\n"
	    "        w = self.L__self___weight\n"
	    "        t : torch.utils._pytree.TreeSpec = self.spec\n"
	    "        a = self.L__self___lin(l_x_);  l_x_ = None\n"
	    "        b = getattr(self.layers, \"0\")(a);  a = None\n"
	    "        return (b,)\n"), "6 2 1: call_module=2");
}

static void
operators_are_named_as_torch_names_their_targets(void **state)
{
	(void)state;
	assert_string_equal(describe(MODULE
	    "    def forward(self, x, y):\n"
	    "        add = x + 1;  x = None\n"
	    "        mul = add * -1\n"
	    "        div = 1e-08 / y\n"
	    "        pow_1 = 0.9 ** y\n"
	    "        neg = -y\n"
	    "        not_ = _operator_not_(y)\n"
	    "        inv = ~y\n"
	    "        le = y <= 4\n"
	    "        item = y[(slice(None, None, 2), Ellipsis)]\n"
	    "        t = y.T;  y = None\n"
	    "        return [t]\n"),
	    "13 10 2: operator.add=1 operator.mul=1 operator.truediv=1"
	    " operator.pow=1 operator.neg=1 operator.not_=1 operator.invert=1"
	    " operator.le=1 operator.getitem=1 getattr=1");
}

static void
operators_in_place_are_one_call(void **state)
{
	(void)state;
	assert_string_equal(describe(MODULE
	    "    def forward(self, x, m):\n"
	    "        x += 1;  x_1: \"f32[]cpu\" = x;  x = None\n"
	    "        x_1 **= 2;  x_2: \"f32[]cpu\" = x_1;  x_1 = None\n"
	    "        x_2[(0, m)] = -inf;  setitem = x_2;  m = setitem = None\n"
	    "        x_2[0] = m;\n"
	    "        return x_2\n"), "7 4 2: operator.iadd=1"
	    " operator.ipow=1 operator.setitem=2");
}

static void
overloads_lose_the_prefix_torch_ops(void **state)
{
	(void)state;
	assert_string_equal(describe("class <lambda>(torch.nn.Module):\n"
	    "    def forward(\n"
	    "        self,\n"
	    "        arg0_1: \"f32[4][1]cpu\",  # PlainAOTInput(idx=0)\n"
	    "        arg1_1: \"f32[4][1]cpu\",  # ParamAOTInput(target='w')\n"
	    "    ):\n"
	    "        mul: \"f32[4][1]cpu\" = torch.ops.aten.mul.Tensor(arg0_1,"
	    " arg1_1);  arg0_1 = arg1_1 = None\n"
	    "        return (\n"
	    "            mul,  # PlainAOTOutput(idx=0)\n"
	    "        )\n"), "4 1 2: aten.mul.Tensor=1");
}

static void
inputs_of_a_joint_graph_are_the_unpacked_ones(void **state)
{
	(void)state;
	assert_string_equal(describe("class inner_f(torch.nn.Module):\n"
	    "    def forward(\n"
	    "        self,\n"
	    "        primals,\n"
	    "        tangents,\n"
	    "    ):\n"
	    "        primals_1: \"f32[4][1]cpu\"  # PlainAOTInput(idx=0)\n"
	    "        tangents_1: \"f32[4][1]cpu\"  # TangentAOTInput()\n"
	    "        primals_1, primals_2, tangents_1, = fx_pytree."
	    "tree_flatten_spec([primals, tangents], self._in_spec)\n"
	    "        mul = torch.ops.aten.mul.Tensor(primals_1, tangents_1)\n"
	    "        return pytree.tree_unflatten([\n"
	    "            mul,  # PlainAOTOutput(idx=0)\n"
	    "        ], self._out_spec)\n"), "5 1 3: aten.mul.Tensor=1");
}

static void
bodies_of_operators_add_operators_but_no_nodes(void **state)
{
	(void)state;
	assert_string_equal(describe(MODULE
	    "    def forward(self, L_x_: \"f32[4][1]cpu\"):\n"
	    "        l_x_ = L_x_\n"
	    "        cond_true_0 = self.cond_true_0\n"
	    "        cond_false_0 = self.cond_false_0\n"
	    "        cond = torch.ops.higher_order.cond(True, cond_true_0,"
	    " cond_false_0, (l_x_,));  l_x_ = None\n"
	    "        getitem: \"f32[4][1]cpu\" = cond[0];  cond = None\n"
	    "        return (getitem,)\n"
	    "\n"
	    "    class cond_true_0(torch.nn.Module):\n"
	    "        def forward(self, l_x_):\n"
	    "            l_x__1 = l_x_\n"
	    "            sin: \"f32[4][1]cpu\" = l_x__1.sin();  l_x__1 = None\n"
	    "            return (sin,)\n"
	    "\n"
	    "    class cond_false_0(torch.nn.Module):\n"
	    "        def forward(self, l_x_):\n"
	    "            sin: \"f32[4][1]cpu\" = l_x_.sin();  l_x_ = None\n"
	    "            return (sin,)\n"), "6 2 1: higher_order.cond=1"
	    " operator.getitem=1 Tensor.sin=2");
}

static void
the_list_form_is_read(void **state)
{
	(void)state;
	assert_string_equal(describe("graph():\n"
	    "    %l_x_ : torch.Tensor [num_users=2] ="
	    " placeholder[target=L_x_]\n"
	    "    %w : [num_users=1] = get_attr[target=weight]\n"
	    "    %mul : [num_users=1] = call_function[target=operator.mul]"
	    "(args = (%l_x_, 2), kwargs = {})\n"
	    "    %mm : [num_users=1] = call_function[target=torch.ops.aten.mm."
	    "default](args = (%mul, %w), kwargs = {})\n"
	    "    %relu : [num_users=1] = call_method[target=relu](args = (%mm,)"
	    ", kwargs = {})\n"
	    "    %lin : [num_users=1] = call_module[target=lin](args = (%relu,)"
	    ", kwargs = {})\n"
	    "    return (lin,)\n"), "7 4 1: operator.mul=1 aten.mm.default=1"
	    " Tensor.relu=1 call_module=1");
}

static void
code_without_a_class_is_read(void **state)
{
	(void)state;
	assert_string_equal(describe("GraphModule()\n\n\n"
	    "def forward(self, L_x_ : torch.Tensor):\n"
	    "    l_x_ = L_x_\n"
	    "    sin = torch.sin(l_x_);  l_x_ = None\n"
	    "    return (sin,)\n"
	    "    \n"
	    "# To see more debug info, please use "
	    "`graph_module.print_readable()`\n"), "3 1 1: torch.sin=1");
}

static void
a_text_that_is_no_graph_has_no_counts(void **state)
{
	struct parse_test test;
	struct graph graph;

	(void)state;
	parse(&test, "ViewAndMutationMeta(input_info=[], x=1)\n", &graph);
	assert_true(graph.nodes == UNKNOWN_INT && graph.ops == UNKNOWN_INT &&
	    graph.inputs == UNKNOWN_INT);
	assert_string_equal(graph.normalised_hash, "");
	assert_int_equal(strlen(graph.hash), 32);
	assert_int_equal(test.problems.list.count, 0);
	release(&test, &graph);
}

static void
a_graph_without_return_is_a_problem(void **state)
{
	struct parse_test test;
	struct graph graph;

	(void)state;
	parse(&test, MODULE "    def forward(self, x):\n"
	    "        y = torch.relu(x)\n", &graph);
	assert_int_equal(graph.nodes, 2);
	assert_int_equal(test.problems.list.count, 1);
	assert_string_equal(test.problems.list.items[0].code, "graph_cut");
	release(&test, &graph);
}

static void
lines_names_addresses_and_symbols_do_not_matter(void **state)
{
	(void)state;
	assert_string_equal(agreement(MODULE
	    "    def forward(self, s77: \"Sym(s77)\", L_out_:"
	    " \"f32[s77, 4][4, 1]cuda:0\"):\n"
	    "        l_out_ = L_out_\n"
	    "        # File: /srv/a.py:30 in f, code: y = g(x) # '\n"
	    "        w = self.L__self___layers_3_weight\n"
	    "        y: \"f32[s77, 4][4, 1]cuda:0\" = torch.full(l_out_, w,"
	    " <function f at 0x7f1234567890>, dim = 1,"
	    " device = device(type='cuda', index=0));  l_out_ = w = None\n"
	    "        return (y,)\n"
	    "\n"
	    " # graph id: 140128686145424\n", MODULE
	    "    def forward(\n"
	    "        self,\n"
	    "        s0: \"Sym(s0)\",\n"
	    "        L_stack0_loss: \"f32[s0, 4][4, 1]cuda:1\",  # comment\n"
	    "    ):\n"
	    "        l_stack0_loss = L_stack0_loss\n"
	    "        # File: /srv/b.py:31 in f, code: z = g(x)\n"
	    "        p = self.L__self___layers_12_weight\n"
	    "        z: \"f32[s0, 4][4, 1]cuda:1\" = torch.full(l_stack0_loss,"
	    " p, <function f at 0x7fabcdef0123>, dim = 1,"
	    " device = device(type='cuda', index=1))\n"
	    "        return (\n"
	    "            z,  # PlainAOTOutput(idx=0)\n"
	    "        )\n"), "no");
}

#define SMALL(input, expression) MODULE "    def forward(self, " input "):\n" \
	"        y: \"f32[2][1]cpu\" = " expression "\n" \
	"        return (y,)\n"

static void
sizes_matter_to_all_hashes_but_that_of_operators(void **state)
{
	(void)state;
	assert_string_equal(agreement(
	    SMALL("x: \"f32[2, 3][3, 1]cpu\"", "x.view(2, 3)"),
	    SMALL("x: \"f32[2, 8][8, 1]cpu\"", "x.view(2, 8)")), "o");
	/* An input that is a size is no input of the operators. */
	assert_string_equal(agreement(
	    SMALL("x: \"f32[2, 3][3, 1]cpu\"", "x.sin()"),
	    SMALL("s0: \"Sym(s0)\", x: \"f32[2, s0][s0, 1]cpu\"", "x.sin()")),
	    "o");
}

static void
dtypes_and_targets_matter_to_all_hashes(void **state)
{
	(void)state;
	assert_string_equal(agreement(
	    SMALL("x: \"f32[2][1]cpu\"", "x.sin()"),
	    SMALL("x: \"f64[2][1]cpu\"", "x.sin()")), "");
	assert_string_equal(agreement(
	    SMALL("x: \"f32[2][1]cpu\"", "x.sin()"),
	    SMALL("x: \"f32[2][1]cpu\"", "x.cos()")), "");
	/* u8 is a dtype, not a symbol. */
	assert_string_equal(agreement(
	    SMALL("x: \"u8[2][1]cpu\"", "x.sin()"),
	    SMALL("x: \"u16[2][1]cpu\"", "x.sin()")), "");
}

static void
arguments_and_their_order_matter(void **state)
{
	(void)state;
	assert_string_equal(agreement(
	    SMALL("a: \"f32[2][1]cpu\", b: \"f32[2][1]cpu\"", "a - b"),
	    SMALL("a: \"f32[2][1]cpu\", b: \"f32[2][1]cpu\"", "b - a")), "o");
	assert_string_equal(agreement(
	    SMALL("a: \"f32[2][1]cpu\"", "torch.sum(a, dim = 0)"),
	    SMALL("a: \"f32[2][1]cpu\"", "torch.sum(a, dim = 1)")), "o");
	/* A keyword of the name of a value stays what it is. */
	assert_string_equal(agreement(
	    SMALL("a: \"f32[2][1]cpu\"", "torch.f(a, a = 0)"),
	    SMALL("b: \"f32[2][1]cpu\"", "torch.f(b, a = 0)")), "no");
}

static void
numbers_of_triton_kernels_do_not_matter(void **state)
{
	(void)state;
	assert_string_equal(agreement(
	    SMALL("a", "torch.ops.higher_order.triton_kernel_wrapper_mutation("
	    "kernel_idx = 0, constant_args_idx = 4, grid = [(1, 1, 1)])"),
	    SMALL("a", "torch.ops.higher_order.triton_kernel_wrapper_mutation("
	    "kernel_idx = 3, constant_args_idx = 9, grid = [(1, 1, 1)])")),
	    "no");
}

static void
any_bytes_are_taken(void **state)
{
	static const char *const texts[] = { "", "\n", ";", ";;", "%", "% =",
		"class", "class <", "def", "def f", "def f(", "def f(*",
		"graph(", "return", "x", MODULE "x =", MODULE "= x",
		MODULE "x : ",
		MODULE "x[", MODULE "x[0] =", MODULE "x +=",
		MODULE "x += 1; y =",
		MODULE "a, = ", MODULE "a = ((((", MODULE "a = ))))",
		MODULE "a = \"", MODULE "a = '\\", MODULE "a = -",
		MODULE "a = getattr(self", MODULE "a = self.",
		MODULE "a = (1).", MODULE "\xff\x80 = \xff()",
		MODULE "def f(self, x: \"\", y: \"[\", z: \"](:9\"):" };
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_non_null(describe(texts[i]));
}

static void
brackets_that_never_close_cost_no_time(void **state)
{
	enum { COUNT = 1 << 20 };
	char *text = malloc(COUNT + 1);

	(void)state;
	assert_non_null(text);
	memset(text, '(', COUNT);
	memcpy(text, "class X:\n", 9);
	text[COUNT] = '\0';
	assert_string_equal(describe(text), "0 0 0:");
	free(text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_graph_of_dynamo_is_counted_as_torch_counts),
		cmocka_unit_test(attributes_are_nodes_but_no_calls),
		cmocka_unit_test(
		    operators_are_named_as_torch_names_their_targets),
		cmocka_unit_test(operators_in_place_are_one_call),
		cmocka_unit_test(overloads_lose_the_prefix_torch_ops),
		cmocka_unit_test(
		    inputs_of_a_joint_graph_are_the_unpacked_ones),
		cmocka_unit_test(
		    bodies_of_operators_add_operators_but_no_nodes),
		cmocka_unit_test(the_list_form_is_read),
		cmocka_unit_test(code_without_a_class_is_read),
		cmocka_unit_test(a_text_that_is_no_graph_has_no_counts),
		cmocka_unit_test(a_graph_without_return_is_a_problem),
		cmocka_unit_test(
		    lines_names_addresses_and_symbols_do_not_matter),
		cmocka_unit_test(
		    sizes_matter_to_all_hashes_but_that_of_operators),
		cmocka_unit_test(dtypes_and_targets_matter_to_all_hashes),
		cmocka_unit_test(arguments_and_their_order_matter),
		cmocka_unit_test(numbers_of_triton_kernels_do_not_matter),
		cmocka_unit_test(any_bytes_are_taken),
		cmocka_unit_test(brackets_that_never_close_cost_no_time),
	};

	return cmocka_run_group_tests_name("graph_text", tests, NULL, NULL);
}
