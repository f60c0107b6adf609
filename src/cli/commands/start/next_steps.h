/*
 * next_steps.h - what to run next for a failure, by its category.
 */
#ifndef GBQ_CLI_COMMANDS_START_NEXT_STEPS_H
#define GBQ_CLI_COMMANDS_START_NEXT_STEPS_H

/* Commands and places to look at, a line each; NULL: none for it. */
const char *next_steps(const char *category);

#endif
