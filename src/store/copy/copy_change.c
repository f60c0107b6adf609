/*
 * copy_change.c - which column holds what, and what a redaction makes of it.
 * A text that is named nowhere here is dropped.
 */
#include "store/copy/copy.h"

#include <string.h>

/* The last names of columns; the first that fits counts. */
static const struct {
	const char *table;	/* NULL: any */
	const char *column;	/* or, with '*' first, how it ends */
	enum copy_change paths, source, values;
} rules[] = {
	{ NULL, "*file_text", CHANGE_PATH, CHANGE_NONE, CHANGE_NONE },
	/* Made anew of the file. */
	{ NULL, "short_file", CHANGE_DROP, CHANGE_DROP, CHANGE_DROP },
	{ NULL, "chain_text", CHANGE_CHAIN, CHANGE_NONE, CHANGE_NONE },
	{ "site_key", "via_text", CHANGE_CHAIN, CHANGE_DROP, CHANGE_NONE },
	{ NULL, "*source_text", CHANGE_NONE, CHANGE_DROP, CHANGE_NONE },
	{ NULL, "explanation_text", CHANGE_PATHS_IN, CHANGE_NONE,
	    CHANGE_DROP },
	{ NULL, "context_text", CHANGE_PATHS_IN, CHANGE_NONE, CHANGE_DROP },
	{ NULL, "reason_text", CHANGE_PATHS_IN, CHANGE_FIRST_LINE,
	    CHANGE_FIRST_LINE },
	{ NULL, "guard_text", CHANGE_COMMENT, CHANGE_COMMENT, CHANGE_DROP },
	{ NULL, "user_stack_text", CHANGE_DROP, CHANGE_DROP, CHANGE_NONE },
	{ NULL, "framework_stack_text", CHANGE_DROP, CHANGE_DROP,
	    CHANGE_NONE },
	{ "guard_failure", "expected", CHANGE_NONE, CHANGE_NONE,
	    CHANGE_DROP },
	{ "guard_failure", "actual", CHANGE_NONE, CHANGE_NONE, CHANGE_DROP },
	{ NULL, "guard_values", CHANGE_NONE, CHANGE_NONE, CHANGE_DROP },
	{ "specialization", "value", CHANGE_NONE, CHANGE_NONE, CHANGE_DROP },
	{ "guard_added", "value", CHANGE_NONE, CHANGE_NONE, CHANGE_DROP },
	{ "guard_added", "expression", CHANGE_NONE, CHANGE_NONE,
	    CHANGE_DROP },
	{ "cache_event", "reason", CHANGE_PATHS_IN, CHANGE_NONE,
	    CHANGE_DROP },
	{ "problem", "file", CHANGE_PATHS_IN, CHANGE_NONE, CHANGE_NONE },
	{ "problem", "message", CHANGE_PATHS_IN, CHANGE_HIDE, CHANGE_HIDE },
	{ "run", "source_path", CHANGE_PATH, CHANGE_NONE, CHANGE_NONE },
	{ "config_item", "value", CHANGE_PATHS_IN, CHANGE_NONE,
	    CHANGE_NONE },
	/* Kind lines of old torch and of errors are free text. */
	{ NULL, "kind_text", CHANGE_PATHS_IN, CHANGE_NONE, CHANGE_NONE },
	{ NULL, "wording_text", CHANGE_PATHS_IN, CHANGE_NONE, CHANGE_NONE },
	{ NULL, "detail_text", CHANGE_PATHS_IN, CHANGE_NONE, CHANGE_NONE },
	{ "failure", "kind", CHANGE_PATHS_IN, CHANGE_NONE, CHANGE_NONE },
	{ "triage_item", "text", CHANGE_PATHS_IN, CHANGE_NONE, CHANGE_LIST },
	/* Records that only a log has are named by what it says. */
	{ "artifact", "name", CHANGE_PATHS_IN, CHANGE_NONE, CHANGE_NONE },
	{ "artifact", "path", CHANGE_PATHS_IN, CHANGE_NONE, CHANGE_NONE },
	{ "artifact", "path_bytes", CHANGE_DROP, CHANGE_NONE, CHANGE_NONE },
	{ NULL, "*function_text", CHANGE_NONE, CHANGE_NONE, CHANGE_NONE },
	{ NULL, "frame_name_text", CHANGE_NONE, CHANGE_NONE, CHANGE_NONE },
	{ NULL, "hint_text", CHANGE_PATHS_IN, CHANGE_NONE, CHANGE_NONE },
};

/* Columns with words of torch or gbq, ids, hashes and times. */
static const char *const plain[] = {
	"*compile_id", "*gb_id", "*hash", "*_at", "*hint_class",
	"because", "cache", "category", "class", "code", "counts_are",
	"doc_url", "evidence", "fail_type", "form", "forms", "guard_class",
	"instruction", "item", "kind", "last_record", "layout", "library",
	"mode", "op", "owner", "phase", "place_from", "ranks", "run_key",
	"severity",
	"source_kind", "stage", "state", "status", "system", "tlparse_status",
	"torch_commit", "torch_version", "verdict", "why",
	/* What people choose to call a run. */
	"job", "name",
	/* Names of variables and arguments, such as L['x'].shape. */
	"root_source", "source", "sources", "symbol", "key"
};

static bool
copy_change_fits(const char *pattern, const char *column)
{
	size_t len = strlen(pattern), of = strlen(column);

	if (*pattern != '*')
		return strcmp(pattern, column) == 0;
	return of >= len - 1 && strcmp(column + of - (len - 1),
	    pattern + 1) == 0;
}

static bool
copy_change_is_plain(const char *column)
{
	size_t i;

	for (i = 0; i < LENGTH(plain); i++) {
		if (copy_change_fits(plain[i], column))
			return true;
	}
	return false;
}

void
copy_changes(const struct copy *copy, const char *table, const char *column,
    bool is_text, enum copy_change changes[2])
{
	const struct gbq_redaction *redaction = &copy->redaction;
	size_t i;

	changes[0] = changes[1] = CHANGE_NONE;
	for (i = 0; i < LENGTH(rules); i++) {
		if ((rules[i].table && strcmp(rules[i].table, table) != 0) ||
		    !copy_change_fits(rules[i].column, column))
			continue;
		if (redaction->source)
			changes[0] = rules[i].source;
		if (redaction->values && rules[i].values != CHANGE_NONE)
			changes[0] = rules[i].values;
		if (redaction->paths)
			changes[1] = rules[i].paths;
		return;
	}
	if (is_text && !copy_change_is_plain(column) && (redaction->source ||
	    redaction->values || redaction->paths))
		changes[0] = CHANGE_DROP;
}

static struct slice
copy_change_first_line(struct slice text)
{
	return slice_part(text, 0, slice_find_byte(text, '\n'));
}

static bool
change_once(enum copy_change change, struct slice text, struct buffer *out)
{
	switch (change) {
	case CHANGE_DROP:
	case CHANGES:
		return false;
	case CHANGE_NONE:
		buffer_add_slice(out, text);
		break;
	case CHANGE_PATH:
		redact_path(out, text);
		break;
	case CHANGE_CHAIN:
		redact_chain(out, text);
		break;
	case CHANGE_PATHS_IN:
		redact_paths_in(out, text);
		break;
	case CHANGE_FIRST_LINE:
		buffer_add_slice(out, copy_change_first_line(text));
		break;
	case CHANGE_HIDE:
		buffer_add_string(out, "[redacted]");
		break;
	case CHANGE_COMMENT:
		buffer_add_slice(out, slice_trim_end(slice_part(text, 0,
		    slice_find(text, LITERAL("  # ")))));
		break;
	case CHANGE_LIST:
		buffer_add_slice(out, slice_part(text, 0,
		    slice_find(text, LITERAL(": ["))));
		break;
	}
	return true;
}

bool
copy_change_text(const enum copy_change changes[2], struct slice text,
    struct buffer *out)
{
	struct buffer first = { 0 };
	bool kept = change_once(changes[0], text, &first) &&
	    change_once(changes[1], buffer_slice(&first), out);

	buffer_release(&first);
	return kept;
}
