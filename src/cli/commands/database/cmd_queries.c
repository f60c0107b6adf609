/*
 * cmd_queries.c - gbq queries: the saved queries and their parameters.
 */
#include <string.h>

#include "cli/context.h"
#include "cli/screen/similar.h"
#include "util/text.h"

int
query_unknown(struct context *context, const char *name)
{
	struct similar similar = { NULL, 0 };
	const struct gbq_saved *list;
	size_t count;

	list = gbq_saved_list(context->gbq, &count);
	for (size_t i = 0; i < count; i++)
		similar_offer(&similar, name, list[i].name);
	if (similar_guess(&similar))
		return context_usage(context, "there is no saved query '%s'; "
		    "did you mean '%s'?", name, similar_guess(&similar));
	return context_usage(context, "there is no saved query '%s'; "
	    "'gbq queries' lists them", name);
}

bool
query_is_of_run(const struct gbq_saved *saved)
{
	size_t i = 0;

	while (i < saved->parameter_count &&
	    strcmp(saved->parameters[i].name, "run") != 0)
		i++;
	return i < saved->parameter_count;
}

static struct gbq_value
queries_text_value(const char *text)
{
	return (struct gbq_value){ text ? GBQ_TEXT : GBQ_NULL, 0, 0, text,
	    text ? strlen(text) : 0 };
}

static void
list_query(struct printer *printer, const struct gbq_saved *saved)
{
	struct buffer parameters = { 0 };

	for (size_t i = 0; i < saved->parameter_count; i++)
		buffer_printf(&parameters, "%s%s", i ? ", " : "",
		    saved->parameters[i].name);
	printer_row(printer,
	    (struct gbq_value[]){ queries_text_value(saved->name),
		queries_text_value(buffer_string(&parameters)),
		queries_text_value(saved->question),
		queries_text_value(saved->help) });
	buffer_release(&parameters);
}

/* With -v those too that serve a command: the command says it better. */
static void
list_queries(struct context *context)
{
	static const char *const names[] = { "query", "parameters", "question",
		"help" };
	bool all = context_has(context, OPTION_VERBOSE);
	struct printer printer = context_printer(context,
	    all ? "query, parameters, help" :
	    "query, parameters, question");
	const struct gbq_saved *list;
	size_t count;

	list = gbq_saved_list(context->gbq, &count);
	printer_start(&printer, names, 4);
	for (size_t i = 0; i < count; i++) {
		if (list[i].question || all)
			list_query(&printer, &list[i]);
	}
	printer_end(&printer);
}

static void
describe_query(struct context *context, const struct gbq_saved *saved)
{
	static const char *const names[] = { "parameter", "help" };
	struct printer printer = context_printer(context, NULL);

	if (context_for_people(context)) {
		fputs(saved->sql, context->out);
		fprintf(context->out, "-- call: gbq sql %s%s\n", saved->name,
		    query_is_of_run(saved) ? " RUN" : "");
		return;
	}
	printer_start(&printer, names, 2);
	for (size_t i = 0; i < saved->parameter_count; i++) {
		printer_row(&printer, (struct gbq_value[]){
		    queries_text_value(saved->parameters[i].name),
		    queries_text_value(saved->parameters[i].help) });
	}
	printer_end(&printer);
}

static int
queries_main(struct context *context)
{
	const struct gbq_saved *saved;
	const char *name;

	if (context->argument_count == 0) {
		list_queries(context);
		return 0;
	}
	name = context->arguments[0];
	saved = gbq_saved_find(context->gbq, name + (*name == '@'));
	if (!saved)
		return query_unknown(context, name);
	describe_query(context, saved);
	return 0;
}

const struct command command_queries = {
	.name = "queries", .group = GROUP_DATABASE,
	.next = { "gbq queries NAME", "a query and its columns" },
	.arguments = "[NAME]",
	.summary = "saved queries, and the questions that they answer",
	.text = "'gbq sql NAME RUN' runs one. -v lists those too "
	    "that commands use. With NAME:\nits parameters, columns and "
	    "SQL.\n",
	.examples = "  gbq queries\n  gbq queries eager_frames\n"
	    "  gbq sql eager_frames model -f json\n",
	.options = (const enum option_id[]){ OUTPUT_OPTIONS },
	.max_arguments = 1, .run = queries_main,
};
