/*
 * json_member.c - looks through one object, whole: what is no JSON to its end
 * has no members.
 */
#include "util/json.h"

struct slice
json_member_text(struct arena *arena, struct slice json, const char *name)
{
	struct slice found = { 0 }, key, text;
	struct json_reader reader;
	bool seen = false;

	json_init(&reader, arena, json);
	if (json_enter_object(&reader)) {
		while (json_next_key(&reader, &key)) {
			if (seen || !slice_equal(key, slice_of(name))) {
				json_skip(&reader);
				continue;
			}
			seen = true;
			if (json_get_string(&reader, &text))
				found = text;
		}
	}
	return json_end(&reader) ? slice_copy(arena, found) :
	    (struct slice){ 0 };
}
