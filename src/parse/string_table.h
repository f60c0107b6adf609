/*
 * string_table.h - the file names of a log, which stacks name by number:
 * {"str": ["/a.py", 7]}, then {"filename": 7, "line": 5, "name": "f"}.
 *
 * Each process numbers for itself: one table a process. In a log of two
 * processes whose lines cannot be told apart the last definition wins, as in
 * tlparse (kinds.md, 37).
 */
#ifndef GBQ_PARSE_STRING_TABLE_H
#define GBQ_PARSE_STRING_TABLE_H

#include "parse/parse.h"

/* All zero but for the arena is an empty table; texts are copied there. */
struct string_table {
	struct arena *arena;
	slice_array texts;		/* absent: not defined */
};

void string_table_init(struct string_table *table, struct arena *arena);
void string_table_release(struct string_table *table);

/* Take the value of a `str` record, ["text", id]. False if it is none. */
bool string_table_define(struct string_table *table, struct slice json);

/* Take the list of raw.jsonl's first line; ids are positions. */
bool string_table_define_list(struct string_table *table, struct slice json);

/* The text of an id, "(unknown)" where the log does not tell. */
struct slice string_table_text(const struct string_table *table, int64_t id);

/*
 * Read a stack, [{"filename": id, "line": n, "name": "f", "loc": "…"}], a
 * frame's file being an id or a text. Frames are added to *stack; texts of
 * the table live as long as its arena, others as the JSON or the given arena.
 * False, with the frames before, where it is no such list.
 */
bool string_table_stack(const struct string_table *table, struct arena *arena,
    struct slice json, stack_array *stack);

#endif
