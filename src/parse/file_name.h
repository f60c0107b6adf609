/*
 * file_name.h - what a file of a report is, by its path.
 */
#ifndef GBQ_PARSE_FILE_NAME_H
#define GBQ_PARSE_FILE_NAME_H

#include "model/capture.h"
#include "parse/compile_id.h"

/*
 * Fill path, name, number, kind, key, has_folder and attempt of *file from a
 * path relative to the report's root: "[rank_N/][CA_]F_C_A/name_N.ext".
 * Borrows from path.
 */
void file_name_parse(struct slice path, struct captured_file *file);

/*
 * The words of a cache artifact's name: "fx_graph_cache_miss" gives "fx" and
 * "miss"; compiled autograd tells its misses as
 * "compiled_autograd_compile_reasons"; the state of torch 2.5's names is
 * "hash". False for other names.
 */
bool cache_name_parse(struct slice name, struct slice *cache,
    struct slice *state);

/* Function of "F_ORIGINAL_BYTECODE" or "F_MODIFIED_BYTECODE". */
struct slice bytecode_name_function(struct slice name);

/* The kind as artifacts.kind shows it: "metrics", "break_reason", … */
const char *file_kind_name(enum file_kind kind);

#endif
