/*
 * cmd_cat.c - gbq cat and gbq extract: stored files, byte for byte.
 */
#include <string.h>

#include "cli/context.h"
#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/screen/terminal.h"

enum { HASH_SIZE = 33, MAX_LISTED = 50 };

/* What the arguments ask for. */
struct request {
	const char *run;		/* NULL: the newest */
	const char *path;		/* NULL: name and what are meant */
	const char *what;
	struct compile_name name;
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

/* [RUN] PATH, or [RUN] ID WHAT: ID cannot be a RUN without "name:". */
static bool
read_arguments(const struct context *context, struct request *request)
{
	char **arguments = context->arguments;
	int count = context->argument_count;

	memset(request, 0, sizeof(*request));
	if (count == 3 || (count == 2 && strchr(arguments[0], '/') &&
	    compile_name_parse(arguments[0], &request->name))) {
		request->run = count == 3 ? arguments[0] : NULL;
		request->what = arguments[count - 1];
		return compile_name_parse(arguments[count - 2],
		    &request->name);
	}
	request->run = count == 2 ? arguments[0] : NULL;
	request->path = arguments[count - 1];
	/* "./-_0_0_0/…" is no option. */
	if (strncmp(request->path, "./", 2) == 0)
		request->path += 2;
	return true;
}

/* ---- which file ---- */

static void
bind_number(struct gbq_query *query, const char *name, int64_t value,
    int64_t least)
{
	if (value >= least)
		gbq_bind_integer(query, name, value);
}

static void
bind_request(struct gbq_query *query, const struct request *request)
{
	const struct compile_name *name = &request->name;

	if (request->path) {
		gbq_bind_text(query, "path", request->path);
		return;
	}
	gbq_bind_text(query, "what", request->what);
	if (name->event) {
		bind_number(query, "event", name->event, 1);
		return;
	}
	gbq_bind_text(query, "id", name->id);
	bind_number(query, "instance", name->instance, 0);
	bind_number(query, "attempt", name->attempt, 0);
	bind_number(query, "rank", name->rank, 0);
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
    int64_t run_id, struct matches *matches)
{
	struct gbq_query *query = NULL;
	int exit_status;

	exit_status = query_saved(context, &query, request->path ?
	    "cat_path" : "cat_compile", run_id);
	if (exit_status)
		return exit_status;
	bind_request(query, request);
	while (query_next(context, query, &exit_status))
		add_match(matches, query);
	gbq_finish(query);
	return exit_status;
}

static int
cat_not_found(const struct context *context, const struct request *request,
    int64_t run_id)
{
	const char *id;

	if (request->path)
		return context_fail(context, gbq_exit_code(GBQ_NO_INPUT),
		    "run %lld has no file '%s'; 'gbq artifacts' lists them",
		    (long long)run_id, request->path);
	id = context->arguments[context->argument_count - 2];
	return context_fail(context, gbq_exit_code(GBQ_NO_INPUT),
	    "run %lld has no '%s' of %s; WHAT is graph, code, runnable, "
	    "guards, reason, or the name of one of the files that 'gbq show "
	    "%s' lists", (long long)run_id, request->what, id, id);
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
    int64_t run_id, struct matches *matches)
{
	enum gbq_status status;

	if (matches->count == 0)
		return cat_not_found(context, request, run_id);
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
	int64_t run_id;
	int exit_status;

	if (!read_arguments(context, &request))
		return context_usage(context, "'%s' is neither a compile id "
		    "(such as 0/0, 1/2_1, 0/0#1, 0/0@r1, CA:1/0/0) nor an "
		    "event (such as e1)",
		    context->arguments[1]);
	exit_status = database_find_run(context, request.run, &run_id);
	if (!exit_status)
		exit_status = find_matches(context, &request, run_id,
		    &matches);
	if (!exit_status)
		exit_status = write_match(context, &request, run_id,
		    &matches);
	buffer_release(&matches.list);
	return exit_status;
}

const struct command command_cat = {
	.name = "cat", .group = GROUP_LOOK,
	.arguments = "[RUN] PATH | [RUN] ID WHAT",
	.summary = "write a file of the run, byte for byte",
	.text = "PATH is the file's path as 'gbq artifacts' shows it. ID "
	    "is " COMPILE_TEXT ", or an event, eN. WHAT is graph (of Dynamo), "
	    "code (of\nInductor), runnable, guards, reason (of the first "
	    "break), or the name of an\nartifact. The file of the newest "
	    "attempt is taken; where several remain that\ndiffer, they are "
	    "listed, and the exit status is 2. It is 3 where contents were\n"
	    "not kept (gbq ingest --no-content).\n" RUN_TEXT,
	.examples = "  gbq cat 0/0 runnable >repro.py\n"
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
