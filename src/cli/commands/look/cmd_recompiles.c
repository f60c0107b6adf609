/*
 * cmd_recompiles.c - gbq recompiles: what was compiled again, and why.
 */
#include <string.h>

#include "cli/context.h"
#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/screen/terminal.h"
#include "util/table.h"

static int
recompiles_add_heading(struct context *context, struct buffer *out,
    int64_t run_id)
{
	struct run_facts facts;
	int exit_status = run_facts_load(context, run_id, &facts);

	if (exit_status)
		return exit_status;
	buffer_add_string(out, facts.label);
	buffer_add_string(out, ": ");
	buffer_add_string(out, facts.recompile_counts);
	buffer_add_string(out, "\n");
	if (facts.unread) {
		buffer_add_string(out, "! ");
		add_unread(out, facts.unread);
		buffer_add_byte(out, '\n');
	}
	run_facts_release(&facts);
	return 0;
}

/* "[0/1] loss  srv/models/lm_varlen_train.py:24, 1.4 s" */
static void
recompiles_add(struct buffer *out, const struct gbq_query *row,
    const struct colors *colors)
{
	color_begin(out, colors, COLOR_TITLE);
	compile_label(out, row);
	buffer_add_byte(out, ' ');
	add_text(out, row_text(row, "function"));
	color_end(out, colors, COLOR_TITLE);
	buffer_add_string(out, "  ");
	color_begin(out, colors, COLOR_PATH);
	add_path(out, row_text(row, "file"));
	if (!row_is_null(row, "line"))
		buffer_printf(out, ":%lld",
		    (long long)row_integer(row, "line"));
	color_end(out, colors, COLOR_PATH);
	if (!row_is_null(row, "entire_frame_s")) {
		buffer_add_string(out, ", ");
		add_seconds(out, row_real(row, "entire_frame_s"));
	}
	if (row_integer(row, "limit_hit")) {
		buffer_add_string(out, ", ");
		color_add(out, colors, COLOR_LIMIT,
		    "recompile limit: runs eager");
	}
	if (row_integer(row, "guard_failures") == 0)
		buffer_add_string(out, ", torch gave no reason");
	buffer_add_byte(out, '\n');
}

/* A guard with its runs of spaces made two: torch aligns its comment. */
static void
recompiles_add_guard(struct buffer *out, struct slice rest)
{
	size_t gap, end;

	while ((gap = slice_find(rest, LITERAL("   "))) != SIZE_MAX) {
		terminal_escape(out, slice_part(rest, 0, gap));
		for (end = gap; end < rest.len && rest.at[end] == ' '; end++)
			continue;
		rest = slice_part(rest, end, rest.len);
		if (rest.len)
			buffer_add_string(out, "  ");
	}
	terminal_escape(out, rest);
}

/* A guard, and the cache entries that it kept from being used. */
struct rejection {
	struct slice guard;
	struct buffer entries;		/* "[1/1] [1/0]" */
	size_t count;
};

/* In the order of their first entries. */
struct rejections {
	ARRAY_OF(struct rejection) list;
	struct hash_table by_guard;	/* number in the list, from 1 on */
	struct arena arena;		/* of the guards */
};

static struct rejection *
rejection_find(struct rejections *all, const char *guard)
{
	struct table_entry *entry = table_put(&all->by_guard,
	    slice_of(guard), &all->arena);
	struct rejection *added;

	if (entry->value)
		return &all->list.items[entry->value - 1];
	added = array_add(&all->list);
	added->guard = entry->key;
	entry->value = all->list.count;
	return added;
}

static void
rejection_add_entry(struct rejection *rejection, const char *entry)
{
	if (!entry)
		return;
	buffer_add_string(&rejection->entries, rejection->count++ ?
	    " [" : "[");
	add_text(&rejection->entries, entry);
	buffer_add_byte(&rejection->entries, ']');
}

/* "cache entries [1/1] [1/0] rejected: len(args) == 1" */
static void
rejections_add(struct buffer *out, struct rejections *all)
{
	for (size_t i = 0; i < all->list.count; i++) {
		struct rejection *rejection = &all->list.items[i];

		buffer_add_string(out, "    ");
		if (rejection->count)
			buffer_printf(out, "cache entr%s %s rejected: ",
			    rejection->count == 1 ? "y" : "ies",
			    buffer_string(&rejection->entries));
		recompiles_add_guard(out, rejection->guard);
		buffer_add_byte(out, '\n');
		buffer_release(&rejection->entries);
	}
	array_release(&all->list);
	table_release(&all->by_guard);
	arena_release(&all->arena);
}

static int
add_guard_failures(struct context *context, struct buffer *out,
    int64_t run_id, int64_t compile_no)
{
	struct gbq_query *query = NULL;
	struct rejections all = { 0 };
	const char *guard;
	int exit_status;

	exit_status = query_saved(context, &query, "show_guard_failures",
	    run_id);
	if (exit_status)
		return exit_status;
	arena_init(&all.arena);
	gbq_bind_integer(query, "compile", compile_no);
	while (query_next(context, query, &exit_status)) {
		guard = row_text(query, "guard");
		rejection_add_entry(rejection_find(&all, guard ? guard : "?"),
		    row_text(query, "missed_compile_id"));
	}
	rejections_add(out, &all);
	gbq_finish(query);
	return exit_status;
}

static void
recompiles_add_more(const struct context *context, struct buffer *out,
    size_t count, const char *one)
{
	if (!context->limit || count <= context->limit)
		return;
	buffer_add_byte(out, '\n');
	add_more(out, count - context->limit, one, NULL);
	buffer_add_byte(out, '\n');
}

static int
print_recompiles(struct context *context, struct gbq_query *query,
    int64_t run_id)
{
	struct buffer out = { 0 };
	size_t count = 0;
	int exit_status = recompiles_add_heading(context, &out, run_id);

	while (query_next(context, query, &exit_status)) {
		if (++count > context->limit && context->limit)
			continue;
		buffer_add_byte(&out, '\n');
		recompiles_add(&out, query, context_colors(context));
		exit_status = add_guard_failures(context, &out, run_id,
		    row_integer(query, "compile_no"));
	}
	recompiles_add_more(context, &out, count, "recompile");
	context_write(context, &out);
	return exit_status;
}

static int
print_causes(struct context *context, struct gbq_query *query,
    int64_t run_id)
{
	struct buffer out = { 0 };
	size_t count = 0;
	int64_t most = 0;		/* of the first: they are sorted */
	int exit_status = recompiles_add_heading(context, &out, run_id);

	while (query_next(context, query, &exit_status)) {
		if (count == 0)
			buffer_add_string(&out, "most recompiles first\n");
		if (++count > context->limit && context->limit)
			continue;
		buffer_add_byte(&out, '\n');
		if (count == 1 && terminal_columns(context->screen))
			most = row_integer(query, "recompiles");
		cause_text(&out, query, most, context_colors(context));
	}
	recompiles_add_more(context, &out, count, "cause");
	context_write(context, &out);
	if (!exit_status && count == 0)
		context_none(context, "causes of recompiles");
	return exit_status;
}

/* Rows of another query than that of the command. */
static int
write_grouped(struct context *context, struct gbq_query *query,
    const char *name)
{
	struct printer printer = context_printer(context,
	    gbq_saved_find(context->gbq, name)->table);
	enum gbq_status status;

	status = printer_query(&printer, query, context->limit);
	if (status == GBQ_OK && printer.row_count == 0)
		context_none(context, strcmp(name, "recompile_causes") == 0 ?
		    "causes of recompiles" : "recompiles");
	return status == GBQ_OK ? 0 : context_error(context, status);
}

/* Causes are of the whole run: nothing can be picked from them. */
static int
check_filters(struct context *context)
{
	if (context_has(context, OPTION_RANK) ||
	    context_has(context, OPTION_FUNCTION) ||
	    context_has(context, OPTION_FILE))
		return context_usage(context, "--rank, --function and --file "
		    "pick recompiles, not causes");
	return 0;
}

static int
recompiles_main(struct context *context)
{
	const char *by = context_value(context, OPTION_RECOMPILES_BY);
	bool causes = string_equal(by, "cause");
	bool frames = string_equal(by, "frame");
	const char *name = causes ? "recompile_causes" :
	    frames ? "recompile_frames" : "recompiles";
	struct gbq_query *query = NULL;
	int64_t run_id;
	int exit_status = causes ? check_filters(context) : 0;

	if (!exit_status)
		exit_status = database_find_first(context, &run_id);
	if (!exit_status)
		exit_status = query_saved(context, &query, name, run_id);
	if (!exit_status)
		exit_status = query_bind_options(context, query);
	if (!exit_status)
		exit_status = causes && context_for_people(context) ?
		    print_causes(context, query, run_id) :
		    causes || frames ?
		    write_grouped(context, query, name) :
		    context_for_people(context) ?
		    print_recompiles(context, query, run_id) :
		    query_write(context, query,
		    gbq_saved_find(context->gbq, name)->table);
	gbq_finish(query);
	return exit_status;
}

const struct command command_recompiles = {
	.name = "recompiles", .group = GROUP_LOOK,
	.next = { "gbq triage RUN", "which of them to fix" },
	.arguments = "[RUN]",
	.summary = "recompiles and the guards that failed",
	.text = "--by cause groups guard failures with one cause: a "
	    "recompile belongs to each of\nits causes. --by frame shows "
	    "which functions recompile most.\n" RUN_TEXT,
	.examples = "  gbq recompiles --function forward\n"
	    "  gbq recompiles --by frame\n",
	.options = (const enum option_id[]){
		OPTION_RECOMPILES_BY, OPTION_FUNCTION, OPTION_FILE, OPTION_RANK,
		OUTPUT_OPTIONS
	},
	.max_arguments = 1, .run = recompiles_main, .has_on = true,
	.query = "recompiles", .none = "recompiles",
};
