/*
 * join_run.c - the order of the join's steps, and what is said of the run as a
 * whole: mode, layout, run_completeness, how exact its counts are.
 */
#include "ingest/join/join.h"

#include <inttypes.h>
#include <stdlib.h>

#include "ingest/join/sites/sites.h"
#include "parse/compile_id.h"
#include "parse/log/known_artifacts.h"
#include "util/order.h"

enum { MAX_RANKS = 1 << 16 };

/* Minor version of "2.13.0+cpu"; UNKNOWN_INT for what is not torch 2. */
static int64_t
torch_minor(struct slice version)
{
	int64_t minor;
	size_t dot;

	if (!slice_take(&version, LITERAL("2.")))
		return UNKNOWN_INT;
	dot = slice_find_byte(version, '.');
	return slice_to_int(slice_part(version, 0, dot), &minor) ? minor :
	    UNKNOWN_INT;
}

/* What kinds of files there are. */
struct inventory {
	bool folders, long_folders, index, failures_page, metrics, export;
	bool other;		/* anything below a compile's folder */
};

static struct inventory
take_inventory(const struct capture *capture)
{
	struct inventory have = { 0 };
	size_t i;

	for (i = 0; i < capture->files.count; i++) {
		const struct captured_file *file = &capture->files.items[i];

		if (file->has_folder && !file->from_log && !file->is_loose) {
			have.folders = true;
			have.long_folders |= file->long_folder;
		}
		have.index |= file->kind == FILE_INDEX;
		have.failures_page |= file->kind == FILE_FAILURES_PAGE;
		have.metrics |= file->kind == FILE_METRICS;
		have.export |= file->kind == FILE_EXPORT;
	}
	for (i = 0; i < capture->indexes.count; i++)
		have.export |= capture->indexes.items[i].is_export;
	return have;
}

/* A trace is whole by itself: what it does not hold did not happen. */
static void
take_trace(struct inventory *have, const struct capture *capture)
{
	have->failures_page = true;
	have->folders = capture->log.compiles.count ||
	    capture->console.count;
}

static const char *
layout_of(const struct inventory *have, bool is_part)
{
	if (is_part)
		return "part";
	if (have->export && !have->failures_page)
		return "export";
	if (!have->folders)
		return "none";
	return have->long_folders ? "CA_F_C_A" : "F_C_A";
}

/*
 * Losses, and what torch said and nothing here understood. counted: of these
 * only what counts may be too low by.
 */
static bool
has_loss(const struct capture *capture, bool counted)
{
	size_t i;

	for (i = 0; i < capture->problems.list.count; i++) {
		const struct problem *problem =
		    &capture->problems.list.items[i];

		if (problem->severity >= SEVERITY_LOSS &&
		    !(counted && problem->made_good))
			return true;
	}
	return problems_unread(&capture->problems) > 0;
}

static bool
has_rows(const struct rows *rows)
{
	return rows->events.count || rows->restarts.count ||
	    rows->failures.count;
}

/* Whether console text beside a report tells of breaks that it lacks. */
static bool
only_printed(const struct rows *rows)
{
	size_t i;

	for (i = 0; i < rows->events.count; i++) {
		if (rows->events.items[i].evidence == EVIDENCE_CONSOLE)
			return true;
	}
	return false;
}

/* Compiles that started and have no metrics, and the first of them. */
static int64_t
count_unfinished(const struct rows *rows, const struct compile_row **first)
{
	int64_t count = 0;

	*first = NULL;
	for (size_t i = 0; i < rows->compiles.count; i++) {
		const struct compile_row *compile = &rows->compiles.items[i];

		if (compile->status != COMPILE_UNFINISHED)
			continue;
		if (count++ == 0)
			*first = compile;
	}
	return count;
}

/* Before torch 2.6 no reason files are written. */
static const char *
counts_are(const struct join *join, const struct inventory *have)
{
	bool loss = has_loss(join->capture, true);
	const struct compile_row *first;

	if (!join->rows->run.counts_known)
		return "unknown";
	/* torch prints a repeated break once (kinds.md item 40). */
	if (join->capture->is_console || only_printed(join->rows))
		return "at_least";
	if (!have->folders)
		return loss || count_unfinished(join->rows, &first) ?
		    "at_least" : "exact";
	if (!join->rows->run.expects_metrics && !has_rows(join->rows))
		return "unknown";
	if (loss || count_unfinished(join->rows, &first) ||
	    (join->torch_minor != UNKNOWN_INT &&
	    join->torch_minor < 6))
		return "at_least";
	/* Breaks without reason files are those of torch before 2.6. */
	if (join->torch_minor == UNKNOWN_INT &&
	    join->capture->reasons.count == 0)
		return join->rows->events.count ? "at_least" : "unknown";
	return "exact";
}

static int64_t
run_completeness(const struct join *join, const struct inventory *have)
{
	const struct compile_row *first;

	if (has_loss(join->capture, false) || join->capture->is_part)
		return 0;
	if (!join->rows->run.counts_known || join->capture->is_console ||
	    (have->folders && !join->rows->run.expects_metrics))
		return UNKNOWN_INT;
	return count_unfinished(join->rows, &first) == 0;
}

/* Ranks that were seen, one bit each. */
struct rank_set {
	uint64_t bits[MAX_RANKS / 64];
	int64_t count;
};

static void
run_add_rank(struct rank_set *set, int64_t rank)
{
	uint64_t bit = (uint64_t)1 << (rank & 63);

	if (rank < 0 || rank >= MAX_RANKS || set->bits[rank / 64] & bit)
		return;
	set->bits[rank / 64] |= bit;
	set->count++;
}

/* A console text is one file of all its ranks. */
static int64_t
count_ranks(const struct capture *capture, const struct rows *rows)
{
	struct rank_set set = { 0 };
	size_t i;

	for (i = 0; i < rows->compiles.count; i++)
		run_add_rank(&set, rows->compiles.items[i].key.rank);
	for (i = 0; i < capture->files.count; i++)
		run_add_rank(&set, capture->files.items[i].key.rank);
	for (i = 0; i < capture->console.count; i++)
		run_add_rank(&set, capture->console.items[i].key.rank);
	return set.count ? set.count : 1;
}

static void
describe_run(struct join *join, const struct inventory *have)
{
	struct run_row *run = &join->rows->run;
	size_t i;

	/*
	 * Without metrics pages, no row is not the same as no break; of a
	 * console text counts are lower bounds.
	 */
	if (join->rows->compiles.count && !run->expects_metrics &&
	    !has_rows(join->rows) && !join->capture->is_console)
		run->counts_known = false;

	run->failures_known = have->failures_page || have->metrics ||
	    have->export || join->capture->log.present ||
	    join->capture->is_console;
	run->ranks = count_ranks(join->capture, join->rows);
	run->counts_are = counts_are(join, have);
	run->complete = run_completeness(join, have);
	for (i = 0; i < join->capture->files.count; i++) {
		if (!join->capture->files.items[i].from_log)
			run->content_bytes +=
			    join->capture->files.items[i].bytes;
	}
}

/* Say which parts of a report are not there. */
static void
warn_of_parts(struct problem_list *problems, const struct inventory *have)
{
	const char *missing[] = { have->index ? NULL : "index.html",
		have->failures_page ? NULL : "failures_and_restarts.html",
		have->folders ? "the other pages" : "the compile folders" };
	struct buffer list = { 0 };
	size_t i;

	for (i = 0; i < LENGTH(missing); i++) {
		if (!missing[i])
			continue;
		buffer_add_string(&list, list.len == 0 ? "" :
		    i + 1 == LENGTH(missing) ? " and " : ", ");
		buffer_add_string(&list, missing[i]);
	}
	problem_add(problems, SEVERITY_LOSS, "part_report", UNKNOWN_INT,
	    "it is a report in part, without %s", buffer_string(&list));
	buffer_release(&list);
}

/* The pages that tlparse writes into the root of every report, by rank. */
struct root_pages {
	int64_t rank;
	struct slice root;		/* "" or "rank_0/" */
	bool index, failures_page;
};

typedef ARRAY_OF(struct root_pages) root_array;

static int
compare_roots(const void *a, const void *b)
{
	const struct root_pages *left = a, *right = b;

	return ORDER_OF(left->rank, right->rank);
}

/* The ranks that have compile folders; files are in order of path. */
static void
collect_root_pages(const struct capture *capture, root_array *roots)
{
	const struct captured_file *file;
	struct slice path;
	size_t i, slash;

	for (i = 0; i < capture->files.count; i++) {
		file = &capture->files.items[i];
		if (!file->has_folder || file->is_loose || file->from_log ||
		    (roots->count && roots->items[roots->count - 1].rank ==
		    file->key.rank))
			continue;
		path = file->path;
		slash = slice_find_last_byte(path, '/');
		path = slice_part(path, 0, slash == SIZE_MAX ? 0 : slash);
		slash = slice_find_last_byte(path, '/');
		*array_add(roots) = (struct root_pages){
			.rank = file->key.rank, .root = slice_part(path, 0,
			slash == SIZE_MAX ? 0 : slash + 1) };
	}
	array_sort(roots, compare_roots);
}

static void
find_root_pages(const struct capture *capture, root_array *roots)
{
	size_t i, at;

	for (i = 0; i < capture->files.count; i++) {
		const struct captured_file *file = &capture->files.items[i];
		struct root_pages wanted = { .rank = file->key.rank };

		if (file->kind != FILE_INDEX &&
		    file->kind != FILE_FAILURES_PAGE)
			continue;
		at = array_first(roots, &wanted, compare_roots);
		if (at == roots->count || roots->items[at].rank != wanted.rank)
			continue;
		roots->items[at].index |= file->kind == FILE_INDEX;
		roots->items[at].failures_page |=
		    file->kind == FILE_FAILURES_PAGE;
	}
}

static void
say_no_root_page(struct capture *capture, const struct root_pages *root,
    const char *name)
{
	struct problem_list *problems = &capture->problems;
	struct buffer path = { 0 };

	buffer_add_slice(&path, root->root);
	buffer_add_string(&path, name);
	problems->path = slice_copy(&capture->arena, buffer_slice(&path));
	problems->rank = root->rank;
	problem_add(problems, SEVERITY_LOSS, "page_gone", UNKNOWN_INT,
	    "every report has it, and it is not there");
	problems->list.items[problems->list.count - 1].made_good =
	    capture->log.present;
	buffer_release(&path);
}

/* Without them a report may be what is left of a copy that stopped. */
static void
add_lost_roots(struct join *join, const struct inventory *have)
{
	struct capture *capture = join->capture;
	root_array roots = { 0 };
	size_t i;

	if (capture->is_part || capture->log.is_whole_run)
		return;
	collect_root_pages(capture, &roots);
	find_root_pages(capture, &roots);
	for (i = 0; i < roots.count; i++) {
		if (!roots.items[i].index)
			say_no_root_page(capture, &roots.items[i],
			    "index.html");
		if (!roots.items[i].failures_page && !have->export)
			say_no_root_page(capture, &roots.items[i],
			    "failures_and_restarts.html");
	}
	array_release(&roots);
}

static void
run_add_warnings(struct join *join, const struct inventory *have)
{
	struct problem_list *problems = &join->capture->problems;

	problems->path = (struct slice){ 0 };
	problems->rank = NO_ID;
	if (join->capture->is_part)
		warn_of_parts(problems, have);
	else if (!join->rows->run.counts_known)
		problem_add(problems, SEVERITY_WARNING, "export_report",
		    UNKNOWN_INT,
		    "an export report does not tell of graph breaks");
	if (!join->rows->run.counts_known || join->capture->is_console)
		return;
	if (join->rows->compiles.count == 0 &&
	    join->rows->failures.count == 0)
		problem_add(problems, SEVERITY_WARNING, "nothing_compiled",
		    UNKNOWN_INT, "no compile is named in it");
	else if (!join->rows->run.expects_metrics)
		problem_add(problems, SEVERITY_WARNING, "no_metrics_pages",
		    UNKNOWN_INT, "it has no metrics records");
}

/*
 * A compile with entries in its cache was compiled again: torch tells why, so
 * that a file or a payload is lost where nothing does.
 */
static void
add_lost_reasons(struct join *join)
{
	const struct compile_row *first = NULL;
	struct buffer id = { 0 };
	int64_t count = 0;
	size_t i;

	if (join->capture->is_part)
		return;
	for (i = 0; i < join->rows->compiles.count; i++) {
		const struct compile_row *compile =
		    &join->rows->compiles.items[i];

		if (!compile->is_recompile || compile->guard_rows)
			continue;
		first = first ? first : compile;
		count++;
	}
	if (count == 0)
		return;
	compile_key_text(&first->key, &id);
	join->capture->problems.path = (struct slice){ 0 };
	join->capture->problems.rank = first->key.rank;
	problem_add(&join->capture->problems, SEVERITY_LOSS,
	    "no_recompile_reasons", UNKNOWN_INT,
	    "%" PRId64 " recompile%s without reasons, the first is %s", count,
	    plural_end(count, ""), buffer_string(&id));
	buffer_release(&id);
}

/* What may be missing is said where it is met. */
static void
add_unfinished(struct join *join)
{
	struct problem_list *problems = &join->capture->problems;
	const struct compile_row *first;
	int64_t count = count_unfinished(join->rows, &first);
	struct buffer id = { 0 };

	if (count == 0)
		return;
	compile_key_text(&first->key, &id);
	problems->path = (struct slice){ 0 };
	problems->rank = first->key.rank;
	problem_add(problems, SEVERITY_WARNING, "unfinished", UNKNOWN_INT,
	    "%" PRId64 " compile%s started and never finished, the first is "
	    "%s: what it broke later is not told", count,
	    plural_end(count, ""), buffer_string(&id));
	buffer_release(&id);
}

/* What no reader knows the name of. */
static void
add_unknown_artifacts(struct capture *capture)
{
	struct buffer wording = { 0 };

	for (size_t i = 0; i < capture->files.count; i++) {
		const struct captured_file *file = &capture->files.items[i];

		if (file->kind != FILE_OTHER || !file->has_folder ||
		    artifact_is_known(file->name))
			continue;
		buffer_clear(&wording);
		buffer_add_string(&wording, "artifact ");
		buffer_add_slice(&wording, file->name);
		capture->problems.path = file->path;
		capture->problems.rank = file->key.rank;
		problem_add_unread(&capture->problems, SEVERITY_NOTE,
		    buffer_slice(&wording), file->from_log ? file->log_offset :
		    UNKNOWN_INT);
	}
	buffer_release(&wording);
}

/* File names and cut messages may be no valid UTF-8. */
static void
own_problems(struct capture *capture)
{
	size_t i;

	for (i = 0; i < capture->problems.list.count; i++) {
		struct problem *problem = &capture->problems.list.items[i];

		problem->path = intern(&capture->texts, problem->path);
		problem->message = intern(&capture->texts, problem->message);
	}
	problems_merge_unread(&capture->problems);
}

void
join_run(struct capture *capture, const struct kind_table *kinds,
    struct rows *rows)
{
	struct join join = { .capture = capture, .rows = rows,
	    .kinds = kinds,
	    .torch_minor = torch_minor(capture->torch_version) };
	struct inventory have = take_inventory(capture);

	/* A report of an export has an index and nothing that is counted. */
	if (have.export && have.index)
		capture->is_part = false;
	rows->run.layout = layout_of(&have, capture->is_part);
	rows->run.restarts_known = !capture->is_console;
	if (capture->log.is_whole_run) {
		rows->run.layout = "none";
		take_trace(&have, capture);
	}
	/* torch 2.3 and 2.4 write no metrics pages (old/torch-2.3.1). */
	rows->run.expects_metrics = (have.metrics ||
	    (join.torch_minor != UNKNOWN_INT && join.torch_minor >= 5)) &&
	    (!capture->is_part || capture->log.present);
	rows->run.counts_known = !capture->is_part &&
	    (have.failures_page || have.folders);
	rows->run.mode = have.export && !have.failures_page ? "export" :
	    have.failures_page || have.folders ? "compile" : "unknown";
	join_processes(&join);
	join_adopt_console(&join);
	join_sort_log(&join);
	join_compiles(&join);
	join_log(&join);
	join_metrics(&join);
	join_reasons(&join);
	join_restarts(&join);
	join_failures(&join);
	join_failures_pages(&join);
	join_lone_twins(&join);
	join_console(&join);
	join_order_failures(&join);
	join_forms(&join);
	join_places(&join);
	join_entries(&join);
	join_costs(&join);
	join_sites(&join);
	join_keys(&join);
	join_cascades(&join);
	join_followers(&join);
	join_causes(&join);
	join_artifacts(&join);
	join_graphs(&join);
	add_lost_reasons(&join);
	add_lost_roots(&join, &have);
	add_unfinished(&join);
	add_unknown_artifacts(capture);
	run_add_warnings(&join, &have);
	describe_run(&join, &have);
	own_problems(capture);
	free(join.reason_of_file);
}
