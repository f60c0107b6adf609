/*
 * cmd_ingest.c - gbq ingest: read inputs into the database, a line a run.
 */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands/database/tag_list.h"
#include "cli/context.h"
#include "cli/format/row.h"
#include "cli/screen/output.h"

/* What became of all inputs. */
struct tally {
	struct context *context;
	struct progress_bar bar;
	int64_t added, unchanged, replaced, refused, found;
	int64_t problems, losses;
	struct buffer name;		/* of the last run that was added */
};

/* "report, tlparse layout CA_F_C_A, 53 compiles, 31 break events in …" */
static void
ingest_add_counts(struct buffer *out, const struct gbq_query *row)
{
	const char *counts_are = row_text(row, "counts_are");
	const char *layout = row_text(row, "layout");
	bool at_least = string_equal(counts_are, "at_least");

	add_text(out, row_text(row, "source_kind"));
	if (layout && strcmp(layout, "none") != 0) {
		buffer_add_string(out, ", tlparse layout ");
		add_text(out, layout);
	}
	if (row_integer(row, "ranks") > 1) {
		buffer_add_string(out, ", ");
		add_count(out, row, "ranks", "rank", false);
	}
	buffer_add_string(out, ", ");
	if (!row_is_null(row, "compiles")) {
		add_count(out, row, "compiles", "compile", false);
		buffer_add_string(out, ", ");
	}
	if (row_is_null(row, "break_events")) {
		buffer_add_string(out, "breaks not recorded");
	} else {
		add_count(out, row, "break_events", "break event", at_least);
		buffer_add_string(out, " in ");
		add_count(out, row, "break_sites", "site", at_least);
	}
	buffer_add_string(out, ", ");
	add_count(out, row, "problems", "problem", false);
	if (row_integer(row, "unread")) {
		buffer_add_string(out, ", ");
		add_unread(out, row_integer(row, "unread"));
	}
}

static void
ingest_add_run(struct context *context, struct buffer *out, int64_t run_id)
{
	struct gbq_query *query;
	bool row = false;

	if (query_saved(context, &query, "run", run_id))
		return;
	if (gbq_step(query, &row) == GBQ_OK && row)
		ingest_add_counts(out, query);
	gbq_finish(query);
}

static void
print_result(struct context *context, const struct gbq_ingest_result *result)
{
	struct buffer out = { 0 };

	buffer_printf(&out, "run %lld ", (long long)result->run_id);
	add_text(&out, result->name);
	buffer_add_string(&out, ": ");
	if (result->outcome != GBQ_UNCHANGED)
		ingest_add_run(context, &out, result->run_id);
	else
		buffer_add_string(&out, "unchanged");
	if (result->message) {
		buffer_add_string(&out, ", ");
		add_text(&out, result->message);
	}
	if (result->outcome == GBQ_REPLACED)
		buffer_add_string(&out, ", in place of the run of that name");
	buffer_add_byte(&out, '\n');
	fwrite(buffer_string(&out), 1, out.len, context->out);
	buffer_release(&out);
}

/* "would read PATH as a report named NAME: 53 files, 120000 bytes" */
static void
print_found(struct context *context, const struct gbq_ingest_result *result)
{
	struct buffer out = { 0 };

	buffer_add_string(&out, "would read ");
	add_text(&out, result->path);
	buffer_printf(&out, " as a %s named ", strcmp(result->kind,
	    "console") == 0 ? "console text" : result->kind);
	add_text(&out, result->name);
	buffer_add_string(&out, ": ");
	add_number_of(&out, result->files, "file");
	buffer_add_string(&out, ", ");
	add_number_of(&out, result->bytes, "byte");
	buffer_add_byte(&out, '\n');
	fwrite(buffer_string(&out), 1, out.len, context->out);
	buffer_release(&out);
}

static void
count_result(struct tally *tally, const struct gbq_ingest_result *result)
{
	int64_t *const counts[] = {
		[GBQ_ADDED] = &tally->added,
		[GBQ_UNCHANGED] = &tally->unchanged,
		[GBQ_REPLACED] = &tally->replaced,
		[GBQ_REFUSED] = &tally->refused,
		[GBQ_FOUND] = &tally->found
	};

	if (result->outcome != GBQ_SKIPPED)
		++*counts[result->outcome];
	tally->losses += result->losses;
	if (result->outcome == GBQ_SKIPPED)
		tally->problems += result->losses;
	else if (result->outcome != GBQ_UNCHANGED)
		tally->problems += result->problems;
}

static void
ingest_take_result(void *data, const struct gbq_ingest_result *result)
{
	struct tally *tally = data;
	struct context *context = tally->context;

	progress_bar_clear(&tally->bar);
	count_result(tally, result);
	if (result->outcome == GBQ_ADDED) {
		buffer_clear(&tally->name);
		add_text(&tally->name, result->name);
	}
	if (result->outcome == GBQ_REFUSED)
		/* The message names what it is about. */
		context_fail(context, 0, "%s", result->message);
	else if (result->outcome == GBQ_SKIPPED)
		context_note(context, "%s: %s", result->path,
		    result->message);
	else if (result->outcome == GBQ_FOUND)
		print_found(context, result);
	else if (!context_has(context, OPTION_QUIET))
		print_result(context, result);
	if (tally->bar.possible)
		fflush(context->out);
}

static void
ingest_take_progress(void *data, const struct gbq_progress *progress)
{
	progress_bar_draw(&((struct tally *)data)->bar, progress);
}

static int
ingest_check_paths(const struct context *context)
{
	for (int i = 0; i < context->argument_count; i++) {
		if (strstr(context->arguments[i], "://"))
			return context_usage(context, "%s: gbq reads files "
			    "only; download it first, for example with "
			    "'curl -O' or 'wget -r'", context->arguments[i]);
	}
	if (context_has(context, OPTION_NAME) && context->argument_count > 1)
		return context_usage(context, "--name needs a single PATH");
	if (context_has(context, OPTION_WITH_CONSOLE) &&
	    context->argument_count > 1)
		return context_usage(context, "--with-console needs a single "
		    "PATH");
	return 0;
}

static int
read_tags(const struct context *context, struct tag_list *list)
{
	const struct given_option *given = context->options.given.items;

	for (size_t i = 0; i < context->options.given.count; i++, given++) {
		if (given->id == OPTION_TAG &&
		    !tag_list_add(list, given->value))
			return context_usage(context, "--tag needs KEY=VALUE, "
			    "not '%s'", given->value);
	}
	return 0;
}

/* ---- numbers ---- */

/* "8G" and the like: a number above 0, with k, M, G or T. */
static bool
read_size(const char *text, int64_t *size)
{
	static const char units[] = "kMGT";
	size_t len = strlen(text);
	const char *unit = len ? strchr(units, text[len - 1]) : NULL;
	int64_t factor = 1;

	if (unit && *unit) {
		factor = INT64_C(1) << (10 * (unit - units + 1));
		len--;
	}
	if (!option_read_integer((struct slice){ text, len }, size) ||
	    *size < 1 ||
	    *size > INT64_MAX / factor)
		return false;
	*size *= factor;
	return true;
}

static int
ingest_read_number(const struct context *context, enum option_id id,
    int64_t *number)
{
	const char *value = context_value(context, id);

	if (!value || read_size(value, number))
		return 0;
	return context_usage(context, "--%s needs a number above 0, such as "
	    "500M, not '%s'", option_find(id)->name, value);
}

/* The processors, but a few: each thread takes memory. */
static int64_t
ingest_default_jobs(void)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	return processors < 1 ? 1 : processors > 4 ? 4 : processors;
}

static int
read_numbers(const struct context *context,
    struct gbq_ingest_options *options)
{
	int64_t jobs = ingest_default_jobs();
	int exit_status = ingest_read_number(context, OPTION_JOBS, &jobs);

	options->jobs = (size_t)jobs;
	if (!exit_status)
		exit_status = ingest_read_number(context, OPTION_LIMIT_BYTES,
		    &options->limit_bytes);
	if (!exit_status)
		exit_status = ingest_read_number(context, OPTION_LIMIT_ENTRIES,
		    &options->limit_entries);
	if (!exit_status)
		exit_status = ingest_read_number(context, OPTION_LIMIT_RATIO,
		    &options->limit_ratio);
	return exit_status;
}

/* ---- all inputs ---- */

/*
 * How to name a run whose name others have, too: nightly runs are meant to,
 * folders that are all called tl_out are not.
 */
static void
tell_namesakes(struct tally *tally)
{
	struct gbq_query *query = NULL;
	const char *name = buffer_string(&tally->name);
	bool row = false;

	if (tally->added && gbq_prepare(tally->context->gbq, &query,
	    "SELECT count(*) FROM runs WHERE name = :name", NULL) == GBQ_OK &&
	    gbq_bind_text(query, "name", name) == GBQ_OK &&
	    gbq_step(query, &row) == GBQ_OK && row &&
	    gbq_column(query, 0).integer > 1)
		context_note(tally->context, "%lld runs are named %s: '%s' is "
		    "the newest, '%s@-1' the one before, 'id:N' any ('gbq "
		    "runs'); --name and 'gbq rename' give other names",
		    (long long)gbq_column(query, 0).integer, name, name,
		    name);
	gbq_finish(query);
	buffer_release(&tally->name);
}

/* What a sweep came to; one run says it itself. */
static void
print_tally(const struct tally *tally)
{
	struct buffer text = { 0 };

	if (tally->added + tally->unchanged + tally->replaced +
	    tally->refused < 2)
		return;
	buffer_printf(&text, "%lld added, %lld unchanged, %lld refused",
	    (long long)tally->added, (long long)tally->unchanged,
	    (long long)tally->refused);
	if (tally->replaced)
		buffer_printf(&text, ", %lld replaced",
		    (long long)tally->replaced);
	buffer_add_string(&text, ", ");
	add_number_of(&text, tally->problems, "problem");
	context_note(tally->context, "%s", buffer_string(&text));
	buffer_release(&text);
}

/*
 * glibc keeps what large buffers took, once for each thread: give the largest
 * back, for many threads together would keep more than they ever use. To have
 * all that a run took cleared anew for the next one would cost a tenth of the
 * time of a sweep.
 */
static void
save_memory(void)
{
#ifdef M_MMAP_THRESHOLD
	mallopt(M_MMAP_THRESHOLD, 2 << 20);
	mallopt(M_TRIM_THRESHOLD, 16 << 20);
	mallopt(M_ARENA_MAX, 2);
#endif
}

/* Ingest all paths; the exit status. */
static int
ingest_all(struct context *context, const struct gbq_ingest_options *options)
{
	struct tally tally = { .context = context };
	enum gbq_status status;

	save_memory();
	progress_bar_init(&tally.bar, context_has(context, OPTION_QUIET));
	status = gbq_ingest_paths(context->gbq,
	    (const char *const *)context->arguments,
	    (size_t)context->argument_count, options, ingest_take_result,
	    &tally);
	progress_bar_clear(&tally.bar);
	if (status != GBQ_OK && tally.refused == 0) {
		buffer_release(&tally.name);
		return context_error(context, status);
	}
	print_tally(&tally);
	tell_namesakes(&tally);
	if (status == GBQ_OK && tally.losses > 0 &&
	    context_has(context, OPTION_STRICT))
		return gbq_exit_code(GBQ_PARTIAL);
	return gbq_exit_code(status);
}

static int
ingest_main(struct context *context)
{
	struct gbq_ingest_options options = {
		.name = context_value(context, OPTION_NAME),
		.replace = context_has(context, OPTION_REPLACE),
		.no_content = context_has(context, OPTION_NO_CONTENT),
		.with_console = context_value(context, OPTION_WITH_CONSOLE),
		.rehash = context_has(context, OPTION_REHASH),
		.dry_run = context_has(context, OPTION_DRY_RUN),
		.progress = ingest_take_progress
	};
	struct tag_list list = { 0 };
	int exit_status;

	exit_status = ingest_check_paths(context);
	if (!exit_status)
		exit_status = read_numbers(context, &options);
	if (!exit_status)
		exit_status = read_tags(context, &list);
	if (!exit_status && !options.dry_run)
		exit_status = database_open(context, GBQ_WRITE);
	options.tags = list.tags.items;
	options.tag_count = list.tags.count;
	if (!exit_status)
		exit_status = ingest_all(context, &options);
	tag_list_release(&list);
	return exit_status;
}

const struct command command_ingest = {
	.name = "ingest", .group = GROUP_START,
	.next = { "gbq triage", "what to fix first" },
	.arguments = "PATH…",
	.summary = "read reports, traces and logs",
	.text = "PATH is a tlparse report, a TORCH_TRACE folder or log, "
	    "console output with TORCH_LOGS, an archive of these (tar, zip, "
	    "7z; '-' is standard input), or a\nfolder with any of them below "
	    "it. Each run is named by its path below the given\none. What "
	    "was ingested before is recognised and left as it is. A tag "
	    "value that is a number is stored as one.\nExit status: 3 if "
	    "nothing could be used, 4 if some could not.\n",
	.examples = "  gbq ingest tl_out\n"
	    "  gbq ingest --name model --tag iter_ms=12.3 --replace tl_out\n",
	.options = (const enum option_id[]){
		OPTION_NAME, OPTION_TAG, OPTION_REPLACE, OPTION_NO_CONTENT,
		OPTION_WITH_CONSOLE, OPTION_JOBS, OPTION_REHASH, OPTION_DRY_RUN,
		OPTION_STRICT, OPTION_LIMIT_BYTES, OPTION_LIMIT_ENTRIES,
		OPTION_LIMIT_RATIO, OPTION_END
	},
	.min_arguments = 1, .max_arguments = ANY_NUMBER, .run = ingest_main,
};
