/*
 * file_name.c - the table of file names that tlparse writes.
 */
#include "parse/file_name.h"

struct name_pattern {
	const char *text;
	enum { WHOLE, START, END } match;
	enum file_kind kind;
};

/* Whole file names at the root of a report, extension included. */
static const struct name_pattern root_names[] = {
	{ "index.html", WHOLE, FILE_INDEX },
	/* tlparse 0.4.8 with vLLM artifacts: index.html is a summary then */
	{ "tlparse_index.html", WHOLE, FILE_INDEX },
	{ "failures_and_restarts.html", WHOLE, FILE_FAILURES_PAGE },
	{ "raw.log", WHOLE, FILE_RAW_LOG },
	{ "raw.jsonl", WHOLE, FILE_RAW_JSONL },
	{ "compile_directory.json", WHOLE, FILE_COMPILE_DIRECTORY },
	{ "chromium_events.json", WHOLE, FILE_CHROMIUM_EVENTS },
	/* gbq ingest --with-console */
	{ "console:", START, FILE_CONSOLE },
	{ "exported_program_", START, FILE_EXPORT },
	{ "symbolic_guard_information_", START, FILE_EXPORT },
};

/* Names in a compile's folder, without number and extension. */
static const struct name_pattern folder_names[] = {
	{ "compilation_metrics", WHOLE, FILE_METRICS },
	{ "bwd_compilation_metrics", WHOLE, FILE_BWD_METRICS },
	{ "aot_autograd_backward_compilation_metrics", WHOLE,
	    FILE_AOT_BWD_METRICS },
	{ "dynamo_graph_break_reason", WHOLE, FILE_BREAK_REASON },
	{ "recompile_reasons", WHOLE, FILE_RECOMPILE_REASONS },
	{ "_ORIGINAL_BYTECODE", END, FILE_ORIGINAL_BYTECODE },
	{ "_MODIFIED_BYTECODE", END, FILE_MODIFIED_BYTECODE },
	{ "torch_version", WHOLE, FILE_TORCH_VERSION },
	{ "inductor_collective_schedule", WHOLE, FILE_COLLECTIVES },
	{ "dynamo_output_graph", WHOLE, FILE_OUTPUT_GRAPH },
	{ "inductor_output_code", START, FILE_OUTPUT_CODE },
	{ "fx_graph_runnable", START, FILE_RUNNABLE },
	{ "dynamo_cpp_guards_str", WHOLE, FILE_GUARDS },
	{ "dynamo_guards", WHOLE, FILE_GUARDS },
	{ "dynamo_error", WHOLE, FILE_DYNAMO_ERROR },
	{ "exported_program", WHOLE, FILE_EXPORT },
	{ "_graph", END, FILE_GRAPH },
	{ "optimize_ddp_split_graph", START, FILE_GRAPH },
	{ "optimize_ddp_split_child", START, FILE_GRAPH },
};

static const struct {
	const char *prefix, *cache;
} cache_names[] = {
	{ "fx_graph_cache_", "fx" },
	{ "aotautograd_cache_", "aot_autograd" },
	{ "remote_fx_graph_cache_", "remote_fx" },
	{ "remote_aotautograd_cache_", "remote_aot" },
};

/* torch 2.5 names all records "hash"; the state is in the file. */
static const char *const cache_states[] = { "hit", "miss", "bypass",
	"saved", "hash" };

static enum file_kind
file_name_look_up(const struct name_pattern *table, size_t count,
    struct slice name)
{
	size_t i;

	for (i = 0; i < count; i++) {
		struct slice text = slice_of(table[i].text);

		if (table[i].match == WHOLE ? slice_equal(name, text) :
		    table[i].match == START ? slice_starts(name, text) :
		    slice_ends(name, text))
			return table[i].kind;
	}
	return FILE_UNKNOWN;
}

bool
cache_name_parse(struct slice name, struct slice *cache, struct slice *state)
{
	size_t i, k;

	if (slice_equal(name, LITERAL("compiled_autograd_compile_reasons"))) {
		*cache = LITERAL("compiled_autograd");
		*state = LITERAL("miss");
		return true;
	}
	for (i = 0; i < LENGTH(cache_names); i++) {
		struct slice rest = name;

		if (!slice_take(&rest, slice_of(cache_names[i].prefix)))
			continue;
		for (k = 0; k < LENGTH(cache_states); k++) {
			if (slice_equal(rest, slice_of(cache_states[k]))) {
				*cache = slice_of(cache_names[i].cache);
				*state = slice_of(cache_states[k]);
				return true;
			}
		}
	}
	return false;
}

struct slice
bytecode_name_function(struct slice name)
{
	return slice_part(name, 0,
	    name.len - LITERAL("_ORIGINAL_BYTECODE").len);
}

/*
 * Take "name_12.txt" apart. The number counts all outputs of the report in
 * time order; it is not the attempt (format.md section 4, item 3). A number
 * that does not fit is part of the name.
 */
static void
split_name(struct slice base, struct captured_file *file)
{
	size_t dot = slice_find_last_byte(base, '.'), line;
	struct slice stem = dot == SIZE_MAX ? base : slice_part(base, 0, dot);

	file->name = stem;
	file->number = UNKNOWN_INT;
	line = slice_find_last_byte(stem, '_');
	if (line == SIZE_MAX)
		return;
	if (slice_to_int(slice_part(stem, line + 1, stem.len),
	    &file->number) && file->number >= 0)
		file->name = slice_part(stem, 0, line);
	else
		file->number = UNKNOWN_INT;
}

/* Cut the first part of a path off if there is one. */
static bool
file_name_take_folder(struct slice *path, struct slice *folder)
{
	size_t slash = slice_find_byte(*path, '/');

	if (slash == SIZE_MAX)
		return false;
	*folder = slice_part(*path, 0, slash);
	*path = slice_part(*path, slash + 1, path->len);
	return true;
}

static enum file_kind
folder_kind(const struct captured_file *file)
{
	struct slice cache, state;
	enum file_kind kind;

	if (cache_name_parse(file->name, &cache, &state))
		return FILE_CACHE;
	kind = file_name_look_up(folder_names, LENGTH(folder_names),
	    file->name);
	return kind == FILE_UNKNOWN ? FILE_OTHER : kind;
}

/* Whether a compile's folder has the compiled autograd id (tlparse 0.3.31). */
static bool
is_long(struct slice folder)
{
	size_t i, lines = 0;

	for (i = 0; i < folder.len; i++)
		lines += folder.at[i] == '_';
	return lines == 3;
}

/* "unknown_13": records without a compile id (tlparse to 0.3.30). */
static bool
is_unknown_folder(struct slice folder)
{
	int64_t number;

	return slice_take(&folder, LITERAL("unknown_")) &&
	    slice_to_int(folder, &number) && number >= 0;
}

/*
 * The kind of a page outside of its compile's folder, as it is copied alone.
 * People name their own texts much like it, but not with a number.
 */
static enum file_kind
loose_kind(const struct captured_file *file, struct slice base)
{
	enum file_kind kind;

	if (file->number == UNKNOWN_INT || !(slice_ends(base,
	    LITERAL(".html")) || slice_ends(base, LITERAL(".txt")) ||
	    slice_ends(base, LITERAL(".json")) ||
	    slice_ends(base, LITERAL(".py"))))
		return FILE_UNKNOWN;
	kind = folder_kind(file);
	return kind == FILE_OTHER ? FILE_UNKNOWN : kind;
}

/* Whether it begins with "[" or "{" and one of two first members. */
static bool
json_begins(struct slice text, struct slice open, struct slice inner,
    struct slice member)
{
	if (!slice_take(&text, open))
		return false;
	text = slice_trim(text);
	return slice_take(&text, inner) &&
	    slice_starts(slice_trim(text), member);
}

static enum file_kind
page_kind(struct slice head)
{
	if (slice_contains(head, LITERAL("Compilation Info for ")))
		return FILE_METRICS;
	if (slice_contains(head, LITERAL("stack-trie")))
		return FILE_INDEX;
	return slice_contains(head, LITERAL("<h1>Failures and Restarts")) ?
	    FILE_FAILURES_PAGE : FILE_UNKNOWN;
}

enum file_kind
file_kind_of_content(struct slice head)
{
	struct slice text = slice_trim(head), rest = text, line;

	if (slice_starts(text, LITERAL("<html>")) ||
	    slice_starts(text, LITERAL("<!DOCTYPE html>")))
		return page_kind(head);
	if (json_begins(text, LITERAL("{"), LITERAL("\"string_table\""),
	    LITERAL(":")))
		return FILE_RAW_JSONL;
	if (json_begins(text, LITERAL("{"), LITERAL("\"["), LITERAL("")) &&
	    slice_contains(text, LITERAL("\"artifacts\"")))
		return FILE_COMPILE_DIRECTORY;
	if (json_begins(text, LITERAL("["), LITERAL("{"), LITERAL("\"")) &&
	    slice_contains(text, LITERAL("\"ph\"")))
		return FILE_CHROMIUM_EVENTS;
	/* raw.jsonl without its first line */
	return slice_next_line(&rest, &line) &&
	    slice_starts(line, LITERAL("{\"")) &&
	    slice_contains(line, LITERAL("\"lineno\":")) &&
	    slice_contains(line, LITERAL("\"pathname\":")) ?
	    FILE_RAW_JSONL : FILE_UNKNOWN;
}

bool
file_name_is_part(struct slice name)
{
	struct captured_file file;

	file_name_parse(name, &file);
	return file.kind == FILE_RAW_JSONL ||
	    file.kind == FILE_COMPILE_DIRECTORY ||
	    file.kind == FILE_CHROMIUM_EVENTS ||
	    file.kind == FILE_FAILURES_PAGE || file.has_folder;
}

void
file_name_parse(struct slice path, struct captured_file *file)
{
	struct slice rest = path, folder, number;
	int64_t rank = NO_ID;
	struct slice inner;

	file->path = path;
	file->key = compile_key_none();
	file->attempt = NO_ID;
	file->has_folder = file->long_folder = file->is_notice = false;
	file->is_runtime = file->is_loose = false;
	file->from_log = false;
	inner = rest;
	if (file_name_take_folder(&inner, &folder)) {
		number = folder;
		if (slice_take(&number, LITERAL("rank_")) &&
		    slice_to_int(number, &rank) && rank >= 0)
			rest = inner;
		else
			rank = NO_ID;
	}
	inner = rest;
	/*
	 * A function's name may hold '/': what follows the compile's folder
	 * is the file's name, further folders included (fixture
	 * name_exec_string_lambda).
	 */
	if (file_name_take_folder(&inner, &folder) &&
	    (compile_folder_parse(folder, &file->key, &file->attempt) ||
	    is_unknown_folder(folder))) {
		file->has_folder = true;
		file->long_folder = is_long(folder);
		rest = inner;
	}
	file->key.rank = rank;
	split_name(rest, file);
	file->kind = file->has_folder ? folder_kind(file) :
	    file_name_look_up(root_names, LENGTH(root_names), rest);
	if (file->kind == FILE_UNKNOWN) {
		file->kind = loose_kind(file, rest);
		file->is_loose = file->kind != FILE_UNKNOWN;
		file->has_folder = file->is_loose;
	}
	file->kind_name = file_kind_name(file->kind);
	file->order = file->number;
}

const char *
file_kind_name(enum file_kind kind)
{
	static const char *const names[] = {
		[FILE_UNKNOWN] = "unknown",
		[FILE_INDEX] = "index",
		[FILE_FAILURES_PAGE] = "failures_page",
		[FILE_METRICS] = "metrics",
		[FILE_BWD_METRICS] = "bwd_metrics",
		[FILE_AOT_BWD_METRICS] = "aot_bwd_metrics",
		[FILE_BREAK_REASON] = "break_reason",
		[FILE_RECOMPILE_REASONS] = "recompile_reasons",
		[FILE_ORIGINAL_BYTECODE] = "original_bytecode",
		[FILE_MODIFIED_BYTECODE] = "modified_bytecode",
		[FILE_TORCH_VERSION] = "torch_version",
		[FILE_CACHE] = "cache",
		[FILE_COLLECTIVES] = "collectives",
		[FILE_OUTPUT_GRAPH] = "dynamo_graph",
		[FILE_GRAPH] = "graph",
		[FILE_OUTPUT_CODE] = "output_code",
		[FILE_RUNNABLE] = "runnable",
		[FILE_GUARDS] = "guards",
		[FILE_DYNAMO_ERROR] = "dynamo_error",
		[FILE_EXPORT] = "export",
		[FILE_TRACE_LOG] = "trace_log",
		[FILE_CONSOLE] = "console",
		[FILE_RAW_LOG] = "raw_log",
		[FILE_RAW_JSONL] = "raw_jsonl",
		[FILE_COMPILE_DIRECTORY] = "compile_directory",
		[FILE_CHROMIUM_EVENTS] = "chromium_events",
		[FILE_OTHER] = "other",
	};

	return names[kind];
}
