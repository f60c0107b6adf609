/*
 * console_private.h - from a raw line to a message. A line is what a runner put
 * before it, torch's own prefix (level, time, process, source line, compile
 * id, log name) and a text; lines of one stream, that is with like prefixes of
 * the runner, join to messages.
 */
#ifndef GBQ_PARSE_CONSOLE_CONSOLE_PRIVATE_H
#define GBQ_PARSE_CONSOLE_CONSOLE_PRIVATE_H

#include "model/records.h"
#include "parse/console/console.h"

/* What a runner puts before a line is no longer than this. */
enum { CONSOLE_MAX_OUTER = 256 };

/* One line, taken apart; all slices are parts of the line. */
struct console_prefix {
	struct slice outer;	/* what stands before it, never absent */
	/*
	 * From the level to the last bracket: equal for all lines of one
	 * message. Absent: no log line of torch.
	 */
	struct slice head;
	struct slice text;	/* what follows, without one blank */
	int64_t rank;		/* the caller's, of the outer prefix */
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
	bool cut;		/* its beginning is not there */
	bool names_torch;	/* "torch" stands somewhere in the line */
};

/* Take a line (without its '\n' and colors) apart. */
void console_prefix_read(struct slice line, struct console_prefix *out);

/*
 * ---- console_outer.c ----
 *
 * what a runner puts before each line.
 */

/* A line without the escapes of a terminal; *copy is used where it has one. */
struct slice console_without_colors(struct slice line, struct buffer *copy);

/* The beginning of a line with its times folded to one byte each. */
struct console_folded {
	char text[CONSOLE_MAX_OUTER];
	uint16_t ends[CONSOLE_MAX_OUTER];	/* in the line, behind each */
	size_t len;
};

/* Fold the times of a line's beginning, or all its digits. */
void console_fold(struct slice line, bool all_digits,
    struct console_folded *out);

/* Who printed a line, as its prefix says; NO_ID each. */
struct console_ids {
	int64_t rank, process;
	int64_t weak_rank;	/* of a launcher: "[default1]:", "1: " */
};

void console_ids_of(struct slice outer, struct console_ids *out);

/*
 * ---- console_anchor.c ----
 *
 * where in a line a message begins.
 */

enum traceback_make {
	TRACEBACK_PLAIN,
	TRACEBACK_IPYTHON,
	TRACEBACK_RICH,
	TRACEBACK_BARE		/* the exception alone: pytest */
};

struct console_anchor {
	enum console_kind kind;
	enum traceback_make make;	/* of a failure */
	size_t at;
};

/* Whether a message that begins with text is one of the known kinds. */
bool console_kind_of(struct slice text, enum console_kind *kind);

/* The first beginning of a message in a line, a traceback's too. */
bool console_anchor_find(struct slice text, struct console_anchor *out);

/* Whether the text of a warning tells that a call was skipped: a break. */
bool console_is_skipped_call(struct slice text);

/*
 * ---- console_block.c ----
 *
 * the lines of one message or traceback, as they come.
 */

/* What is longer is cut: no text of torch is. */
enum { CONSOLE_MAX_BLOCK = 64 << 20 };

/* Whose a line is: what stands before its message. */
struct console_stream {
	struct slice key;	/* folded, without blanks at its end */
	size_t blanks;		/* that many follow */
	struct slice outer;	/* as it is */
};

struct console_block {
	enum console_kind kind;
	enum traceback_make make;	/* of a failure */
	struct buffer key;	/* of its stream */
	size_t blanks;
	struct buffer outer;	/* of its first line */
	struct buffer head;	/* prefix of its first line, may be empty */
	struct buffer text;	/* lines without prefix, joined by '\n' */
	struct buffer source;	/* source and log name of the prefix */
	int64_t rank, process;
	int64_t line_number, offset;	/* of its first line */
	int64_t last_offset;		/* of its newest line */
	struct buffer frames;	/* of a bare exception, from elsewhere */
	struct buffer name;	/* of the exception, as IPython heads it */
	bool head_is_cut;	/* its beginning is not there */
	bool only_first;	/* its first line alone has come so far */
	bool all_digits;	/* the key has them folded */
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

/*
 * A block with its first line. prefix->head is absent for a bare line. Where
 * that line ends with '\r' all do, and lose it; else one belongs to a text.
 */
struct console_block *console_block_new(const struct console_anchor *anchor,
    const struct console_prefix *prefix, const struct console_stream *stream);
void console_block_free(struct console_block *block);

/* Add a line. */
void console_block_add(struct console_block *block, struct slice line);

/* Whether a line with this prefix belongs to the same message. */
bool console_block_same_message(const struct console_block *block,
    const struct console_prefix *prefix);

/* Whether the prefix is of the same process, log call and log name. */
bool console_block_same_source(const struct console_block *block,
    const struct console_prefix *prefix);

/*
 * Whether a message of this kind that begins with text, in a line that could
 * belong to the block, is a message of its own.
 */
bool console_block_is_left(const struct console_block *block,
    enum console_kind kind, struct slice text);

enum console_fit {
	FIT_NO,			/* the message is over */
	FIT_YES,
	FIT_ELSEWHERE		/* the line is somebody else's */
};

/* Whether a line without prefix belongs to a raw block; notes its state. */
enum console_fit console_block_takes(struct console_block *block,
    struct slice line);

/* Whether text is what the second line of the block can be. */
bool console_block_goes_on(const struct console_block *block,
    struct slice text);

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
	CONSOLE_MAX_PROBLEMS = 100,
	/* Prefixes that are known to be some, the newest. */
	CONSOLE_MAX_STREAMS = 32,
	/* Open messages of one line, the newest, of which a line is asked. */
	CONSOLE_MAX_TRIED = 4,
	/* Failures that one line may repeat, the newest. */
	CONSOLE_MAX_RAISED = 8
};

/* Prefixes that stood before a message, the newest, each once. */
struct console_streams {
	struct buffer keys[CONSOLE_MAX_STREAMS];
	size_t next;
	size_t longest;		/* of the prefixes as they were */
};

struct console_queue {
	struct parse_context *context;
	console_callback *callback;
	void *user;
	struct console_block *blocks[CONSOLE_MAX_BLOCKS];
	size_t count;
	size_t held;		/* bytes of their texts */
	int problems;		/* found, reported or not */
	int unread;		/* wordings reported */
	struct console_streams streams;
	struct buffer raised[CONSOLE_MAX_RAISED];
	size_t next_raised;
};

void console_queue_release(struct console_queue *queue);

/* Report a problem, unless there were too many. */
void console_queue_problem(struct console_queue *queue,
    enum severity severity, const char *code, int64_t offset,
    const char *message);

/* Count a message of torch that nothing reads. */
void console_queue_unread(struct console_queue *queue, enum severity severity,
    struct slice wording, int64_t offset);

/* Begin a block; its first line begins at offset. */
struct console_block *console_queue_open(struct console_queue *queue,
    const struct console_anchor *anchor, const struct console_prefix *prefix,
    const struct console_stream *stream, int64_t line_number, int64_t offset);

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
    const struct console_prefix *prefix, const struct console_stream *stream);

/* Close what a log line with this prefix, of another message, ends. */
void console_queue_close_before(struct console_queue *queue,
    const struct console_prefix *prefix, const struct console_stream *stream);

/*
 * ---- console_stream.c ----
 *
 * to which stream a line without prefix of torch belongs.
 */

/* Remember a key, if it is not empty; whether it is remembered. */
void console_streams_add(struct console_streams *streams,
    const struct console_stream *stream);
bool console_streams_have(const struct console_streams *streams,
    struct slice key);
void console_streams_release(struct console_streams *streams);

/* A line without prefix of torch, as the streams of the queue see it. */
struct console_match {
	struct console_block *block;	/* that it may go on with; or NULL */
	size_t outer;		/* of the line, that a stream begins with */
};

void console_queue_match(struct console_queue *queue, struct slice line,
    struct console_match *out);

/*
 * ---- console_unread.c ----
 *
 * messages of torch that are none of the known ones.
 */

enum { CONSOLE_MAX_UNREAD = 8 };

/* Of several streams, messages whose lines are still coming. */
struct console_unread {
	struct console_unread_message {
		uint64_t id;		/* of prefix and stream; 0: none */
		enum severity severity;
		struct buffer wording;
		int64_t offset;
		bool quiet;
	} open[CONSOLE_MAX_UNREAD];
	size_t next;
};

void console_unread_release(struct console_unread *unread);

/* A line with a prefix of torch that belongs to no known message. */
void console_unread_line(struct console_unread *unread,
    struct console_queue *queue, const struct console_prefix *prefix,
    const struct console_stream *stream, int64_t offset);

/*
 * Whether line is "…/torch/_dynamo/x.py:9: UserWarning: text", as Python's
 * warnings print it: where the text begins.
 */
bool console_warning_find(struct slice line, size_t *text);

/* Count any other warning. */
void console_unread_warning(struct console_queue *queue, struct slice text,
    int64_t offset);

/* Report what is open. */
void console_unread_end(struct console_unread *unread,
    struct console_queue *queue);

/* Whether a path or a logger's name is of the parts of torch that compile. */
bool console_is_compiler(struct slice source);

/*
 * ---- console_traceback.c ----
 *
 * tracebacks of other makes, put as Python prints them.
 */

struct slice console_traceback_plain(struct arena *arena,
    enum traceback_make make, struct slice text);

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
 * ---- console_notice.c ----
 *
 * what is told in other words than those of the log of breaks: the text of
 * *out is read into its reason or exception. False: it tells nothing.
 */

void console_read_item(struct console_record *out);
bool console_read_explained(struct parse_context *context,
    struct console_record *out);
bool console_read_warned(struct parse_context *context,
    struct console_record *out);
bool console_read_backward(struct parse_context *context,
    struct console_record *out);

/* Move *text behind a word in it; false if it is not there. */
bool console_skip_past(struct slice *text, struct slice word);

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
 * Read the exception and its message from the traceback below a line of
 * out->text that tells the place.
 */
void console_exception_read(struct console_record *out);

/*
 * Read out->text, a traceback or a chain of them: exception, message, place,
 * reason. False for one that has nothing to do with torch.compile.
 */
bool console_failure_read(struct parse_context *context,
    struct console_record *out);

/* Whether a traceback that was not read has a frame of torch's compiler. */
bool console_failure_is_torch(struct slice text);

#endif
