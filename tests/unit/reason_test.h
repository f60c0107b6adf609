/*
 * reason_test.h - graph-break texts and a parsed reason for the tests.
 */
#ifndef GBQ_TESTS_REASON_TEST_H
#define GBQ_TESTS_REASON_TEST_H

#include "parse_test.h"

#include "parse/reason/reason.h"

#define CALL "Encountered graph break when attempting to trace CALL: a " \
	"function call, e.g. f(x, y):"
#define URL "https://meta-pytorch.github.io/compile-graph-break-site/gb/"
#define MORE " For more details about this graph break, please visit: " URL
#define PRINT "Failed to trace builtin operator\n" \
	"  Explanation: Dynamo cannot trace `print`\n" \
	"  Hint: Avoid it.\n" \
	"  Hint: Please report an issue to PyTorch.\n\n" \
	"  Developer debug context: builtin print [<class 'X'>] False\n\n" \
	MORE "gb0059.html"
#define LOOP "graph break in loop\n" \
	"  Explanation: torch.compile detected a graph break in a loop.\n\n\n" \
	"  Developer debug context: frame skipped: f (/a.py line 3)\n\n" \
	MORE "gb7000.html"
#define CHAIN "\n\n*** While handling this graph break, another graph " \
	"break occurred: ***\n\n"
#define STACK "\n\nUser code traceback:\n" \
	"  File \"/srv/demo/a.py\", line 9, in <module>\n" \
	"    run(f, X)\n" \
	"    ^^^^^^^^^\n" \
	"  File \"/srv/demo/a.py\", line 5, in f\n" \
	"    print(\"x\",\n" \
	"    ^^^^^^^^^\n" \
	"          y)\n" \
	"          ^^\n\n"
#define TORCH "/v/lib/python3.11/site-packages/torch/"
#define RAISED "Traceback (most recent call last):\n" \
	"  File \"" TORCH "_dynamo/convert_frame.py\", line 452, in CALL\n" \
	"    self._call(inst)\n" \
	"  File \"" TORCH "_dynamo/variables/builtin.py\", line 1242, in " \
	"call_unimplemented\n" \
	"    unimplemented(\n" \
	"  File \"" TORCH "_dynamo/exc.py\", line 727, in unimplemented\n" \
	"    raise Unsupported(msg, gb_type, skip_frame)\n" \
	"torch._dynamo.exc.Unsupported: Failed to trace builtin operator\n" \
	"  Explanation: Dynamo cannot trace `print`\n"

static struct parse_test test;
static struct reason reason;

static int
setup(void **state)
{
	(void)state;
	parse_test_init(&test);
	memset(&reason, 0, sizeof(reason));
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	reason_free_arrays(&reason);
	parse_test_release(&test);
	return 0;
}

static void
parse(const char *text)
{
	reason_free_arrays(&reason);
	reason_parse(&test.context, slice_of(text), &reason);
}

static void
parse_body(const char *text)
{
	reason_free_arrays(&reason);
	reason_body_parse(&test.context, slice_of(text), &reason);
}

#define part(i) (reason.parts.items[i])
#define frame(i) (reason.user_stack.items[i])

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

#endif
