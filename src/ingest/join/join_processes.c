/*
 * join_processes.c - whether a trace is of several processes: rows carry the
 * pid only if ranks do not tell the processes apart.
 */
#include "ingest/join/join.h"

/* A process that writes for a rank. */
struct process {
	int64_t rank, process;
};

typedef ARRAY_OF(struct process) process_array;

static void
add_process(process_array *all, const struct compile_key *key)
{
	struct process *added;
	size_t i;

	for (i = all->count; i-- > 0;) {
		if (all->items[i].rank == key->rank &&
		    all->items[i].process == key->process)
			return;
	}
	added = array_add(all);
	*added = (struct process){ key->rank, key->process };
}

/* Whether one rank (or none) has two processes. */
static bool
are_several(const process_array *all)
{
	size_t i, k;

	for (i = 0; i < all->count; i++) {
		for (k = 0; k < i; k++) {
			if (all->items[i].rank == all->items[k].rank)
				return true;
		}
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
	for (i = 0; join->capture->is_console &&
	    i < join->capture->console.count; i++)
		add_process(&all, &join->capture->console.items[i].key);
	if (!are_several(&all))
		drop_processes(join->capture);
	array_release(&all);
}
