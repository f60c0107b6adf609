/*
 * compile_name.h - the ID argument of commands: a compile or an event.
 */
#ifndef GBQ_CLI_COMPILE_NAME_H
#define GBQ_CLI_COMPILE_NAME_H

#include <stdbool.h>
#include <stdint.h>

struct compile_name {
	int64_t event;		/* above 0: an event, the rest is not set */
	char id[64];		/* "0/0", "!1/0/0", as in view compiles */
	int64_t attempt, instance, rank;	/* -1: not given */
};

/*
 * Read "[!CA/]F/C[_A][#INSTANCE][@rN]", "CA:1/0/0" for "!1/0/0", in brackets
 * or not, or "eN". False for anything else.
 */
bool compile_name_parse(const char *text, struct compile_name *name);

#endif
