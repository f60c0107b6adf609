/*
 * context_handle.c - the thing of a run that arguments mean, and what is said
 * where they mean none.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/context.h"
#include "cli/format/handle.h"
#include "cli/format/row.h"
#include "util/text.h"

/* "'4' names nothing: did you mean site s4 or event e4? …" */
static int
context_handle_bare(struct context *context, const char *number,
    unsigned kinds)
{
	enum handle_kind kind = kinds & HANDLE_SITE ? HANDLE_SITE :
	    kinds & HANDLE_GRAPH ? HANDLE_GRAPH : HANDLE_EVENT;
	bool both = kind == HANDLE_SITE && kinds & HANDLE_EVENT;

	return context_usage(context, "'%s' names nothing: did you mean %s "
	    "%c%s%s%s? (%s lists them)", number, handle_noun(kind),
	    *handle_noun(kind), number, both ? " or event e" : "",
	    both ? number : "", handle_list(kind));
}

/* None of the arguments is a handle. */
static int
context_handle_none(struct context *context, char **arguments, int count,
    unsigned kinds)
{
	struct buffer takes = { 0 };
	struct slice text;
	int exit_status;

	for (int i = count - 1; i >= 0; i--) {
		text = slice_of(arguments[i]);
		if (text.len && slice_count_digits(text, 0) == text.len)
			return context_handle_bare(context, arguments[i],
			    kinds);
	}
	handle_kinds_text(&takes, kinds);
	exit_status = context_usage(context, "'%s' names nothing; %s takes %s",
	    arguments[count - 1], context->command->name,
	    buffer_string(&takes));
	buffer_release(&takes);
	return exit_status;
}

/* The command is of other things. */
static int
context_handle_other(struct context *context, const struct handle *handle,
    unsigned kinds)
{
	struct buffer takes = { 0 }, text = { 0 };
	int exit_status;

	handle_kinds_text(&takes, kinds);
	handle_text(&text, handle);
	exit_status = context_usage(context, "%s takes %s, not %s %s",
	    context->command->name, buffer_string(&takes),
	    handle_noun(handle->kind), buffer_string(&text));
	buffer_release(&takes);
	buffer_release(&text);
	return exit_status;
}

int
database_find_handle(struct context *context, char **arguments, int count,
    unsigned kinds, int64_t *run_id, struct handle *handle)
{
	struct handle second;
	size_t run_len = 0, second_len;
	char *run = NULL;
	int at = count - 1, exit_status;

	while (at >= 0 && !handle_split(arguments[at], &run_len, handle))
		at--;
	if (at < 0)
		return context_handle_none(context, arguments, count, kinds);
	if (!(handle->kind & kinds))
		return context_handle_other(context, handle, kinds);
	if (count > 1 && (run_len || handle_split(arguments[1 - at],
	    &second_len, &second)))
		return context_usage(context, "'%s' and '%s' are two things; "
		    "a run of such a name is 'name:%s'", arguments[0],
		    arguments[1], arguments[0]);
	if (run_len)
		run = strndup(arguments[at], run_len);
	exit_status = database_find_run(context, count > 1 ?
	    arguments[1 - at] : run, run_id);
	free(run);
	return exit_status;
}

/* "run 2 'model'", or of a path that was read its name. */
static void
context_handle_add_run(struct context *context, struct buffer *out,
    int64_t run_id)
{
	struct gbq_query *query = NULL;
	int exit_status = query_saved(context, &query, "run", run_id);

	if (!context->memory_run)
		buffer_printf(out, "run %lld ", (long long)run_id);
	if (query_next(context, query, &exit_status) &&
	    row_text(query, "name"))
		buffer_printf(out, "'%s'", row_text(query, "name"));
	gbq_finish(query);
}

/* "s1 to s6" */
static void
context_handle_add_range(struct buffer *out, enum handle_kind kind,
    const struct gbq_query *row)
{
	struct handle handle = { .kind = kind, .number = 1 };

	if (kind == HANDLE_COMPILE || row_id(row, "things") == 0) {
		buffer_printf(out, "%lld %ss", (long long)row_id(row,
		    "things"), handle_noun(kind));
		return;
	}
	handle_text(out, &handle);
	handle.number = row_id(row, "last");
	if (handle.number > 1) {
		buffer_add_string(out, " to ");
		handle_text(out, &handle);
	}
}

int
handle_missing(struct context *context, int64_t run_id,
    const struct handle *handle)
{
	const char *noun = handle_noun(handle->kind);
	struct gbq_query *query = NULL;
	struct buffer out = { 0 };
	int exit_status;

	context_handle_add_run(context, &out, run_id);
	buffer_printf(&out, " has no %s ", noun);
	handle_text(&out, handle);
	exit_status = query_saved(context, &query, "handles", run_id);
	if (!exit_status)
		gbq_bind_text(query, "thing", noun);
	while (query_next(context, query, &exit_status)) {
		buffer_add_string(&out, " (it has ");
		context_handle_add_range(&out, handle->kind, query);
		buffer_add_byte(&out, ')');
	}
	gbq_finish(query);
	exit_status = context_fail(context, gbq_exit_code(GBQ_NO_INPUT), "%s",
	    buffer_string(&out));
	buffer_release(&out);
	return exit_status;
}

int
handle_check(struct context *context, int64_t run_id,
    const struct handle *handle)
{
	struct gbq_query *query = NULL;
	char name[32];
	int exit_status;

	snprintf(name, sizeof(name), "show_%s", handle_noun(handle->kind));
	exit_status = query_saved(context, &query, name, run_id);
	if (!exit_status)
		exit_status = query_bind_handle(context, query, handle);
	if (!query_next(context, query, &exit_status) && !exit_status)
		exit_status = handle_missing(context, run_id, handle);
	gbq_finish(query);
	return exit_status;
}
