/*
 * cmd_summary.c - gbq summary: one screen about a run.
 */
#include <string.h>

#include "cli/context.h"
#include "cli/format/row.h"
#include "cli/format/text.h"

enum { SITES_SHOWN = 5, CAUSES_SHOWN = 3, PROBLEMS_SHOWN = 5 };

/* "name       " before the counts of a line. */
static void
add_label(struct buffer *out, const char *label)
{
	buffer_printf(out, "%-12s", label);
}

static void
summary_add_environment(struct buffer *out, const struct gbq_query *row)
{
	add_text(out, row_text(row, "source_kind"));
	buffer_add_string(out, " of torch ");
	add_text(out, row_text(row, "torch_version"));
	if (row_text(row, "layout") &&
	    strcmp(row_text(row, "layout"), "none") != 0) {
		buffer_add_string(out, ", tlparse layout ");
		add_text(out, row_text(row, "layout"));
	}
	if (row_text(row, "mode") &&
	    strcmp(row_text(row, "mode"), "unknown") != 0) {
		buffer_add_string(out, ", mode ");
		add_text(out, row_text(row, "mode"));
	}
	buffer_add_string(out, ", ");
	add_count(out, row, "ranks", "rank", false);
	if (row_text(row, "started_at")) {
		buffer_add_string(out, ", started ");
		add_text(out, row_text(row, "started_at"));
	}
	buffer_add_string(out, "\nfrom ");
	add_text(out, row_text(row, "source_path"));
	buffer_add_byte(out, '\n');
}

static void
summary_add_times(struct buffer *out, const struct run_facts *facts)
{
	add_label(out, "time");
	buffer_add_string(out, facts->compile_time);
	buffer_add_byte(out, '\n');
}

static void
summary_add_tags(struct buffer *out, const struct run_facts *facts)
{
	if (!*facts->tags)
		return;
	add_label(out, "tags");
	buffer_add_string(out, facts->tags);
	buffer_add_byte(out, '\n');
}

static void
add_breaks(struct buffer *out, const struct gbq_query *row,
    const struct run_facts *facts)
{
	add_label(out, "breaks");
	buffer_add_string(out, facts->break_counts);
	if (row_integer(row, "break_events")) {
		buffer_add_byte(out, '\n');
		add_label(out, "");
		form_counts(out, row_text(row, "forms"));
	}
	if (row_integer(row, "torch_break_counter"))
		buffer_printf(out, "; torch's own counter: %lld",
		    (long long)row_integer(row, "torch_break_counter"));
	buffer_add_byte(out, '\n');
}

static void
add_compiles(struct buffer *out, const struct gbq_query *row)
{
	add_label(out, "compiles");
	add_count(out, row, "compiles", "compile", false);
	if (row_integer(row, "compiles")) {
		buffer_add_string(out, " (");
		form_counts(out, row_text(row, "statuses"));
		buffer_add_byte(out, ')');
	}
	buffer_add_byte(out, '\n');
	add_label(out, "graphs");
	add_count(out, row, "graphs", "graph", false);
	if (!row_is_null(row, "graphs_captured"))
		buffer_printf(out, " (%lld captured)",
		    (long long)row_integer(row, "graphs_captured"));
	buffer_add_string(out, ", ");
	add_count(out, row, "graph_ops", "op", false);
	if (!row_is_null(row, "largest_graph_ops"))
		buffer_printf(out, ", largest %lld",
		    (long long)row_integer(row, "largest_graph_ops"));
	buffer_add_byte(out, '\n');
}

static void
add_failures(struct buffer *out, const struct gbq_query *row)
{
	int64_t faces = row_integer(row, "failure_rows") -
	    row_integer(row, "failures");

	add_label(out, "restarts");
	add_count(out, row, "restart_rows", "row", false);
	buffer_add_byte(out, '\n');
	add_label(out, "failures");
	add_count(out, row, "failures", "failure", false);
	buffer_add_string(out, row_integer(row, "failures") == 1 ?
	    " that is no break" : " that are no break");
	if (row_integer(row, "failures")) {
		buffer_add_string(out, " (");
		form_counts(out, row_text(row, "failure_categories"));
		buffer_add_byte(out, ')');
	}
	buffer_add_string(out, ", of ");
	add_count(out, row, "failure_rows", "row", false);
	if (faces)
		buffer_printf(out, "; %lld %s of break events",
		    (long long)faces, faces == 1 ? "is a face" : "are faces");
	buffer_add_byte(out, '\n');
}

/* "wrapped_func [1/8], loss [0/8]" of the compiles at the limit. */
static int
add_limit_hits(struct context *context, struct buffer *out, int64_t run_id)
{
	struct gbq_query *query = NULL;
	const char *gap = ": ";
	int exit_status = query_saved(context, &query, "limit_hits", run_id);

	while (query_next(context, query, &exit_status)) {
		buffer_add_string(out, gap);
		add_text(out, row_text(query, "function"));
		buffer_add_byte(out, ' ');
		compile_label(out, query);
		gap = ", ";
	}
	gbq_finish(query);
	return exit_status;
}

static int
add_recompiles(struct context *context, struct buffer *out,
    const struct gbq_query *row, int64_t run_id,
    const struct run_facts *facts)
{
	int exit_status = 0;

	add_label(out, "recompiles");
	buffer_add_string(out, facts->recompile_counts);
	if (row_integer(row, "limit_hits"))
		exit_status = add_limit_hits(context, out, run_id);
	buffer_add_byte(out, '\n');
	return exit_status;
}

static void
summary_add_cache(struct buffer *out, const struct gbq_query *row)
{
	int64_t hits = row_integer(row, "cache_hits");
	int64_t misses = row_integer(row, "cache_misses");
	int64_t bypasses = row_integer(row, "cache_bypasses");

	if (hits + misses + bypasses == 0)
		return;
	add_label(out, "cache");
	buffer_printf(out, "%lld hit%s, %lld miss%s, %lld bypass%s\n",
	    (long long)hits, hits == 1 ? "" : "s", (long long)misses,
	    misses == 1 ? "" : "es", (long long)bypasses,
	    bypasses == 1 ? "" : "es");
}

/* Why other tools and people come to another number. */
static void
add_other_numbers(struct buffer *out, const struct gbq_query *row)
{
	buffer_add_string(out, "\nOther numbers for the same run:\n  ");
	add_count(out, row, "page_rows", "row", false);
	buffer_add_string(out, " in failures_and_restarts.html: ");
	add_count(out, row, "restart_rows", "restart", false);
	buffer_add_string(out, " + ");
	add_count(out, row, "failure_rows", "failure", false);
	buffer_add_string(out, "\n  ");
	add_count(out, row, "reason_texts", "text", false);
	buffer_add_string(out, " with \"Graph break in user code\" (grep; the "
	    "console prints repeats once)\n  ");
	if (row_text(row, "tlparse_statuses") &&
	    strlen(row_text(row, "tlparse_statuses")) > 2) {
		buffer_add_string(out, "colours of tlparse's index: ");
		form_counts(out, row_text(row, "tlparse_statuses"));
		buffer_add_string(out, "\n  ");
	}
	add_count(out, row, "graphs", "graph", false);
	buffer_add_string(out, ": torch._dynamo.explain calls graphs - 1 its "
	    "graph breaks\n");
}

static int
summary_add_sites(struct context *context, struct buffer *out, int64_t run_id,
    const struct run_facts *facts)
{
	size_t shown = context->limit ? context->limit : SITES_SHOWN;
	struct gbq_query *query = NULL;
	size_t count = 0;
	int exit_status;

	exit_status = query_saved(context, &query, "breaks", run_id);
	if (!exit_status)
		exit_status = query_bind_options(context, query);
	while (query_next(context, query, &exit_status)) {
		if (++count > shown)
			continue;
		if (count == 1)
			buffer_add_string(out, "\nSites, dearest first:\n");
		site_text(out, query, facts->at_least,
		    context_color(context));
	}
	if (count > shown)
		buffer_printf(out, "    %zu more: gbq breaks\n",
		    count - shown);
	gbq_finish(query);
	return exit_status;
}

static int
summary_add_causes(struct context *context, struct buffer *out, int64_t run_id)
{
	struct gbq_query *query = NULL;
	size_t count = 0;
	int exit_status;

	exit_status = query_saved(context, &query, "recompile_causes", run_id);
	while (query_next(context, query, &exit_status)) {
		if (++count > CAUSES_SHOWN)
			continue;
		if (count == 1)
			buffer_add_string(out,
			    "\nCauses of recompiles, most first:\n");
		cause_text(out, query, context_color(context));
	}
	if (count > CAUSES_SHOWN)
		buffer_printf(out, "    %zu more: gbq recompiles --by cause\n",
		    count - CAUSES_SHOWN);
	gbq_finish(query);
	return exit_status;
}

static int
add_problems(struct context *context, struct buffer *out, int64_t run_id)
{
	struct gbq_query *query = NULL;
	int count = 0, exit_status;

	exit_status = query_saved(context, &query, "problems", run_id);
	while (query_next(context, query, &exit_status)) {
		if (++count > PROBLEMS_SHOWN)
			continue;
		if (count == 1)
			buffer_add_string(out, "\nProblems of the input:\n");
		buffer_add_string(out, "  ");
		add_word(out, query, "severity", context_color(context));
		buffer_add_byte(out, ' ');
		add_text(out, row_text(query, "code"));
		buffer_add_string(out, ": ");
		if (row_text(query, "file")) {
			add_text(out, row_text(query, "file"));
			buffer_add_string(out, ": ");
		}
		add_text(out, row_text(query, "message"));
		buffer_add_byte(out, '\n');
	}
	if (count > PROBLEMS_SHOWN)
		buffer_printf(out, "  %d more: gbq problems\n",
		    count - PROBLEMS_SHOWN);
	gbq_finish(query);
	return exit_status;
}

static int
summary_add_counts(struct context *context, struct buffer *out,
    const struct gbq_query *row, int64_t run_id,
    const struct run_facts *facts)
{
	int exit_status;

	summary_add_tags(out, facts);
	buffer_add_byte(out, '\n');
	add_breaks(out, row, facts);
	add_compiles(out, row);
	summary_add_times(out, facts);
	add_failures(out, row);
	exit_status = add_recompiles(context, out, row, run_id, facts);
	summary_add_cache(out, row);
	return exit_status;
}

/* The screen; the query stands on its row. */
static int
add_screen(struct context *context, struct buffer *out,
    const struct gbq_query *row, int64_t run_id)
{
	struct run_facts facts;
	int exit_status = run_facts_load(context, run_id, &facts);

	if (exit_status)
		return exit_status;
	add_doubt(out, &facts, context_color(context));
	buffer_add_string(out, facts.label);
	buffer_add_string(out, ": ");
	summary_add_environment(out, row);
	exit_status = summary_add_counts(context, out, row, run_id, &facts);
	if (!exit_status)
		exit_status = summary_add_sites(context, out, run_id, &facts);
	if (!exit_status)
		exit_status = summary_add_causes(context, out, run_id);
	if (!exit_status)
		exit_status = add_problems(context, out, run_id);
	add_other_numbers(out, row);
	run_facts_release(&facts);
	return exit_status;
}

static int
print_screen(struct context *context, struct gbq_query *query,
    int64_t run_id)
{
	struct buffer out = { 0 };
	int exit_status = 0;

	if (!query_next(context, query, &exit_status))
		return exit_status;
	exit_status = add_screen(context, &out, query, run_id);
	fwrite(buffer_string(&out), 1, out.len, context->out);
	buffer_release(&out);
	return exit_status;
}

static int
summary_main(struct context *context)
{
	struct gbq_query *query = NULL;
	int64_t run_id;
	int exit_status;

	exit_status = database_find_first(context, &run_id);
	if (!exit_status)
		exit_status = query_saved(context, &query, "summary", run_id);
	if (!exit_status)
		exit_status = context_for_people(context) ?
		    print_screen(context, query, run_id) :
		    query_write(context, query, NULL);
	gbq_finish(query);
	return exit_status;
}

const struct command command_summary = {
	.name = "summary", .arguments = "[RUN]",
	.summary = "one screen: all counts, worst sites, problems",
	.text = "What makes the counts doubtful comes first. Then go "
	    "on with 'gbq triage' (what to mend first), 'gbq "
	    "breaks' (all sites), 'gbq recompiles --by cause'. -v "
	    "adds torch's own counter.\n"
	    RUN_TEXT,
	.examples = "  gbq summary tl_out\n",
	.options = (const enum option_id[]){ OPTION_OWN, OUTPUT_OPTIONS },
	.max_arguments = 1, .run = summary_main, .query = "summary",
};
