/*
 * line_diff.c - length of a longest common subsequence of lines, by the
 * bit-vector algorithm (Hyyrö 2004): one bit a line of the shorter text, one
 * pass over them for each line of the longer one, O(n * m / 64).
 */
#include "parse/graph/line_diff.h"

#include <stdlib.h>
#include <string.h>

/* Words of 64 bits that may be touched: four seconds or so. */
static const uint64_t max_steps = 2000000000;

enum { WORD_BITS = 64 };

#define NO_LINE UINT32_MAX

/* The distinct lines of a text, in an open hash table. */
struct line_table {
	struct line_entry {
		struct slice line;	/* at == NULL: free */
		uint32_t last;		/* last place in the text */
		uint32_t count;		/* how many places */
		uint64_t *mask;		/* of a frequent line, or NULL */
	} *entries;
	size_t size;		/* a power of two */
	uint32_t *previous;	/* for each line: its place before, or none */
	size_t words;		/* of a bit vector */
};

/* The next line with its '\n'. */
static bool
line_diff_take_line(struct slice *rest, struct slice *line)
{
	struct slice text = *rest;

	if (!slice_next_line(rest, line))
		return false;
	*line = slice_part(text, 0, text.len - rest->len);
	return true;
}

static size_t
count_lines(struct slice text)
{
	size_t count = 0, at;

	while ((at = slice_find_byte(text, '\n')) != SIZE_MAX) {
		text = slice_part(text, at + 1, text.len);
		count++;
	}
	return count + (text.len > 0);
}

/* Cut off the lines that both texts begin and end with. */
static void
trim_common(struct slice *a, struct slice *b)
{
	size_t len = a->len < b->len ? a->len : b->len, same = 0, kept = 0;

	for (; same < len && a->at[same] == b->at[same]; same++) {
		if (a->at[same] == '\n')
			kept = same + 1;
	}
	*a = slice_part(*a, kept, a->len);
	*b = slice_part(*b, kept, b->len);
	len -= kept;
	/* at the end: up to, not with, the '\n' of the line before */
	kept = 0;
	for (same = 0; same < len; same++) {
		if (a->at[a->len - 1 - same] != b->at[b->len - 1 - same])
			break;
		if (a->at[a->len - 1 - same] == '\n')
			kept = same;
	}
	a->len -= kept;
	b->len -= kept;
}

static uint64_t
hash_line(struct slice line)
{
	uint64_t hash = 0xcbf29ce484222325;
	size_t i;

	for (i = 0; i < line.len; i++)
		hash = (hash ^ (unsigned char)line.at[i]) * 0x100000001b3;
	return hash ^ hash >> 29;
}

/* The line's entry, or the free one where it belongs. */
static struct line_entry *
find_entry(const struct line_table *table, struct slice line)
{
	size_t at = (size_t)hash_line(line) & (table->size - 1);

	while (table->entries[at].line.at &&
	    !slice_equal(table->entries[at].line, line))
		at = (at + 1) & (table->size - 1);
	return &table->entries[at];
}

static void
set_bits(const struct line_table *table, const struct line_entry *entry,
    uint64_t *mask)
{
	uint32_t place;

	for (place = entry->last; place != NO_LINE;
	    place = table->previous[place])
		mask[place / WORD_BITS] |= (uint64_t)1 << place % WORD_BITS;
}

static void
clear_bits(const struct line_table *table, const struct line_entry *entry,
    uint64_t *mask)
{
	uint32_t place;

	for (place = entry->last; place != NO_LINE;
	    place = table->previous[place])
		mask[place / WORD_BITS] = 0;
}

static void
table_init(struct line_table *table, struct slice text, size_t count)
{
	struct line_entry *entry;
	struct slice line;
	uint32_t place = 0;
	size_t i;

	table->words = (count + WORD_BITS - 1) / WORD_BITS;
	for (table->size = 16; table->size < count * 2; table->size *= 2)
		continue;
	table->entries = mem_calloc(table->size, sizeof(*table->entries));
	table->previous = mem_calloc(count, sizeof(*table->previous));
	for (; line_diff_take_line(&text, &line); place++) {
		entry = find_entry(table, line);
		table->previous[place] = entry->line.at ? entry->last :
		    NO_LINE;
		entry->line = line;
		entry->last = place;
		entry->count++;
	}
	/* at most 64 lines are so frequent that a mask of their own pays */
	for (i = 0; i < table->size; i++) {
		entry = &table->entries[i];
		if (entry->count <= table->words)
			continue;
		entry->mask = mem_calloc(table->words, sizeof(uint64_t));
		set_bits(table, entry, entry->mask);
	}
}

static void
table_release(struct line_table *table)
{
	size_t i;

	for (i = 0; i < table->size; i++)
		free(table->entries[i].mask);
	free(table->entries);
	free(table->previous);
}

/* One line of the longer text: v = (v + (v & mask)) | (v & ~mask). */
static void
line_diff_step(uint64_t *vector, const uint64_t *mask, size_t words)
{
	uint64_t v, u, sum, carry = 0;
	size_t i;

	for (i = 0; i < words; i++) {
		v = vector[i];
		u = v & mask[i];
		sum = v + u;
		/* both additions cannot carry: u is at most v */
		vector[i] = sum + carry;
		carry = (sum < v) | (vector[i] < sum);
		vector[i] |= v & ~mask[i];
	}
}

static size_t
count_matched(const uint64_t *vector, size_t count)
{
	size_t matched = 0, i;

	for (i = 0; i < count; i++)
		matched += !(vector[i / WORD_BITS] >> i % WORD_BITS & 1);
	return matched;
}

static size_t
common_lines(struct slice text, size_t count, struct slice longer)
{
	struct line_table table = { 0 };
	struct line_entry *entry;
	uint64_t *vector, *scratch;
	struct slice line;
	size_t matched;

	if (count == 0)
		return 0;
	table_init(&table, text, count);
	vector = mem_calloc(table.words, sizeof(*vector));
	scratch = mem_calloc(table.words, sizeof(*scratch));
	memset(vector, 0xff, table.words * sizeof(*vector));
	while (line_diff_take_line(&longer, &line)) {
		entry = find_entry(&table, line);
		if (!entry->line.at)
			continue;
		if (entry->mask) {
			line_diff_step(vector, entry->mask, table.words);
			continue;
		}
		set_bits(&table, entry, scratch);
		line_diff_step(vector, scratch, table.words);
		clear_bits(&table, entry, scratch);
	}
	matched = count_matched(vector, count);
	free(vector);
	free(scratch);
	table_release(&table);
	return matched;
}

bool
line_diff(struct slice before, struct slice after, int64_t *added,
    int64_t *removed)
{
	size_t old_lines, new_lines, common;

	trim_common(&before, &after);
	old_lines = count_lines(before);
	new_lines = count_lines(after);
	if (old_lines && (new_lines > UINT32_MAX / 2 ||
	    old_lines > UINT32_MAX / 2 ||
	    new_lines > max_steps * WORD_BITS / old_lines))
		return false;
	if (old_lines <= new_lines)
		common = common_lines(before, old_lines, after);
	else
		common = common_lines(after, new_lines, before);
	*removed = (int64_t)(old_lines - common);
	*added = (int64_t)(new_lines - common);
	return true;
}
