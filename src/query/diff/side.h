/*
 * side.h - all that a diff needs of a run, in memory: read from a database or
 * from a baseline file.
 */
#ifndef GBQ_QUERY_DIFF_SIDE_H
#define GBQ_QUERY_DIFF_SIDE_H

#include <sqlite3.h>

#include "gbq.h"
#include "query/diff/match.h"
#include "util/error.h"
#include "util/table.h"

/* A site with its key and the frames whose compiles hold it. */
struct side_site {
	struct gbq_diff_site shown;
	struct match_record record;
	slice_array frames;		/* "FUNCTION in BASENAME" */
};

struct side_item {
	struct gbq_diff_item shown;
	struct match_record record;
	int64_t last_compile;		/* that was counted */
	bool many_places;		/* a cause of several functions */
};

/* Compiles of one function, resume functions too. */
struct side_frame {
	const char *function, *file;
	struct match_record record;	/* line: of the function, or unknown */
	double seconds;			/* NaN: not known */
	ARRAY_OF(int64_t) ids;
};

struct side_graph {
	const char *stage, *function, *file, *compile_id;
	int64_t line;
	struct slice file_key, hash;
};

struct side_cache {
	const char *cache, *state;
	int64_t count;
};

/* A part of a cache key: two are equal where their hashes are. */
struct side_component {
	struct slice name, hash, value;
};

/* A hit or miss of a cache that tells its key. */
struct side_cache_key {
	const char *cache, *state, *compile_id, *function, *file;
	int64_t line;
	struct slice key, file_key;
	const char *artifact_hash;	/* NULL: its bytes are not kept */
	const struct side_component *components;	/* sorted by name */
	size_t component_count;		/* 0: not told */
};

struct side_value {
	const char *key;
	const char *text;		/* NULL: a number */
	struct gbq_value number;
};

struct gbq_side {
	struct arena arena;
	struct hash_table texts;	/* of all columns, in the arena */
	struct gbq_diff_run run;
	ARRAY_OF(struct side_value) facts;	/* in side_compare_keys() */
	ARRAY_OF(struct side_value) counts;	/* in order of output */
	ARRAY_OF(struct side_site) sites;
	ARRAY_OF(struct side_item) recompiles;
	ARRAY_OF(struct side_item) failures;
	ARRAY_OF(struct side_frame) frames;
	ARRAY_OF(struct side_cache) caches;
	ARRAY_OF(struct side_cache_key) cache_keys;	/* by compile */
	ARRAY_OF(struct side_graph) graphs;
	slice_array files;		/* keys of all files with frames */
	slice_array frame_names;	/* as in side_site.frames; sorted */
	/* To find what is there already, while a run is read. */
	struct row_index recompiles_by_key, failures_by_key, facts_by_key;
	ARRAY_OF(size_t) frames_by_place;	/* file, function, line */
};

struct gbq_side *side_new(void);
void side_free(struct gbq_side *side);

/* Read a run. GBQ_NO_INPUT: there is none of that number. */
enum gbq_status side_load(struct gbq_side *side, sqlite3 *db, int64_t run_id,
    struct error *error);

/*
 * Fill record.key of a site from what is shown of it, for sites that come
 * without stored keys.
 */
void side_make_key(struct gbq_side *side, struct side_site *site);

/* A text made by one of the functions of match_key.h, in the side's arena. */
struct slice side_text_key(struct gbq_side *side, const char *text);
struct slice side_path_key(struct gbq_side *side, const char *path);

/* The order of facts: what matters more first. */
int side_compare_keys(const char *a, const char *b);

/* ---- reading rows (side_rows.c) ---- */

/* A statement over one run whose rows go into a side. */
struct side_query {
	struct gbq_side *side;
	sqlite3_stmt *stmt;
};

typedef void side_row_function(struct side_query *query);

/* Run SQL with ?1 = run_id and call the function for each row. */
enum gbq_status side_each_row(struct gbq_side *side, sqlite3 *db, const char
    *sql, int64_t run_id, side_row_function *function, struct error *error);

/* Columns of the row: a copy in the arena or NULL; missing is for NULL. */
const char *side_column_text(struct side_query *query, int column);
struct slice side_column_slice(struct side_query *query, int column);
int64_t side_column_int(struct side_query *query, int column,
    int64_t missing);
double side_column_real(struct side_query *query, int column);

/* ---- its parts (side_*.c) ---- */

enum gbq_status side_load_items(struct gbq_side *side, sqlite3 *db,
    int64_t run_id, struct error *error);
enum gbq_status side_load_frames(struct gbq_side *side, sqlite3 *db,
    int64_t run_id, struct error *error);
enum gbq_status side_load_caches(struct gbq_side *side, sqlite3 *db,
    int64_t run_id, struct error *error);
enum gbq_status side_load_counts(struct gbq_side *side, sqlite3 *db,
    int64_t run_id, struct error *error);

#endif
