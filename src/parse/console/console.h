/*
 * console.h - console text: what TORCH_LOGS="graph_breaks,recompiles" prints
 * (torch 2.0 to 2.15) between the lines of everything else, behind whatever a
 * runner puts before them.
 *
 * Messages of several ranks, processes and threads may interleave; each is
 * put together from the lines of its stream. What is torch's and belongs to no
 * known message is a problem "unread"; other lines are skipped.
 * Text is de-duplicated by torch: a break that was printed before comes as
 * CONSOLE_SUPPRESSED_BREAK, without a stack.
 */
#ifndef GBQ_PARSE_CONSOLE_CONSOLE_H
#define GBQ_PARSE_CONSOLE_CONSOLE_H

#include "parse/parse.h"

enum console_kind {
	/* "Graph break in user code at FILE:LINE", "Graph break: from …" */
	CONSOLE_BREAK,
	/* "Graph break (user stack suppressed due to …) in user code at …" */
	CONSOLE_SUPPRESSED_BREAK,
	/* "Graph break: skip: …", "Graph break: torch.compile cannot …" */
	CONSOLE_SKIP_NOTICE,
	/* "Recompiling function NAME in FILE:LINE" */
	CONSOLE_RECOMPILE,
	/* "torch._dynamo hit config.recompile_limit (8)" */
	CONSOLE_LIMIT,
	/* a Python traceback through torch.compile: fullgraph, a backend … */
	CONSOLE_FAILURE,
	/*
	 * "WON'T CONVERT NAME FILE line N". Level 'V' is the log of a break,
	 * 'W' suppress_errors=True, 'I' (TORCH_LOGS=+dynamo) repeats a skip.
	 */
	CONSOLE_WONT_CONVERT,
	/* "Graph break from `Tensor.item()`, consider setting: …" */
	CONSOLE_ITEM_HINT,
	/* a break's text that torch prints as a warning, too */
	CONSOLE_WARNED,
	/* "failed to eagerly compile backwards …", with its traceback */
	CONSOLE_BACKWARD,
	/* "  Break Reason 1:" of what explain() returns, printed */
	CONSOLE_EXPLAINED
};

struct console_record {
	enum console_kind kind;
	struct compile_key key;	/* rank, and the ids where the text has one */
	int64_t attempt;	/* 0 where none is written */
	int64_t process;	/* a thread before torch 2.4; or NO_ID */
	char level;		/* V, I, W, E, C; '\0': unknown */
	struct slice date;	/* "1130", "2024-01-05" or absent */
	struct slice time;	/* "02:48:04.117000", "10:00:00,123" */
	struct slice source;	/* file of the log call, or logger's name */
	int64_t source_line;	/* or UNKNOWN_INT */
	struct slice name;	/* "graph_breaks"; absent: a plain log line */
	int64_t line_number;	/* of its first line, from 1 */
	int64_t offset;		/* of its first line, in bytes */
	bool cut;		/* text is not all that was printed */
	struct slice text;	/* without prefixes, lines joined by '\n' */

	/*
	 * The place that the text names: of a break, else the innermost
	 * frame of its user stack; the function of a recompile or limit.
	 */
	struct slice file;	/* absent: none */
	int64_t line;		/* or UNKNOWN_INT */
	struct slice function;

	/*
	 * Breaks, notices, WON'T CONVERT, failures (form FORM_ERROR; without
	 * Unsupported the kind is the exception line) and the user stack of
	 * an item hint; else without parts.
	 */
	struct reason reason;

	recompile_reason_array reasons;	/* of a limit: its last reason */
	struct slice limit;	/* "recompile_limit" */
	int64_t limit_value;	/* or UNKNOWN_INT */

	bool ran;		/* a failure of compiled code as it ran */
	struct slice exception;	/* of a failure: the last in its chain */
	struct slice message;	/* … and what it says */
};

/*
 * Takes a record, in the order in which records begin in the text. Slices
 * borrow from the context's arena, where the parser keeps nothing else: the
 * callback may release it. Arrays are freed after the call; to keep reason or
 * reasons, copy the struct and zero the one in the record.
 */
typedef void console_callback(void *user, struct console_record *record);

struct console;		/* one text being read */

/* The context must outlive it; offsets of problems are those of the text. */
struct console *console_new(struct parse_context *context,
    console_callback *callback, void *user);
void console_free(struct console *console);

/* Read the next piece of the text, of any size. */
void console_feed(struct console *console, struct slice bytes);

/* The text is at its end: gives the records that are still open. */
void console_end(struct console *console);

/* "break", "suppressed_break", … */
const char *console_kind_name(enum console_kind kind);

#endif
