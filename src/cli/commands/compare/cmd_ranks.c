/*
 * cmd_ranks.c - gbq ranks: groups of equal ranks, and where they part.
 */
#include <string.h>

#include "cli/context.h"
#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/screen/terminal.h"

enum { SHOWN = 10 };

/* What ranks are compared in: the column of the lowest rank that is equal. */
static const struct {
	const char *column, *words;
} facts[] = {
	{ "frames_like", "frames and how they ended" },
	{ "breaks_like", "breaks" },
	{ "recompiles_like", "recompiles" },
	{ "cache_like", "cache state" },
	{ "graphs_like", "graphs" },
	{ "collectives_like", "collectives" },
};

enum { FACTS = LENGTH(facts) };

/* A rank of the run. */
struct rank {
	int64_t rank;
	int64_t like[FACTS];
	double compile_s;		/* below 0: not known */
	int64_t events, compiles;
};

typedef ARRAY_OF(struct rank) rank_array;

static int
load_ranks(struct context *context, int64_t run_id, rank_array *ranks)
{
	struct gbq_query *query = NULL;
	size_t i;
	int exit_status = query_saved(context, &query, "ranks", run_id);

	if (exit_status)
		return exit_status;
	while (query_next(context, query, &exit_status)) {
		struct rank *rank = array_add(ranks);

		rank->rank = row_integer(query, "rank");
		rank->compiles = row_integer(query, "compiles");
		rank->events = row_integer(query, "break_events");
		rank->compile_s = row_is_null(query, "compile_s") ? -1 :
		    row_real(query, "compile_s");
		for (i = 0; i < FACTS; i++)
			rank->like[i] = row_integer(query, facts[i].column);
	}
	gbq_finish(query);
	return exit_status;
}

/* " [0, 2]" for the ranks that are like one. */
static void
ranks_add_group(struct buffer *out, const rank_array *ranks, size_t fact,
    int64_t like)
{
	const char *gap = " [";
	size_t i;

	for (i = 0; i < ranks->count; i++) {
		if (ranks->items[i].like[fact] != like)
			continue;
		buffer_printf(out, "%s%lld", gap,
		    (long long)ranks->items[i].rank);
		gap = ", ";
	}
	buffer_add_byte(out, ']');
}

static bool
all_alike(const rank_array *ranks, size_t fact)
{
	size_t i;

	for (i = 1; i < ranks->count; i++) {
		if (ranks->items[i].like[fact] != ranks->items[0].like[fact])
			return false;
	}
	return true;
}

static void
add_groups(struct buffer *out, const rank_array *ranks)
{
	size_t fact, i;

	for (fact = 0; fact < FACTS; fact++) {
		buffer_printf(out, "  %s:", facts[fact].words);
		if (all_alike(ranks, fact)) {
			buffer_add_string(out, " equal on all ranks\n");
			continue;
		}
		for (i = 0; i < ranks->count; i++) {
			if (ranks->items[i].like[fact] == ranks->items[i].rank)
				ranks_add_group(out, ranks, fact,
				    ranks->items[i].rank);
		}
		buffer_add_byte(out, '\n');
	}
}

/* Slowest and fastest, or all of a few. */
static void
ranks_add_times(struct buffer *out, const rank_array *ranks)
{
	size_t i;

	buffer_add_string(out, "compile time:");
	for (i = 0; i < ranks->count && i < SHOWN; i++) {
		const struct rank *rank = &ranks->items[i];

		buffer_printf(out, "%s rank %lld ", i ? "," : "",
		    (long long)rank->rank);
		add_seconds(out, rank->compile_s);
		buffer_add_string(out, " (");
		add_number_of(out, rank->compiles, "compile");
		buffer_add_string(out, ", ");
		add_number_of(out, rank->events, "event");
		buffer_add_byte(out, ')');
	}
	if (i < ranks->count)
		buffer_printf(out, ", %zu more: -f table", ranks->count - i);
	buffer_add_byte(out, '\n');
}

/* "[10/0] ", of the first rank that is named. */
static void
ranks_add_id(struct buffer *out, const struct gbq_query *row)
{
	const char *ids = row_text(row, "compile_ids");
	struct slice id = slice_of(ids ? ids : "");
	size_t start = slice_find_byte(id, '"'), end;

	if (start == SIZE_MAX)
		return;
	id = slice_part(id, start + 1, id.len);
	end = slice_find_byte(id, '"');
	buffer_add_byte(out, '[');
	terminal_escape(out, slice_part(id, 0, end));
	buffer_add_string(out, "] ");
}

/* "loss_of srv/models/ddp_gpt.py, resumed at 27" */
static void
ranks_add_frame(struct buffer *out, const struct gbq_query *row)
{
	add_text(out, row_text(row, "function"));
	buffer_add_byte(out, ' ');
	add_path(out, row_text(row, "file"));
	if (!row_is_null(row, "resumed_at"))
		buffer_printf(out, ", resumed at %lld",
		    (long long)row_integer(row, "resumed_at"));
	else if (!row_is_null(row, "line"))
		buffer_printf(out, ":%lld",
		    (long long)row_integer(row, "line"));
	if (row_integer(row, "nth") > 1)
		buffer_printf(out, ", compile %lld",
		    (long long)row_integer(row, "nth"));
	buffer_add_byte(out, '\n');
}

static void
add_difference(struct buffer *out, const struct gbq_query *row)
{
	buffer_add_string(out, "    ");
	add_text(out, row_text(row, "fact"));
	buffer_add_string(out, ", ranks ");
	add_text(out, row_text(row, "ranks"));
	buffer_add_string(out, ": ");
	add_text(out, row_text(row, "value") ? row_text(row, "value") :
	    "none");
	buffer_add_byte(out, '\n');
}

/* The frames in which ranks differ, the first one first. */
static int
ranks_add_differences(struct context *context, struct buffer *out,
    int64_t run_id)
{
	size_t limit = context->limit ? context->limit : SHOWN, frames = 0;
	struct buffer frame = { 0 }, last = { 0 };
	struct gbq_query *query = NULL;
	int exit_status = query_saved(context, &query, "ranks_diff", run_id);

	while (query_next(context, query, &exit_status)) {
		buffer_clear(&frame);
		buffer_printf(&frame, "%lld ",
		    (long long)row_integer(query, "position"));
		ranks_add_frame(&frame, query);
		if (frames == 0 || strcmp(buffer_string(&frame),
		    buffer_string(&last)) != 0) {
			if (++frames <= limit) {
				buffer_add_string(out, frames == 1 ?
				    "they part first at " : "then at ");
				ranks_add_id(out, query);
				ranks_add_frame(out, query);
			}
			buffer_clear(&last);
			buffer_add_slice(&last, buffer_slice(&frame));
		}
		if (frames <= limit)
			add_difference(out, query);
	}
	gbq_finish(query);
	if (frames > limit)
		add_more(out, frames - limit, "frame",
		    "gbq sql @ranks_diff\n");
	if (!exit_status && frames == 0)
		buffer_add_string(out, "they compile the same, frame by "
		    "frame\n");
	buffer_release(&frame);
	buffer_release(&last);
	return exit_status;
}

/* How far the graphs of matched functions agree. */
static int
ranks_add_graphs(struct context *context, struct buffer *out, int64_t run_id)
{
	static const char *const words[][2] = {
		{ "hash", "equal byte for byte" },
		{ "normalised_hash", "equal but for names and symbols" },
		{ "ops_hash", "equal but for sizes and names" },
		{ "none", "different" }, { "alone", "on one rank only" },
	};
	size_t counts[LENGTH(words)] = { 0 }, i;
	struct gbq_query *query = NULL;
	const char *gap = "graphs: ";
	int exit_status = query_saved(context, &query, "ranks_graphs", run_id);

	while (query_next(context, query, &exit_status)) {
		for (i = 0; i < LENGTH(words); i++)
			counts[i] += strcmp(row_text(query, "agree"),
			    words[i][0]) == 0;
	}
	gbq_finish(query);
	for (i = 0; i < LENGTH(words); i++) {
		if (!counts[i])
			continue;
		buffer_printf(out, "%s%zu %s", gap, counts[i], words[i][1]);
		gap = ", ";
	}
	buffer_add_string(out, *gap == ',' ? "\n" : "graphs: none\n");
	return exit_status;
}

static void
ranks_add_warnings(struct buffer *out, const rank_array *ranks)
{
	if (!all_alike(ranks, FACTS - 1))
		buffer_add_string(out, "! collectives differ: ranks that wait "
		    "for different ones hang\n");
	if (!all_alike(ranks, 1))
		buffer_add_string(out, "! breaks differ: a break on some ranks "
		    "only, ahead of a collective, is how hangs begin\n");
}

static int
print_ranks(struct context *context, int64_t run_id)
{
	struct buffer out = { 0 };
	struct run_facts run;
	rank_array ranks = { 0 };
	int exit_status = run_facts_load(context, run_id, &run);

	if (exit_status)
		return exit_status;
	exit_status = load_ranks(context, run_id, &ranks);
	buffer_printf(&out, "%s: %zu rank%s\n", run.label, ranks.count,
	    plural_end((int64_t)ranks.count, ""));
	add_doubt(&out, &run, context_colors(context));
	if (!exit_status && ranks.count > 1) {
		ranks_add_warnings(&out, &ranks);
		buffer_add_byte(&out, '\n');
		exit_status = ranks_add_differences(context, &out, run_id);
		buffer_add_string(&out, "\nranks that are equal in\n");
		add_groups(&out, &ranks);
		if (!exit_status)
			exit_status = ranks_add_graphs(context, &out, run_id);
		ranks_add_times(&out, &ranks);
	} else if (!exit_status) {
		buffer_add_string(&out, "nothing to compare: give the reports "
		    "or logs of all ranks as one folder\n");
	}
	context_write(context, &out);
	array_release(&ranks);
	run_facts_release(&run);
	return exit_status;
}

static int
ranks_main(struct context *context)
{
	int64_t run_id;
	int exit_status = database_find_first(context, &run_id);

	if (exit_status)
		return exit_status;
	return context_for_people(context) ? print_ranks(context, run_id) :
	    query_list(context, context->command->query, run_id);
}

const struct command command_ranks = {
	.name = "ranks", .group = GROUP_COMPARE,
	.next = { "gbq time RUN", "where the seconds went" },
	.arguments = "[RUN]",
	.summary = "do the ranks of a run compile the same, and where not",
	.text = "Compiles are matched by function and order, never by id: "
	    "one more break on a rank\nshifts all ids after it. The first "
	    "difference comes first. -f json and the like\ngive one row per "
	    "rank; 'gbq sql @ranks_diff' and '@ranks_graphs' the rest.\n"
	    RUN_TEXT,
	.examples = "  gbq ranks ddp\n  gbq ranks ddp -f csv\n",
	.options = (const enum option_id[]){ OUTPUT_OPTIONS },
	.max_arguments = 1, .run = ranks_main, .query = "ranks",
};
