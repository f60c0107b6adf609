/*
 * console_block.h - the lines of one message or traceback, as they come.
 */
#ifndef GBQ_PARSE_CONSOLE_BLOCK_H
#define GBQ_PARSE_CONSOLE_BLOCK_H

#include "parse/console.h"
#include "parse/console_prefix.h"

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

#endif
