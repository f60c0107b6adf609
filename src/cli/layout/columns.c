/*
 * columns.c - what columns are called for people, which of them tell, and how
 * they give way. A column that is not listed is one like others.
 */
#include "cli/layout/layout.h"

#include <string.h>

/* Names that mean the same wherever they stand. */
static const struct column_rule rules[] = {
	{ "attempts", NULL, LAYOUT_EXTRA, 0, false },
	{ "break_events", "breaks", LAYOUT_MORE, 0, false },
	{ "break_sites", "sites", LAYOUT_MORE, 0, false },
	{ "cache", NULL, LAYOUT_MAIN, 0, false },
	{ "category", NULL, LAYOUT_TELLS, 0, false },
	{ "cause_id", "cause", LAYOUT_TELLS, 0, false },
	{ "class", NULL, LAYOUT_MAIN, 0, false },
	{ "code", NULL, LAYOUT_MAIN, 0, false },
	{ "compile_id", "compile", LAYOUT_TELLS, 0, false },
	{ "cumulative_share", "so far", LAYOUT_EXTRA, 0, false },
	{ "entire_frame_s", "s", LAYOUT_TELLS, 0, false },
	{ "event_id", "event", LAYOUT_TELLS, 0, false },
	{ "fail_type", "error", LAYOUT_MORE, 0, false },
	{ "failure_id", "failure", LAYOUT_TELLS, 0, false },
	{ "file", NULL, LAYOUT_MAIN, CUT_LEFT, false },
	{ "first_compile_id", "first compile", LAYOUT_MORE, 0, false },
	{ "form", NULL, LAYOUT_TELLS, 0, false },
	{ "frame", NULL, LAYOUT_MAIN, 0, false },
	{ "function", NULL, LAYOUT_MAIN, 0, false },
	{ "gb_id", "id", LAYOUT_MORE, 0, false },
	{ "graph_ops", "ops", LAYOUT_MORE, 0, false },
	{ "handle", "id", LAYOUT_TELLS, 0, false },
	{ "help", NULL, LAYOUT_TELLS, 0, false },
	{ "instance", NULL, LAYOUT_EXTRA, 0, false },
	{ "key", NULL, LAYOUT_TELLS, 0, false },
	{ "kind", NULL, LAYOUT_MAIN, 0, false },
	{ "lost_s", "lost", LAYOUT_TELLS, 0, true },
	{ "meaning", NULL, LAYOUT_MAIN, 0, false },
	{ "message", NULL, LAYOUT_TELLS, 0, false },
	{ "name", NULL, LAYOUT_TELLS, 0, false },
	{ "part", NULL, LAYOUT_TELLS, 0, false },
	{ "path", NULL, LAYOUT_MAIN, CUT_LEFT, false },
	{ "phase", NULL, LAYOUT_MAIN, 0, false },
	{ "phases", NULL, LAYOUT_MORE, 0, false },
	{ "place", NULL, LAYOUT_MAIN, CUT_LEFT, false },
	{ "process", NULL, LAYOUT_EXTRA, 0, false },
	{ "query", NULL, LAYOUT_TELLS, 0, false },
	{ "question", NULL, LAYOUT_TELLS, 0, false },
	{ "radius", "impact", LAYOUT_MORE, 0, false },
	{ "reason", NULL, LAYOUT_TELLS, 0, false },
	{ "run_id", "run", LAYOUT_TELLS, 0, false },
	{ "seconds_s", "s", LAYOUT_TELLS, 0, false },
	{ "self_s", NULL, LAYOUT_TELLS, 0, false },
	{ "severity", NULL, LAYOUT_TELLS, 0, false },
	{ "share", NULL, LAYOUT_TELLS, 0, true },
	{ "short_file", "file", LAYOUT_MAIN, CUT_LEFT, false },
	{ "site_id", "site", LAYOUT_TELLS, 0, false },
	{ "state", NULL, LAYOUT_TELLS, 0, false },
	{ "status", NULL, LAYOUT_TELLS, 0, false },
	{ "torch_version", "torch", LAYOUT_MORE, 0, false },
	{ "value", NULL, LAYOUT_MAIN, 0, false },
	{ "verdict", NULL, LAYOUT_TELLS, 0, false },
	{ "view", NULL, LAYOUT_TELLS, 0, false },
	{ "what", NULL, LAYOUT_MAIN, CUT_LEFT, false },
};

const struct column_rule *
column_rule_find(const char *name)
{
	static const struct column_rule any = {
		NULL, NULL, LAYOUT_MORE, CUT_RIGHT, false
	}, path = { NULL, NULL, LAYOUT_MORE, CUT_LEFT, false };

	for (size_t i = 0; i < LENGTH(rules); i++) {
		if (strcmp(rules[i].name, name) == 0)
			return &rules[i];
	}
	return slice_ends(slice_of(name), LITERAL("file")) ||
	    slice_ends(slice_of(name), LITERAL("path")) ? &path : &any;
}

void
add_heading(struct buffer *out, const char *name)
{
	const char *heading = column_rule_find(name)->heading;

	if (!heading && strncmp(name, "is_", 3) == 0)
		name += 3;
	for (const char *at = heading ? heading : name; *at; at++)
		buffer_add_byte(out, *at == '_' ? ' ' : *at);
}
