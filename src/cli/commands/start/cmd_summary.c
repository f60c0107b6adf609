/*
 * cmd_summary.c - gbq summary: one screen about a run.
 */
#include <string.h>

#include "cli/context.h"
#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/format/words.h"

enum { SITES_SHOWN = 3, CAUSES_SHOWN = 3, PROBLEMS_SHOWN = 5 };

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

/* A line of facts; column NULL: they are not recorded. */
static void
summary_add_fact(struct buffer *out, const char *label,
    const struct gbq_query *row, const char *column, const char *text)
{
	add_label(out, label);
	buffer_add_string(out, row_is_null(row, column) ? "not recorded" :
	    text);
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
    const struct run_facts *facts, const struct colors *colors)
{
	add_label(out, "breaks");
	buffer_add_string(out, facts->break_counts);
	if (row_integer(row, "break_events")) {
		buffer_add_byte(out, '\n');
		add_label(out, "");
		add_counts(out, "form", row_text(row, "forms"), colors);
	}
	if (row_integer(row, "torch_break_counter"))
		buffer_printf(out, "; torch's own counter: %lld",
		    (long long)row_integer(row, "torch_break_counter"));
	buffer_add_byte(out, '\n');
}

static void
add_compiles(struct buffer *out, const struct gbq_query *row,
    const struct colors *colors)
{
	if (row_is_null(row, "compiles")) {
		summary_add_fact(out, "compiles", row, "compiles", NULL);
		return;
	}
	add_label(out, "compiles");
	add_count(out, row, "compiles", "compile", false);
	if (row_integer(row, "compiles")) {
		buffer_add_string(out, " (");
		add_counts(out, "status", row_text(row, "statuses"), colors);
		buffer_add_byte(out, ')');
	}
	buffer_add_byte(out, '\n');
	add_label(out, "graphs");
	if (row_is_null(row, "graphs")) {
		add_count(out, row, "graphs_captured", "graph", false);
		buffer_add_string(out, " captured\n");
		return;
	}
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

/* " (recompile limit)", " (1 backend, 2 recompile limit)" */
static void
add_categories(struct buffer *out, const struct gbq_query *row)
{
	struct buffer counts = { 0 };
	struct slice told;

	add_counts(&counts, "category", row_text(row, "failure_categories"),
	    NULL);
	told = buffer_slice(&counts);
	if (!slice_contains(told, LITERAL(", ")))
		told = slice_part(told, slice_find_byte(told, ' ') + 1,
		    told.len);
	buffer_add_string(out, " (");
	buffer_add_slice(out, told);
	buffer_add_byte(out, ')');
	buffer_release(&counts);
}

static void
add_failures(struct buffer *out, const struct gbq_query *row, bool verbose)
{
	if (row_is_null(row, "restart_rows") || row_is_null(row, "failures"))
		return;
	add_label(out, "restarts");
	add_count(out, row, "restart_rows", "restart", false);
	buffer_add_byte(out, '\n');
	add_label(out, "failures");
	add_count(out, row, "failures", "other failure", false);
	if (row_integer(row, "failures"))
		add_categories(out, row);
	if (verbose) {
		buffer_add_string(out, ", of ");
		add_count(out, row, "failure_rows", "row", false);
		buffer_add_string(out, "; the rest are break events");
	}
	buffer_add_byte(out, '\n');
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
	add_number_of(out, hits, "hit");
	buffer_add_string(out, ", ");
	add_number_of(out, misses, "miss");
	buffer_add_string(out, ", ");
	add_number_of(out, bypasses, "bypass");
	buffer_add_byte(out, '\n');
}

/* Why other tools and people come to another number. */
static void
summary_add_other_numbers(struct buffer *out, const struct gbq_query *row)
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
		add_counts(out, "colour", row_text(row,
		    "tlparse_statuses"), NULL);
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
			buffer_add_string(out, "\nMost expensive "
			    "sites:\n");
		site_text(out, query, facts->at_least,
		    context_colors(context));
	}
	if (count > shown) {
		buffer_add_string(out, "    ");
		add_more(out, count - shown, "site", "gbq breaks\n");
	}
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
		cause_text(out, query, 0, context_colors(context));
	}
	if (count > CAUSES_SHOWN) {
		buffer_add_string(out, "    ");
		add_more(out, count - CAUSES_SHOWN, "cause",
		    "gbq recompiles --by cause\n");
	}
	gbq_finish(query);
	return exit_status;
}

static int
add_problems(struct context *context, struct buffer *out, int64_t run_id)
{
	struct gbq_query *query = NULL;
	size_t count = 0;
	int exit_status;

	exit_status = query_saved(context, &query, "problems", run_id);
	while (query_next(context, query, &exit_status)) {
		if (++count > PROBLEMS_SHOWN)
			continue;
		if (count == 1)
			buffer_add_string(out, "\nProblems of the input:\n");
		buffer_add_string(out, "  ");
		add_word(out, query, "severity", context_colors(context));
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
	if (count > PROBLEMS_SHOWN) {
		buffer_add_string(out, "  ");
		add_more(out, count - PROBLEMS_SHOWN, "problem",
		    "gbq problems\n");
	}
	gbq_finish(query);
	return exit_status;
}

static void
summary_add_counts(struct context *context, struct buffer *out,
    const struct gbq_query *row, const struct run_facts *facts)
{
	const struct colors *colors = context_colors(context);

	summary_add_tags(out, facts);
	buffer_add_byte(out, '\n');
	add_breaks(out, row, facts, colors);
	add_compiles(out, row, colors);
	summary_add_fact(out, "time", row, row_is_null(row, "compile_s") ?
	    "lost_restart_s" : "compile_s", facts->compile_time);
	add_failures(out, row, context_has(context, OPTION_VERBOSE));
	summary_add_fact(out, "recompiles", row, "recompiles",
	    facts->recompile_counts);
	summary_add_cache(out, row);
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
	buffer_add_string(out, facts.label);
	buffer_add_string(out, ": ");
	summary_add_environment(out, row);
	add_doubt(out, &facts, context_colors(context));
	summary_add_counts(context, out, row, &facts);
	exit_status = summary_add_sites(context, out, run_id, &facts);
	if (!exit_status)
		exit_status = summary_add_causes(context, out, run_id);
	if (!exit_status)
		exit_status = add_problems(context, out, run_id);
	if (context_has(context, OPTION_VERBOSE))
		summary_add_other_numbers(out, row);
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
	.name = "summary", .group = GROUP_START,
	.next = { "gbq triage RUN", "what to fix first" },
	.arguments = "[RUN]",
	.summary = "one screen: all counts, worst sites, problems",
	.text = "What makes counts doubtful comes first. Go on with 'gbq "
	    "triage' (what to fix first), 'gbq breaks' (all sites), 'gbq "
	    "recompiles --by cause'. -v adds torch's own counter and why "
	    "other tools say other numbers.\n" RUN_TEXT,
	.examples = "  gbq summary tl_out\n",
	.options = (const enum option_id[]){ OPTION_OWN, OUTPUT_OPTIONS },
	.max_arguments = 1, .run = summary_main, .query = "summary",
};
