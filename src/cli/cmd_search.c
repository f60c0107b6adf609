/*
 * cmd_search.c - gbq search: a regular expression over stored files.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/context.h"
#include "cli/row.h"
#include "cli/search_text.h"
#include "cli/terminal.h"

enum { COLUMNS = 10, MAX_JOBS = 4 };

/* What is searched for, and where what is found goes. */
struct search {
	struct context *context;
	struct gbq_search_options options;
	ARRAY_OF(int64_t) runs;
	struct search_text text;
	struct printer printer;
	bool as_rows;
	bool found;
};

/* ---- the runs ---- */

static int
add_runs(struct search *search, const char *glob)
{
	struct context *context = search->context;
	struct gbq_query *query = NULL;
	enum gbq_status status = GBQ_OK;
	int64_t *run_id;
	bool row = false;
	int exit_status = query_saved(context, &query, "search_runs", 0);

	if (exit_status)
		return exit_status;
	if (glob)
		status = gbq_bind_text(query, "glob", glob);
	while (status == GBQ_OK && (status = gbq_step(query, &row)) ==
	    GBQ_OK && row) {
		run_id = array_add(&search->runs);
		*run_id = row_integer(query, "run_id");
	}
	gbq_finish(query);
	return status == GBQ_OK ? 0 : context_error(context, status);
}

/* The runs that an argument names: one, or those that fit a glob. */
static int
add_argument(struct search *search, const char *argument)
{
	struct context *context = search->context;
	size_t before = search->runs.count;
	int exit_status = 0;
	int64_t *run_id;

	if (argument && strpbrk(argument, "*?[") &&
	    access(argument, F_OK) != 0) {
		exit_status = database_open(context, GBQ_READ);
		if (!exit_status)
			exit_status = add_runs(search, argument);
		if (exit_status || search->runs.count > before)
			return exit_status;
	}
	run_id = array_add(&search->runs);
	exit_status = database_find_run(context, argument, run_id);
	if (!exit_status && context->memory_run && context->argument_count > 2)
		return context_usage(context, "a path is searched alone; "
		    "'gbq ingest' it to search it with other runs");
	return exit_status;
}

static int
compare_runs(const void *a, const void *b)
{
	int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

	return left < right ? -1 : left > right;
}

/* Ascending, each once. */
static void
sort_runs(struct search *search)
{
	int64_t *runs = search->runs.items;
	size_t count = 0;

	qsort(runs, search->runs.count, sizeof(*runs), compare_runs);
	for (size_t i = 0; i < search->runs.count; i++) {
		if (count == 0 || runs[count - 1] != runs[i])
			runs[count++] = runs[i];
	}
	search->runs.count = count;
	search->options.runs = runs;
	search->options.run_count = count;
}

static int
find_runs(struct search *search)
{
	struct context *context = search->context;
	int exit_status = 0;

	if (context_has(context, OPTION_ALL_RUNS)) {
		if (context->argument_count > 1)
			return context_usage(context, "--all searches all "
			    "runs; leave '%s' out", context->arguments[1]);
		exit_status = database_open(context, GBQ_READ);
		if (!exit_status)
			exit_status = add_runs(search, NULL);
	} else if (context->argument_count < 2) {
		exit_status = add_argument(search, NULL);
	}
	for (int i = 1; i < context->argument_count && !exit_status; i++)
		exit_status = add_argument(search, context->arguments[i]);
	if (!exit_status && search->runs.count)
		sort_runs(search);
	return exit_status;
}

/* ---- options ---- */

/* A number of an option, at least a minimum. */
static int
read_number(const struct context *context, enum option_id id, int64_t least,
    int64_t *number)
{
	if (!context_has(context, id) ||
	    (option_number(&context->options, id, number) &&
	    *number >= least && *number <= INT32_MAX))
		return 0;
	return context_usage(context, "--%s needs a number of at least %lld, "
	    "not '%s'", option_find(id)->name, (long long)least,
	    context_value(context, id));
}

static int64_t
default_jobs(void)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	return processors < 1 ? 1 : processors > MAX_JOBS ? MAX_JOBS :
	    processors;
}

static int
read_options(struct search *search)
{
	const struct context *context = search->context;
	struct gbq_search_options *options = &search->options;
	int64_t around = 0, jobs = default_jobs();
	int exit_status = read_number(context, OPTION_CONTEXT, 0, &around);

	if (!exit_status)
		exit_status = read_number(context, OPTION_MAX_COUNT, 1,
		    &options->max_lines);
	if (!exit_status)
		exit_status = read_number(context, OPTION_SEARCH_JOBS, 1,
		    &jobs);
	options->context = (size_t)around;
	options->jobs = (size_t)jobs;
	options->fixed = context_has(context, OPTION_FIXED);
	options->ignore_case = context_has(context, OPTION_IGNORE_CASE);
	options->in = context_value(context, OPTION_IN);
	options->what = context_has(context, OPTION_LIST_FILES) ?
	    GBQ_SEARCH_FILES : context_has(context, OPTION_COUNT_LINES) ?
	    GBQ_SEARCH_COUNTS : GBQ_SEARCH_LINES;
	return exit_status;
}

/* ---- rows ---- */

static struct gbq_value
number_value(int64_t number)
{
	return (struct gbq_value){ .type = number < 0 ? GBQ_NULL :
	    GBQ_INTEGER, .integer = number, .real = (double)number };
}

/* The columns of a file that all kinds of rows begin with; their number. */
static size_t
set_file(struct gbq_value *values, const struct gbq_search_file *file)
{
	values[0] = number_value(file->run_id);
	values[1] = value_of_text(file->run);
	values[2] = number_value(file->rank);
	values[3] = number_value(file->process);
	values[4] = value_of_text(file->compile_id);
	values[5] = value_of_text(file->kind);
	values[6] = value_of_text(file->path);
	return 7;
}

/* False: the limit is reached. */
static bool
add_row(struct search *search, const struct gbq_value *values)
{
	size_t limit = search->context->limit;

	if (limit && search->printer.row_count >= limit)
		return false;
	printer_row(&search->printer, values);
	return !ferror(search->printer.out);
}

static bool
add_line_row(struct search *search, const struct gbq_search_file *file,
    const struct gbq_search_line *line)
{
	struct gbq_value values[COLUMNS];
	size_t at = set_file(values, file);

	values[at++] = number_value(line->number);
	values[at++] = number_value(line->is_context);
	values[at] = (struct gbq_value){ .type = GBQ_TEXT,
		.bytes = line->text, .len = line->len };
	return add_row(search, values);
}

static bool
add_file_rows(struct search *search, const struct gbq_search_hit *hit,
    const struct gbq_search_file *file)
{
	static const char binary[] = "binary file matches";
	struct gbq_value values[COLUMNS] = { 0 };
	bool more = true;
	size_t at = set_file(values, file);

	if (search->options.what != GBQ_SEARCH_LINES) {
		values[at] = number_value(hit->count);
		return add_row(search, values);
	}
	if (hit->is_binary) {
		values[at++] = number_value(-1);
		values[at++] = number_value(0);
		values[at] = value_of_text(binary);
		return add_row(search, values);
	}
	for (size_t i = 0; i < hit->line_count && more; i++)
		more = add_line_row(search, file, &hit->lines[i]);
	return more;
}

static bool
take_hit(void *data, const struct gbq_search_hit *hit)
{
	struct search *search = data;
	bool more = true;

	search->found = true;
	if (!search->as_rows)
		return search_text_add(&search->text, hit);
	for (size_t i = 0; i < hit->file_count && more; i++)
		more = add_file_rows(search, hit, &hit->files[i]);
	return more;
}

/* ---- the command ---- */

static void
start_output(struct search *search)
{
	static const char *const names[COLUMNS] = { "run_id", "run", "rank",
		"process", "compile_id", "kind", "path", "line", "is_context",
		"text" };
	static const char *const counts[] = { "run_id", "run", "rank",
		"process", "compile_id", "kind", "path", "count" };
	struct context *context = search->context;
	enum gbq_search_what what = search->options.what;

	search->as_rows = what != GBQ_SEARCH_LINES ||
	    !context_for_people(context);
	search->text = (struct search_text){ .out = context->out,
		.screen_width = terminal_columns(context->screen),
		.color = context_color(context),
		.name_runs = search->runs.count > 1,
		.has_context = search->options.context > 0,
		.limit = context->limit };
	search->printer = context_printer(context, search->runs.count > 1 ?
	    "run, compile_id, path, count, line, text" :
	    "compile_id, path, count, line, text");
	if (search->as_rows && what == GBQ_SEARCH_LINES)
		printer_start(&search->printer, names, COLUMNS);
	else if (search->as_rows)
		printer_start(&search->printer, counts,
		    what == GBQ_SEARCH_COUNTS ? 8 : 7);
}

/* What could not be searched; the exit status. */
static int
judge(const struct search *search, const struct gbq_search_totals *totals)
{
	const struct context *context = search->context;

	if (totals->not_kept && totals->not_kept == totals->files)
		return context_fail(context, gbq_exit_code(GBQ_NO_INPUT),
		    "contents of files were not kept (gbq ingest "
		    "--no-content)");
	if (totals->not_kept)
		context_note(context, "%lld of %lld files are not searched: "
		    "their contents were not kept",
		    (long long)totals->not_kept, (long long)totals->files);
	if (!search->found && context_for_people(context))
		context_note(context, "nothing found in %lld files",
		    (long long)totals->files);
	return search->found ? 0 : EXIT_NEGATIVE;
}

static int
run(struct search *search)
{
	struct context *context = search->context;
	struct gbq_search_totals totals = { 0 };
	enum gbq_status status;

	start_output(search);
	status = gbq_search(context->gbq, context->arguments[0],
	    &search->options, take_hit, search, &totals);
	if (search->as_rows && (search->found || !context_for_people(context)))
		printer_end(&search->printer);
	else if (search->as_rows)
		printer_drop(&search->printer);
	return status == GBQ_OK ? judge(search, &totals) :
	    context_error(context, status);
}

int
command_search(struct context *context)
{
	struct search search = { .context = context };
	int exit_status = read_options(&search);

	if (!exit_status)
		exit_status = find_runs(&search);
	if (!exit_status)
		exit_status = run(&search);
	array_release(&search.runs);
	return exit_status;
}
