/*
 * insert_recompiles.c - guard failures and their causes.
 */
#include "store/insert/insert.h"

static void
insert_guard_failure(struct writer *writer, const struct recompile_row *row,
    size_t index, const struct guard_row *guard)
{
	const struct recompile_reason *reason = &row->reasons->items[index];

	writer_begin(writer, INSERT_GUARD_FAILURE);
	writer_row(writer, row->compile);
	writer_int(writer, row->first_position + (int64_t)index);
	writer_slice(writer, reason->missed_compile_id);
	writer_string(writer, guard->cause == NO_ROW ? NULL :
	    guard_class_name(guard->text.guard_class));
	writer_slice(writer, guard->text.source);
	writer_slice(writer, guard->text.expected);
	writer_slice(writer, guard->text.actual);
	writer_row(writer, guard->cause);
	writer_text(writer, reason->guard);
	writer_text(writer, reason->file);
	writer_known(writer, reason->line);
	writer_text(writer, reason->function);
	writer_end(writer);
}

void
insert_recompiles(struct writer *writer, const struct rows *rows)
{
	size_t i, k;

	for (i = 0; i < rows->recompiles.count; i++) {
		const struct recompile_row *row = &rows->recompiles.items[i];

		for (k = 0; k < row->reasons->count; k++)
			insert_guard_failure(writer, row, k,
			    &rows->guards.items[row->first_guard + k]);
	}
}

void
insert_causes(struct writer *writer, const struct rows *rows)
{
	size_t i;

	for (i = 0; i < rows->causes.count; i++) {
		const struct cause_row *cause = &rows->causes.items[i];

		writer_begin(writer, INSERT_RECOMPILE_CAUSE);
		writer_row(writer, i);
		writer_string(writer, guard_class_name(cause->guard_class));
		writer_slice(writer, cause->source);
		writer_slice(writer, cause->root_source);
		writer_slice(writer, cause->values);
		writer_int(writer, cause->limit_hit);
		writer_end(writer);
	}
}
