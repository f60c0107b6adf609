/*
 * read_file.c - which parser takes which kind of file.
 */
#include "ingest/read/read.h"

#include <string.h>

#include "model/place.h"
#include "parse/file_name.h"
#include "parse/graph/bytecode.h"
#include "parse/graph/graph_text.h"
#include "parse/graph/output_code.h"
#include "parse/guard/guard.h"
#include "parse/page/failures_page.h"
#include "parse/page/index_page.h"
#include "parse/page/metrics_page.h"
#include "parse/reason/reason.h"
#include "util/json.h"
#include "util/order.h"

static struct parse_context
context_of(struct file_reader *reader)
{
	return (struct parse_context){ &reader->arena,
	    &reader->capture->problems };
}

static void
parse_metrics(struct parsed_file *parsed)
{
	struct parse_context context = { &parsed->arena, &parsed->problems };

	metrics_page_parse(&context, parsed->bytes, parsed->kind ==
	    FILE_METRICS ? METRICS_FORWARD : parsed->kind ==
	    FILE_BWD_METRICS ? METRICS_BACKWARD : METRICS_AOT_BACKWARD,
	    &parsed->as.metrics);
}

static void
read_file_take_metrics(struct file_reader *reader, struct parsed_file *parsed)
{
	struct captured_metrics *captured =
	    array_add(&reader->capture->metrics);
	struct captured_file *file =
	    &reader->capture->files.items[reader->file];
	struct compile_key key;
	int64_t attempt;

	captured->file = reader->file;
	captured->metrics = parsed->as.metrics;
	captured->damaged = file->damage != PAGE_SOUND;
	/* A failure whose text is cut off may be of any category. */
	if (captured->damaged && !captured->metrics.fail_reason.at)
		captured->metrics.fail_type = (struct slice){ 0 };
	capture_own_metrics(reader->capture, &captured->metrics);
	if (file->is_loose && compile_id_parse(captured->metrics.compile_id,
	    &key, &attempt)) {
		key.rank = file->key.rank;
		file->key = key;
		file->attempt = attempt;
	}
}

/* Learn torch's folder from the paths of a text: "…/_dynamo/…py". */
static void
learn_root(struct capture *capture, struct slice text)
{
	static const struct slice mark = { "_dynamo/symbolic_convert.py", 27 };
	struct slice line, root;
	struct slice *added;
	size_t at = slice_find(text, mark), i;

	if (at == SIZE_MAX)
		return;
	line = slice_part(text, 0, at + mark.len);
	i = slice_find_last_byte(line, '"');
	if (i == SIZE_MAX || slice_find_last_byte(line, '\n') + 1 > i + 1)
		return;
	root = intern(&capture->texts,
	    torch_root_of(slice_part(line, i + 1, line.len)));
	for (i = 0; i < capture->torch_roots.count; i++) {
		if (capture->torch_roots.items[i].at == root.at)
			return;
	}
	if (root.len) {
		added = array_add(&capture->torch_roots);
		*added = root;
	}
}

static void
parse_reason(struct parsed_file *parsed)
{
	struct parse_context context = { &parsed->arena, &parsed->problems };

	reason_parse(&context, parsed->bytes, &parsed->as.reason);
}

static void
take_reason(struct file_reader *reader, struct parsed_file *parsed)
{
	struct captured_reason *captured =
	    array_add(&reader->capture->reasons);

	captured->file = reader->file;
	captured->reason = parsed->as.reason;
	capture_own_reason(reader->capture, &captured->reason);
	reader->capture->files.items[reader->file].is_notice =
	    captured->reason.shape == REASON_NOTICE;
	learn_root(reader->capture, parsed->bytes);
}

static void
parse_recompile(struct parsed_file *parsed)
{
	struct parse_context context = { &parsed->arena, &parsed->problems };

	recompile_reasons_parse(&context, parsed->bytes,
	    &parsed->as.recompiles);
}

static void
take_recompile(struct file_reader *reader, struct parsed_file *parsed)
{
	struct captured_recompile *captured =
	    array_add(&reader->capture->recompiles);

	captured->file = reader->file;
	captured->reasons = parsed->as.recompiles;
	capture_own_recompiles(reader->capture, &captured->reasons);
}

static void
read_bytecode(struct file_reader *reader)
{
	struct captured_bytecode *captured =
	    array_add(&reader->capture->bytecodes);
	struct slice name = reader->capture->files.items[reader->file].name;

	captured->file = reader->file;
	captured->function = intern(&reader->capture->texts,
	    bytecode_name_function(name));
	captured->listing = text_pack_put(reader->capture->listings,
	    reader->bytes);
}

static void
read_file_read_version(struct file_reader *reader)
{
	struct capture *capture = reader->capture;

	if (!capture->torch_version.at)
		capture->torch_version = json_member_text(&capture->arena,
		    reader->bytes, "pytorch_version");
	if (!capture->torch_commit.at)
		capture->torch_commit = json_member_text(&capture->arena,
		    reader->bytes, "commit");
}

/*
 * "!0: Cache miss due to new autograd node: …": a JSON list of what compiled
 * autograd says of a miss, with TORCH_LOGS=compiled_autograd_verbose; a line
 * each. Absent if it holds none.
 */
static struct slice
compile_reasons(struct arena *arena, struct slice json)
{
	struct buffer lines = { 0 };
	struct json_reader reader;
	struct slice text;

	json_init(&reader, arena, json);
	if (json_enter_array(&reader)) {
		while (json_next_item(&reader)) {
			if (!json_get_string(&reader, &text))
				continue;
			if (lines.len)
				buffer_add_byte(&lines, '\n');
			buffer_add_slice(&lines, text);
		}
	}
	text = json_end(&reader) && lines.len ?
	    slice_copy(arena, buffer_slice(&lines)) : (struct slice){ 0 };
	buffer_release(&lines);
	return text;
}

static void
read_cache(struct file_reader *reader)
{
	struct capture *capture = reader->capture;
	struct captured_cache *captured;
	struct slice cache, state, told;

	cache_name_parse(capture->files.items[reader->file].name, &cache,
	    &state);
	/* torch 2.5's page tells it, but where it is cut. */
	if (slice_equal(state, LITERAL("hash"))) {
		told = json_member_text(&capture->arena, reader->bytes,
		    "cache_state");
		if (!told.len && capture->files.items[reader->file].damage !=
		    PAGE_SOUND)
			return;
		state = told.len ? told : state;
	}
	captured = array_add(&capture->caches);
	captured->file = reader->file;
	captured->cache = cache;
	captured->state = state;
	captured->key = json_member_text(&capture->arena, reader->bytes,
	    "key");
	captured->reason = json_member_text(&capture->arena, reader->bytes,
	    "cache_bypass_reason");
	if (slice_equal(captured->cache, LITERAL("compiled_autograd")))
		captured->reason = compile_reasons(&capture->arena,
		    reader->bytes);
}

static int
compare_file_path(const void *file, const void *path)
{
	return slice_compare(((const struct captured_file *)file)->path,
	    *(const struct slice *)path);
}

/*
 * Whether that compile folder is beside the failures page, or may have been
 * where that page is alone. Not asked of the page's rank, which a log may have
 * told before.
 */
static bool
read_file_has_folder(void *data, struct slice folder)
{
	const struct file_reader *reader = data;
	const struct capture *capture = reader->capture;
	struct slice page = capture->files.items[reader->file].path;
	size_t base = slice_find_last(page, LITERAL("/"));
	struct buffer prefix = { 0 };
	struct compile_key key;
	int64_t attempt;
	struct slice start;
	bool found;
	size_t at;

	if (capture->is_part)
		return compile_folder_parse(folder, &key, &attempt);
	if (base != SIZE_MAX)
		buffer_add_slice(&prefix, slice_part(page, 0, base + 1));
	buffer_add_slice(&prefix, folder);
	buffer_add_byte(&prefix, '/');
	start = buffer_slice(&prefix);
	at = order_first(&start, capture->files.items, reader->listed,
	    sizeof(*capture->files.items), compare_file_path);
	found = at < reader->listed &&
	    slice_starts(capture->files.items[at].path, start);
	buffer_release(&prefix);
	return found;
}

static void
read_failures(struct file_reader *reader)
{
	struct parse_context context = context_of(reader);
	struct captured_failures *captured =
	    array_add(&reader->capture->failure_pages);
	size_t i;

	captured->file = reader->file;
	failures_page_parse(&context, reader->bytes, read_file_has_folder,
	    reader, &captured->rows);
	for (i = 0; i < captured->rows.count; i++)
		read_part_add_compile(reader,
		    captured->rows.items[i].compile_id);
	capture_own_rows(reader->capture, &captured->rows);
}

static void
read_index(struct file_reader *reader)
{
	struct parse_context context = context_of(reader);
	struct captured_index *captured =
	    array_add(&reader->capture->indexes);
	slice_array links = { 0 };

	captured->file = reader->file;
	index_page_parse(&context, reader->bytes, &captured->entries, &links,
	    &captured->is_export);
	read_named_links(reader, &links);
	array_release(&links);
	capture_own_index(reader->capture, &captured->entries);
}

/* Printed graphs of all stages, and Inductor's output code. */
static void
parse_graph(struct parsed_file *parsed)
{
	struct parse_context context = { &parsed->arena, &parsed->problems };
	enum graph_stage stage = graph_stage_of(parsed->name);

	if (stage == GRAPH_OUTPUT_CODE)
		output_code_parse(&context, parsed->bytes, &parsed->as.graph);
	else
		graph_text_parse(&context, parsed->bytes, &parsed->as.graph);
	parsed->as.graph.stage = stage;
}

static void
read_file_take_graph(struct file_reader *reader, struct parsed_file *parsed)
{
	struct captured_graph *captured =
	    array_add(&reader->capture->graphs);

	captured->file = reader->file;
	captured->graph = parsed->as.graph;
	capture_own_graph(reader->capture, &captured->graph);
}

/* inductor_collective_schedule: a list of the collectives' names. */
static void
read_collectives(struct file_reader *reader)
{
	struct captured_collectives *captured =
	    array_add(&reader->capture->collectives);
	struct json_reader json;
	struct slice name, *added;

	captured->file = reader->file;
	json_init(&json, &reader->arena, reader->bytes);
	if (json_enter_array(&json)) {
		while (json_next_item(&json)) {
			if (!json_get_string(&json, &name))
				continue;
			added = array_add(&captured->names);
			*added = intern(&reader->capture->texts, name);
		}
	}
	if (!json_end(&json))
		problem_add(&reader->capture->problems, SEVERITY_LOSS,
		    "collectives_bad_json", (int64_t)json_offset(&json),
		    "the list of collectives is no JSON list");
}

/*
 * What to do with the bytes of each kind of file; others are only hashed.
 * Most are parsed in any thread and taken in the capture's; those of which
 * there are few, or whose parsers look at the capture, are read in the latter.
 */
static const struct {
	void (*parse)(struct parsed_file *parsed);
	void (*take)(struct file_reader *reader, struct parsed_file *parsed);
	void (*read)(struct file_reader *reader);
} readers[] = {
	[FILE_INDEX] = { .read = read_index },
	[FILE_FAILURES_PAGE] = { .read = read_failures },
	[FILE_METRICS] = { parse_metrics, read_file_take_metrics, NULL },
	[FILE_BWD_METRICS] = { parse_metrics, read_file_take_metrics, NULL },
	[FILE_AOT_BWD_METRICS] = { parse_metrics, read_file_take_metrics,
	    NULL },
	[FILE_BREAK_REASON] = { parse_reason, take_reason, NULL },
	[FILE_RECOMPILE_REASONS] = { parse_recompile, take_recompile, NULL },
	[FILE_ORIGINAL_BYTECODE] = { .read = read_bytecode },
	[FILE_MODIFIED_BYTECODE] = { .read = read_bytecode },
	[FILE_TORCH_VERSION] = { .read = read_file_read_version },
	[FILE_CACHE] = { .read = read_cache },
	[FILE_COLLECTIVES] = { .read = read_collectives },
	[FILE_OUTPUT_GRAPH] = { parse_graph, read_file_take_graph, NULL },
	[FILE_GRAPH] = { parse_graph, read_file_take_graph, NULL },
	[FILE_OUTPUT_CODE] = { parse_graph, read_file_take_graph, NULL },
	[FILE_COMPILE_DIRECTORY] = { .read = read_part_directory },
	[FILE_CHROMIUM_EVENTS] = { .read = read_part_events },
	[FILE_OTHER] = { NULL, NULL, NULL },
};

void
file_reader_init(struct file_reader *reader, struct capture *capture)
{
	*reader = (struct file_reader){ .capture = capture,
	    .listed = capture->files.count };
	arena_init(&reader->arena);
}

void
file_reader_release(struct file_reader *reader)
{
	arena_release(&reader->arena);
}

bool
file_reader_wants(enum file_kind kind)
{
	return readers[kind].parse || readers[kind].read;
}

void
file_reader_parse(struct parsed_file *parsed,
    const struct captured_file *file, struct slice bytes)
{
	memset(parsed, 0, sizeof(*parsed));
	parsed->kind = file->kind;
	parsed->name = file->name;
	parsed->bytes = bytes;
	arena_init(&parsed->arena);
	parsed->problems.arena = &parsed->arena;
	parsed->problems.path = file->path;
	parsed->problems.rank = file->key.rank;
	if (readers[file->kind].parse)
		readers[file->kind].parse(parsed);
}

static void
take_problems(struct capture *capture, struct parsed_file *parsed)
{
	struct problem *copy;
	size_t i;

	for (i = 0; i < parsed->problems.list.count; i++) {
		copy = array_add(&capture->problems.list);
		*copy = parsed->problems.list.items[i];
		copy->message = slice_copy(&capture->arena, copy->message);
	}
	array_release(&parsed->problems.list);
}

void
file_reader_take(struct file_reader *reader, size_t file,
    struct parsed_file *parsed)
{
	struct problem_list *problems = &reader->capture->problems;
	struct slice path = problems->path;
	int64_t rank = problems->rank;

	problems->path = parsed->problems.path;
	problems->rank = parsed->problems.rank;
	reader->file = file;
	reader->bytes = parsed->bytes;
	take_problems(reader->capture, parsed);
	if (readers[parsed->kind].take)
		readers[parsed->kind].take(reader, parsed);
	else if (readers[parsed->kind].read)
		readers[parsed->kind].read(reader);
	arena_release(&parsed->arena);
	problems->path = path;
	problems->rank = rank;
}
