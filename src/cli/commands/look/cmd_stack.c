/*
 * cmd_stack.c - gbq stack: the tree of compiles. The saved query "stack" has
 * built it; its rows come in the order of the lines.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/context.h"
#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/format/words.h"

/* Deeper lines stand at this depth: no line is as long as the tree is deep. */
enum { MAX_DEPTH = 200 };

enum { MAX_STATUSES = 8 };

/* A line of the tree, without what stands before it. */
struct tree_line {
	int64_t depth;
	char *text;
};

/* Where the line of the current frame stands. */
struct tree {
	struct buffer out;		/* the current line */
	ARRAY_OF(struct tree_line) lines;
	const struct colors *colors;
	int64_t depth;
	int64_t frames, top;
	/* recompiles of the frame of the last line, by status */
	struct tally {
		char status[16];
		int64_t count;
	} tallies[MAX_STATUSES];
	int64_t recompiles;
	struct buffer first, last;	/* their labels */
};

static void
add_status(struct tree *tree, const struct gbq_query *row)
{
	add_word(&tree->out, row, "status", tree->colors);
	if (row_text(row, "fail_type")) {
		buffer_add_string(&tree->out, " (");
		add_text(&tree->out, row_text(row, "fail_type"));
		buffer_add_byte(&tree->out, ')');
	}
}

/* "wrapper generic.py:1030", or "resumed at 1609". */
static void
stack_add_frame(struct tree *tree, const struct gbq_query *row)
{
	struct buffer *out = &tree->out;

	if (string_equal(row_text(row, "relation"), "resumes")) {
		buffer_printf(out, "resumed at %lld",
		    (long long)row_integer(row, "resumed_at"));
		return;
	}
	add_text(out, row_text(row, "function"));
	buffer_add_byte(out, ' ');
	add_path(out, row_text(row, "file"));
	if (!row_is_null(row, "line"))
		buffer_printf(out, ":%lld",
		    (long long)row_integer(row, "line"));
	if (!row_is_null(row, "resumed_at"))
		buffer_printf(out, ", resumed");
	if (!row_is_null(row, "called_at"))
		buffer_printf(out, ", called at %lld",
		    (long long)row_integer(row, "called_at"));
}

/* End the line of a frame: "  + 8 recompiles [0/1] … [0/8]: 7 ok, …". */
static void
stack_end_line(struct tree *tree)
{
	struct buffer *out = &tree->out;

	if (tree->recompiles) {
		buffer_printf(out, "  + %lld recompile%s ",
		    (long long)tree->recompiles,
		    plural_end(tree->recompiles, ""));
		buffer_add_slice(out, buffer_slice(&tree->first));
		if (tree->recompiles > 1) {
			buffer_add_string(out, " \xe2\x80\xa6 ");
			buffer_add_slice(out, buffer_slice(&tree->last));
		}
		for (size_t i = 0; i < MAX_STATUSES &&
		    tree->tallies[i].count; i++) {
			buffer_printf(out, "%s %lld ", i ? "," : ":",
			    (long long)tree->tallies[i].count);
			add_text(out, word_of("status",
			    tree->tallies[i].status));
		}
	}
	if (out->len) {
		*array_add(&tree->lines) = (struct tree_line){
		    .depth = tree->depth, .text = strdup(buffer_string(out))
		};
		if (!tree->lines.items[tree->lines.count - 1].text)
			mem_fail();
	}
	buffer_clear(out);
	memset(tree->tallies, 0, sizeof(tree->tallies));
	tree->recompiles = 0;
}

static void
stack_add_line(struct tree *tree, const struct gbq_query *row)
{
	struct buffer *out = &tree->out;
	int64_t depth = row_integer(row, "depth");

	stack_end_line(tree);
	tree->depth = depth < MAX_DEPTH ? depth : MAX_DEPTH;
	compile_label(out, row);
	buffer_add_byte(out, ' ');
	stack_add_frame(tree, row);
	buffer_add_string(out, "  ");
	add_status(tree, row);
	if (row_integer(row, "break_events")) {
		buffer_add_string(out, ", ");
		add_count(out, row, "break_events", "break", false);
	}
	if (!row_is_null(row, "entire_frame_s")) {
		buffer_add_string(out, ", ");
		add_seconds(out, row_real(row, "entire_frame_s"));
	}
	tree->frames++;
	tree->top += string_equal(row_text(row, "relation"), "top");
}

static void
stack_add_recompile(struct tree *tree, const struct gbq_query *row)
{
	const char *status = row_text(row, "status");
	struct tally *tally = tree->tallies;

	if (tree->recompiles++ == 0) {
		buffer_clear(&tree->first);
		compile_label(&tree->first, row);
	}
	buffer_clear(&tree->last);
	compile_label(&tree->last, row);
	while (tally < tree->tallies + MAX_STATUSES - 1 && tally->count &&
	    strcmp(tally->status, status ? status : "?") != 0)
		tally++;
	snprintf(tally->status, sizeof(tally->status), "%s",
	    status ? status : "?");
	tally->count++;
}

/* Whether none of the depth of a line follows it below the same parent. */
static bool
stack_is_last(const struct tree *tree, size_t line)
{
	const struct tree_line *lines = tree->lines.items;

	for (size_t i = line + 1; i < tree->lines.count; i++) {
		if (lines[i].depth <= lines[line].depth)
			return lines[i].depth < lines[line].depth;
	}
	return true;
}

/* Append the lines with those of the tree before them, and release them. */
static void
stack_add_lines(struct buffer *out, struct tree *tree)
{
	struct tree_marks marks = { .unicode = marks_are_unicode() };
	struct tree_line *line;

	for (size_t i = 0; i < tree->lines.count; i++) {
		line = &tree->lines.items[i];
		add_tree_marks(out, &marks, (size_t)line->depth,
		    stack_is_last(tree, i));
		buffer_add_string(out, line->text);
		buffer_add_byte(out, '\n');
		free(line->text);
	}
	array_release(&marks.more);
	array_release(&tree->lines);
}

static void
stack_add_heading(struct context *context, const struct run_facts *facts,
    const struct tree *tree)
{
	struct buffer out = { 0 };

	buffer_printf(&out, "%s: %lld frame%s; of those at the top (%lld) the "
	    "caller is not compiled or not known\n\n", facts->label,
	    (long long)tree->frames, plural_end(tree->frames, ""),
	    (long long)tree->top);
	context_write(context, &out);
}

static int
print_tree(struct context *context, struct gbq_query *query, int64_t run_id)
{
	struct tree tree = { .colors = context_colors(context) };
	struct buffer out = { 0 };
	struct run_facts facts;
	size_t count = 0;
	int exit_status = run_facts_load(context, run_id, &facts);

	if (exit_status)
		return exit_status;
	while (query_next(context, query, &exit_status)) {
		if (++count > context->limit && context->limit)
			continue;
		if (string_equal(row_text(query, "relation"), "recompiles"))
			stack_add_recompile(&tree, query);
		else
			stack_add_line(&tree, query);
	}
	stack_end_line(&tree);
	if (count)
		stack_add_heading(context, &facts, &tree);
	else
		context_none(context, "compiles");
	stack_add_lines(&out, &tree);
	if (context->limit && count > context->limit) {
		add_more(&out, count - context->limit, "compile", NULL);
		buffer_add_byte(&out, '\n');
	}
	context_write(context, &out);
	buffer_release(&tree.out);
	buffer_release(&tree.first);
	buffer_release(&tree.last);
	run_facts_release(&facts);
	return exit_status;
}

static int
stack_main(struct context *context)
{
	struct gbq_query *query = NULL;
	int64_t run_id;
	int exit_status = database_find_first(context, &run_id);

	if (!exit_status)
		exit_status = query_saved(context, &query, "stack", run_id);
	if (!exit_status)
		exit_status = query_bind_options(context, query);
	if (!exit_status)
		exit_status = context_for_people(context) ?
		    print_tree(context, query, run_id) :
		    query_write(context, query, NULL);
	gbq_finish(query);
	return exit_status;
}

const struct command command_stack = {
	.name = "stack", .group = GROUP_LOOK,
	.next = { "gbq show RUN 0/0", "all about one of them" },
	.arguments = "[RUN]",
	.summary = "the tree of compiles: who called whom, resumed where",
	.text = "Below a frame stand, in the order of their compilation, "
	    "its resume functions and\nthe frames that it called; recompiles "
	    "beside the frame. A caller is known where\nthe stack of a break "
	    "of the callee names it; other frames stand at the top.\n"
	    RUN_TEXT,
	.examples = "  gbq stack model\n",
	.options = (const enum option_id[]){ OPTION_RANK, OUTPUT_OPTIONS },
	.max_arguments = 1, .run = stack_main, .query = "stack",
	.none = "compiles",
};
