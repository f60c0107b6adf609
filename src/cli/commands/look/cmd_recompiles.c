/*
 * cmd_recompiles.c - gbq recompiles: what was compiled again, and why.
 */
#include <string.h>

#include "cli/context.h"
#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/screen/terminal.h"

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
	run_facts_release(&facts);
	return 0;
}

/* "[0/1] loss  srv/models/lm_varlen_train.py:24, 1.4 s" */
static void
recompiles_add(struct buffer *out, const struct gbq_query *row, bool color)
{
	buffer_add_string(out, color ? "\033[1m" : "");
	compile_label(out, row);
	buffer_add_byte(out, ' ');
	add_text(out, row_text(row, "function"));
	buffer_add_string(out, color ? "\033[0m  " : "  ");
	add_path(out, row_text(row, "file"));
	if (!row_is_null(row, "line"))
		buffer_printf(out, ":%lld",
		    (long long)row_integer(row, "line"));
	if (!row_is_null(row, "entire_frame_s")) {
		buffer_add_string(out, ", ");
		add_seconds(out, row_real(row, "entire_frame_s"));
	}
	if (row_integer(row, "limit_hit")) {
		buffer_add_string(out, color ? ", \033[31m" : ", ");
		buffer_add_string(out, "recompile limit: runs eager");
		buffer_add_string(out, color ? "\033[0m" : "");
	}
	if (row_integer(row, "guard_failures") == 0)
		buffer_add_string(out, ", torch gave no reason");
	buffer_add_byte(out, '\n');
}

/* A guard with its runs of spaces made two: torch aligns its comment. */
static void
recompiles_add_guard(struct buffer *out, const char *guard)
{
	struct slice rest = slice_of(guard ? guard : "?");
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

static int
add_guard_failures(struct context *context, struct buffer *out,
    int64_t run_id, int64_t compile_no)
{
	struct gbq_query *query = NULL;
	int exit_status;

	exit_status = query_saved(context, &query, "show_guard_failures",
	    run_id);
	if (exit_status)
		return exit_status;
	gbq_bind_integer(query, "compile", compile_no);
	while (query_next(context, query, &exit_status)) {
		buffer_add_string(out, "    ");
		if (row_text(query, "missed_compile_id")) {
			buffer_add_string(out, "not [");
			add_text(out, row_text(query, "missed_compile_id"));
			buffer_add_string(out, "]: ");
		}
		recompiles_add_guard(out, row_text(query, "guard"));
		buffer_add_byte(out, '\n');
	}
	gbq_finish(query);
	return exit_status;
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
		recompiles_add(&out, query, context_color(context));
		exit_status = add_guard_failures(context, &out, run_id,
		    row_integer(query, "compile_no"));
	}
	if (context->limit && count > context->limit)
		buffer_printf(&out, "\n%zu more recompiles\n",
		    count - context->limit);
	context_write(context, &out);
	return exit_status;
}

static int
print_causes(struct context *context, struct gbq_query *query,
    int64_t run_id)
{
	struct buffer out = { 0 };
	size_t count = 0;
	int exit_status = recompiles_add_heading(context, &out, run_id);

	while (query_next(context, query, &exit_status)) {
		if (++count > context->limit && context->limit)
			continue;
		buffer_add_byte(&out, '\n');
		cause_text(&out, query, context_color(context));
	}
	if (context->limit && count > context->limit)
		buffer_printf(&out, "\n%zu more causes\n",
		    count - context->limit);
	context_write(context, &out);
	if (!exit_status && count == 0)
		context_note(context, "no causes of recompiles are known");
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
	if (status == GBQ_OK && printer.row_count == 0 &&
	    printer.format->for_people)
		context_note(context, strcmp(name, "recompile_causes") == 0 ?
		    "no causes of recompiles are known" : "no recompiles");
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
	.name = "recompiles", .arguments = "[RUN]",
	.summary = "recompiles and the guards that failed",
	.text = "--by cause groups guard failures that are one cause: a "
	    "recompile belongs to each of\nits causes. --by frame tells "
	    "which functions are compiled again most.\n" RUN_TEXT,
	.examples = "  gbq recompiles --function forward\n"
	    "  gbq recompiles --by frame\n",
	.options = (const enum option_id[]){
		OPTION_RECOMPILES_BY, OPTION_FUNCTION, OPTION_FILE, OPTION_RANK,
		OUTPUT_OPTIONS
	},
	.max_arguments = 1, .run = recompiles_main, .has_on = true,
	.query = "recompiles", .none = "recompiles",
};
