/*
 * read.h - the bytes of one file of a report into a capture, by the
 * parser of its kind.
 */
#ifndef GBQ_INGEST_READ_READ_H
#define GBQ_INGEST_READ_READ_H

#include "ingest/read/file_queue.h"
#include "model/capture.h"
#include "model/log_records.h"
#include "source/source.h"
#include "store/content/content.h"

struct file_queue;
struct hash;

struct console_intake;
struct log_intake;
struct report_reading;

struct file_reader {
	struct capture *capture;
	struct arena arena;		/* of the parsers, emptied each time */
	size_t listed;			/* files of the report, by path */
	size_t file;			/* at hand, in capture.files */
	struct slice bytes;		/* of that file */
};

/*
 * What a parser made of a file: nothing of it is the capture's yet, so that
 * any thread may do it.
 */
struct parsed_file {
	enum file_kind kind;
	struct slice name;		/* of the file, without its number */
	struct slice bytes;
	struct arena arena;
	struct problem_list problems;
	union {
		struct metrics metrics;
		struct reason reason;
		recompile_reason_array recompiles;
		struct graph graph;
	} as;
};

void file_reader_init(struct file_reader *reader, struct capture *capture);
void file_reader_release(struct file_reader *reader);

/* Whether files of a kind are parsed at all. */
bool file_reader_wants(enum file_kind kind);

/*
 * Parse bytes, which must outlive what is made of them, as a file like that
 * one; then take it into the capture as the file of that index, which
 * releases it. The reader's arena is the caller's to empty afterwards.
 */
void file_reader_parse(struct parsed_file *parsed,
    const struct captured_file *file, struct slice bytes);
void file_reader_take(struct file_reader *reader, size_t file,
    struct parsed_file *parsed);

/*
 * ---- page_check.c ----
 *
 * whether a page is all that tlparse wrote.
 */

/* What is wrong with the bytes of a file, as far as its form tells. */
enum file_damage file_damage_of(const struct captured_file *file,
    struct slice bytes);

/* "is cut"; of a sound one what it is when its record is another. */
const char *file_damage_words(enum file_damage damage);

/*
 * A number that is the same for a page and for the payload that it was made of:
 * of a text its SHA-256, of JSON its values, of code its characters. 0: pages
 * of this kind cannot be compared. hash: of the page's bytes. What JSON's texts
 * need lies in the arena.
 */
uint64_t page_digest(const struct captured_file *file, struct slice bytes,
    const char *hash, struct arena *arena);
uint64_t page_digest_of_payload(const struct captured_file *file,
    struct slice payload, struct hash *sha, struct arena *arena);

/*
 * ---- read_named.c ----
 *
 * what index.html and compile_directory.json name, and is there.
 */

/* Take the links of the page at hand, or the entries of the directory. */
void read_named_links(struct file_reader *reader, const slice_array *links);
void read_named_entry(struct file_reader *reader, struct slice path);

/*
 * "a/../b" is "b": a function's name may have that (name_exec_string_lambda).
 */
struct slice path_without_dots(struct arena *arena, struct slice path);

/*
 * All files were read, listed of them those of the source: say which are gone
 * or damaged, and take away what was read of those that show nothing.
 */
void read_named_end(struct capture *capture, size_t listed);

/*
 * ---- read_part.c ----
 *
 * files of a report in part that are not read in a whole one. They do nothing
 * where the capture is no part.
 */

/* A compile that the file at hand names, as "[0/0_1]" or without brackets. */
void read_part_add_compile(struct file_reader *reader,
    struct slice compile_id);

/*
 * compile_directory.json, chromium_events.json. The first is read of whole
 * reports, too: it names their files.
 */
void read_part_directory(struct file_reader *reader);
void read_part_events(struct file_reader *reader);

/*
 * ---- read_log.c ----
 *
 * records of a trace log into a capture: what each compile's
 * records tell, and the artifacts that the report has no file of.
 */

/* A log that is being read; several may feed one capture. */
/*
 * Begin a log. file is its index in the capture; is_jsonl tells raw.jsonl from
 * raw.log. The report's files must be listed already, and the queue
 * drained; payloads go through it.
 */
struct log_intake *log_intake_new(struct capture *capture,
    struct file_queue *queue, size_t file, bool is_jsonl);

/* Take the next bytes; pieces of any size. */
void log_intake_feed(struct log_intake *intake, struct slice piece);

/* The log is at its end; frees the intake. */
void log_intake_end(struct log_intake *intake);

/*
 * ---- read_console.c ----
 *
 * messages of a console text into a capture.
 */

/* A text that is being read. */
/* file: its index in the capture. Feed pieces of any size; end frees it. */
struct console_intake *console_intake_new(struct capture *capture,
    size_t file);
void console_intake_feed(struct console_intake *intake, struct slice piece);
void console_intake_end(struct console_intake *intake);

/*
 * ---- read_report.c ----
 *
 * the files of one report into a capture.
 */

/* What a run is made of. */
enum run_kind {
	RUN_REPORT,
	RUN_TRACE,		/* trace logs */
	RUN_CONSOLE		/* text of TORCH_LOGS */
};

/* "report", "trace" or "console". */
const char *run_kind_name(enum run_kind kind);

/* A part of a source's list: the files of one report or trace. */
struct report_files {
	struct source *source;
	struct slice root;		/* "" or a path without final '/' */
	enum run_kind kind;
	const size_t *indexes;		/* into source->files, in path order */
	size_t count;
	/* A console text to read besides, at rest, or NULL: see below. */
	const struct source *console;
};

/* What a reading tells others; each function may be NULL. */
struct read_host {
	/* A file above 8 MB comes into memory, or is gone again; may wait. */
	void (*large)(void *data, bool begins);
	/* So many bytes were read. */
	void (*progress)(void *data, size_t bytes);
	void *data;
	/* Threads that may read and parse beside the calling one. */
	size_t threads;
};

/* A report that is being read. */
/*
 * A console text beside a report or trace is a file "console:NAME" of the run:
 * that counts in its identity. The reading opens it by itself.
 */

/*
 * Begin to read, hash and parse the files and to hand their bytes to the
 * contents. The files come one by one, in any order, by their index in the
 * source. One that cannot be read (why is not NULL) is a problem row; errors
 * of the database are the contents'.
 */
struct report_reading *report_reading_new(const struct report_files *files,
    struct capture *capture, struct contents *contents,
    const struct read_host *host);
void report_reading_begin_file(struct report_reading *reading, size_t file);
void report_reading_piece(struct report_reading *reading,
    struct slice piece);
void report_reading_end_file(struct report_reading *reading,
    const char *why);

/* The same three, as a visitor of the source. */
struct source_visitor report_reading_visitor(struct report_reading *reading);

/*
 * Instead of the three calls above: have a file of an open folder read, soon
 * and maybe by another thread. False: it is to be streamed, by the three.
 */
bool report_reading_ahead(struct report_reading *reading,
    struct source *source, size_t file);

/* Whether the machine failed meanwhile: the rest need not be read. */
bool report_reading_failed(const struct report_reading *reading);

/*
 * No more files. run_key receives 32 hex digits: a hash over the sorted
 * relative paths, sizes and content hashes. Frees the reading. IO, LIMIT: the
 * machine failed as a file was read ahead, or the console text
 * (error_set_input()).
 */
enum gbq_status report_reading_end(struct report_reading *reading,
    char run_key[33], struct error *error);

#endif
