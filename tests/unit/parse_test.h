/*
 * parse_test.h - for tests of parsers that need an arena and problems.
 */
#ifndef GBQ_TESTS_PARSE_TEST_H
#define GBQ_TESTS_PARSE_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "parse/parse.h"

struct parse_test {
	struct arena arena;
	struct problem_list problems;
	struct parse_context context;
};

static inline void
parse_test_init(struct parse_test *test)
{
	memset(test, 0, sizeof(*test));
	test->problems.arena = &test->arena;
	test->context.arena = &test->arena;
	test->context.problems = &test->problems;
}

static inline void
parse_test_release(struct parse_test *test)
{
	array_release(&test->problems.list);
	arena_release(&test->arena);
}

/* Compares a slice with a string literal; NULL: it must be absent. */
static inline void
check_slice(struct slice got, const char *want, const char *file, int line)
{
	char text[2048];
	size_t len = got.len < sizeof(text) ? got.len : sizeof(text) - 1;

	if (!want || !got.at) {
		_assert_true((uintmax_t)(got.at == NULL && want == NULL),
		    want ? want : "absent", file, line);
		return;
	}
	memcpy(text, got.at, len);
	text[len] = '\0';
	_assert_string_equal(text, want, file, line);
}

#define assert_slice(got, want) check_slice(got, want, __FILE__, __LINE__)

#endif
