/*
 * cmd_triage.c - gbq triage: what to fix first, and what can wait.
 */
#include <string.h>

#include "cli/commands/start/next_steps.h"
#include "cli/context.h"
#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/format/words.h"
#include "cli/screen/terminal.h"
#include "util/table.h"

enum { MAX_CATEGORIES = 16 };

/* What is gathered while the items are written. */
struct list {
	struct buffer *out;
	struct run_facts facts;
	const struct colors *colors;
	bool verbose, own;
	size_t items, left_out;
	struct hash_table advice;	/* told: for which site */
	struct arena arena;		/* of its texts */
	/* Categories of failures: borrowed from the table of next steps. */
	const char *steps[MAX_CATEGORIES];
	char categories[MAX_CATEGORIES][24];	/* those of the steps */
	size_t category_count;
};

static void
note_category(struct list *list, const char *category)
{
	const char *steps = next_steps(category);
	size_t i;

	if (!steps || list->category_count == MAX_CATEGORIES)
		return;
	for (i = 0; i < list->category_count; i++) {
		if (list->steps[i] == steps)
			return;
	}
	snprintf(list->categories[i], sizeof(list->categories[i]), "%s",
	    category);
	list->steps[i] = steps;
	list->category_count++;
}

/* "; also removes 3 sites, 12 events, 9 recompiles" */
static void
add_frees(struct buffer *out, const struct gbq_query *row)
{
	frees_text(out, row);
	if (row_integer(row, "frees_sites") == 0 &&
	    row_is_null(row, "leader") &&
	    row_integer(row, "cascade_events") > 0) {
		buffer_add_string(out, "; ");
		add_count(out, row, "cascade_events", "event", false);
		buffer_add_string(out, " in what resumes after it");
	}
}

/* "    fix this: 2 frames run eager; also removes 3 sites" */
static void
triage_add_verdict(struct list *list, const struct gbq_query *row)
{
	const char *verdict = row_text(row, "verdict");
	struct buffer label = { 0 }, text = { 0 };

	buffer_add_string(&label, word_of("verdict", verdict));
	if (strcmp(verdict, "vanishes") == 0)
		buffer_printf(&label, " with %s",
		    row_text(row, "leader_handle"));
	buffer_add_string(&text, row_text(row, "because"));
	add_frees(&text, row);
	if (row_integer(row, "own") == 1)
		buffer_add_string(&text, " (own code)");
	add_wrapped(list->out, buffer_string(&label), buffer_string(&text));
	buffer_release(&label);
	buffer_release(&text);
}

/* Sites of one kind have the same long advice: it is told once. */
static void
triage_add_kind_advice(struct list *list, const struct gbq_query *row)
{
	struct table_entry *told;
	struct buffer text = { 0 };

	add_wrapped(&text, "torch's hint", row_text(row, "hint"));
	add_wrapped(&text, "guide", row_text(row, "advice"));
	add_wrapped(&text, "more", row_text(row, "doc_url"));
	if (text.len) {
		told = table_put(&list->advice, buffer_slice(&text),
		    &list->arena);
		if (told->value)
			buffer_printf(list->out, "    advice: as for s%lld\n",
			    (long long)told->value);
		else
			buffer_add_slice(list->out, buffer_slice(&text));
		if (!told->value)
			told->value = (uint64_t)row_id(row, "site_id");
	}
	buffer_release(&text);
}

/* Advice of a site, each with where it comes from. */
static void
triage_add_advice(struct list *list, const struct gbq_query *row)
{
	triage_add_kind_advice(list, row);
	if (!row_is_null(row, "seen_new_id")) {
		buffer_add_string(list->out, "    seen: gone in ");
		add_text(list->out, row_text(row, "seen_new"));
		buffer_printf(list->out, ": gbq diff id:%lld id:%lld\n",
		    (long long)row_id(row, "seen_base_id"),
		    (long long)row_id(row, "seen_new_id"));
	}
}

/* Title and place of a cause or failure. */
static void
add_title(struct list *list, const struct gbq_query *row)
{
	color_begin(list->out, list->colors, COLOR_TITLE);
	add_text(list->out, row_text(row, "handle"));
	buffer_add_string(list->out, "  ");
	item_title(list->out, row);
	color_end(list->out, list->colors, COLOR_TITLE);
	buffer_add_byte(list->out, '\n');
	if (!row_is_null(row, "recompiles")) {
		buffer_add_string(list->out, "    ");
		add_count(list->out, row, "recompiles", "recompile", false);
		if (!row_is_null(row, "recompile_s")) {
			buffer_add_string(list->out, ", ");
			add_seconds(list->out, row_real(row, "recompile_s"));
		}
		buffer_add_byte(list->out, '\n');
	}
	if (!row_text(row, "file"))
		return;
	buffer_add_string(list->out, "    ");
	place_line(list->out, row);
	buffer_add_byte(list->out, '\n');
}

static void
triage_add_item(struct list *list, const struct gbq_query *row)
{
	bool is_site = !row_is_null(row, "site_id");
	bool goes = strcmp(row_text(row, "verdict"), "vanishes") == 0;

	if (is_site)
		site_text(list->out, row, list->facts.at_least, list->colors);
	else
		add_title(list, row);
	triage_add_verdict(list, row);
	if (is_site && (!goes || list->verbose))
		triage_add_advice(list, row);
	note_category(list, row_text(row, "category"));
	buffer_add_byte(list->out, '\n');
}

static void
triage_add_next_steps(struct list *list)
{
	struct slice rest, line;
	size_t i;

	for (i = 0; i < list->category_count; i++) {
		buffer_printf(list->out, "next, for %s:\n",
		    word_of("category", list->categories[i]));
		rest = slice_of(list->steps[i]);
		while (slice_next_line(&rest, &line)) {
			buffer_add_string(list->out, "    ");
			buffer_add_slice(list->out, line);
			buffer_add_byte(list->out, '\n');
		}
	}
}

static void
triage_add_heading(struct list *list)
{
	const struct run_facts *facts = &list->facts;

	run_heading(list->out, facts);
	buffer_printf(list->out, "%s\n%s\n", facts->compile_time,
	    facts->recompile_counts);
	if (list->own)
		buffer_add_string(list->out, "listed: own code only\n");
	if (list->items > 1)
		buffer_add_string(list->out, "failures and limits first, then "
		    "frames left eager, then seconds lost\n");
	add_doubt(list->out, facts, list->colors);
	buffer_add_byte(list->out, '\n');
}

static int
triage_add_items(struct context *context, struct list *list,
    struct gbq_query *query)
{
	int exit_status = 0;

	while (query_next(context, query, &exit_status)) {
		if (row_integer(query, "position") == 0)
			continue;
		if (context->limit && list->items == context->limit) {
			list->left_out++;
			note_category(list, row_text(query, "category"));
			continue;
		}
		list->items++;
		triage_add_item(list, query);
	}
	return exit_status;
}

static int
print_triage(struct context *context, struct gbq_query *query, int64_t run_id)
{
	struct buffer out = { 0 }, items = { 0 };
	struct list list = { .out = &items, .colors = context_colors(context),
		.verbose = context_has(context, OPTION_VERBOSE),
		.own = context_has(context, OPTION_OWN) };
	int exit_status = run_facts_load(context, run_id, &list.facts);

	if (exit_status)
		return exit_status;
	arena_init(&list.arena);
	exit_status = triage_add_items(context, &list, query);
	list.out = &out;
	triage_add_heading(&list);
	buffer_add_slice(&out, buffer_slice(&items));
	buffer_release(&items);
	if (list.left_out) {
		add_more(&out, list.left_out, "item", NULL);
		buffer_add_string(&out, "\n\n");
	}
	if (!exit_status && list.items == 0 && list.facts.break_events_known &&
	    list.facts.unread == 0)
		buffer_add_string(&out, "nothing to fix\n");
	triage_add_next_steps(&list);
	context_write(context, &out);
	run_facts_release(&list.facts);
	table_release(&list.advice);
	arena_release(&list.arena);
	return exit_status;
}

static int
triage_main(struct context *context)
{
	const struct gbq_saved *saved = gbq_saved_find(context->gbq, "triage");
	struct gbq_query *query = NULL;
	int64_t run_id;
	int exit_status = database_find_first(context, &run_id);

	if (!exit_status)
		exit_status = query_saved(context, &query, "triage", run_id);
	if (!exit_status)
		exit_status = query_bind_options(context, query);
	if (!exit_status)
		exit_status = context_for_people(context) ?
		    print_triage(context, query, run_id) :
		    query_write(context, query, saved ? saved->table : NULL);
	gbq_finish(query);
	return exit_status;
}

const struct command command_triage = {
	.name = "triage", .group = GROUP_START,
	.next = { "gbq diff @-1 @latest", "after a change: did it get better" },
	.arguments = "[RUN]",
	.summary = "what to fix first, and what can wait",
	.text = "One list of break sites, causes of recompiles and failures, "
	    "most expensive first. Each is to be fixed, vanishes with "
	    "another item, or can wait: judged from call stacks and costs, "
	    "so likely, not certain. Advice names its source: torch's hint "
	    "(not always a cure), gbq's guide, or 'seen': two runs in this "
	    "database between which the site went away. -v adds advice for "
	    "what vanishes.\n" RUN_TEXT,
	.examples = "  gbq triage tl_out\n  gbq triage --own -n 3\n"
	    "  gbq triage -f json\n",
	.options = (const enum option_id[]){ OPTION_OWN, OUTPUT_OPTIONS },
	.max_arguments = 1, .run = triage_main, .query = "triage",
};
