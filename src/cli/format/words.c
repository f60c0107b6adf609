/*
 * words.c - the one table of words for people, with their colors.
 */
#include "cli/format/words.h"

#include <string.h>

/* people NULL: as in the database. */
static const struct {
	const char *column, *word, *people;
	enum color_role role;
} words[] = {
	{ "form", "no_resume", "no resume", COLOR_SKIP },
	{ "form", "skip", NULL, COLOR_SKIP },
	{ "form", "error", "raised", COLOR_RAISED },
	{ "status", "ok", NULL, COLOR_OK },
	{ "status", "skipped", NULL, COLOR_SKIP },
	{ "status", "failed", NULL, COLOR_FAILED },
	{ "status", "limit", "LIMIT", COLOR_LIMIT },
	{ "status", "unfinished", NULL, COLOR_FAILED },
	{ "status", "failures", NULL, COLOR_FAILED },
	{ "status", "incomplete", NULL, COLOR_DOUBT },
	{ "status", "unknown", NULL, COLOR_DOUBT },
	{ "category", "graph_break", "graph break", COLOR_NONE },
	{ "category", "recompile_limit", "recompile limit", COLOR_LIMIT },
	{ "category", "dynamo_internal", "Dynamo internal error",
	    COLOR_FAILED },
	{ "category", "runtime_crash", "runtime crash", COLOR_FAILED },
	{ "category", "triton", "Triton", COLOR_FAILED },
	{ "category", "user_error", "user error", COLOR_FAILED },
	{ "category", "backend", NULL, COLOR_FAILED },
	{ "category", "accuracy", NULL, COLOR_FAILED },
	{ "stage", "aot_backward", "AOT backward", COLOR_NONE },
	{ "verdict", "fix", "fix this", COLOR_NONE },
	{ "verdict", "stays", "can wait", COLOR_NONE },
	{ "verdict", "stops", "stops here", COLOR_RAISED },
	{ "verdict", "better", NULL, COLOR_BETTER },
	{ "verdict", "worse", NULL, COLOR_WORSE },
	{ "verdict", "mixed", NULL, COLOR_DOUBT },
	{ "verdict", "unknown", NULL, COLOR_DOUBT },
	{ "state", "new", NULL, COLOR_NEW },
	{ "state", "new?", NULL, COLOR_DOUBT },
	{ "state", "gone", NULL, COLOR_GONE },
	{ "state", "gone?", NULL, COLOR_DOUBT },
	{ "state", "changed", NULL, COLOR_DOUBT },
	{ "state", "hit", NULL, COLOR_OK },
	{ "state", "bypass", NULL, COLOR_DOUBT },
	{ "severity", "error", NULL, COLOR_FAILED },
	{ "severity", "loss", NULL, COLOR_FAILED },
	{ "severity", "warning", NULL, COLOR_DOUBT },
	{ "severity", "note", NULL, COLOR_NOTE },
	{ "is_new", "0", "", COLOR_NONE },
	{ "is_new", "1", "new", COLOR_NEW },
	{ "pass", "moved", "same line, moved", COLOR_NONE },
	{ "pass", "changed", "same place, another kind", COLOR_NONE },
	{ "pass", "renamed_file", "in a renamed file", COLOR_NONE },
	{ "pass", "renamed_function", "in a renamed function", COLOR_NONE },
	{ "pass", "other_file", "in another file", COLOR_NONE },
	{ "pass", "similar", "similar line", COLOR_NONE },
	{ "guard_class", "rank", "dimensions", COLOR_NONE },
	{ "guard_class", "dispatch_key", "dispatch keys", COLOR_NONE },
	{ "guard_class", "object_id", "identity", COLOR_NONE },
	{ "guard_class", "dict_keys", "keys", COLOR_NONE },
	{ "guard_class", "global_state", "global state", COLOR_NONE },
	{ "guard_class", "dynamic_bound", "condition", COLOR_NONE },
	{ "guard_class", "nan", "NaN", COLOR_NONE },
};

/* Classes whose guards are not told as "WORD of SOURCE". */
static const struct {
	const char *guard_class, *text;
} aspects[] = {
	{ "rank", "number of dimensions of " },
	{ "global_state", "global state " },
	{ "closure", "closure variable " },
	{ "dynamic_bound", "condition on " },
	{ "nan", "NaN in " },
	{ "other", "other guard on " },
};

const char *
word_of(const char *column, const char *word)
{
	for (size_t i = 0; i < LENGTH(words); i++) {
		if (strcmp(words[i].column, column) == 0 &&
		    string_equal(words[i].word, word))
			return words[i].people ? words[i].people : word;
	}
	return word;
}

enum color_role
word_role(const char *column, struct slice word)
{
	for (size_t i = 0; word.len && i < LENGTH(words); i++) {
		if (strcmp(words[i].column, column) == 0 &&
		    (slice_equal(slice_of(words[i].word), word) ||
		    slice_equal(slice_of(words[i].people), word)))
			return words[i].role;
	}
	return COLOR_NONE;
}

void
add_guard_aspect(struct buffer *out, const char *guard_class)
{
	for (size_t i = 0; i < LENGTH(aspects); i++) {
		if (strcmp(aspects[i].guard_class, guard_class) == 0) {
			buffer_add_string(out, aspects[i].text);
			return;
		}
	}
	buffer_printf(out, "%s of ", word_of("guard_class", guard_class));
}
