/*
 * cmd_run.c - gbq run: run a command with torch's tracing on, ingest what it
 * leaves, show what came of it.
 */
#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/context.h"
#include "util/text.h"

enum {
	EXIT_NOT_FOUND = 127,		/* as a shell says it */
	EXIT_NOT_STARTED = 126
};

#define LOGS "+graph_breaks,recompiles"

/* ---- the folder of the trace ---- */

/* A new empty folder, or NULL; heap. */
static char *
run_make_folder(void)
{
	const char *parent = getenv("TMPDIR");
	struct buffer path = { 0 };

	buffer_add_string(&path, parent && *parent ? parent : "/tmp");
	buffer_add_string(&path, "/gbq-run-XXXXXX");
	if (mkdtemp((char *)(uintptr_t)buffer_string(&path)))
		return path.bytes;
	buffer_release(&path);
	return NULL;
}

static int
remove_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st;
	(void)type;
	(void)at;
	return remove(path);
}

static void
remove_folder(const char *path)
{
	nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* ---- the command ---- */

/* In the child: never returns. */
static void
run_start(char **command, const char *folder)
{
	const char *logs = getenv("TORCH_LOGS");
	struct buffer all = { 0 };

	if (logs && *logs) {
		buffer_add_string(&all, logs);
		buffer_add_byte(&all, ',');
	}
	buffer_add_string(&all, LOGS);
	setenv("TORCH_TRACE", folder, 1);
	setenv("TORCH_LOGS", buffer_string(&all), 1);
	execvp(command[0], command);
	_exit(errno == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_STARTED);
}

/*
 * Run the command and wait for it. The keyboard's signals are for the command:
 * what it wrote until then is still ingested. Its exit status, or -1.
 */
static int
run_and_wait(char **command, const char *folder)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN }, interrupt, quit;
	int status = -1;
	pid_t child;

	fflush(NULL);
	sigaction(SIGINT, &ignore, &interrupt);
	sigaction(SIGQUIT, &ignore, &quit);
	child = fork();
	if (child == 0) {
		sigaction(SIGINT, &interrupt, NULL);
		sigaction(SIGQUIT, &quit, NULL);
		run_start(command, folder);
	}
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		continue;
	sigaction(SIGINT, &interrupt, NULL);
	sigaction(SIGQUIT, &quit, NULL);
	if (child < 0 || status == -1)
		return -1;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) :
	    WEXITSTATUS(status);
}

/* ---- the name of the run ---- */

static struct slice
run_base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slice_of(slash ? slash + 1 : path);
}

/*
 * The script's name without ending, the module's, else the program's: the
 * same for the same program whatever its options.
 */
static struct slice
run_name_of(char **command)
{
	struct slice name;
	int i;

	for (i = 1; command[i]; i++) {
		name = run_base_of(command[i]);
		if (slice_ends(name, LITERAL(".py")) && name.len > 3)
			return slice_part(name, 0, name.len - 3);
		if (strcmp(command[i], "-m") == 0 && command[i + 1])
			return slice_of(command[i + 1]);
	}
	return run_base_of(command[0]);
}

/* ---- afterwards ---- */

struct ingested {
	int64_t run_id;
	struct buffer message;		/* of a refusal */
};

static void
run_take_result(void *data, const struct gbq_ingest_result *result)
{
	struct ingested *ingested = data;

	if (result->run_id)
		ingested->run_id = result->run_id;
	if (result->message) {
		buffer_clear(&ingested->message);
		buffer_add_string(&ingested->message, result->message);
	}
}

/* The run of that name before this one, or 0; exit status. */
static int
run_before(struct context *context, const char *name, int64_t run_id,
    int64_t *before)
{
	struct gbq_query *query = NULL;
	enum gbq_status status = gbq_prepare(context->gbq, &query,
	    "SELECT coalesce(max(run_id), 0) FROM runs WHERE name = :name"
	    " AND run_id < :run", NULL);
	int exit_status;

	if (status == GBQ_OK)
		status = gbq_bind_text(query, "name", name);
	if (status == GBQ_OK)
		status = gbq_bind_integer(query, "run", run_id);
	exit_status = status == GBQ_OK ? 0 : context_error(context, status);
	*before = query_next(context, query, &exit_status) ?
	    gbq_column(query, 0).integer : 0;
	gbq_finish(query);
	return exit_status;
}

/* Run another command of gbq on runs, as if it had been typed. */
static int
run_show(struct context *context, const char *name, int64_t first,
    int64_t second)
{
	const struct command *self = context->command;
	char texts[2][32], *arguments[3] = { texts[0], texts[1], NULL };
	int exit_status;

	context->command = command_find(context->commands, name);
	if (!context->command) {
		context->command = self;
		return 0;
	}
	snprintf(texts[0], sizeof(texts[0]), "id:%lld", (long long)first);
	snprintf(texts[1], sizeof(texts[1]), "id:%lld", (long long)second);
	context->arguments = arguments;
	context->argument_count = second ? 2 : 1;
	exit_status = context->command->run(context);
	context->command = self;
	return exit_status;
}

static int
show_run(struct context *context, const char *name, int64_t run_id)
{
	int64_t before;
	int exit_status = run_before(context, name, run_id, &before);

	if (!exit_status)
		exit_status = run_show(context, "triage", run_id, 0);
	if (!exit_status && before) {
		fputs("\n", context->out);
		exit_status = run_show(context, "diff", before, run_id);
	}
	return exit_status;
}

static int
ingest_trace(struct context *context, const char *folder, const char *name)
{
	struct gbq_ingest_options options = { .name = name };
	struct ingested ingested = { 0 };
	enum gbq_status status;
	int exit_status = database_open(context, GBQ_WRITE);

	if (exit_status)
		return exit_status;
	status = gbq_ingest(context->gbq, folder, &options, run_take_result,
	    &ingested);
	if (status == GBQ_OK)
		exit_status = show_run(context, name, ingested.run_id);
	else if (status == GBQ_NO_INPUT)
		exit_status = context_fail(context, gbq_exit_code(status),
		    "the command wrote no trace: it did not import torch, or "
		    "torch is older than 2.2");
	else
		exit_status = context_error(context, status);
	buffer_release(&ingested.message);
	return exit_status;
}

static int
run_main(struct context *context)
{
	char **command = context->arguments;
	const char *given = context_value(context, OPTION_NAME);
	struct buffer name = { 0 };
	char *folder = run_make_folder();
	int of_command, of_ingest;

	if (!folder)
		return context_fail(context, gbq_exit_code(GBQ_IO),
		    "cannot make a folder for the trace: %s",
		    strerror(errno));
	of_command = run_and_wait(command, folder);
	if (of_command < 0 || of_command == EXIT_NOT_FOUND ||
	    of_command == EXIT_NOT_STARTED)
		context_note(context, "cannot run %s, or it says so",
		    command[0]);
	buffer_add_slice(&name, given ? slice_of(given) : run_name_of(command));
	of_ingest = of_command < 0 ? gbq_exit_code(GBQ_IO) :
	    ingest_trace(context, folder, buffer_string(&name));
	remove_folder(folder);
	free(folder);
	buffer_release(&name);
	return of_command > 0 ? of_command : of_ingest;
}

const struct command command_run = {
	.name = "run", .group = GROUP_START,
	.arguments = "-- COMMAND…",
	.summary = "run a command with tracing on and ingest the trace",
	.text = "COMMAND runs with TORCH_TRACE set to a temporary folder "
	    "and\nTORCH_LOGS=" "+graph_breaks,recompiles added. Then come "
	    "the summary and, if there is an older\nrun of that name, the "
	    "diff. The exit status is that of the command, if it is not 0.\n"
	    "The name is that of the script, module or program.\n",
	.examples = "  gbq run -- python train.py --steps 3\n"
	    "  gbq run --name model -- python -m pkg.train\n",
	.options = (const enum option_id[]){ OPTION_NAME, OPTION_END },
	.min_arguments = 1, .max_arguments = ANY_NUMBER, .run = run_main,
};
