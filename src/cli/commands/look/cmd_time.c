/*
 * cmd_time.c - gbq time: where compile time went, by frame, phase or part.
 */
#include <string.h>

#include "cli/context.h"
#include "cli/format/row.h"
#include "cli/format/text.h"

static const char *const names[] = { "entire_frame_s", "share", "function",
	"file", "line", "lost_s", "backend_s", "inductor_s", "codegen_s",
	"compiles", "recompiles", "cumulative_share" };

static void
time_add_row(struct printer *printer, const struct gbq_query *row)
{
	struct gbq_value values[LENGTH(names)];

	for (size_t i = 0; i < LENGTH(names); i++)
		values[i] = row_value(row, names[i]);
	printer_row(printer, values);
}

/* "parts: dynamo 61 %, aot 12 %, …", where they are known. */
static int
time_add_parts(struct context *context, int64_t run_id, struct buffer *out)
{
	struct gbq_query *query = NULL;
	const char *gap = "parts: ";
	int exit_status = query_saved(context, &query, "time_parts", run_id);

	if (exit_status)
		return exit_status;
	if (context_has(context, OPTION_RANK))
		gbq_bind(query, "rank", context_value(context, OPTION_RANK));
	while (query_next(context, query, &exit_status)) {
		if (row_is_null(query, "share"))
			continue;
		buffer_printf(out, "%s%s %.0f %%", gap,
		    row_text(query, "part"), 100 * row_real(query, "share"));
		gap = ", ";
	}
	if (gap[0] == ',')
		buffer_add_byte(out, '\n');
	gbq_finish(query);
	return exit_status;
}

/* "model (run 1): 73.6 s compile; lost: …" */
static int
time_add_heading(struct context *context, int64_t run_id)
{
	struct run_facts facts;
	struct buffer out = { 0 };
	int exit_status = run_facts_load(context, run_id, &facts);

	if (exit_status)
		return exit_status;
	buffer_add_string(&out, facts.label);
	buffer_add_string(&out, ": ");
	buffer_add_string(&out, facts.compile_time);
	buffer_add_byte(&out, '\n');
	exit_status = time_add_parts(context, run_id, &out);
	buffer_add_string(&out, "most seconds first\n\n");
	context_write(context, &out);
	run_facts_release(&facts);
	return exit_status;
}

static int
print_frames(struct context *context, struct gbq_query *query,
    int64_t run_id)
{
	struct printer printer = context_printer(context,
	    gbq_saved_find(context->gbq, "time")->table);
	size_t more = 0;
	int exit_status = time_add_heading(context, run_id);

	if (exit_status)
		return exit_status;
	printer_start(&printer, names, LENGTH(names));
	while (query_next(context, query, &exit_status)) {
		if (context->limit && printer.row_count >= context->limit)
			more++;
		else
			time_add_row(&printer, query);
	}
	printer_end(&printer);
	if (more)
		fprintf(context->out, "%zu more frame%s\n", more,
		    plural_end((int64_t)more, ""));
	return exit_status;
}

/* What shares are of: the sum of a column of all rows; the exit status. */
static int
sum_column(struct context *context, const char *name, int64_t run_id,
    const char *column, double *sum)
{
	struct gbq_query *query = NULL;
	int exit_status = query_saved(context, &query, name, run_id);

	if (!exit_status)
		exit_status = query_bind_options(context, query);
	while (query_next(context, query, &exit_status))
		*sum += row_real(query, column);
	gbq_finish(query);
	return exit_status;
}

/* "model (run 1): 73.6 s compile; …", then "share: of 70.1 s, …" */
static int
add_share_heading(struct context *context, const char *name, int64_t run_id)
{
	const char *column = strcmp(name, "phases") == 0 ? "self_s" :
	    "seconds_s";
	struct run_facts facts;
	struct buffer out = { 0 };
	double sum = 0;
	int exit_status = sum_column(context, name, run_id, column, &sum);

	if (exit_status || sum <= 0)
		return exit_status;
	exit_status = run_facts_load(context, run_id, &facts);
	if (exit_status)
		return exit_status;
	buffer_printf(&out, "%s: %s\nshare: of ", facts.label,
	    facts.compile_time);
	add_seconds(&out, sum);
	buffer_printf(&out, ", the sum of %s\n\n", column);
	context_write(context, &out);
	run_facts_release(&facts);
	return 0;
}

static int
print_phases(struct context *context, struct gbq_query *query,
    const char *name, int64_t run_id)
{
	struct printer printer = context_printer(context,
	    gbq_saved_find(context->gbq, name)->table);
	enum gbq_status status;
	int exit_status = context_for_people(context) ?
	    add_share_heading(context, name, run_id) : 0;

	if (exit_status)
		return exit_status;
	status = printer_query(&printer, query, context->limit);
	if (status == GBQ_OK && printer.row_count == 0 &&
	    strcmp(name, "phases") == 0)
		context_none(context, "phases: the input has no chromium "
		    "events that gbq read");
	return status == GBQ_OK ? 0 : context_error(context, status);
}

static int
time_main(struct context *context)
{
	const char *by = context_value(context, OPTION_TIME_BY);
	const char *name = !by || strcmp(by, "frame") == 0 ? "time" :
	    strcmp(by, "phase") == 0 ? "phases" : "time_parts";
	bool frames = strcmp(name, "time") == 0;
	struct gbq_query *query = NULL;
	int64_t run_id;
	int exit_status;

	if (!frames && (context_has(context, OPTION_FUNCTION) ||
	    context_has(context, OPTION_FILE)))
		return context_usage(context, "--function and --file pick "
		    "frames, not %ss", by);
	exit_status = database_find_first(context, &run_id);
	if (!exit_status)
		exit_status = query_saved(context, &query, name, run_id);
	if (!exit_status)
		exit_status = query_bind_options(context, query);
	if (!exit_status && !frames)
		exit_status = print_phases(context, query, name, run_id);
	else if (!exit_status)
		exit_status = context_for_people(context) ?
		    print_frames(context, query, run_id) :
		    query_write(context, query,
		    gbq_saved_find(context->gbq, "time")->table);
	gbq_finish(query);
	return exit_status;
}

const struct command command_time = {
	.name = "time", .group = GROUP_LOOK,
	.next = { "gbq triage RUN", "what to fix first" },
	.arguments = "[RUN]",
	.summary = "compile time by frame, phase or part",
	.text = "Seconds of all compiles of a frame are added; resume "
	    "functions count with the\nfunction that they resume. Of phases, "
	    "which nest, only self_s may be added.\nParts are Dynamo, "
	    "AOT, Inductor, its code generation, the compiling of kernels\n"
	    "(C++, Triton) and autotuning; they may be added.\n" RUN_TEXT,
	.examples = "  gbq time -n 10\n  gbq time --by part\n",
	.options = (const enum option_id[]){
		OPTION_TIME_BY, OPTION_FUNCTION, OPTION_FILE, OPTION_RANK,
		OUTPUT_OPTIONS
	},
	.max_arguments = 1, .run = time_main, .query = "time",
	.none = "compiles",
};
