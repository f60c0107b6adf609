/*
 * rows.c - names of the enumerations of rows.h, and releasing rows.
 */
#include "model/rows.h"

const char *
compile_status_name(enum compile_status status)
{
	static const char *const names[] = {
		[COMPILE_OK] = "ok",
		[COMPILE_EMPTY] = "empty",
		[COMPILE_SKIPPED] = "skipped",
		[COMPILE_FAILED] = "failed",
		[COMPILE_LIMIT] = "limit",
		[COMPILE_UNFINISHED] = "unfinished",
		[COMPILE_UNKNOWN] = "unknown",
	};

	return names[status];
}

const char *
evidence_name(enum evidence evidence)
{
	static const char *const names[] = {
		[EVIDENCE_REASON] = "reason",
		[EVIDENCE_RESTART] = "restart",
		[EVIDENCE_FAILURE] = "failure",
		[EVIDENCE_CONSOLE] = "console",
	};

	return names[evidence];
}

const char *
restart_class_name(enum restart_class restart_class)
{
	static const char *const names[] = {
		[RESTART_GRAPH_BREAK] = "graph_break",
		[RESTART_AUTOGRAD_GRAD] = "autograd_grad",
		[RESTART_REQUIRES_GRAD] = "requires_grad",
		[RESTART_UNSPECIALIZE] = "unspecialize",
		[RESTART_TENSORIFY] = "tensorify",
		[RESTART_COLLECTIVE] = "collective",
		[RESTART_UNKNOWN] = "unknown",
	};

	return names[restart_class];
}

void
rows_release(struct rows *rows)
{
	size_t i;

	for (i = 0; i < rows->sites.count; i++)
		array_release(&rows->sites.items[i].ranks);
	for (i = 0; i < rows->extra_reasons.count; i++)
		reason_free_arrays(rows->extra_reasons.items[i]);
	array_release(&rows->extra_reasons);
	array_release(&rows->file_compile);
	array_release(&rows->compiles);
	array_release(&rows->events);
	array_release(&rows->restarts);
	array_release(&rows->failures);
	array_release(&rows->sites);
	array_release(&rows->keys);
	array_release(&rows->followers);
	array_release(&rows->below);
	array_release(&rows->recompiles);
	array_release(&rows->guards);
	array_release(&rows->causes);
	array_release(&rows->bytecodes);
	array_release(&rows->caches);
	array_release(&rows->graphs);
}
