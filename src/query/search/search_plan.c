/*
 * search_plan.c - contents in the order of the runs and of their files, each
 * once over all runs; tasks of about the same size.
 */
#include "query/search/search_private.h"

#include <stdlib.h>
#include <string.h>

#include "store/store.h"

enum {
	/* Contents of one call; memory grows with them. */
	MANY_CONTENTS = 100000,
	TASK_CONTENTS = 2000,
	TASK_BYTES = 8 << 20,
	/* A part is one, since each reads a block more than its own. */
	PART_BYTES = 16 << 20
};

static const struct {
	const char *in, *kinds;
} kinds_of[] = {
	{ "graph", ",graph,dynamo_graph," },
	{ "code", ",output_code," },
	{ "runnable", ",runnable," },
	{ "guards", ",guards," },
	{ "reason", ",break_reason," },
	{ "bytecode", ",original_bytecode,modified_bytecode," }
};

enum gbq_status
search_kinds(const char *in, const char **kinds, struct error *error)
{
	*kinds = NULL;
	if (!in)
		return GBQ_OK;
	for (size_t i = 0; i < LENGTH(kinds_of); i++) {
		if (strcmp(kinds_of[i].in, in) == 0)
			*kinds = kinds_of[i].kinds;
	}
	return *kinds ? GBQ_OK : error_set(error, GBQ_USAGE,
	    "'%.40s' names no files to search in", in);
}

static enum gbq_status
search_plan_failed(const struct search_plan *plan, struct error *error)
{
	return store_failed(plan->db, "cannot search", error);
}

static bool
search_plan_prepare(struct search_plan *plan)
{
	return plan->list || sqlite3_prepare_v2(plan->db,
	    "SELECT c.content_id, c.kept, c.bytes, c.block_id, c.offset"
	    " FROM artifact AS a JOIN content AS c USING (content_id)"
	    " WHERE a.run_id = ?1 AND (?2 IS NULL"
	    " OR instr(?2, ',' || a.kind || ',')) ORDER BY a.artifact_no",
	    -1, &plan->list, NULL) == SQLITE_OK;
}

/* Whether it is the first time that this content comes. */
static bool
is_new(struct search_plan *plan, int64_t content_id)
{
	size_t byte = (size_t)content_id / 8, size;
	unsigned char bit = (unsigned char)(1 << (content_id % 8));

	if (byte >= plan->seen_bytes) {
		size = byte + byte / 2 + 1024;
		plan->seen = mem_realloc(plan->seen, size);
		memset(plan->seen + plan->seen_bytes, 0,
		    size - plan->seen_bytes);
		plan->seen_bytes = size;
	}
	if (plan->seen[byte] & bit)
		return false;
	plan->seen[byte] |= bit;
	return true;
}

/* Add the artifact at hand. */
static void
search_plan_add(struct search_plan *plan)
{
	struct search_content content = {
		.content_id = sqlite3_column_int64(plan->list, 0),
		.bytes = sqlite3_column_int64(plan->list, 2),
		.block = sqlite3_column_int64(plan->list, 3),
		.offset = sqlite3_column_int64(plan->list, 4)
	};
	struct search_content *added;

	plan->totals->files++;
	if (sqlite3_column_int(plan->list, 1) != 1) {
		plan->totals->not_kept++;
		return;
	}
	/* Ids of gbq's own are small; a hostile one must cost no memory. */
	if (content.bytes <= 0 || content.content_id < 0 ||
	    content.content_id > INT32_MAX ||
	    !is_new(plan, content.content_id))
		return;
	plan->totals->contents++;
	plan->totals->bytes += content.bytes;
	added = array_add(&plan->contents);
	*added = content;
}

static enum gbq_status
search_plan_add_run(struct search_plan *plan, int64_t run_id,
    struct error *error)
{
	int code;

	if (!search_plan_prepare(plan))
		return search_plan_failed(plan, error);
	sqlite3_bind_int64(plan->list, 1, run_id);
	sqlite3_bind_text(plan->list, 2, plan->kinds, -1, SQLITE_STATIC);
	while ((code = sqlite3_step(plan->list)) == SQLITE_ROW)
		search_plan_add(plan);
	sqlite3_reset(plan->list);
	return code == SQLITE_DONE ? GBQ_OK
				   : search_plan_failed(plan, error);
}

/* Share a large content out. */
static void
search_plan_add_parts(struct search_plan *plan, size_t index, int64_t bytes)
{
	struct search_task *task;

	for (int64_t from = 0; from < bytes; from += PART_BYTES) {
		task = array_add(&plan->tasks);
		task->first = index;
		task->count = 1;
		task->from = from;
		task->is_part = true;
		/* The last one may be larger by a half. */
		task->is_last = bytes - from <= PART_BYTES + PART_BYTES / 2;
		task->to = task->is_last ? bytes : from + PART_BYTES;
		if (task->is_last)
			return;
	}
}

static void
add_tasks(struct search_plan *plan)
{
	struct search_task *task = NULL;
	int64_t bytes, filled = 0;

	for (size_t i = 0; i < plan->contents.count; i++) {
		bytes = plan->contents.items[i].bytes;
		if (plan->may_part && bytes > 2 * PART_BYTES) {
			search_plan_add_parts(plan, i, bytes);
			task = NULL;
			continue;
		}
		if (!task || task->count >= TASK_CONTENTS ||
		    filled >= TASK_BYTES) {
			task = array_add(&plan->tasks);
			task->first = i;
			filled = 0;
		}
		task->count++;
		filled += bytes;
	}
}

enum gbq_status
search_plan_next(struct search_plan *plan, struct error *error)
{
	const struct gbq_search_options *options = plan->options;
	enum gbq_status status = GBQ_OK;

	plan->contents.count = plan->tasks.count = 0;
	while (status == GBQ_OK && plan->next_run < options->run_count &&
	    plan->contents.count < MANY_CONTENTS)
		status = search_plan_add_run(plan,
		    options->runs[plan->next_run++], error);
	if (status == GBQ_OK)
		add_tasks(plan);
	return status;
}

void
search_plan_release(struct search_plan *plan)
{
	sqlite3_finalize(plan->list);
	free(plan->seen);
	array_release(&plan->contents);
	array_release(&plan->tasks);
}
