/*
 * cmd_sql.c - gbq sql: statements of users, and saved queries.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/context.h"
#include "util/input_text.h"
#include "util/text.h"

enum {
	DEFAULT_TIMEOUT_S = 60,
	MAX_TIMEOUT_S = 1000 * 1000,
	/* For single functions that the library cannot stop in time. */
	GRACE_S = 2,
	MEMORY_LIMIT = 768 * 1024 * 1024,
	/* of SQL in a file; SQLite takes statements of a megabyte */
	MAX_SQL_BYTES = 16 << 20
};

/*
 * Signals end the process at once: it only reads, so nothing is to be undone,
 * and a single slow function cannot keep it.
 */
static void
end_interrupted(int number)
{
	static const char text[] = "gbq: interrupted\n";
	ssize_t written = write(STDERR_FILENO, text, sizeof(text) - 1);

	(void)written;
	_exit(128 + number);
}

static void
end_at_time_limit(int number, siginfo_t *info, void *place)
{
	static const char text[] = "gbq: stopped after the time limit\n";
	ssize_t written;

	(void)number;
	(void)place;
	if (!gbq_is_late(info->si_value.sival_ptr, GRACE_S))
		return;
	written = write(STDERR_FILENO, text, sizeof(text) - 1);
	(void)written;
	_exit(6);
}

/* Look now and then whether a statement ended in time. False: no timer. */
static bool
start_watch(struct gbq *gbq, timer_t *timer)
{
	struct sigaction action = { .sa_flags = SA_SIGINFO | SA_RESTART };
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL,
		.sigev_signo = SIGALRM, .sigev_value = { .sival_ptr = gbq } };
	struct itimerspec often = { { 0, 500000000 }, { 0, 500000000 } };

	action.sa_sigaction = end_at_time_limit;
	sigemptyset(&action.sa_mask);
	return sigaction(SIGALRM, &action, NULL) == 0 &&
	    timer_create(CLOCK_MONOTONIC, &event, timer) == 0 &&
	    timer_settime(*timer, 0, &often, NULL) == 0;
}

/* Before the handle is freed, which the watch reads. */
static void
end_watch(timer_t timer)
{
	signal(SIGALRM, SIG_IGN);
	timer_delete(timer);
}

static int
set_limits(struct context *context)
{
	const char *text = context_value(context, OPTION_TIMEOUT);
	struct gbq_limits limits = { .memory_bytes = MEMORY_LIMIT };

	limits.timeout_s = DEFAULT_TIMEOUT_S;
	if (text && (!option_read_real(slice_of(text), &limits.timeout_s) ||
	    limits.timeout_s > MAX_TIMEOUT_S))
		return context_usage(context, "--timeout needs seconds, not "
		    "'%s'", text);
	gbq_set_limits(context->gbq, &limits);
	signal(SIGINT, end_interrupted);
	return 0;
}

static int
sql_read_file(struct context *context, const char *path, struct buffer *sql)
{
	bool is_stdin = strcmp(path, "-") == 0;
	struct error error;

	if (input_text_read(sql, is_stdin ? NULL : path, MAX_SQL_BYTES,
	    &error) != GBQ_OK)
		return context_fail(context, gbq_exit_code(error.status),
		    "cannot read %s", error.message);
	if (sql->len && memchr(sql->bytes, '\0', sql->len))
		return context_usage(context, "%s is no SQL text: it holds "
		    "NUL bytes", is_stdin ? "standard input" : path);
	return 0;
}

/* The part of "NAME=VALUE" before '='; heap. */
static char *
parameter_name(const char *text)
{
	return strndup(text, strcspn(text, "="));
}

static bool
is_run_parameter(const char *name)
{
	return strcmp(name, "run") == 0 || strcmp(name, "base") == 0;
}

/*
 * Set those -p that the statement has. "run" and "base" of a saved query have
 * been set from RUN texts before.
 */
static int
bind_parameters(struct context *context, struct gbq_query *query,
    bool skip_runs)
{
	const struct given_option *given = context->options.given.items;
	enum gbq_status status = GBQ_OK;
	char *name;

	for (size_t i = 0; i < context->options.given.count; i++, given++) {
		if (given->id != OPTION_PARAMETER)
			continue;
		name = parameter_name(given->value);
		if (gbq_has_parameter(query, name) &&
		    !(skip_runs && is_run_parameter(name)))
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

/* "base" of a saved query: the run to compare with, of the same database. */
static int
bind_base(struct context *context, struct gbq_query *query)
{
	const char *text = given_parameter(context, "base");
	int64_t run_id = 0;
	enum gbq_status status;

	if (!text || !gbq_has_parameter(query, "base"))
		return 0;
	status = gbq_find_run(context->gbq, text, &run_id);
	if (status == GBQ_OK)
		status = gbq_bind_integer(query, "base", run_id);
	return status == GBQ_OK ? 0 : context_error(context, status);
}

/* The run is that of "-p run=RUN", or stands behind the name. */
static int
check_run(struct context *context, const struct gbq_saved *saved)
{
	if (context->argument_count < 2)
		return 0;
	if (!query_is_of_run(saved))
		return context_usage(context, "query '%s' is not of one run: "
		    "it takes no '%s'", saved->name, context->arguments[1]);
	if (given_parameter(context, "run"))
		return context_usage(context, "-p run=%s and '%s' are two "
		    "runs", given_parameter(context, "run"),
		    context->arguments[1]);
	return 0;
}

static int
run_saved(struct context *context, const char *name)
{
	const struct gbq_saved *saved = gbq_saved_find(context->gbq, name);
	struct gbq_query *query = NULL;
	bool has_run = saved && query_is_of_run(saved);
	int64_t run_id = 0;
	int exit_status;

	if (!saved)
		return query_unknown(context, name);
	exit_status = check_parameters(context, saved);
	if (!exit_status)
		exit_status = check_run(context, saved);
	if (!exit_status && has_run)
		exit_status = database_find_run(context,
		    context->argument_count > 1 ? context->arguments[1] :
		    given_parameter(context, "run"), &run_id);
	else if (!exit_status)
		exit_status = database_open(context, GBQ_READ);
	if (!exit_status)
		exit_status = query_saved(context, &query, name, run_id);
	if (!exit_status)
		exit_status = bind_base(context, query);
	if (!exit_status)
		exit_status = bind_parameters(context, query, has_run);
	if (!exit_status)
		exit_status = query_write(context, query, NULL);
	gbq_finish(query);
	return exit_status;
}

static int
sql_error(struct context *context, enum gbq_status status)
{
	const char *text = gbq_error_text(context->gbq);
	bool unknown = strncmp(text, "no such table", 13) == 0 ||
	    strncmp(text, "no such column", 14) == 0;

	return context_fail(context, gbq_exit_code(status), "SQL: %s%s", text,
	    unknown ? "; 'gbq schema' lists the views and their columns" :
	    "");
}

/* Whether a statement of a text has the parameter. */
static bool
is_used(struct context *context, const char *sql, const char *name)
{
	struct gbq_query *query;
	bool used = false;

	while (!used && *sql) {
		if (gbq_prepare(context->gbq, &query, sql, &sql) != GBQ_OK)
			return true;	/* running it tells the error */
		used = query && gbq_has_parameter(query, name);
		gbq_finish(query);
	}
	return used;
}

/* A -p that no statement has is a mistake, not a wish. */
static int
check_used(struct context *context, const char *sql)
{
	const struct given_option *given = context->options.given.items;
	int exit_status = 0;

	for (size_t i = 0; i < context->options.given.count && !exit_status;
	    i++, given++) {
		char *name;

		if (given->id != OPTION_PARAMETER)
			continue;
		name = parameter_name(given->value);
		if (!is_used(context, sql, name))
			exit_status = context_usage(context,
			    "the SQL has no parameter ':%s'", name);
		free(name);
	}
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
			return sql_error(context, status);
		if (!query)
			continue;
		if (!is_first && context->format->for_people)
			fputc('\n', context->out);
		is_first = false;
		exit_status = bind_parameters(context, query, false);
		if (!exit_status && (gbq_is_cluster(context->gbq) ||
		    gbq_column_count(query) > 0))
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
		exit_status = sql_read_file(context, path, &sql);
	else
		buffer_add_string(&sql, text);
	if (!exit_status)
		exit_status = check_parameters(context, NULL);
	if (!exit_status)
		exit_status = database_open(context, GBQ_READ);
	if (!exit_status)
		exit_status = check_used(context, buffer_string(&sql));
	if (!exit_status)
		exit_status = run_text(context, buffer_string(&sql));
	buffer_release(&sql);
	return exit_status;
}

/* The name in "@NAME", or a lone word, which is no SQL; else NULL. */
static const char *
saved_name(const char *text)
{
	if (*text == '@')
		return text + 1;
	return *text && text[strspn(text, "abcdefghijklmnopqrstuvwxyz"
	    "0123456789_")] == '\0' ? text : NULL;
}

static int
sql_answer(struct context *context)
{
	const char *text = context->argument_count ? context->arguments[0] :
	    NULL;
	const char *name = text ? saved_name(text) : NULL;

	if (name)
		return run_saved(context, name);
	if (context->argument_count > 1)
		return context_usage(context, "'%s' is no saved query: SQL "
		    "takes no '%s'", text, context->arguments[1]);
	return string_equal(text, "-") ? run_sql(context, text, "-") :
	    run_sql(context, text, context_value(context, OPTION_SQL_FILE));
}

static int
sql_main(struct context *context)
{
	bool has_file = context_has(context, OPTION_SQL_FILE), watched;
	timer_t watch;
	int exit_status;

	if ((context->argument_count > 0) == has_file)
		return context_usage(context, "'sql' needs one of SQL, NAME, "
		    "- and --file FILE");
	exit_status = set_limits(context);
	if (exit_status)
		return exit_status;
	watched = start_watch(context->gbq, &watch);
	exit_status = sql_answer(context);
	if (watched)
		end_watch(watch);
	return exit_status;
}

const struct command command_sql = {
	.name = "sql", .group = GROUP_DATABASE,
	.arguments = "[SQL|NAME|-] [RUN]",
	.summary = "read-only SQL, or a saved query",
	.text = "Several statements may be given, separated by ';'. "
	    "NAME, or '@NAME', runs a saved query\n('gbq queries' lists "
	    "them), of RUN or '-p run=RUN' if it is one of a run. "
	    "'gbq schema' documents the views. Beside SQLite's there are\n"
	    "functions that saved queries use: json_int(text, name), "
	    "json_num, json_str,\njson_raw; p50(x), p90, p95, p99, "
	    "argmin(a, x), argmax, any_value(x); idiv(a, b),\ntext(x), "
	    "number(text), name_glob(text, glob). With --on, SQL goes to the "
	    "cluster as\nit is, one statement.\n",
	.examples = "  gbq sql \"SELECT name, break_sites FROM runs\"\n"
	    "  gbq sql eager_frames @latest\n"
	    "  gbq sql breaks -p kind=GB0059 -f csv\n",
	.options = (const enum option_id[]){
		OPTION_SQL_FILE, OPTION_PARAMETER, OPTION_TIMEOUT,
		OUTPUT_OPTIONS
	},
	.max_arguments = 2, .run = sql_main, .has_on = true,
};
