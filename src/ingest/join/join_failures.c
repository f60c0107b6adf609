/*
 * join_failures.c - failure rows, their category, and the events that only
 * failures tell of (fullgraph, error_on_graph_break, skips before torch 2.6).
 */
#include "ingest/join/join.h"

#include "parse/reason/reason.h"
#include "util/order.h"

static const char GRAPH_BREAK[] = "graph_break";
static const char RECOMPILE_LIMIT[] = "recompile_limit";

/*
 * Fail types by category. Plain Python exceptions come out of Dynamo's own
 * code: torch raises them again as InternalTorchDynamoError, but the metrics
 * name the first type (kinds/dist_shape_diverge_cc).
 */
static const struct {
	const char *type, *category;
} categories[] = {
	{ "BackendCompilerFailed", "backend" },
	{ "InductorError", "backend" },
	{ "LoweringException", "backend" },
	{ "CppCompileError", "backend" },
	{ "CUDACompileError", "backend" },
	{ "InternalTorchDynamoError", "dynamo_internal" },
	{ "TorchDynamoException", "dynamo_internal" },
	{ "AssertionError", "dynamo_internal" },
	{ "AttributeError", "dynamo_internal" },
	{ "IndexError", "dynamo_internal" },
	{ "KeyError", "dynamo_internal" },
	{ "NameError", "dynamo_internal" },
	{ "NotImplementedError", "dynamo_internal" },
	{ "RecursionError", "dynamo_internal" },
	{ "RuntimeError", "dynamo_internal" },
	{ "SpeculationLogDivergence", "dynamo_internal" },
	{ "TypeError", "dynamo_internal" },
	{ "UnicodeEncodeError", "dynamo_internal" },
	{ "ValueError", "dynamo_internal" },
	{ "AsPythonConstantNotImplementedError", "dynamo_internal" },
	{ "TorchRuntimeError", "user_error" },
	{ "UserError", "user_error" },
	{ "ConstraintViolationError", "user_error" },
	{ "UncapturedHigherOrderOpError", "user_error" },
	{ "IncorrectUsage", "user_error" },
	{ "UnsafeScriptObjectError", "user_error" },
	{ "AccuracyError", "accuracy" },
};

const char *
join_failure_category(struct slice type, struct slice reason)
{
	size_t i;

	if (reason_is_recompile_limit(type, reason))
		return RECOMPILE_LIMIT;
	if (slice_equal(type, LITERAL("Unsupported")))
		return GRAPH_BREAK;
	for (i = 0; i < LENGTH(categories); i++) {
		if (slice_equal(type, slice_of(categories[i].type)))
			return categories[i].category;
	}
	return slice_contains(type, LITERAL("Triton")) ||
	    slice_contains(type, LITERAL("triton")) ? "triton" : "other";
}

/* The break that a failure is a face of, made where nothing else tells. */
static size_t
event_of(struct join *join, const struct failure_record *record)
{
	struct event_row *added;
	size_t event = NO_ROW;

	if (record->compile != NO_ROW)
		event = join_find_event(join, record->compile, record->reason,
		    FORM_SKIP);
	if (event != NO_ROW)
		return event;
	event = join_add_event(join, record->compile, &record->key,
	    record->attempt, EVIDENCE_FAILURE, record->reason);
	added = &join->rows->events.items[event];
	/* Before torch 2.6 a skip writes no reason file. */
	added->form = join->torch_minor != UNKNOWN_INT &&
	    join->torch_minor < 6 ? FORM_SKIP : FORM_ERROR;
	/* The text names no place, but the record beside it does. */
	added->place.file = record->file;
	added->place.line = record->line;
	return event;
}

/* Kind and id of a failure that is no break, from its text. */
static void
failures_describe(struct join *join, struct failure_out *failure)
{
	struct parse_context context = { &join->capture->arena,
	    &join->capture->problems };
	struct reason reason = { 0 };

	reason_body_parse(&context, failure->reason, &reason);
	if (reason.parts.count) {
		const struct reason_part *part = &reason.parts.items[0];

		failure->kind = intern(&join->capture->texts, part->kind);
		failure->gb_id = intern(&join->capture->texts, part->gb_id.at ?
		    part->gb_id : kind_table_find(join->kinds, part->kind));
	}
	reason_free_arrays(&reason);
}

static const char *
stage_name(enum metrics_stage stage)
{
	static const char *const names[] = {
		[METRICS_FORWARD] = "forward",
		[METRICS_BACKWARD] = "backward",
		[METRICS_AOT_BACKWARD] = "aot_backward",
	};

	return names[stage];
}

void
join_add_failure(struct join *join, const struct failure_record *record)
{
	struct failure_out failure = { .compile = record->compile,
	    .key = record->key, .attempt = record->attempt,
	    .stage = stage_name(record->stage), .type = record->type,
	    .reason = record->reason, .event = NO_ROW,
	    .place = { .file = record->file, .line = record->line },
	    .own = { .line = UNKNOWN_INT },
	    .category = join_failure_category(record->type, record->reason) };
	struct failure_out *row;

	if (failure.category == GRAPH_BREAK) {
		const struct event_row *event;

		failure.event = event_of(join, record);
		event = &join->rows->events.items[failure.event];
		failure.gb_id = event->gb_id;
		failure.kind = event->kind;
	} else {
		failures_describe(join, &failure);
	}
	if (failure.category == RECOMPILE_LIMIT && record->compile != NO_ROW)
		join->rows->compiles.items[record->compile].limit_hit = true;
	row = array_add(&join->rows->failures);
	*row = failure;
}

static void
add_captured(struct join *join, const struct captured_metrics *captured)
{
	const struct captured_file *file =
	    &join->capture->files.items[captured->file];
	const struct metrics *metrics = join_metrics_of(captured);
	struct failure_record record = {
		.compile = join->rows->file_compile.items[captured->file],
		.key = file->key,
		.attempt = file->attempt,
		.stage = metrics->stage,
		.type = metrics->fail_type,
		.reason = metrics->fail_reason,
		.file = metrics->fail_file,
		.line = metrics->fail_line,
	};

	if (record.type.at)
		join_add_failure(join, &record);
}

void
join_failures(struct join *join)
{
	size_t i;

	for (i = 0; i < join->capture->metrics.count; i++)
		add_captured(join, &join->capture->metrics.items[i]);
}

/* Rows that have a compile come first, in its order. */
static int
compare_failures(const void *a, const void *b)
{
	const struct failure_out *left = a, *right = b;
	int order = ORDER_OF(left->compile, right->compile);

	if (!order)
		order = compile_key_compare(&left->key, &right->key);
	if (!order)
		order = ORDER_OF(left->attempt, right->attempt);
	if (!order)
		order = slice_compare(slice_of(left->stage),
		    slice_of(right->stage));
	if (!order)
		order = slice_compare(left->type, right->type);
	return order ? order : slice_compare(left->reason, right->reason);
}

void
join_order_failures(struct join *join)
{
	array_sort(&join->rows->failures, compare_failures);
}
