/*
 * cache_diff.c - pairs the misses of one run with records of the other, and
 * compares the components of their keys, which torch writes down with each
 * record: "[hash] inductor_config[freezing]: True".
 */
#include "cli/commands/compare/cache_diff.h"

#include <stdlib.h>
#include <string.h>

#include "cli/format/row.h"

enum { BASE, NEW, SIDES, COLUMNS = 7, MAX_SHOWN = 40 };

/* A record of a cache; texts are of the side's arena. */
struct record {
	const char *cache, *compile_id, *state, *key, *hash;
	int64_t place;
};

struct side {
	struct gbq *gbq;
	int64_t run_id;
	struct arena arena;
	ARRAY_OF(struct record) records;
};

/* A component of a key; hash is NULL where it is not told. */
struct component {
	const char *hash, *name, *value;
};

struct components {
	struct arena arena;
	ARRAY_OF(struct component) items;	/* sorted by name */
};

/* What differs, of how many misses. */
struct difference {
	const char *cache, *why, *component, *values[SIDES];
	const char *first;		/* compile id */
	int64_t misses;
};

struct cache_diff {
	struct context *context;
	struct side sides[SIDES];
	struct printer printer;
	bool as_rows;
	int64_t misses;
	struct arena arena;
	ARRAY_OF(struct difference) differences;
};

/* ---- reading ---- */

static const char *
cache_diff_keep(struct arena *arena, const char *text)
{
	return text ? arena_copy(arena, text, strlen(text)) : NULL;
}

static void
add_record(struct side *side, const struct gbq_query *row)
{
	struct record *record = array_add(&side->records);

	record->cache = cache_diff_keep(&side->arena, row_text(row, "cache"));
	record->compile_id = cache_diff_keep(&side->arena,
	    row_text(row, "compile_id"));
	record->state = cache_diff_keep(&side->arena, row_text(row, "state"));
	record->key = cache_diff_keep(&side->arena, row_text(row, "key"));
	record->hash = cache_diff_keep(&side->arena, row_text(row, "hash"));
	record->place = row_integer(row, "place");
}

static int
load_side(struct context *context, struct side *side, const char *run)
{
	struct gbq_query *query = NULL;
	enum gbq_status status;
	bool row = false;
	int exit_status;

	side->gbq = context->gbq = gbq_new();
	exit_status = database_find_run(context, run, &side->run_id);
	if (!exit_status)
		exit_status = query_saved(context, &query, "cache_keys",
		    side->run_id);
	if (!exit_status)
		exit_status = query_bind_options(context, query);
	if (exit_status) {
		gbq_finish(query);
		return exit_status;
	}
	while ((status = gbq_step(query, &row)) == GBQ_OK && row)
		add_record(side, query);
	gbq_finish(query);
	return status == GBQ_OK ? 0 : context_error(context, status);
}

static bool
cache_diff_take_piece(void *data, const char *bytes, size_t len)
{
	buffer_add(data, bytes, len);
	return true;
}

static int
cache_diff_compare_components(const void *a, const void *b)
{
	const struct component *left = a, *right = b;

	return strcmp(left->name, right->name);
}

/* "[hash] name: value" */
static void
add_component(struct components *components, const char *text)
{
	struct component *added = array_add(&components->items);
	char *copy = arena_copy(&components->arena, text, strlen(text));
	char *end = *copy == '[' ? strstr(copy, "] ") : NULL;
	char *name = end ? end + 2 : copy, *colon = strstr(name, ": ");

	if (end) {
		*end = '\0';
		added->hash = copy + 1;
	}
	if (colon)
		*colon = '\0';
	added->name = name;
	added->value = colon ? colon + 2 : "";
}

/* The components of a record's key; none where they are not told. */
static enum gbq_status
load_components(const struct side *side, const struct record *record,
    struct components *components)
{
	struct gbq_query *query = NULL;
	struct buffer json = { 0 };
	enum gbq_status status = GBQ_OK;
	bool row = false;

	arena_init(&components->arena);
	if (record->hash)
		status = gbq_content(side->gbq, record->hash,
		    cache_diff_take_piece, &json);
	if (status == GBQ_OK)
		status = gbq_prepare_saved(side->gbq, &query,
		    "cache_components");
	if (status == GBQ_OK)
		status = gbq_bind_text(query, "json", buffer_string(&json));
	while (status == GBQ_OK && (status = gbq_step(query, &row)) ==
	    GBQ_OK && row)
		add_component(components, row_text(query, "component"));
	gbq_finish(query);
	buffer_release(&json);
	if (components->items.count)
		qsort(components->items.items, components->items.count,
		    sizeof(*components->items.items),
		    cache_diff_compare_components);
	return status;
}

static void
release_components(struct components *components)
{
	array_release(&components->items);
	arena_release(&components->arena);
}

/* ---- pairing ---- */

static bool
cache_diff_same_text(const char *a, const char *b)
{
	return a && b && strcmp(a, b) == 0;
}

/* The record of the same cache, compile and order; NULL: none. */
static const struct record *
find_pair(const struct side *base, const struct record *record)
{
	for (size_t i = 0; i < base->records.count; i++) {
		const struct record *other = &base->records.items[i];

		if (cache_diff_same_text(other->cache, record->cache) &&
		    cache_diff_same_text(other->compile_id,
			record->compile_id) &&
		    other->place == record->place)
			return other;
	}
	return NULL;
}

static bool
has_key(const struct side *base, const struct record *record)
{
	for (size_t i = 0; i < base->records.count; i++) {
		if (cache_diff_same_text(base->records.items[i].cache,
			record->cache) &&
		    cache_diff_same_text(base->records.items[i].key,
			record->key))
			return true;
	}
	return false;
}

/* ---- telling ---- */

/* Count a difference with the others of the same component. */
static void
cache_diff_count(struct cache_diff *diff, const struct record *record,
    const char *why, const struct component *base,
    const struct component *newer)
{
	const char *name = base ? base->name : newer ? newer->name : "";
	struct difference *found = diff->differences.items;
	size_t i, known = diff->differences.count;

	for (i = 0; i < known; i++, found++) {
		if (cache_diff_same_text(found->cache, record->cache) &&
		    cache_diff_same_text(found->why, why) &&
		    cache_diff_same_text(found->component, name)) {
			found->misses++;
			return;
		}
	}
	found = array_add(&diff->differences);
	found->cache = cache_diff_keep(&diff->arena,
	    record->cache ? record->cache : "?");
	found->why = why;
	found->component = cache_diff_keep(&diff->arena, name);
	found->values[BASE] = base ? cache_diff_keep(&diff->arena, base->value)
				   : NULL;
	found->values[NEW] = newer ? cache_diff_keep(&diff->arena, newer->value)
				   : NULL;
	found->first = record->compile_id;
	found->misses = 1;
}

static void
cache_diff_tell(struct cache_diff *diff, const struct record *record,
    const char *why, const struct component *base,
    const struct component *newer)
{
	struct gbq_value values[COLUMNS] = {
		value_of_text(record->cache), value_of_text(record->compile_id),
		value_of_text(record->key), value_of_text(why),
		value_of_text(base ? base->name : newer ? newer->name : NULL),
		value_of_text(base ? base->value : NULL),
		value_of_text(newer ? newer->value : NULL)
	};
	size_t limit = diff->context->limit;

	if (!diff->as_rows)
		cache_diff_count(diff, record, why, base, newer);
	else if (!limit || diff->printer.row_count < limit)
		printer_row(&diff->printer, values);
}

/* By what is hashed: texts hold addresses, which are not. */
static bool
cache_diff_is_equal(const struct component *a, const struct component *b)
{
	return a->hash && b->hash ? strcmp(a->hash, b->hash) == 0 :
	    strcmp(a->value, b->value) == 0;
}

/* Both are sorted by name. True if anything differs. */
static bool
cache_diff_compare(struct cache_diff *diff, const struct record *record,
    const struct components *base, const struct components *newer)
{
	size_t b = 0, n = 0;
	bool differs = false;
	int order;

	while (b < base->items.count || n < newer->items.count) {
		const struct component *old = b < base->items.count ?
		    &base->items.items[b] : NULL;
		const struct component *now = n < newer->items.count ?
		    &newer->items.items[n] : NULL;

		order = !old ? 1 : !now ? -1 : strcmp(old->name, now->name);
		b += order <= 0;
		n += order >= 0;
		if (order == 0 && cache_diff_is_equal(old, now))
			continue;
		cache_diff_tell(diff, record,
		    order == 0	    ? "changed"
			: order < 0 ? "only in BASE"
				    : "only in NEW",
		    order <= 0 ? old : NULL, order >= 0 ? now : NULL);
		differs = true;
	}
	return differs;
}

static enum gbq_status
cache_diff_compare_keys(struct cache_diff *diff, const struct record *record,
    const struct record *pair)
{
	struct components parts[SIDES] = { 0 };
	enum gbq_status status;

	status = load_components(&diff->sides[BASE], pair, &parts[BASE]);
	if (status != GBQ_OK)
		diff->context->gbq = diff->sides[BASE].gbq;
	else
		status = load_components(&diff->sides[NEW], record,
		    &parts[NEW]);
	if (status == GBQ_OK && (!parts[BASE].items.count ||
	    !parts[NEW].items.count))
		cache_diff_tell(diff, record, "components are not told", NULL,
		    NULL);
	else if (status == GBQ_OK &&
	    !cache_diff_compare(diff, record, &parts[BASE], &parts[NEW]))
		cache_diff_tell(diff, record, "components are equal", NULL,
		    NULL);
	release_components(&parts[BASE]);
	release_components(&parts[NEW]);
	return status;
}

static enum gbq_status
cache_diff_explain(struct cache_diff *diff, const struct record *record)
{
	const struct side *base = &diff->sides[BASE];
	const struct record *pair;

	diff->misses++;
	if (has_key(base, record)) {
		cache_diff_tell(diff, record,
		    "the key is in BASE: its entry was not "
		    "there",
		    NULL, NULL);
		return GBQ_OK;
	}
	pair = find_pair(base, record);
	if (pair)
		return cache_diff_compare_keys(diff, record, pair);
	cache_diff_tell(diff, record, "no such record in BASE", NULL, NULL);
	return GBQ_OK;
}

/* ---- for people ---- */

static int
compare_differences(const void *a, const void *b)
{
	const struct difference *left = a, *right = b;
	int order = strcmp(left->cache, right->cache);

	if (left->misses != right->misses)
		return left->misses < right->misses ? 1 : -1;
	if (order == 0)
		order = strcmp(left->component, right->component);
	return order ? order : strcmp(left->why, right->why);
}

static bool
cache_diff_continues(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

/*
 * Where a value is to be shown from: the part before a comma, in the line
 * that differs from the other value.
 */
static size_t
cache_diff_first_difference(const char *text, const char *other)
{
	size_t at = 0, line = 0, part = 0;

	while (other && text[at] && text[at] == other[at]) {
		if (text[at] == '\n')
			line = part = at + 1;
		else if (text[at] == ' ' && at - line >= MAX_SHOWN / 2)
			part = at + 1;
		at++;
	}
	return part;
}

/* The part of a line of a value that differs, cut. */
static struct gbq_value
short_value(struct arena *arena, const char *text, const char *other)
{
	size_t from, len;
	char *shown;

	if (!text)
		return value_of_text(NULL);
	from = cache_diff_first_difference(text, other);
	len = strcspn(text + from, "\n");
	if (len > MAX_SHOWN)
		len = MAX_SHOWN;
	while (len && cache_diff_continues(text[from + len]))
		len--;
	shown = arena_alloc(arena, len + sizeof("…"));
	strcpy(shown, from ? "…" : "");
	strncat(shown, text + from, len);
	return value_of_text(shown);
}

static void
print_differences(struct cache_diff *diff)
{
	static const char *const names[COLUMNS] = { "misses", "cache", "what",
		"component", "base", "new", "first_compile_id" };
	struct context *context = diff->context;
	size_t shown = diff->differences.count;
	struct printer printer = context_printer(context, NULL);

	if (shown)
		qsort(diff->differences.items, shown,
		    sizeof(*diff->differences.items), compare_differences);
	if (context->limit && shown > context->limit)
		shown = context->limit;
	fprintf(context->out, "%lld miss%s of NEW\n\n",
	    (long long)diff->misses, diff->misses == 1 ? "" : "es");
	printer.hide_unknown = true;
	printer_start(&printer, names, COLUMNS);
	for (size_t i = 0; i < shown; i++) {
		const struct difference *item = &diff->differences.items[i];

		printer_row(&printer, (struct gbq_value[]){
		    { .type = GBQ_INTEGER, .integer = item->misses },
		    value_of_text(item->cache), value_of_text(item->why),
		    value_of_text(*item->component ? item->component : NULL),
		    short_value(&diff->arena, item->values[BASE],
			item->values[NEW]),
		    short_value(&diff->arena, item->values[NEW],
			item->values[BASE]),
		    value_of_text(item->first) });
	}
	printer_end(&printer);
}

/* ---- the command ---- */

static int
explain_all(struct cache_diff *diff)
{
	static const char *const names[COLUMNS] = { "cache", "compile_id",
		"key", "what", "component", "base", "new" };
	struct side *newer = &diff->sides[NEW];
	enum gbq_status status = GBQ_OK;

	diff->as_rows = !context_for_people(diff->context);
	diff->printer = context_printer(diff->context, NULL);
	if (diff->as_rows)
		printer_start(&diff->printer, names, COLUMNS);
	for (size_t i = 0; i < newer->records.count && status == GBQ_OK; i++) {
		if (cache_diff_same_text(newer->records.items[i].state, "miss"))
			status = cache_diff_explain(diff,
			    &newer->records.items[i]);
	}
	if (diff->as_rows)
		printer_end(&diff->printer);
	else if (diff->misses)
		print_differences(diff);
	else
		context_note(diff->context, "NEW has no misses");
	return status == GBQ_OK ? 0 : context_error(diff->context, status);
}

int
cache_diff(struct context *context)
{
	struct cache_diff diff = { .context = context };
	struct gbq *own = context->gbq;
	int exit_status = 0;

	for (int i = 0; i < SIDES && !exit_status; i++)
		exit_status = load_side(context, &diff.sides[i],
		    context->arguments[i]);
	if (!exit_status)
		exit_status = explain_all(&diff);
	for (int i = 0; i < SIDES; i++) {
		gbq_free(diff.sides[i].gbq);
		arena_release(&diff.sides[i].arena);
		array_release(&diff.sides[i].records);
	}
	context->gbq = own;
	array_release(&diff.differences);
	arena_release(&diff.arena);
	return exit_status;
}
