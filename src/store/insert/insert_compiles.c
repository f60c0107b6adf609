/*
 * insert_compiles.c - compiles, and what their metrics pages hold besides.
 */
#include "store/insert/insert.h"

#include <math.h>

static void
insert_compiles_add_fields(struct buffer *json, const struct metrics *metrics,
    const char *prefix, bool *first)
{
	size_t i;

	for (i = 0; metrics && i < metrics->fields.count; i++) {
		const struct metric_field *field = &metrics->fields.items[i];

		buffer_add_string(json, *first ? "\"" : ",\"");
		*first = false;
		buffer_add_string(json, prefix);
		buffer_add_slice(json, field->name);
		buffer_add_string(json, "\":");
		buffer_add_slice(json, field->json);
	}
}

/*
 * The metrics column: a JSON object of all fields of all pages; those of the
 * backward page have "bwd." before their names.
 */
static void
add_metrics(struct buffer *json, const struct compile_row *compile)
{
	bool first = true;

	buffer_add_byte(json, '{');
	insert_compiles_add_fields(json, compile->metrics, "", &first);
	insert_compiles_add_fields(json, compile->backward, "bwd.", &first);
	buffer_add_byte(json, '}');
}

static void
write_times(struct writer *writer, const struct compile_row *compile)
{
	const struct metrics *metrics = compile->metrics;
	const struct metrics *backward = compile->backward;

	writer_real(writer, metrics ? metrics->entire_frame_s : NAN);
	writer_real(writer, metrics ? metrics->backend_s : NAN);
	writer_real(writer, metrics ? metrics->inductor_s : NAN);
	writer_real(writer, metrics ? metrics->codegen_s : NAN);
	writer_real(writer, backward ? backward->inductor_s : NAN);
	writer_real(writer, backward ? backward->codegen_s : NAN);
	writer_real(writer, compile->lost_restart_s);
	writer_real(writer, compile->lost_skip_s);
}

static void
write_counts(struct writer *writer, const struct metrics *metrics)
{
	writer_known(writer, metrics ? metrics->cache_size : UNKNOWN_INT);
	writer_known(writer, metrics ? metrics->accumulated_cache_size :
	    UNKNOWN_INT);
	writer_known(writer, metrics ? metrics->guards : UNKNOWN_INT);
	writer_known(writer, metrics ? metrics->shape_env_guards :
	    UNKNOWN_INT);
	writer_known(writer, metrics ? metrics->graph_ops : UNKNOWN_INT);
	writer_known(writer, metrics ? metrics->graph_nodes : UNKNOWN_INT);
	writer_known(writer, metrics ? metrics->graph_inputs : UNKNOWN_INT);
}

static void
write_identity(struct writer *writer, const struct compile_row *compile,
    struct slice id)
{
	writer_id(writer, compile->key.rank);
	writer_id(writer, compile->key.process);
	writer_slice(writer, id);
	writer_id(writer, compile->key.compiled_autograd);
	writer_id(writer, compile->key.frame);
	writer_id(writer, compile->key.frame_compile);
	writer_int(writer, compile->instance);
	writer_known(writer, compile->attempts);
	writer_text(writer, compile->frame.function);
	writer_text(writer, compile->frame_name);
	writer_text(writer, compile->frame.file);
	writer_known(writer, compile->frame.line);
	writer_string(writer, owner_name(compile->owner.kind));
	writer_string(writer, compile_status_name(compile->status));
	writer_slice(writer, compile->tlparse_status);
}

static void
insert_compile(struct writer *writer, const struct compile_row *compile,
    size_t row, struct buffer *scratch)
{
	struct slice id;
	size_t id_len;

	/* The id and the metrics, one after the other in one buffer. */
	buffer_clear(scratch);
	compile_key_text(&compile->key, scratch);
	id_len = scratch->len;
	add_metrics(scratch, compile);
	id = slice_part(buffer_slice(scratch), 0, id_len);
	writer_begin(writer, INSERT_COMPILE);
	writer_row(writer, row);
	write_identity(writer, compile, id);
	writer_slice(writer, compile->started_at);
	writer_slice(writer, compile->ended_at);
	writer_slice(writer, compile->log ? compile->log->last_record :
	    (struct slice){ 0 });
	write_times(writer, compile);
	write_counts(writer, compile->metrics);
	writer_known(writer, compile->graphs);
	writer_int(writer, compile->graphs_captured);
	writer_int(writer, compile->restart_rows);
	writer_int(writer, compile->break_events);
	writer_int(writer, compile->is_recompile);
	writer_int(writer, compile->limit_hit);
	writer_slice(writer, compile->metrics ? compile->metrics->fail_type :
	    (struct slice){ 0 });
	writer_known(writer, compile->first_file_number);
	if (compile->metrics || compile->backward)
		writer_new_text(writer, slice_part(buffer_slice(scratch),
		    id_len, scratch->len));
	else
		writer_null(writer);
	writer_text(writer, compile->entry.file);
	writer_known(writer, compile->entry.line);
	writer_text(writer, compile->entry.function);
	writer_end(writer);
}

void
insert_compiles(struct writer *writer, const struct rows *rows)
{
	struct buffer scratch = { 0 };
	size_t i;

	for (i = 0; i < rows->compiles.count; i++)
		insert_compile(writer, &rows->compiles.items[i], i, &scratch);
	buffer_release(&scratch);
}

/* A stack as text, one "FILE:LINE in FUNCTION" line a frame. */
static struct slice
stack_text(struct intern_table *texts, const stack_array *stack,
    struct buffer *scratch)
{
	size_t i;

	if (stack->count == 0)
		return (struct slice){ 0 };
	buffer_clear(scratch);
	for (i = 0; i < stack->count; i++) {
		const struct stack_frame *frame = &stack->items[i];

		if (i)
			buffer_add_byte(scratch, '\n');
		buffer_add_slice(scratch, frame->file);
		if (frame->line != UNKNOWN_INT)
			buffer_printf(scratch, ":%lld",
			    (long long)frame->line);
		if (frame->function.at) {
			buffer_add_string(scratch, " in ");
			buffer_add_slice(scratch, frame->function);
		}
	}
	return intern(texts, buffer_slice(scratch));
}

static void
insert_tables_of(struct writer *writer, struct capture *capture,
    const struct metrics *metrics, size_t compile)
{
	struct buffer scratch = { 0 };
	size_t i;

	for (i = 0; i < metrics->specializations.count; i++) {
		const struct specialization *row =
		    &metrics->specializations.items[i];

		writer_begin(writer, INSERT_SPECIALIZATION);
		writer_row(writer, compile);
		writer_int(writer, (int64_t)i);
		writer_slice(writer, row->symbol);
		writer_slice(writer, row->sources);
		writer_slice(writer, row->value);
		writer_text(writer, stack_text(&capture->texts,
		    &row->user_stack, &scratch));
		writer_text(writer, stack_text(&capture->texts,
		    &row->framework_stack, &scratch));
		writer_end(writer);
	}
	for (i = 0; i < metrics->guards_added.count; i++) {
		const struct guard_added *row =
		    &metrics->guards_added.items[i];

		writer_begin(writer, INSERT_GUARD_ADDED);
		writer_row(writer, compile);
		writer_int(writer, (int64_t)i);
		writer_slice(writer, row->expression);
		writer_null(writer);
		writer_null(writer);
		writer_text(writer, stack_text(&capture->texts,
		    &row->user_stack, &scratch));
		writer_text(writer, stack_text(&capture->texts,
		    &row->framework_stack, &scratch));
		writer_end(writer);
	}
	buffer_release(&scratch);
}

void
insert_metric_tables(struct writer *writer, struct capture *capture,
    const struct rows *rows)
{
	size_t i;

	for (i = 0; i < rows->compiles.count; i++) {
		if (rows->compiles.items[i].page)
			insert_tables_of(writer, capture,
			    rows->compiles.items[i].page, i);
	}
}
