/*
 * cmd_export.c - gbq export and gbq merge: runs from one database to another.
 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/commands/database/new_database.h"
#include "cli/context.h"
#include "cli/format/row.h"
#include "util/text.h"

/* "paths,source,values": false at another word. */
static bool
read_redaction(const char *text, struct gbq_redaction *redaction)
{
	struct slice rest = slice_of(text), word;
	size_t comma;

	do {
		comma = slice_find_byte(rest, ',');
		word = slice_part(rest, 0, comma);
		if (slice_equal(word, LITERAL("paths")))
			redaction->paths = true;
		else if (slice_equal(word, LITERAL("source")))
			redaction->source = true;
		else if (slice_equal(word, LITERAL("values")))
			redaction->values = true;
		else
			return false;
		rest = slice_part(rest, comma + 1, rest.len);
	} while (comma != SIZE_MAX);
	return true;
}

/* "run 3 NAME: WHAT" on stdout */
static void
print_run(struct context *context, int64_t run_id, const char *name,
    const char *what)
{
	struct buffer out = { 0 };

	if (context_has(context, OPTION_QUIET))
		return;
	buffer_printf(&out, "run %lld ", (long long)run_id);
	add_text(&out, name);
	buffer_add_string(&out, ": ");
	add_text(&out, what);
	buffer_add_byte(&out, '\n');
	context_write(context, &out);
}

/* ---- export ---- */

struct export {
	struct context *context;
	struct gbq *to;
	const char *path;
	struct new_database new;	/* what is to get that path */
	struct gbq_redaction redaction;
};

/* The error of the new database, which has another path as yet. */
static int
export_failed(const struct export *export, enum gbq_status status)
{
	struct slice text = slice_of(gbq_error_text(export->to));
	bool has_path = slice_take(&text, slice_of(export->new.path));

	return context_fail(export->context, gbq_exit_code(status), "%s%.*s",
	    has_path ? export->path : "", (int)text.len, text.at);
}

static int
export_run(struct export *export, const char *argument)
{
	struct context *context = export->context;
	int64_t run_id, new_id;
	enum gbq_status status;
	bool added;
	int exit_status = database_find_run(context, argument, &run_id);

	if (exit_status)
		return exit_status;
	status = gbq_check_copy(export->to, context->gbq);
	if (status == GBQ_OK)
		status = gbq_copy_run(export->to, context->gbq, run_id,
		    &export->redaction, &new_id, &added);
	return status == GBQ_OK ? 0 : export_failed(export, status);
}

static int
export_all(struct export *export)
{
	struct context *context = export->context;
	int exit_status = 0, i;

	if (context->argument_count == 0)
		return export_run(export, NULL);
	for (i = 0; i < context->argument_count && !exit_status; i++)
		exit_status = export_run(export, context->arguments[i]);
	return exit_status;
}

static int
check_export(struct export *export)
{
	struct context *context = export->context;
	struct stat old;
	const char *words = context_value(context, OPTION_REDACT);

	if (!export->path || !*export->path)
		return context_usage(context, "export needs -o FILE");
	if (words && !read_redaction(words, &export->redaction))
		return context_usage(context, "--redact is a list of paths, "
		    "source and values, not '%s'", words);
	if (strcmp(export->path, "-") == 0)
		return context_usage(context, "export writes a database, "
		    "which needs a file");
	if (database_is_at(context, export->path))
		return context_fail(context, EXIT_USAGE,
		    "%s is the database, no place for output", export->path);
	if (lstat(export->path, &old) == 0)
		return context_fail(context, EXIT_USAGE,
		    "%s exists; export makes a new file", export->path);
	return 0;
}

/* Make and fill the database; it is closed in any case. */
static int
export_fill(struct export *export)
{
	enum gbq_status status;
	int exit_status = 0;

	export->to = gbq_new();
	status = gbq_open(export->to, export->new.path, GBQ_WRITE);
	if (status == GBQ_OK)
		exit_status = export_all(export);
	if (status == GBQ_OK && !exit_status)
		status = gbq_close(export->to);
	if (status != GBQ_OK)
		exit_status = export_failed(export, status);
	gbq_free(export->to);
	return exit_status;
}

static int
cannot_write(const struct export *export)
{
	return context_fail(export->context, gbq_exit_code(GBQ_IO),
	    "cannot write %s: %s", export->path, strerror(errno));
}

static int
export_main(struct context *context)
{
	struct export export = { .context = context,
	    .path = context_value(context, OPTION_EXPORT_FILE) };
	int exit_status = check_export(&export);

	if (exit_status)
		return exit_status;
	if (!new_database_begin(&export.new, export.path))
		return cannot_write(&export);
	exit_status = export_fill(&export);
	if (!new_database_end(&export.new, !exit_status))
		return cannot_write(&export);
	return exit_status;
}

const struct command command_export = {
	.name = "export", .group = GROUP_DATABASE,
	.arguments = "[RUN…] -o FILE",
	.summary = "copy runs to a new database, to share them",
	.text = "--redact leaves out contents of files and: paths (their "
	    "parts become hashes, but\nfor what is below site-packages), "
	    "source (source lines; reasons but their first\nline), values "
	    "(contexts, explanations, values of guards). Names of functions,"
	    "\nrun names and tags stay.\n" RUN_TEXT,
	.examples = "  gbq export model -o model.db\n"
	    "  gbq export @latest -o issue.db --redact paths,source,values\n",
	.options = (const enum option_id[]){
		OPTION_EXPORT_FILE, OPTION_REDACT, OPTION_END
	},
	.max_arguments = ANY_NUMBER, .run = export_main, .reads_contents = true,
};

/* ---- merge ---- */

struct merge {
	struct context *context;
	int64_t added, unchanged, refused;
	bool unread;		/* one was refused as the disk failed */
};

static enum gbq_status
merge_run(struct merge *merge, struct gbq *from, int64_t run_id,
    const char *name, const char *path)
{
	struct context *context = merge->context;
	struct buffer what = { 0 };
	enum gbq_status status;
	int64_t new_id;
	bool added;

	status = gbq_copy_run(context->gbq, from, run_id, NULL, &new_id,
	    &added);
	if (status != GBQ_OK)
		return status;
	merge->added += added;
	merge->unchanged += !added;
	buffer_add_string(&what, added ? "from " : "unchanged");
	if (added)
		buffer_add_string(&what, path);
	print_run(context, new_id, name, buffer_string(&what));
	buffer_release(&what);
	return GBQ_OK;
}

/* One run of the list; ids and names are read one by one, as from changes. */
static enum gbq_status
next_run(struct gbq *from, int64_t *run_id, struct buffer *name)
{
	struct gbq_query *query = NULL;
	enum gbq_status status;
	bool row = false;

	status = gbq_prepare(from, &query, "SELECT run_id, name FROM runs"
	    " WHERE run_id > :after ORDER BY run_id LIMIT 1", NULL);
	if (status == GBQ_OK)
		status = gbq_bind_integer(query, "after", *run_id);
	if (status == GBQ_OK)
		status = gbq_step(query, &row);
	*run_id = 0;
	if (status == GBQ_OK && row) {
		struct gbq_value text = gbq_column(query, 1);

		*run_id = gbq_column(query, 0).integer;
		buffer_clear(name);
		buffer_add(name, text.bytes ? text.bytes : "", text.len);
	}
	gbq_finish(query);
	return status;
}

static enum gbq_status
merge_runs(struct merge *merge, struct gbq *from, const char *path)
{
	struct buffer name = { 0 };
	enum gbq_status status;
	int64_t run_id = 0;

	do {
		status = next_run(from, &run_id, &name);
		if (status == GBQ_OK && run_id)
			status = merge_run(merge, from, run_id,
			    buffer_string(&name), path);
	} while (status == GBQ_OK && run_id);
	buffer_release(&name);
	return status;
}

static void
export_refuse(struct merge *merge, enum gbq_status status, struct gbq *failed)
{
	merge->refused++;
	merge->unread |= status == GBQ_IO;
	context_fail(merge->context, 0, "%s", gbq_error_text(failed));
}

/* 0, or an exit status where the database cannot be written any more. */
static int
merge_file(struct merge *merge, const char *path)
{
	struct context *context = merge->context;
	struct gbq *from = gbq_new();
	enum gbq_status status = gbq_open(from, path, GBQ_READ);
	int exit_status = 0;

	if (status != GBQ_OK) {
		export_refuse(merge, status, from);
	} else if ((status = gbq_check_copy(context->gbq, from)) != GBQ_OK) {
		export_refuse(merge, status, context->gbq);
	} else {
		status = merge_runs(merge, from, path);
		if (status != GBQ_OK)
			exit_status = context_fail(context,
			    gbq_exit_code(status), "%s: %s", path,
			    gbq_error_text(*gbq_error_text(from) ? from :
			    context->gbq));
	}
	gbq_free(from);
	return exit_status;
}

static int
merge_main(struct context *context)
{
	struct merge merge = { .context = context };
	int exit_status = database_open(context, GBQ_WRITE), i;

	for (i = 0; i < context->argument_count && !exit_status; i++)
		exit_status = merge_file(&merge, context->arguments[i]);
	if (exit_status)
		return exit_status;
	context_note(context, "%lld added, %lld unchanged, %lld refused",
	    (long long)merge.added, (long long)merge.unchanged,
	    (long long)merge.refused);
	if (merge.refused == 0)
		return 0;
	if (merge.unread)
		return gbq_exit_code(GBQ_IO);
	return gbq_exit_code(merge.added + merge.unchanged ? GBQ_PARTIAL :
	    GBQ_NO_INPUT);
}

const struct command command_merge = {
	.name = "merge", .group = GROUP_DATABASE,
	.arguments = "DB…",
	.summary = "copy the runs of other databases into this one",
	.text = "A run that is there already is left as it is.\n",
	.examples = "  gbq merge worker1.db worker2.db\n",
	.min_arguments = 1, .max_arguments = ANY_NUMBER, .run = merge_main,
};
