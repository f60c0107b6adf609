/*
 * command.c - looks commands up in the list that main has.
 */
#include "cli/command.h"

#include <string.h>

const struct command *
command_find(const struct command *const *list, const char *name)
{
	for (; *list; list++) {
		if (strcmp((*list)->name, name) == 0)
			return *list;
	}
	return NULL;
}

const struct command *
command_next(const struct command *const *list, const struct command *before)
{
	while (before && *list != before)
		list++;
	if (before)
		list++;
	return *list && !(*list)->is_hidden ? *list : NULL;
}
