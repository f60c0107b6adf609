/*
 * test_answers.c - the small parts of triage and explain: ids of kinds,
 * paragraphs, next steps.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cli/commands/look/look.h"
#include "cli/commands/start/next_steps.h"
#include "cli/layout/layout.h"

static void
ids_are_read_in_any_spelling(void **state)
{
	static const char *const spellings[] = { "GB0059", "gb0059", "gb59",
		"59", "Gb059" };
	char id[8];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(spellings) / sizeof(*spellings); i++) {
		assert_true(kind_id_parse(spellings[i], id));
		assert_string_equal(id, "GB0059");
	}
}

static void
other_texts_are_no_ids(void **state)
{
	static const char *const texts[] = { "", "GB", "GB12345", "GB1x",
		"print", "gb 59" };
	char id[8];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		assert_false(kind_id_parse(texts[i], id));
}

static void
paragraphs_are_wrapped_and_indented(void **state)
{
	struct buffer one = { 0 }, out = { 0 };
	struct slice rest, line;
	char text[400] = "";
	int i;

	(void)state;
	for (i = 0; i < 40; i++)
		strcat(text, "eight888 ");
	add_wrapped(&one, "guide", text);
	flow_text(&out, buffer_slice(&one), 79);
	rest = buffer_slice(&out);
	assert_true(slice_starts(rest, LITERAL("    guide: eight888 ")));
	while (slice_next_line(&rest, &line))
		assert_in_range(line.len, 10, 79);
	buffer_release(&one);
	buffer_release(&out);
}

static void
control_characters_of_a_paragraph_are_escaped(void **state)
{
	struct buffer out = { 0 };

	(void)state;
	add_wrapped(&out, NULL, "a\033[2Jb\nc");
	assert_string_equal(buffer_string(&out), "    a\\x1b[2Jb\n    c\n");
	buffer_clear(&out);
	add_wrapped(&out, "guide", NULL);
	assert_int_equal(out.len, 0);
	buffer_release(&out);
}

static void
every_category_has_a_next_step(void **state)
{
	static const char *const categories[] = { "graph_break", "backend",
		"recompile_limit", "accuracy", "dynamo_internal",
		"runtime_crash", "triton", "user_error", "other" };
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(categories) / sizeof(*categories); i++)
		assert_non_null(next_steps(categories[i]));
	assert_null(next_steps("nothing"));
	assert_null(next_steps(NULL));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ids_are_read_in_any_spelling),
		cmocka_unit_test(other_texts_are_no_ids),
		cmocka_unit_test(paragraphs_are_wrapped_and_indented),
		cmocka_unit_test(control_characters_of_a_paragraph_are_escaped),
		cmocka_unit_test(every_category_has_a_next_step),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
