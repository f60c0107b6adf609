/*
 * join_log.c - what the log of a report adds to its pages, and whether the two
 * agree. Where they differ lawfully (the last bit of a float, "\r\n") the log
 * wins; other differences are problems, and the log wins too.
 */
#include "ingest/join/join.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>

#include "util/order.h"

/* A metrics page or record, for pairing. */
struct paired {
	struct compile_key key;
	int64_t instance;
	enum metrics_stage stage;
	int64_t order;
	size_t index;
};

typedef ARRAY_OF(struct paired) paired_array;

static int
log_compare_group(const struct paired *a, const struct paired *b)
{
	int order = compile_key_compare(&a->key, &b->key);

	if (!order)
		order = ORDER_OF(a->instance, b->instance);
	return order ? order : ORDER_OF(a->stage, b->stage);
}

static int
compare_paired(const void *a, const void *b)
{
	const struct paired *left = a, *right = b;
	int order = log_compare_group(left, right);

	return order ? order : ORDER_OF(left->order, right->order);
}

static void
collect_pages(const struct join *join, paired_array *pages)
{
	size_t i;

	for (i = 0; i < join->capture->metrics.count; i++) {
		const struct captured_metrics *captured =
		    &join->capture->metrics.items[i];
		const struct captured_file *file =
		    &join->capture->files.items[captured->file];
		size_t compile =
		    join->rows->file_compile.items[captured->file];
		struct paired *page;

		if (file->from_log)
			continue;
		page = array_add(pages);
		*page = (struct paired){ file->key, compile == NO_ROW ? 0 :
		    join->rows->compiles.items[compile].instance,
		    captured->metrics.stage, file->number, i };
	}
	array_sort(pages, compare_paired);
}

static void
collect_records(const struct join *join, paired_array *records)
{
	const struct log_records *log = &join->capture->log;
	size_t i;

	for (i = 0; i < log->metrics.count; i++) {
		const struct log_metrics *metrics = &log->metrics.items[i];
		struct paired *record = array_add(records);

		*record = (struct paired){ metrics->key, metrics->instance,
		    metrics->metrics.stage, metrics->offset, i };
	}
	array_sort(records, compare_paired);
}

static bool
same_seconds(double page, double log)
{
	if (isnan(page) || isnan(log))
		return isnan(page) == isnan(log);
	return fabs(page - log) <= 1e-9 * (1 + fabs(log));
}

/* A field that page and record both have. */
struct checked_field {
	const char *name;
	size_t offset;
};

#define FIELD(name) { #name, offsetof(struct metrics, name) }

static const struct checked_field checked_seconds[] = {
	FIELD(entire_frame_s), FIELD(backend_s), FIELD(inductor_s),
	FIELD(codegen_s), FIELD(before_restart_s),
};

static const struct checked_field checked_counts[] = {
	FIELD(cache_size), FIELD(accumulated_cache_size), FIELD(guards),
	FIELD(shape_env_guards), FIELD(graph_ops), FIELD(graph_nodes),
	FIELD(graph_inputs),
};

static const void *
field_of(const struct metrics *metrics, size_t offset)
{
	return (const char *)metrics + offset;
}

/* Name of the first field that differs, or NULL. */
static const char *
log_first_difference(const struct metrics *page, const struct metrics *log)
{
	size_t i;

	for (i = 0; i < LENGTH(checked_seconds); i++) {
		size_t offset = checked_seconds[i].offset;

		if (!same_seconds(*(const double *)field_of(page, offset),
		    *(const double *)field_of(log, offset)))
			return checked_seconds[i].name;
	}
	for (i = 0; i < LENGTH(checked_counts); i++) {
		size_t offset = checked_counts[i].offset;

		if (*(const int64_t *)field_of(page, offset) !=
		    *(const int64_t *)field_of(log, offset))
			return checked_counts[i].name;
	}
	if (!slice_equal(page->fail_type, log->fail_type))
		return "fail_type";
	if (!join_same_text(page->fail_reason, log->fail_reason))
		return "fail_reason";
	if (page->restart_reasons.count != log->restart_reasons.count)
		return "restart_reasons";
	for (i = 0; i < page->restart_reasons.count; i++) {
		if (!join_same_text(page->restart_reasons.items[i],
		    log->restart_reasons.items[i]))
			return "restart_reasons";
	}
	return NULL;
}

static void
log_pair(struct join *join, const struct paired *page,
    const struct paired *record)
{
	struct captured_metrics *captured =
	    &join->capture->metrics.items[page->index];
	const struct log_metrics *log =
	    &join->capture->log.metrics.items[record->index];
	const struct captured_file *file =
	    &join->capture->files.items[captured->file];
	const char *field = log_first_difference(&captured->metrics,
	    &log->metrics);

	captured->log = &log->metrics;
	if (!field || captured->damaged)
		return;
	join->capture->problems.path = file->path;
	join->capture->problems.rank = file->key.rank;
	problem_add(&join->capture->problems, SEVERITY_LOSS,
	    "log_contradicts", UNKNOWN_INT,
	    "%s is not what the log's record at byte %" PRId64 " says",
	    field, log->offset);
	join->capture->problems.list.items[
	    join->capture->problems.list.count - 1].made_good = true;
}

static void
lacks_page(struct join *join, const struct paired *record)
{
	const struct log_metrics *log =
	    &join->capture->log.metrics.items[record->index];

	join->capture->problems.path = (struct slice){ 0 };
	join->capture->problems.rank = log->key.rank;
	problem_add(&join->capture->problems, SEVERITY_WARNING,
	    "log_unmatched", log->offset,
	    "a metrics record of the log fits no page");
}

/* Pair pages and records of one compile and stage in order. */
static void
pair_all(struct join *join, const paired_array *pages,
    const paired_array *records)
{
	size_t page = 0, record = 0;

	while (page < pages->count && record < records->count) {
		int order = log_compare_group(&pages->items[page],
		    &records->items[record]);

		if (order == 0)
			log_pair(join, &pages->items[page++],
			    &records->items[record++]);
		else if (order < 0)
			page++;
		else
			lacks_page(join, &records->items[record++]);
	}
	for (; record < records->count; record++)
		lacks_page(join, &records->items[record]);
}

static int
compare_log_compiles(const void *a, const void *b)
{
	const struct log_compile *left = a, *right = b;
	int order = compile_key_compare(&left->key, &right->key);

	return order ? order : ORDER_OF(left->instance, right->instance);
}

/* Give each compile its log record; both are in order of key, instance. */
static void
link_compiles(struct join *join)
{
	struct log_records *log = &join->capture->log;
	size_t i, k = 0;

	for (i = 0; i < join->rows->compiles.count; i++) {
		struct compile_row *compile = &join->rows->compiles.items[i];
		struct log_compile wanted = { .key = compile->key,
		    .instance = compile->instance };

		while (k < log->compiles.count &&
		    compare_log_compiles(&log->compiles.items[k], &wanted) < 0)
			k++;
		if (k < log->compiles.count &&
		    compare_log_compiles(&log->compiles.items[k], &wanted) == 0)
			compile->log = &log->compiles.items[k];
	}
}

/* Times of a process are its machine's: somebody may set the clock back. */
static void
note_clock(struct join *join, int64_t count, const struct compile_row *first)
{
	struct buffer id = { 0 };

	if (count == 0)
		return;
	compile_key_text(&first->key, &id);
	join->capture->problems.rank = first->key.rank;
	problem_add(&join->capture->problems, SEVERITY_WARNING,
	    "clock_set_back", first->log->order,
	    "%" PRId64 " compile%s end%s before the start, the first is %s",
	    count, plural_end(count, ""), count == 1 ? "s" : "",
	    buffer_string(&id));
	join->capture->problems.rank = NO_ID;
	buffer_release(&id);
}

/* Times of the log's lines, where the log tells its year. */
static void
set_times(struct join *join)
{
	struct log_records *log = &join->capture->log;
	struct arena *arena = &join->capture->arena;
	struct run_row *run = &join->rows->run;
	const struct compile_row *first = NULL;
	int64_t backwards = 0;
	size_t i;

	run->started_at = log_time_utc(arena, log, &log->first);
	run->last_record_at = log_time_utc(arena, log, &log->last);
	run->break_counter = log->break_counter;
	for (i = 0; i < join->rows->compiles.count; i++) {
		struct compile_row *compile = &join->rows->compiles.items[i];

		if (!compile->log)
			continue;
		compile->started_at = log_time_utc(arena, log,
		    &compile->log->started);
		compile->ended_at = log_time_utc(arena, log,
		    &compile->log->ended);
		if (!compile->ended_at.at || slice_compare(compile->ended_at,
		    compile->started_at) >= 0)
			continue;
		first = first ? first : compile;
		backwards++;
	}
	note_clock(join, backwards, first);
}

static void
note_only(struct join *join)
{
	const struct log_records *log = &join->capture->log;
	size_t i;

	join->capture->problems.rank = NO_ID;
	for (i = 0; i < log->only.count; i++) {
		const struct log_only *only = &log->only.items[i];

		join->capture->problems.path =
		    join->capture->files.items[only->log_file].path;
		problem_add(&join->capture->problems, SEVERITY_NOTE,
		    "not_in_report", only->offset,
		    "%" PRId64 " record%s of %.*s in the log only",
		    only->count, plural_end(only->count, ""),
		    (int)only->name.len, only->name.at);
	}
}

void
join_sort_log(struct join *join)
{
	struct log_records *log = &join->capture->log;

	array_sort(&log->compiles, compare_log_compiles);
}

void
join_log(struct join *join)
{
	paired_array pages = { 0 }, records = { 0 };

	join->rows->run.break_counter = UNKNOWN_INT;
	if (!join->capture->log.present)
		return;
	link_compiles(join);
	set_times(join);
	collect_pages(join, &pages);
	collect_records(join, &records);
	pair_all(join, &pages, &records);
	array_release(&pages);
	array_release(&records);
	if (!join->capture->log.is_whole_run && !join->capture->is_part)
		note_only(join);
	join->capture->problems.path = (struct slice){ 0 };
	join->capture->problems.rank = NO_ID;
}
