/*
 * mdoc.h - texts of the program as source of manual pages, mdoc(7).
 */
#ifndef GBQ_CLI_MDOC_H
#define GBQ_CLI_MDOC_H

#include <stdio.h>

#include "cli/options.h"

/*
 * Write a text to be filled: a sentence a line, empty lines as paragraphs,
 * what roff would take for its own escaped.
 */
void mdoc_text(FILE *out, const char *text);

/* Write one word or phrase within a line, escaped. */
void mdoc_word(FILE *out, const char *text);

/* The same as one argument of a macro, in quotes. */
void mdoc_argument(FILE *out, const char *text);

/* Write lines as they are, without their indent of two spaces. */
void mdoc_display(FILE *out, const char *text);

/* Write options as a list: ".It Fl f , Fl Fl format Ar FORMAT". */
void mdoc_options(FILE *out, const enum option_id *list);

#endif
