/*
 * console_test.h - console texts and what they are read to, for the tests.
 */
#ifndef GBQ_TESTS_CONSOLE_TEST_H
#define GBQ_TESTS_CONSOLE_TEST_H

#include "parse_test.h"

#include "parse/console/console.h"

#define BREAKS(id) "V1130 02:48:04.117000 9595 torch/_dynamo/" \
	"symbolic_convert.py:5131] [" id "] [__graph_breaks] "
#define RECOMPILES(id) "V1130 02:48:05.001000 9595 torch/_dynamo/" \
	"guards.py:5396] [" id "] [__recompiles] "
#define WARNING(id) "W1130 02:48:06.002000 9595 torch/_dynamo/" \
	"convert_frame.py:1994] [" id "] "

/* A break as torch 2.9 to 2.13 prints it, each line with the prefix p. */
#define PRINT_BREAK(p) \
	p "Graph break in user code at /srv/a.py:5\n" \
	p "Graph Break Reason: Encountered graph break when attempting to " \
	"trace CALL: a function call, e.g. f(x, y):\n" \
	p "\n" \
	p "Failed to trace builtin operator\n" \
	p "  Explanation: Dynamo cannot trace `print`\n" \
	p "  Hint: Avoid it.\n" \
	p "\n" \
	p "  Developer debug context: builtin print\n" \
	p "\n" \
	p " For more details about this graph break, please visit: " \
	"https://meta-pytorch.github.io/compile-graph-break-site/gb/" \
	"gb0059.html\n" \
	p "\n" \
	p "User code traceback:\n" \
	p "  File \"/srv/a.py\", line 9, in <module>\n" \
	p "    f(X)\n" \
	p "  File \"/srv/a.py\", line 5, in f\n" \
	p "    print(\"x\")\n" \
	p "\n"

#define RECOMPILE(p) \
	p "Recompiling function g in /srv/my in/a.py:11\n" \
	p "    triggered by the following guard failure(s):\n" \
	p "    - 0/1: n == 's'      # x + len(n)  # a.py:12 in g\n" \
	p "    - User stack trace:\n" \
	p "    -   File \"/srv/a.py\", line 12, in g\n" \
	p "    -     return x + len(n)\n" \
	p "    - 0/0: tensor 'x' rank mismatch. expected 1, actual 2\n"

#define UNCAUGHT(p, blank) \
	p "Traceback (most recent call last):\n" \
	p "  File \"/srv/a.py\", line 9, in <module>\n" \
	p "    c(X)\n" \
	p "  File \"/v/site-packages/torch/_dynamo/eval_frame.py\", line " \
	"1177, in compile_wrapper\n" \
	p "    raise e.with_traceback(\n" \
	p "torch._dynamo.exc.Unsupported: Failed to trace builtin operator\n" \
	p "  Explanation: Dynamo cannot trace `print`\n" \
	blank \
	p " For more details about this graph break, please visit: " \
	"https://meta-pytorch.github.io/compile-graph-break-site/gb/" \
	"gb0059.html\n" \
	blank \
	p "from user code:\n" \
	p "   File \"/srv/a.py\", line 5, in f\n" \
	p "    print(\"x\")\n" \
	blank \
	p "Set TORCHDYNAMO_VERBOSE=1 for the internal stack trace\n" \
	blank

static struct parse_test test;
static ARRAY_OF(struct console_record) records;

#define record(i) (records.items[i])

/* Keeps a record: its arrays are taken over. */
static void
keep(void *user, struct console_record *got)
{
	(void)user;
	*array_add(&records) = *got;
	memset(&got->reason, 0, sizeof(got->reason));
	memset(&got->reasons, 0, sizeof(got->reasons));
}

static void
drop_records(void)
{
	size_t i;

	for (i = 0; i < records.count; i++) {
		reason_free_arrays(&records.items[i].reason);
		array_release(&records.items[i].reasons);
	}
	array_release(&records);
}

static int
setup(void **state)
{
	(void)state;
	parse_test_init(&test);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	drop_records();
	parse_test_release(&test);
	return 0;
}

/* Reads a text in pieces of the given size. */
static void
read_pieces(struct slice text, size_t size)
{
	struct console *console = console_new(&test.context, keep, NULL);

	drop_records();
	while (text.len > size) {
		console_feed(console, slice_part(text, 0, size));
		text = slice_part(text, size, text.len);
	}
	console_feed(console, text);
	console_end(console);
	console_free(console);
}

static inline void
read_text(const char *text)
{
	read_pieces(slice_of(text), strlen(text));
}

/* Several texts behind each other, up to a NULL: one literal is too short. */
static inline struct slice
join(const char *first, ...)
{
	struct buffer out = { 0 };
	struct slice text;
	const char *part;
	va_list parts;

	va_start(parts, first);
	for (part = first; part; part = va_arg(parts, const char *))
		buffer_add_string(&out, part);
	va_end(parts);
	text = slice_copy(&test.arena, buffer_slice(&out));
	buffer_release(&out);
	return text;
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

#endif
