/*
 * file_queue.c - tasks of a crew. What is done in other threads must not touch
 * the capture.
 */
#include "ingest/read/file_queue.h"

#include <stdlib.h>
#include <string.h>

#include "util/thread/crew.h"
#include "util/hash.h"

enum {
	MAX_ITEMS = 256,
	MAX_BYTES = 8 << 20,
	/* A task keeps a buffer up to this for the next file. */
	KEPT_BYTES = 32 << 10
};

struct task {
	size_t index;			/* in capture.files */
	struct captured_file file;	/* as it is there: name, kind, path */
	/* Where the bytes are to be read from; NULL: they are there. */
	struct source *source;
	size_t source_file;
	struct buffer bytes;
	bool parse;
	struct hash *computing;
	/* The outcome. */
	bool grown;			/* too large: no outcome */
	enum gbq_status status;		/* of reading: OK, or why */
	struct error why;
	char hash[HASH_HEX_SIZE];	/* of the bytes that could be read */
	struct parsed_file parsed;	/* if status is OK */
};

struct file_queue {
	struct file_queue_plan plan;
	struct file_reader reader;
	struct ahead *ahead;
	ARRAY_OF(struct task *) unused;
	/*
	 * Problems of a log's payloads: the log's own come meanwhile, at times
	 * that depend on the threads.
	 */
	ARRAY_OF(struct problem) late;
	struct error failure;
};

/* ---- in any thread ---- */

static void
check_task(struct task *task)
{
	struct slice bytes = buffer_slice(&task->bytes);
	struct arena arena;

	arena_init(&arena);
	task->file.damage = file_damage_of(&task->file, bytes);
	if (task->file.is_compared)
		task->file.digest = page_digest(&task->file, bytes,
		    task->hash, &arena);
	arena_release(&arena);
}

static void
file_queue_work(void *item)
{
	struct task *task = item;

	task->grown = false;
	if (task->source)
		task->status = folder_read(&task->source->folder,
		    &task->source->files[task->source_file],
		    FILE_QUEUE_READ_MAX, &task->bytes, &task->grown,
		    &task->why);
	if (task->grown)
		return;
	hash_begin(task->computing);
	hash_add(task->computing, buffer_slice(&task->bytes));
	hash_end(task->computing, task->hash);
	if (task->status == GBQ_OK && !task->file.from_log)
		check_task(task);
	if (task->status == GBQ_OK && task->parse)
		file_reader_parse(&task->parsed, &task->file,
		    task->file.damage == PAGE_BLANK ? LITERAL("") :
		    buffer_slice(&task->bytes));
}

/* ---- in the run's thread ---- */

static struct task *
new_task(struct file_queue *queue, size_t index)
{
	struct task *task;

	if (queue->unused.count) {
		task = queue->unused.items[--queue->unused.count];
	} else {
		task = mem_calloc(1, sizeof(*task));
		task->computing = hash_new(HASH_SHA256);
	}
	task->index = index;
	task->file = queue->plan.capture->files.items[index];
	task->source = NULL;
	task->status = GBQ_OK;
	task->parse = true;
	return task;
}

static void
free_task(struct task *task)
{
	buffer_release(&task->bytes);
	hash_free(task->computing);
	free(task);
}

static void
file_queue_end_task(struct file_queue *queue, struct task *task)
{
	if (task->bytes.capacity > KEPT_BYTES)
		free_task(task);
	else
		*(struct task **)array_add(&queue->unused) = task;
}

void
file_queue_add_unreadable(struct capture *capture,
    const struct captured_file *file, const char *why)
{
	struct problem_list *problems = &capture->problems;
	struct slice path = problems->path;
	int64_t rank = problems->rank;

	problems->path = file->path;
	problems->rank = file->key.rank;
	problem_add(problems, SEVERITY_LOSS, "file_unreadable", UNKNOWN_INT,
	    "%s", why);
	problems->path = path;
	problems->rank = rank;
}

static void
take_parsed(struct file_queue *queue, struct task *task)
{
	struct capture *capture = queue->plan.capture;
	size_t before = capture->problems.list.count, i;

	file_reader_take(&queue->reader, task->index, &task->parsed);
	arena_release(&queue->reader.arena);
	if (!task->file.from_log)
		return;
	for (i = before; i < capture->problems.list.count; i++)
		*(struct problem *)array_add(&queue->late) =
		    capture->problems.list.items[i];
	capture->problems.list.count = before;
}

static void
take_read(struct file_queue *queue, struct task *task)
{
	struct contents *contents = queue->plan.contents;
	struct captured_file *file =
	    &queue->plan.capture->files.items[task->index];
	struct slice bytes = buffer_slice(&task->bytes);
	bool whole = task->status == GBQ_OK;

	memcpy(file->hash, task->hash, sizeof(file->hash));
	file->bytes = (int64_t)bytes.len;
	file->damage = task->file.damage;
	file->digest = task->file.digest;
	file->content = whole ? contents_add(contents, file->hash, bytes) :
	    contents_name(contents, file->hash, file->bytes);
	if (!whole)
		file_queue_add_unreadable(queue->plan.capture, file,
		    task->why.message);
	if (!whole && task->status != GBQ_NO_INPUT)
		queue->failure = task->why;
	if (whole && task->parse)
		take_parsed(queue, task);
}

static void
file_queue_take(void *data, void *item)
{
	struct file_queue *queue = data;
	const struct file_queue_plan *plan = &queue->plan;
	struct task *task = item;
	struct source *source = task->source;
	size_t source_file = task->source_file;
	bool grown = task->grown;

	if (!grown)
		take_read(queue, task);
	if (source && !grown && plan->progress)
		plan->progress(plan->data, task->bytes.len);
	file_queue_end_task(queue, task);
	if (grown)
		plan->stream(plan->data, source, source_file);
}

struct file_queue *
file_queue_new(const struct file_queue_plan *plan)
{
	struct file_queue *queue = mem_calloc(1, sizeof(*queue));

	queue->plan = *plan;
	file_reader_init(&queue->reader, plan->capture);
	queue->ahead = ahead_new(&(struct ahead_plan){ .threads = plan->threads,
	    .max_items = MAX_ITEMS,
	    .max_bytes = MAX_BYTES,
	    .work = file_queue_work,
	    .take = file_queue_take,
	    .data = queue });
	return queue;
}

void
file_queue_free(struct file_queue *queue)
{
	size_t i;

	file_queue_drain(queue);
	ahead_free(queue->ahead);
	for (i = 0; i < queue->unused.count; i++)
		free_task(queue->unused.items[i]);
	array_release(&queue->unused);
	array_release(&queue->late);
	file_reader_release(&queue->reader);
	free(queue);
}

void
file_queue_read(struct file_queue *queue, size_t index, struct source *source,
    size_t file)
{
	struct task *task = new_task(queue, index);

	task->source = source;
	task->source_file = file;
	ahead_put(queue->ahead, task, (size_t)source->files[file].size);
}

void
file_queue_put(struct file_queue *queue, size_t index, struct buffer *bytes,
    const char *why)
{
	struct task *task = new_task(queue, index);
	struct buffer empty = task->bytes;

	buffer_clear(&empty);
	task->bytes = *bytes;
	*bytes = empty;
	if (why)
		task->status = error_set(&task->why, GBQ_NO_INPUT, "%s",
		    why);
	ahead_put(queue->ahead, task, task->bytes.len);
}

void
file_queue_put_payload(struct file_queue *queue, size_t index,
    struct slice payload, bool parse)
{
	struct task *task = new_task(queue, index);

	buffer_clear(&task->bytes);
	buffer_add_slice(&task->bytes, payload);
	task->parse = parse;
	ahead_put(queue->ahead, task, payload.len);
}

void
file_queue_replace(struct file_queue *queue, size_t index,
    struct slice payload)
{
	struct parsed_file parsed;

	file_queue_drain(queue);
	file_reader_parse(&parsed, &queue->plan.capture->files.items[index],
	    payload);
	file_reader_take(&queue->reader, index, &parsed);
	arena_release(&queue->reader.arena);
}

void
file_queue_drain(struct file_queue *queue)
{
	struct problem_list *problems = &queue->plan.capture->problems;
	size_t i;

	ahead_drain(queue->ahead);
	for (i = 0; i < queue->late.count; i++)
		*(struct problem *)array_add(&problems->list) =
		    queue->late.items[i];
	queue->late.count = 0;
}

const struct error *
file_queue_failure(const struct file_queue *queue)
{
	return &queue->failure;
}

size_t
file_queue_listed(const struct file_queue *queue)
{
	return queue->reader.listed;
}
