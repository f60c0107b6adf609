/*
 * context_rows.c - saved queries of commands: parameters from options, rows to
 * the output.
 */
#include <string.h>

#include "cli/context.h"
#include "cli/format/handle.h"
#include "cli/format/row.h"

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

bool
query_next(struct context *context, struct gbq_query *query, int *exit_status)
{
	enum gbq_status status = GBQ_OK;
	bool row = false;

	if (!*exit_status)
		status = gbq_step(query, &row);
	if (status != GBQ_OK)
		*exit_status = context_error(context, status);
	return row && !*exit_status;
}

int
query_bind_handle(struct context *context, struct gbq_query *query,
    const struct handle *handle)
{
	enum gbq_status status = handle_bind(query, handle);

	return status == GBQ_OK ? 0 : context_error(context, status);
}

/* The compile of --compile. Other texts stay: "(unknown)" is an id, too. */
static int
bind_compile(struct context *context, struct gbq_query *query,
    const char *text)
{
	struct handle handle;

	if (!handle_parse(text, &handle))
		return 0;
	if (handle.kind == HANDLE_COMPILE)
		return query_bind_handle(context, query, &handle);
	return context_usage(context, "--compile takes a compile ([1/0]), not "
	    "%s %s", handle_noun(handle.kind), text);
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
	if (status != GBQ_OK)
		return context_error(context, status);
	return context_has(context, OPTION_COMPILE) ? bind_compile(context,
	    query, context_value(context, OPTION_COMPILE)) : 0;
}

/* Whether an option was given that picks rows. */
static bool
has_filter(const struct context *context)
{
	for (size_t i = 0; i < context->options.given.count; i++) {
		if (context->options.given.items[i].id > OPTION_OUTPUT)
			return true;
	}
	return false;
}

void
add_unread(struct buffer *out, int64_t count)
{
	buffer_printf(out, "%lld message%s of torch %s not understood  "
	    "(gbq problems)", (long long)count, plural_end(count, ""),
	    count == 1 ? "was" : "were");
}

/* What is unread of the run that the answer is of; 0 where it is of none. */
static int64_t
context_unread(struct context *context)
{
	struct gbq_query *query = NULL;
	int64_t count = 0;
	int exit_status = context->run_id ? query_saved(context, &query,
	    "run", context->run_id) : 0;

	if (query && query_next(context, query, &exit_status))
		count = row_integer(query, "unread");
	gbq_finish(query);
	return count;
}

void
context_none(struct context *context, const char *things)
{
	struct buffer out = { 0 };
	int64_t unread;

	if (!context->format->for_people)
		return;
	unread = context_unread(context);
	buffer_printf(&out, "no %s", things);
	if (unread) {
		buffer_add_string(&out, " were read; ");
		add_unread(&out, unread);
	}
	buffer_add_byte(&out, '\n');
	context_write(context, &out);
}

static void
query_none(struct context *context)
{
	const char *things = context->command->none ?
	    context->command->none : "rows";
	struct buffer such = { 0 };

	buffer_printf(&such, "%s%s", has_filter(context) ? "such " : "",
	    things);
	context_none(context, buffer_string(&such));
	buffer_release(&such);
}

int
query_write(struct context *context, struct gbq_query *query,
    const char *shown)
{
	struct printer printer = context_printer(context, shown);
	enum gbq_status status;

	gbq_limit_rows(query, context->limit);
	status = printer_query(&printer, query, context->limit);
	if (status == GBQ_OK && printer.row_count == 0)
		query_none(context);
	return status == GBQ_OK ? 0 : context_error(context, status);
}

int
query_list(struct context *context, const char *name, int64_t run_id)
{
	const struct gbq_saved *saved = gbq_saved_find(context->gbq, name);
	struct gbq_query *query = NULL;
	int exit_status = query_saved(context, &query, name, run_id);

	if (!exit_status)
		exit_status = query_bind_options(context, query);
	if (!exit_status)
		exit_status = query_write(context, query,
		    saved ? saved->table : NULL);
	gbq_finish(query);
	return exit_status;
}
