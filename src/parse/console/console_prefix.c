/*
 * console_prefix.c - prefixes of log lines. Three shapes: that of glog (torch
 * 2.3 on, TorchLogsFormatter in torch/_logging/_internal.py), also without
 * its beginning, that of torch 2.0 to 2.2, and Python's BASIC_FORMAT
 * (TORCH_LOGS_FORMAT=short). Each may stand behind what a runner prints.
 */
#include "parse/console/console_private.h"

#include <string.h>

#include "model/compile_key.h"

/* No prefix is shorter: "INFO:torch.a". */
enum { MIN_PREFIX = 12 };

/*
 * A path of a log call, the brackets in it, a log name are no more than
 * this. The limits keep time linear on lines full of half prefixes.
 */
enum { MAX_SOURCE = 4096, MAX_BRACKETS = 8, MAX_NAME = 64 };

static const struct level {
	const char *name;
	char letter;
} levels[] = {
	{ "DEBUG", 'V' }, { "INFO", 'I' }, { "WARNING", 'W' },
	{ "ERROR", 'E' }, { "CRITICAL", 'C' },
};

/* Whether text begins with the shape: '0' is any digit, the rest itself. */
static bool
has_shape(struct slice text, const char *shape)
{
	size_t i;

	for (i = 0; shape[i]; i++) {
		if (i == text.len || (shape[i] == '0' ?
		    !byte_is_digit(text.at[i]) : text.at[i] != shape[i]))
			return false;
	}
	return true;
}

/* Only digits, "/", "_", "-" and a first "!": "0/0_1", "!0/-/-". */
static bool
is_compile_id(struct slice text)
{
	size_t i, slashes = 0;

	if (text.len > MAX_NAME)
		return false;
	for (i = text.len && text.at[0] == '!'; i < text.len; i++) {
		slashes += text.at[i] == '/';
		if (!byte_is_digit(text.at[i]) && text.at[i] != '/' &&
		    text.at[i] != '_' && text.at[i] != '-')
			return false;
	}
	return slashes > 0;
}

/* " [0/0_1]" and " [__graph_breaks]", each if it is there. */
static void
take_brackets(struct slice *text, struct console_prefix *out)
{
	struct slice rest = *text, word;

	if (slice_take(&rest, LITERAL(" [")) &&
	    slice_take_to(&rest, ']', &word) && is_compile_id(word)) {
		out->compile_id = word;
		*text = rest;
	}
	rest = *text;
	if (slice_take(&rest, LITERAL(" [__")) &&
	    slice_take_to(&rest, ']', &word) && word.len <= MAX_NAME &&
	    slice_find_byte(word, ' ') == SIZE_MAX) {
		out->name = word;
		*text = rest;
	}
}

/* Where the ':' of ":5396" at the end of text is, or SIZE_MAX. */
static size_t
find_line_number(struct slice text)
{
	size_t at = text.len;

	while (at > 0 && text.len - at < 10 && byte_is_digit(text.at[at - 1]))
		at--;
	if (at == text.len || at == 0 || text.at[at - 1] != ':')
		return SIZE_MAX;
	return at - 1;
}

/* "torch/_dynamo/guards.py:5396]"; the path may hold blanks and brackets. */
static bool
prefix_take_source(struct slice *text, struct console_prefix *out)
{
	struct slice rest = slice_part(*text, 0, MAX_SOURCE), word;
	size_t colon, end = 0;
	int i;

	for (i = 0; i < MAX_BRACKETS && slice_take_to(&rest, ']', &word); i++) {
		end = (size_t)(rest.at - text->at);
		word = slice_part(*text, 0, end - 1);
		colon = find_line_number(word);
		if (colon == SIZE_MAX)
			continue;
		out->source = slice_part(word, 0, colon);
		*text = slice_part(*text, end, text->len);
		return slice_to_int(slice_part(word, colon + 1, word.len),
		    &out->source_line);
	}
	return false;
}

static void
set_head(struct slice line, struct slice rest, struct console_prefix *out)
{
	out->head = slice_part(line, 0, (size_t)(rest.at - line.at));
	slice_take(&rest, LITERAL(" "));
	out->text = rest;
}

static bool
is_glog(struct slice text)
{
	return text.len > 16 && memchr("VIWEC", text.at[0], 5) &&
	    has_shape(slice_part(text, 1, text.len), "0000 00:00:00");
}

/*
 * "V1130 02:48:04.117000 9595 torch/_dynamo/x.py:5131] [0/0] [__name] ", a
 * line for which is_glog() holds.
 */
static bool
read_glog(struct slice line, struct console_prefix *out)
{
	struct slice rest = slice_part(line, 6, line.len), number;

	if (!slice_take_to(&rest, ' ', &out->time) ||
	    !slice_take_to(&rest, ' ', &number) ||
	    !slice_to_int(number, &out->process) ||
	    !prefix_take_source(&rest, out) ||
	    !slice_contains(out->source, LITERAL("torch")))
		return false;	/* other programs use glog, too */
	out->level = line.at[0];
	out->date = slice_part(line, 1, 5);
	take_brackets(&rest, out);
	set_head(line, rest, out);
	return true;
}

/* The letter for "DEBUG" …; '\0' for anything else. */
static char
level_letter(struct slice name)
{
	size_t i;

	for (i = 0; i < LENGTH(levels); i++) {
		if (slice_equal(name, slice_of(levels[i].name)))
			return levels[i].letter;
	}
	return '\0';
}

/* A logger's name; "….__graph_breaks" has the log name at its end. */
static void
set_logger(struct slice logger, struct console_prefix *out)
{
	size_t at = slice_find_last(logger, LITERAL(".__"));

	out->source = logger;
	if (at != SIZE_MAX)
		out->name = slice_part(logger, at + 3, logger.len);
}

/* "[2024-01-05 10:00:00,123] [0/0] torch.x.__name: [DEBUG] ", torch <= 2.2 */
static bool
read_dated(struct slice line, struct console_prefix *out)
{
	struct slice rest = slice_part(line, 1, line.len), word;

	if (!has_shape(line, "[0000-00-00 00:00:00,") ||
	    !slice_take_to(&rest, ' ', &out->date) ||
	    !slice_take_to(&rest, ']', &out->time))
		return false;
	take_brackets(&rest, out);
	if (!slice_take(&rest, LITERAL(" ")) ||
	    !slice_take_to(&rest, ':', &word) || word.len > MAX_SOURCE ||
	    slice_find_byte(word, ' ') != SIZE_MAX)
		return false;
	set_logger(word, out);
	if (!slice_take(&rest, LITERAL(" [")) ||
	    !slice_take_to(&rest, ']', &word))
		return false;
	out->level = level_letter(word);
	out->first_may_be_only = true;
	set_head(line, rest, out);
	return true;
}

/* "DEBUG:torch._dynamo.guards.__recompiles:", logging.BASIC_FORMAT */
static bool
read_basic(struct slice line, struct console_prefix *out)
{
	struct slice rest = line, word;

	if (line.len == 0 || !memchr("DIWEC", line.at[0], 5) ||
	    !slice_take_to(&rest, ':', &word))
		return false;
	out->level = level_letter(word);
	if (!out->level || !slice_starts(rest, LITERAL("torch")) ||
	    !slice_take_to(&rest, ':', &word) || word.len > MAX_SOURCE)
		return false;
	set_logger(word, out);
	out->first_may_be_only = true;
	out->first_is_only = true;
	out->head = slice_part(line, 0, (size_t)(rest.at - line.at));
	out->text = rest;
	return true;
}

static void
prefix_clear(struct slice text, struct console_prefix *out)
{
	*out = (struct console_prefix){
		.text = text,
		.outer = slice_part(text, 0, 0),
		.process = NO_ID,
		.rank = NO_ID,
		.source_line = UNKNOWN_INT,
	};
}

/* A reader that failed may have left something. */
static bool
read_at(struct slice line, size_t at, struct console_prefix *out,
    bool reader(struct slice, struct console_prefix *))
{
	if (reader(slice_part(line, at, line.len), out)) {
		out->outer = slice_part(line, 0, at);
		return true;
	}
	prefix_clear(line, out);
	return false;
}

/* A glog prefix behind something else: its first ':' is the ninth byte. */
static bool
find_glog(struct slice line, struct console_prefix *out)
{
	size_t from = 0, at;

	for (;;) {
		at = slice_find_byte(slice_part(line, from, line.len), ':');
		if (at == SIZE_MAX)
			return false;
		at += from;
		from = at + 1;
		if (at >= 8 && is_glog(slice_part(line, at - 8, line.len)) &&
		    read_at(line, at - 8, out, read_glog))
			return true;
	}
}

static bool
find_dated(struct slice line, struct console_prefix *out)
{
	size_t from = 0, at;
	int tried;

	line = slice_part(line, 0, CONSOLE_MAX_OUTER + MAX_SOURCE);
	for (tried = 0; tried < MAX_BRACKETS; tried++) {
		at = slice_find(slice_part(line, from, line.len),
		    LITERAL("[20"));
		if (at == SIZE_MAX)
			return false;
		from += at + 1;
		if (read_at(line, from - 1, out, read_dated))
			return true;
	}
	return false;
}

/* Before ":torch" stands one of five words. */
static bool
find_basic(struct slice line, struct console_prefix *out)
{
	size_t at = slice_find(slice_part(line, 0, CONSOLE_MAX_OUTER),
	    LITERAL(":torch")), from;

	if (at == SIZE_MAX)
		return false;
	for (from = at; from && line.at[from - 1] >= 'A' &&
	    line.at[from - 1] <= 'Z';)
		from--;
	return read_at(line, from, out, read_basic);
}

/*
 * A glog prefix that lost its beginning: "/torch/_dynamo/guards.py:9] [0/1]".
 * What is left of date, time and process is not the runner's.
 */
static bool
find_cut(struct slice line, struct console_prefix *out)
{
	struct slice head = slice_part(line, 0, CONSOLE_MAX_OUTER), rest;
	size_t at = slice_find(head, LITERAL("torch/")), i;
	bool ours = true;

	if (at == SIZE_MAX)
		return false;
	while (at && line.at[at - 1] != ' ' && line.at[at - 1] != '[')
		at--;
	rest = slice_part(line, at, line.len);
	if (slice_find(slice_part(rest, 0, MAX_SOURCE), LITERAL(".py:")) ==
	    SIZE_MAX || !prefix_take_source(&rest, out) ||
	    slice_find_byte(out->source, ' ') != SIZE_MAX) {
		prefix_clear(line, out);
		return false;
	}
	take_brackets(&rest, out);
	set_head(slice_part(line, at, line.len), rest, out);
	for (i = 0; i < at && ours; i++)
		ours = memchr("0123456789:. VIWEC", line.at[i], 18);
	if (at > 1 && !byte_is_digit(line.at[at - 2]))
		ours = false;
	out->outer = slice_part(line, 0, ours ? 0 : at);
	out->cut = true;
	return true;
}

void
console_prefix_read(struct slice line, struct console_prefix *out)
{
	prefix_clear(line, out);
	if (line.len < MIN_PREFIX)
		return;
	if (is_glog(line) && read_at(line, 0, out, read_glog))
		return;
	if (read_at(line, 0, out, read_dated) || find_glog(line, out) ||
	    !slice_contains(line, LITERAL("torch")))
		return;
	if (!find_dated(line, out) && !find_basic(line, out))
		find_cut(line, out);
	out->names_torch = true;
}
