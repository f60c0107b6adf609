/*
 * cmd_sql.c - gbq sql and gbq queries.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli/context.h"
#include "cli/similar.h"
#include "util/text.h"

enum { DEFAULT_TIMEOUT_S = 60 };

/*
 * SIGINT is blocked while a query runs and looked for between its steps, so
 * that there is no handler and no state outside of functions.
 */
static bool
stop_asked(void *data)
{
	sigset_t pending;

	(void)data;
	return sigpending(&pending) == 0 && sigismember(&pending, SIGINT) == 1;
}

static int
set_limits(struct context *context)
{
	const char *text = context_value(context, OPTION_TIMEOUT);
	double timeout_s = DEFAULT_TIMEOUT_S;
	sigset_t signals;

	if (text && (!slice_to_double(slice_of(text), &timeout_s) ||
	    !(timeout_s >= 0)))
		return context_usage(context, "--timeout needs seconds, not "
		    "'%s'", text);
	gbq_set_limits(context->gbq, timeout_s, stop_asked, NULL);
	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	return 0;
}

static int
read_stream(struct context *context, FILE *file, const char *path,
    struct buffer *sql)
{
	char block[8192];
	size_t len;

	while ((len = fread(block, 1, sizeof(block), file)) > 0)
		buffer_add(sql, block, len);
	if (ferror(file))
		return context_fail(context, gbq_exit_code(GBQ_IO),
		    "cannot read %s: %s", path, strerror(errno));
	if (sql->len && memchr(sql->bytes, '\0', sql->len))
		return context_usage(context, "%s is no SQL text: it holds "
		    "NUL bytes", path);
	return 0;
}

static int
read_file(struct context *context, const char *path, struct buffer *sql)
{
	FILE *file;
	int exit_status;

	if (strcmp(path, "-") == 0)
		return read_stream(context, stdin, "standard input", sql);
	file = fopen(path, "rb");
	if (!file)
		return context_fail(context, gbq_exit_code(GBQ_NO_INPUT),
		    "cannot read %s: %s", path, strerror(errno));
	exit_status = read_stream(context, file, path, sql);
	fclose(file);
	return exit_status;
}

/* The part of "NAME=VALUE" before '='; heap. */
static char *
parameter_name(const char *text)
{
	return strndup(text, strcspn(text, "="));
}

/*
 * Set those -p that the statement has. "run" of a saved query has been set
 * from a RUN text before.
 */
static int
bind_parameters(struct context *context, struct gbq_query *query,
    bool skip_run)
{
	const struct given_option *given = context->options.given.items;
	enum gbq_status status = GBQ_OK;
	char *name;

	for (size_t i = 0; i < context->options.given.count; i++, given++) {
		if (given->id != OPTION_PARAMETER)
			continue;
		name = parameter_name(given->value);
		if (gbq_has_parameter(query, name) &&
		    !(skip_run && strcmp(name, "run") == 0))
			status = gbq_bind(query, name,
			    given->value + strlen(name) + 1);
		free(name);
		if (status != GBQ_OK)
			return context_error(context, status);
	}
	return 0;
}

/* The value of -p NAME=…, or NULL. */
static const char *
given_parameter(const struct context *context, const char *name)
{
	const char *found = NULL, *value;
	size_t len = strlen(name);

	for (size_t i = 0; i < context->options.given.count; i++) {
		value = context->options.given.items[i].value;
		if (context->options.given.items[i].id == OPTION_PARAMETER &&
		    strncmp(value, name, len) == 0 && value[len] == '=')
			found = value + len + 1;
	}
	return found;
}

static int
check_parameters(struct context *context, const struct gbq_saved *saved)
{
	const struct given_option *given = context->options.given.items;
	size_t len, i;

	for (; given < context->options.given.items +
	    context->options.given.count; given++) {
		if (given->id != OPTION_PARAMETER)
			continue;
		len = strcspn(given->value, "=");
		if (given->value[len] != '=' || len == 0)
			return context_usage(context, "-p needs NAME=VALUE, "
			    "not '%s'", given->value);
		for (i = 0; saved && i < saved->parameter_count; i++) {
			if (strlen(saved->parameters[i].name) == len &&
			    !strncmp(saved->parameters[i].name, given->value,
			    len))
				break;
		}
		if (saved && i == saved->parameter_count)
			return context_usage(context, "query '%s' has no "
			    "parameter '%.*s'; 'gbq queries %s' lists them",
			    saved->name, (int)len, given->value, saved->name);
	}
	return 0;
}

static int
unknown_query(struct context *context, const char *name)
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

static int
run_saved(struct context *context, const char *name)
{
	const struct gbq_saved *saved = gbq_saved_find(context->gbq, name);
	struct gbq_query *query = NULL;
	bool has_run = false;
	int64_t run_id = 0;
	int exit_status;

	if (!saved)
		return unknown_query(context, name);
	exit_status = check_parameters(context, saved);
	for (size_t i = 0; i < saved->parameter_count; i++)
		has_run |= strcmp(saved->parameters[i].name, "run") == 0;
	if (!exit_status && has_run)
		exit_status = database_find_run(context,
		    given_parameter(context, "run"), &run_id);
	else if (!exit_status)
		exit_status = database_open(context, GBQ_READ);
	if (!exit_status)
		exit_status = query_saved(context, &query, name, run_id);
	if (!exit_status)
		exit_status = bind_parameters(context, query, has_run);
	if (!exit_status)
		exit_status = query_write(context, query, NULL);
	gbq_finish(query);
	return exit_status;
}

/* Run the statements of a text, one after another. */
static int
run_text(struct context *context, const char *sql)
{
	struct gbq_query *query;
	enum gbq_status status;
	int exit_status = 0;
	bool is_first = true;

	while (!exit_status && *sql) {
		status = gbq_prepare(context->gbq, &query, sql, &sql);
		if (status != GBQ_OK)
			return context_error(context, status);
		if (!query)
			continue;
		if (!is_first && context->format->for_people)
			fputc('\n', context->out);
		is_first = false;
		exit_status = bind_parameters(context, query, false);
		if (!exit_status && gbq_column_count(query) > 0)
			exit_status = query_write(context, query, NULL);
		gbq_finish(query);
	}
	return exit_status;
}

static int
run_sql(struct context *context, const char *text, const char *path)
{
	struct buffer sql = { 0 };
	int exit_status = 0;

	if (path)
		exit_status = read_file(context, path, &sql);
	else
		buffer_add_string(&sql, text);
	if (!exit_status)
		exit_status = check_parameters(context, NULL);
	if (!exit_status)
		exit_status = database_open(context, GBQ_READ);
	if (!exit_status)
		exit_status = run_text(context, buffer_string(&sql));
	buffer_release(&sql);
	return exit_status;
}

int
command_sql(struct context *context)
{
	const char *text = context->argument_count ? context->arguments[0] :
	    NULL;
	const char *path = context_value(context, OPTION_SQL_FILE);
	int exit_status;

	if (!text == !path)
		return context_usage(context, "'sql' needs one of SQL, @NAME, "
		    "- and --file FILE");
	exit_status = set_limits(context);
	if (exit_status)
		return exit_status;
	if (text && *text == '@')
		return run_saved(context, text + 1);
	if (text && strcmp(text, "-") == 0)
		path = "-";
	return run_sql(context, text, path);
}

static struct gbq_value
text_value(const char *text)
{
	return (struct gbq_value){ text ? GBQ_TEXT : GBQ_NULL, 0, 0, text,
	    text ? strlen(text) : 0 };
}

static void
list_queries(struct context *context)
{
	static const char *const names[] = { "query", "parameters", "help" };
	struct printer printer = context_printer(context, NULL);
	struct buffer parameters = { 0 };
	const struct gbq_saved *list;
	size_t count;

	list = gbq_saved_list(context->gbq, &count);
	printer_start(&printer, names, 3);
	for (size_t i = 0; i < count; i++) {
		buffer_clear(&parameters);
		for (size_t j = 0; j < list[i].parameter_count; j++)
			buffer_printf(&parameters, "%s%s", j ? ", " : "",
			    list[i].parameters[j].name);
		printer_row(&printer, (struct gbq_value[]){
		    text_value(list[i].name),
		    text_value(buffer_string(&parameters)),
		    text_value(list[i].help) });
	}
	printer_end(&printer);
	buffer_release(&parameters);
}

static void
describe_query(struct context *context, const struct gbq_saved *saved)
{
	static const char *const names[] = { "parameter", "help" };
	struct printer printer = context_printer(context, NULL);

	if (context_for_people(context)) {
		fputs(saved->sql, context->out);
		return;
	}
	printer_start(&printer, names, 2);
	for (size_t i = 0; i < saved->parameter_count; i++) {
		printer_row(&printer, (struct gbq_value[]){
		    text_value(saved->parameters[i].name),
		    text_value(saved->parameters[i].help) });
	}
	printer_end(&printer);
}

int
command_queries(struct context *context)
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
		return unknown_query(context, name);
	describe_query(context, saved);
	return 0;
}
