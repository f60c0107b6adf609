/*
 * parse.h - the parsers' common rules.
 *
 * A parser turns the bytes of one file into one record and problems. It is
 * pure: no I/O, no SQL, no state between calls. It takes any bytes: bad input
 * makes problems, never a crash, and time and memory stay linear in the input.
 * Records borrow from the input and from the arena.
 */
#ifndef GBQ_PARSE_PARSE_H
#define GBQ_PARSE_PARSE_H

#include "model/records.h"

/* What every parser is given. */
struct parse_context {
	struct arena *arena;
	struct problem_list *problems;
};

#endif
