/*
 * join_compiles.c - which compiles a report has. One compile is spread over
 * the folders of its attempts, and one folder may hold several compiles with
 * the same id after torch._dynamo.reset(): instances are told apart by the
 * running file number (format.md section 4, items 4 and 5; fixture
 * reset_repeats).
 */
#include "ingest/join/join.h"

#include <math.h>
#include <stdlib.h>

#include "parse/compile_id.h"
#include "util/order.h"

static bool
is_compile_file(const struct captured_file *file)
{
	return file->has_folder && compile_key_is_compile(&file->key);
}

/* For sorting: a file of a compile. */
struct numbered_file {
	const struct captured_file *file;
	size_t index;
};

static int
compare_numbered(const void *a, const void *b)
{
	const struct captured_file *left =
	    ((const struct numbered_file *)a)->file;
	const struct captured_file *right =
	    ((const struct numbered_file *)b)->file;
	int order = compile_key_compare(&left->key, &right->key);

	if (order)
		return order;
	if (left->order != right->order)
		return left->order < right->order ? -1 : 1;
	return slice_compare(left->path, right->path);
}

/* Whether a file begins a new instance if the one before has its metrics. */
static bool
begins_instance(const struct captured_file *file)
{
	switch (file->kind) {
	case FILE_RECOMPILE_REASONS:
	case FILE_ORIGINAL_BYTECODE:
	case FILE_OUTPUT_GRAPH:
		return true;
	case FILE_METRICS:
		return !file->is_runtime;
	case FILE_BREAK_REASON:
		/* A notice may come after the metrics. */
		return !file->is_notice && file->damage != PAGE_EMPTY &&
		    file->damage != PAGE_BLANK;
	default:
		return false;
	}
}

static struct compile_row *
compiles_add(struct join *join, const struct compile_key *key,
    int64_t instance)
{
	struct compile_row *compile = array_add(&join->rows->compiles);

	compile->key = *key;
	compile->instance = instance;
	compile->attempts = UNKNOWN_INT;
	compile->first_file_number = UNKNOWN_INT;
	compile->first_order = UNKNOWN_INT;
	compile->last_attempt = NO_ID;
	compile->frame.line = UNKNOWN_INT;
	return compile;
}

static void
compiles_take_file(struct compile_row *compile,
    const struct captured_file *file)
{
	if (file->number != UNKNOWN_INT &&
	    compile->first_file_number == UNKNOWN_INT)
		compile->first_file_number = file->number;
	if (compile->first_order == UNKNOWN_INT)
		compile->first_order = file->order;
	if (file->attempt == NO_ID)
		return;
	if (compile->attempts == UNKNOWN_INT ||
	    compile->attempts < file->attempt + 1)
		compile->attempts = file->attempt + 1;
	if (compile->last_attempt < file->attempt)
		compile->last_attempt = file->attempt;
}

/* The instances of one compile id, while its files are walked. */
struct instances {
	size_t first;		/* row of instance 0 */
	int64_t count;
	bool has_metrics;	/* of the last one */
};

static bool
is_of(const struct join *join, const struct instances *instances,
    const struct compile_key *key)
{
	const struct compile_row *rows = join->rows->compiles.items;

	return instances->count &&
	    compile_key_compare(&rows[instances->first].key, key) == 0;
}

/* The instance that a file belongs to; made as needed. */
static int64_t
instance_of(struct join *join, struct instances *instances,
    const struct captured_file *file)
{
	/* A log tells its instances itself. */
	int64_t wanted = file_is_page(file) ? instances->count - 1 :
	    file->instance;

	if (file_is_page(file) && instances->has_metrics &&
	    begins_instance(file))
		wanted++;
	if (!is_of(join, instances, &file->key)) {
		*instances = (struct instances){
		    join->rows->compiles.count, 0, false };
		wanted = file_is_page(file) ? 0 : file->instance;
	}
	while (instances->count <= wanted) {
		compiles_add(join, &file->key, instances->count++);
		instances->has_metrics = false;
	}
	return wanted;
}

/* Make the compiles of files in order of key and number. */
static void
walk_files(struct join *join, const struct numbered_file *files, size_t count)
{
	struct instances instances = { 0 };
	size_t i, row;

	for (i = 0; i < count; i++) {
		const struct captured_file *file = files[i].file;

		row = (size_t)instance_of(join, &instances, file) +
		    instances.first;
		compiles_take_file(&join->rows->compiles.items[row], file);
		if (file->kind == FILE_METRICS && file_is_page(file)) {
			if (!instances.has_metrics)
				join->capture->files.items[files[i].index].
				    is_runtime = false;
			instances.has_metrics = true;
		}
		join->rows->file_compile.items[files[i].index] = row;
	}
}

/*
 * Whether a metrics page tells nothing: a record of what was autotuned or
 * compiled at run time has neither times nor counts. A compile that was
 * skipped has its time.
 */
static bool
says_nothing(const struct metrics *metrics)
{
	return isnan(metrics->entire_frame_s) && isnan(metrics->backend_s) &&
	    isnan(metrics->inductor_s) && isnan(metrics->codegen_s) &&
	    metrics->cache_size == UNKNOWN_INT &&
	    metrics->guards == UNKNOWN_INT &&
	    metrics->graph_ops == UNKNOWN_INT && !metrics->fail_type.at &&
	    metrics->restart_reasons.count == 0;
}

/* A log says it; a page is one only behind the page of its compile. */
static void
mark_runtime_metrics(struct capture *capture)
{
	size_t i;

	for (i = 0; i < capture->metrics.count; i++) {
		const struct captured_metrics *captured =
		    &capture->metrics.items[i];
		const struct metrics *metrics = join_metrics_of(captured);
		struct captured_file *file =
		    &capture->files.items[captured->file];

		if (metrics->is_runtime != UNKNOWN_INT)
			file->is_runtime = metrics->is_runtime == 1;
		else
			file->is_runtime = !file->from_log &&
			    metrics->stage == METRICS_FORWARD &&
			    !captured->damaged && says_nothing(metrics);
	}
}

static void
add_files(struct join *join)
{
	ARRAY_OF(struct numbered_file) files = { 0 };
	size_t i;

	mark_runtime_metrics(join->capture);
	for (i = 0; i < join->capture->files.count; i++) {
		const struct captured_file *file =
		    &join->capture->files.items[i];
		size_t *compile = array_add(&join->rows->file_compile);

		*compile = NO_ROW;
		if (is_compile_file(file)) {
			struct numbered_file *numbered = array_add(&files);

			*numbered = (struct numbered_file){ file, i };
		}
	}
	array_sort(&files, compare_numbered);
	walk_files(join, files.items, files.count);
	array_release(&files);
}

/* An id of the trie: its key, where it stands and which of its kind it is. */
struct named_compile {
	struct compile_key key;
	const struct index_entry *entry;
	size_t position;	/* over all pages */
};

typedef ARRAY_OF(struct named_compile) named_array;

static int
compare_named(const void *a, const void *b)
{
	const struct named_compile *left = a, *right = b;
	int order = compile_key_compare(&left->key, &right->key);

	return order ? order : ORDER_OF(left->position, right->position);
}

static void
collect_named(struct join *join, named_array *named)
{
	size_t i, k;
	int64_t attempt;

	for (i = 0; i < join->capture->indexes.count; i++) {
		const struct captured_index *page =
		    &join->capture->indexes.items[i];

		for (k = 0; k < page->entries.count; k++) {
			struct compile_key key;
			struct named_compile *entry;

			if (!compile_id_parse(page->entries.items[k].compile_id,
			    &key, &attempt) || !compile_key_is_compile(&key))
				continue;
			key.rank = join->capture->files.items[page->file].
			    key.rank;
			entry = array_add(named);
			*entry = (struct named_compile){ key,
			    &page->entries.items[k], named->count };
		}
	}
	array_sort(named, compare_named);
}

int
join_order_compiles(const void *a, const void *b)
{
	const struct compile_row *left = a, *right = b;
	int order = compile_key_compare(&left->key, &right->key);

	return order ? order : ORDER_OF(left->instance, right->instance);
}

/* In order again if rows were added behind the first so many. */
static void
sort_compiles(struct join *join, size_t known)
{
	if (join->rows->compiles.count > known)
		qsort(join->rows->compiles.items, join->rows->compiles.count,
		    sizeof(*join->rows->compiles.items), join_order_compiles);
}

static struct compile_row *
compiles_find(struct join *join, size_t count, const struct compile_key *key,
    int64_t instance)
{
	struct compile_row wanted = { .key = *key, .instance = instance };

	return count ? bsearch(&wanted, join->rows->compiles.items, count,
	    sizeof(wanted), join_order_compiles) : NULL;
}

/* Compiles that only the log names: started, and nothing came of them. */
static void
add_logged(struct join *join)
{
	size_t known = join->rows->compiles.count, i;

	for (i = 0; i < join->capture->log.compiles.count; i++) {
		const struct log_compile *logged =
		    &join->capture->log.compiles.items[i];

		if (!compiles_find(join, known, &logged->key,
		    logged->instance))
			compiles_add(join, &logged->key, logged->instance)->
			    first_order = logged->order;
	}
	sort_compiles(join, known);
}

/* A message of a console text, for sorting. */
struct printed_compile {
	struct captured_console *printed;
};

static int
compare_printed(const void *a, const void *b)
{
	const struct captured_console *left =
	    ((const struct printed_compile *)a)->printed;
	const struct captured_console *right =
	    ((const struct printed_compile *)b)->printed;
	int order = compile_key_compare(&left->key, &right->key);

	return order ? order : ORDER_OF(left->offset, right->offset);
}

/*
 * Whether the message tells of a compile that nothing else does. A recompile
 * without an id (torch before 2.4, TORCH_LOGS_FORMAT="") is one by itself.
 */
static bool
is_new_compile(struct join *join, size_t known,
    const struct captured_console *printed)
{
	if (!compile_key_is_compile(&printed->key))
		return join->capture->is_console &&
		    printed->message == MESSAGE_RECOMPILE;
	return !compiles_find(join, known, &printed->key, 0);
}

/* Compiles that only the console names, where it names them first. */
static void
add_printed(struct join *join)
{
	size_t known = join->rows->compiles.count, i;
	ARRAY_OF(struct printed_compile) named = { 0 };
	struct captured_console *printed;
	int64_t instance = 0;
	bool same;

	for (i = 0; i < join->capture->console.count; i++) {
		printed = &join->capture->console.items[i];
		if (is_new_compile(join, known, printed))
			array_add(&named)->printed = printed;
	}
	array_sort(&named, compare_printed);
	for (i = 0; i < named.count; i++) {
		printed = named.items[i].printed;
		same = i > 0 && compile_key_compare(&printed->key,
		    &named.items[i - 1].printed->key) == 0;
		if (same && compile_key_is_compile(&printed->key))
			continue;
		instance = same ? instance + 1 : 0;
		printed->instance = instance;
		compiles_add(join, &printed->key, instance)->first_order =
		    printed->offset;
	}
	array_release(&named);
	sort_compiles(join, known);
}

static int
compare_mentioned(const void *a, const void *b)
{
	return compile_key_compare(a, b);
}

/* Compiles that other files of a report in part name: only their ids. */
static void
add_mentioned(struct join *join)
{
	size_t known = join->rows->compiles.count, i;
	const struct compile_key *key;

	array_sort(&join->capture->mentioned, compare_mentioned);
	for (i = 0; i < join->capture->mentioned.count; i++) {
		key = &join->capture->mentioned.items[i];
		if (!(i > 0 && compile_key_compare(key - 1, key) == 0) &&
		    !compiles_find(join, known, key, 0))
			compiles_add(join, key, 0);
	}
	sort_compiles(join, known);
}

static void
compiles_take_entry(struct compile_row *compile,
    const struct index_entry *entry)
{
	compile->tlparse_status = entry->status;
	if (entry->stack.count)
		compile->stack = &entry->stack;
}

/*
 * The trie names an id once an instance; compiles without files (torch 2.3,
 * killed jobs) are only there.
 */
static void
add_named(struct join *join)
{
	size_t known = join->rows->compiles.count, i;
	named_array named = { 0 };
	int64_t instance = 0;

	collect_named(join, &named);
	for (i = 0; i < named.count; i++) {
		const struct named_compile *entry = &named.items[i];
		struct compile_row *compile;

		instance = i > 0 && compile_key_compare(&named.items[i - 1].key,
		    &entry->key) == 0 ? instance + 1 : 0;
		compile = compiles_find(join, known, &entry->key, instance);
		if (!compile)
			compile = compiles_add(join, &entry->key, instance);
		compiles_take_entry(compile, entry->entry);
	}
	array_release(&named);
	sort_compiles(join, known);
}

/* Sorting moved the rows: find each file's compile again. */
static void
map_files(struct join *join, const size_t *before,
    const struct compile_row *old)
{
	size_t i;

	for (i = 0; i < join->rows->file_compile.count; i++) {
		const struct compile_row *row;

		if (before[i] == NO_ROW)
			continue;
		row = compiles_find(join, join->rows->compiles.count,
		    &old[before[i]].key, old[before[i]].instance);
		join->rows->file_compile.items[i] =
		    (size_t)(row - join->rows->compiles.items);
	}
}

void
join_compiles(struct join *join)
{
	struct compile_row *old;
	size_t count, i;

	add_files(join);
	count = join->rows->compiles.count;
	old = mem_calloc(count, sizeof(*old));
	for (i = 0; i < count; i++)
		old[i] = join->rows->compiles.items[i];
	add_named(join);
	add_logged(join);
	add_printed(join);
	add_mentioned(join);
	map_files(join, join->rows->file_compile.items, old);
	free(old);
}
