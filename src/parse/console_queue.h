/*
 * console_queue.h - the messages that are being put together, in the order
 * in which they begin, and the records that become of them.
 */
#ifndef GBQ_PARSE_CONSOLE_QUEUE_H
#define GBQ_PARSE_CONSOLE_QUEUE_H

#include "parse/console_block.h"

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

#endif
