/*
 * similar.c - edit distance between a misspelt word and the right ones.
 */
#include "cli/screen/similar.h"

#include <string.h>

enum { MAX_WORD = 40 };

static size_t
similar_smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Insertions, deletions, replacements and swaps of neighbours. */
static size_t
similar_distance(const char *a, const char *b)
{
	size_t rows[MAX_WORD + 1][MAX_WORD + 1];
	size_t a_len = strlen(a), b_len = strlen(b), cost;

	if (a_len > MAX_WORD || b_len > MAX_WORD)
		return MAX_WORD;
	for (size_t i = 0; i <= a_len; i++)
		rows[i][0] = i;
	for (size_t j = 0; j <= b_len; j++)
		rows[0][j] = j;
	for (size_t i = 1; i <= a_len; i++) {
		for (size_t j = 1; j <= b_len; j++) {
			cost = a[i - 1] != b[j - 1];
			rows[i][j] = similar_smaller(rows[i - 1][j - 1] + cost,
			    similar_smaller(rows[i - 1][j], rows[i][j - 1]) +
				1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1])
				rows[i][j] = similar_smaller(rows[i][j],
				    rows[i - 2][j - 2] + 1);
		}
	}
	return rows[a_len][b_len];
}

void
similar_offer(struct similar *similar, const char *word,
    const char *candidate)
{
	size_t found = similar_distance(word, candidate), len = strlen(word);

	/* "sum" for "summary": what was begun right is nearest. */
	if (len >= 2 && strncmp(word, candidate, len) == 0)
		found = 0;
	if (found > 1 + len / 3)
		return;
	if (!similar->name || found < similar->distance) {
		similar->name = candidate;
		similar->distance = found;
	}
}

const char *
similar_guess(const struct similar *similar)
{
	return similar->name;
}
