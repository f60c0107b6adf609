/*
 * read_report.c - reads each file of a report once: hash, parse, forget.
 */
#include "ingest/read_report.h"

#include "ingest/read_log.h"
#include "parse/file_name.h"
#include "util/hash.h"

enum {
	MAX_PARSED_BYTES = 64 << 20,
	/* Files that no parser wants go in pieces above this. */
	MAX_WHOLE_BYTES = 16 << 20
};

/* A file at hand. */
struct reading {
	struct capture *capture;
	struct contents *contents;
	const struct report_files *files;
	struct file_reader reader;
	struct log_intake *log;		/* of raw.log or raw.jsonl, or NULL */
	struct buffer bytes;
	size_t file;			/* in capture.files */
	struct hash *hash;
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
	if (reading->log)
		log_intake_feed(reading->log, piece);
	if (!intake->in_pieces &&
	    reading->bytes.len + piece.len <= intake->limit) {
		buffer_add_slice(&reading->bytes, piece);
		return;
	}
	if (!intake->in_pieces) {
		contents_begin(reading->contents);
		contents_piece(reading->contents, buffer_slice(&reading->bytes));
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
		    buffer_slice(&intake->reading->bytes));
}

static void
parse_file(struct intake *intake, enum file_kind kind)
{
	struct reading *reading = intake->reading;

	if (!file_reader_wants(kind))
		return;
	if (intake->in_pieces)
		problem_add(&reading->capture->problems, SEVERITY_LOSS,
		    "file_too_large", UNKNOWN_INT,
		    "%lld bytes: kept, but not read", (long long)intake->size);
	else
		file_reader_read(&reading->reader, reading->file,
		    buffer_slice(&reading->bytes));
}

/* Whether the report has the log itself beside raw.jsonl. */
static bool
has_raw_log(const struct capture *capture, int64_t rank)
{
	size_t i;

	for (i = 0; i < capture->files.count; i++) {
		if (capture->files.items[i].kind == FILE_RAW_LOG &&
		    capture->files.items[i].key.rank == rank)
			return true;
	}
	return false;
}

/* Begin to take the records of raw.log, or of raw.jsonl where it is alone. */
static void
begin_log(struct reading *reading, const struct captured_file *file)
{
	bool is_jsonl = file->kind == FILE_RAW_JSONL;

	if (file->kind == FILE_RAW_LOG || (is_jsonl &&
	    !has_raw_log(reading->capture, file->key.rank)))
		reading->log = log_intake_new(&reading->reader, reading->file,
		    is_jsonl);
}

static void
end_log(struct reading *reading)
{
	if (reading->log)
		log_intake_end(reading->log);
	reading->log = NULL;
}

static void
read_file(struct reading *reading, const struct folder_file *source)
{
	struct capture *capture = reading->capture;
	/* A log adds files, so that this copy is what stays in place. */
	struct captured_file file = capture->files.items[reading->file];
	struct intake intake = { .reading = reading,
	    .limit = file_reader_wants(file.kind) ? MAX_PARSED_BYTES :
	    MAX_WHOLE_BYTES };
	struct error error;
	bool whole;

	capture->problems.path = file.path;
	capture->problems.rank = file.key.rank;
	buffer_clear(&reading->bytes);
	hash_begin(reading->hash);
	begin_log(reading, &file);
	whole = folder_stream(reading->files->folder, source, take_piece,
	    &intake, &error) == STATUS_OK;
	if (!whole)
		problem_add(&capture->problems, SEVERITY_LOSS,
		    "file_unreadable", UNKNOWN_INT, "%s", error.message);
	hash_end(reading->hash, file.hash);
	file.bytes = intake.size;
	keep_content(&intake, &file, whole);
	capture->files.items[reading->file] = file;
	if (whole)
		parse_file(&intake, file.kind);
	end_log(reading);
	arena_release(&reading->reader.arena);
}

/* Path, size and hash of every file, in order of path. */
static void
make_run_key(struct reading *reading, char run_key[33])
{
	const struct capture *capture = reading->capture;
	struct buffer line = { 0 };
	size_t i;

	hash_begin(reading->hash);
	for (i = 0; i < reading->files->count; i++) {
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
	struct reading reading = { .capture = capture, .contents = contents,
	    .files = files, .hash = hash_new(HASH_SHA256) };

	list_files(&reading);
	file_reader_init(&reading.reader, store, capture);
	list_empty_folders(&reading);
	for (reading.file = 0; reading.file < files->count; reading.file++)
		read_file(&reading, &files->folder->files.
		    items[files->indexes[reading.file]]);
	make_run_key(&reading, run_key);
	buffer_release(&reading.bytes);
	hash_free(reading.hash);
	file_reader_release(&reading.reader);
	capture->problems.path = (struct slice){ 0 };
	capture->problems.rank = NO_ID;
}
