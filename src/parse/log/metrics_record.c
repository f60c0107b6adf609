/*
 * metrics_record.c - metrics of a log. Which field goes to which member is a
 * table; a new one is a new line there.
 */
#include "parse/log/metrics_record.h"

#include <math.h>
#include <stddef.h>

#include "util/json.h"

enum field_kind {
	FIELD_TEXT,
	FIELD_COUNT,
	FIELD_SECONDS,
	FIELD_FLAG,
	FIELD_TEXTS,		/* list of strings */
	FIELD_STACK,		/* list of "Line: …" strings */
	FIELD_JSON		/* kept as it is written */
};

struct field {
	struct slice name;
	enum field_kind kind;
	size_t member;
};

#define FIELD(text, kind, member) { { text, sizeof(text) - 1 },		\
	FIELD_ ## kind, offsetof(struct metrics, member) }

static const struct field fields[] = {
	FIELD("compile_id", TEXT, compile_id),
	FIELD("co_name", TEXT, co_name),
	FIELD("co_filename", TEXT, co_filename),
	FIELD("co_firstlineno", COUNT, co_firstlineno),
	FIELD("cache_size", COUNT, cache_size),
	FIELD("accumulated_cache_size", COUNT, accumulated_cache_size),
	FIELD("guard_count", COUNT, guards),
	FIELD("shape_env_guard_count", COUNT, shape_env_guards),
	FIELD("graph_op_count", COUNT, graph_ops),
	FIELD("graph_node_count", COUNT, graph_nodes),
	FIELD("graph_input_count", COUNT, graph_inputs),
	FIELD("entire_frame_compile_time_s", SECONDS, entire_frame_s),
	FIELD("backend_compile_time_s", SECONDS, backend_s),
	FIELD("inductor_compile_time_s", SECONDS, inductor_s),
	FIELD("code_gen_time_s", SECONDS, codegen_s),
	FIELD("dynamo_time_before_restart_s", SECONDS, before_restart_s),
	FIELD("fail_type", TEXT, fail_type),
	FIELD("fail_reason", TEXT, fail_reason),
	FIELD("fail_user_frame_filename", TEXT, fail_file),
	FIELD("fail_user_frame_lineno", COUNT, fail_line),
	FIELD("restart_reasons", TEXTS, restart_reasons),
	FIELD("compliant_custom_ops", TEXTS, compliant_ops),
	FIELD("non_compliant_ops", TEXTS, non_compliant_ops),
	FIELD("stack_trace", STACK, stack),		/* torch 2.9 on */
	FIELD("start_time_us", COUNT, start_time_us),
	FIELD("end_time_us", COUNT, end_time_us),
	FIELD("duration_us", COUNT, duration_us),
	FIELD("num_graph_breaks", COUNT, num_graph_breaks),
	FIELD("is_runtime", FLAG, is_runtime),
	FIELD("is_forward", FLAG, is_forward),
	FIELD("has_guarded_code", FLAG, has_guarded_code),
	FIELD("recompile_reason", TEXT, recompile_reason),
	FIELD("pytorch_version", TEXT, torch_version),
	FIELD("dynamo_config", JSON, dynamo_config),
	FIELD("inductor_config", JSON, inductor_config),
	FIELD("functorch_config", JSON, functorch_config),
	FIELD("compiler_config", JSON, compiler_config),
};

enum { FIELD_TOTAL = LENGTH(fields) };

static bool
take_texts(struct json_reader *reader, slice_array *out)
{
	struct slice text;

	if (!json_enter_array(reader))
		return false;
	while (json_next_item(reader)) {
		if (json_get_string(reader, &text))
			*array_add(out) = text;
	}
	return true;
}

static bool
metrics_record_take_number(struct slice *text, struct slice label, int64_t *out)
{
	size_t comma;

	if (!slice_take(text, label))
		return false;
	comma = slice_find_byte(*text, ',');
	if (comma == SIZE_MAX ||
	    !slice_to_int(slice_part(*text, 0, comma), out))
		return false;
	*text = slice_part(*text, comma, text->len);
	return true;
}

bool
metrics_record_frame(struct slice text, struct stack_frame *frame)
{
	struct slice mark = LITERAL(", Filename: ");
	size_t at;

	*frame = (struct stack_frame){ .line = UNKNOWN_INT };
	if (!metrics_record_take_number(&text, LITERAL("Line: "),
		&frame->line) ||
	    !slice_take(&text, LITERAL(", Name: ")))
		return false;
	at = slice_find(text, mark);
	if (at == SIZE_MAX)
		return false;
	frame->function = slice_part(text, 0, at);
	frame->file = slice_part(text, at + mark.len, text.len);
	return true;
}

/* A string that is no frame is kept as a file without a line. */
static bool
metrics_record_take_stack(struct json_reader *reader, stack_array *stack)
{
	slice_array texts = { 0 };
	struct stack_frame frame;
	bool good = take_texts(reader, &texts);
	size_t i;

	for (i = 0; i < texts.count; i++) {
		if (!metrics_record_frame(texts.items[i], &frame))
			frame = (struct stack_frame){ .file = texts.items[i],
			    .line = UNKNOWN_INT };
		*array_add(stack) = frame;
	}
	array_release(&texts);
	return good;
}

static bool
take_seconds(struct json_reader *reader, double *out)
{
	double seconds;

	if (!json_get_double(reader, &seconds) || !seconds_are_sound(seconds))
		return false;
	*out = seconds;
	return true;
}

static bool
take_flag(struct json_reader *reader, int64_t *out)
{
	bool flag;

	if (!json_get_bool(reader, &flag))
		return false;
	*out = flag;
	return true;
}

/* Read a value into its member; false if it has another type. */
static bool
take_value(struct json_reader *reader, enum field_kind kind, void *member)
{
	switch (kind) {
	case FIELD_TEXT:
		return json_get_string(reader, member);
	case FIELD_COUNT:
		return json_get_int(reader, member);
	case FIELD_SECONDS:
		return take_seconds(reader, member);
	case FIELD_FLAG:
		return take_flag(reader, member);
	case FIELD_TEXTS:
		return take_texts(reader, member);
	case FIELD_STACK:
		return metrics_record_take_stack(reader, member);
	case FIELD_JSON:
		return json_get_raw(reader, member);
	}
	return false;
}

static const struct field *
find_field(struct slice name)
{
	size_t i;

	for (i = 0; i < FIELD_TOTAL; i++) {
		if (slice_equal(fields[i].name, name))
			return &fields[i];
	}
	return NULL;
}

/* Fill the member of a field, if it has one and is not null. */
static void
fill_member(struct parse_context *context, struct slice name,
    struct slice json, struct metrics *out)
{
	const struct field *field = find_field(name);
	struct json_reader reader;

	json_init(&reader, context->arena, json);
	if (!field || json_peek(&reader) == JSON_NULL)
		return;
	if (!take_value(&reader, field->kind,
	    (char *)out + field->member))
		problem_add(context->problems, SEVERITY_WARNING,
		    "metrics_bad_value", UNKNOWN_INT,
		    "%.*s is no value that it can be", (int)field->name.len,
		    field->name.at);
	if (reader.lone_surrogate)
		problem_add(context->problems, SEVERITY_NOTE,
		    "lone_surrogate", UNKNOWN_INT,
		    "%.*s holds half a character", (int)field->name.len,
		    field->name.at);
}

/* Keep a field as JSON that every reader of the database takes. */
static void
keep_field(struct arena *arena, struct metrics *out, struct slice name,
    struct slice json, bool is_json)
{
	struct metric_field *field;

	if (!is_json) {
		metrics_field_string(arena, out, "", json);
		if (out->fields.count)
			out->fields.items[out->fields.count - 1].name = name;
		return;
	}
	field = array_add(&out->fields);
	field->name = name;
	field->json = json;
}

/* torch to 2.5 has only start_time, in seconds. */
static void
set_start_time(struct metrics *out, struct slice json)
{
	double seconds;

	if (out->start_time_us == UNKNOWN_INT &&
	    slice_to_double(json, &seconds) && seconds > 0 &&
	    seconds < 1e12)
		out->start_time_us = (int64_t)llround(seconds * 1e6);
}

bool
metrics_record_parse(struct parse_context *context, struct slice json,
    enum metrics_stage stage, struct metrics *out)
{
	struct slice name, raw, start_time = { 0 };
	struct json_reader reader;
	bool good;

	metrics_init(out, stage);
	json_init(&reader, context->arena, json);
	good = json_enter_object(&reader);
	while (good && json_next_key(&reader, &name)) {
		reader.not_finite = false;
		if (!json_get_raw(&reader, &raw))
			break;
		fill_member(context, name, raw, out);
		keep_field(context->arena, out, name, raw,
		    !reader.not_finite);
		if (slice_equal(name, LITERAL("start_time")))
			start_time = raw;
	}
	set_start_time(out, start_time);
	good = json_end(&reader) && good;
	if (!good)
		problem_add(context->problems, SEVERITY_LOSS,
		    "metrics_bad_json", UNKNOWN_INT,
		    "a metrics record is no JSON object");
	return good;
}
