/*
 * test_search.c - a pattern finds the lines that it matches alone, however
 * the text is cut; what is around them; binary texts; bad patterns.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "query/search/search_private.h"

/* ---- patterns ---- */

static void
newlines_are_taken_out_of_patterns(void **state)
{
	static const struct {
		const char *pattern, *expected;
	} cases[] = {
		{ "a.b", "a.b" }, { "\\s+", "[^\\S\\n]+" },
		{ "[^a]", "[^\\na]" }, { "[^]a]", "[^\\n\\]a]" },
		{ "[^-a]", "[^\\n\\-a]" }, { "[]a]", "[\\]a]" },
		{ "[\\s,]", "[ \\t\\x0b\\f\\r,]" },
		{ "\\D\\W", "[^\\d\\n][^\\w\\n]" },
		{ "(?<=x)(?<n>y)(?i:z)\\1", "(?<=x)(?<n>y)(?i:z)\\1" },
		{ "^\\$\\.$", "^\\$\\.$" },
		/* not known to be safe */
		{ "\\n", NULL }, { "\\x0a", NULL }, { "\\Qa\\E", NULL },
		{ "(?s).", NULL }, { "(*ANYCRLF)a", NULL }, { "\\Aa\\z", NULL },
		{ "[\\D]", NULL }, { "[[:space:]]", NULL }, { "[\\t-z]", NULL },
		{ "[\\s-a]", NULL }, { "[+-\\s]", NULL }, { "\\R", NULL },
		{ "(?x) a", NULL }, { "\\12", NULL }, { "\\p{L}", NULL },
		{ "a\nb", NULL }, { "a\\Kb", NULL }, { "(?(1)a)", NULL }
	};
	struct buffer out = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		buffer_clear(&out);
		assert_int_equal(search_syntax_lines(
		    slice_of(cases[i].pattern), &out),
		    cases[i].expected != NULL);
		if (cases[i].expected)
			assert_string_equal(buffer_string(&out),
			    cases[i].expected);
	}
	buffer_release(&out);
}

static struct search_pattern *
compiled(const char *text, int flags)
{
	struct search_pattern *pattern = NULL;
	struct error error = { 0 };

	search_pattern_new(&pattern, text, flags, &error);
	return pattern;
}

/* Offsets of the lines that are found in a text, by one search over it. */
static size_t
find_all(struct search_matcher *matcher, struct slice text, size_t *lines,
    size_t most)
{
	struct search_match match;
	struct error error = { 0 };
	size_t count = 0, from = 0;
	bool found = true;

	while (count < most) {
		assert_int_equal(search_matcher_find(matcher, text, from,
		    &match, &found, &error), GBQ_OK);
		if (!found)
			break;
		assert_true(match.line <= match.start &&
		    match.start <= match.end && match.end <= match.line_end);
		lines[count++] = match.line;
		from = match.line_end + 1;
	}
	return count;
}

/* The same, each line searched as a text of its own. */
static size_t
find_each(struct search_matcher *matcher, struct slice text, size_t *lines)
{
	struct slice rest = text, line;
	struct search_match match;
	struct error error = { 0 };
	size_t count = 0;
	bool found, empty;

	while (slice_next_line(&rest, &line)) {
		/* An empty text has no line; an empty line has its newline. */
		empty = line.len == 0;
		if (empty)
			line.len = 1;
		search_matcher_find(matcher, line, 0, &match, &found, &error);
		if (found)
			lines[count++] = (size_t)(line.at - text.at);
	}
	return count;
}

static uint32_t
next_random(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 16;
}

static void
add_parts(struct buffer *out, const char *const *parts, size_t count,
    size_t length, uint32_t *seed)
{
	buffer_clear(out);
	while (length--)
		buffer_add_string(out, parts[next_random(seed) % count]);
}

/* Patterns of parts at random against texts of parts at random. */
static void
a_search_over_lines_finds_what_each_line_alone_has(void **state)
{
	static const char *const parts[] = { "a", "b", ".", "\\s", "\\S", "\\D",
		"\\W", "\\w", "\\b", "\\B", "^", "$", "*", "+", "?", "*+", "*?",
		"{2}", "(", ")", "|", "[^a]", "[^]b]", "[^-b]", "[\\s-]",
		"[\\sb]", "[a-]", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?:",
		"\\1", " ", "\\R", "\\n", "\\z", "\xc3\xa9" };
	static const char *const texts[] = { "a", "b", "-", "]", " ", "\t",
		"\n", "\n", "1", "ab", "\xc3\xa9", "\xff", "\r" };
	struct buffer pattern_text = { 0 }, text = { 0 };
	size_t all[64], each[64], count, tried = 0;
	struct search_pattern *pattern;
	struct search_matcher *matcher;
	uint32_t seed = 5;

	(void)state;
	for (int round = 0; round < 30000; round++) {
		add_parts(&pattern_text, parts, sizeof(parts) /
		    sizeof(*parts), 1 + next_random(&seed) % 7, &seed);
		add_parts(&text, texts, sizeof(texts) / sizeof(*texts), 24,
		    &seed);
		pattern = compiled(buffer_string(&pattern_text), 0);
		if (!pattern)
			continue;
		tried++;
		matcher = search_matcher_new(pattern);
		count = find_each(matcher, buffer_slice(&text), each);
		if (find_all(matcher, buffer_slice(&text), all, 64) != count ||
		    memcmp(all, each, count * sizeof(*all)) != 0)
			fail_msg("%s in %s", buffer_string(&pattern_text),
			    buffer_string(&text));
		search_matcher_free(matcher);
		search_pattern_free(pattern);
	}
	assert_true(tried > 5000);
	buffer_release(&pattern_text);
	buffer_release(&text);
}

static void
a_bad_pattern_says_where(void **state)
{
	struct search_pattern *pattern;
	struct error error = { 0 };

	(void)state;
	assert_int_equal(search_pattern_new(&pattern, "\xc3\xa9(a", 0, &error),
	    GBQ_USAGE);
	assert_non_null(strstr(error.message, "at character 4"));
	assert_null(pattern);
	pattern = compiled("(a", SEARCH_FIXED);
	assert_non_null(pattern);
	search_pattern_free(pattern);
}

static void
an_exponential_pattern_ends_with_an_error(void **state)
{
	struct search_pattern *pattern = compiled("(a+)+(b|c)\\1d", 0);
	struct search_matcher *matcher = search_matcher_new(pattern);
	struct buffer text = { 0 };
	struct search_match match;
	struct error error = { 0 };
	bool found;

	(void)state;
	for (int i = 0; i < 5000; i++)
		buffer_add_byte(&text, 'a');
	buffer_add_string(&text, "b!d");
	assert_int_equal(search_matcher_find(matcher, buffer_slice(&text), 0,
	    &match, &found, &error), GBQ_LIMIT);
	buffer_release(&text);
	search_matcher_free(matcher);
	search_pattern_free(pattern);
}

/* ---- texts in pieces ---- */

static void
write_line(void *data, const struct gbq_search_line *line)
{
	buffer_printf(data, "%lld%c%.*s\n", (long long)line->number,
	    line->is_context ? '-' : ':', (int)line->len, line->text);
}

/* What is told of a text that comes in pieces of a size. */
static void
scan_in_pieces(const char *pattern_text, struct slice text, size_t size,
    const struct scan_options *options, struct buffer *out)
{
	struct search_pattern *pattern = compiled(pattern_text, 0);
	struct search_matcher *matcher = search_matcher_new(pattern);
	struct scan scan;

	buffer_clear(out);
	scan_init(&scan, matcher, options, write_line, out);
	scan_begin(&scan);
	for (size_t at = 0; at < text.len && !scan.done; at += size)
		scan_add(&scan, slice_part(text, at, at + size));
	scan_end(&scan);
	buffer_printf(out, "found %lld\n", (long long)scan.found);
	assert_int_equal(scan.error.status, GBQ_OK);
	scan_release(&scan);
	search_matcher_free(matcher);
	search_pattern_free(pattern);
}

static void
lines_are_told_with_those_around_them(void **state)
{
	static const struct scan_options around = { true, 1, 0 };
	static const struct scan_options first = { true, 2, 1 };
	static const struct scan_options count = { false, 0, 0 };
	struct slice text = slice_of("a\nx1\nb\nc\nd\nx2\nx3\ne\nf");
	struct buffer out = { 0 };

	(void)state;
	for (size_t size = 1; size < text.len + 2; size++) {
		scan_in_pieces("x", text, size, &around, &out);
		assert_string_equal(buffer_string(&out), "1-a\n2:x1\n3-b\n"
		    "5-d\n6:x2\n7:x3\n8-e\nfound 3\n");
		scan_in_pieces("x", text, size, &first, &out);
		assert_string_equal(buffer_string(&out), "1-a\n2:x1\n3-b\n"
		    "4-c\nfound 1\n");
		scan_in_pieces("f$", text, size, &around, &out);
		assert_string_equal(buffer_string(&out),
		    "8-e\n9:f\nfound 1\n");
		scan_in_pieces("", text, size, &count, &out);
		assert_string_equal(buffer_string(&out), "found 9\n");
	}
	buffer_release(&out);
}

static void
newlines_are_counted(void **state)
{
	char text[1000];

	(void)state;
	for (size_t len = 0; len < sizeof(text); len++) {
		memset(text, '\n', sizeof(text));
		assert_int_equal(scan_count_newlines((struct slice){ text,
		    len }), len);
	}
	memset(text, 'x', sizeof(text));
	text[0] = text[999] = text[500] = '\n';
	assert_int_equal(scan_count_newlines((struct slice){ text, 1000 }), 3);
}

static void
a_stray_nul_makes_no_binary(void **state)
{
	char text[] = "one\ntwo\0three\n\xc3\xa9 four\n";
	size_t len = sizeof(text) - 1;

	(void)state;
	assert_false(scan_is_binary((struct slice){ text, len }));
	/* the last character is cut */
	assert_false(scan_is_binary((struct slice){ text, len - 7 }));
	text[len - 7] = 'x';
	assert_true(scan_is_binary((struct slice){ text, len }));
	assert_true(scan_is_binary(LITERAL("a\0b\0\n")));
	assert_false(scan_is_binary(LITERAL("\xff\xfe\n")));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(newlines_are_taken_out_of_patterns),
		cmocka_unit_test(
		    a_search_over_lines_finds_what_each_line_alone_has),
		cmocka_unit_test(a_bad_pattern_says_where),
		cmocka_unit_test(an_exponential_pattern_ends_with_an_error),
		cmocka_unit_test(lines_are_told_with_those_around_them),
		cmocka_unit_test(newlines_are_counted),
		cmocka_unit_test(a_stray_nul_makes_no_binary)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
