/*
 * records.h - what the parsers make of one file each, before anything is
 * joined. Plain data: every slice borrows from the parsed bytes or from the
 * arena that the parser was given.
 *
 * An absent slice (at == NULL), UNKNOWN_INT and NaN mean "the source does not
 * say", never zero.
 */
#ifndef GBQ_MODEL_RECORDS_H
#define GBQ_MODEL_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/compile_key.h"
#include "util/memory.h"
#include "util/text.h"

#define UNKNOWN_INT INT64_MIN

typedef ARRAY_OF(struct slice) slice_array;

/* How bad a problem is; the order is that of the texts in problem.c. */
enum severity {
	SEVERITY_NOTE,		/* worth knowing, nothing is wrong */
	SEVERITY_WARNING,	/* odd or contradictory, nothing is lost */
	SEVERITY_LOSS,		/* something in the input could not be used */
	SEVERITY_ERROR		/* a whole file or more could not be used */
};

/* Something lost, odd or contradictory in the input. */
struct problem {
	enum severity severity;
	const char *code;	/* constant word with underscores */
	struct slice path;	/* file inside the run; absent: the run */
	int64_t offset;		/* byte offset in the file or UNKNOWN_INT */
	struct slice message;
	int64_t rank;		/* NO_ID if it belongs to no rank */
	int64_t count;		/* of the things it stands for; 1 for most */
	bool from_input;	/* met when the input was listed or unpacked */
	bool made_good;		/* the log has what the page does not show */
};

/* Where a parser reports problems. */
struct problem_list {
	struct arena *arena;	/* messages live here */
	ARRAY_OF(struct problem) list;
	struct slice path;	/* set by the caller for the file at hand */
	int64_t rank;		/* set by the caller, NO_ID for none */
};

/* Add a problem of the current file; the message is formatted as by printf. */
void problem_add(struct problem_list *problems, enum severity severity,
    const char *code, int64_t offset, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/*
 * Count a message of torch that nothing reads: code "unread", one problem a
 * wording and severity, with the place of the first. The wording is the
 * message's first line; its numbers are folded. Lists that are joined later
 * need problems_merge_unread().
 */
void problem_add_unread(struct problem_list *problems, enum severity severity,
    struct slice wording, int64_t offset);

/* Make one of those of a wording and severity, at the place of the first. */
void problems_merge_unread(struct problem_list *problems);

/* What is unread above a note, in messages. */
int64_t problems_unread(const struct problem_list *problems);

/* "note", "warning", "loss" or "error". */
const char *severity_name(enum severity severity);

/* One frame of a Python stack, outermost first in a list. */
struct stack_frame {
	struct slice file;
	int64_t line;		/* UNKNOWN_INT if there is none */
	struct slice function;	/* as written, resume names too */
	struct slice source;	/* first source line, trimmed; or absent */
};

typedef ARRAY_OF(struct stack_frame) stack_array;

/* ---- graph-break reason texts (parse/reason.c) ---- */

enum reason_shape {
	/* "Graph break in user code at …", any generation */
	REASON_BREAK,
	/* "Graph break: skip: …" and "… cannot properly resume …" */
	REASON_NOTICE,
	/* "WON'T CONVERT …": twin of a GB0219 text */
	REASON_WONT_CONVERT,
	/* nothing of the known: kept, the first line is the kind */
	REASON_OTHER
};

/* What became of the frame; FORM_UNKNOWN where the text does not say. */
enum break_form {
	FORM_UNKNOWN,
	FORM_RESUME,
	FORM_NO_RESUME,
	FORM_SKIP,
	FORM_ERROR
};

/* NULL for FORM_UNKNOWN. */
const char *break_form_name(enum break_form form);

/*
 * One break of a chain: kind line, Explanation, Hints, context, id. The texts
 * are as written, but for the indentation that textwrap put in.
 */
struct reason_part {
	struct slice kind;		/* never absent, maybe empty */
	struct slice higher_order_operator;
	struct slice explanation;
	slice_array hints;
	struct slice context;
	struct slice doc_url;
	struct slice gb_id;		/* "GB0059", or absent */
};

struct reason {
	enum reason_shape shape;
	enum break_form form;
	struct slice file;		/* of the header; absent: none */
	int64_t line;			/* of the header or UNKNOWN_INT */
	struct slice function;		/* of WON'T CONVERT or a notice */
	struct slice preamble;		/* text between "Reason: " and kind */
	struct slice instruction;	/* "CALL", from the preamble */
	ARRAY_OF(struct reason_part) parts;	/* the first is the cause */
	/*
	 * From the first kind line to the end of the last part, without
	 * header, preamble and tracebacks: what restart reasons and
	 * Unsupported failures repeat.
	 */
	struct slice body;
	stack_array user_stack;
	/* Dynamo's line that gave up, from the internal traceback. */
	struct slice raised_file;
	int64_t raised_line;
	struct slice raised_function;
	struct slice exception;		/* WON'T CONVERT: last line */
};

/* Free the arrays of a reason (its texts belong to an arena). */
void reason_free_arrays(struct reason *reason);

/* ---- metrics pages (parse/metrics_page.c) ---- */

enum metrics_stage {
	METRICS_FORWARD,	/* compilation_metrics_N.html */
	METRICS_BACKWARD,	/* bwd_compilation_metrics_N.html */
	METRICS_AOT_BACKWARD	/* aot_autograd_backward_… */
};

/* A row of "Symbolic shape specializations". */
struct specialization {
	struct slice symbol, sources, value;
	stack_array user_stack, framework_stack;
};

/* A row of "Guards added fast". */
struct guard_added {
	struct slice expression;
	stack_array user_stack, framework_stack;
};

/*
 * A metric as torch names it (`graph_op_count`) with its JSON value text, for
 * the metrics column: everything is kept, known or not.
 */
struct metric_field {
	struct slice name;
	struct slice json;
};

struct metrics {
	enum metrics_stage stage;
	struct slice compile_id;	/* as in the heading, "[0/0_1]" */
	double entire_frame_s, backend_s, inductor_s, codegen_s;
	double before_restart_s;	/* Dynamo time before restart */
	int64_t cache_size, accumulated_cache_size;
	int64_t guards, shape_env_guards;
	int64_t graph_ops, graph_nodes, graph_inputs;
	struct slice fail_type;		/* absent: no failure */
	struct slice fail_reason;
	struct slice fail_file;		/* absent: no "In file" line */
	int64_t fail_line;
	slice_array restart_reasons;
	slice_array compliant_ops, non_compliant_ops;
	stack_array stack;		/* last: the compiled frame */
	ARRAY_OF(struct specialization) specializations;
	ARRAY_OF(struct guard_added) guards_added;
	ARRAY_OF(struct metric_field) fields;
	/* Only logs have what follows (parse/metrics_record.c). */
	struct slice co_name, co_filename;
	int64_t co_firstlineno;
	int64_t start_time_us, end_time_us, duration_us;
	int64_t num_graph_breaks;	/* a counter of the whole process */
	int64_t is_runtime, is_forward, has_guarded_code; /* 0 or 1 */
	struct slice recompile_reason, torch_version;
	/* JSON strings (quoted and escaped) that hold JSON objects. */
	struct slice dynamo_config, inductor_config, functorch_config,
	    compiler_config;
};

/* Whether a number can be the seconds of a compile. */
bool seconds_are_sound(double seconds);

/* A record of which nothing is known yet. */
void metrics_init(struct metrics *metrics, enum metrics_stage stage);

/* Free the arrays of a metrics record (its texts belong to an arena). */
void metrics_free_arrays(struct metrics *metrics);

/* ---- failures_and_restarts.html (parse/failures_page.c) ---- */

struct failure_row {
	struct slice compile_id;	/* "[0/0_1]" or "(unknown)" */
	struct slice link;		/* href, as written */
	struct slice type;		/* "RestartAnalysis" or a fail type */
	struct slice reason;		/* unescaped where tlparse escapes */
	struct slice source;		/* "FILE:LINE", "N/A:0", or text */
	int64_t offset;			/* of the row in the page */
	bool is_restart;
};

typedef ARRAY_OF(struct failure_row) failure_row_array;

/* ---- index.html (parse/index_page.c) ---- */

/* A compile id of the stack trie, in page order. */
struct index_entry {
	struct slice compile_id;	/* "[0/0]" */
	struct slice status;		/* "ok", "break", "empty", … */
	stack_array stack;		/* outermost first */
};

typedef ARRAY_OF(struct index_entry) index_entry_array;

/* Free the arrays of index entries (their texts belong to an arena). */
void index_entries_free(index_entry_array *entries);

/* ---- recompile_reasons_N.json (parse/recompile_reasons.c) ---- */

struct recompile_reason {
	struct slice missed_compile_id;	/* "0/0"; absent: none named */
	struct slice guard;	/* first line after "F/C: ", unchanged */
	struct slice text;	/* the whole item; absent: JSON null */
	struct slice file;	/* of "User stack trace", innermost */
	int64_t line;
	struct slice function;
};

typedef ARRAY_OF(struct recompile_reason) recompile_reason_array;

/* ---- bytecode listings (parse/bytecode.c) ---- */

struct bytecode_change {
	int64_t instructions_before, instructions_after; /* or UNKNOWN_INT */
	int64_t added, removed;		/* lines; or UNKNOWN_INT */
};

#endif
