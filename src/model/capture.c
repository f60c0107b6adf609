/*
 * capture.c - life of a capture, and taking over records from parsers.
 */
#include "model/capture.h"

#include <stdlib.h>
#include <string.h>

#include "util/order.h"

void
capture_init(struct capture *capture)
{
	memset(capture, 0, sizeof(*capture));
	arena_init(&capture->arena);
	intern_init(&capture->texts, &capture->arena);
	log_records_init(&capture->log);
	capture->listings = text_pack_new();
	capture->problems.arena = &capture->arena;
	capture->problems.rank = NO_ID;
}

static void
release_pages(struct capture *capture)
{
	size_t i;

	for (i = 0; i < capture->failure_pages.count; i++)
		array_release(&capture->failure_pages.items[i].rows);
	for (i = 0; i < capture->indexes.count; i++)
		index_entries_free(&capture->indexes.items[i].entries);
	array_release(&capture->failure_pages);
	array_release(&capture->indexes);
	array_release(&capture->mentioned);
}

void
capture_release(struct capture *capture)
{
	size_t i;

	for (i = 0; i < capture->metrics.count; i++)
		metrics_free_arrays(&capture->metrics.items[i].metrics);
	for (i = 0; i < capture->reasons.count; i++)
		reason_free_arrays(&capture->reasons.items[i].reason);
	for (i = 0; i < capture->recompiles.count; i++)
		array_release(&capture->recompiles.items[i].reasons);
	release_pages(capture);
	for (i = 0; i < capture->console.count; i++) {
		reason_free_arrays(&capture->console.items[i].reason);
		array_release(&capture->console.items[i].reasons);
	}
	array_release(&capture->console);
	for (i = 0; i < capture->collectives.count; i++)
		array_release(&capture->collectives.items[i].names);
	array_release(&capture->collectives);
	array_release(&capture->files);
	array_release(&capture->empty_folders);
	array_release(&capture->missing);
	row_index_release(&capture->missing_by_path);
	array_release(&capture->metrics);
	array_release(&capture->reasons);
	array_release(&capture->recompiles);
	array_release(&capture->bytecodes);
	text_pack_free(capture->listings);
	array_release(&capture->caches);
	for (i = 0; i < capture->graphs.count; i++)
		graph_free_arrays(&capture->graphs.items[i].graph);
	array_release(&capture->graphs);
	array_release(&capture->torch_roots);
	log_records_release(&capture->log);
	array_release(&capture->problems.list);
	intern_release(&capture->texts);
	arena_release(&capture->arena);
}

/* ---- order ---- */

/* Where a file belongs: itself, or the log that the record is in. */
struct sorted_file {
	size_t path;
	bool from_log;
	int64_t order;
	size_t index;
};

static int
capture_compare_files(const void *a, const void *b)
{
	const struct sorted_file *left = a, *right = b;

	if (left->path != right->path)
		return left->path < right->path ? -1 : 1;
	if (left->from_log != right->from_log)
		return left->from_log - right->from_log;
	if (left->order != right->order)
		return left->order < right->order ? -1 : 1;
	return ORDER_OF(left->index, right->index);
}

static int
compare_records(const void *a, const void *b)
{
	size_t left, right;

	memcpy(&left, a, sizeof(left));
	memcpy(&right, b, sizeof(right));
	return ORDER_OF(left, right);
}

/*
 * Every kind of record begins with the number of its file, which is exchanged
 * for the file's rank while they are sorted.
 */
static void
sort_records(void *items, size_t count, size_t size, const size_t *ranks,
    const struct sorted_file *files)
{
	unsigned char *first = items, *at;
	size_t i, file;

	if (count == 0)
		return;
	for (i = 0, at = first; i < count; i++, at += size) {
		memcpy(&file, at, sizeof(file));
		memcpy(at, &ranks[file], sizeof(file));
	}
	qsort(items, count, size, compare_records);
	for (i = 0, at = first; i < count; i++, at += size) {
		memcpy(&file, at, sizeof(file));
		memcpy(at, &files[file].index, sizeof(file));
	}
}

#define SORT_RECORDS(array)						\
	sort_records((array)->items, (array)->count,			\
	    sizeof(*(array)->items), ranks, files)

static void
sort_all(struct capture *capture, const size_t *ranks,
    const struct sorted_file *files)
{
	SORT_RECORDS(&capture->metrics);
	SORT_RECORDS(&capture->reasons);
	SORT_RECORDS(&capture->recompiles);
	SORT_RECORDS(&capture->bytecodes);
	SORT_RECORDS(&capture->caches);
	SORT_RECORDS(&capture->graphs);
	SORT_RECORDS(&capture->collectives);
	SORT_RECORDS(&capture->failure_pages);
	SORT_RECORDS(&capture->indexes);
}

void
capture_sort(struct capture *capture)
{
	size_t count = capture->files.count, i;
	struct sorted_file *files = mem_calloc(count + 1, sizeof(*files));
	size_t *ranks = mem_calloc(count + 1, sizeof(*ranks));

	for (i = 0; i < count; i++) {
		const struct captured_file *file = &capture->files.items[i];

		files[i] = (struct sorted_file){
			.path = file->from_log ? file->log_file : i,
			.from_log = file->from_log,
			.order = file->from_log ? file->order : 0,
			.index = i,
		};
	}
	qsort(files, count, sizeof(*files), capture_compare_files);
	for (i = 0; i < count; i++)
		ranks[files[i].index] = i;
	sort_all(capture, ranks, files);
	free(ranks);
	free(files);
}

/* ---- what a log's record replaces ---- */

static void
free_metrics(void *item)
{
	metrics_free_arrays(&((struct captured_metrics *)item)->metrics);
}

static void
free_reason(void *item)
{
	reason_free_arrays(&((struct captured_reason *)item)->reason);
}

static void
free_recompile(void *item)
{
	array_release(&((struct captured_recompile *)item)->reasons);
}

static void
free_graph(void *item)
{
	graph_free_arrays(&((struct captured_graph *)item)->graph);
}

/*
 * Keep of each replaced file what was read last; taken: which have theirs.
 * Returns how many records are left, in their order.
 */
static size_t
drop_records(const struct capture *capture, void *items, size_t count,
    size_t size, void (*release)(void *item), bool *taken)
{
	unsigned char *first = items;
	size_t kept = count, i, file;

	for (i = count; i-- > 0;) {
		unsigned char *at = first + i * size;

		memcpy(&file, at, sizeof(file));
		if (capture->files.items[file].is_replaced && taken[file]) {
			if (release)
				release(at);
			continue;
		}
		taken[file] = true;
		kept--;
		if (kept != i)
			memcpy(first + kept * size, at, size);
	}
	if (count > 0)
		memmove(first, first + kept * size, (count - kept) * size);
	return count - kept;
}

#define DROP_RECORDS(array, release)					\
	((array)->count = drop_records(capture, (array)->items,	\
	    (array)->count, sizeof(*(array)->items), release, taken))

void
capture_drop_replaced(struct capture *capture)
{
	bool *taken = mem_calloc(capture->files.count + 1, sizeof(*taken));
	bool any = false;
	size_t i;

	for (i = 0; i < capture->files.count; i++) {
		const struct captured_file *file = &capture->files.items[i];

		any |= file->is_replaced;
		taken[i] = file->is_replaced && file->damage != PAGE_SOUND;
	}
	if (any) {
		DROP_RECORDS(&capture->metrics, free_metrics);
		DROP_RECORDS(&capture->reasons, free_reason);
		DROP_RECORDS(&capture->recompiles, free_recompile);
		DROP_RECORDS(&capture->bytecodes, NULL);
		DROP_RECORDS(&capture->caches, NULL);
		DROP_RECORDS(&capture->graphs, free_graph);
	}
	free(taken);
}

/* Intern a text in place. */
static void
capture_own(struct capture *capture, struct slice *text)
{
	*text = intern(&capture->texts, *text);
}

static void
own_all(struct capture *capture, slice_array *texts)
{
	size_t i;

	array_trim(texts);
	for (i = 0; i < texts->count; i++)
		capture_own(capture, &texts->items[i]);
}

void
capture_own_stack(struct capture *capture, stack_array *stack)
{
	size_t i;

	array_trim(stack);
	for (i = 0; i < stack->count; i++) {
		capture_own(capture, &stack->items[i].file);
		capture_own(capture, &stack->items[i].function);
		capture_own(capture, &stack->items[i].source);
	}
}

static void
own_part(struct capture *capture, struct reason_part *part)
{
	capture_own(capture, &part->kind);
	capture_own(capture, &part->higher_order_operator);
	capture_own(capture, &part->explanation);
	own_all(capture, &part->hints);
	capture_own(capture, &part->context);
	capture_own(capture, &part->doc_url);
	capture_own(capture, &part->gb_id);
}

void
capture_own_reason(struct capture *capture, struct reason *reason)
{
	size_t i;

	capture_own(capture, &reason->file);
	capture_own(capture, &reason->function);
	capture_own(capture, &reason->preamble);
	capture_own(capture, &reason->instruction);
	capture_own(capture, &reason->body);
	capture_own(capture, &reason->raised_file);
	capture_own(capture, &reason->raised_function);
	capture_own(capture, &reason->exception);
	array_trim(&reason->parts);
	for (i = 0; i < reason->parts.count; i++)
		own_part(capture, &reason->parts.items[i]);
	capture_own_stack(capture, &reason->user_stack);
}

void
capture_own_specialization(struct capture *capture,
    struct specialization *row)
{
	capture_own(capture, &row->symbol);
	capture_own(capture, &row->sources);
	capture_own(capture, &row->value);
	capture_own_stack(capture, &row->user_stack);
	capture_own_stack(capture, &row->framework_stack);
}

void
capture_own_guard(struct capture *capture, struct guard_added *row)
{
	capture_own(capture, &row->expression);
	capture_own_stack(capture, &row->user_stack);
	capture_own_stack(capture, &row->framework_stack);
}

static void
own_tables(struct capture *capture, struct metrics *metrics)
{
	size_t i;

	array_trim(&metrics->specializations);
	array_trim(&metrics->guards_added);
	for (i = 0; i < metrics->specializations.count; i++)
		capture_own_specialization(capture,
		    &metrics->specializations.items[i]);
	for (i = 0; i < metrics->guards_added.count; i++)
		capture_own_guard(capture, &metrics->guards_added.items[i]);
}

void
capture_own_metrics(struct capture *capture, struct metrics *metrics)
{
	size_t i;

	capture_own(capture, &metrics->compile_id);
	capture_own(capture, &metrics->fail_type);
	capture_own(capture, &metrics->fail_reason);
	capture_own(capture, &metrics->fail_file);
	own_all(capture, &metrics->restart_reasons);
	own_all(capture, &metrics->compliant_ops);
	own_all(capture, &metrics->non_compliant_ops);
	capture_own_stack(capture, &metrics->stack);
	own_tables(capture, metrics);
	capture_own(capture, &metrics->co_name);
	capture_own(capture, &metrics->co_filename);
	capture_own(capture, &metrics->recompile_reason);
	capture_own(capture, &metrics->torch_version);
	capture_own(capture, &metrics->dynamo_config);
	capture_own(capture, &metrics->inductor_config);
	capture_own(capture, &metrics->functorch_config);
	capture_own(capture, &metrics->compiler_config);
	array_trim(&metrics->fields);
	for (i = 0; i < metrics->fields.count; i++) {
		capture_own(capture, &metrics->fields.items[i].name);
		capture_own(capture, &metrics->fields.items[i].json);
	}
}

void
capture_own_rows(struct capture *capture, failure_row_array *rows)
{
	size_t i;

	array_trim(rows);
	for (i = 0; i < rows->count; i++) {
		capture_own(capture, &rows->items[i].compile_id);
		capture_own(capture, &rows->items[i].link);
		capture_own(capture, &rows->items[i].type);
		capture_own(capture, &rows->items[i].reason);
		capture_own(capture, &rows->items[i].source);
	}
}

void
capture_own_index(struct capture *capture, index_entry_array *entries)
{
	size_t i;

	array_trim(entries);
	for (i = 0; i < entries->count; i++) {
		capture_own(capture, &entries->items[i].compile_id);
		capture_own(capture, &entries->items[i].status);
		capture_own_stack(capture, &entries->items[i].stack);
	}
}

void
capture_own_recompiles(struct capture *capture,
    recompile_reason_array *reasons)
{
	size_t i;

	array_trim(reasons);
	for (i = 0; i < reasons->count; i++) {
		capture_own(capture, &reasons->items[i].missed_compile_id);
		capture_own(capture, &reasons->items[i].guard);
		capture_own(capture, &reasons->items[i].text);
		capture_own(capture, &reasons->items[i].file);
		capture_own(capture, &reasons->items[i].function);
	}
}

void
capture_own_graph(struct capture *capture, struct graph *graph)
{
	size_t i;

	array_trim(&graph->op_counts);
	for (i = 0; i < graph->op_counts.count; i++)
		capture_own(capture, &graph->op_counts.items[i].op);
}
