/*
 * cmd_breaks.c - gbq breaks: the sites of a run, with --all its events, with
 * --by groups of them, with --first the one of fullgraph=True.
 */
#include <string.h>

#include "cli/commands/look/look.h"
#include "cli/context.h"
#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/format/words.h"

/* "listed: 2 of 6 sites", where options left others out. */
static void
add_selection(struct buffer *out, const struct run_facts *facts, bool all,
    size_t count)
{
	int64_t total = all ? facts->break_events : facts->break_sites;

	if (count && (int64_t)count < total)
		buffer_printf(out, "listed: %zu of %lld %s\n", count,
		    (long long)total, all ? "events" : "sites");
}

/* The heading: what the list of count entries below is a list of. */
static void
breaks_add_heading(struct buffer *out, const struct run_facts *facts,
    const struct context *context, size_t count)
{
	run_heading(out, facts);
	add_selection(out, facts, context_has(context, OPTION_ALL), count);
	if (count > 1 && !context_has(context, OPTION_ALL))
		buffer_add_string(out, "frames left eager first, then seconds "
		    "lost, then events\n");
	add_doubt(out, facts, context_colors(context));
	buffer_add_byte(out, '\n');
}

static int
breaks_add_rows(struct context *context, struct gbq_query *query,
    const struct run_facts *facts, struct buffer *out, size_t *count)
{
	bool all = context_has(context, OPTION_ALL);
	int exit_status = 0;

	*count = 0;
	while (query_next(context, query, &exit_status)) {
		if (++*count > context->limit && context->limit)
			continue;
		if (all) {
			event_line(out, query);
		} else {
			site_text(out, query, facts->at_least,
			    context_colors(context));
			buffer_add_byte(out, '\n');
		}
	}
	return exit_status;
}

static int
print_list(struct context *context, struct gbq_query *query, int64_t run_id)
{
	bool all = context_has(context, OPTION_ALL);
	struct buffer out = { 0 }, list = { 0 };
	struct run_facts facts;
	size_t count;
	int exit_status;

	exit_status = run_facts_load(context, run_id, &facts);
	if (exit_status)
		return exit_status;
	exit_status = breaks_add_rows(context, query, &facts, &list, &count);
	breaks_add_heading(&out, &facts, context, count);
	buffer_add_slice(&out, buffer_slice(&list));
	buffer_release(&list);
	if (context->limit && count > context->limit) {
		add_more(&out, count - context->limit, all ? "event" : "site",
		    NULL);
		buffer_add_byte(&out, '\n');
	}
	context_write(context, &out);
	if (!exit_status && count == 0 && facts.break_events_known)
		context_none(context, "such breaks");
	run_facts_release(&facts);
	return exit_status;
}

/* --by own and --first have a layout of their own. */
static int
print_text(struct context *context, struct gbq_query *query,
    int (*add)(struct context *, struct buffer *, struct gbq_query *))
{
	struct buffer out = { 0 };
	int exit_status = add(context, &out, query);

	context_write(context, &out);
	return exit_status;
}

static const char *
query_name(const struct context *context)
{
	const char *by = context_value(context, OPTION_BREAKS_BY);

	if (context_has(context, OPTION_FIRST))
		return "breaks_first";
	if (by)
		return strcmp(by, "own") == 0 ? "breaks_by_own" : "breaks_by";
	return context_has(context, OPTION_ALL) ? "break_events" : "breaks";
}

static int
print_breaks(struct context *context, struct gbq_query *query,
    const char *name, int64_t run_id)
{
	if (strcmp(name, "breaks_first") == 0)
		return print_text(context, query, breaks_first);
	if (strcmp(name, "breaks_by_own") == 0)
		return print_text(context, query, breaks_by_own);
	if (strcmp(name, "breaks_by") == 0)
		return query_write(context, query,
		    gbq_saved_find(context->gbq, name)->table);
	return print_list(context, query, run_id);
}

static int
breaks_main(struct context *context)
{
	const char *name = query_name(context);
	const struct gbq_saved *saved = gbq_saved_find(context->gbq, name);
	struct gbq_query *query = NULL;
	int64_t run_id;
	int exit_status;

	exit_status = database_find_first(context, &run_id);
	if (!exit_status)
		exit_status = query_saved(context, &query, name, run_id);
	if (!exit_status)
		exit_status = query_bind_options(context, query);
	if (!exit_status)
		exit_status = context_for_people(context) ?
		    print_breaks(context, query, name, run_id) :
		    query_write(context, query, saved ? saved->table : NULL);
	gbq_finish(query);
	return exit_status;
}

const struct command command_breaks = {
	.name = "breaks", .group = GROUP_LOOK,
	.next = { "gbq triage RUN", "what to fix first" },
	.arguments = "[RUN]",
	.summary = "graph-break sites, most expensive first",
	.text = "A site is a place where Dynamo gave up (kind, file, line, "
	    "function), an event is one time it did. Sites are sorted by "
	    "frames that run eager, seconds lost in restarts and skipped "
	    "frames, and events. resume: compiled up to here, resumed after; "
	    "no_resume: the rest of the function runs eager; skip: the whole "
	    "function does; error: it raised (fullgraph). 'a ← b' is a place "
	    "in torch, reached from line b.\n-f gcc gives FILE:LINE: "
	    "warning: …, which editors read. With --by and --first only the "
	    "filters --own and --rank apply.\n" RUN_TEXT,
	.examples = "  gbq breaks --own\n  gbq breaks --by own\n"
	    "  gbq breaks --all --kind GB0059 -f json\n"
	    "  vim -q <(gbq breaks -f gcc)\n",
	.options = (const enum option_id[]){
		OPTION_ALL, OPTION_KIND, OPTION_OWNER, OPTION_OWN, OPTION_FILE,
		OPTION_HINT, OPTION_FORM, OPTION_FLAG, OPTION_RANK,
		OPTION_BREAKS_BY, OPTION_FIRST, OUTPUT_OPTIONS
	},
	.max_arguments = 1, .run = breaks_main, .query = "breaks",
	.has_gcc = true, .has_on = true,
};
