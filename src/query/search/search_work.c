/*
 * search_work.c - reads blocks, which may be damaged, and feeds the scanner.
 */
#include "query/search/search_private.h"

#include <stdlib.h>

#include "store/content/content_private.h"

enum { BATCH_BYTES = 1 << 20 };

struct search_worker {
	const struct search_job *job;
	struct block_cache *blocks;
	struct search_matcher *matcher;
	struct scan scan;
	struct crew_member *member;	/* of the task at hand */
	struct search_batch *batch;	/* what was not delivered yet */
	const struct search_task *task;
	bool begun;		/* lines of the content were delivered */
	bool skipping;		/* no line of this part began yet */
	int64_t at;		/* offset in the content */
};

/* ---- handing over ---- */

static void
search_work_deliver(struct search_worker *worker)
{
	if (worker->batch)
		crew_deliver(worker->member, worker->batch);
	worker->batch = NULL;
}

static struct search_batch *
batch_of(struct search_worker *worker)
{
	if (!worker->batch)
		worker->batch = search_batch_new();
	return worker->batch;
}

static struct search_result *
search_work_add_result(struct search_worker *worker, size_t content)
{
	struct search_batch *batch = batch_of(worker);
	struct search_result *result = array_add(&batch->results);

	result->content = content;
	result->first = batch->lines.count;
	result->begins = worker->task->from == 0 && !worker->begun;
	result->is_binary = worker->scan.is_binary;
	worker->begun = true;
	return result;
}

/* The result that is being filled: the last one that has no end. */
static struct search_result *
open_result(struct search_worker *worker, size_t content)
{
	struct search_batch *batch = batch_of(worker);
	size_t count = batch->results.count;

	if (count && batch->results.items[count - 1].content == content)
		return &batch->results.items[count - 1];
	return search_work_add_result(worker, content);
}

/* What scan's lines go to: content is found by the plan's pointer. */
struct target {
	struct search_worker *worker;
	size_t content;
};

static void
search_work_take_line(void *data, const struct gbq_search_line *line)
{
	struct target *target = data;
	struct search_worker *worker = target->worker;

	open_result(worker, target->content);
	search_batch_add(worker->batch, line);
	if (worker->batch->bytes >= BATCH_BYTES)
		search_work_deliver(worker);
}

static void
finish_content(struct search_worker *worker, size_t content)
{
	const struct search_task *task = worker->task;
	struct search_result *result;

	if (!worker->scan.found && !task->is_part)
		return;
	result = open_result(worker, content);
	result->found = worker->scan.found;
	result->newlines = worker->scan.line - 1;
	result->ends_part = true;
	result->ends = !task->is_part || task->is_last;
}

/* ---- reading ---- */

/* A block is not there, or is not what the content needs. */
static enum gbq_status
search_work_damaged(struct search_worker *worker,
    const struct search_content *content)
{
	enum gbq_status status = block_cache_failed(worker->blocks,
	    &worker->scan.error);

	if (status != GBQ_OK)
		return status;
	return error_set(&worker->scan.error, GBQ_DATABASE,
	    "the database is damaged: content %lld at %lld",
	    (long long)content->content_id, (long long)worker->at);
}

/* Whether the content, of which the first piece is at hand, is no text. */
static bool
is_binary(struct search_worker *worker, const struct search_content *content,
    struct slice piece)
{
	struct buffer head = { 0 };
	bool binary;

	if (piece.len >= HEAD_BYTES || content->bytes <= (int64_t)piece.len)
		return scan_is_binary(slice_part(piece, 0, HEAD_BYTES));
	buffer_add_slice(&head, piece);
	piece = block_cache_read(worker->blocks, content->block + 1);
	if (content->bytes - (int64_t)head.len < (int64_t)piece.len)
		piece.len = (size_t)(content->bytes - (int64_t)head.len);
	buffer_add_slice(&head, slice_part(piece, 0, HEAD_BYTES - head.len));
	binary = scan_is_binary(buffer_slice(&head));
	buffer_release(&head);
	return binary;
}

/* The offset behind the first newline at a place of the content or later. */
static size_t
behind_newline(const struct search_worker *worker, struct slice piece,
    int64_t place)
{
	size_t from = place > worker->at ? (size_t)(place - worker->at) : 0;
	size_t newline = slice_find_byte(slice_part(piece, from, piece.len),
	    '\n');

	return newline == SIZE_MAX ? SIZE_MAX : from + newline + 1;
}

/*
 * Cut a piece to what belongs to the part: from behind the first newline at
 * its start or later, to the first one at its end or later. False: that was
 * the end.
 */
static bool
cut_to_part(struct search_worker *worker, struct slice *piece)
{
	const struct search_task *task = worker->task;
	size_t start = 0, end = SIZE_MAX;

	if (!task->is_last)
		end = behind_newline(worker, *piece, task->to);
	if (worker->skipping) {
		start = behind_newline(worker, *piece, task->from);
		worker->skipping = start == SIZE_MAX;
	}
	*piece = slice_part(*piece, start, end);
	return end == SIZE_MAX;
}

/* The block and offset of the part's start; worker->at is the block's. */
static enum gbq_status
go_to_part(struct search_worker *worker, struct search_content *content)
{
	int64_t size, left;

	for (;;) {
		size = block_cache_raw_bytes(worker->blocks, content->block);
		left = size - content->offset;
		if (size == 0 || content->offset < 0 || left <= 0)
			return search_work_damaged(worker, content);
		if (worker->at + left > worker->task->from)
			return GBQ_OK;
		worker->at += left;
		content->offset = 0;
		content->block++;
	}
}

static void
search_work_read_content(struct search_worker *worker,
    struct search_content content)
{
	struct slice block, piece;
	bool more = true;
	size_t len;

	while (more && worker->at < content.bytes && !worker->scan.done) {
		block = block_cache_read(worker->blocks, content.block);
		if (content.offset < 0 ||
		    (uint64_t)content.offset >= block.len ||
		    content.block == INT64_MAX) {
			search_work_damaged(worker, &content);
			return;
		}
		piece = slice_part(block, (size_t)content.offset, block.len);
		if (content.bytes - worker->at < (int64_t)piece.len)
			piece.len = (size_t)(content.bytes - worker->at);
		len = piece.len;
		if (worker->at == 0 && is_binary(worker, &content, piece))
			worker->scan.is_binary = true;
		if (worker->task->is_part)
			more = cut_to_part(worker, &piece);
		scan_add(&worker->scan, piece);
		worker->at += (int64_t)len;
		content.offset = 0;
		content.block++;
	}
}

static void
search_content(struct search_worker *worker, size_t index)
{
	struct search_content content =
	    worker->job->plan->contents.items[index];
	struct target target = { worker, index };
	enum gbq_status status = GBQ_OK;

	worker->scan.sink = search_work_take_line;
	worker->scan.data = &target;
	worker->begun = false;
	worker->at = 0;
	worker->skipping = worker->task->from > 0;
	scan_begin(&worker->scan);
	if (worker->task->from > 0)
		status = go_to_part(worker, &content);
	if (status == GBQ_OK)
		search_work_read_content(worker, content);
	scan_end(&worker->scan);
	finish_content(worker, index);
}

/* ---- the worker ---- */

struct search_worker *
search_worker_new(const struct search_job *job)
{
	struct search_worker *worker = mem_calloc(1, sizeof(*worker));

	worker->job = job;
	worker->blocks = block_cache_new(job->db);
	worker->matcher = search_matcher_new(job->pattern);
	scan_init(&worker->scan, worker->matcher, &job->scan,
	    search_work_take_line, NULL);
	return worker;
}

void
search_worker_free(struct search_worker *worker)
{
	scan_release(&worker->scan);
	search_matcher_free(worker->matcher);
	block_cache_free(worker->blocks);
	free(worker);
}

void
search_worker_run(struct search_worker *worker, struct crew_member *member)
{
	struct error *error = &worker->scan.error;

	worker->member = member;
	worker->task = &worker->job->plan->tasks.items[member->task];
	for (size_t i = 0; i < worker->task->count &&
	    error->status == GBQ_OK && !crew_stopped(member); i++)
		search_content(worker, worker->task->first + i);
	if (error->status != GBQ_OK)
		batch_of(worker)->error = *error;
	search_work_deliver(worker);
}
