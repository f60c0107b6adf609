/*
 * select.c - which run of a cluster a text means. As on a local database
 * (query/run_select.h), and by run_key and tag.
 */
#include "remote/statement.h"

#include <string.h>

enum { SHORTEST_KEY = 6 };

/* What find_run is asked. */
struct wanted {
	struct slice whole;		/* the text of the user */
	struct slice name, glob, key, tag, value, id;
	int64_t skip;			/* newer ones to pass over */
};

struct found {
	int64_t run_id;
	bool is_one;
	bool several;			/* of other names or keys, too */
	struct buffer first, other;	/* two of them, in words */
};

static enum gbq_status
bind_text(struct statement *statement, const char *name, struct slice text,
    struct error *error)
{
	struct gbq_value value = { GBQ_TEXT, 0, 0, text.at, text.len };

	return text.at ? statement->class->bind(statement, name, &value,
	    error) : GBQ_OK;
}

static enum gbq_status
bind_wanted(struct statement *statement, const struct wanted *wanted,
    struct error *error)
{
	const struct { const char *name; struct slice text; } texts[] = {
		{ "name", wanted->name }, { "glob", wanted->glob },
		{ "key", wanted->key }, { "tag", wanted->tag },
		{ "value", wanted->value }
	};
	struct gbq_value id = { GBQ_INTEGER, 0, 0, NULL, 0 };
	enum gbq_status status = GBQ_OK;

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]) &&
	    status == GBQ_OK; i++)
		status = bind_text(statement, texts[i].name, texts[i].text,
		    error);
	if (status != GBQ_OK || !wanted->id.at)
		return status;
	if (!slice_to_int(wanted->id, &id.integer))
		return error_set(error, GBQ_USAGE, "'%.*s' is no run "
		    "number", (int)wanted->id.len, wanted->id.at);
	return statement->class->bind(statement, "id", &id, error);
}

/* A row of find_run: run_id, run_key, name. */
static void
take_row(struct found *found, struct statement *statement,
    const struct wanted *wanted)
{
	struct gbq_value word = statement->class->column(statement,
	    wanted->key.at ? 1 : 2);
	struct slice text = { word.bytes, word.len };

	if (!found->is_one) {
		found->is_one = true;
		found->run_id = statement->class->column(statement,
		    0).integer;
		buffer_add_slice(&found->first, text);
	} else if (!found->several &&
	    !slice_equal(text, buffer_slice(&found->first))) {
		found->several = true;
		buffer_add_slice(&found->other, text);
	}
}

static enum gbq_status
read_found(struct found *found, struct statement *statement,
    const struct wanted *wanted, struct error *error)
{
	enum gbq_status status;
	int64_t number = 0;
	bool row = false;

	while ((status = statement->class->step(statement, &row, error)) ==
	    GBQ_OK && row) {
		if (number++ >= wanted->skip)
			take_row(found, statement, wanted);
	}
	return status;
}

/* GBQ_NO_INPUT, without text, where there is none. */
static enum gbq_status
select_look_up(struct clickhouse *ch, const char *sql,
    const struct wanted *wanted, int64_t *run_id, struct error *error)
{
	bool one_only = wanted->glob.at || wanted->key.at;
	struct found found = { 0 };
	struct statement *statement;
	enum gbq_status status;

	statement_remote(&statement, ch, sql, NULL);
	status = bind_wanted(statement, wanted, error);
	if (status == GBQ_OK)
		status = read_found(&found, statement, wanted, error);
	*run_id = found.run_id;
	if (status == GBQ_OK && !found.is_one)
		status = GBQ_NO_INPUT;
	else if (status == GBQ_OK && one_only && found.several)
		status = error_set(error, GBQ_USAGE, "'%.*s' matches "
		    "several runs, for example %s and %s",
		    (int)wanted->whole.len, wanted->whole.at,
		    buffer_string(&found.first), buffer_string(&found.other));
	statement->class->finish(statement);
	buffer_release(&found.first);
	buffer_release(&found.other);
	return status;
}

/* "latest" or "-N": how many runs before the newest. */
static bool
select_parse_age(struct slice text, int64_t *age)
{
	*age = 0;
	if (slice_equal(text, LITERAL("latest")))
		return true;
	if (!slice_starts(text, LITERAL("-")) || !slice_to_int(text, age))
		return false;
	*age = -*age;
	return true;
}

/* What stands behind a word and says what it is; else false. */
static bool
read_prefixed(struct slice text, struct wanted *wanted)
{
	const struct { struct slice prefix; struct slice *part; } list[] = {
		{ LITERAL("name:"), &wanted->name },
		{ LITERAL("key:"), &wanted->key },
		{ LITERAL("id:"), &wanted->id }
	};

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		if (slice_take(&text, list[i].prefix)) {
			*list[i].part = text;
			return true;
		}
	}
	return false;
}

static bool
is_key(struct slice text)
{
	size_t i = 0;

	while (i < text.len && ((text.at[i] >= '0' && text.at[i] <= '9') ||
	    (text.at[i] >= 'a' && text.at[i] <= 'f')))
		i++;
	return i == text.len && i >= SHORTEST_KEY && i <= 32;
}

/* The other meanings of a text that is no name of a run, in their order. */
static bool
read_meaning(struct slice text, int number, struct wanted *wanted)
{
	size_t at = slice_find_last_byte(text, '@');
	size_t equals = slice_find_byte(text, '=');
	int64_t id;

	switch (number) {
	case 0:
		if (at == SIZE_MAX || !select_parse_age(slice_part(text, at + 1,
		    text.len), &wanted->skip))
			return false;
		if (at > 0)
			wanted->name = slice_part(text, 0, at);
		return true;
	case 1:
		wanted->id = text;
		return slice_to_int(text, &id);
	case 2:
		wanted->key = text;
		return is_key(text);
	case 3:
		if (equals == SIZE_MAX || equals == 0)
			return false;
		wanted->tag = slice_part(text, 0, equals);
		wanted->value = slice_part(text, equals + 1, text.len);
		return true;
	default:
		wanted->glob = text;
		return slice_find_byte(text, '*') != SIZE_MAX ||
		    slice_find_byte(text, '?') != SIZE_MAX ||
		    slice_find_byte(text, '[') != SIZE_MAX;
	}
}

static bool
select_is_path(struct slice text)
{
	return slice_starts(text, LITERAL("/")) ||
	    slice_starts(text, LITERAL("./")) ||
	    slice_starts(text, LITERAL("../")) ||
	    slice_equal(text, LITERAL(".")) ||
	    slice_equal(text, LITERAL(".."));
}

enum { MEANINGS = 5 };

static enum gbq_status
select_find(struct clickhouse *ch, const char *sql, struct slice text,
    int64_t *run_id, struct error *error)
{
	struct wanted wanted = { .whole = text };
	enum gbq_status status;

	if (read_prefixed(text, &wanted))
		return select_look_up(ch, sql, &wanted, run_id, error);
	if (slice_starts(text, LITERAL("@")) &&
	    read_meaning(text, 0, &wanted))
		return select_look_up(ch, sql, &wanted, run_id, error);
	wanted = (struct wanted){ .whole = text, .name = text };
	status = select_look_up(ch, sql, &wanted, run_id, error);
	for (int i = 0; i < MEANINGS && status == GBQ_NO_INPUT; i++) {
		wanted = (struct wanted){ .whole = text };
		if (read_meaning(text, i, &wanted))
			status = select_look_up(ch, sql, &wanted, run_id,
			    error);
	}
	return status;
}

enum gbq_status
select_run(struct clickhouse *clickhouse, const char *sql, const char *text,
    int64_t *run_id, struct error *error)
{
	enum gbq_status status;

	if (!*text)
		return error_set(error, GBQ_USAGE, "a RUN is empty; "
		    "'@latest' is the newest run");
	if (select_is_path(slice_of(text)))
		return error_set(error, GBQ_USAGE, "'%s' is a path: runs "
		    "of a cluster are named by name, run_key, TAG=VALUE or "
		    "@latest; leave --on out to read a path", text);
	status = select_find(clickhouse, sql, slice_of(text), run_id, error);
	if (status == GBQ_NO_INPUT)
		error_set(error, status, strcmp(text, "@latest") == 0 ?
		    "the cluster holds no runs" :
		    "there is no run '%s' on the cluster", text);
	return status;
}
