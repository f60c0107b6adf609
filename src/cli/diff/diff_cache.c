/*
 * diff_cache.c - caches before and after, and which parts of their keys
 * changed: one line a part, since one setting changes the keys of all graphs.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/diff/diff.h"
#include "cli/format/format.h"
#include "cli/format/row.h"

enum { MOST_PARTS = 12 };

/* A part of keys, with the first miss that it is of. */
struct part_line {
	const char *cache, *what;
	const struct gbq_cache_part *part;	/* NULL: not of a part */
	const struct gbq_diff_cache_key *first;
	size_t misses;
};

struct part_lines {
	struct part_line *items;
	size_t count, capacity;
};

static void
count_part(struct part_lines *lines, const struct gbq_diff_cache_key *key,
    const struct gbq_cache_part *part, const char *what)
{
	struct part_line *line;

	for (size_t i = 0; i < lines->count; i++) {
		line = &lines->items[i];
		if (strcmp(line->cache, key->cache) == 0 &&
		    strcmp(line->what, what) == 0) {
			line->misses++;
			return;
		}
	}
	line = array_add(lines);
	*line = (struct part_line){ key->cache, what, part, key, 1 };
}

/* Another torch has other parts: what changed tells more. */
static bool
is_one_sided(const struct part_line *line)
{
	return line->part && (!line->part->values[0] ||
	    !line->part->values[1]);
}

static int
diff_cache_compare_lines(const void *a, const void *b)
{
	const struct part_line *left = a, *right = b;
	int order = strcmp(left->cache, right->cache);

	if (!order)
		order = is_one_sided(left) - is_one_sided(right);
	if (!order)
		order = (left->misses < right->misses) -
		    (left->misses > right->misses);
	return order ? order : strcmp(left->what, right->what);
}

static struct part_lines
count_parts(const struct gbq_diff *diff)
{
	struct part_lines lines = { 0 };

	for (size_t i = 0; i < diff->cache_keys.count; i++) {
		const struct gbq_diff_cache_key *key =
		    &diff->cache_keys.items[i];

		if (key->same_key)
			count_part(&lines, key, NULL, "the key is the same, "
			    "but its entry was not there");
		else if (!key->parts_known)
			count_part(&lines, key, NULL,
			    "another key, whose parts are not told");
		for (size_t k = 0; k < key->part_count; k++)
			count_part(&lines, key, &key->parts[k],
			    key->parts[k].name);
	}
	if (lines.count)
		qsort(lines.items, lines.count, sizeof(*lines.items),
		    diff_cache_compare_lines);
	return lines;
}

static void
diff_cache_add_line(struct buffer *out, const struct part_line *line)
{
	const struct gbq_diff_cache_key *first = line->first;

	buffer_printf(out, "    %zu ", line->misses);
	add_text(out, line->cache);
	buffer_add_string(out, ": ");
	add_text(out, line->what);
	if (line->part) {
		buffer_add_string(out, ": ");
		add_text(out, line->part->values[0] ? line->part->values[0] :
		    "-");
		buffer_add_string(out, DIFF_ARROW);
		add_text(out, line->part->values[1] ? line->part->values[1] :
		    "-");
	}
	buffer_printf(out, " (%s", line->misses > 1 ? "first " : "");
	add_text(out, first->compile_ids[0]);
	buffer_add_string(out, DIFF_ARROW);
	add_text(out, first->compile_ids[1]);
	if (first->function) {
		buffer_add_byte(out, ' ');
		add_text(out, first->function);
	}
	buffer_add_string(out, ")\n");
}

static void
diff_cache_add_keys(struct buffer *out, const struct gbq_diff *diff,
    size_t limit)
{
	struct part_lines lines = count_parts(diff);
	size_t most = limit ? limit : MOST_PARTS;

	if (diff->cache_keys.count)
		buffer_printf(out, "  %zu miss%s where base had a hit or "
		    "another key; misses by part that changed:\n",
		    diff->cache_keys.count,
		    diff->cache_keys.count == 1 ? "" : "es");
	for (size_t i = 0; i < lines.count && i < most; i++)
		diff_cache_add_line(out, &lines.items[i]);
	if (lines.count > most)
		buffer_printf(out, "    … %zu more\n", lines.count - most);
	array_release(&lines);
}

static void
cache_add_state(struct buffer *out, const struct gbq_diff_cache *cache)
{
	buffer_add_string(out, "  ");
	add_text(out, cache->cache);
	buffer_add_byte(out, ' ');
	add_text(out, cache->state);
	buffer_printf(out, " %lld" DIFF_ARROW "%lld\n",
	    (long long)cache->counts[0], (long long)cache->counts[1]);
}

void
diff_cache_text(struct buffer *out, const struct gbq_diff *diff,
    size_t limit)
{
	for (size_t i = 0; i < diff->cache.count; i++) {
		const struct gbq_diff_cache *cache = &diff->cache.items[i];

		if (cache->counts[0] != cache->counts[1])
			cache_add_state(out, cache);
	}
	diff_cache_add_keys(out, diff, limit);
}
