/*
 * cmd_issue.c - gbq issue: a Markdown report of one break, to file.
 */
#include <stdlib.h>

#include "cli/context.h"
#include "cli/format/handle.h"
#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/screen/terminal.h"

/* A text line by line, escaped; its last line is ended. */
static void
issue_add_lines(struct buffer *out, const char *text)
{
	struct slice rest = slice_of(text), line;

	while (slice_next_line(&rest, &line)) {
		terminal_escape(out, line);
		buffer_add_byte(out, '\n');
	}
}

/* A fenced block, "?" for NULL; the fence is longer than any in the text. */
static void
issue_add_block(struct buffer *out, const char *text)
{
	size_t longest = 2, run = 0, i;
	const char *at;

	if (!text)
		text = "?";
	for (at = text; *at; at++) {
		run = *at == '`' ? run + 1 : 0;
		longest = run > longest ? run : longest;
	}
	for (i = 0; i <= longest; i++)
		buffer_add_byte(out, '`');
	buffer_add_byte(out, '\n');
	issue_add_lines(out, text);
	for (i = 0; i <= longest; i++)
		buffer_add_byte(out, '`');
	buffer_add_string(out, "\n\n");
}

static void
issue_add_fact(struct buffer *out, const char *label, const char *text)
{
	if (!text)
		return;
	buffer_printf(out, "- %s: ", label);
	add_text(out, text);
	buffer_add_byte(out, '\n');
}

static void
issue_add_environment(struct buffer *out, const struct gbq_query *row)
{
	buffer_add_string(out, "### Environment\n\n");
	issue_add_fact(out, "torch", row_text(row, "torch_version"));
	issue_add_fact(out, "commit", row_text(row, "torch_commit"));
	issue_add_fact(out, "mode", row_text(row, "mode"));
	issue_add_fact(out, "library", row_text(row, "library"));
	buffer_add_byte(out, '\n');
}

static void
add_break(struct buffer *out, const struct gbq_query *row)
{
	buffer_add_string(out, "### The break\n\n");
	issue_add_fact(out, "kind", row_text(row, "kind"));
	issue_add_fact(out, "id", row_text(row, "gb_id"));
	issue_add_fact(out, "page", row_text(row, "doc_url"));
	buffer_add_string(out, "- place: ");
	place_line(out, row);
	buffer_add_string(out, "\n- how often: ");
	add_count(out, row, "events", "event", false);
	buffer_add_string(out, " (");
	add_counts(out, "form", row_text(row, "forms"), NULL);
	buffer_add_string(out, ") in ");
	add_count(out, row, "compiles", "compile", false);
	buffer_add_string(out, ", first in ");
	compile_label(out, row);
	buffer_add_byte(out, '\n');
	if (row_text(row, "raised_file")) {
		buffer_add_string(out, "- raised at: ");
		add_path(out, row_text(row, "raised_file"));
		buffer_printf(out, ":%lld ",
		    (long long)row_integer(row, "raised_line"));
		add_text(out, row_text(row, "raised_function"));
		buffer_add_byte(out, '\n');
	}
	buffer_add_byte(out, '\n');
	if (row_text(row, "source"))
		issue_add_block(out, row_text(row, "source"));
	buffer_add_string(out, "### Text\n\n");
	issue_add_block(out, row_text(row, "reason"));
}

/* The user stack, innermost frame last, as Python prints it. */
static int
add_stack(struct context *context, struct buffer *out, int64_t run_id,
    int64_t event)
{
	struct gbq_query *query = NULL;
	struct buffer stack = { 0 };
	int exit_status = query_saved(context, &query, "show_frames", run_id);

	if (exit_status)
		return exit_status;
	gbq_bind_integer(query, "event", event);
	while (query_next(context, query, &exit_status)) {
		buffer_printf(&stack, "  File \"%s\", line %lld, in %s\n",
		    row_text(query, "file") ? row_text(query, "file") : "?",
		    (long long)row_integer(query, "line"),
		    row_text(query, "function") ?
		    row_text(query, "function") : "?");
		if (row_text(query, "source"))
			buffer_printf(&stack, "    %s\n",
			    row_text(query, "source"));
	}
	gbq_finish(query);
	if (stack.len) {
		buffer_add_string(out, "### Stack\n\n");
		issue_add_block(out, buffer_string(&stack));
	}
	buffer_release(&stack);
	return exit_status;
}

static void
add_how(struct buffer *out)
{
	buffer_add_string(out, "### To reproduce\n\n"
	    "<!-- the smallest script that breaks here; start from the source "
	    "line above -->\n\n");
	issue_add_block(out, "import torch\n\n\n"
	    "@torch.compile(fullgraph=True)\ndef f(x):\n"
	    "    ...  # the line that breaks\n\n\nf(torch.randn(4))\n");
	buffer_add_string(out, "Run with "
	    "`TORCH_LOGS=\"graph_breaks\" TORCHDYNAMO_VERBOSE=1`.\n");
}

static int
print_issue(struct context *context, struct gbq_query *query, int64_t run_id)
{
	struct buffer out = { 0 };
	int64_t event = row_id(query, "event_id");
	int exit_status;

	buffer_add_string(&out, "## torch.compile graph break: ");
	add_text(&out, row_text(query, "kind"));
	buffer_add_string(&out, "\n\n");
	issue_add_environment(&out, query);
	add_break(&out, query);
	exit_status = add_stack(context, &out, run_id, event);
	add_how(&out);
	context_write(context, &out);
	return exit_status;
}

static int
issue_main(struct context *context)
{
	struct gbq_query *query = NULL;
	struct handle handle;
	int64_t run_id;
	int exit_status = database_find_handle(context, context->arguments,
	    context->argument_count, HANDLE_SITE | HANDLE_EVENT, &run_id,
	    &handle);

	if (!exit_status)
		exit_status = query_saved(context, &query, "issue", run_id);
	if (!exit_status)
		exit_status = query_bind_handle(context, query, &handle);
	if (query_next(context, query, &exit_status))
		exit_status = print_issue(context, query, run_id);
	else if (!exit_status)
		exit_status = handle_missing(context, run_id, &handle);
	gbq_finish(query);
	return exit_status;
}

const struct command command_issue = {
	.name = "issue", .group = GROUP_LOOK,
	.arguments = "[RUN] HANDLE",
	.summary = "a report of a break, to file as an issue",
	.text = "HANDLE is a site (s3) or an event (e7). The report is "
	    "Markdown: environment, kind,\ntext, stack and how to reproduce "
	    "it. Read it before filing: it holds source lines\nand paths."
	    HANDLE_TEXT RUN_TEXT,
	.examples = "  gbq issue model s2 -o issue.md\n"
	    "  gbq issue tl_out e7\n",
	.options = (const enum option_id[]){ OPTION_OUTPUT, OPTION_END },
	.min_arguments = 1, .max_arguments = 2, .run = issue_main,
};
