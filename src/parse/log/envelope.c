/*
 * envelope.c - the top level of a record. What is behind its distinguishing
 * key is left to others as JSON, but for names.
 *
 * Unknown keys come with every torch release: they are kept, never an error.
 */
#include "parse/log/envelope.h"

#include <stddef.h>

#include "util/json.h"

/* A distinguishing key; name: which member of its value names the record. */
struct known_kind {
	struct slice key;
	enum envelope_kind kind;
	struct slice name;
};

#define KIND(text, kind) { { text, sizeof(text) - 1 }, ENVELOPE_ ## kind, \
	{ NULL, 0 } }
#define NAMED(text, kind, name) { { text, sizeof(text) - 1 },		\
	ENVELOPE_ ## kind, { name, sizeof(name) - 1 } }

/* Frequent ones first. */
static const struct known_kind kinds[] = {
	KIND("chromium_event", CHROMIUM_EVENT),
	KIND("describe_tensor", DESCRIBE_TENSOR),
	KIND("describe_storage", DESCRIBE_STORAGE),
	KIND("describe_source", DESCRIBE_SOURCE),
	NAMED("artifact", ARTIFACT, "name"),
	KIND("dynamo_start", DYNAMO_START),
	KIND("compilation_metrics", COMPILATION_METRICS),
	KIND("dynamo_cpp_guards_str", DYNAMO_CPP_GUARDS_STR),
	KIND("dynamo_output_graph", DYNAMO_OUTPUT_GRAPH),
	KIND("str", STR),
	KIND("create_symbol", CREATE_SYMBOL),
	KIND("guard_added_fast", GUARD_ADDED_FAST),
	KIND("dynamo_guards", DYNAMO_GUARDS),		/* torch 2.3 */
	NAMED("inductor_output_code", INDUCTOR_OUTPUT_CODE, "filename"),
	KIND("aot_inference_graph", GRAPH),
	KIND("aot_joint_graph", GRAPH),
	KIND("aot_forward_graph", GRAPH),
	KIND("aot_backward_graph", GRAPH),
	KIND("inductor_post_grad_graph", GRAPH),
	KIND("inductor_pre_grad_graph", GRAPH),
	KIND("compiled_autograd_graph", GRAPH),
	KIND("create_unbacked_symbol", CREATE_UNBACKED_SYMBOL),
	KIND("bwd_compilation_metrics", BWD_COMPILATION_METRICS),
	KIND("aot_autograd_backward_compilation_metrics",
	    AOT_BWD_COMPILATION_METRICS),
	KIND("symbolic_shape_specialization", SYMBOLIC_SHAPE_SPECIALIZATION),
	KIND("guard_added", GUARD_ADDED),
	NAMED("graph_dump", GRAPH_DUMP, "name"),
	KIND("optimize_ddp_split_graph", OPTIMIZE_DDP_SPLIT_GRAPH),
	NAMED("optimize_ddp_split_child", OPTIMIZE_DDP_SPLIT_CHILD, "name"),
	NAMED("dump_file", DUMP_FILE, "name"),
	NAMED("link", LINK, "name"),
	KIND("exported_program", EXPORTED_PROGRAM),
	KIND("missing_fake_kernel", EXPORT_REPORT),
	KIND("mismatched_fake_kernel", EXPORT_REPORT),
	KIND("propagate_real_tensors_provenance", EXPORT_REPORT),
	KIND("expression_created", EXPORT_REPORT),
};

enum { KIND_TOTAL = LENGTH(kinds) };

/* The keys that say where a record belongs. */
struct place_key {
	struct slice key;
	enum json_type type;	/* NONE: any value, as JSON text */
	size_t member;
};

#define PLACE(text, type, member) { { text, sizeof(text) - 1 },		\
	JSON_ ## type, offsetof(struct envelope, member) }

static const struct place_key places[] = {
	PLACE("frame_id", NUMBER, key.frame),
	PLACE("frame_compile_id", NUMBER, key.frame_compile),
	PLACE("attempt", NUMBER, attempt),
	PLACE("has_payload", STRING, md5),
	PLACE("rank", NUMBER, key.rank),
	PLACE("compiled_autograd_id", NUMBER, key.compiled_autograd),
	PLACE("stack", NONE, stack),
	PLACE("pathname", STRING, source_file),
	PLACE("lineno", NUMBER, source_line),
	PLACE("thread", NUMBER, thread),
	PLACE("timestamp", STRING, timestamp),
	PLACE("payload_filename", STRING, payload_file),
};

enum { PLACE_TOTAL = LENGTH(places) };

static bool
envelope_take_place(struct json_reader *reader, struct slice key,
    struct envelope *out)
{
	char *base = (char *)out;
	size_t i;

	for (i = 0; i < PLACE_TOTAL; i++) {
		if (!slice_equal(places[i].key, key))
			continue;
		base += places[i].member;
		if (places[i].type == JSON_NUMBER)
			json_get_int(reader, (int64_t *)(void *)base);
		else if (places[i].type == JSON_STRING)
			json_get_string(reader, (struct slice *)(void *)base);
		else
			json_get_raw(reader, (struct slice *)(void *)base);
		return true;
	}
	return false;
}

static const struct known_kind *
find_kind(struct slice key)
{
	size_t i;

	for (i = 0; i < KIND_TOTAL; i++) {
		if (slice_equal(kinds[i].key, key))
			return &kinds[i];
	}
	return NULL;
}

/* A key that places nothing: what the record is, unless it is known. */
static void
take_kind(struct json_reader *reader, struct slice key, struct envelope *out,
    const struct known_kind **known)
{
	const struct known_kind *found = *known ? NULL : find_kind(key);

	if (!found && out->kind != ENVELOPE_NONE) {
		json_skip(reader);
		return;
	}
	out->kind = found ? found->kind : ENVELOPE_OTHER;
	out->kind_name = key;
	json_get_raw(reader, &out->value);
	*known = found;
}

/* The members of the value that name the record. */
static void
take_names(struct arena *arena, struct slice name_key, struct envelope *out)
{
	struct json_reader reader;
	struct slice key;

	json_init(&reader, arena, out->value);
	if (!json_enter_object(&reader))
		return;
	while (json_next_key(&reader, &key)) {
		if (slice_equal(key, name_key))
			json_get_string(&reader, &out->name);
		else if (slice_equal(key, LITERAL("encoding")))
			json_get_string(&reader, &out->encoding);
		else
			json_skip(&reader);
	}
}

bool
envelope_parse(struct arena *arena, struct slice json, struct envelope *out)
{
	const struct known_kind *known = NULL;
	struct json_reader reader;
	struct slice key;

	*out = (struct envelope){ .key = compile_key_none(),
	    .attempt = NO_ID, .source_line = UNKNOWN_INT,
	    .thread = UNKNOWN_INT };
	json_init(&reader, arena, json);
	if (!json_enter_object(&reader))
		return false;
	while (json_next_key(&reader, &key)) {
		if (!envelope_take_place(&reader, key, out))
			take_kind(&reader, key, out, &known);
	}
	if (!json_end(&reader))
		return false;
	if (known && known->name.at)
		take_names(arena, known->name, out);
	return true;
}
