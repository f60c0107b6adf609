/*
 * compile_directory.h - compile_directory.json (tlparse 0.3.37 on): which
 * artifacts each compile id has.
 */
#ifndef GBQ_PARSE_LOG_COMPILE_DIRECTORY_H
#define GBQ_PARSE_LOG_COMPILE_DIRECTORY_H

#include "parse/parse.h"

/* An artifact or a link of a compile id, in the order of the file. */
struct directory_entry {
	struct slice compile_id;	/* "[0/0_1]": with the attempt */
	struct slice name;		/* base name, "x_3.txt" */
	struct slice url;		/* path in the report, or of a link */
	struct slice readable_url;	/* absent: null */
	struct slice suffix;		/* "✅", "❌", "❓" or "" */
	int64_t number;			/* UNKNOWN_INT if there is none */
	bool is_link;
};

struct compile_directory {
	slice_array compile_ids;	/* also those without entries */
	ARRAY_OF(struct directory_entry) entries;
};

/*
 * Read the file; texts borrow from it or lie in the arena. False, problem
 * added (loss), where it is no JSON object; entries before the damage stay.
 * An empty file, as of a run without records, is no problem.
 */
bool compile_directory_parse(struct parse_context *context,
    struct slice text, struct compile_directory *out);

void compile_directory_release(struct compile_directory *directory);

#endif
