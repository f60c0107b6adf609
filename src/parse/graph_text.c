/*
 * graph_text.c - reads a printed graph statement by statement. FX prints one
 * node a statement and a module's submodules behind its own code, so that one
 * scope of names at a time is enough.
 */
#include "parse/graph_text.h"

#include <string.h>

#include "parse/graph_call.h"
#include "parse/graph_normal.h"

enum {
	MAX_TARGET = 500,	/* a longer name is damage, no target */
	MAX_TARGETS = 1 << 14	/* torch has some thousand operators */
};

struct graph_reader {
	const struct parse_context *context;
	struct graph *graph;
	struct graph_normal normal;
	struct hash *hash;		/* of targets and dtypes */
	struct buffer line;		/* of that hash, not hashed yet */
	struct name_table ops;		/* target to index in op_counts */
	size_t modules;			/* begun so far; the first counts */
	int64_t inputs, calls, attributes;
	bool returned;
	bool many_ops;			/* more targets than op_counts takes */
	/* "x += 1" was read: "iadd = x" behind the ';' names the result. */
	struct target in_place;
};

static bool
at_root(const struct graph_reader *reader)
{
	return reader->modules == 1;
}

/* "f32" of "f32[2, 3][3, 1]cpu"; "Sym" of a size; "" if none is told. */
static struct slice
dtype_of(struct tokens annotation)
{
	struct slice text;

	if (annotation.count != 1 || annotation.items[0].kind != TOKEN_STRING)
		return LITERAL("");
	text = slice_part(annotation.items[0].text, 1,
	    annotation.items[0].text.len - 1);
	if (slice_starts(text, LITERAL("Sym(")))
		return LITERAL("Sym");
	return slice_part(text, 0, slice_find_byte(text, '['));
}

/* One more call of a target, whose text is in reader->line. */
static void
count_op(struct graph_reader *reader)
{
	struct slice name = buffer_slice(&reader->line);
	const size_t *found = name_table_get(&reader->ops, name);
	struct graph_op *op;

	if (found) {
		reader->graph->op_counts.items[*found].count++;
		return;
	}
	if (reader->graph->op_counts.count == MAX_TARGETS) {
		reader->many_ops = true;
		return;
	}
	op = array_add(&reader->graph->op_counts);
	op->op = slice_copy(reader->context->arena, name);
	op->count = 1;
	name_table_set(&reader->ops, op->op,
	    reader->graph->op_counts.count - 1);
}

static void
add_call(struct graph_reader *reader, const struct target *target,
    struct tokens annotation)
{
	buffer_clear(&reader->line);
	buffer_add_string(&reader->line, target->prefix);
	buffer_add_slice(&reader->line,
	    slice_part(target->name, 0, MAX_TARGET));
	count_op(reader);
	buffer_add_byte(&reader->line, ' ');
	buffer_add_slice(&reader->line, dtype_of(annotation));
	buffer_add_byte(&reader->line, '\n');
	hash_add(reader->hash, buffer_slice(&reader->line));
	reader->calls += at_root(reader);
}

/* An in-place call whose result no statement names. */
static void
finish_in_place(struct graph_reader *reader, struct tokens annotation)
{
	if (reader->in_place.name.at)
		add_call(reader, &reader->in_place, annotation);
	reader->in_place.name = (struct slice){ 0 };
}

static void
add_input(struct graph_reader *reader, struct slice name,
    struct tokens annotation)
{
	struct slice dtype = dtype_of(annotation);

	graph_normal_define(&reader->normal, name);
	graph_normal_word(&reader->normal, "in");
	graph_normal_annotation(&reader->normal, annotation);
	graph_normal_line(&reader->normal);
	if (dtype.len == 0 || slice_equal(dtype, LITERAL("Sym")))
		return;
	hash_add(reader->hash, LITERAL("in "));
	hash_add(reader->hash, dtype);
	hash_add(reader->hash, LITERAL("\n"));
}

/* A new module or, in texts without modules, a new function. */
static void
begin_module(struct graph_reader *reader)
{
	reader->modules++;
	graph_normal_scope(&reader->normal);
	if (!at_root(reader))
		hash_add(reader->hash, LITERAL("module\n"));
}

/*
 * The name of the outermost class tells how torch made it (GraphModule,
 * inner_f, <lambda>) and is no part of the graph.
 */
static void
read_class(struct graph_reader *reader, struct tokens statement)
{
	struct token self = { TOKEN_NAME, LITERAL("self") };
	struct token dot = { TOKEN_MARK, LITERAL(".") };
	struct token path[3] = { self, dot, self };

	begin_module(reader);
	if (at_root(reader))
		return;
	if (token_is_name(statement, 1))
		path[2] = statement.items[1];
	graph_normal_word(&reader->normal, "class");
	graph_normal_tokens(&reader->normal, (struct tokens){ path, 3 });
	graph_normal_line(&reader->normal);
}

/* One parameter, "self" or "L_x_: "f32[2]" = None". */
static void
read_parameter(struct graph_reader *reader, struct tokens parameter)
{
	size_t stars = token_is(parameter, 0, "*") ||
	    token_is(parameter, 0, "**");
	size_t equals = tokens_find(parameter, "=");

	if (!token_is_name(parameter, stars) ||
	    (!stars && token_is(parameter, 0, "self")))
		return;
	add_input(reader, parameter.items[stars].text,
	    tokens_part(parameter, stars + 2, equals));
	reader->inputs += at_root(reader);
}

static void
read_def(struct graph_reader *reader, struct tokens statement)
{
	struct tokens rest = tokens_part(statement, 3,
	    tokens_close(statement, 2));
	size_t comma;

	if (reader->modules == 0)
		begin_module(reader);
	while (rest.count) {
		comma = tokens_find(rest, ",");
		read_parameter(reader, tokens_part(rest, 0, comma));
		rest = tokens_part(rest, comma + 1, rest.count);
	}
}

static void
read_return(struct graph_reader *reader, struct tokens statement)
{
	reader->returned |= at_root(reader);
	graph_normal_tokens(&reader->normal, statement);
	graph_normal_line(&reader->normal);
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
read_unpacking(struct graph_reader *reader, struct tokens statement,
    size_t equals)
{
	size_t i;
	int64_t count = 0;

	for (i = 0; i < equals; i++) {
		if (!token_is_name(statement, i))
			continue;
		count++;
		if (!graph_normal_has(&reader->normal,
		    statement.items[i].text))
			add_input(reader, statement.items[i].text,
			    (struct tokens){ 0 });
	}
	if (at_root(reader))
		reader->inputs = count;
	graph_normal_tokens(&reader->normal, statement);
	graph_normal_line(&reader->normal);
}

/* Write "v3: annotation = expression" and define the name. */
static void
write_node(struct graph_reader *reader, struct slice name,
    struct tokens annotation, struct tokens expression)
{
	graph_normal_tokens(&reader->normal, expression);
	graph_normal_annotation(&reader->normal, annotation);
	graph_normal_line(&reader->normal);
	graph_normal_define(&reader->normal, name);
}

/* "name: annotation = expression" */
static void
read_node(struct graph_reader *reader, struct slice name,
    struct tokens annotation, struct tokens expression)
{
	struct target target;

	switch (graph_call_parse(expression, &reader->normal.values,
	    &target)) {
	case NODE_ALIAS:
		/* torch makes Python names of L['x'] so: l_x_ = L_x_ */
		graph_normal_alias(&reader->normal, name,
		    expression.items[0].text);
		return;
	case NODE_CALL:
		add_call(reader, &target, annotation);
		break;
	case NODE_ATTRIBUTE:
		reader->attributes += at_root(reader);
		break;
	case NODE_NONE:
		break;
	}
	write_node(reader, name, annotation, expression);
}

/* Behind "x += 1;" the result gets its name: "iadd: "f32[2]" = x". */
static bool
read_result(struct graph_reader *reader, struct slice name,
    struct tokens annotation, struct tokens expression)
{
	if (!reader->in_place.name.at || expression.count != 1 ||
	    !token_is_name(expression, 0))
		return false;
	finish_in_place(reader, annotation);
	write_node(reader, name, annotation, expression);
	return true;
}

/* "x += 1" or "x[0] = 1" */
static void
read_in_place(struct graph_reader *reader, struct tokens statement,
    size_t mark)
{
	if (mark < statement.count)
		reader->in_place =
		    graph_call_in_place(statement.items[mark].text);
	graph_normal_tokens(&reader->normal, statement);
	graph_normal_line(&reader->normal);
}

/* "%relu : [num_users=1] = call_function[target=torch.relu](args = …)" */
static void
read_listed(struct graph_reader *reader, struct tokens statement)
{
	size_t equals = tokens_find(statement, "=");
	struct tokens expression = tokens_part(statement, equals + 1,
	    statement.count);
	struct tokens none = { 0 };
	struct target target;

	if (!token_is_name(statement, 1))
		return;
	if (token_is(expression, 0, "placeholder")) {
		add_input(reader, statement.items[1].text, none);
		reader->inputs += at_root(reader);
		return;
	}
	switch (graph_call_listed(expression, &target)) {
	case NODE_CALL:
		add_call(reader, &target, none);
		break;
	case NODE_ATTRIBUTE:
		reader->attributes += at_root(reader);
		break;
	case NODE_ALIAS:
	case NODE_NONE:
		break;
	}
	write_node(reader, statement.items[1].text, none, expression);
}

/* The mark of "x += 1", "x[0] = 1": token 1 or the '=' behind a bracket. */
static size_t
in_place_mark(struct tokens statement, size_t equals)
{
	if (statement.count > 2 && graph_call_in_place(
	    statement.items[1].text).name.at && equals == statement.count)
		return 1;
	return token_is(statement, equals - 1, "]") &&
	    token_is(statement, 1, "[") ? equals : statement.count;
}

static void
read_assignment(struct graph_reader *reader, struct tokens statement)
{
	size_t equals = tokens_find(statement, "=");
	struct tokens expression = tokens_part(statement, equals + 1,
	    statement.count);
	bool annotated = token_is(statement, 1, ":");
	struct tokens annotation = tokens_part(statement, 2,
	    annotated ? equals : 0);
	struct slice name = statement.items[0].text;

	if (equals > 1 && !annotated && token_is(statement, 1, ",")) {
		read_unpacking(reader, statement, equals);
	} else if (annotated && !expression.count) {
		add_input(reader, name, annotation);
	} else if (expression.count && (annotated || equals == 1)) {
		if (!read_result(reader, name, annotation, expression))
			read_node(reader, name, annotation, expression);
	} else {
		read_in_place(reader, statement, in_place_mark(statement,
		    equals));
	}
}

static void
read_statement(struct graph_reader *reader, struct tokens statement,
    bool continues)
{
	if (!continues)
		finish_in_place(reader, (struct tokens){ 0 });
	if (token_is(statement, 0, "class"))
		read_class(reader, statement);
	else if (token_is(statement, 0, "def"))
		read_def(reader, statement);
	else if (token_is(statement, 0, "return"))
		read_return(reader, statement);
	else if (token_is(statement, 0, "graph") &&
	    token_is(statement, 1, "("))
		begin_module(reader);
	else if (token_is(statement, 0, "%"))
		read_listed(reader, statement);
	else if (reader->modules && token_is_name(statement, 0) &&
	    !is_release(statement))
		read_assignment(reader, statement);
}

static void
finish(struct graph_reader *reader)
{
	struct graph *graph = reader->graph;

	finish_in_place(reader, (struct tokens){ 0 });
	graph_normal_end(&reader->normal, graph->normalised_hash);
	hash_end(reader->hash, graph->ops_hash);
	if (!reader->modules) {
		graph->normalised_hash[0] = graph->ops_hash[0] = '\0';
		graph->nodes = graph->ops = graph->inputs = UNKNOWN_INT;
		return;
	}
	if (!reader->returned)
		problem_add(reader->context->problems, SEVERITY_WARNING,
		    "graph_cut", UNKNOWN_INT,
		    "the text of the graph ends before its return");
	if (reader->many_ops)
		problem_add(reader->context->problems, SEVERITY_WARNING,
		    "graph_ops_cut", UNKNOWN_INT,
		    "only the first %d operators are told apart", MAX_TARGETS);
	graph->ops = reader->calls;
	graph->inputs = reader->inputs;
	graph->nodes = reader->inputs + reader->calls + reader->attributes +
	    reader->returned;
}

void
graph_text_parse(const struct parse_context *context, struct slice text,
    struct graph *graph)
{
	struct graph_reader reader = { .context = context, .graph = graph };
	struct token_reader tokens;
	struct tokens statement;

	memset(graph, 0, sizeof(*graph));
	graph_normal_init(&reader.normal);
	reader.hash = hash_new(HASH_SHA256);
	hash_begin(reader.hash);
	hash_add(reader.hash, text);
	hash_end(reader.hash, graph->hash);
	hash_begin(reader.hash);
	token_reader_init(&tokens, text);
	while (token_reader_next(&tokens, &statement))
		read_statement(&reader, statement, tokens.continues);
	finish(&reader);
	token_reader_release(&tokens);
	graph_normal_release(&reader.normal);
	hash_free(reader.hash);
	buffer_release(&reader.line);
	name_table_release(&reader.ops);
}
