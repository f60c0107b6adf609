/*
 * row.h - the current row of a query by column name, and texts for people.
 */
#ifndef GBQ_CLI_FORMAT_ROW_H
#define GBQ_CLI_FORMAT_ROW_H

#include "cli/format/color.h"
#include "gbq.h"
#include "util/text.h"

/* The value's text; NULL where it is none: behind a blob is no NUL. */
const char *value_text(const struct gbq_value *value);

/* NULL where the value is no text or there is no such column. */
const char *row_text(const struct gbq_query *query, const char *name);

/* 0 where the value is NULL; an integer is capped as by count_capped(). */
int64_t row_integer(const struct gbq_query *query, const char *name);
/* A number that names a row, such as run_id, as it is. 0 for NULL. */
int64_t row_id(const struct gbq_query *query, const char *name);
double row_real(const struct gbq_query *query, const char *name);

/* The value as it is; NULL where there is no such column. */
struct gbq_value row_value(const struct gbq_query *query, const char *name);

bool row_is_null(const struct gbq_query *query, const char *name);

/* Append an escaped text, "?" for NULL. */
void add_text(struct buffer *out, const char *text);

/* Append the row's word of a column as words.h has it, in its color. */
void add_word(struct buffer *out, const struct gbq_query *query,
    const char *name, const struct colors *colors);

/*
 * Append the row's count of things: "8 events", "1 event", "? events". With
 * at_least "≥ 8 events". one is the singular, the plural has an s.
 */
void add_count(struct buffer *out, const struct gbq_query *query,
    const char *name, const char *one, bool at_least);

/* A value of a text, which it borrows; NULL is NULL. */
struct gbq_value value_of_text(const char *text);

/* "11.5 s", "0.02 s"; seconds below 0 stand for "?". */
void add_seconds(struct buffer *out, double seconds);

/* Append " (45 %)" of a whole above 0. */
void add_share(struct buffer *out, double part, double whole);

/* Append a path as it is told to people (gbq_short_path()), "?" for NULL. */
void add_path(struct buffer *out, const char *path);

/* The same, unescaped: for the cell of a table, which escapes. */
void add_short_path(struct buffer *out, const char *path);

#endif
