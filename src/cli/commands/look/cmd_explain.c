/*
 * cmd_explain.c - gbq explain: what a kind of break means, and where it occurs.
 */
#include <stdlib.h>

#include "cli/commands/look/look.h"
#include "cli/commands/start/next_steps.h"
#include "cli/context.h"
#include "cli/format/handle.h"
#include "cli/format/row.h"
#include "cli/screen/terminal.h"

enum { PLACES = 10, SURE = 100, LIKELY = 50 };

static const char *const ease_words[] = {
	"a setting or a logging call", "a local rewrite",
	"restructure, or a library's code"
};

/* The arguments as one text; heap. */
static char *
join_arguments(const struct context *context)
{
	struct buffer text = { 0 };
	int i;

	for (i = 0; i < context->argument_count; i++) {
		buffer_add_string(&text, i ? " " : "");
		buffer_add_string(&text, context->arguments[i]);
	}
	buffer_string(&text);
	return text.bytes;
}

static int
query_of_kind(struct context *context, struct gbq_query **query,
    const char *name, const char *parameter, const char *value)
{
	int exit_status = query_saved(context, query, name, 0);

	if (!exit_status &&
	    gbq_bind_text(*query, parameter, value) != GBQ_OK)
		exit_status = context_error(context, GBQ_DATABASE);
	return exit_status;
}

/* The kinds that a text may mean, on stderr: there is no single one. */
static int
list_kinds(struct context *context, struct gbq_query *query, const char *text)
{
	struct buffer line = { 0 };
	int exit_status = 0;

	context_fail(context, EXIT_USAGE, "no kind of break is '%s'; did you "
	    "mean one of these?", text);
	do {
		buffer_clear(&line);
		add_text(&line, row_text(query, "gb_id") ?
		    row_text(query, "gb_id") : "no id ");
		buffer_add_string(&line, "  ");
		add_text(&line, row_text(query, "kind"));
		fprintf(stderr, "  %s\n", buffer_string(&line));
	} while (query_next(context, query, &exit_status));
	buffer_release(&line);
	return exit_status ? exit_status : EXIT_USAGE;
}

/*
 * Find the kind that a text means: the only one that has it, or has it best.
 * *kind is its id or kind line, on the heap.
 */
static int
explain_find_kind(struct context *context, const char *text,
    struct buffer *kind)
{
	struct gbq_query *query = NULL;
	char gb_id[8];
	bool is_id = kind_id_parse(text, gb_id);
	int64_t score;
	int exit_status = query_of_kind(context, &query, "explain_find",
	    "text", is_id ? gb_id : text);

	if (exit_status)
		return exit_status;
	if (!query_next(context, query, &exit_status)) {
		if (!exit_status)
			exit_status = context_fail(context, EXIT_USAGE, "no "
			    "kind of break is '%s', and none is like it",
			    text);
		gbq_finish(query);
		return exit_status;
	}
	score = row_integer(query, "score");
	buffer_add_string(kind, row_text(query, "gb_id") ?
	    row_text(query, "gb_id") : row_text(query, "kind"));
	if (score < SURE && !is_id &&
	    query_next(context, query, &exit_status) &&
	    (score < LIKELY || row_integer(query, "score") == score)) {
		gbq_finish(query);
		exit_status = query_of_kind(context, &query, "explain_find",
		    "text", text);
		if (query_next(context, query, &exit_status))
			exit_status = list_kinds(context, query, text);
	}
	gbq_finish(query);
	return exit_status;
}

static void
add_wording(struct buffer *out, const struct gbq_query *row)
{
	add_wrapped(out, row_integer(row, "version") ? "earlier" : "kind",
	    row_text(row, "kind"));
	add_wrapped(out, "explanation", row_text(row, "explanation"));
	add_wrapped(out, "context", row_text(row, "context"));
	add_wrapped(out, "torch's hints", row_text(row, "hints"));
	buffer_add_byte(out, '\n');
}

static void
add_kind_facts(struct buffer *out, const struct gbq_query *row)
{
	int64_t ease = row_integer(row, "ease");

	add_wrapped(out, "hint class", row_text(row, "hint_class"));
	add_wrapped(out, "guide", row_text(row, "advice"));
	if (!row_is_null(row, "ease") && ease >= 0 && ease <= 2)
		add_wrapped(out, "ease", ease_words[ease]);
	add_wrapped(out, "setting", row_text(row, "flag"));
	add_wrapped(out, "more", row_text(row, "doc_url"));
	buffer_add_string(out, "\nin this database: ");
	add_count(out, row, "events", "event", false);
	buffer_add_string(out, " in ");
	add_count(out, row, "sites", "site", false);
	buffer_add_string(out, " of ");
	add_count(out, row, "runs", "run", false);
	buffer_add_byte(out, '\n');
}

/* "    2 runs, 8 events  torch/x.py:12 f, first in model (1:s3)" */
static void
explain_add_place(struct buffer *out, const struct gbq_query *row)
{
	buffer_add_string(out, "    ");
	add_count(out, row, "runs", "run", false);
	buffer_add_string(out, ", ");
	add_count(out, row, "events", "event", false);
	buffer_add_string(out, "  ");
	add_path(out, row_text(row, "file"));
	if (!row_is_null(row, "line"))
		buffer_printf(out, ":%lld",
		    (long long)row_integer(row, "line"));
	buffer_add_byte(out, ' ');
	add_text(out, row_text(row, "function"));
	buffer_add_string(out, ", first in ");
	add_text(out, row_text(row, "first_run"));
	buffer_add_string(out, " (");
	add_text(out, row_text(row, "handle"));
	buffer_add_byte(out, ')');
	buffer_add_byte(out, '\n');
}

/* Append all rows of a query about the kind; at most limit. */
static int
add_rows_of(struct context *context, struct buffer *out, const char *name,
    const char *kind, size_t limit,
    void (*add)(struct buffer *, const struct gbq_query *))
{
	struct gbq_query *query = NULL;
	size_t count = 0;
	int exit_status = query_of_kind(context, &query, name, "kind", kind);

	while (query_next(context, query, &exit_status)) {
		if (++count <= limit)
			add(out, query);
	}
	if (count > limit) {
		buffer_add_string(out, "    ");
		add_more(out, count - limit, "place", NULL);
		buffer_printf(out, ": gbq sql @explain_sites -p kind=%s\n",
		    kind);
	}
	gbq_finish(query);
	return exit_status;
}

static int
print_kind(struct context *context, const char *kind)
{
	const char *docs = context_value(context, OPTION_DOCS);
	size_t places = context->limit ? context->limit : PLACES;
	struct buffer out = { 0 };
	struct error error;
	int exit_status;

	terminal_escape(&out, slice_of(kind));
	buffer_add_byte(&out, '\n');
	exit_status = add_rows_of(context, &out, "explain_versions", kind,
	    SIZE_MAX, add_wording);
	if (!exit_status)
		exit_status = add_rows_of(context, &out, "explain", kind, 1,
		    add_kind_facts);
	if (!exit_status)
		exit_status = add_rows_of(context, &out, "explain_sites", kind,
		    places, explain_add_place);
	if (!exit_status && docs) {
		buffer_add_byte(&out, '\n');
		if (kind_docs_read(docs, kind, &out, &error) != GBQ_OK)
			exit_status = context_fail(context,
			    gbq_exit_code(error.status), "%s", error.message);
	}
	context_write(context, &out);
	return exit_status;
}

/* A failure that is no break: its category, and what to run next. */
static int
explain_failure(struct context *context, const struct handle *handle,
    const struct gbq_query *row)
{
	const char *steps = next_steps(row_text(row, "category"));
	struct buffer out = { 0 };

	handle_text(&out, handle);
	buffer_add_string(&out, " is no break, but a failure of category ");
	add_text(&out, row_text(row, "category"));
	buffer_add_string(&out, "\n");
	if (steps)
		buffer_printf(&out, "next:\n%s", steps);
	context_write(context, &out);
	return 0;
}

/*
 * The kind of an event, a site or a failure. *kind stays empty where it is a
 * failure of none, which is told.
 */
static int
explain_find_handle(struct context *context, struct buffer *kind)
{
	struct gbq_query *query = NULL;
	struct handle handle;
	int64_t run_id;
	int exit_status = database_find_handle(context, context->arguments,
	    context->argument_count, HANDLE_EVENT | HANDLE_SITE |
	    HANDLE_FAILURE, &run_id, &handle);

	if (!exit_status)
		exit_status = query_saved(context, &query, "explain_handle",
		    run_id);
	if (!exit_status)
		exit_status = query_bind_handle(context, query, &handle);
	if (!query_next(context, query, &exit_status)) {
		if (!exit_status)
			exit_status = handle_missing(context, run_id, &handle);
	} else if (row_text(query, "known_by")) {
		buffer_add_string(kind, row_text(query, "known_by"));
	} else {
		exit_status = explain_failure(context, &handle, query);
	}
	gbq_finish(query);
	return exit_status;
}

/* The kind that a text means, or one of the arguments as a handle. */
static int
explain_find(struct context *context, struct buffer *kind)
{
	struct handle handle;
	size_t run_len;
	char *text;
	int exit_status;

	for (int i = 0; i < context->argument_count &&
	    context->argument_count <= 2; i++) {
		if (handle_split(context->arguments[i], &run_len, &handle))
			return explain_find_handle(context, kind);
	}
	exit_status = database_open_any(context);
	text = join_arguments(context);
	if (!exit_status)
		exit_status = explain_find_kind(context, text, kind);
	free(text);
	return exit_status;
}

static int
explain_main(struct context *context)
{
	struct buffer kind = { 0 };
	struct gbq_query *query = NULL;
	int exit_status = explain_find(context, &kind);

	if (exit_status || kind.len == 0) {
		/* told already */
	} else if (context_for_people(context)) {
		exit_status = print_kind(context, buffer_string(&kind));
	} else {
		exit_status = query_of_kind(context, &query, "explain",
		    "kind", buffer_string(&kind));
		if (!exit_status)
			exit_status = query_write(context, query, NULL);
		gbq_finish(query);
	}
	buffer_release(&kind);
	return exit_status;
}

const struct command command_explain = {
	.name = "explain", .group = GROUP_LOOK,
	.next = { "gbq triage", "what to fix first" },
	.arguments = "KIND|TEXT|HANDLE",
	.summary = "what a kind of break means, and what to do about it",
	.text = "KIND is an id (GB0059, gb59) or a kind line. For any other "
	    "text the kinds that contain it, or words of it, are listed; the "
	    "exit status is 2. Where there is a database, it\nalso tells "
	    "where the kind occurs. HANDLE is a site (s3), an event (e7) or a "
	    "failure\n(f1): the kind of that." HANDLE_TEXT RUN_TEXT,
	.examples = "  gbq explain GB0059\n"
	    "  gbq explain s1\n"
	    "  gbq explain \"Tensor.item() call\"\n"
	    "  gbq explain GB0170 --docs compile-graph-break-site\n",
	.options = (const enum option_id[]){ OPTION_DOCS, OUTPUT_OPTIONS },
	.min_arguments = 1, .max_arguments = ANY_NUMBER, .run = explain_main,
	.query = "explain",
};
