/*
 * dialect.c - the words of a statement, and what ClickHouse writes for them.
 *
 * ClickHouse 18.16 binds no values, so they are written as literals; nothing
 * but dialect_quote() and numbers comes from outside.
 */
#include "query/dialect.h"

#include <math.h>
#include <string.h>
#include <strings.h>

enum word_kind {
	WORD_END,
	WORD_SPACE,		/* comments too */
	WORD_NAME,
	WORD_PARAMETER,		/* :name */
	WORD_TEXT,		/* 'literal' */
	WORD_OTHER		/* numbers, "names", signs */
};

struct word {
	enum word_kind kind;
	struct slice text;
};

/* One name here, another there, before "(". */
static const struct renamed {
	const char *from, *to;
} functions[] = {
	{ "p50", "quantileExact(0.5)" }, { "p90", "quantileExact(0.9)" },
	{ "p95", "quantileExact(0.95)" }, { "p99", "quantileExact(0.99)" },
	{ "json_int", "visitParamExtractInt" },
	{ "json_num", "visitParamExtractFloat" },
	{ "json_str", "visitParamExtractString" },
	{ "json_raw", "visitParamExtractRaw" },
	{ "argmin", "argMin" }, { "argmax", "argMax" },
	{ "any_value", "any" }, { "idiv", "intDiv" },
	{ "text", "toString" }, { "number", "toFloat64OrNull" },
	{ "name_glob", "match" }
};

struct writer {
	struct buffer *out;
	const struct dialect_options *options;
	struct slice rest;
	size_t depth;			/* of brackets */
	size_t glob_depth;		/* of that of name_glob(; 0: outside */
};

static size_t
dialect_name_length(struct slice text)
{
	size_t len = 0;

	while (len < text.len && byte_is_name(text.at[len]))
		len++;
	return len;
}

/* Up to and with the closing quote; two quotes are one inside. */
static size_t
quoted_length(struct slice text)
{
	char quote = text.at[0];
	size_t len = 1;

	while (len < text.len) {
		if (text.at[len++] != quote)
			continue;
		if (len == text.len || text.at[len] != quote)
			return len;
		len++;
	}
	return len;
}

static size_t
comment_length(struct slice text)
{
	size_t end = SIZE_MAX, close = 1;

	if (slice_starts(text, LITERAL("--"))) {
		end = slice_find_byte(text, '\n');
	} else if (slice_starts(text, LITERAL("/*"))) {
		end = slice_find(slice_part(text, 2, text.len),
		    LITERAL("*/"));
		close = 4;
	} else {
		return 0;
	}
	return end == SIZE_MAX ? text.len : end + close;
}

static size_t
space_length(struct slice text)
{
	size_t len = 0, comment;

	while (len < text.len) {
		comment = comment_length(slice_part(text, len, text.len));
		if (!comment && !strchr(" \t\r\n", text.at[len]))
			break;
		if (!comment && !text.at[len])
			break;
		len += comment ? comment : 1;
	}
	return len;
}

static bool
starts_parameter(struct slice text)
{
	return text.len > 1 && text.at[0] == ':' &&
	    byte_is_name(text.at[1]) &&
	    !byte_is_digit(text.at[1]);
}

static struct word
dialect_next_word(struct slice *rest)
{
	struct word word = { WORD_END, { rest->at, 0 } };

	if (rest->len == 0)
		return word;
	word.kind = WORD_OTHER;
	word.text.len = space_length(*rest);
	if (word.text.len) {
		word.kind = WORD_SPACE;
	} else if (rest->at[0] == '\'') {
		word.kind = WORD_TEXT;
		word.text.len = quoted_length(*rest);
	} else if (rest->at[0] == '"' || rest->at[0] == '`') {
		word.text.len = quoted_length(*rest);
	} else if (starts_parameter(*rest)) {
		word.kind = WORD_PARAMETER;
		word.text.len = 1 + dialect_name_length(slice_part(*rest, 1,
		    rest->len));
	} else if (byte_is_name(rest->at[0])) {
		if (rest->at[0] < '0' || rest->at[0] > '9')
			word.kind = WORD_NAME;
		word.text.len = dialect_name_length(*rest);
	} else {
		word.text.len = 1;
	}
	*rest = slice_part(*rest, word.text.len, rest->len);
	return word;
}

/* The next word that is no space, without moving. */
static struct word
dialect_peek(struct slice rest)
{
	struct word word;

	do
		word = dialect_next_word(&rest);
	while (word.kind == WORD_SPACE);
	return word;
}

static bool
word_is(const struct word *word, const char *name)
{
	return word->kind == WORD_NAME && strlen(name) == word->text.len &&
	    strncasecmp(word->text.at, name, word->text.len) == 0;
}

static bool
is_sign(const struct word *word, char sign)
{
	return word->kind == WORD_OTHER && word->text.len == 1 &&
	    word->text.at[0] == sign;
}

void
dialect_quote(struct buffer *out, struct slice text)
{
	buffer_add_byte(out, '\'');
	for (size_t i = 0; i < text.len; i++) {
		switch (text.at[i]) {
		case '\'':
		case '\\':
			buffer_add_byte(out, '\\');
			buffer_add_byte(out, text.at[i]);
			break;
		case '\0':
			buffer_add_string(out, "\\0");
			break;
		default:
			buffer_add_byte(out, text.at[i]);
		}
	}
	buffer_add_byte(out, '\'');
}

/* Behind "[": the class with its "]", or 0 where there is no end. */
static size_t
class_length(struct slice text)
{
	size_t len = text.len && text.at[0] == '^', end;

	len += len < text.len && text.at[len] == ']';
	end = slice_find_byte(slice_part(text, len, text.len), ']');
	return end == SIZE_MAX ? 0 : len + end + 1;
}

static void
dialect_add_class(struct buffer *out, struct slice text)
{
	size_t i = 0;

	buffer_add_byte(out, '[');
	if (text.at[0] == '^')
		buffer_add_byte(out, text.at[i++]);
	for (; i + 1 < text.len; i++) {
		if (strchr("[]\\^", text.at[i]) && text.at[i])
			buffer_add_byte(out, '\\');
		buffer_add_byte(out, text.at[i]);
	}
	buffer_add_byte(out, ']');
}

static void
add_plain(struct buffer *out, char byte)
{
	if (byte == '\0') {
		buffer_add_string(out, "\\x00");
		return;
	}
	if (strchr("\\^$.|?*+()[]{}", byte))
		buffer_add_byte(out, '\\');
	buffer_add_byte(out, byte);
}

void
dialect_regex(struct buffer *out, struct slice glob)
{
	size_t len;

	buffer_add_string(out, "(?s)^");
	for (size_t i = 0; i < glob.len; i++) {
		struct slice rest = slice_part(glob, i + 1, glob.len);

		switch (glob.at[i]) {
		case '*':
			buffer_add_string(out, ".*");
			break;
		case '?':
			buffer_add_byte(out, '.');
			break;
		case '[':
			len = class_length(rest);
			if (len)
				dialect_add_class(out,
				    slice_part(rest, 0, len));
			else	/* without end it matches nothing */
				buffer_add_string(out, "[^\\x00-\\x{10FFFF}]");
			i += len;
			break;
		default:
			add_plain(out, glob.at[i]);
		}
	}
	buffer_add_byte(out, '$');
}

static void
dialect_add_literal(struct writer *writer, struct slice text)
{
	struct buffer regex = { 0 };

	if (!writer->glob_depth) {
		dialect_quote(writer->out, text);
		return;
	}
	dialect_regex(&regex, text);
	dialect_quote(writer->out, buffer_slice(&regex));
	buffer_release(&regex);
}

static void
dialect_add_value(struct writer *writer, const struct gbq_value *value)
{
	switch (value->type) {
	case GBQ_INTEGER:
		buffer_printf(writer->out, "%lld", (long long)value->integer);
		break;
	case GBQ_REAL:
		if (isfinite(value->real))
			buffer_printf(writer->out, "%.17g", value->real);
		else
			buffer_add_string(writer->out, "NULL");
		break;
	case GBQ_TEXT:
	case GBQ_BLOB:
		dialect_add_literal(writer,
		    (struct slice){ value->bytes, value->len });
		break;
	case GBQ_NULL:
		buffer_add_string(writer->out, "NULL");
	}
}

static bool
is_parameter(const struct word *word, const char *name)
{
	return word->kind == WORD_PARAMETER &&
	    slice_equal(slice_part(word->text, 1, word->text.len),
	    slice_of(name));
}

static void
dialect_add_parameter(struct writer *writer, const struct word *word)
{
	const struct dialect_options *options = writer->options;

	for (size_t i = 0; i < options->parameter_count; i++) {
		if (is_parameter(word, options->parameters[i].name)) {
			dialect_add_value(writer,
			    &options->parameters[i].value);
			return;
		}
	}
	if (options->verbatim)
		buffer_add_slice(writer->out, word->text);
	else
		buffer_add_string(writer->out, "NULL");
}

/* 'it''s' as the text that it means, then as ClickHouse writes that. */
static void
add_literal(struct writer *writer, struct slice literal)
{
	struct slice inner = slice_part(literal, 1, literal.len - 1);
	struct buffer text = { 0 };

	for (size_t i = 0; i < inner.len; i++) {
		buffer_add_byte(&text, inner.at[i]);
		if (inner.at[i] == '\'')
			i++;
	}
	dialect_add_literal(writer, buffer_slice(&text));
	buffer_release(&text);
}

static void
dialect_add_name(struct writer *writer, const struct word *word)
{
	struct word after = dialect_peek(writer->rest);
	bool is_call = is_sign(&after, '(');

	for (size_t i = 0; is_call && i < LENGTH(functions); i++) {
		if (!word_is(word, functions[i].from))
			continue;
		buffer_add_string(writer->out, functions[i].to);
		if (strcmp(functions[i].from, "name_glob") == 0)
			writer->glob_depth = writer->depth + 1;
		return;
	}
	buffer_add_slice(writer->out, word->text);
}

static void
add_sign(struct writer *writer, const struct word *word)
{
	if (is_sign(word, '('))
		writer->depth++;
	if (is_sign(word, ')')) {
		if (writer->depth == writer->glob_depth)
			writer->glob_depth = 0;
		writer->depth -= writer->depth > 0;
	}
	/* The end of the statement; FORMAT may follow. */
	if (!is_sign(word, ';'))
		buffer_add_slice(writer->out, word->text);
}

static void
dialect_add_word(struct writer *writer, const struct word *word)
{
	if (word->kind == WORD_PARAMETER) {
		dialect_add_parameter(writer, word);
	} else if (writer->options->verbatim) {
		buffer_add_slice(writer->out, word->text);
	} else if (word->kind == WORD_SPACE) {
		if (writer->out->len)
			buffer_add_byte(writer->out, ' ');
	} else if (word->kind == WORD_TEXT) {
		add_literal(writer, word->text);
	} else if (word->kind == WORD_NAME) {
		dialect_add_name(writer, word);
	} else {
		add_sign(writer, word);
	}
}

void
dialect_write(struct buffer *out, struct slice sql,
    const struct dialect_options *options)
{
	struct writer writer = { out, options, sql, 0, 0 };
	struct word word;

	while ((word = dialect_next_word(&writer.rest)).kind != WORD_END)
		dialect_add_word(&writer, &word);
}

bool
dialect_has_parameter(struct slice sql, const char *name)
{
	struct word word;

	while ((word = dialect_next_word(&sql)).kind != WORD_END) {
		if (is_parameter(&word, name))
			return true;
	}
	return false;
}

bool
dialect_has_word(struct slice sql, const char *name)
{
	struct word word;

	while ((word = dialect_next_word(&sql)).kind != WORD_END) {
		if (word_is(&word, name))
			return true;
	}
	return false;
}
