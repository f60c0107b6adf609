/*
 * file_name.h - what a file of a report is, by its path.
 */
#ifndef GBQ_PARSE_FILE_NAME_H
#define GBQ_PARSE_FILE_NAME_H

#include "model/capture.h"
#include "parse/compile_id.h"

/*
 * Fill path, name, number, kind, key, has_folder and attempt of *file from a
 * path relative to the report's root: "[rank_N/][CA_]F_C_A/name_N.ext". A page
 * without the folder of its compile is loose: has_folder, and no compile id.
 * Borrows from path.
 */
void file_name_parse(struct slice path, struct captured_file *file);

/*
 * What a file is whose name does not tell: its first bytes, as many as
 * FILE_HEAD_BYTES or all, as of a file that tlparse writes into the root of a
 * report, or of a metrics page.
 */
enum { FILE_HEAD_BYTES = 64 << 10 };

enum file_kind file_kind_of_content(struct slice head);

/*
 * Whether tlparse gives that base name to a file that tells of a report even
 * where it is alone. Not index.html, which others write, too.
 */
bool file_name_is_part(struct slice name);

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
