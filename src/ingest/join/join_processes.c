/*
 * join_processes.c - whether a trace is of several processes: rows carry the
 * pid only if ranks do not tell the processes apart.
 */
#include "ingest/join/join.h"

#include "util/order.h"

/* A process that writes for a rank. */
struct process {
	int64_t rank, process;
};

typedef ARRAY_OF(struct process) process_array;

static void
add_process(process_array *all, const struct compile_key *key)
{
	const struct process *last = all->count ?
	    &all->items[all->count - 1] : NULL;

	if (!last || last->rank != key->rank || last->process != key->process)
		*array_add(all) = (struct process){ key->rank, key->process };
}

static int
compare_ranks(const void *a, const void *b)
{
	int64_t left = ((const struct process *)a)->rank;
	int64_t right = ((const struct process *)b)->rank;

	return ORDER_OF(left, right);
}

/* Whether one rank (or none) has two processes. */
static bool
are_several(process_array *all)
{
	size_t i;

	array_sort(all, compare_ranks);
	for (i = 1; i < all->count; i++) {
		if (all->items[i].rank == all->items[i - 1].rank &&
		    all->items[i].process != all->items[i - 1].process)
			return true;
	}
	return false;
}

static void
drop_processes(struct capture *capture)
{
	struct log_records *log = &capture->log;
	size_t i;

	for (i = 0; i < capture->files.count; i++)
		capture->files.items[i].key.process = NO_ID;
	for (i = 0; i < log->compiles.count; i++)
		log->compiles.items[i].key.process = NO_ID;
	for (i = 0; i < log->metrics.count; i++)
		log->metrics.items[i].key.process = NO_ID;
	for (i = 0; i < capture->console.count; i++)
		capture->console.items[i].key.process = NO_ID;
	for (i = 0; i < log->phases.count; i++)
		log->phases.items[i].process = NO_ID;
	for (i = 0; i < log->configs.count; i++)
		log->configs.items[i].process = NO_ID;
}

void
join_processes(struct join *join)
{
	const struct log_records *log = &join->capture->log;
	process_array all = { 0 };
	size_t i;

	if (!log->is_whole_run)
		return;
	for (i = 0; i < log->compiles.count; i++)
		add_process(&all, &log->compiles.items[i].key);
	/* a traceback or a warning of Python names no process */
	for (i = 0; join->capture->is_console &&
	    i < join->capture->console.count; i++) {
		if (join->capture->console.items[i].key.process != NO_ID)
			add_process(&all,
			    &join->capture->console.items[i].key);
	}
	if (!are_several(&all))
		drop_processes(join->capture);
	array_release(&all);
}
