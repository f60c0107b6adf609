/*
 * layout.h - how people's output is laid out, for all commands: widths,
 * paragraphs, bars and tables. Text in, text out; nothing here knows a query
 * or a stream but flow_stream. Texts are escaped already (screen/terminal.h)
 * and may hold colors.
 */
#ifndef GBQ_CLI_LAYOUT_LAYOUT_H
#define GBQ_CLI_LAYOUT_LAYOUT_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/format/color.h"
#include "util/memory.h"
#include "util/text.h"

/* ---- cells.c ---- */

/*
 * Length in bytes of the first character (or color) of a text that is not
 * empty, and the columns that it takes; a byte that is no UTF-8 takes one.
 */
size_t cell_next(struct slice text, size_t *width);

/* Columns that a text takes on a terminal. */
size_t terminal_width_of(struct slice text);

/* The first part of a text that fits into width columns; the last part. */
struct slice terminal_fit(struct slice text, size_t width);
struct slice terminal_fit_end(struct slice text, size_t width);

/* ---- flow.c ---- */

/*
 * Append a line (without its end) in lines of at most width columns (0: any),
 * broken between words; only a word that is wider than a line is broken itself.
 * Further lines hang under the text: behind the blanks, lines of a tree, number
 * or handle ("12.", "-", "s3", "[0/1]") and short label ("hint:") that the
 * line begins with. No newline at the end.
 */
void flow_line(struct buffer *out, struct slice line, size_t width);

/* All lines of a text, each with its newline. */
void flow_text(struct buffer *out, struct slice text, size_t width);

/*
 * Append "    LABEL: TEXT" (no label: NULL), escaped; a newline of the text
 * begins a new line. Nothing for a text of NULL.
 */
void add_wrapped(struct buffer *out, const char *label, const char *text);

/* ---- flow_stream.c ---- */

/* All zero: not in use. Must stay where it is while the stream is open. */
struct flow_stream {
	FILE *to;
	size_t width;
	struct buffer held;	/* the line that is not ended yet */
	struct buffer flowed;
};

/* A stream that passes on what is written, its lines as of flow_line(). */
FILE *flow_stream_open(struct flow_stream *stream, FILE *to, size_t width);

/* Close the stream that was opened, not the one below. False: I/O error. */
bool flow_stream_close(struct flow_stream *stream, FILE *opened);

/* ---- marks.c ---- */

enum { BAR_CELLS = 10 };

/* Whether the locale is one that has more than ASCII; one not set is. */
bool marks_are_unicode(void);

/*
 * Append a bar of BAR_CELLS columns for part of whole, in eighths of a cell;
 * what is above 0 shows. Blank where either is 0 or less.
 */
void add_bar(struct buffer *out, double part, double whole, bool unicode);

/* Where lines of a tree stand, one entry a depth. */
struct tree_marks {
	ARRAY_OF(bool) more;	/* another one of this depth follows */
	bool unicode;
};

/*
 * Append what stands before a line at a depth (0: nothing): "│  ├─ ". is_last:
 * none of the same depth follows below the same parent.
 */
void add_tree_marks(struct buffer *out, struct tree_marks *marks,
    size_t depth, bool is_last);

/* ---- columns.c ---- */

/* How dear a column is where there is no room for all. */
enum layout_weight {
	LAYOUT_TELLS,		/* never cut, never left out */
	LAYOUT_MAIN,		/* made narrower; goes last */
	LAYOUT_MORE,		/* made narrower; goes */
	LAYOUT_EXTRA		/* goes first */
};

/* Which end of a text too long gives way. */
enum layout_cut {
	CUT_RIGHT,
	CUT_LEFT		/* of paths: the file's name stays */
};

/* What is known of a column by the name that machines use. */
struct column_rule {
	const char *name, *heading;	/* NULL: the name in words */
	enum layout_weight weight;
	enum layout_cut cut;
	bool has_bar;
};

/* The rule of a name; one of all texts and numbers where there is none. */
const struct column_rule *column_rule_find(const char *name);

/* Append the heading: "breaks" for break_events, "backend s" for backend_s. */
void add_heading(struct buffer *out, const char *name);

/* ---- table.c, table_fit.c ---- */

struct layout_cell {
	struct slice text;
	double number;		/* of a bar */
	bool is_null;
};

struct layout_column {
	const char *name;	/* as machines call it */
	const char *heading;
	const struct column_rule *rule;
	size_t width;		/* that it gets */
	size_t cell_width;	/* of the widest cell */
	size_t word_width;	/* of its longest word, if it may be wrapped */
	size_t bar_width;	/* of that, for a bar and its gap */
	double most;		/* the largest number */
	bool is_text;		/* a cell is no number: align left */
	bool is_used;		/* a cell is not NULL */
	bool is_equal;		/* left out: all cells are the same */
	bool is_left_out;	/* for want of room */
};

struct layout_table {
	struct layout_column *columns;
	size_t column_count;
	const struct layout_cell *cells;	/* row by row, all columns */
	size_t row_count;
	size_t width;		/* of the screen; 0: as wide as needed */
	bool is_plain;		/* columns of NULLs or of equals stay */
	bool unicode;		/* bars */
	const struct colors *colors;	/* NULL: none */
	/* what a word of a column means */
	enum color_role (*word_role)(const char *column, struct slice word);
};

/* A heading, the rows, and what was left out. Nothing where there is no row. */
void layout_table_write(struct buffer *out, struct layout_table *table);

/*
 * Decide which columns are shown and how wide: texts give way first, then bars,
 * then columns, the lightest and last first.
 */
void layout_table_fit(struct layout_table *table);

/* Whether people are shown a column. */
bool layout_column_is_shown(const struct layout_table *table,
    const struct layout_column *column);

#endif
