/*
 * cmd_schema.c - gbq schema: the documentation of the public views, and of the
 * functions that SQL has beside SQLite's own.
 */
#include <string.h>

#include "cli/context.h"
#include "cli/screen/similar.h"

static struct gbq_value
schema_text_value(const char *text)
{
	return (struct gbq_value){ GBQ_TEXT, 0, 0, text, strlen(text) };
}

/* The first sentence of a text, in people's formats; else all of it. */
static struct gbq_value
brief_value(const struct context *context, const char *text)
{
	struct gbq_value value = schema_text_value(text);
	const char *end = strstr(text, ". ");

	if (end && context->format->for_people)
		value.len = (size_t)(end - text);
	return value;
}

static void
list_views(struct context *context)
{
	static const char *const names[] = { "view", "help" };
	struct printer printer = context_printer(context, NULL);
	const struct gbq_view_doc *views;
	size_t count;

	views = gbq_view_list(context->gbq, &count);
	printer_start(&printer, names, 2);
	for (size_t i = 0; i < count; i++) {
		printer_row(&printer, (struct gbq_value[]){
		    schema_text_value(views[i].name),
		    brief_value(context, views[i].help) });
	}
	printer_end(&printer);
}

/* Text in lines of at most 76 columns, each after the indent. */
static void
print_wrapped(FILE *out, const char *text, const char *indent)
{
	size_t used = 0, len;

	while (*text) {
		text += strspn(text, " ");
		len = strcspn(text, " ");
		if (used && used + 1 + len > 76 - strlen(indent)) {
			fputc('\n', out);
			used = 0;
		}
		fputs(used ? " " : indent, out);
		fwrite(text, 1, len, out);
		used += len + (used ? 1 : 0);
		text += len;
	}
	fputc('\n', out);
}

/* All that is known of a view, as a text. */
static void
print_view(FILE *out, const struct gbq_view_doc *view)
{
	fprintf(out, "view %s\n", view->name);
	print_wrapped(out, view->help, "  ");
	for (size_t i = 0; i < view->column_count; i++) {
		fprintf(out, "\n%s%s%s\n", view->columns[i].name,
		    *view->columns[i].type ? " " : "",
		    view->columns[i].type);
		print_wrapped(out, view->columns[i].help, "  ");
	}
}

/* A row a column; for people what it means in short. */
static void
write_view(struct context *context, const struct gbq_view_doc *view)
{
	bool brief = context->format->for_people;
	const char *names[] = { "view", "column", "type",
	    brief ? "meaning" : "help" };
	struct printer printer = context_printer(context,
	    "column, type, meaning");

	printer_start(&printer, names, LENGTH(names));
	for (size_t i = 0; i < view->column_count; i++) {
		printer_row(&printer,
		    (struct gbq_value[]){ schema_text_value(view->name),
			schema_text_value(view->columns[i].name),
			schema_text_value(view->columns[i].type),
			brief_value(context, view->columns[i].help) });
	}
	printer_end(&printer);
}

static void
print_functions(FILE *out)
{
	const struct gbq_function_doc *functions;
	size_t count;

	functions = gbq_function_list(&count);
	fputs("SQL functions of gbq, and of its extension gbq.so for other "
	    "programs\n", out);
	for (size_t i = 0; i < count; i++) {
		fprintf(out, "\n%s\n", functions[i].call);
		print_wrapped(out, functions[i].help, "  ");
	}
}

static void
write_functions(struct context *context)
{
	static const char *const names[] = { "function", "call", "help" };
	struct printer printer = context_printer(context, NULL);
	const struct gbq_function_doc *functions;
	size_t count;

	functions = gbq_function_list(&count);
	printer_start(&printer, names, 3);
	for (size_t i = 0; i < count; i++) {
		printer_row(&printer, (struct gbq_value[]){
		    schema_text_value(functions[i].name),
		    schema_text_value(functions[i].call),
		    schema_text_value(functions[i].help) });
	}
	printer_end(&printer);
}

static int
show_functions(struct context *context)
{
	if (context_for_people(context))
		print_functions(context->out);
	else
		write_functions(context);
	return 0;
}

static int
unknown_view(struct context *context, const char *name)
{
	struct similar similar = { NULL, 0 };
	const struct gbq_view_doc *views;
	size_t count;

	views = gbq_view_list(context->gbq, &count);
	for (size_t i = 0; i < count; i++)
		similar_offer(&similar, name, views[i].name);
	if (similar_guess(&similar))
		return context_usage(context, "there is no view '%s'; did you "
		    "mean '%s'?", name, similar_guess(&similar));
	return context_usage(context, "there is no view '%s'", name);
}

static int
schema_main(struct context *context)
{
	const struct gbq_view_doc *view;

	if (context->argument_count == 0) {
		list_views(context);
		return 0;
	}
	if (strcmp(context->arguments[0], "functions") == 0)
		return show_functions(context);
	view = gbq_view_find(context->gbq, context->arguments[0]);
	if (!view)
		return unknown_view(context, context->arguments[0]);
	if (context_for_people(context) && context_has(context,
	    OPTION_VERBOSE)) {
		print_view(context->out, view);
		return 0;
	}
	if (context_for_people(context)) {
		fprintf(context->out, "view %s\n", view->name);
		print_wrapped(context->out, view->help, "  ");
		fputc('\n', context->out);
	}
	write_view(context, view);
	return 0;
}

const struct command command_schema = {
	.name = "schema", .group = GROUP_DATABASE,
	.arguments = "[VIEW|functions]",
	.summary = "documentation of the views and SQL functions",
	.text = "The views are what 'gbq sql' reads. Without VIEW: "
	    "all of them; with it its columns, -v with all that is known. "
	    "functions: what SQL\nhas beside SQLite's own, "
	    "here and, by the extension gbq.so, in other programs.\n",
	.examples = "  gbq schema breaks\n  gbq schema functions\n",
	.options = (const enum option_id[]){ OUTPUT_OPTIONS },
	.max_arguments = 1, .run = schema_main,
};
