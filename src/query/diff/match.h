/*
 * match.h - which records of one run are those of another: graph-break sites,
 * and with fewer parts recompile causes, failures and frames. Pure: two arrays
 * in, one-to-one links out.
 *
 * Passes go from certain to likely, each over what is left. A pass pairs
 * within groups of equal keys. The answer does not depend on the order of the
 * records, and is the mirror image where the sides are swapped.
 */
#ifndef GBQ_QUERY_DIFF_MATCH_H
#define GBQ_QUERY_DIFF_MATCH_H

#include "model/match_key.h"

enum { MATCH_BASE, MATCH_NEW, MATCH_SIDES };

#define MATCH_NONE SIZE_MAX

struct match_record {
	struct match_key key;
	int64_t line;			/* UNKNOWN_INT: not known */
	int64_t via_line;
};

enum match_pass {
	PASS_NONE,		/* left over */
	PASS_EXACT,		/* all parts of the key */
	PASS_MOVED,		/* another chain, detail, or no source text */
	PASS_CHANGED,		/* same place, another kind */
	PASS_FILE,		/* renamed file or folder */
	PASS_FUNCTION,		/* renamed function */
	PASS_OTHER_FILE,	/* same text in another function or file */
	PASS_SIMILAR		/* neighbours; equal texts told by distance */
};

/* "exact", "moved", "changed", "file", …; NULL for PASS_NONE. */
const char *match_pass_name(enum match_pass pass);

/* Where a record was found on the other side. */
struct match_link {
	size_t other;		/* index there; MATCH_NONE: nowhere */
	enum match_pass pass;
};

/* --map OLD=NEW: a path, or folders within one, on the base side. */
struct match_map {
	struct slice from, to;
};

struct match_side {
	const struct match_record *records;
	size_t count;
	/* Further files that the run has (keys), so not renamed ones. */
	const slice_array *files;
	struct match_link *links;	/* out: one for each record */
};

struct match_options {
	enum match_pass last;		/* passes up to this one */
	const struct match_map *maps;
	size_t map_count;
};

/* Fill the links of both sides. */
void match_sides(const struct match_side sides[MATCH_SIDES],
    const struct match_options *options);

/*
 * A path with the first map that fits it applied, in the arena; the path
 * itself where none does.
 */
struct slice match_map_path(struct slice path,
    const struct match_options *options, struct arena *arena);

/* Bytes of the folders and the name that both paths end with. */
size_t match_common_end(struct slice a, struct slice b);

/* Whether two records are of one kind: ids if both have one, else wordings. */
bool match_same_kind(const struct match_key *a, const struct match_key *b);

#endif
