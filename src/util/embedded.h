/*
 * embedded.h - the files that the build puts into the program: migrations,
 * views, saved queries, the graph-break registry, scripts. src/tools/embed.c
 * writes the table.
 */
#ifndef GBQ_UTIL_EMBEDDED_H
#define GBQ_UTIL_EMBEDDED_H

#include <stddef.h>

struct embedded_file {
	const char *name;		/* path as in the source tree */
	const unsigned char *bytes;	/* followed by a NUL */
	size_t size;			/* without that NUL */
};

/* In the order of the command line of embed, which make sorts. */
extern const struct embedded_file embedded_files[];
extern const size_t embedded_file_count;

/* The file of that name, or NULL. */
const struct embedded_file *embedded_find(const char *name);

#endif
