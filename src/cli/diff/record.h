/*
 * record.h - records described by their fields: one description gives the
 * objects of JSON and the rows of csv and the other formats.
 */
#ifndef GBQ_CLI_DIFF_RECORD_H
#define GBQ_CLI_DIFF_RECORD_H

#include <stddef.h>

#include "cli/context.h"
#include "util/text.h"

/* How a field is read, and what of it is not known. */
enum field_kind {
	FIELD_TEXT,		/* const char *; NULL: not known */
	FIELD_JSON,		/* the same, a text that is JSON */
	FIELD_COUNT,		/* int64_t; below 0: not known */
	FIELD_ID,		/* int64_t; below 1: none */
	FIELD_SECONDS,		/* double; below 0: not known */
	FIELD_FLAG,		/* bool */
	FIELD_STATE,		/* enum gbq_diff_state */
	FIELD_VALUE,		/* struct gbq_value */
	FIELD_COUNTS_DELTA,	/* of two int64_t, from there on */
	FIELD_SECONDS_DELTA,	/* of two doubles */
	FIELD_VALUES_DELTA,	/* of two struct gbq_value */
	FIELD_RECORD,		/* pointer to a record; NULL: none */
	FIELD_LIST		/* what field.list gives */
};

struct record_list {
	const void *items;
	size_t count;
};

struct field {
	const char *name;
	enum field_kind kind;
	size_t offset;
	/* Of FIELD_RECORD, and of the items of FIELD_LIST; NULL: texts. */
	const struct record *record;
	/* False: the list is not known. */
	bool (*list)(const void *record, struct record_list *list);
};

struct record {
	const struct field *fields;
	size_t field_count;
	size_t size;		/* of one, in bytes */
	size_t flat_count;	/* of its first fields: columns in a row */
};

/* Entries of a table of fields. */
#define FIELD(type, name, kind, member) \
	{ name, kind, offsetof(struct type, member), NULL, NULL }
#define FIELD_OF(type, name, member, record) \
	{ name, FIELD_RECORD, offsetof(struct type, member), &(record), NULL }

/* A description of the fields of a struct, all of which stand in a row. */
#define RECORD(type, fields) \
	{ fields, LENGTH(fields), sizeof(struct type), LENGTH(fields) }

/* Append ", \"name\": " (first: without the comma) and a text or null. */
void json_add_member(struct buffer *out, const char *name, const char *text,
    bool first);

/* Append an object, null for NULL. */
void record_json(struct buffer *out, const struct record *record,
    const void *item);

/* Append ",\n \"name\": [", the objects, a line each, "]". */
void record_json_list(struct buffer *out, const char *name,
    const struct record *record, const void *items, size_t count);

/*
 * Write rows in the format in use, at most -n: the fields, those of a record
 * within it named after both ("base_kind").
 */
void record_rows(struct context *context, const struct record *record,
    const void *items, size_t count);

#endif
