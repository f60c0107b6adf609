/*
 * test_baseline.c - what a baseline file says is what was written.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "query/baseline.h"
#include "query/diff/diff.h"

static struct side_site *
add_site(struct gbq_side *side, const char *kind, const char *file,
    const char *source)
{
	struct side_site *site = array_add(&side->sites);

	site->shown.gb_id = "GB0059";
	site->shown.kind = kind;
	site->shown.file = file;
	site->shown.function = "f";
	site->shown.source = source;
	site->shown.line = 12;
	site->shown.via_line = GBQ_NO_LINE;
	site->shown.events = 3;
	side_make_key(side, site);
	return site;
}

static struct gbq_side *
read_back(const struct gbq_side *side)
{
	struct gbq_side *again = side_new();
	struct buffer text = { 0 };
	struct error error;

	baseline_write(side, &text);
	assert_true(baseline_is(buffer_slice(&text)));
	assert_int_equal(baseline_read(again, buffer_slice(&text), "x",
	    &error), GBQ_OK);
	buffer_release(&text);
	return again;
}

static void
texts_come_back_whatever_they_hold(void **state)
{
	static const char *const sources[] = { "a\tb", "a\\tb", "x\ny\r", "-",
		"\\-", "\\", "# no comment", NULL };
	struct gbq_side *side = side_new(), *again;
	size_t i, count = sizeof(sources) / sizeof(sources[0]);
	char files[8][8];

	(void)state;
	for (i = 0; i < count; i++) {
		snprintf(files[i], sizeof(files[i]), "m%zu.py", i);
		add_site(side, "kind\twith tab", files[i], sources[i]);
	}
	again = read_back(side);
	assert_int_equal(again->sites.count, count);
	for (i = 0; i < count; i++) {
		const struct gbq_diff_site *site =
		    &again->sites.items[i].shown;

		assert_string_equal(site->kind, "kind\twith tab");
		assert_string_equal(site->file, files[i]);
		assert_int_equal(site->line, 12);
		assert_int_equal(site->events, 3);
		if (sources[i])
			assert_string_equal(site->source, sources[i]);
		else
			assert_null(site->source);
	}
	side_free(side);
	side_free(again);
}

static void
a_baseline_is_the_same_as_itself(void **state)
{
	static const struct gbq_diff_options options;
	struct gbq_side *side = side_new(), *again, *twice;
	struct gbq_diff *diff;
	struct error error;

	(void)state;
	add_site(side, "kind", "m.py", "x.item()");
	add_site(side, "kind", "m.py", "y.item()");
	again = read_back(side);
	twice = read_back(again);
	assert_int_equal(diff_make(again, twice, &options, &diff, &error),
	    GBQ_OK);
	assert_string_equal(diff->verdict, "same");
	assert_int_equal(diff->states[GBQ_STATE_SAME], 2);
	assert_int_equal(diff_total_int(diff, "break_events", 1, -1), 6);
	diff_free(diff);
	side_free(side);
	side_free(again);
	side_free(twice);
}

static void
comments_above_a_site_are_its_own(void **state)
{
	static const char text[] = "gbq-baseline 1\ntorch 2.13.0\nrun r\n\n"
	    "# of the file\n\n# why it\n## may stay\n"
	    "GB1\tk\t-\ta.py\t3\tf\t1\town\t-\t-\n"
	    "GB1\tk\t-\tb.py\t-\tf\t1\tother\t-\tx\r\n";
	struct gbq_side *side = side_new();
	struct error error;

	(void)state;
	assert_int_equal(baseline_read(side, slice_of(text), "x", &error),
	    GBQ_OK);
	assert_int_equal(side->sites.count, 2);
	assert_string_equal(side->sites.items[0].shown.comment,
	    "why it may stay");
	assert_true(side->sites.items[0].shown.own);
	assert_null(side->sites.items[1].shown.comment);
	assert_int_equal(side->sites.items[1].shown.line, GBQ_NO_LINE);
	assert_string_equal(side->sites.items[1].shown.source, "x");
	assert_string_equal(side->run.torch_version, "2.13.0");
	side_free(side);
}

static void
a_wrong_line_is_named(void **state)
{
	static const char *const texts[] = {
		"", "gbq-baseline 2\n", "gbq-baseline 1\nGB1\tk\n",
		"gbq-baseline 1\nGB1\tk\t-\ta.py\tx\tf\t1\town\t-\t-\n",
		"gbq-baseline 1\nGB1\tk\t-\ta.py\t1\tf\tmany\town\t-\t-\n",
		"gbq-baseline 1\nGB1\tk\t-\ta.py\t1\tf\t1\town\t-\t-\tmore\n"
	};
	struct error error;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct gbq_side *side = side_new();

		assert_int_equal(baseline_read(side, slice_of(texts[i]), "x",
		    &error), GBQ_USAGE);
		assert_non_null(strstr(error.message, "x:"));
		side_free(side);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_come_back_whatever_they_hold),
		cmocka_unit_test(a_baseline_is_the_same_as_itself),
		cmocka_unit_test(comments_above_a_site_are_its_own),
		cmocka_unit_test(a_wrong_line_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
