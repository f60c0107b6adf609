/*
 * console_prefix.h - what torch's logging puts before each line of a console
 * text: rank, level, time, process, source line, compile id, log name.
 */
#ifndef GBQ_PARSE_CONSOLE_PREFIX_H
#define GBQ_PARSE_CONSOLE_PREFIX_H

#include "model/records.h"

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

#endif
