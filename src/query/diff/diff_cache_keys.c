/*
 * diff_cache_keys.c - which part of a cache key changed: a miss of the new
 * run beside the record of the same frame in the base whose key has most
 * parts in common. A graph that changed is a part ("gm") like any other.
 */
#include "query/diff/diff.h"

#include <stdlib.h>
#include <string.h>

#include "util/order.h"
#include "util/table.h"

/* Values are shown from where they begin to differ, so many bytes of them. */
enum { SHOWN_BYTES = 100 };

/* Beyond it the records of one frame are paired in their order. */
enum { MAX_GROUP = 64 };

/* What a group has of one key. */
struct key_tally {
	const struct side_cache_key *base;	/* the first, or NULL */
	size_t misses[GBQ_SIDES];	/* of the new run, those looked at */
	bool is_new;			/* the new run has it */
};

/* Records of one cache and frame. */
struct key_group {
	const struct side_cache_key **keys[GBQ_SIDES];
	size_t counts[GBQ_SIDES];
	struct hash_table numbers;	/* key to number of its tally */
	ARRAY_OF(struct key_tally) tallies;
	bool *used;			/* of the base's: no miss may take it */
	size_t first;			/* all before it are used */
};

static int
diff_cache_keys_compare_groups(const struct side_cache_key *a,
    const struct side_cache_key *b)
{
	int order = slice_compare(slice_of(a->cache), slice_of(b->cache));

	if (!order)
		order = slice_compare(a->file_key, b->file_key);
	return order ? order : slice_compare(slice_of(a->function),
	    slice_of(b->function));
}

static int
diff_cache_keys_compare(const void *a, const void *b)
{
	const struct side_cache_key *const *left = a, *const *right = b;
	int order = diff_cache_keys_compare_groups(*left, *right);

	/* Those of a side lie in one array, by compile. */
	return order ? order : ORDER_OF(*left, *right);
}

static bool
is_miss(const struct side_cache_key *key)
{
	return strcmp(key->state, "miss") == 0;
}

/* The tally of a key, which holds until the next key is new. */
static struct key_tally *
group_tally(struct key_group *group, struct slice key)
{
	size_t keys = group->numbers.entries.count;
	struct table_entry *entry = table_put(&group->numbers, key, NULL);

	if (group->numbers.entries.count > keys) {
		entry->value = keys;
		array_add(&group->tallies);
	}
	return &group->tallies.items[entry->value];
}

/* A key that both have says what to compare: no other miss takes it. */
static void
group_count_keys(struct key_group *group)
{
	size_t i;

	for (i = 0; i < group->counts[1]; i++)
		group_tally(group, group->keys[1][i]->key)->is_new = true;
	group->used = mem_calloc(group->counts[0] + 1, sizeof(bool));
	for (i = 0; i < group->counts[0]; i++) {
		const struct side_cache_key *base = group->keys[0][i];
		struct key_tally *tally = group_tally(group, base->key);

		if (!tally->base)
			tally->base = base;
		tally->misses[0] += is_miss(base);
		group->used[i] = tally->is_new;
	}
}

/* What comes next of two sorted lists: a part of one, or of both. */
struct part_pair {
	const struct side_component *sides[GBQ_SIDES];
};

static bool
diff_cache_keys_next_part(const struct side_cache_key *const keys[GBQ_SIDES],
    size_t at[GBQ_SIDES], struct part_pair *pair)
{
	const struct side_component *base = at[0] < keys[0]->component_count ?
	    &keys[0]->components[at[0]] : NULL;
	const struct side_component *found =
	    at[1] < keys[1]->component_count ?
	    &keys[1]->components[at[1]] : NULL;
	int order = !base ? 1 : !found ? -1 : slice_compare(base->name,
	    found->name);

	if (!base && !found)
		return false;
	pair->sides[0] = order <= 0 ? base : NULL;
	pair->sides[1] = order >= 0 ? found : NULL;
	at[0] += order <= 0;
	at[1] += order >= 0;
	return true;
}

static bool
diff_cache_keys_differs(const struct part_pair *pair)
{
	return !pair->sides[0] || !pair->sides[1] ||
	    !slice_equal(pair->sides[0]->hash, pair->sides[1]->hash);
}

static size_t
count_differences(const struct side_cache_key *base,
    const struct side_cache_key *found)
{
	const struct side_cache_key *const keys[GBQ_SIDES] = { base, found };
	size_t at[GBQ_SIDES] = { 0, 0 }, count = 0;
	struct part_pair pair;

	while (diff_cache_keys_next_part(keys, at, &pair))
		count += diff_cache_keys_differs(&pair);
	return count;
}

/*
 * The base's record of another key with fewest differences; equal ones and
 * those without parts in their order.
 */
static const struct side_cache_key *
choose_base(struct key_group *group, const struct side_cache_key *missed)
{
	size_t fewest = SIZE_MAX, count = group->counts[0], chosen = count, i;

	while (group->first < count && group->used[group->first])
		group->first++;
	for (i = group->first; i < count && fewest; i++) {
		const struct side_cache_key *base = group->keys[0][i];
		size_t differences;

		if (group->used[i])
			continue;
		differences = !base->component_count ||
		    !missed->component_count ? SIZE_MAX - 1 :
		    count_differences(base, missed);
		if (differences < fewest) {
			fewest = differences;
			chosen = i;
		}
		if (count > MAX_GROUP)
			break;
	}
	if (chosen == count)
		return NULL;
	group->used[chosen] = true;
	return group->keys[0][chosen];
}

/* Bytes that end a word: what is shown begins and ends beside one. */
static bool
is_break(char byte)
{
	return byte == '\n' || byte == ' ' || byte == ',';
}

/* Cut what both values begin with, up to the word that differs. */
static void
cut_common_start(struct slice *a, struct slice *b)
{
	size_t len = 0, word = 0;

	while (len < a->len && len < b->len && a->at[len] == b->at[len]) {
		len++;
		if (is_break(a->at[len - 1]))
			word = len;
	}
	*a = slice_part(*a, word, a->len);
	*b = slice_part(*b, word, b->len);
}

static void
cut_common_end(struct slice *a, struct slice *b)
{
	size_t len = 0, word = 0;

	while (len < a->len && len < b->len &&
	    a->at[a->len - 1 - len] == b->at[b->len - 1 - len]) {
		len++;
		if (is_break(a->at[a->len - len]))
			word = len;
	}
	a->len -= word;
	b->len -= word;
}

/* The first line, not too long of it, and whole characters. */
static const char *
diff_cache_keys_shorten(struct diff_build *build, struct slice value)
{
	struct slice line = value, whole;
	struct buffer text = { 0 };
	uint32_t code;
	size_t len = 0, step;

	slice_next_line(&value, &line);
	whole = slice_trim(line);
	line = slice_part(whole, 0, SHOWN_BYTES);
	while (len < line.len) {
		step = utf8_decode(slice_part(line, len, line.len), &code);
		if (!step && whole.len > line.len && line.len - len < 4)
			break;
		len += step ? step : 1;
	}
	utf8_replace_invalid(slice_part(line, 0, len), &text);
	if (len < whole.len)
		buffer_add_string(&text, "\xe2\x80\xa6");
	return diff_take(build, &text);
}

static void
show_part(struct diff_build *build, const struct part_pair *pair,
    struct gbq_cache_part *part)
{
	const struct side_component *base = pair->sides[0];
	const struct side_component *found = pair->sides[1];
	struct slice values[GBQ_SIDES] = { { 0 } };

	part->name = (base ? base : found)->name.at;
	if (base)
		values[0] = base->value;
	if (found)
		values[1] = found->value;
	if (base && found) {
		cut_common_start(&values[0], &values[1]);
		cut_common_end(&values[0], &values[1]);
	}
	if (base)
		part->values[0] = diff_cache_keys_shorten(build, values[0]);
	if (found)
		part->values[1] = diff_cache_keys_shorten(build, values[1]);
}

static void
show_parts(struct diff_build *build, const struct side_cache_key *base,
    const struct side_cache_key *found, struct gbq_diff_cache_key *out)
{
	const struct side_cache_key *const keys[GBQ_SIDES] = { base, found };
	size_t at[GBQ_SIDES] = { 0, 0 }, count;
	struct gbq_cache_part *parts;
	struct part_pair pair;

	out->parts_known = base->component_count && found->component_count;
	if (!out->parts_known || out->same_key)
		return;
	count = count_differences(base, found);
	out->parts = parts = arena_alloc(&build->arena, (count + 1) *
	    sizeof(*parts));
	while (diff_cache_keys_next_part(keys, at, &pair)) {
		if (diff_cache_keys_differs(&pair))
			show_part(build, &pair, &parts[out->part_count++]);
	}
}

static void
add_missed(struct diff_build *build, const struct side_cache_key *base,
    const struct side_cache_key *missed)
{
	struct gbq_diff_cache_key *out = array_add(&build->cache_keys);

	out->cache = missed->cache;
	out->function = missed->function;
	out->file = missed->file;
	out->line = missed->line;
	out->states[0] = base->state;
	out->states[1] = missed->state;
	out->keys[0] = base->key.at;
	out->keys[1] = missed->key.at;
	out->compile_ids[0] = base->compile_id;
	out->compile_ids[1] = missed->compile_id;
	out->same_key = slice_equal(base->key, missed->key);
	show_parts(build, base, missed, out);
}

/*
 * What a miss stands for in the base; NULL: the base missed that key as often,
 * or has no record of the frame left.
 */
static const struct side_cache_key *
base_of_miss(struct key_group *group, const struct side_cache_key *missed)
{
	struct key_tally *tally = group_tally(group, missed->key);

	if (!tally->base)
		return choose_base(group, missed);
	return tally->misses[1]++ >= tally->misses[0] ? tally->base : NULL;
}

static void
diff_cache_keys_compare_group(struct diff_build *build, struct key_group *group)
{
	size_t i;

	group_count_keys(group);
	for (i = 0; i < group->counts[1]; i++) {
		const struct side_cache_key *missed = group->keys[1][i];
		const struct side_cache_key *base = is_miss(missed) ?
		    base_of_miss(group, missed) : NULL;

		if (base)
			add_missed(build, base, missed);
	}
	table_release(&group->numbers);
	array_release(&group->tallies);
	free(group->used);
}

/* The keys of a side in order of groups, by files as on the new side. */
static const struct side_cache_key **
sort_keys(struct diff_build *build, int side)
{
	size_t count = build->sides[side]->cache_keys.count, i;
	const struct side_cache_key **keys = mem_calloc(count + 1,
	    sizeof(*keys));
	struct side_cache_key *copies = arena_alloc(&build->arena,
	    (count + 1) * sizeof(*copies));

	for (i = 0; i < count; i++) {
		copies[i] = build->sides[side]->cache_keys.items[i];
		copies[i].file_key = diff_file_key(build, side,
		    copies[i].file_key);
		keys[i] = &copies[i];
	}
	if (count)
		qsort(keys, count, sizeof(*keys), diff_cache_keys_compare);
	return keys;
}

/* How many from there on are of the group of that key. */
static size_t
group_length(const struct side_cache_key **keys, size_t count,
    const struct side_cache_key *of)
{
	size_t i = 0;

	while (i < count && diff_cache_keys_compare_groups(keys[i], of) == 0)
		i++;
	return i;
}

void
diff_cache_keys(struct diff_build *build)
{
	const struct side_cache_key **keys[GBQ_SIDES] = {
		sort_keys(build, 0), sort_keys(build, 1)
	};
	size_t counts[GBQ_SIDES] = { build->sides[0]->cache_keys.count,
	    build->sides[1]->cache_keys.count }, base = 0, found = 0;

	while (found < counts[1]) {
		const struct side_cache_key *first = keys[1][found];
		struct key_group group = { 0 };

		while (base < counts[0] &&
		    diff_cache_keys_compare_groups(keys[0][base], first) < 0)
			base++;
		group.keys[0] = keys[0] + base;
		group.keys[1] = keys[1] + found;
		group.counts[0] = group_length(group.keys[0],
		    counts[0] - base, first);
		group.counts[1] = group_length(group.keys[1],
		    counts[1] - found, first);
		diff_cache_keys_compare_group(build, &group);
		found += group.counts[1];
	}
	free(keys[0]);
	free(keys[1]);
}
