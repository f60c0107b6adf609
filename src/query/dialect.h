/*
 * dialect.h - SQL of the common subset (tests/lint/sql_subset.py) as
 * ClickHouse reads it: word by word, without a parser. Knows no connection.
 */
#ifndef GBQ_QUERY_DIALECT_H
#define GBQ_QUERY_DIALECT_H

#include "gbq.h"
#include "util/text.h"

/* A parameter that is written into the text; no value is bound. */
struct dialect_parameter {
	const char *name;		/* without colon */
	struct gbq_value value;		/* its bytes are borrowed */
};

struct dialect_options {
	const struct dialect_parameter *parameters;
	size_t parameter_count;
	/* The SQL of a user: only the parameters given are replaced. */
	bool verbatim;
};

/*
 * Append the text to *out. What differs:
 *
 *	comments		are left out
 *	:name			its value as a literal; NULL where none is
 *				given
 *	'it''s', '\'		'it\'s', '\\'
 *	p95(x), json_int(, …	the function of that name there
 *	name_glob(x, :name)	match(x, a regular expression)
 *
 * FINAL stands nowhere: a push leaves each row once (remote/push.h), and it
 * would cost 20 to 200 times the time of a count.
 */
void dialect_write(struct buffer *out, struct slice sql,
    const struct dialect_options *options);

/* Whether a text has the parameter ":name" outside of literals, comments. */
bool dialect_has_parameter(struct slice sql, const char *name);

/* Whether it has the word outside of literals, comments. */
bool dialect_has_word(struct slice sql, const char *word);

/* Append a text as a literal: quotes, backslashes, NUL and all else. */
void dialect_quote(struct buffer *out, struct slice text);

/*
 * Append what GLOB means as a regular expression of RE2: for whole texts, any
 * byte but those of * ? [ ] literally.
 */
void dialect_regex(struct buffer *out, struct slice glob);

#endif
