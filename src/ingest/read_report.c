/*
 * read_report.c - reads each file of a report once: hash, parse, forget.
 */
#include "ingest/read_report.h"

#include "parse/bytecode.h"
#include "parse/failures_page.h"
#include "parse/file_name.h"
#include "parse/graph_text.h"
#include "parse/index_page.h"
#include "parse/metrics_page.h"
#include "parse/output_code.h"
#include "parse/reason.h"
#include "parse/recompile_reasons.h"
#include "util/hash.h"

enum {
	MAX_PARSED_BYTES = 64 << 20,
	/* Files that no parser wants go in pieces above this. */
	MAX_WHOLE_BYTES = 16 << 20
};

/* A file at hand. */
struct reading {
	struct store *store;
	struct capture *capture;
	struct contents *contents;
	const struct report_files *files;
	struct arena arena;		/* of the parsers, emptied each time */
	struct buffer bytes;
	size_t file;			/* in capture.files */
	struct hash *hash;
};

static struct slice
bytes_of(const struct reading *reading)
{
	return buffer_slice(&reading->bytes);
}

static struct parse_context
context_of(struct reading *reading)
{
	return (struct parse_context){ &reading->arena,
	    &reading->capture->problems };
}

static void
read_metrics(struct reading *reading, enum metrics_stage stage)
{
	struct parse_context context = context_of(reading);
	struct captured_metrics *captured =
	    array_add(&reading->capture->metrics);

	captured->file = reading->file;
	metrics_page_parse(&context, bytes_of(reading), stage,
	    &captured->metrics);
	capture_own_metrics(reading->capture, &captured->metrics);
}

static void
read_forward_metrics(struct reading *reading)
{
	read_metrics(reading, METRICS_FORWARD);
}

static void
read_backward_metrics(struct reading *reading)
{
	read_metrics(reading, METRICS_BACKWARD);
}

static void
read_aot_metrics(struct reading *reading)
{
	read_metrics(reading, METRICS_AOT_BACKWARD);
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
read_reason(struct reading *reading)
{
	struct parse_context context = context_of(reading);
	struct captured_reason *captured =
	    array_add(&reading->capture->reasons);

	captured->file = reading->file;
	reason_parse(&context, bytes_of(reading), &captured->reason);
	capture_own_reason(reading->capture, &captured->reason);
	reading->capture->files.items[reading->file].is_notice =
	    captured->reason.shape == REASON_NOTICE;
	learn_root(reading->capture, bytes_of(reading));
}

static void
read_recompile(struct reading *reading)
{
	struct parse_context context = context_of(reading);
	struct captured_recompile *captured =
	    array_add(&reading->capture->recompiles);

	captured->file = reading->file;
	recompile_reasons_parse(&context, bytes_of(reading),
	    &captured->reasons);
	capture_own_recompiles(reading->capture, &captured->reasons);
}

static void
read_bytecode(struct reading *reading)
{
	struct captured_bytecode *captured =
	    array_add(&reading->capture->bytecodes);

	captured->file = reading->file;
	captured->function = intern(&reading->capture->texts,
	    bytecode_name_function(
	    reading->capture->files.items[reading->file].name));
	captured->listing = slice_copy(&reading->capture->arena,
	    bytes_of(reading));
}

static void
read_version(struct reading *reading)
{
	struct capture *capture = reading->capture;

	if (!capture->torch_version.at)
		capture->torch_version = store_json_text(reading->store,
		    bytes_of(reading), "$.pytorch_version", &capture->arena);
	if (!capture->torch_commit.at)
		capture->torch_commit = store_json_text(reading->store,
		    bytes_of(reading), "$.commit", &capture->arena);
}

static void
read_cache(struct reading *reading)
{
	struct capture *capture = reading->capture;
	struct captured_cache *captured = array_add(&capture->caches);

	captured->file = reading->file;
	cache_name_parse(capture->files.items[reading->file].name,
	    &captured->cache, &captured->state);
	captured->key = store_json_text(reading->store, bytes_of(reading),
	    "$.key", &capture->arena);
	captured->reason = store_json_text(reading->store, bytes_of(reading),
	    "$.cache_bypass_reason", &capture->arena);
}

/* Index of the first file whose path is not before the text. */
static size_t
lower_bound(const struct capture *capture, struct slice text)
{
	size_t low = 0, high = capture->files.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (slice_compare(capture->files.items[middle].path, text) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Whether the rank of the failures page has that compile folder. */
static bool
has_folder(void *data, struct slice folder)
{
	const struct reading *reading = data;
	const struct capture *capture = reading->capture;
	int64_t rank = capture->files.items[reading->file].key.rank;
	struct buffer prefix = { 0 };
	bool found;
	size_t at;

	if (rank != NO_ID)
		buffer_printf(&prefix, "rank_%lld/", (long long)rank);
	buffer_add_slice(&prefix, folder);
	buffer_add_byte(&prefix, '/');
	at = lower_bound(capture, buffer_slice(&prefix));
	found = at < capture->files.count && slice_starts(
	    capture->files.items[at].path, buffer_slice(&prefix));
	buffer_release(&prefix);
	return found;
}

static void
read_failures(struct reading *reading)
{
	struct parse_context context = context_of(reading);
	struct captured_failures *captured =
	    array_add(&reading->capture->failure_pages);

	captured->file = reading->file;
	failures_page_parse(&context, bytes_of(reading), has_folder, reading,
	    &captured->rows);
	capture_own_rows(reading->capture, &captured->rows);
}

static void
read_index(struct reading *reading)
{
	struct parse_context context = context_of(reading);
	struct captured_index *captured =
	    array_add(&reading->capture->indexes);

	captured->file = reading->file;
	index_page_parse(&context, bytes_of(reading), &captured->entries,
	    &captured->is_export);
	capture_own_index(reading->capture, &captured->entries);
}

/* Printed graphs of all stages, and Inductor's output code. */
static void
read_graph(struct reading *reading)
{
	struct parse_context context = context_of(reading);
	struct captured_graph *captured =
	    array_add(&reading->capture->graphs);
	enum graph_stage stage = graph_stage_of(
	    reading->capture->files.items[reading->file].name);

	captured->file = reading->file;
	if (stage == GRAPH_OUTPUT_CODE)
		output_code_parse(&context, bytes_of(reading),
		    &captured->graph);
	else
		graph_text_parse(&context, bytes_of(reading),
		    &captured->graph);
	captured->graph.stage = stage;
	capture_own_graph(reading->capture, &captured->graph);
}

/* What to do with the bytes of each kind of file; others are only hashed. */
static void (*const readers[])(struct reading *reading) = {
	[FILE_INDEX] = read_index,
	[FILE_FAILURES_PAGE] = read_failures,
	[FILE_METRICS] = read_forward_metrics,
	[FILE_BWD_METRICS] = read_backward_metrics,
	[FILE_AOT_BWD_METRICS] = read_aot_metrics,
	[FILE_BREAK_REASON] = read_reason,
	[FILE_RECOMPILE_REASONS] = read_recompile,
	[FILE_ORIGINAL_BYTECODE] = read_bytecode,
	[FILE_MODIFIED_BYTECODE] = read_bytecode,
	[FILE_TORCH_VERSION] = read_version,
	[FILE_CACHE] = read_cache,
	[FILE_OUTPUT_GRAPH] = read_graph,
	[FILE_GRAPH] = read_graph,
	[FILE_OUTPUT_CODE] = read_graph,
	[FILE_OTHER] = NULL,
};

/*
 * A file is hashed as it streams in and kept in memory up to a limit; beyond
 * it goes to the contents in pieces, and is not parsed.
 */
struct intake {
	struct reading *reading;
	size_t limit;
	int64_t size;
	bool in_pieces;
};

static void
take_piece(void *data, struct slice piece)
{
	struct intake *intake = data;
	struct reading *reading = intake->reading;

	hash_add(reading->hash, piece);
	intake->size += (int64_t)piece.len;
	if (!intake->in_pieces &&
	    reading->bytes.len + piece.len <= intake->limit) {
		buffer_add_slice(&reading->bytes, piece);
		return;
	}
	if (!intake->in_pieces) {
		contents_begin(reading->contents);
		contents_piece(reading->contents, bytes_of(reading));
		intake->in_pieces = true;
	}
	contents_piece(reading->contents, piece);
}

/* Hand what was read to the contents; whole: all of it could be read. */
static void
keep_content(struct intake *intake, struct captured_file *file, bool whole)
{
	struct contents *contents = intake->reading->contents;

	if (!whole && intake->in_pieces)
		contents_drop(contents);
	if (!whole)
		file->content = contents_name(contents, file->hash,
		    intake->size);
	else if (intake->in_pieces)
		file->content = contents_end(contents, file->hash,
		    intake->size);
	else
		file->content = contents_add(contents, file->hash,
		    bytes_of(intake->reading));
}

static void
parse_file(struct intake *intake, enum file_kind kind)
{
	struct reading *reading = intake->reading;

	if (!readers[kind])
		return;
	if (intake->in_pieces)
		problem_add(&reading->capture->problems, SEVERITY_LOSS,
		    "file_too_large", UNKNOWN_INT,
		    "%lld bytes: kept, but not read", (long long)intake->size);
	else
		readers[kind](reading);
}

static void
read_file(struct reading *reading, const struct folder_file *source)
{
	struct capture *capture = reading->capture;
	struct captured_file *file = &capture->files.items[reading->file];
	struct intake intake = { .reading = reading,
	    .limit = readers[file->kind] ? MAX_PARSED_BYTES :
	    MAX_WHOLE_BYTES };
	struct error error;
	bool whole;

	capture->problems.path = file->path;
	capture->problems.rank = file->key.rank;
	buffer_clear(&reading->bytes);
	hash_begin(reading->hash);
	whole = folder_stream(reading->files->folder, source, take_piece,
	    &intake, &error) == STATUS_OK;
	if (!whole)
		problem_add(&capture->problems, SEVERITY_LOSS,
		    "file_unreadable", UNKNOWN_INT, "%s", error.message);
	hash_end(reading->hash, file->hash);
	file->bytes = intake.size;
	keep_content(&intake, file, whole);
	if (whole)
		parse_file(&intake, file->kind);
	arena_release(&reading->arena);
}

/* Path, size and hash of every file, in order of path. */
static void
make_run_key(struct reading *reading, char run_key[33])
{
	const struct capture *capture = reading->capture;
	struct buffer line = { 0 };
	size_t i;

	hash_begin(reading->hash);
	for (i = 0; i < capture->files.count; i++) {
		const struct captured_file *file = &capture->files.items[i];

		buffer_clear(&line);
		buffer_add_slice(&line, file->path_bytes.at ?
		    file->path_bytes : file->path);
		buffer_add_byte(&line, '\0');
		buffer_printf(&line, "%lld %s\n", (long long)file->bytes,
		    file->hash);
		hash_add(reading->hash, buffer_slice(&line));
	}
	hash_end(reading->hash, run_key);
	buffer_release(&line);
}

static void
list_files(struct reading *reading)
{
	const struct report_files *files = reading->files;
	size_t skip = files->root.len ? files->root.len + 1 : 0, i;

	for (i = 0; i < files->count; i++) {
		struct slice path = files->folder->files.
		    items[files->indexes[i]].path;
		struct captured_file *file =
		    array_add(&reading->capture->files);

		path = slice_part(path, skip, path.len);
		file_name_parse(intern(&reading->capture->texts, path), file);
		if (!slice_equal(file->path, path))
			file->path_bytes = slice_copy(
			    &reading->capture->arena, path);
	}
}

static void
list_empty_folders(struct reading *reading)
{
	const struct folder *folder = reading->files->folder;
	struct slice root = reading->files->root;
	size_t skip = root.len ? root.len + 1 : 0, i;
	struct slice *added;

	for (i = 0; i < folder->empty_folders.count; i++) {
		struct slice path = folder->empty_folders.items[i];

		if (root.len && (!slice_starts(path, root) ||
		    path.len <= skip || path.at[root.len] != '/'))
			continue;
		added = array_add(&reading->capture->empty_folders);
		*added = slice_copy(&reading->capture->arena,
		    slice_part(path, skip, path.len));
	}
}

void
read_report(struct store *store, const struct report_files *files,
    struct capture *capture, struct contents *contents, char run_key[33])
{
	struct reading reading = { .store = store, .capture = capture,
	    .contents = contents, .files = files, .hash = hash_new(HASH_SHA256) };

	arena_init(&reading.arena);
	list_files(&reading);
	list_empty_folders(&reading);
	for (reading.file = 0; reading.file < files->count; reading.file++)
		read_file(&reading, &files->folder->files.
		    items[files->indexes[reading.file]]);
	make_run_key(&reading, run_key);
	buffer_release(&reading.bytes);
	hash_free(reading.hash);
	capture->problems.path = (struct slice){ 0 };
	capture->problems.rank = NO_ID;
}
