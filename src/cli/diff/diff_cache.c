/*
 * diff_cache.c - caches before and after, and which parts of their keys
 * changed: a row for each part of each key, for people one line a part, since
 * one setting changes the keys of all graphs.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/diff/diff.h"
#include "cli/diff/sheet.h"
#include "util/order.h"

enum { MOST_PARTS = 12 };

/* What differs of a miss; for people of several, of which this is the first. */
struct cache_line {
	const char *cache, *what;
	const char *part;		/* NULL: of the whole key */
	const char *values[GBQ_SIDES];
	const char *compile_ids[GBQ_SIDES], *keys[GBQ_SIDES];
	const char *function;
	size_t misses;
};

struct cache_lines {
	ARRAY_OF(struct cache_line) list;
	size_t misses;
};

static void
lines_add(struct cache_lines *lines, const struct gbq_diff_cache_key *key,
    const char *what, const struct gbq_cache_part *part)
{
	struct cache_line *line = array_add(&lines->list);

	line->cache = key->cache;
	line->what = what;
	line->function = key->function;
	line->misses = 1;
	for (int side = 0; side < GBQ_SIDES; side++) {
		line->compile_ids[side] = key->compile_ids[side];
		line->keys[side] = key->keys[side];
		line->values[side] = part ? part->values[side] : NULL;
	}
	if (part)
		line->part = part->name;
}

static void
lines_add_key(struct cache_lines *lines, const struct gbq_diff_cache_key *key)
{
	if (key->same_key)
		lines_add(lines, key, "the key is the same, but its entry "
		    "was not there", NULL);
	else if (!key->parts_known)
		lines_add(lines, key, "another key, whose parts are not told",
		    NULL);
	else if (!key->part_count)
		lines_add(lines, key, "another key, whose parts are equal",
		    NULL);
	for (size_t i = 0; i < key->part_count; i++) {
		const struct gbq_cache_part *part = &key->parts[i];

		lines_add(lines, key, !part->values[0] ? "only in NEW" :
		    !part->values[1] ? "only in BASE" : "changed", part);
	}
	lines->misses++;
}

/* cache: of one only, or NULL. */
static void
lines_of_diff(struct cache_lines *lines, const struct gbq_diff *diff,
    const char *cache)
{
	memset(lines, 0, sizeof(*lines));
	for (size_t i = 0; i < diff->cache_keys.count; i++) {
		if (!cache || strcmp(cache,
		    diff->cache_keys.items[i].cache) == 0)
			lines_add_key(lines, &diff->cache_keys.items[i]);
	}
}

static const char *
line_name(const struct cache_line *line)
{
	return line->part ? line->part : line->what;
}

/* What a line says, then how often: merges are of neighbours. */
static int
cache_line_name_order(const struct cache_line *left,
    const struct cache_line *right)
{
	int order = strcmp(left->cache, right->cache);

	return order ? order : strcmp(line_name(left), line_name(right));
}

static int
cache_line_place_order(const void *a, const void *b)
{
	const struct cache_line *const *left = a, *const *right = b;
	int order = cache_line_name_order(*left, *right);

	return order ? order : ORDER_OF(*left, *right);
}

/* Another torch has other parts: what changed tells more. */
static bool
line_is_one_sided(const struct cache_line *line)
{
	return line->part && (!line->values[0] || !line->values[1]);
}

static int
cache_line_order(const void *a, const void *b)
{
	const struct cache_line *const *left = a, *const *right = b;
	int order = strcmp((*left)->cache, (*right)->cache);

	if (!order)
		order = line_is_one_sided(*left) - line_is_one_sided(*right);
	if (!order)
		order = ORDER_OF((*right)->misses, (*left)->misses);
	return order ? order : cache_line_name_order(*left, *right);
}

/* The first line of each part, with the misses of all; how many there are. */
static size_t
lines_merge(struct cache_lines *lines, struct cache_line **merged)
{
	size_t count = lines->list.count, kept = 0;

	for (size_t i = 0; i < count; i++)
		merged[i] = &lines->list.items[i];
	qsort(merged, count, sizeof(*merged), cache_line_place_order);
	for (size_t i = 0; i < count; i++) {
		if (i && cache_line_name_order(merged[kept - 1],
		    merged[i]) == 0)
			merged[kept - 1]->misses++;
		else
			merged[kept++] = merged[i];
	}
	qsort(merged, kept, sizeof(*merged), cache_line_order);
	return kept;
}

/* "4 fx: inductor_config[cpp.threads]: 1 → 8 (first 0/0 → 0/0 forward)" */
static const char *
describe_line(struct sheet *sheet, const struct cache_line *line)
{
	const char *const *values = line->values;
	const char *const *ids = line->compile_ids;

	return sheet_printf(sheet, "%zu %s: %s%s%s%s%s (%s%s" DIFF_ARROW
	    "%s%s%s)", line->misses, line->cache, line_name(line),
	    line->part ? ": " : "",
	    !line->part ? "" : values[0] ? values[0] : "-",
	    line->part ? DIFF_ARROW : "",
	    !line->part ? "" : values[1] ? values[1] : "-",
	    line->misses > 1 ? "first " : "", ids[0] ? ids[0] : "?",
	    ids[1] ? ids[1] : "?", line->function ? " " : "",
	    line->function ? line->function : "");
}

static void
sheet_add_line(struct sheet *sheet, const char *text, int depth)
{
	struct sheet_row *row = sheet_row(sheet);

	row->cells[0] = text;
	row->depth = depth;
}

static void
sheet_add_keys(struct sheet *sheet, struct cache_lines *lines, size_t most)
{
	struct cache_line **merged = mem_calloc(lines->list.count + 1,
	    sizeof(*merged));
	size_t count = lines_merge(lines, merged);

	sheet_add_line(sheet, sheet_printf(sheet, "%zu miss%s where base had "
	    "a hit or another key; misses by part that changed:",
	    lines->misses, plural_end((int64_t)lines->misses, "miss")), 0);
	for (size_t i = 0; i < count && i < most; i++)
		sheet_add_line(sheet, describe_line(sheet, merged[i]), 1);
	if (count > most)
		sheet_add_line(sheet, sheet_printf(sheet, "… %zu more",
		    count - most), 1);
	free(merged);
}

void
sheet_add_caches(struct sheet *sheet, const struct gbq_diff *diff,
    const char *cache, size_t limit)
{
	struct cache_lines lines;

	sheet_add(sheet, SHEET_LINES, "cache");
	for (size_t i = 0; i < diff->cache.count; i++) {
		const struct gbq_diff_cache *row = &diff->cache.items[i];

		if (row->counts[0] == row->counts[1] ||
		    (cache && strcmp(cache, row->cache) != 0))
			continue;
		sheet_add_line(sheet, sheet_printf(sheet, "%s %s %lld"
		    DIFF_ARROW "%lld", row->cache, row->state,
		    (long long)row->counts[0], (long long)row->counts[1]),
		    0);
	}
	lines_of_diff(&lines, diff, cache);
	if (lines.misses)
		sheet_add_keys(sheet, &lines, limit ? limit : MOST_PARTS);
	array_release(&lines.list);
	if (!sheet->sections.items[sheet->sections.count - 1].rows.count)
		sheet->sections.count--;
}

void
diff_cache_rows(struct context *context, const struct gbq_diff *diff,
    const char *cache)
{
	static const struct field fields[] = {
		FIELD(cache_line, "cache", FIELD_TEXT, cache),
		FIELD(cache_line, "compile_id", FIELD_TEXT, compile_ids[1]),
		FIELD(cache_line, "key", FIELD_TEXT, keys[1]),
		FIELD(cache_line, "what", FIELD_TEXT, what),
		FIELD(cache_line, "component", FIELD_TEXT, part),
		FIELD(cache_line, "base", FIELD_TEXT, values[0]),
		FIELD(cache_line, "new", FIELD_TEXT, values[1]),
		FIELD(cache_line, "function", FIELD_TEXT, function),
		FIELD(cache_line, "base_compile_id", FIELD_TEXT,
		    compile_ids[0]),
		FIELD(cache_line, "base_key", FIELD_TEXT, keys[0]),
	};
	static const struct record record = RECORD(cache_line, fields);
	struct cache_lines lines;

	lines_of_diff(&lines, diff, cache);
	record_rows(context, &record, lines.list.items, lines.list.count);
	array_release(&lines.list);
}
