/*
 * graph_call.c - the expressions that torch/fx/graph.py prints for the kinds
 * of nodes. FX prints one node a statement, so there is nothing nested but
 * arguments.
 */
#include "parse/graph/graph_private.h"

#include <string.h>

/* As magic_methods and inplace_methods of torch/fx/graph.py print them. */
static const struct {
	const char *mark, *name, *unary, *in_place;
} operators[] = {
	{ "+", "add", "pos", "iadd" },
	{ "-", "sub", "neg", "isub" },
	{ "*", "mul", NULL, "imul" },
	{ "/", "truediv", NULL, "itruediv" },
	{ "//", "floordiv", NULL, "ifloordiv" },
	{ "%", "mod", NULL, "imod" },
	{ "**", "pow", NULL, "ipow" },
	{ "@", "matmul", NULL, "imatmul" },
	{ "<<", "lshift", NULL, "ilshift" },
	{ ">>", "rshift", NULL, "irshift" },
	{ "&", "and_", NULL, "iand" },
	{ "|", "or_", NULL, "ior" },
	{ "^", "xor", NULL, "ixor" },
	{ "~", NULL, "invert", NULL },
	{ "==", "eq", NULL, NULL },
	{ "!=", "ne", NULL, NULL },
	{ "<", "lt", NULL, NULL },
	{ "<=", "le", NULL, NULL },
	{ ">", "gt", NULL, NULL },
	{ ">=", "ge", NULL, NULL },
};

enum { OPERATORS = LENGTH(operators) };

static size_t
find_operator(const struct token *token)
{
	size_t i = OPERATORS;

	if (token->kind != TOKEN_MARK ||
	    !memchr("+-*/%@<>&|^~=!", token->text.at[0], 14))
		return OPERATORS;
	for (i = 0; i < OPERATORS; i++) {
		if (slice_equal(token->text, slice_of(operators[i].mark)))
			break;
	}
	return i;
}

/*
 * The operator between two operands outside of brackets: the first mark that
 * follows an operand, so that "x * -1" is a product. A sign alone is unary.
 */
static const char *
operator_name(struct tokens tokens)
{
	bool operand = false;
	int depth = 0;
	size_t i, found;

	for (i = 0; i < tokens.count; i++) {
		int change = token_depth(&tokens.items[i]);

		depth += change;
		if (depth > 0 || change < 0) {
			operand = depth == 0;
			continue;
		}
		found = find_operator(&tokens.items[i]);
		if (found < OPERATORS && operand)
			return operators[found].name;
		operand = found == OPERATORS;
	}
	found = tokens.count ? find_operator(&tokens.items[0]) : OPERATORS;
	return found < OPERATORS && !(tokens.count == 2 &&
	    tokens.items[1].kind == TOKEN_NUMBER) ? operators[found].unary :
	    NULL;
}

struct target
graph_call_in_place(struct slice mark)
{
	struct target target = { "operator.", { 0 } };
	size_t i;

	if (slice_equal(mark, LITERAL("=")))
		target.name = LITERAL("setitem");
	for (i = 0; i < OPERATORS; i++) {
		if (operators[i].in_place &&
		    mark.len == slice_of(operators[i].mark).len + 1 &&
		    mark.at[mark.len - 1] == '=' &&
		    slice_starts(mark, slice_of(operators[i].mark)))
			target.name = slice_of(operators[i].in_place);
	}
	return target;
}

/* A function's qualified name; fx writes wrapped ones with '_'. */
static struct target
function_target(struct slice name)
{
	struct target target = { "", name };

	if (slice_take(&target.name, LITERAL("torch.ops.")))
		return target;
	if (slice_take(&target.name, LITERAL("_operator_")) ||
	    slice_take(&target.name, LITERAL("_operator.")))
		target.prefix = "operator.";
	return target;
}

/* Behind "a.b.c": index of the first token that is no part of the name. */
static size_t
dotted_end(struct tokens tokens)
{
	size_t i = 1;

	while (token_is(tokens, i, ".") && token_is_name(tokens, i + 1))
		i += 2;
	return i;
}

/* "self.lin(x)", "self.weight", getattr(self.layers, "0")(x) */
static enum node_kind
parse_self(struct tokens tokens, size_t end, struct target *target)
{
	while (end < tokens.count && token_is(tokens, end, ".") &&
	    token_is_name(tokens, end + 1))
		end += 2;
	if (!token_is(tokens, end, "("))
		return NODE_ATTRIBUTE;
	*target = (struct target){ "", LITERAL("call_module") };
	return NODE_CALL;
}

/* An expression that begins with a value: x.sum(1), x.T, x[0], x. */
static enum node_kind
parse_value(struct tokens tokens, struct target *target)
{
	size_t end = dotted_end(tokens);

	if (token_is(tokens, end, "(") && end > 1)
		*target = (struct target){ "Tensor.",
		    tokens.items[end - 1].text };
	else if (token_is(tokens, end, "["))
		*target = (struct target){ "operator.", LITERAL("getitem") };
	else if (end > 1)
		*target = (struct target){ "", LITERAL("getattr") };
	else
		return tokens.count == 1 ? NODE_ALIAS : NODE_NONE;
	return NODE_CALL;
}

/*
 * A constant in brackets or a text: (1).foo() and (x, y)[0] are what a
 * method or an index of it is printed as.
 */
static enum node_kind
parse_constant(struct tokens tokens, struct target *target)
{
	size_t end = tokens_close(tokens, 0) + 1;

	if (token_is(tokens, end, "["))
		*target = (struct target){ "operator.", LITERAL("getitem") };
	else if (token_is(tokens, end, ".") &&
	    token_is_name(tokens, end + 1) && token_is(tokens, end + 2, "("))
		*target = (struct target){ "Tensor.",
		    tokens.items[end + 1].text };
	else
		return NODE_NONE;
	return NODE_CALL;
}

enum node_kind
graph_call_parse(struct tokens tokens, const struct hash_table *values,
    struct target *target)
{
	const char *operator = operator_name(tokens);
	size_t end;

	if (operator) {
		*target = (struct target){ "operator.", slice_of(operator) };
		return NODE_CALL;
	}
	if (!token_is_name(tokens, 0))
		return parse_constant(tokens, target);
	if (token_is(tokens, 0, "self"))
		return parse_self(tokens, 1, target);
	if (token_is(tokens, 0, "getattr") && token_is(tokens, 2, "self"))
		return parse_self(tokens, tokens_close(tokens, 1) + 1, target);
	if (table_find(values, tokens.items[0].text))
		return parse_value(tokens, target);
	end = dotted_end(tokens);
	if (!token_is(tokens, end, "("))
		return NODE_NONE;
	*target = function_target(tokens_text(tokens_part(tokens, 0, end)));
	return NODE_CALL;
}

enum node_kind
graph_call_listed(struct tokens tokens, struct target *target)
{
	size_t close = tokens_close(tokens, 1);
	struct slice name = tokens_text(tokens_part(tokens, 4, close));

	if (token_is(tokens, 0, "get_attr"))
		return NODE_ATTRIBUTE;
	if (token_is(tokens, 0, "call_module"))
		*target = (struct target){ "", LITERAL("call_module") };
	else if (token_is(tokens, 0, "call_method"))
		*target = (struct target){ "Tensor.", name };
	else if (token_is(tokens, 0, "call_function"))
		*target = function_target(name);
	else
		return NODE_NONE;
	return NODE_CALL;
}
