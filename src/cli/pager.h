/*
 * pager.h - output that is longer than the screen goes through a pager.
 */
#ifndef GBQ_CLI_PAGER_H
#define GBQ_CLI_PAGER_H

#include <stdio.h>
#include <sys/types.h>

#include "util/text.h"

/* All zero: not in use. Must stay where it is while the stream is open. */
struct pager {
	FILE *terminal;		/* where the output goes in the end */
	const char *command;	/* for the shell */
	struct buffer held;	/* what fits on the screen so far */
	size_t columns, rows;	/* of the screen */
	size_t column, row;	/* where held ends */
	int pipe;		/* to the pager; 0: not started */
	pid_t child;
};

/*
 * A stream that keeps what is written until it is longer than the screen of
 * the terminal, then starts $PAGER (else less, where there is one) and writes
 * to it. NULL where there is nothing to do: the stream is no terminal, PAGER
 * is empty or cat, there is no such pager.
 */
FILE *pager_open(struct pager *pager, FILE *terminal);

/*
 * Close the stream that pager_open() gave: write what fits on the screen to
 * the terminal, or wait for the pager to end. False on an I/O error.
 */
bool pager_close(struct pager *pager, FILE *stream);

#endif
