/*
 * console_private.h - what torch's logging puts before each line of a console
 * text: rank, level, time, process, source line, compile id, log name.
 */
#ifndef GBQ_PARSE_CONSOLE_CONSOLE_PRIVATE_H
#define GBQ_PARSE_CONSOLE_CONSOLE_PRIVATE_H

#include "model/records.h"
#include "parse/console/console.h"

/* One line, taken apart; all slices are parts of the line. */
struct console_prefix {
	/*
	 * From the level to the last bracket: equal for all lines of one
	 * message. Absent: no log line of torch.
	 */
	struct slice head;
	struct slice text;	/* what follows, without one blank */
	int64_t rank;		/* "[rank1]:", else NO_ID */
	char level;		/* V, I, W, E, C as in glog; '\0': unknown */
	struct slice date;	/* "1130" or "2024-01-05" */
	struct slice time;	/* "02:48:04.117000" or "10:00:00,123" */
	int64_t process;	/* a thread before torch 2.4; or NO_ID */
	struct slice source;	/* "torch/_dynamo/guards.py", logger's name */
	int64_t source_line;	/* or UNKNOWN_INT */
	struct slice compile_id;	/* "0/0_1"; absent: none */
	struct slice name;	/* "graph_breaks" of "[__graph_breaks]" */
	/*
	 * Each line of a message has the prefix (torch 2.2 on); else only
	 * the first may have it (before, and with TORCH_LOGS_FORMAT=short).
	 */
	bool first_may_be_only;
	bool first_is_only;
};

/*
 * Take a line (without its '\n') apart. What other programs put before the
 * prefix (torchrun, Ray, progress bars without '\n') is skipped.
 */
void console_prefix_read(struct slice line, struct console_prefix *out);

/*
 * ---- console_block.c ----
 *
 * the lines of one message or traceback, as they come.
 */

/* What is longer is cut: no text of torch is. */
enum { CONSOLE_MAX_BLOCK = 64 << 20 };

struct console_block {
	enum console_kind kind;
	struct buffer head;	/* prefix of its first line, may be empty */
	struct buffer text;	/* lines without prefix, joined by '\n' */
	struct buffer stream;	/* source and log name of the prefix */
	int64_t rank, process;
	int64_t line_number, offset;	/* of its first line */
	int64_t last_offset;		/* of its newest line */
	bool each_line;		/* lines with the same prefix belong to it */
	bool raw;		/* lines without prefix may belong to it */
	bool closed;		/* complete, waits for its turn */
	bool cut;		/* over CONSOLE_MAX_BLOCK */
	bool crlf;		/* its first line ends with "\r\n" */
	/* for lines without prefix: */
	bool free_text;		/* any text at column 0 goes on with it */
	bool over_blank;	/* … even behind an empty line */
	bool awaits_exception;	/* in the frames of a traceback */
	bool chained;		/* another traceback may follow */
	bool done;		/* nothing indented comes any more */
};

/* Whether a message that begins with text is one of the known kinds. */
bool console_kind_of(struct slice text, enum console_kind *kind);

/*
 * The same for a line whose prefix is of no known shape: *text is moved to
 * where the message begins.
 */
bool console_kind_within(struct slice *text, enum console_kind *kind);

/*
 * A block with its first line. prefix->head is absent for a bare line. Where
 * that line ends with '\r' all do, and lose it; else one belongs to a text.
 */
struct console_block *console_block_new(enum console_kind kind,
    const struct console_prefix *prefix);
void console_block_free(struct console_block *block);

/* Add a line. */
void console_block_add(struct console_block *block, struct slice line);

/* Whether a line with this prefix belongs to the same message. */
bool console_block_same_message(const struct console_block *block,
    const struct console_prefix *prefix);

/* Whether the prefix is of the same process, log call and log name. */
bool console_block_same_stream(const struct console_block *block,
    const struct console_prefix *prefix);

/*
 * Whether a message of this kind that begins with text, in a line that could
 * belong to the block, is a message of its own.
 */
bool console_block_is_left(const struct console_block *block,
    enum console_kind kind, struct slice text);

/* Whether a line without prefix belongs to a raw block; notes its state. */
bool console_block_takes(struct console_block *block, struct slice line);

/*
 * ---- console_queue.c ----
 *
 * the messages that are being put together, in the order
 * in which they begin, and the records that become of them.
 */

enum {
	/* Blocks that are open, or closed behind an open one. */
	CONSOLE_MAX_BLOCKS = 64,
	/* Their texts together; over it the first one is given. */
	CONSOLE_MAX_HELD = 2 * CONSOLE_MAX_BLOCK,
	/* A message whose next line is not within so many bytes is over. */
	CONSOLE_MAX_GAP = 1 << 20,
	/* More problems of one text than this only repeat themselves. */
	CONSOLE_MAX_PROBLEMS = 100
};

struct console_queue {
	struct parse_context *context;
	console_callback *callback;
	void *user;
	struct console_block *blocks[CONSOLE_MAX_BLOCKS];
	size_t count;
	size_t held;		/* bytes of their texts */
	int problems;		/* found, reported or not */
};

void console_queue_release(struct console_queue *queue);

/* Report a problem, unless there were too many. */
void console_queue_problem(struct console_queue *queue,
    enum severity severity, const char *code, int64_t offset,
    const char *message);

/* Begin a block; its first line begins at offset. */
void console_queue_open(struct console_queue *queue, enum console_kind kind,
    const struct console_prefix *prefix, int64_t line_number,
    int64_t offset);

/* Add a line to a block of the queue. */
void console_queue_add(struct console_queue *queue,
    struct console_block *block, struct slice line, int64_t offset);

/* Give the blocks at the front that are closed. */
void console_queue_give(struct console_queue *queue);

/*
 * Close and give what waits for a line that does not come, or takes too much
 * room; offset is where the text is.
 */
void console_queue_trim(struct console_queue *queue, int64_t offset);

/* Close and give all. */
void console_queue_end(struct console_queue *queue);

/* The open block that a line with this prefix goes on with, or NULL. */
struct console_block *console_queue_find(const struct console_queue *queue,
    const struct console_prefix *prefix);

/* The open block that a line of that rank without prefix may go on with. */
struct console_block *console_queue_find_raw(
    const struct console_queue *queue, int64_t rank);

/* Close what a log line with this prefix, of another message, ends. */
void console_queue_close_before(struct console_queue *queue,
    const struct console_prefix *prefix);

/*
 * ---- console_record.c ----
 *
 * what the text of one complete message says.
 */

/*
 * Fill *out from a block; texts are copied to the context's arena. False for
 * a traceback that has nothing to do with torch.compile, and for a line that
 * only looks like a message. Release *out afterwards either way.
 */
bool console_record_read(struct parse_context *context,
    const struct console_block *block, struct console_record *out);

/* Free the arrays of a record. */
void console_record_release(struct console_record *record);

/*
 * ---- console_place.c ----
 *
 * where a message of the console says that it happened.
 */

/* Make a frame the place of the record. */
void console_set_place(const struct stack_frame *frame,
    struct console_record *out);

/* The place of a break: that of its header, else of its innermost frame. */
void console_place_of_reason(struct console_record *out);

/*
 * ---- console_failure.c ----
 *
 * tracebacks of Python that a console text holds.
 */

/*
 * Read out->text, a traceback or a chain of them: exception, message, place,
 * reason. False for one that has nothing to do with torch.compile.
 */
bool console_failure_read(struct parse_context *context,
    struct console_record *out);

#endif
