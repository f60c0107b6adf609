/*
 * record.c - fields read, and written as JSON and as rows.
 */
#include "cli/diff/record.h"

#include <string.h>

#include "cli/diff/diff.h"
#include "cli/format/format.h"
#include "cli/format/row.h"

static const void *
field_at(const struct field *field, const void *item)
{
	return (const char *)item + field->offset;
}

/* The record that a field points to. */
static const void *
field_pointer(const struct field *field, const void *item)
{
	const void *pointer;

	memcpy(&pointer, field_at(field, item), sizeof(pointer));
	return pointer;
}

static struct gbq_value
value_of_count(int64_t count, int64_t least)
{
	return (struct gbq_value){ .type = count < least ? GBQ_NULL :
	    GBQ_INTEGER, .integer = count, .real = (double)count };
}

static struct gbq_value
value_of_seconds(double seconds, bool known)
{
	return (struct gbq_value){ .type = known ? GBQ_REAL : GBQ_NULL,
	    .real = seconds };
}

/* What one side does not know counts as nothing, unless neither does. */
static struct gbq_value
seconds_delta(const double *seconds)
{
	double base = seconds[0] >= 0 ? seconds[0] : 0;
	double newer = seconds[1] >= 0 ? seconds[1] : 0;

	return value_of_seconds(newer - base, seconds[0] >= 0 ||
	    seconds[1] >= 0);
}

/* Of fields that are one value. */
static struct gbq_value
field_value(const struct field *field, const void *item)
{
	const void *at = field_at(field, item);
	const int64_t *counts = at;
	const double *seconds = at;

	switch (field->kind) {
	case FIELD_TEXT:
	case FIELD_JSON:
		return value_of_text(*(const char *const *)at);
	case FIELD_COUNT:
		return value_of_count(*counts, 0);
	case FIELD_ID:
		return value_of_count(*counts, 1);
	case FIELD_SECONDS:
		return value_of_seconds(*seconds, *seconds >= 0);
	case FIELD_FLAG:
		return value_of_count(*(const bool *)at, 0);
	case FIELD_STATE:
		return value_of_text(gbq_state_name(
		    *(const enum gbq_diff_state *)at));
	case FIELD_VALUE:
		return *(const struct gbq_value *)at;
	case FIELD_COUNTS_DELTA:
		return value_of_count(counts[1] - counts[0], INT64_MIN);
	case FIELD_SECONDS_DELTA:
		return seconds_delta(seconds);
	default:
		return value_of_text(NULL);
	}
}

/* ---- JSON ---- */

void
json_add_member(struct buffer *out, const char *name, const char *text,
    bool first)
{
	buffer_printf(out, "%s\"%s\": ", first ? "" : ", ", name);
	if (text)
		json_quote(out, slice_of(text));
	else
		buffer_add_string(out, "null");
}

static void
json_add_delta(struct buffer *out, const struct gbq_value *values)
{
	struct buffer delta = { 0 };

	diff_add_delta(&delta, values);
	buffer_add_string(out, delta.len ? buffer_string(&delta) +
	    (delta.bytes[0] == '+') : "null");
	buffer_release(&delta);
}

static void
json_add_list(struct buffer *out, const struct field *field, const void *item)
{
	struct record_list list;

	if (!field->list(item, &list)) {
		buffer_add_string(out, "null");
		return;
	}
	buffer_add_byte(out, '[');
	for (size_t i = 0; i < list.count; i++) {
		buffer_add_string(out, i ? ", " : "");
		if (field->record)
			record_json(out, field->record,
			    (const char *)list.items +
			    i * field->record->size);
		else
			json_quote(out,
			    slice_of(((const char *const *)list.items)[i]));
	}
	buffer_add_byte(out, ']');
}

static void
json_add_field(struct buffer *out, const struct field *field,
    const void *item)
{
	struct gbq_value value = field_value(field, item);

	switch (field->kind) {
	case FIELD_RECORD:
		record_json(out, field->record, field_pointer(field, item));
		break;
	case FIELD_LIST:
		json_add_list(out, field, item);
		break;
	case FIELD_VALUES_DELTA:
		json_add_delta(out, field_at(field, item));
		break;
	case FIELD_FLAG:
		buffer_add_string(out, value.integer ? "true" : "false");
		break;
	case FIELD_JSON:
		if (!value.bytes || !json_copy(out, slice_of(value.bytes)))
			buffer_add_string(out, "null");
		break;
	default:
		format_json_value(out, &value, false);
	}
}

void
record_json(struct buffer *out, const struct record *record, const void *item)
{
	if (!item) {
		buffer_add_string(out, "null");
		return;
	}
	for (size_t i = 0; i < record->field_count; i++) {
		buffer_printf(out, "%s\"%s\": ", i ? ", " : "{",
		    record->fields[i].name);
		json_add_field(out, &record->fields[i], item);
	}
	buffer_add_byte(out, '}');
}

void
record_json_list(struct buffer *out, const char *name,
    const struct record *record, const void *items, size_t count)
{
	buffer_printf(out, ",\n \"%s\": [", name);
	for (size_t i = 0; i < count; i++) {
		buffer_add_string(out, i ? ",\n  " : "\n  ");
		record_json(out, record, (const char *)items +
		    i * record->size);
	}
	buffer_add_byte(out, ']');
}

/* ---- rows ---- */

enum { MAX_COLUMNS = 64 };

struct flat_row {
	struct arena arena;
	const char *names[MAX_COLUMNS];
	struct gbq_value values[MAX_COLUMNS];
	size_t count;
};

/* "base_kind" */
static const char *
field_path(struct arena *arena, const char *prefix, const char *name)
{
	size_t size = strlen(prefix) + strlen(name) + sizeof("_");
	char *path = arena_alloc(arena, size);

	snprintf(path, size, "%s%s%s", prefix, *prefix ? "_" : "", name);
	return path;
}

/*
 * Fields behind each other, those of a record within it named after both.
 * item: NULL where there is none, and nothing of it known.
 */
static void
row_add(struct flat_row *row, const struct record *record, const void *item,
    const char *prefix)
{
	for (size_t i = 0; i < record->flat_count; i++) {
		const struct field *field = &record->fields[i];

		if (field->kind == FIELD_RECORD) {
			row_add(row, field->record, item ?
			    field_pointer(field, item) : NULL, field->name);
			continue;
		}
		if (!row->names[row->count])
			row->names[row->count] = field_path(&row->arena,
			    prefix, field->name);
		row->values[row->count++] = item ? field_value(field, item) :
		    value_of_text(NULL);
	}
}

void
record_rows(struct context *context, const struct record *record,
    const void *items, size_t count)
{
	struct printer printer = context_printer(context, NULL);
	struct flat_row row = { .count = 0 };

	arena_init(&row.arena);
	row_add(&row, record, NULL, "");
	printer_start(&printer, row.names, row.count);
	if (context->limit && count > context->limit)
		count = context->limit;
	for (size_t i = 0; i < count; i++) {
		row.count = 0;
		row_add(&row, record, (const char *)items + i * record->size,
		    "");
		printer_row(&printer, row.values);
	}
	printer_end(&printer);
	arena_release(&row.arena);
}
