/*
 * json.h - reads JSON from a slice, value by value, without building a tree.
 *
 * The reader stands before a value; each call reads one and moves behind it:
 *
 *	json_init(&reader, arena, text);
 *	if (json_enter_object(&reader)) {
 *		while (json_next_key(&reader, &key)) {
 *			if (slice_equal(key, LITERAL("line")))
 *				json_get_int(&reader, &line);
 *			else
 *				json_skip(&reader);
 *		}
 *	}
 *	if (!json_end(&reader))
 *		it is no JSON
 *
 * A loop must run to its end. After the first error every call returns false.
 * The grammar is that of Python's json.loads: strict, but NaN, Infinity and
 * -Infinity are numbers and a lone surrogate (the \udc80 that torch writes for
 * os.fsdecode()d bytes) is a character: it becomes U+FFFD. Bytes that are no
 * UTF-8 pass.
 */
#ifndef GBQ_UTIL_JSON_H
#define GBQ_UTIL_JSON_H

#include "util/text.h"

enum { JSON_MAX_DEPTH = 512 };

enum json_type {
	JSON_NONE,		/* end of text, or no value starts here */
	JSON_NULL,
	JSON_BOOL,
	JSON_NUMBER,
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT
};

struct json_reader {
	const char *start, *at, *end;
	struct arena *arena;	/* for texts with escapes */
	size_t depth;		/* containers entered */
	bool fresh;		/* nothing of this container was read yet */
	bool failed;		/* the text is no JSON, or nested too deep */
	bool lone_surrogate;	/* a text that was read had one */
	bool not_finite;	/* NaN or Infinity was passed */
};

/* Texts without escapes borrow from text, others lie in the arena. */
void json_init(struct json_reader *reader, struct arena *arena,
    struct slice text);

/* Whether nothing failed and only white space is left. */
bool json_end(struct json_reader *reader);

/* What the next value is; does not move. */
enum json_type json_peek(struct json_reader *reader);

/* Move behind the next value, checking its grammar. */
void json_skip(struct json_reader *reader);

/*
 * Enter the next value. False, value skipped, if it is something else. Then
 * the next member / item: true with the reader before its value, or false at
 * the end of the container, which is left.
 */
bool json_enter_object(struct json_reader *reader);
bool json_next_key(struct json_reader *reader, struct slice *key);
bool json_enter_array(struct json_reader *reader);
bool json_next_item(struct json_reader *reader);

/*
 * Read the next value if it is of that type; else skip it, leave *out as it
 * is and return false. An int is a number without '.' and exponent that fits.
 * A double may be any number; NaN and Infinity come as such.
 */
bool json_get_string(struct json_reader *reader, struct slice *out);
bool json_get_int(struct json_reader *reader, int64_t *out);
bool json_get_double(struct json_reader *reader, double *out);
bool json_get_bool(struct json_reader *reader, bool *out);

/* The JSON text of the next value, whatever it is. */
bool json_get_raw(struct json_reader *reader, struct slice *out);

/* The text of a JSON string as json_get_raw() gives it; false if it is none. */
bool json_text(struct arena *arena, struct slice json, struct slice *out);

/* Whether a text is a number, but NaN and Infinity, and nothing else. */
bool json_is_number(struct slice text);

/* Add a text as a JSON string; what is no UTF-8 becomes U+FFFD. */
void json_add_text(struct buffer *out, struct slice text);

/* Offset in the text where the reader stands: after a failure, where. */
size_t json_offset(const struct json_reader *reader);

/*
 * ---- json_scan.c ----
 *
 * the scalars of JSON: finds their ends, takes them apart.
 * Used by json.c alone.
 */

/*
 * From behind an opening quote to the closing one: its place, or NULL if the
 * string is cut or holds a control character or a bad escape. *escaped is set
 * if it has escapes.
 */
const char *json_scan_string(const char *at, const char *end, bool *escaped);

/* Behind the number that starts at, or NULL. *whole: no '.', no exponent. */
const char *json_scan_number(const char *at, const char *end, bool *whole);

/*
 * Undo the escapes of a string that json_scan_string() took. *lone_surrogate
 * is set if there was one.
 */
struct slice json_unescape(struct arena *arena, struct slice raw,
    bool *lone_surrogate);

/* The value of a number that json_scan_number() took. */
double json_number_value(struct slice number);

/*
 * ---- json_member.c ----
 *
 * one text of a small JSON object.
 */

/*
 * The text of the first member of that name, copied to the arena; absent if
 * the document is no JSON object, or has no such member or no text there.
 */
struct slice json_member_text(struct arena *arena, struct slice json,
    const char *name);

#endif
