/*
 * match_key.h - what tells a graph break apart from others across two runs,
 * whatever moved in between: the parts of a key, made free of what differs
 * from run to run. Pure text work; query/diff/match.h compares the parts.
 */
#ifndef GBQ_MODEL_MATCH_KEY_H
#define GBQ_MODEL_MATCH_KEY_H

#include <stdbool.h>

#include "model/place.h"

/* Raise it with any change to what the functions below give. */
enum { MATCH_KEY_VERSION = 1 };

/* The parts of a site's key. Absent: the input does not tell. */
struct match_key {
	struct slice kind;	/* gb_id, else the kind line */
	struct slice wording;	/* the kind line */
	struct slice detail;	/* callee or operator */
	struct slice file;
	struct slice function;
	struct slice source;	/* without blanks */
	struct slice chain;	/* "a.py:f>b.py:g", outermost first */
	struct slice via;	/* a place in torch or stdlib: reached from */
	bool own;		/* in one's own code */
};

/*
 * Append free text (a kind line, a detail, a guard): addresses, object ids,
 * symbol numbers, temporary and installation folders and the numbers of
 * resume functions become '?', white space one blank.
 */
void match_key_text(struct buffer *out, struct slice text);

/*
 * Append a path: libraries below site-packages ("<site>/numpy/x.py"), the
 * standard library below its folder ("<std>/functools.py"), torch as
 * "torch/…", notebook cells "<cell>", others as they are with '/'.
 */
void match_key_path(struct buffer *out, struct slice file,
    const slice_array *roots);

/* Append a function: of a resume function the one that it resumes. */
void match_key_function(struct buffer *out, struct slice name);

/* Append a source line without its blanks. */
void match_key_source(struct buffer *out, struct slice source);

/*
 * Append a frame to a chain: not if it is torch's, nor if it is the same
 * file's same function as the last one, as the frames of resume functions are.
 */
void match_key_frame(struct buffer *chain, const struct stack_frame *frame,
    const slice_array *roots);

#endif
