/*
 * search_pattern.c - one search over many lines where the expression allows
 * it (search_private.h), which is as fast as PCRE2 is; else line by line.
 *
 * Steps and memory of a match are limited, and so is the time for some
 * kilobytes: an expression that takes exponential time ends with an error.
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "query/search/search_private.h"

#include <pcre2.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "util/clock.h"

enum {
	MAX_PATTERN_BYTES = 64 << 10,
	/* Of one attempt; attempts between two looks at a clock. */
	MAX_STEPS = 200000,
	WINDOW_BYTES = 16 << 10,
	MAX_WINDOW_S = 3,
	MAX_HEAP_KB = 16 << 10,
	/* Of the JIT: what it begins with, and may grow to. */
	STACK_BYTES = 32 << 10,
	MAX_STACK_BYTES = 1 << 20
};

struct search_pattern {
	pcre2_code *line;	/* for a line alone */
	pcre2_code *lines;	/* for many at once; NULL: not possible */
};

struct search_matcher {
	const struct search_pattern *pattern;
	pcre2_match_data *match;
	pcre2_match_context *context;
	pcre2_jit_stack *stack;
};

static pcre2_code *
search_pattern_compile(struct slice text, uint32_t options, int *code,
    size_t *offset)
{
	pcre2_compile_context *context = pcre2_compile_context_create(NULL);
	pcre2_code *compiled;

	if (!context)
		mem_fail();
	pcre2_set_newline(context, PCRE2_NEWLINE_LF);
	pcre2_set_max_pattern_length(context, MAX_PATTERN_BYTES);
	compiled = pcre2_compile((PCRE2_SPTR)text.at, text.len, options, code,
	    offset, context);
	pcre2_compile_context_free(context);
	return compiled;
}

/* Whether there is machine code for it. */
static bool
speed_up(pcre2_code *code)
{
	return code && pcre2_jit_compile(code, PCRE2_JIT_COMPLETE) == 0;
}

/* "bad pattern '(a': missing closing parenthesis, at character 3" */
static enum gbq_status
bad_pattern(struct slice text, int code, size_t offset, struct error *error)
{
	PCRE2_UCHAR message[256];
	size_t place = 1;

	for (size_t i = 0; i < offset && i < text.len; i++)
		place += ((unsigned char)text.at[i] & 0xc0) != 0x80;
	if (pcre2_get_error_message(code, message, sizeof(message)) < 0)
		message[0] = '\0';
	return error_set(error, GBQ_USAGE,
	    "bad pattern '%.200s': %s, at character %zu", text.at,
	    (const char *)message, place);
}

/* Compile the expression for many lines, if that can be. */
static pcre2_code *
compile_lines(struct slice text, uint32_t options)
{
	struct buffer out = { 0 };
	pcre2_code *code = NULL;
	size_t offset;
	int number;

	if (options & PCRE2_LITERAL) {
		if (slice_find_byte(text, '\n') == SIZE_MAX)
			code = search_pattern_compile(text, options, &number,
			    &offset);
	} else if (search_syntax_lines(text, &out)) {
		code = search_pattern_compile(buffer_slice(&out),
		    options | PCRE2_MULTILINE, &number, &offset);
	}
	buffer_release(&out);
	/* Without the JIT each search would check all of the text's UTF-8. */
	if (speed_up(code))
		return code;
	pcre2_code_free(code);
	return NULL;
}

enum gbq_status
search_pattern_new(struct search_pattern **out, const char *text, int flags,
    struct error *error)
{
	struct slice whole = slice_of(text);
	uint32_t options = utf8_valid(whole) ?
	    PCRE2_UTF | PCRE2_MATCH_INVALID_UTF : 0;
	size_t offset = 0;
	pcre2_code *line;
	int code = 0;

	options |= PCRE2_USE_OFFSET_LIMIT;
	options |= flags & SEARCH_FIXED ? PCRE2_LITERAL :
	    PCRE2_NEVER_BACKSLASH_C;
	if (flags & SEARCH_IGNORE_CASE)
		options |= PCRE2_CASELESS;
	*out = NULL;
	line = search_pattern_compile(whole, options, &code, &offset);
	if (!line)
		return bad_pattern(whole, code, offset, error);
	speed_up(line);
	*out = mem_calloc(1, sizeof(**out));
	(*out)->line = line;
	(*out)->lines = compile_lines(whole, options);
	return GBQ_OK;
}

void
search_pattern_free(struct search_pattern *pattern)
{
	if (!pattern)
		return;
	pcre2_code_free(pattern->line);
	pcre2_code_free(pattern->lines);
	free(pattern);
}

struct search_matcher *
search_matcher_new(const struct search_pattern *pattern)
{
	struct search_matcher *matcher = mem_calloc(1, sizeof(*matcher));

	matcher->pattern = pattern;
	matcher->match = pcre2_match_data_create(1, NULL);
	matcher->context = pcre2_match_context_create(NULL);
	/* NULL where there is no JIT. */
	matcher->stack = pcre2_jit_stack_create(STACK_BYTES, MAX_STACK_BYTES,
	    NULL);
	if (!matcher->match || !matcher->context)
		mem_fail();
	pcre2_set_match_limit(matcher->context, MAX_STEPS);
	pcre2_set_heap_limit(matcher->context, MAX_HEAP_KB);
	pcre2_jit_stack_assign(matcher->context, NULL, matcher->stack);
	return matcher;
}

void
search_matcher_free(struct search_matcher *matcher)
{
	if (!matcher)
		return;
	pcre2_jit_stack_free(matcher->stack);
	pcre2_match_context_free(matcher->context);
	pcre2_match_data_free(matcher->match);
	free(matcher);
}

static enum gbq_status
too_much(int code, struct error *error)
{
	PCRE2_UCHAR message[256];

	if (pcre2_get_error_message(code, message, sizeof(message)) < 0)
		message[0] = '\0';
	return error_set(error, GBQ_LIMIT,
	    "matching a line takes too much: %s", (const char *)message);
}

/* The start of a character at an offset or behind it. */
static size_t
character_at(struct slice text, size_t offset)
{
	while (offset < text.len &&
	    ((unsigned char)text.at[offset] & 0xc0) == 0x80)
		offset++;
	return offset;
}

/*
 * Match from an offset on, attempts in windows; PCRE2's answer. What took too
 * long is PCRE2_ERROR_MATCHLIMIT.
 */
static int
search_pattern_match(struct search_matcher *matcher, const pcre2_code *code,
    struct slice text, size_t from, uint32_t options)
{
	double start_s = clock_seconds(CLOCK_THREAD_CPUTIME_ID), now_s;
	int answer;
	size_t end;

	for (;;) {
		end = character_at(text, from + WINDOW_BYTES);
		pcre2_set_offset_limit(matcher->context, end);
		answer = pcre2_match(code, (PCRE2_SPTR)text.at, text.len,
		    from, options, matcher->match, matcher->context);
		if (answer != PCRE2_ERROR_NOMATCH || end >= text.len)
			return answer;
		now_s = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
		if (now_s - start_s > MAX_WINDOW_S)
			return PCRE2_ERROR_MATCHLIMIT;
		start_s = now_s;
		from = end;
	}
}

/* Match a line. What the JIT's stack is too small for is tried without it. */
static int
pattern_match_line(struct search_matcher *matcher, struct slice line)
{
	const pcre2_code *code = matcher->pattern->line;
	int answer = search_pattern_match(matcher, code, line, 0, 0);

	return answer == PCRE2_ERROR_JIT_STACKLIMIT ?
	    search_pattern_match(matcher, code, line, 0, PCRE2_NO_JIT) : answer;
}

/* The line around what was matched in text, which begins at base of lines. */
static void
set_match(struct search_matcher *matcher, struct slice lines, size_t base,
    size_t from, struct search_match *found)
{
	const size_t *ends = pcre2_get_ovector_pointer(matcher->match);
	size_t before, after;

	/* \K in a lookahead may set the start behind the end. */
	found->end = base + ends[1];
	found->start = ends[0] < ends[1] ? base + ends[0] : found->end;
	before = slice_find_last_byte(slice_part(lines, from, found->start),
	    '\n');
	found->line = before == SIZE_MAX ? from : from + before + 1;
	after = slice_find_byte(slice_part(lines, found->start, lines.len),
	    '\n');
	found->line_end = after == SIZE_MAX ? lines.len :
	    found->start + after;
	if (found->end > found->line_end)
		found->end = found->line_end;
}

static enum gbq_status
find_by_line(struct search_matcher *matcher, struct slice lines, size_t from,
    struct search_match *found, bool *is_found, struct error *error)
{
	struct slice rest = slice_part(lines, from, lines.len), line;
	int answer;
	size_t base;

	while (slice_next_line(&rest, &line)) {
		base = (size_t)(line.at - lines.at);
		answer = pattern_match_line(matcher, line);
		if (answer >= 0) {
			set_match(matcher, lines, base, base, found);
			*is_found = true;
			return GBQ_OK;
		}
		if (answer != PCRE2_ERROR_NOMATCH)
			return too_much(answer, error);
	}
	return GBQ_OK;
}

enum gbq_status
search_matcher_find(struct search_matcher *matcher, struct slice lines,
    size_t from, struct search_match *found, bool *is_found,
    struct error *error)
{
	const pcre2_code *code = matcher->pattern->lines;
	const size_t *ends;
	int answer;

	*is_found = false;
	if (from >= lines.len)
		return GBQ_OK;
	if (!code)
		return find_by_line(matcher, lines, from, found, is_found,
		    error);
	answer = search_pattern_match(matcher, code, lines, from, 0);
	if (answer == PCRE2_ERROR_NOMATCH)
		return GBQ_OK;
	if (answer < 0 && answer != PCRE2_ERROR_JIT_STACKLIMIT)
		return too_much(answer, error);
	if (answer < 0)
		return find_by_line(matcher, lines, from, found, is_found,
		    error);
	ends = pcre2_get_ovector_pointer(matcher->match);
	/* Behind the last newline there is no line. */
	if (ends[0] >= lines.len && lines.at[lines.len - 1] == '\n')
		return GBQ_OK;
	set_match(matcher, lines, 0, from, found);
	*is_found = true;
	return GBQ_OK;
}
