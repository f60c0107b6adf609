/*
 * cache_diff.h - why a run missed what another run had compiled: what differs
 * in the keys of caches.
 */
#ifndef GBQ_CLI_COMMANDS_COMPARE_CACHE_DIFF_H
#define GBQ_CLI_COMMANDS_COMPARE_CACHE_DIFF_H

#include "cli/context.h"

/* gbq cache BASE NEW; the exit status. */
int cache_diff(struct context *context);

#endif
