/*
 * cmd_cat.c - gbq cat and gbq extract: stored files, byte for byte.
 */
#include <string.h>

#include "cli/context.h"
#include "cli/format/handle.h"
#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/screen/terminal.h"

enum { HASH_SIZE = 33, MAX_LISTED = 50 };

/* What the arguments ask for. */
struct request {
	const char *path;		/* NULL: a handle is meant */
	const char *what;		/* NULL: the text of the thing */
	struct handle handle;
	int64_t run_id;
};

/* The files that match. */
struct matches {
	int count, hashes;		/* rows; different contents */
	char hash[HASH_SIZE];		/* of the first row */
	bool stored;
	struct buffer list;		/* their paths, escaped */
};

static bool
cat_write_piece(void *data, const char *bytes, size_t len)
{
	return fwrite(bytes, 1, len, data) == len;
}

/* Words that WHAT may be: no name of a run behind an event. */
static bool
cat_is_word(const char *text)
{
	static const char *const words[] = { "graph", "code", "runnable",
	    "guards", "reason" };

	for (size_t i = 0; i < LENGTH(words); i++) {
		if (strcmp(text, words[i]) == 0)
			return true;
	}
	return false;
}

/*
 * Whether the last of the arguments is the WHAT of a handle before it: of a
 * compile it is needed.
 */
static bool
cat_has_what(const struct context *context)
{
	int count = context->argument_count;
	struct handle handle;
	size_t run_len;

	if (count != 2)
		return count == 3;
	return handle_split(context->arguments[0], &run_len, &handle) &&
	    (run_len || handle.kind == HANDLE_COMPILE ||
	    cat_is_word(context->arguments[1]));
}

/* Whether one of the arguments is a handle, or a number in place of one. */
static bool
cat_is_handle(const struct context *context)
{
	struct handle handle;
	size_t run_len;

	for (int i = 0; i < context->argument_count; i++) {
		struct slice text = slice_of(context->arguments[i]);
		bool is_last = i == context->argument_count - 1;

		if (handle_split(text.at, &run_len, &handle) || (is_last &&
		    text.len && slice_count_digits(text, 0) == text.len))
			return true;
	}
	return false;
}

/* [RUN] PATH, [RUN] HANDLE or [RUN] HANDLE WHAT; exit status. */
static int
read_arguments(struct context *context, struct request *request)
{
	char **arguments = context->arguments;
	int count = context->argument_count, exit_status;
	bool has_what = cat_has_what(context);
	unsigned kinds = HANDLE_COMPILE | HANDLE_EVENT |
	    (has_what ? 0 : HANDLE_GRAPH);

	memset(request, 0, sizeof(*request));
	if (has_what || cat_is_handle(context)) {
		if (has_what)
			request->what = arguments[count - 1];
		exit_status = database_find_handle(context, arguments,
		    count - has_what, kinds, &request->run_id,
		    &request->handle);
		if (!exit_status && !has_what &&
		    request->handle.kind == HANDLE_COMPILE)
			return context_usage(context, "of a compile say what: "
			    "graph, code, runnable, guards, reason, or the "
			    "name of a file");
		return exit_status;
	}
	request->path = arguments[count - 1];
	/* "./-_0_0_0/…" is no option. */
	if (strncmp(request->path, "./", 2) == 0)
		request->path += 2;
	return database_find_run(context, count == 2 ? arguments[0] : NULL,
	    &request->run_id);
}

/* ---- which file ---- */

static int
bind_request(struct context *context, struct gbq_query *query,
    const struct request *request)
{
	if (request->path) {
		gbq_bind_text(query, "path", request->path);
		return 0;
	}
	if (request->handle.kind != HANDLE_GRAPH)
		gbq_bind_text(query, "what", request->what ? request->what :
		    "reason");
	return query_bind_handle(context, query, &request->handle);
}

static void
add_match(struct matches *matches, const struct gbq_query *row)
{
	const char *hash = row_text(row, "hash");
	const char *path = row_text(row, "path");

	if (!hash || strlen(hash) != HASH_SIZE - 1)
		return;
	if (matches->count++ == 0) {
		memcpy(matches->hash, hash, HASH_SIZE);
		matches->stored = row_integer(row, "stored") != 0;
		matches->hashes = 1;
	} else if (strcmp(matches->hash, hash) != 0) {
		matches->hashes++;
	}
	if (matches->count > MAX_LISTED)
		return;
	buffer_add_string(&matches->list, "\n  ");
	terminal_escape(&matches->list, slice_of(path ? path : "?"));
}

static int
find_matches(struct context *context, const struct request *request,
    struct matches *matches)
{
	struct gbq_query *query = NULL;
	int exit_status;

	exit_status = query_saved(context, &query, request->path ? "cat_path" :
	    request->handle.kind == HANDLE_GRAPH ? "cat_graph" :
	    "cat_compile", request->run_id);
	if (!exit_status)
		exit_status = bind_request(context, query, request);
	while (query_next(context, query, &exit_status))
		add_match(matches, query);
	gbq_finish(query);
	return exit_status;
}

/* The thing is not there, or it has no such file. */
static int
cat_not_found(struct context *context, const struct request *request)
{
	bool is_compile = request->handle.kind == HANDLE_COMPILE;
	struct buffer id = { 0 };
	struct slice typed;
	int exit_status;

	if (request->path)
		return context_fail(context, gbq_exit_code(GBQ_NO_INPUT),
		    "run %lld has no file '%s'; 'gbq artifacts' lists them",
		    (long long)request->run_id, request->path);
	exit_status = handle_check(context, request->run_id,
	    &request->handle);
	if (exit_status)
		return exit_status;
	handle_text(&id, &request->handle);
	/* Brackets are a shell's own. */
	typed = slice_part(buffer_slice(&id), is_compile, id.len - is_compile);
	if (!request->what)
		context_fail(context, 0, "%s %s has no file; 'gbq show %s' "
		    "tells what is known of it", handle_noun(
		    request->handle.kind), id.bytes, id.bytes);
	else
		context_fail(context, 0, "%s has no '%s'; WHAT is graph, "
		    "code, runnable, guards, reason, or the name of one of the "
		    "files that 'gbq show %.*s' lists", buffer_string(&id),
		    request->what, (int)typed.len, typed.at);
	buffer_release(&id);
	return gbq_exit_code(GBQ_NO_INPUT);
}

static int
cat_ambiguous(const struct context *context, const struct matches *matches)
{
	context_fail(context, 0, "there are %d such files; name one by its "
	    "path:", matches->count);
	fputs(matches->list.bytes + 1, stderr);
	fputs(matches->count > MAX_LISTED ? "\n  …\n" : "\n", stderr);
	return EXIT_USAGE;
}

static int
write_match(struct context *context, const struct request *request,
    struct matches *matches)
{
	enum gbq_status status;

	if (matches->count == 0)
		return cat_not_found(context, request);
	if (matches->hashes > 1) {
		buffer_string(&matches->list);
		return cat_ambiguous(context, matches);
	}
	if (!matches->stored)
		return context_fail(context, gbq_exit_code(GBQ_NO_INPUT),
		    "its contents were not kept");
	status = gbq_content(context->gbq, matches->hash, cat_write_piece,
	    context->out);
	/* What cannot be written is told when the output is closed. */
	if (status == GBQ_OK || ferror(context->out))
		return 0;
	return context_error(context, status);
}

static int
cat_main(struct context *context)
{
	struct matches matches = { .count = 0 };
	struct request request;
	int exit_status = read_arguments(context, &request);

	if (!exit_status)
		exit_status = find_matches(context, &request, &matches);
	if (!exit_status)
		exit_status = write_match(context, &request, &matches);
	buffer_release(&matches.list);
	return exit_status;
}

const struct command command_cat = {
	.name = "cat", .group = GROUP_LOOK,
	.arguments = "[RUN] PATH | [RUN] HANDLE | [RUN] HANDLE WHAT",
	.summary = "write a file of the run, byte for byte",
	.text = "PATH is the file's path as 'gbq artifacts' shows it. Alone, "
	    "HANDLE is a graph (g4)\nor an event (e7: the text of its reason). "
	    "With WHAT it is " COMPILE_TEXT ",\nor the event of one. WHAT is "
	    "graph (of Dynamo), code (of Inductor), runnable,\nguards, reason "
	    "(of the first break), or the name of an artifact. The file of "
	    "the\nnewest attempt is taken; where several remain that differ, "
	    "they are listed, and\nthe exit status is 2. It is 3 where "
	    "contents were not kept (gbq ingest\n--no-content)." HANDLE_TEXT
	    RUN_TEXT,
	.examples = "  gbq cat 0/0 runnable >repro.py\n"
	    "  gbq cat g1\n"
	    "  gbq cat model index.html -o index.html\n"
	    "  gbq cat ./-_0_0_0/compilation_metrics_3.html\n",
	.options = (const enum option_id[]){ OPTION_OUTPUT, OPTION_END },
	.min_arguments = 1, .max_arguments = 3, .run = cat_main,
	.reads_contents = true, .writes_bytes = true,
};

/* ---- extract ---- */

static void
print_message(void *data, const char *text)
{
	context_fail(data, 0, "%s", text);
}

static int
extract_main(struct context *context)
{
	int count = context->argument_count;
	enum gbq_status status;
	int64_t run_id;
	int exit_status;

	exit_status = database_find_run(context, count > 1 ?
	    context->arguments[0] : NULL, &run_id);
	if (exit_status)
		return exit_status;
	status = gbq_extract(context->gbq, run_id,
	    context->arguments[count - 1], print_message, context);
	return status == GBQ_OK ? 0 : context_error(context, status);
}

const struct command command_extract = {
	.name = "extract", .group = GROUP_LOOK,
	.arguments = "[RUN] DIR",
	.summary = "write all files of the run to a new folder",
	.text = "DIR must not exist, or be empty. Nothing is written "
	    "outside of it: a path that\nwould lead there is refused, and the "
	    "exit status is 4. It is 3 where contents\nwere not kept (gbq "
	    "ingest --no-content).\n" RUN_TEXT,
	.examples = "  gbq extract model report\n",
	.min_arguments = 1, .max_arguments = 2, .run = extract_main,
	.reads_contents = true,
};
