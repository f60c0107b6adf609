/*
 * graph_text.c - reads a printed graph statement by statement. FX prints one
 * node a statement and a module's submodules behind its own code, so that one
 * scope of names at a time is enough.
 */
#include "parse/graph/graph_text.h"

#include "parse/graph/graph_private.h"
#include "parse/graph/graph_record.h"

/* An in-place call whose result no statement names. */
static void
finish_in_place(struct graph_record *record, struct tokens annotation)
{
	if (record->in_place.name.at)
		graph_record_call(record, &record->in_place, annotation);
	record->in_place.name = (struct slice){ 0 };
}

/*
 * The name of the outermost class tells how torch made it (GraphModule,
 * inner_f, <lambda>) and is no part of the graph.
 */
static void
read_class(struct graph_record *record, struct tokens statement)
{
	struct token self = { TOKEN_NAME, LITERAL("self") };
	struct token dot = { TOKEN_MARK, LITERAL(".") };
	struct token path[3] = { self, dot, self };

	graph_record_module(record);
	if (graph_record_at_root(record))
		return;
	if (token_is_name(statement, 1))
		path[2] = statement.items[1];
	graph_normal_word(&record->normal, "class");
	graph_expression_write(&record->normal, (struct tokens){ path, 3 });
	graph_normal_line(&record->normal);
}

/* One parameter, "self" or "L_x_: "f32[2]" = None". */
static void
graph_text_read_parameter(struct graph_record *record, struct tokens parameter)
{
	size_t stars = token_is(parameter, 0, "*") ||
	    token_is(parameter, 0, "**");
	size_t equals = tokens_find(parameter, "=");

	if (!token_is_name(parameter, stars) ||
	    (!stars && token_is(parameter, 0, "self")))
		return;
	graph_record_input(record, parameter.items[stars].text,
	    tokens_part(parameter, stars + 2, equals));
	record->inputs += graph_record_at_root(record);
}

static void
read_def(struct graph_record *record, struct tokens statement)
{
	struct tokens rest = tokens_part(statement, 3,
	    tokens_close(statement, 2));
	size_t comma;

	if (record->modules == 0)
		graph_record_module(record);
	while (rest.count) {
		comma = tokens_find(rest, ",");
		graph_text_read_parameter(record, tokens_part(rest, 0, comma));
		rest = tokens_part(rest, comma + 1, rest.count);
	}
}

static void
read_return(struct graph_record *record, struct tokens statement)
{
	record->returned |= graph_record_at_root(record);
	graph_expression_write(&record->normal, statement);
	graph_normal_line(&record->normal);
}

/* "a = b = None" lets go of values: it follows from where they are used. */
static bool
is_release(struct tokens statement)
{
	size_t i;

	if (statement.count < 3 || statement.count % 2 == 0 ||
	    !token_is(statement, statement.count - 1, "None"))
		return false;
	for (i = 0; i < statement.count; i++) {
		if (i % 2 ? !token_is(statement, i, "=") :
		    !token_is_name(statement, i))
			return false;
	}
	return true;
}

/*
 * Joint graphs take trees: "primals_1, tangents_1, = fx_pytree.
 * tree_flatten_spec([primals, tangents], self._in_spec)". What is unpacked is
 * the graph's inputs; declarations may have named them before.
 */
static void
read_unpacking(struct graph_record *record, struct tokens statement,
    size_t equals)
{
	size_t i;
	int64_t count = 0;

	for (i = 0; i < equals; i++) {
		if (!token_is_name(statement, i))
			continue;
		count++;
		if (!graph_normal_has(&record->normal,
		    statement.items[i].text))
			graph_record_input(record, statement.items[i].text,
			    (struct tokens){ 0 });
	}
	if (graph_record_at_root(record))
		record->inputs = count;
	graph_expression_write(&record->normal, statement);
	graph_normal_line(&record->normal);
}

/* Write "v3: annotation = expression" and define the name. */
static void
write_node(struct graph_record *record, struct slice name,
    struct tokens annotation, struct tokens expression)
{
	graph_expression_write(&record->normal, expression);
	graph_annotation_write(&record->normal, annotation);
	graph_normal_line(&record->normal);
	graph_normal_define(&record->normal, name);
}

/* "name: annotation = expression" */
static void
read_node(struct graph_record *record, struct slice name,
    struct tokens annotation, struct tokens expression)
{
	struct target target;

	switch (graph_call_parse(expression, &record->normal.values,
	    &target)) {
	case NODE_ALIAS:
		/* torch makes Python names of L['x'] so: l_x_ = L_x_ */
		graph_normal_alias(&record->normal, name,
		    expression.items[0].text);
		return;
	case NODE_CALL:
		graph_record_call(record, &target, annotation);
		break;
	case NODE_ATTRIBUTE:
		record->attributes += graph_record_at_root(record);
		break;
	case NODE_NONE:
		break;
	}
	write_node(record, name, annotation, expression);
}

/* Behind "x += 1;" the result gets its name: "iadd: "f32[2]" = x". */
static bool
read_result(struct graph_record *record, struct slice name,
    struct tokens annotation, struct tokens expression)
{
	if (!record->in_place.name.at || expression.count != 1 ||
	    !token_is_name(expression, 0))
		return false;
	finish_in_place(record, annotation);
	write_node(record, name, annotation, expression);
	return true;
}

/* "x += 1" or "x[0] = 1" */
static void
read_in_place(struct graph_record *record, struct tokens statement,
    size_t mark)
{
	if (mark < statement.count)
		record->in_place =
		    graph_call_in_place(statement.items[mark].text);
	graph_expression_write(&record->normal, statement);
	graph_normal_line(&record->normal);
}

/* "%relu : [num_users=1] = call_function[target=torch.relu](args = …)" */
static void
read_listed(struct graph_record *record, struct tokens statement)
{
	size_t equals = tokens_find(statement, "=");
	struct tokens expression = tokens_part(statement, equals + 1,
	    statement.count);
	struct tokens none = { 0 };
	struct target target;

	if (!token_is_name(statement, 1))
		return;
	if (token_is(expression, 0, "placeholder")) {
		graph_record_input(record, statement.items[1].text, none);
		record->inputs += graph_record_at_root(record);
		return;
	}
	switch (graph_call_listed(expression, &target)) {
	case NODE_CALL:
		graph_record_call(record, &target, none);
		break;
	case NODE_ATTRIBUTE:
		record->attributes += graph_record_at_root(record);
		break;
	case NODE_ALIAS:
	case NODE_NONE:
		break;
	}
	write_node(record, statement.items[1].text, none, expression);
}

/* The mark of "x += 1", "x[0] = 1": token 1 or the '=' behind a bracket. */
static size_t
in_place_mark(struct tokens statement, size_t equals)
{
	if (statement.count > 2 &&
	    graph_call_in_place(statement.items[1].text).name.at &&
	    equals == statement.count)
		return 1;
	return token_is(statement, equals - 1, "]") &&
	    token_is(statement, 1, "[") ? equals : statement.count;
}

static void
read_assignment(struct graph_record *record, struct tokens statement)
{
	size_t equals = tokens_find(statement, "=");
	struct tokens expression = tokens_part(statement, equals + 1,
	    statement.count);
	bool annotated = token_is(statement, 1, ":");
	struct tokens annotation = tokens_part(statement, 2,
	    annotated ? equals : 0);
	struct slice name = statement.items[0].text;

	if (equals > 1 && !annotated && token_is(statement, 1, ",")) {
		read_unpacking(record, statement, equals);
	} else if (annotated && !expression.count) {
		graph_record_input(record, name, annotation);
	} else if (expression.count && (annotated || equals == 1)) {
		if (!read_result(record, name, annotation, expression))
			read_node(record, name, annotation, expression);
	} else {
		read_in_place(record, statement, in_place_mark(statement,
		    equals));
	}
}

static void
graph_text_read_statement(struct graph_record *record, struct tokens statement,
    bool continues)
{
	if (!continues)
		finish_in_place(record, (struct tokens){ 0 });
	if (token_is(statement, 0, "class"))
		read_class(record, statement);
	else if (token_is(statement, 0, "def"))
		read_def(record, statement);
	else if (token_is(statement, 0, "return"))
		read_return(record, statement);
	else if (token_is(statement, 0, "graph") &&
	    token_is(statement, 1, "("))
		graph_record_module(record);
	else if (token_is(statement, 0, "%"))
		read_listed(record, statement);
	else if (record->modules && token_is_name(statement, 0) &&
	    !is_release(statement))
		read_assignment(record, statement);
}

void
graph_text_parse(const struct parse_context *context, struct slice text,
    struct graph *graph)
{
	struct graph_record record;
	struct token_reader tokens;
	struct tokens statement;

	graph_record_init(&record, context, graph);
	graph_record_bytes(&record, text);
	token_reader_init(&tokens, text);
	while (token_reader_next(&tokens, &statement))
		graph_text_read_statement(&record, statement, tokens.continues);
	finish_in_place(&record, (struct tokens){ 0 });
	graph_record_finish(&record);
	token_reader_release(&tokens);
}
