/*
 * cmd_manual.c - gbq manual: pages made from the table of commands, the
 * documentation of views and queries, and src/man. For make and packagers.
 */
#include <ctype.h>
#include <string.h>

#include "cli/context.h"
#include "cli/manual/manual.h"
#include "util/embedded.h"

#define DATE "November 30, 2026"

/* What a page is about. */
struct page {
	const char *name;		/* "gbq-search" */
	int section;
};

static void
put_head(FILE *out, const struct page *page, const char *summary)
{
	fprintf(out, ".\\\" Made by gbq manual: do not edit.\n.Dd " DATE
	    "\n.Dt ");
	for (const char *at = page->name; *at; at++)
		fputc(toupper((unsigned char)*at), out);
	fprintf(out, " %d\n.Os\n", page->section);
	if (!summary)
		return;
	fprintf(out, ".Sh NAME\n.Nm %s\n.Nd ", page->name);
	mdoc_word(out, summary);
	fputc('\n', out);
}

/* ---- gbq(1), gbq-tutorial(7): of src/man ---- */

static void
put_commands(FILE *out, const struct command *const *list)
{
	const struct command *command = NULL;

	fputs(".Bl -tag -width Ds\n", out);
	while ((command = command_next(list, command)) != NULL) {
		fprintf(out, ".It Cm %s", command->name);
		if (*command->arguments) {
			fputs(" Ar ", out);
			mdoc_argument(out, command->arguments);
		}
		fputc('\n', out);
		mdoc_text(out, command->summary);
	}
	fputs(".El\n", out);
}

/* The text of src/man/NAME.mdoc. */
static struct slice
find_source(const char *name)
{
	const struct embedded_file *file;
	struct buffer path = { 0 };

	buffer_printf(&path, "src/man/%s.mdoc", name);
	file = embedded_find(buffer_string(&path));
	buffer_release(&path);
	return file ? slice_of((const char *)file->bytes) : LITERAL("");
}

static void
put_source(struct context *context, const struct page *page)
{
	struct slice rest = find_source(page->name), line;
	FILE *out = context->out;

	put_head(out, page, NULL);
	while (slice_next_line(&rest, &line)) {
		if (slice_equal(line, LITERAL(".\\\" @commands")))
			put_commands(out, context->commands);
		else if (slice_equal(line, LITERAL(".\\\" @options")))
			mdoc_options(out, global_options);
		else
			fprintf(out, "%.*s\n", (int)line.len, line.at);
	}
}

/* ---- gbq-COMMAND(1) ---- */

static void
put_command(FILE *out, const struct page *page, const struct command *command)
{
	static const enum option_id on_option[] = { OPTION_ON, OPTION_END };

	put_head(out, page, command->summary);
	fprintf(out, ".Sh SYNOPSIS\n.Nm gbq %s\n", command->name);
	if (command->options)
		fputs(".Op Ar option ...\n", out);
	if (*command->arguments) {
		fputs(".Ar ", out);
		mdoc_argument(out, command->arguments);
		fputc('\n', out);
	}
	fputs(".Sh DESCRIPTION\n", out);
	fprintf(out, ".Nm gbq %s :\n", command->name);
	mdoc_text(out, command->summary);
	if (command->text) {
		fputs(".Pp\n", out);
		mdoc_text(out, command->text);
	}
	if (command->options) {
		fputs(".Pp\nThe options are, beside those of\n.Xr gbq 1 :\n",
		    out);
		mdoc_options(out, command->options);
		if (command->has_on)
			mdoc_options(out, on_option);
	}
	fputs(".Sh EXIT STATUS\nSee\n.Xr gbq 1 .\n", out);
	if (command->examples) {
		fputs(".Sh EXAMPLES\n", out);
		mdoc_display(out, command->examples);
	}
	fputs(".Sh SEE ALSO\n.Xr gbq 1 ,\n.Xr gbq-views 7\n", out);
}

/* ---- gbq-views(7), gbq-queries(7) ---- */

static void
put_view(FILE *out, const struct gbq_view_doc *view)
{
	fprintf(out, ".Ss %s\n", view->name);
	mdoc_text(out, view->help);
	fputs(".Bl -tag -width Ds\n", out);
	for (size_t i = 0; i < view->column_count; i++) {
		fprintf(out, ".It Va %s", view->columns[i].name);
		if (*view->columns[i].type)
			fprintf(out, " Pq %s", view->columns[i].type);
		fputc('\n', out);
		mdoc_text(out, view->columns[i].help);
	}
	fputs(".El\n", out);
}

static void
put_functions(FILE *out)
{
	const struct gbq_function_doc *functions;
	size_t count;

	functions = gbq_function_list(&count);
	fputs(".Ss SQL functions\nThey are there in\n.Ql gbq sql ,\nand in "
	    "other programs that load the extension\n.Pa gbq.so ,\nsee\n"
	    ".Xr gbq 1 .\nAll are NULL of NULL.\n"
	    ".Bl -tag -width Ds\n", out);
	for (size_t i = 0; i < count; i++) {
		fprintf(out, ".It Ic %s\n", functions[i].call);
		mdoc_text(out, functions[i].help);
	}
	fputs(".El\n", out);
}

static void
put_views(struct context *context, const struct page *page)
{
	const struct gbq_view_doc *views;
	FILE *out = context->out;
	size_t count;

	views = gbq_view_list(context->gbq, &count);
	put_head(out, page, "the public views of a gbq database");
	fputs(".Sh DESCRIPTION\nThese views are the public face of a database: "
	    "columns stay, more may come.\nTables below them may change with "
	    "the version.\nNULL means not known, never zero.\n"
	    ".Ql gbq schema VIEW\nshows the same.\n", out);
	for (size_t i = 0; i < count; i++)
		put_view(out, &views[i]);
	put_functions(out);
	fputs(".Sh SEE ALSO\n.Xr gbq-sql 1 ,\n.Xr gbq-queries 7\n", out);
}

static void
put_query(FILE *out, const struct gbq_saved *query)
{
	fprintf(out, ".It Cm @%s\n", query->name);
	mdoc_text(out, query->help);
	if (!query->parameter_count)
		return;
	fputs(".Bl -tag -width Ds -compact\n", out);
	for (size_t i = 0; i < query->parameter_count; i++) {
		fprintf(out, ".It Fl p Ar %s\n", query->parameters[i].name);
		mdoc_text(out, query->parameters[i].help);
	}
	fputs(".El\n", out);
}

static void
put_queries(struct context *context, const struct page *page)
{
	const struct gbq_saved *queries;
	FILE *out = context->out;
	size_t count;

	queries = gbq_saved_list(context->gbq, &count);
	put_head(out, page, "the saved queries of gbq");
	fputs(".Sh DESCRIPTION\n.Ql gbq sql @NAME\nruns a saved query.\n"
	    "Parameters that are not set are NULL.\n"
	    ".Bl -tag -width Ds\n", out);
	for (size_t i = 0; i < count; i++)
		put_query(out, &queries[i]);
	fputs(".El\n.Sh SEE ALSO\n.Xr gbq-sql 1 ,\n.Xr gbq-views 7\n", out);
}

/* ---- the command ---- */

static void
list_pages(FILE *out, const struct command *const *list)
{
	const struct command *command = NULL;

	fputs("gbq.1\ngbq-tutorial.7\ngbq-views.7\ngbq-queries.7\n", out);
	while ((command = command_next(list, command)) != NULL)
		fprintf(out, "gbq-%s.1\n", command->name);
}

/* The command of a page "gbq-NAME.1", or NULL. */
static const struct command *
command_of(const struct command *const *list, const char *file,
    struct buffer *page)
{
	struct slice name = slice_of(file);
	const struct command *command;

	if (!slice_take(&name, LITERAL("gbq-")) ||
	    !slice_ends(name, LITERAL(".1")))
		return NULL;
	buffer_add_slice(page, slice_part(name, 0, name.len - 2));
	command = command_find(list, buffer_string(page));
	return command && !command->is_hidden ? command : NULL;
}

static int
put_command_page(struct context *context, const char *file)
{
	struct buffer name = { 0 };
	const struct command *command = command_of(context->commands, file,
	    &name);
	struct page page = { NULL, 1 };
	int exit_status = 0;

	buffer_clear(&name);
	if (command) {
		buffer_printf(&name, "gbq-%s", command->name);
		page.name = buffer_string(&name);
		put_command(context->out, &page, command);
	} else {
		exit_status = context_usage(context, "there is no page '%s'",
		    file);
	}
	buffer_release(&name);
	return exit_status;
}

static int
manual_main(struct context *context)
{
	const char *file;

	if (context->argument_count == 0) {
		list_pages(context->out, context->commands);
		return 0;
	}
	file = context->arguments[0];
	if (strcmp(file, "gbq.1") == 0)
		put_source(context, &(struct page){ "gbq", 1 });
	else if (strcmp(file, "gbq-tutorial.7") == 0)
		put_source(context, &(struct page){ "gbq-tutorial", 7 });
	else if (strcmp(file, "gbq-views.7") == 0)
		put_views(context, &(struct page){ "gbq-views", 7 });
	else if (strcmp(file, "gbq-queries.7") == 0)
		put_queries(context, &(struct page){ "gbq-queries", 7 });
	else
		return put_command_page(context, file);
	return 0;
}

const struct command command_manual = {
	.name = "manual", .group = GROUP_DATABASE,
	.arguments = "[PAGE]",
	.summary = "write a manual page, or list them",
	.text = "For packagers: 'make install' does it.\n",
	.examples = "  gbq manual gbq.1 | man -l -\n"
	    "  gbq manual gbq-tutorial.7 | man -l -\n",
	.max_arguments = 1, .run = manual_main, .is_hidden = true,
};
