/*
 * join_beside.c - console text beside a report or trace: the keys of its
 * messages become those of the run.
 */
#include "ingest/join/join.h"

/* Ranks of the run's files and log; the only one, if there is one. */
struct known_ranks {
	int64_t only;		/* NO_ID: none has a rank */
	bool several;
};

static void
see_rank(struct known_ranks *ranks, int64_t rank)
{
	if (rank == NO_ID || rank == ranks->only)
		return;
	ranks->several |= ranks->only != NO_ID;
	ranks->only = rank;
}

static bool
has_processes(const struct capture *capture)
{
	size_t i;

	for (i = 0; i < capture->log.compiles.count; i++) {
		if (capture->log.compiles.items[i].key.process != NO_ID)
			return true;
	}
	return false;
}

/*
 * The rank of a message: of a run without ranks nothing says which of several
 * it is, of one with several nothing says whose a message without is.
 */
static bool
adopt_rank(struct compile_key *key, const struct known_ranks *run,
    const struct known_ranks *console)
{
	if (key->rank == NO_ID)
		key->rank = run->several ? NO_ID : run->only;
	else if (run->only == NO_ID && !console->several)
		key->rank = NO_ID;
	return (key->rank == NO_ID) == (run->only == NO_ID);
}

/*
 * The console names every process and only some ranks: make its keys those of
 * the run. A message that may be of any rank has no key.
 */
void
join_adopt_console(struct join *join)
{
	struct capture *capture = join->capture;
	struct known_ranks run = { NO_ID, false }, console = { NO_ID, false };
	bool processes = has_processes(capture);
	size_t i;

	if (capture->is_console)
		return;
	for (i = 0; i < capture->files.count; i++)
		see_rank(&run, capture->files.items[i].key.rank);
	for (i = 0; i < capture->log.compiles.count; i++)
		see_rank(&run, capture->log.compiles.items[i].key.rank);
	for (i = 0; i < capture->console.count; i++)
		see_rank(&console, capture->console.items[i].key.rank);
	for (i = 0; i < capture->console.count; i++) {
		struct compile_key *key = &capture->console.items[i].key;

		if (!processes)
			key->process = NO_ID;
		if (!adopt_rank(key, &run, &console))
			*key = compile_key_none();
	}
}
