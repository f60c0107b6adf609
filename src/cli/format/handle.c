/*
 * handle.c - reads what a user types for a thing of a run, and writes it.
 */
#include "cli/format/handle.h"

#include <stdio.h>
#include <string.h>

#include "util/text.h"

static const struct handle_word {
	enum handle_kind kind;
	char letter;
	const char *noun, *example, *list;
} handle_words[] = {
	{ HANDLE_COMPILE, '[', "compile", "a compile ([1/0])",
	    "gbq compiles" },
	{ HANDLE_EVENT, 'e', "event", "an event (e12)", "gbq breaks --all" },
	{ HANDLE_SITE, 's', "site", "a site (s3)", "gbq breaks" },
	{ HANDLE_CAUSE, 'c', "cause", "a cause (c2)",
	    "gbq recompiles --by cause" },
	{ HANDLE_FAILURE, 'f', "failure", "a failure (f1)", "gbq failures" },
	{ HANDLE_GRAPH, 'g', "graph", "a graph (g4)", "gbq graphs" },
};

static const struct handle_word *
handle_word_of(enum handle_kind kind)
{
	size_t i = 0;

	while (handle_words[i].kind != kind)
		i++;
	return &handle_words[i];
}

const char *
handle_noun(enum handle_kind kind)
{
	return handle_word_of(kind)->noun;
}

const char *
handle_list(enum handle_kind kind)
{
	return handle_word_of(kind)->list;
}

/* Cut a number behind the last mark off the end of *text. */
static bool
cut_number(struct slice *text, struct slice mark, int64_t *number)
{
	size_t at = slice_find_last(*text, mark);

	*number = -1;
	if (at == SIZE_MAX)
		return true;
	if (!slice_to_int(slice_part(*text, at + mark.len, text->len),
	    number) || *number < 0)
		return false;
	*text = slice_part(*text, 0, at);
	return true;
}

/* Whether the text is PART/PART or PART/PART/PART of numbers and "-". */
static bool
is_id(struct slice text, int slashes)
{
	size_t at;
	int64_t number;
	struct slice part;

	for (; slashes >= 0; slashes--) {
		at = slice_find_byte(text, '/');
		if ((at == SIZE_MAX) != (slashes == 0))
			return false;
		part = slice_part(text, 0, at);
		if (!slice_equal(part, LITERAL("-")) &&
		    (!slice_to_int(part, &number) || number < 0))
			return false;
		text = slice_part(text, at + 1, text.len);
	}
	return true;
}

/* Read a number behind the letter of its kind. */
static bool
handle_parse_number(struct slice text, struct handle *handle)
{
	for (size_t i = 1; i < LENGTH(handle_words); i++) {
		if (text.len > 1 && *text.at == handle_words[i].letter &&
		    slice_count_digits(text, 1) == text.len - 1) {
			handle->kind = handle_words[i].kind;
			return slice_to_int(slice_part(text, 1, text.len),
			    &handle->number) && handle->number > 0;
		}
	}
	return false;
}

static bool
handle_parse_compile(struct slice rest, struct handle *handle)
{
	struct slice id;
	bool autograd;

	handle->kind = HANDLE_COMPILE;
	if (slice_starts(rest, LITERAL("[")) &&
	    slice_ends(rest, LITERAL("]")))
		rest = slice_part(rest, 1, rest.len - 1);
	if (!cut_number(&rest, LITERAL("@r"), &handle->rank) ||
	    !cut_number(&rest, LITERAL("#"), &handle->instance) ||
	    !cut_number(&rest, LITERAL("_"), &handle->attempt))
		return false;
	id = rest;
	autograd = slice_take(&id, LITERAL("!")) ||
	    slice_take(&id, LITERAL("CA:"));
	if (!is_id(id, autograd ? 2 : 1) || id.len + 2 > sizeof(handle->id))
		return false;
	snprintf(handle->id, sizeof(handle->id), "%s%.*s", autograd ? "!" : "",
	    (int)id.len, id.at);
	return true;
}

bool
handle_parse(const char *text, struct handle *handle)
{
	memset(handle, 0, sizeof(*handle));
	return handle_parse_number(slice_of(text), handle) ||
	    handle_parse_compile(slice_of(text), handle);
}

bool
handle_split(const char *text, size_t *run_len, struct handle *handle)
{
	static const char *const prefixes[] = { "name", "id", "key" };
	struct slice run = slice_of(text);

	*run_len = 0;
	if (handle_parse(text, handle))
		return true;
	run.len = slice_find_last_byte(run, ':');
	if (run.len == SIZE_MAX || run.len == 0)
		return false;
	if (slice_ends(run, LITERAL(":CA")))
		run.len -= strlen(":CA");
	for (size_t i = 0; i < LENGTH(prefixes); i++) {
		if (slice_equal(run, slice_of(prefixes[i])))
			return false;
	}
	*run_len = run.len;
	return handle_parse(text + run.len + 1, handle);
}

void
handle_text(struct buffer *out, const struct handle *handle)
{
	if (handle->kind != HANDLE_COMPILE) {
		buffer_printf(out, "%c%lld", handle_word_of(handle->kind)->
		    letter, (long long)handle->number);
		return;
	}
	buffer_printf(out, "[%s", handle->id);
	if (handle->attempt >= 0)
		buffer_printf(out, "_%lld", (long long)handle->attempt);
	if (handle->instance >= 0)
		buffer_printf(out, "#%lld", (long long)handle->instance);
	if (handle->rank >= 0)
		buffer_printf(out, "@r%lld", (long long)handle->rank);
	buffer_add_byte(out, ']');
}

void
handle_kinds_text(struct buffer *out, unsigned kinds)
{
	const char *gap = "";

	for (size_t i = 0; i < LENGTH(handle_words); i++) {
		if (!(kinds & handle_words[i].kind))
			continue;
		kinds &= ~(unsigned)handle_words[i].kind;
		buffer_printf(out, "%s%s", gap, handle_words[i].example);
		gap = kinds & (kinds - 1) ? ", " : " or ";
	}
}

enum gbq_status
handle_bind(struct gbq_query *query, const struct handle *handle)
{
	const struct {
		const char *name;
		int64_t value;
	} numbers[] = {
		{ "instance", handle->instance },
		{ "attempt", handle->attempt }, { "rank", handle->rank },
	};
	enum gbq_status status;

	if (handle->kind != HANDLE_COMPILE)
		return gbq_bind_integer(query, handle_noun(handle->kind),
		    handle->number);
	status = gbq_bind_text(query, gbq_has_parameter(query, "id") ? "id" :
	    "compile", handle->id);
	for (size_t i = 0; i < LENGTH(numbers) && status == GBQ_OK; i++) {
		if (numbers[i].value >= 0 &&
		    gbq_has_parameter(query, numbers[i].name))
			status = gbq_bind_integer(query, numbers[i].name,
			    numbers[i].value);
	}
	return status;
}

/* "event_id", "first_compile_id": the word of what they name; else NULL. */
static const struct handle_word *
handle_word_of_column(const char *name)
{
	struct slice rest = slice_of(name);

	if (!slice_ends(rest, LITERAL("_id")))
		return NULL;
	rest.len -= strlen("_id");
	for (size_t i = 0; i < LENGTH(handle_words); i++) {
		if (slice_ends(rest, slice_of(handle_words[i].noun)))
			return &handle_words[i];
	}
	return NULL;
}

bool
handle_cell(struct buffer *out, const char *name,
    const struct gbq_value *value)
{
	const struct handle_word *word = handle_word_of_column(name);

	if (!word)
		return false;
	if (word->kind == HANDLE_COMPILE && value->type == GBQ_TEXT)
		buffer_printf(out, "[%s]", value->bytes);
	else if (word->kind != HANDLE_COMPILE && value->type == GBQ_INTEGER)
		buffer_printf(out, "%c%lld", word->letter,
		    (long long)value->integer);
	else
		return false;
	return true;
}
