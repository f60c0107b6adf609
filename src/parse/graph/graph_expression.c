/*
 * graph_expression.c - which names and numbers of a statement stay in the
 * normalised text of a graph.
 */
#include "parse/graph/graph_private.h"

/*
 * Numbers that are none of the graph's: a device's number in
 * device(type='cuda', index=1), and ids that torch gives out to Triton
 * kernels and their constants over the whole process.
 */
static bool
is_id_keyword(struct tokens tokens, size_t at)
{
	if (token_is(tokens, at, "kernel_idx") ||
	    token_is(tokens, at, "constant_args_idx"))
		return true;
	return at >= 6 && token_is(tokens, at, "index") &&
	    token_is(tokens, at - 6, "device") &&
	    token_is(tokens, at - 5, "(");
}

static bool
is_keyword(struct tokens tokens, size_t at, int depth)
{
	return depth > 0 && token_is(tokens, at + 1, "=");
}

/* 'cuda:1' is 'cuda' of that rank. */
static bool
is_device(struct slice string)
{
	size_t colon = slice_find_byte(string, ':'), i;
	int64_t number;

	if (colon == SIZE_MAX || colon < 4)
		return false;
	for (i = 1; i < colon; i++) {
		if (string.at[i] < 'a' || string.at[i] > 'z')
			return false;
	}
	return slice_to_int(slice_part(string, colon + 1, string.len - 1),
	    &number);
}

static void
expression_write_string(struct graph_normal *normal, struct slice string)
{
	size_t address = slice_find(string, LITERAL("0x"));

	if (is_device(string)) {
		string = slice_part(string, 0, slice_find_byte(string, ':'));
		graph_normal_put(normal, string);
	} else if (address == SIZE_MAX) {
		graph_normal_put(normal, string);
	} else {
		graph_normal_code(normal, string);
	}
}

static void
expression_write_name(struct graph_normal *normal, struct tokens tokens,
    size_t at, bool of_self)
{
	struct slice name = tokens.items[at].text;
	bool attribute = at > 0 && token_is(tokens, at - 1, ".");

	if (attribute || !graph_normal_value(normal, name))
		graph_normal_fold(normal, name, attribute && of_self ? 1 :
		    OBJECT_ID_DIGITS);
}

/* Whether a token is the comma that may stand before a closing bracket. */
static bool
is_last_comma(struct tokens tokens, size_t at)
{
	return token_is(tokens, at, ",") && at + 1 < tokens.count &&
	    token_depth(&tokens.items[at + 1]) < 0;
}

void
graph_expression_write(struct graph_normal *normal, struct tokens tokens)
{
	bool of_self = false;		/* in "self.a.b" */
	int depth = 0;
	size_t i;

	for (i = 0; i < tokens.count; i++) {
		const struct token *token = &tokens.items[i];

		depth += token_depth(token);
		if (token->kind == TOKEN_NAME && !is_keyword(tokens, i, depth))
			expression_write_name(normal, tokens, i, of_self);
		else if (token->kind == TOKEN_STRING)
			expression_write_string(normal, token->text);
		else if (is_address_text(token->text))
			graph_normal_put(normal, LITERAL("0x"));
		else if (!is_last_comma(tokens, i))
			graph_normal_put(normal, token->text);
		if (is_id_keyword(tokens, i) && i + 2 < tokens.count &&
		    tokens.items[i + 2].kind == TOKEN_NUMBER)
			i += 2;
		graph_normal_put(normal, LITERAL(" "));
		if (token->kind == TOKEN_NAME &&
		    !(i > 0 && token_is(tokens, i - 1, ".")))
			of_self = slice_equal(token->text, LITERAL("self"));
	}
}

void
graph_annotation_write(struct graph_normal *normal, struct tokens tokens)
{
	struct slice text;

	if (!tokens.count)
		return;
	graph_normal_put(normal, LITERAL(": "));
	text = tokens.items[0].text;
	if (tokens.count == 1 && tokens.items[0].kind == TOKEN_STRING)
		graph_normal_type(normal, slice_part(text, 1, text.len - 1));
	else
		graph_expression_write(normal, tokens);
}
