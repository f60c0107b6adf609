/*
 * similar.h - "did you mean".
 */
#ifndef GBQ_CLI_SCREEN_SIMILAR_H
#define GBQ_CLI_SCREEN_SIMILAR_H

#include <stddef.h>

/* The best guess so far. All zero: none. */
struct similar {
	const char *name;	/* borrowed from the candidates */
	size_t distance;
};

/* Offer a candidate for a misspelt word. */
void similar_offer(struct similar *similar, const char *word,
    const char *candidate);

/* The guess, or NULL where no candidate is near enough. */
const char *similar_guess(const struct similar *similar);

#endif
