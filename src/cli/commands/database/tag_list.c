/*
 * tag_list.c - reads KEY=VALUE.
 */
#include "cli/commands/database/tag_list.h"

#include <string.h>

#include "util/text.h"

static void
tag_list_set(struct tag_list *list, const char *key, const char *value)
{
	struct gbq_tag *tag;

	for (size_t i = 0; i < list->tags.count; i++) {
		if (strcmp(list->tags.items[i].key, key) == 0) {
			list->tags.items[i].value = value;
			return;
		}
	}
	tag = array_add(&list->tags);
	tag->key = key;
	tag->value = value;
}

bool
tag_list_add(struct tag_list *list, const char *text)
{
	size_t len = strcspn(text, "=");

	if (slice_trim((struct slice){ text, len }).len == 0 ||
	    text[len] != '=')
		return false;
	tag_list_set(list, arena_copy(&list->arena, text, len), text + len + 1);
	return true;
}

void
tag_list_add_removal(struct tag_list *list, const char *key)
{
	tag_list_set(list, arena_copy(&list->arena, key, strlen(key)), NULL);
}

void
tag_list_release(struct tag_list *list)
{
	array_release(&list->tags);
	arena_release(&list->arena);
}
