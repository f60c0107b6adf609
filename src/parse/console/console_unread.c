/*
 * console_unread.c - what torch's compiler printed and nothing reads: counted
 * a message, never silent. What can hold no count by its nature is listed
 * here, checked against torch 2.1 to 2.14 with TORCH_LOGS=all.
 */
#include "parse/console/console_private.h"

#include <string.h>

#include "util/table.h"

/* The parts of torch that compile, as paths and as loggers. */
static const char *const compiler_parts[] = {
	"_dynamo", "_inductor", "_functorch", "fx", "_export", "export",
	"_subclasses", "_higher_order_ops", "_guards",
};

/* Logs of their own whose texts are graphs, guards, code and steps. */
static const char *const quiet_names[] = {
	"aot_graphs", "aot_graphs_effects", "aot_joint_graph", "annotation",
	"async_compile", "autotuning", "benchmarking", "bytecode",
	"call_graph", "caching", "compiled_autograd",
	"compiled_autograd_verbose", "cudagraph_static_inputs", "ddp_graphs",
	"dynamic", "fusion", "graph", "graph_code", "graph_code_verbose",
	"graph_region_expansion", "graph_sizes", "guards",
	"hierarchical_compile", "inductor_metrics", "ir_post_fusion",
	"ir_pre_fusion", "kernel_code", "loop_ordering", "loop_tiling",
	"node_runtime_estimation", "output_code", "overlap",
	"post_grad_graphs", "pre_grad_graphs", "schedule", "side_effects",
	"sym_node", "trace_bytecode", "trace_call", "trace_shape_events",
	"trace_source", "verbose_guards",
};

/*
 * What levels V and I say of steps, shapes, graphs and caches. A text that is
 * absent stands for all of the source.
 */
static const struct quiet_text {
	const char *source, *text;
} quiet_texts[] = {
	{ "_inductor", NULL },
	{ "_functorch", NULL },
	{ "_subclasses", NULL },
	{ "fx", NULL },
	{ "_dynamo", "Step " },
	{ "_dynamo", "TRACE " },
	{ "_dynamo", "TRACED GRAPH" },
	{ "_dynamo", "COMPILING GRAPH due to " },
	{ "_dynamo", "Restarting analysis due to " },
	{ "_dynamo", "torchdynamo start compiling " },
	{ "_dynamo", "torchdynamo start tracing " },
	{ "_dynamo", "torchdynamo done tracing " },
	{ "_dynamo", "skipping" },
	{ "_dynamo", "restore_graphstate: " },
	{ "_dynamo", "RETURN_VALUE triggered compile" },
	{ "_dynamo", "break_graph_if_unsupported triggered compile" },
	{ "_dynamo", "SKIP " },
	{ "_dynamo", "INLINING " },
	{ "_dynamo", "DONE INLINING " },
	{ "_dynamo", "FAILED INLINING " },
	{ "_dynamo", "run_gc_after_compile" },
	{ "_dynamo", "TorchDynamo attempted to trace the following frames" },
	{ "_dynamo", "TorchDynamo compilation metrics" },
	{ "_dynamo", "TorchDynamo produced code" },
	{ "_dynamo", "ChromiumEventLogger initialized" },
	{ "_dynamo", "CompilationMetrics(" },
	{ "_dynamo", "create_graph_input " },
	{ "_dynamo", "bind_symint " },
	{ "_dynamo", "_lift_symbols_in_symint " },
	{ "_dynamo", "track_symint " },
	{ "_dynamo", "wrap_to_fake " },
	{ "_dynamo", "automatic dynamic " },
	{ "_dynamo", "marking " },
	{ "_dynamo", "put_code_state" },
	{ "_dynamo", "get_code_state" },
	{ "_dynamo", "REMOVE UNUSED GRAPHARG " },
	{ "_dynamo", "REMOVE UNREACHABLE " },
	{ "_dynamo", "REGISTER UNUSED" },
	{ "_dynamo", "cond_op_arg_spec" },
	{ "_dynamo", "produce_guards" },
	{ "_dynamo", "GUARDS:" },
	{ "_dynamo", "ORIGINAL BYTECODE" },
	{ "_dynamo", "MODIFIED BYTECODE" },
	{ "_dynamo", "CALL triggered compile" },
	{ "_dynamo", "return triggered compile" },
	{ "_dynamo", "Function, " },
	{ "_dynamo", "compile_fx" },
};

/*
 * What warnings and errors say that changes no count: of caches, clocks and
 * numbers, and notes on an error that is then raised or turned into a break.
 */
static const char *const quiet_warnings[] = {
	"dynamo_pgo force disabled",
	"Dynamo detected a call to a `functools.lru_cache`",
	"skipping cudagraphs due to ",
	"To copy construct from a tensor",
	"Using a non-tuple sequence for multidimensional indexing",
	"TensorFloat32 tensor cores for float32 matrix multiplication",
	"Not enough SMs to use max_autotune_gemm mode",
	"Error while creating guard:",
	"Created at:",
	"failed while attempting to run meta for ",
	"Unable to find user code corresponding to ",
	"ChromiumEventLogger: ",
	"Profiler function ",
	"changing options to `torch.compile()` may require",
	"Pred is a Python constant. When used with torch.cond",
	"Index is a Python constant. When used with torch.switch",
	"An output with one or more elements was resized",
	"Online softmax is disabled on the fly",
};

/* Words of what is counted; where one stands, a count is missing. */
static const char *const counted_words[] = {
	"raph break", "raph_break", "GRAPH BREAK", "nsupported", "ecompil",
	"recompile_limit", "cache_size_limit", "xception", "Error:",
	"Traceback (most recent call last)", "WON'T CONVERT",
	"hit config.", "falling back to eager", "fall back to eager",
};

/* The part behind the last "torch/" or "torch." of a source; absent: none. */
static struct slice
compiler_part(struct slice source)
{
	static const char *const roots[] = { "torch/", "torch\\", "torch." };
	struct slice part = { 0 };
	size_t i, at;

	for (i = 0; i < LENGTH(roots) && !part.at; i++) {
		at = slice_find_last(source, slice_of(roots[i]));
		if (at != SIZE_MAX && (at == 0 || memchr("/\\ \"",
		    source.at[at - 1], 4)))
			part = slice_part(source, at + 6, source.len);
	}
	return part;
}

/* "_dynamo" is the part of "_dynamo/guards.py", "_dynamo" and "_dynamo.x". */
static bool
is_part(struct slice source, const char *name)
{
	return slice_take(&source, slice_of(name)) &&
	    (source.len == 0 || memchr("/\\.:", source.at[0], 4));
}

bool
console_is_compiler(struct slice source)
{
	struct slice part = compiler_part(source);
	size_t i;

	for (i = 0; i < LENGTH(compiler_parts); i++) {
		if (is_part(part, compiler_parts[i]))
			return true;
	}
	return false;
}

static bool
is_quiet(const struct console_prefix *prefix)
{
	struct slice part = compiler_part(prefix->source);
	const struct quiet_text *quiet;
	size_t i;

	if (prefix->level != 'V' && prefix->level != 'I')
		return slice_starts_any(prefix->text, quiet_warnings,
		    LENGTH(quiet_warnings));
	for (i = 0; i < LENGTH(quiet_names); i++) {
		if (slice_equal(prefix->name, slice_of(quiet_names[i])))
			return true;
	}
	if (prefix->name.len)
		return false;
	for (i = 0; i < LENGTH(quiet_texts); i++) {
		quiet = &quiet_texts[i];
		if (is_part(part, quiet->source) && (!quiet->text ||
		    slice_starts(prefix->text, slice_of(quiet->text))))
			return true;
	}
	return false;
}

static bool
has_counted_word(struct slice text)
{
	size_t i;

	for (i = 0; i < LENGTH(counted_words); i++) {
		if (slice_contains(text, slice_of(counted_words[i])))
			return true;
	}
	return false;
}

static enum severity
severity_of_line(const struct console_prefix *prefix)
{
	if (slice_starts(prefix->name, LITERAL("graph_breaks")) ||
	    slice_starts(prefix->name, LITERAL("recompiles")) ||
	    has_counted_word(prefix->text))
		return SEVERITY_LOSS;
	return prefix->level == 'V' || prefix->level == 'I' ? SEVERITY_NOTE :
	    SEVERITY_WARNING;
}

static void
unread_report(struct console_unread_message *message,
    struct console_queue *queue)
{
	if (message->id && !message->quiet)
		console_queue_unread(queue, message->severity,
		    buffer_slice(&message->wording), message->offset);
	message->id = 0;
}

void
console_unread_line(struct console_unread *unread,
    struct console_queue *queue, const struct console_prefix *prefix,
    const struct console_stream *stream, int64_t offset)
{
	struct console_unread_message *message;
	enum severity severity;
	uint64_t id;
	size_t i;

	if (!console_is_compiler(prefix->source))
		return;
	id = table_hash_text(table_hash_text(1, stream->key), prefix->head);
	for (i = 0; i < CONSOLE_MAX_UNREAD && unread->open[i].id != id;)
		i++;
	if (i == CONSOLE_MAX_UNREAD) {
		i = unread->next++ % CONSOLE_MAX_UNREAD;
		message = &unread->open[i];
		unread_report(message, queue);
		message->id = id;
		message->severity = SEVERITY_NOTE;
		message->offset = offset;
		message->quiet = is_quiet(prefix);
		buffer_clear(&message->wording);
		buffer_add_slice(&message->wording, slice_part(prefix->text,
		    0, CONSOLE_MAX_OUTER));
	}
	message = &unread->open[i];
	if (message->quiet)
		return;
	severity = severity_of_line(prefix);
	if (severity > message->severity)
		message->severity = severity;
}

bool
console_warning_find(struct slice line, size_t *text)
{
	size_t at = slice_find(line, LITERAL("Warning: ")), from;

	if (at == SIZE_MAX)
		return false;
	from = slice_find_last(slice_part(line, 0, at), LITERAL(".py:"));
	*text = at + 9;
	return from != SIZE_MAX &&
	    console_is_compiler(slice_part(line, 0, from));
}

void
console_unread_warning(struct console_queue *queue, struct slice text,
    int64_t offset)
{
	if (!slice_starts_any(text, quiet_warnings, LENGTH(quiet_warnings)))
		console_queue_unread(queue, has_counted_word(text) ?
		    SEVERITY_LOSS : SEVERITY_WARNING, text, offset);
}

void
console_unread_end(struct console_unread *unread, struct console_queue *queue)
{
	size_t i;

	/* the oldest first */
	for (i = 0; i < CONSOLE_MAX_UNREAD; i++)
		unread_report(&unread->open[(unread->next + i) %
		    CONSOLE_MAX_UNREAD], queue);
}

void
console_unread_release(struct console_unread *unread)
{
	size_t i;

	for (i = 0; i < CONSOLE_MAX_UNREAD; i++)
		buffer_release(&unread->open[i].wording);
}
