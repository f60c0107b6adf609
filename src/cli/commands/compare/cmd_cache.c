/*
 * cmd_cache.c - gbq cache: records of caches, counts, reasons; why a second
 * run missed.
 */
#include <string.h>

#include "cli/context.h"
#include "cli/diff/diff.h"
#include "cli/diff/sheet.h"
#include "cli/format/row.h"

/* "fx: 3 hits, 11 misses, 3 bypasses" a line. */
static int
print_counts(struct context *context, int64_t run_id)
{
	struct gbq_query *query = NULL;
	struct buffer out = { 0 };
	int exit_status = query_saved(context, &query, "cache_totals", run_id);

	if (!exit_status)
		exit_status = query_bind_options(context, query);
	if (exit_status) {
		gbq_finish(query);
		return exit_status;
	}
	while (query_next(context, query, &exit_status)) {
		add_text(&out, row_text(query, "cache"));
		buffer_add_string(&out, ": ");
		add_count(&out, query, "hits", "hit", false);
		buffer_add_string(&out, ", ");
		add_count(&out, query, "misses", "miss", false);
		buffer_add_string(&out, ", ");
		add_count(&out, query, "bypasses", "bypass", false);
		buffer_add_byte(&out, '\n');
	}
	gbq_finish(query);
	if (out.len)
		buffer_add_byte(&out, '\n');
	context_write(context, &out);
	return exit_status;
}

/* What gbq diff says of caches. */
static void
cache_write_diff(struct context *context, const struct gbq_diff *diff)
{
	const char *cache = context_value(context, OPTION_CACHE);
	struct sheet sheet = { .verdict = NULL };

	if (!context_for_people(context) &&
	    strcmp(context->format->name, "markdown") != 0) {
		diff_cache_rows(context, diff, cache);
		return;
	}
	arena_init(&sheet.arena);
	sheet_add_caches(&sheet, diff, cache, context->limit);
	if (sheet.sections.count == 0)
		context_note(context, "caches answered NEW as they did BASE");
	sheet_write(context, &sheet);
}

static int
cache_compare_runs(struct context *context)
{
	struct diff_pair pair;
	int exit_status = diff_open(context, context->arguments[0],
	    context->arguments[1], &pair);

	if (!exit_status)
		cache_write_diff(context, pair.diff);
	diff_close(&pair);
	return exit_status;
}

static int
cache_main(struct context *context)
{
	const char *by = context_value(context, OPTION_CACHE_BY);
	bool records = !by || strcmp(by, "record") == 0;
	int64_t run_id;
	int exit_status;

	if (context->argument_count == 2) {
		if (by || context_has(context, OPTION_STATE) ||
		    context_has(context, OPTION_RANK))
			return context_usage(context, "--by, --state and "
			    "--rank are for one run");
		return cache_compare_runs(context);
	}
	exit_status = database_find_first(context, &run_id);
	if (exit_status)
		return exit_status;
	if (records && context_for_people(context))
		exit_status = print_counts(context, run_id);
	return exit_status ? exit_status : query_list(context, records ?
	    "cache" : strcmp(by, "cache") == 0 ? "cache_totals" :
	    "cache_reasons", run_id);
}

const struct command command_cache = {
	.name = "cache", .group = GROUP_LOOK,
	.next = { "gbq cache BASE NEW", "why NEW missed" },
	.arguments = "[RUN] | BASE NEW",
	.summary = "hits, misses and bypasses of compile caches",
	.text = "For two runs, what 'gbq diff' says about caches: how many "
	    "hits and misses, and which\nparts of the keys of NEW's misses "
	    "differ from those of the same frame in BASE, most\ncommon "
	    "first. This needs the stored contents of files.\n" RUN_TEXT,
	.examples = "  gbq cache --state bypass\n"
	    "  gbq cache --by reason\n  gbq cache cold warm\n",
	.options = (const enum option_id[]){
		OPTION_CACHE_BY, OPTION_CACHE, OPTION_STATE, OPTION_RANK,
		OUTPUT_OPTIONS
	},
	.max_arguments = 2, .run = cache_main, .query = "cache",
	.none = "cache records", .reads_contents = true,
};
