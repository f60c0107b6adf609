/*
 * find_run.c - which run a user means: the rules, once. Databases and clusters
 * answer the same saved queries: find_run, and run_names for what is of names.
 */
#include <string.h>

#include "api/handle.h"

/*
 * What a text may mean, in the order in which it is tried: the first that it
 * can have and that finds a run. The first two leave no other; a name comes
 * before what it may look like.
 */
enum meaning {
	MEANING_PREFIX,			/* id:12, name:TEXT, key:HEX */
	MEANING_AGE,			/* @latest, @-1 */
	MEANING_NAME,
	MEANING_NAME_AGE,		/* NAME@latest, NAME@-1 */
	MEANING_NUMBER,
	MEANING_KEY,			/* six digits of a run_key and more */
	MEANING_TAG,			/* TAG=VALUE */
	MEANING_GLOB, MEANING_COUNT
};

enum { SHORTEST_KEY = 6, LONGEST_KEY = 32, MOST_NAMES = 10000 };

/* What is asked: parameters of the query, in words. */
struct wanted {
	struct {
		const char *parameter;
		struct slice text;
	} parts[2];
	size_t count;
	int64_t skip;			/* newer ones to pass over */
	/* any number of rows may come, and but one may */
	bool is_start, is_glob;
};

/* Columns of find_run and run_names: what makes a run another, and a run. */
enum { COLUMN_WORD, COLUMN_RUN };

/* The rows that came. */
struct found {
	struct arena arena;
	int64_t run_id;			/* of the first: the newest */
	size_t count;
	struct slice least, most;	/* of the words */
};

static void
wanted_add(struct wanted *wanted, const char *parameter, struct slice text)
{
	wanted->parts[wanted->count].parameter = parameter;
	wanted->parts[wanted->count++].text = text;
}

/* "latest" or "-N": how many runs before the newest. */
static bool
wanted_age(struct wanted *wanted, struct slice text)
{
	if (slice_equal(text, LITERAL("latest")))
		return true;
	return slice_take(&text, LITERAL("-")) &&
	    slice_to_int(text, &wanted->skip) && wanted->skip >= 0;
}

/* A word and a colon say what the rest is. */
static bool
wanted_prefix(struct wanted *wanted, struct slice text)
{
	static const char *const words[] = { "id", "name", "key" };
	struct slice word = slice_part(text, 0, slice_find_byte(text, ':'));

	for (size_t i = 0; i < LENGTH(words) && word.len < text.len; i++) {
		if (!slice_equal(word, slice_of(words[i])))
			continue;
		wanted->is_start = strcmp(words[i], "key") == 0;
		wanted_add(wanted, words[i], slice_part(text, word.len + 1,
		    text.len));
		return true;
	}
	return false;
}

/* "NAME@AGE" */
static bool
wanted_name_age(struct wanted *wanted, struct slice text)
{
	size_t at = slice_find_last_byte(text, '@');

	if (at == SIZE_MAX)
		return false;
	wanted_add(wanted, "name", slice_part(text, 0, at));
	return wanted_age(wanted, slice_part(text, at + 1, text.len));
}

static bool
wanted_tag(struct wanted *wanted, struct slice text)
{
	size_t equals = slice_find_byte(text, '=');

	if (equals == SIZE_MAX || equals == 0)
		return false;
	wanted_add(wanted, "tag", slice_part(text, 0, equals));
	wanted_add(wanted, "value", slice_part(text, equals + 1, text.len));
	return true;
}

static bool
is_start_of_key(struct slice text, size_t shortest)
{
	for (size_t i = 0; i < text.len; i++) {
		if (!memchr("0123456789abcdef", text.at[i], 16))
			return false;
	}
	return text.len >= shortest && text.len <= LONGEST_KEY;
}

/* Whether the text can have that meaning; what to ask then. */
static bool
wanted_read(struct wanted *wanted, const char *word, enum meaning meaning)
{
	struct slice text = slice_of(word);
	int64_t number;

	switch (meaning) {
	case MEANING_PREFIX:
		return wanted_prefix(wanted, text);
	case MEANING_AGE:
		return slice_take(&text, LITERAL("@")) &&
		    wanted_age(wanted, text);
	case MEANING_NAME:
		wanted_add(wanted, "name", text);
		return true;
	case MEANING_NAME_AGE:
		return wanted_name_age(wanted, text);
	case MEANING_NUMBER:
		wanted_add(wanted, "id", text);
		return slice_to_int(text, &number);
	case MEANING_KEY:
		wanted->is_start = true;
		wanted_add(wanted, "key", text);
		return is_start_of_key(text, SHORTEST_KEY);
	case MEANING_TAG:
		return wanted_tag(wanted, text);
	default:
		wanted->is_glob = true;
		wanted_add(wanted, "glob", text);
		return strpbrk(word, "*?[") != NULL;
	}
}

static enum gbq_status
wanted_bind(const struct wanted *wanted, struct gbq *gbq,
    struct gbq_query *query, struct arena *arena)
{
	enum gbq_status status = GBQ_OK;
	int64_t number;

	for (size_t i = 0; i < wanted->count && status == GBQ_OK; i++) {
		const char *parameter = wanted->parts[i].parameter;
		struct slice text = wanted->parts[i].text;
		const char *value = slice_string(arena, text);

		if (strcmp(parameter, "key") == 0 && !is_start_of_key(text, 1))
			return error_set(&gbq->error, GBQ_USAGE,
			    "'%s' is not what a run_key begins with", value);
		if (strcmp(parameter, "id") != 0)
			status = gbq_bind_text(query, parameter, value);
		else if (slice_to_int(text, &number))
			status = gbq_bind_integer(query, parameter, number);
		else
			return error_set(&gbq->error, GBQ_USAGE,
			    "'%s' is no run number", value);
	}
	return status;
}

static void
found_add(struct found *found, const struct gbq_query *query)
{
	struct gbq_value value = gbq_column(query, COLUMN_WORD);
	struct slice word = { value.bytes, value.len };

	if (found->count++ == 0) {
		found->run_id = gbq_column(query, COLUMN_RUN).integer;
		found->least = found->most = slice_copy(&found->arena, word);
	} else if (slice_compare(word, found->least) < 0) {
		found->least = slice_copy(&found->arena, word);
	} else if (slice_compare(word, found->most) > 0) {
		found->most = slice_copy(&found->arena, word);
	}
}

static enum gbq_status
found_read(struct found *found, struct gbq *gbq, const struct wanted *wanted)
{
	bool is_one = !wanted->is_start && !wanted->is_glob, row = false;
	int64_t skip = wanted->skip;
	struct gbq_query *query;
	enum gbq_status status = gbq_prepare_saved(gbq, &query,
	    wanted->is_glob ? "run_names" : "find_run");

	if (status == GBQ_OK)
		status = wanted_bind(wanted, gbq, query, &found->arena);
	if (status == GBQ_OK && is_one)
		gbq_limit_rows(query, (size_t)skip + 1);
	while (status == GBQ_OK && !(is_one && found->count) &&
	    (status = gbq_step(query, &row)) == GBQ_OK && row) {
		if (skip-- <= 0)
			found_add(found, query);
	}
	gbq_finish(query);
	return status;
}

/* GBQ_NO_INPUT, without text, where there is none. */
static enum gbq_status
run_look_up(struct gbq *gbq, const struct wanted *wanted, const char *text,
    int64_t *run_id)
{
	struct found found = { .count = 0 };
	enum gbq_status status;

	arena_init(&found.arena);
	status = found_read(&found, gbq, wanted);
	*run_id = found.run_id;
	if (status == GBQ_OK && found.count == 0)
		status = GBQ_NO_INPUT;
	else if (status == GBQ_OK && found.count > 1)
		status = error_set(&gbq->error, GBQ_USAGE, "'%s' matches %zu "
		    "runs, for example %.*s and %.*s", text, found.count,
		    (int)found.least.len, found.least.at,
		    (int)found.most.len, found.most.at);
	arena_release(&found.arena);
	return status;
}

/* The first name, by the alphabet, that has the text in it or is in it. */
static const char *
run_similar(struct gbq *gbq, const char *text, struct arena *arena)
{
	struct gbq_query *query;
	const char *similar = NULL;
	struct gbq_value name;
	bool row = false;

	if (gbq_prepare_saved(gbq, &query, "run_names") == GBQ_OK)
		gbq_limit_rows(query, MOST_NAMES);
	while (query && gbq_step(query, &row) == GBQ_OK && row) {
		name = gbq_column(query, COLUMN_WORD);
		if (name.type == GBQ_TEXT && (strcasestr(name.bytes, text) ||
		    strcasestr(text, name.bytes)) &&
		    (!similar || strcmp(name.bytes, similar) < 0))
			similar = arena_copy(arena, name.bytes, name.len);
	}
	gbq_finish(query);
	return similar;
}

static enum gbq_status
run_not_found(struct gbq *gbq, const char *text)
{
	struct arena arena;
	const char *similar;

	if (strcmp(text, "@latest") == 0)
		return error_set(&gbq->error, GBQ_NO_INPUT,
		    "the database holds no runs");
	arena_init(&arena);
	similar = run_similar(gbq, text, &arena);
	error_set(&gbq->error, GBQ_NO_INPUT, "there is no run '%s'%s%s%s",
	    text, similar ? "; did you mean '" : "", similar ? similar : "",
	    similar ? "'?" : "");
	arena_release(&arena);
	return GBQ_NO_INPUT;
}

enum gbq_status
gbq_find_run(struct gbq *gbq, const char *text, int64_t *run_id)
{
	enum gbq_status status = handle_need_store(gbq);
	bool is_only = false;

	/* as of a variable that a script has not set */
	if (status == GBQ_OK && !*text)
		status = error_set(&gbq->error, GBQ_USAGE, "a RUN is empty; "
		    "'@latest' is the newest run");
	if (status != GBQ_OK)
		return status;
	status = GBQ_NO_INPUT;
	for (enum meaning i = 0; i < MEANING_COUNT && !is_only &&
	    status == GBQ_NO_INPUT; i++) {
		struct wanted wanted = { .count = 0 };

		if (!wanted_read(&wanted, text, i))
			continue;
		is_only = i <= MEANING_AGE;
		status = run_look_up(gbq, &wanted, text, run_id);
	}
	if (status == GBQ_OK && gbq->mirror)
		mirror_add_run(gbq->mirror, *run_id);
	return status == GBQ_NO_INPUT ? run_not_found(gbq, text) : status;
}
