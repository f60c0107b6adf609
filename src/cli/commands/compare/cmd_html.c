/*
 * cmd_html.c - gbq html: a run, a run beside an older one, or many runs as
 * one page that needs nothing else.
 */
#include <string.h>
#include <unistd.h>

#include "cli/diff/diff.h"
#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/html/html.h"

static int
html_add_run(struct html *html)
{
	int exit_status = run_facts_load(html->context, html->run_id,
	    &html->facts);

	html_doubts(html);
	return exit_status ? exit_status :
	    html_add_sections(html, html_run_sections);
}

/* The base is read first: a path takes the place of the database. */
static int
html_add_diff(struct html *html, struct gbq_side *base,
    const struct gbq_diff_options *options)
{
	struct context *context = html->context;
	struct gbq_side *newer = NULL;
	struct gbq_diff *diff = NULL;
	enum gbq_status status = gbq_side_of_run(context->gbq, html->run_id,
	    &newer);

	if (status == GBQ_OK)
		status = gbq_diff_sides(context->gbq, base, newer, options,
		    &diff);
	if (status == GBQ_OK)
		html_diff(html, diff);
	gbq_diff_free(diff);
	gbq_side_free(newer);
	return status == GBQ_OK ? 0 : context_error(context, status);
}

/* The run's name; of what was read from a path, its last folders. */
static int
add_run_title(struct html *html, struct buffer *title)
{
	struct gbq_query *query = NULL;
	int exit_status = query_saved(html->context, &query, "run",
	    html->run_id);

	if (query_next(html->context, query, &exit_status)) {
		if (html->context->memory_run)
			add_short_path(title, row_text(query, "source_path"));
		else
			buffer_add_string(title, row_text(query, "name"));
	}
	gbq_finish(query);
	return exit_status;
}

static int
write_run(struct html *html)
{
	struct context *context = html->context;
	struct gbq_diff_options options = { 0 };
	struct gbq_side *base = NULL;
	struct buffer title = { 0 };
	int exit_status = diff_read_options(context, &options);

	if (!exit_status && context->argument_count > 1)
		exit_status = diff_open_side(context, context->arguments[1],
		    &base);
	if (!exit_status)
		exit_status = database_find_first(context, &html->run_id);
	if (!exit_status && base)
		exit_status = html_add_diff(html, base, &options);
	if (!exit_status)
		exit_status = html_add_run(html);
	if (!exit_status)
		exit_status = add_run_title(html, &title);
	if (!exit_status)
		exit_status = html_page(html, buffer_string(&title));
	buffer_release(&title);
	gbq_side_free(base);
	diff_free_options(&options);
	return exit_status;
}

static int
write_runs(struct html *html)
{
	const char *glob = html->glob;
	int exit_status = database_open(html->context, GBQ_READ);

	if (!exit_status)
		exit_status = html_add_sections(html, html_runs_sections);
	if (!exit_status && html->links.count == 0)
		exit_status = context_fail(html->context,
		    gbq_exit_code(GBQ_NO_INPUT), "no run matches %s",
		    glob ? glob : "--all");
	return exit_status ? exit_status : html_page(html, glob ? glob :
	    "All runs");
}

static bool
html_is_glob(const char *text)
{
	return text && strpbrk(text, "*?[") && access(text, F_OK) != 0;
}

static int
html_main(struct context *context)
{
	struct html html = { .context = context };
	const char *first = context->argument_count ? context->arguments[0] :
	    NULL;
	bool all = context_has(context, OPTION_ALL_RUNS);
	int exit_status;

	if (all && first)
		exit_status = context_usage(context,
		    "--all is for every run: no RUN beside it");
	else if (all || (html_is_glob(first) && context->argument_count == 1)) {
		html.glob = all ? NULL : first;
		exit_status = write_runs(&html);
	} else {
		exit_status = write_run(&html);
	}
	run_facts_release(&html.facts);
	array_release(&html.links);
	buffer_release(&html.body);
	return exit_status;
}

const struct command command_html = {
	.name = "html", .group = GROUP_COMPARE,
	.arguments = "[RUN [BASE]]",
	.summary = "one page for a browser: a run, a diff, or many runs",
	.text = "The page needs no network and no other file, and can be "
	    "read without its script,\nwhich sorts and filters. With BASE it "
	    "begins with the diff from BASE to RUN. With\n--all, or a glob "
	    "of names, it shows trends and the impact of breaks over these "
	    "runs.\n" RUN_TEXT,
	.examples = "  gbq html model -o report.html\n"
	    "  gbq html after/tl_out before/tl_out -o change.html\n"
	    "  gbq html --all --by night -o nights.html\n",
	.options = (const enum option_id[]){
		OPTION_ALL_RUNS, OPTION_TAG_BY, OPTION_MATCH, OPTION_MAP,
		OPTION_OUTPUT, OPTION_END
	},
	.max_arguments = 2, .reads_contents = true, .run = html_main,
	.writes_bytes = true,
};
