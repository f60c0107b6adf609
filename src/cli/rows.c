/*
 * rows.c - saved queries of commands: parameters from options, rows to the
 * output.
 */
#include <string.h>

#include "cli/context.h"

int
query_saved(struct context *context, struct gbq_query **query,
    const char *name, int64_t run_id)
{
	enum gbq_status status;

	status = gbq_prepare_saved(context->gbq, query, name);
	if (status == GBQ_OK && run_id && gbq_has_parameter(*query, "run"))
		status = gbq_bind_integer(*query, "run", run_id);
	if (status == GBQ_OK)
		return 0;
	gbq_finish(*query);
	*query = NULL;
	return context_error(context, status);
}

int
query_bind_options(struct context *context, struct gbq_query *query)
{
	const enum option_id *id = context->command->options;
	const struct option_spec *spec;
	enum gbq_status status = GBQ_OK;

	for (; id && *id != OPTION_END && status == GBQ_OK; id++) {
		spec = option_find(*id);
		if (!spec || !context_has(context, *id) ||
		    !gbq_has_parameter(query, spec->name))
			continue;
		if (!spec->argument)
			status = gbq_bind_integer(query, spec->name, 1);
		else
			status = gbq_bind(query, spec->name,
			    context_value(context, *id));
	}
	return status == GBQ_OK ? 0 : context_error(context, status);
}

int
query_write(struct context *context, struct gbq_query *query,
    const char *shown)
{
	struct printer printer = context_printer(context, shown);
	enum gbq_status status;

	status = printer_query(&printer, query, context->limit);
	if (status == GBQ_OK && printer.row_count == 0 && shown &&
	    printer.format->for_people)
		context_note(context, "no %s", context->command->name);
	return status == GBQ_OK ? 0 : context_error(context, status);
}
