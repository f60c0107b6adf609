/*
 * read_report.c - reads each file of a report once: hash, parse, forget.
 */
#include "ingest/read/read.h"

#include <stdlib.h>
#include <string.h>

#include "model/rows.h"
#include "parse/file_name.h"
#include "source/source.h"
#include "util/order.h"
#include "util/thread/hash_stream.h"

enum {
	MAX_PARSED_BYTES = 64 << 20,
	/* Above this a file is large: threads have one at a time. */
	LARGE_BYTES = 8 << 20,
	/* Files that no parser wants go in pieces above this. */
	MAX_WHOLE_BYTES = LARGE_BYTES
};

/* What the path of a console text beside a report begins with. */
#define CONSOLE_NAME "console:"

const char *
run_kind_name(enum run_kind kind)
{
	static const char *const names[] = {
		[RUN_REPORT] = "report",
		[RUN_TRACE] = "trace",
		[RUN_CONSOLE] = "console",
	};

	return names[kind];
}

/* A log that came before pages that its records have. */
struct late_log {
	size_t file;			/* in capture.files */
	FILE *spool;
};

struct report_reading {
	struct capture *capture;
	struct contents *contents;
	const struct report_files *files;
	struct file_queue *queue;
	struct log_intake *log;		/* of raw.log or raw.jsonl, or NULL */
	struct console_intake *console;	/* of a console text, or NULL */
	struct gunzip *gunzip;		/* the log is packed; or NULL */
	ARRAY_OF(struct late_log) late_logs;
	FILE *spool;			/* of the log at hand, if it waits */
	bool *ended;			/* which of the files were read */
	const struct read_host *host;
	struct error failure;		/* of a file that has grown */
	struct hash_stream *hash;
	/* The file at hand, if it comes in pieces. */
	size_t file;			/* in capture.files */
	struct buffer bytes;
	size_t limit;			/* of bytes */
	struct buffer head;		/* of the file, where is_unnamed */
	bool is_unnamed;		/* its bytes tell what it is */
	bool is_lone;			/* it is all there is of the report */
	int64_t size;
	bool in_pieces;
	bool large;			/* the host was told */
};

static void
set_large(struct report_reading *reading, bool large)
{
	if (reading->large != large && reading->host->large)
		reading->host->large(reading->host->data, large);
	reading->large = large;
}

/* Small files leave the buffer to the next. */
static void
release_bytes(struct report_reading *reading)
{
	buffer_clear(&reading->bytes);
	if (!reading->large)
		return;
	buffer_release(&reading->bytes);
	set_large(reading, false);
}

static void
begin_pieces(struct report_reading *reading)
{
	struct slice bytes = buffer_slice(&reading->bytes);

	file_queue_drain(reading->queue);
	hash_stream_begin(reading->hash);
	hash_stream_add(reading->hash, bytes);
	contents_begin(reading->contents);
	contents_piece(reading->contents, bytes);
	reading->in_pieces = true;
	release_bytes(reading);
}

/*
 * A file is kept in memory up to a limit; beyond it is hashed and goes to the
 * contents in pieces, and is not parsed.
 */
static void
read_report_take_bytes(struct report_reading *reading, struct slice piece)
{
	reading->size += (int64_t)piece.len;
	if (reading->gunzip)
		gunzip_feed(reading->gunzip, piece);
	else if (reading->log)
		log_intake_feed(reading->log, piece);
	if (reading->spool && fwrite(piece.at, 1, piece.len, reading->spool) !=
	    piece.len && reading->failure.status == GBQ_OK)
		error_set_errno(&reading->failure, GBQ_IO, "spool");
	if (reading->console)
		console_intake_feed(reading->console, piece);
	if (reading->host->progress)
		reading->host->progress(reading->host->data, piece.len);
	if (!reading->in_pieces &&
	    reading->bytes.len + piece.len <= reading->limit) {
		if (reading->bytes.len + piece.len > LARGE_BYTES)
			set_large(reading, true);
		buffer_add_slice(&reading->bytes, piece);
		return;
	}
	if (!reading->in_pieces)
		begin_pieces(reading);
	hash_stream_add(reading->hash, piece);
	contents_piece(reading->contents, piece);
}

static void
end_pieces(struct report_reading *reading, const char *why)
{
	struct contents *contents = reading->contents;
	/* A log adds files, so that this copy is what stays in place. */
	struct captured_file file = reading->capture->files.items[
	    reading->file];

	/* The log's payloads before the log, whatever the threads do. */
	file_queue_drain(reading->queue);
	hash_stream_end(reading->hash, file.hash);
	file.bytes = reading->size;
	if (why) {
		contents_drop(contents);
		file.content = contents_name(contents, file.hash, file.bytes);
		file_queue_add_unreadable(reading->capture, &file,
		    why);
	} else {
		file.content = contents_end(contents, file.hash, file.bytes);
	}
	if (!why && file_reader_wants(file.kind))
		problem_add(&reading->capture->problems, SEVERITY_LOSS,
		    "file_too_large", UNKNOWN_INT,
		    "%lld bytes: kept, but not read",
		    (long long)reading->size);
	reading->capture->files.items[reading->file] = file;
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

/*
 * The only file of a report in part, under a name that tells nothing. Console
 * text beside it is no file of it.
 */
static bool
is_unnamed_part(const struct report_reading *reading,
    const struct captured_file *file)
{
	return file->kind == FILE_UNKNOWN && reading->capture->is_part &&
	    reading->is_lone;
}

/* Whether a file gives records as it is read. */
static bool
is_streamed(const struct report_reading *reading,
    const struct captured_file *file)
{
	return file->kind == FILE_CONSOLE || file->kind == FILE_TRACE_LOG ||
	    file->kind == FILE_RAW_LOG || (file->kind == FILE_RAW_JSONL &&
	    !has_raw_log(reading->capture, file->key.rank)) ||
	    is_unnamed_part(reading, file);
}

static void
feed_log(void *data, struct slice piece)
{
	log_intake_feed(data, piece);
}

/*
 * Whether pages that a log's records have are still to come: an archive has
 * its own order.
 */
static bool
is_log_early(const struct report_reading *reading,
    const struct captured_file *log)
{
	size_t i;

	if (reading->capture->log.is_whole_run)
		return false;
	for (i = 0; i < reading->files->count; i++) {
		const struct captured_file *file =
		    &reading->capture->files.items[i];

		if (!reading->ended[i] && file->key.rank == log->key.rank &&
		    (file->has_folder || file->kind == FILE_INDEX ||
		    file->kind == FILE_COMPILE_DIRECTORY))
			return true;
	}
	return false;
}

static void
put_off_log(struct report_reading *reading)
{
	reading->spool = spool_open();
	if (reading->spool)
		*array_add(&reading->late_logs) = (struct late_log){
		    reading->file, reading->spool };
	else if (reading->failure.status == GBQ_OK)
		error_set_errno(&reading->failure, GBQ_IO, "spool");
}

/*
 * Begin to take the records of a trace log, of raw.log, or of raw.jsonl where
 * it is alone.
 */
static void
begin_log(struct report_reading *reading, const struct captured_file *file)
{
	bool is_jsonl = file->kind == FILE_RAW_JSONL;

	if (!is_streamed(reading, file))
		return;
	file_queue_drain(reading->queue);
	if (file->kind == FILE_CONSOLE) {
		reading->console = console_intake_new(reading->capture,
		    reading->file);
		return;
	}
	if (is_log_early(reading, file)) {
		put_off_log(reading);
		return;
	}
	reading->log = log_intake_new(reading->capture, reading->queue,
	    reading->file, is_jsonl);
	if (slice_ends(file->path, LITERAL(".gz")))
		reading->gunzip = gunzip_new(feed_log, reading->log);
}

static void
end_log(struct report_reading *reading)
{
	if (reading->gunzip && !gunzip_end(reading->gunzip))
		problem_add(&reading->capture->problems, SEVERITY_LOSS,
		    "gzip_damaged", UNKNOWN_INT,
		    "the gzip data is cut or damaged");
	if (reading->log)
		log_intake_end(reading->log);
	if (reading->console)
		console_intake_end(reading->console);
	reading->console = NULL;
	reading->log = NULL;
	reading->gunzip = NULL;
	reading->spool = NULL;
}

/* The logs that had to wait for their pages. */
static void
read_late_logs(struct report_reading *reading)
{
	struct problem_list *problems = &reading->capture->problems;
	char piece[1 << 14];
	size_t i, got;

	for (i = 0; i < reading->late_logs.count; i++) {
		const struct late_log *late = &reading->late_logs.items[i];
		const struct captured_file *file =
		    &reading->capture->files.items[late->file];

		reading->file = late->file;
		problems->path = file->path;
		problems->rank = file->key.rank;
		begin_log(reading, file);
		rewind(late->spool);
		while ((got = fread(piece, 1, sizeof(piece),
		    late->spool)) > 0)
			log_intake_feed(reading->log, (struct slice){ piece,
			    got });
		if (ferror(late->spool) && reading->failure.status == GBQ_OK)
			error_set_errno(&reading->failure, GBQ_IO, "spool");
		end_log(reading);
		fclose(late->spool);
	}
	array_release(&reading->late_logs);
}

/* Its head tells what a file is; then come the bytes that have waited. */
static void
read_report_end_head(struct report_reading *reading)
{
	struct captured_file *file =
	    &reading->capture->files.items[reading->file];
	struct buffer head = reading->head;

	reading->is_unnamed = false;
	reading->head = (struct buffer){ 0 };
	file->kind = file_kind_of_content(buffer_slice(&head));
	file->kind_name = file_kind_name(file->kind);
	file->is_loose = file->has_folder = file->kind == FILE_METRICS;
	begin_log(reading, file);
	read_report_take_bytes(reading, buffer_slice(&head));
	buffer_release(&head);
}

void
report_reading_piece(struct report_reading *reading, struct slice piece)
{
	if (!reading->is_unnamed) {
		read_report_take_bytes(reading, piece);
		return;
	}
	buffer_add_slice(&reading->head, piece);
	if (reading->head.len >= FILE_HEAD_BYTES)
		read_report_end_head(reading);
}

/* The place of a file of the source among the report's, which are in order. */
static size_t
position_of(const struct report_files *files, size_t source_file)
{
	return order_first(&source_file, files->indexes, files->count,
	    sizeof(*files->indexes), order_sizes);
}

/* Begin the file of that index in capture.files. */
static void
read_report_begin_file(struct report_reading *reading, size_t index)
{
	const struct captured_file *file =
	    &reading->capture->files.items[index];

	reading->file = index;
	reading->capture->problems.path = file->path;
	reading->capture->problems.rank = file->key.rank;
	reading->is_unnamed = is_unnamed_part(reading, file);
	reading->limit = file_reader_wants(file->kind) ||
	    reading->is_unnamed ? MAX_PARSED_BYTES : MAX_WHOLE_BYTES;
	reading->size = 0;
	reading->in_pieces = false;
	buffer_clear(&reading->bytes);
	if (!reading->is_unnamed)
		begin_log(reading, file);
}

void
report_reading_end_file(struct report_reading *reading, const char *why)
{
	if (reading->is_unnamed)
		read_report_end_head(reading);
	if (reading->in_pieces)
		end_pieces(reading, why);
	else
		file_queue_put(reading->queue, reading->file, &reading->bytes,
		    why);
	if (reading->large)
		file_queue_drain(reading->queue);
	end_log(reading);
	release_bytes(reading);
	if (reading->file < reading->files->count)
		reading->ended[reading->file] = true;
}

static bool
read_report_is_wanted(void *data, size_t source_file)
{
	const struct report_files *files =
	    ((struct report_reading *)data)->files;
	size_t position = position_of(files, source_file);

	return position < files->count &&
	    files->indexes[position] == source_file;
}

static void
begin_wanted(void *data, size_t source_file)
{
	struct report_reading *reading = data;

	read_report_begin_file(reading,
	    position_of(reading->files, source_file));
}

static void
read_report_take_piece(void *data, struct slice piece)
{
	report_reading_piece(data, piece);
}

static void
read_report_end_file(void *data, size_t source_file, const char *why)
{
	(void)source_file;
	report_reading_end_file(data, why);
}

void
report_reading_begin_file(struct report_reading *reading, size_t source_file)
{
	begin_wanted(reading, source_file);
}

struct source_visitor
report_reading_visitor(struct report_reading *reading)
{
	return (struct source_visitor){ read_report_is_wanted, begin_wanted,
		read_report_take_piece, read_report_end_file, reading };
}

bool
report_reading_ahead(struct report_reading *reading, struct source *source,
    size_t source_file)
{
	const struct folder_file *from = &source->files[source_file];
	size_t index = position_of(reading->files, source_file);

	if (from->size > FILE_QUEUE_READ_MAX ||
	    is_streamed(reading, &reading->capture->files.items[index]))
		return false;
	file_queue_read(reading->queue, index, source, source_file);
	reading->ended[index] = true;
	return true;
}

bool
report_reading_failed(const struct report_reading *reading)
{
	return reading->failure.status != GBQ_OK ||
	    file_queue_failure(reading->queue)->status != GBQ_OK;
}

static struct slice
read_report_path_of(const struct captured_file *file)
{
	return file->path_bytes.at ? file->path_bytes : file->path;
}

static void
add_to_key(struct hash *hash, const struct captured_file *file)
{
	struct buffer line = { 0 };

	buffer_add_slice(&line, read_report_path_of(file));
	buffer_add_byte(&line, '\0');
	buffer_printf(&line, "%lld %s\n", (long long)file->bytes, file->hash);
	hash_add(hash, buffer_slice(&line));
	buffer_release(&line);
}

/*
 * Path, size and hash of every file, in order of path; a console text stands
 * behind the files, whether it is read besides or was stored.
 */
static void
make_run_key(struct report_reading *reading, char run_key[33])
{
	const struct captured_file *files = reading->capture->files.items;
	const struct captured_file *console = NULL;
	struct hash *hash = hash_new(HASH_SHA256);
	size_t count = reading->files->count, i;

	count += reading->files->console != NULL;
	if (count && slice_starts(files[count - 1].path, LITERAL(CONSOLE_NAME)))
		console = &files[--count];
	for (i = 0; i < count; i++) {
		if (console && slice_compare(read_report_path_of(console),
		    read_report_path_of(&files[i])) < 0) {
			add_to_key(hash, console);
			console = NULL;
		}
		add_to_key(hash, &files[i]);
	}
	if (console)
		add_to_key(hash, console);
	hash_end(hash, run_key);
	hash_free(hash);
}

/* "dedicated_log_torch_trace_rank_3_x.log" is of rank 3. */
static void
set_trace_log(struct captured_file *file)
{
	struct slice rest = file->path;
	size_t at = slice_find(rest, LITERAL("_rank_")), end;
	int64_t rank;

	file->kind = FILE_TRACE_LOG;
	file->kind_name = file_kind_name(file->kind);
	file->key = compile_key_none();
	file->has_folder = false;
	if (at == SIZE_MAX)
		return;
	rest = slice_part(rest, at + LITERAL("_rank_").len, rest.len);
	for (end = 0; end < rest.len && rest.at[end] >= '0' &&
	    rest.at[end] <= '9'; end++)
		continue;
	if (slice_to_int(slice_part(rest, 0, end), &rank))
		file->key.rank = rank;
}

static void
set_console(struct captured_file *file)
{
	file->kind = FILE_CONSOLE;
	file->kind_name = file_kind_name(file->kind);
	file->has_folder = false;
}

static void
read_report_list_files(struct report_reading *reading)
{
	const struct report_files *files = reading->files;
	size_t skip = files->root.len ? files->root.len + 1 : 0, i;

	for (i = 0; i < files->count; i++) {
		struct slice path =
		    files->source->files[files->indexes[i]].path;
		struct captured_file *file =
		    array_add(&reading->capture->files);

		path = slice_part(path, skip, path.len);
		file_name_parse(intern(&reading->capture->texts, path), file);
		if (files->kind == RUN_TRACE && file->kind != FILE_CONSOLE)
			set_trace_log(file);
		else if (files->kind == RUN_CONSOLE)
			set_console(file);
		if (!slice_equal(file->path, path))
			file->path_bytes = slice_copy(&reading->capture->arena,
			    path);
	}
}

/* Which pages a log beside them can be compared with. */
static void
mark_compared(struct capture *capture)
{
	bool any = false;
	size_t i;

	for (i = 0; i < capture->files.count; i++)
		any |= capture->files.items[i].kind == FILE_RAW_LOG ||
		    capture->files.items[i].kind == FILE_RAW_JSONL;
	for (i = 0; any && i < capture->files.count; i++)
		capture->files.items[i].is_compared =
		    capture->files.items[i].has_folder;
}

/* Whether there is nothing that tells of all compiles, see capture.h. */
static void
read_report_find_part(struct report_reading *reading)
{
	const struct capture *capture = reading->capture;
	size_t i, files = 0;
	bool is_whole = false;

	for (i = 0; i < capture->files.count; i++) {
		const struct captured_file *file = &capture->files.items[i];

		files += file->kind != FILE_CONSOLE;
		is_whole |= file->kind == FILE_FAILURES_PAGE ||
		    file->kind == FILE_RAW_LOG ||
		    (file->has_folder && !file->is_loose);
	}
	reading->is_lone = files == 1;
	reading->capture->is_part = reading->is_lone || !is_whole;
}

static void
list_empty_folders(struct report_reading *reading)
{
	const slice_array *folders = reading->files->source->empty_folders;
	struct slice root = reading->files->root;
	size_t skip = root.len ? root.len + 1 : 0, i;
	struct slice *added;

	for (i = 0; i < folders->count; i++) {
		struct slice path = folders->items[i];

		if (root.len && (!slice_starts(path, root) ||
		    path.len <= skip || path.at[root.len] != '/'))
			continue;
		added = array_add(&reading->capture->empty_folders);
		*added = slice_copy(&reading->capture->arena,
		    slice_part(path, skip, path.len));
	}
}

/* ---- a console text beside the report ---- */

static void
list_console(struct report_reading *reading)
{
	struct capture *capture = reading->capture;
	struct buffer path = { 0 };

	buffer_add_string(&path, CONSOLE_NAME);
	buffer_add_slice(&path, reading->files->console->files[0].path);
	file_name_parse(intern(&capture->texts, buffer_slice(&path)),
	    array_add(&capture->files));
	buffer_release(&path);
}

static void
begin_console(void *data, size_t file)
{
	struct report_reading *reading = data;

	(void)file;
	read_report_begin_file(reading, reading->files->count);
}

static enum gbq_status
read_console(struct report_reading *reading, struct error *error)
{
	struct source_visitor visitor = report_reading_visitor(reading);
	struct source source;
	enum gbq_status status;

	visitor.begin = begin_console;
	status = source_attach(reading->files->console, &source, NULL, error);
	if (status != GBQ_OK)
		return status;
	status = source_visit_file(&source, 0, &visitor, error);
	source_detach(&source);
	return status;
}

/* ---- all of it ---- */

static void
read_report_note_progress(void *data, size_t bytes)
{
	const struct report_reading *reading = data;

	reading->host->progress(reading->host->data, bytes);
}

/* A file has become too large for the queue since the folder was listed. */
static void
read_report_stream(void *data, struct source *source, size_t file)
{
	struct report_reading *reading = data;
	struct source_visitor visitor = report_reading_visitor(reading);

	source_visit_file(source, file, &visitor, &reading->failure);
}

struct report_reading *
report_reading_new(const struct report_files *files, struct capture *capture,
    struct contents *contents, const struct read_host *host)
{
	static const struct read_host nobody;
	struct report_reading *reading = mem_calloc(1, sizeof(*reading));

	reading->capture = capture;
	reading->contents = contents;
	reading->files = files;
	reading->host = host ? host : &nobody;
	reading->hash = hash_stream_new(reading->host->threads);
	reading->ended = mem_calloc(files->count + 1, sizeof(bool));
	capture->log.is_whole_run = files->kind != RUN_REPORT;
	capture->is_console = files->kind == RUN_CONSOLE;
	read_report_list_files(reading);
	if (files->kind == RUN_REPORT) {
		read_report_find_part(reading);
		mark_compared(capture);
		list_empty_folders(reading);
	}
	reading->queue = file_queue_new(&(struct file_queue_plan){
	    .capture = capture,
	    .contents = contents,
	    .threads = reading->host->threads,
	    .progress = reading->host->progress ? read_report_note_progress
						: NULL,
	    .stream = read_report_stream,
	    .data = reading });
	if (files->console)
		list_console(reading);
	return reading;
}

/* Read the rest: what waits in the queue, the console text. */
static enum gbq_status
read_report_finish(struct report_reading *reading, struct error *error)
{
	const struct error *failure;

	file_queue_drain(reading->queue);
	read_late_logs(reading);
	failure = reading->failure.status != GBQ_OK ? &reading->failure :
	    file_queue_failure(reading->queue);
	if (failure->status != GBQ_OK)
		return error_set(error, failure->status, "%s",
		    failure->message);
	return reading->files->console ? read_console(reading, error) :
	    GBQ_OK;
}

enum gbq_status
report_reading_end(struct report_reading *reading, char run_key[33],
    struct error *error)
{
	struct problem_list *problems = &reading->capture->problems;
	enum gbq_status status;

	end_log(reading);
	status = read_report_finish(reading, error);
	if (reading->files->kind == RUN_REPORT)
		read_named_end(reading->capture, reading->files->count);
	file_queue_free(reading->queue);
	capture_sort(reading->capture);
	make_run_key(reading, run_key);
	release_bytes(reading);
	buffer_release(&reading->bytes);
	hash_stream_free(reading->hash);
	free(reading->ended);
	problems->path = (struct slice){ 0 };
	problems->rank = NO_ID;
	free(reading);
	return status;
}
