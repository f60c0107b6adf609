/*
 * cmd_search.c - gbq search: a regular expression over stored files.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands/look/look.h"
#include "cli/context.h"
#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/screen/terminal.h"

enum { COLUMNS = 10, MAX_JOBS = 4 };

/* What is searched for, and where what is found goes. */
struct search {
	struct context *context;
	struct gbq_search_options options;
	struct run_list runs;
	struct search_text text;
	struct printer printer;
	bool as_rows;
	bool found;
};

/* ---- the runs ---- */

static int
search_find_runs(struct search *search)
{
	int exit_status = run_list_find(search->context, 1, &search->runs);

	search->options.runs = search->runs.items;
	search->options.run_count = search->runs.count;
	return exit_status;
}

/* ---- options ---- */

/* A number of an option, at least a minimum. */
static int
search_read_number(const struct context *context, enum option_id id,
    int64_t least, int64_t *number)
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
search_default_jobs(void)
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
	int64_t around = 0, jobs = search_default_jobs();
	int exit_status = search_read_number(context, OPTION_CONTEXT, 0,
	    &around);

	if (!exit_status)
		exit_status = search_read_number(context, OPTION_MAX_COUNT, 1,
		    &options->max_lines);
	if (!exit_status)
		exit_status = search_read_number(context, OPTION_SEARCH_JOBS, 1,
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
search_add_row(struct search *search, const struct gbq_value *values)
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
	return search_add_row(search, values);
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
		return search_add_row(search, values);
	}
	if (hit->is_binary) {
		values[at++] = number_value(-1);
		values[at++] = number_value(0);
		values[at] = value_of_text(binary);
		return search_add_row(search, values);
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
		.colors = context_colors(context),
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
search_judge(const struct search *search,
    const struct gbq_search_totals *totals)
{
	const struct context *context = search->context;

	if (totals->not_kept && totals->not_kept == totals->files)
		return context_fail(context, gbq_exit_code(GBQ_NO_INPUT),
		    "contents of files were not kept (gbq ingest "
		    "--no-content)");
	if (totals->not_kept)
		context_note(context, "%lld of %lld file%s not searched: "
		    "contents were not kept", (long long)totals->not_kept,
		    (long long)totals->files,
		    plural_end(totals->files, "file"));
	if (!search->found && context_for_people(context))
		context_note(context, "nothing found in %lld file%s",
		    (long long)totals->files,
		    plural_end(totals->files, "file"));
	return search->found ? 0 : EXIT_NEGATIVE;
}

static int
search_run(struct search *search)
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
	return status == GBQ_OK ? search_judge(search, &totals) :
	    context_error(context, status);
}

static int
search_main(struct context *context)
{
	struct search search = { .context = context };
	int exit_status = read_options(&search);

	if (!exit_status)
		exit_status = search_find_runs(&search);
	if (!exit_status)
		exit_status = search_run(&search);
	run_list_release(&search.runs);
	return exit_status;
}

const struct command command_search = {
	.name = "search", .group = GROUP_LOOK,
	.next = { "gbq cat RUN PATH", "a whole file" },
	.arguments = "PATTERN [RUN…]",
	.summary = "lines of stored files that match a pattern",
	.text = "PATTERN is a regular expression of PCRE2, matched against "
	    "each line; \\w, \\d, \\s\nand \\b mean ASCII. A RUN may be a "
	    "glob that matches several. Files with equal\nbytes are shown "
	    "once, where the first of them comes; -f csv and the like give "
	    "one row per file and line. Of a binary file (more NULs than "
	    "lines, or NULs and no UTF-8) only the match is reported.\nExit "
	    "status: 1 if nothing is found, 2 for a bad pattern, 6 if a line "
	    "takes too\nmany steps to match.\n" RUN_TEXT,
	.examples = "  gbq search 'aten\\.nonzero' model\n"
	    "  gbq search -F 'triton_per_fused' --in code -l --all\n"
	    "  gbq search -i 'attention' 'sweep/*' -c -f csv\n",
	.options = (const enum option_id[]){
		OPTION_IGNORE_CASE, OPTION_FIXED, OPTION_LIST_FILES,
		OPTION_COUNT_LINES, OPTION_MAX_COUNT, OPTION_CONTEXT, OPTION_IN,
		OPTION_ALL_RUNS, OPTION_SEARCH_JOBS, OUTPUT_OPTIONS
	},
	.min_arguments = 1, .max_arguments = ANY_NUMBER, .run = search_main,
	.reads_contents = true,
};
