/*
 * tag_list.h - the KEY=VALUE arguments of commands.
 */
#ifndef GBQ_CLI_COMMANDS_DATABASE_TAG_LIST_H
#define GBQ_CLI_COMMANDS_DATABASE_TAG_LIST_H

#include <stdbool.h>

#include "gbq.h"
#include "util/memory.h"

/* All zero is an empty one. */
struct tag_list {
	ARRAY_OF(struct gbq_tag) tags;	/* a key stands once */
	struct arena arena;		/* holds the keys */
};

/*
 * Add "KEY=VALUE"; the value is borrowed, a later one of the same key takes
 * the place of an earlier one. False where there is no KEY or no '='.
 */
bool tag_list_add(struct tag_list *list, const char *text);

/* Add a key to be removed (a value of NULL). */
void tag_list_add_removal(struct tag_list *list, const char *key);

void tag_list_release(struct tag_list *list);

#endif
