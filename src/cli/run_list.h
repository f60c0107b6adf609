/*
 * run_list.h - the runs that several arguments name.
 */
#ifndef GBQ_CLI_RUN_LIST_H
#define GBQ_CLI_RUN_LIST_H

#include "cli/context.h"

/* All zero is an empty one. */
struct run_list {
	int64_t *items;
	size_t count, capacity;
};

/*
 * Find the runs that the arguments from a number on name, ascending, each
 * once; an argument may be a glob that fits several. None: the newest run, or
 * with --all all. 0 or an exit status, the message printed.
 */
int run_list_find(struct context *context, int first,
    struct run_list *list);

void run_list_release(struct run_list *list);

#endif
