/*
 * test_chromium.c - phases from chromium events.
 */
#include "parse_test.h"

#include <math.h>
#include <stdio.h>

#include "parse/log/chromium.h"

static struct parse_test test;
static struct phase_table table;

static int
setup(void **state)
{
	(void)state;
	parse_test_init(&test);
	phase_table_init(&table, &test.arena);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	phase_table_release(&table);
	parse_test_release(&test);
	return 0;
}

/* An event as torch writes it; id NULL: without compile id. */
static void
event(const char *kind, const char *name, const char *id, double seconds)
{
	char json[512], args[64] = "{}";

	if (id)
		snprintf(args, sizeof(args), "{\"compile_id\": \"%s\"}", id);
	snprintf(json, sizeof(json), "{\n\"name\": \"%s\",\n\"ts\": %.1f,\n"
	    "\"args\": %s,\n\"ph\": \"%s\",\n\"cat\": \"dynamo_timed\",\n"
	    "\"tid\": 0,\n\"pid\": 0\n}", name, 1796008770e6 + seconds * 1e6,
	    args, kind);
	phase_table_add(&table, slice_of(json), (struct slice){ 0 });
}

static void
check_phase(const char *id, const char *name, int64_t calls, double total,
    double self)
{
	const struct phase *phase = NULL;
	size_t i;

	for (i = 0; i < table.phases.count && !phase; i++) {
		if (slice_equal(table.phases.items[i].name, slice_of(name)) &&
		    slice_equal(table.phases.items[i].compile_id,
		    slice_of(id)))
			phase = &table.phases.items[i];
	}
	assert_non_null(phase);
	assert_int_equal(phase->calls, calls);
	assert_true(isnan(total) ? isnan(phase->total_s) :
	    fabs(phase->total_s - total) < 1e-6);
	assert_true(isnan(self) ? isnan(phase->self_s) :
	    fabs(phase->self_s - self) < 1e-6);
}

static void
calls_inside_are_subtracted_from_self_time(void **state)
{
	(void)state;
	event("B", "dynamo", "0/0", 0);
	event("B", "backend", "0/0", 1);
	event("B", "inductor", "0/0", 2);
	event("E", "inductor", "0/0", 4);
	event("E", "backend", "0/0", 5);
	event("B", "backend", "0/0", 6);
	event("E", "backend", "0/0", 7);
	event("E", "dynamo", "0/0", 10);
	phase_table_finish(&table, &test.problems);
	check_phase("0/0", "dynamo", 1, 10, 5);
	check_phase("0/0", "backend", 2, 5, 3);
	check_phase("0/0", "inductor", 1, 2, 2);
	assert_true(table.first_us == 1796008770000000);
	assert_int_equal(test.problems.list.count, 0);
}

static void
compiles_of_two_threads_do_not_lie_inside_one_another(void **state)
{
	(void)state;
	event("B", "dynamo", "0/0", 0);
	event("B", "dynamo", "1/0", 1);
	event("E", "dynamo", "1/0", 3);
	event("E", "dynamo", "0/0", 4);
	phase_table_finish(&table, &test.problems);
	check_phase("0/0", "dynamo", 1, 4, 4);
	check_phase("1/0", "dynamo", 1, 2, 2);
}

static void
compile_workers_run_side_by_side(void **state)
{
	(void)state;
	event("B", "compile_file", "None", 0);
	event("B", "compile_file", "None", 1);
	event("E", "compile_file", "None", 3);
	event("E", "compile_file", "None", 4);
	phase_table_finish(&table, &test.problems);
	check_phase("None", "compile_file", 2, 6, 6);
}

static void
a_call_without_end_or_begin_counts_without_time(void **state)
{
	(void)state;
	event("B", "dynamo", "0/0", 0);
	event("B", "backend", "0/0", 1);
	event("E", "gone", "0/0", 2);
	event("E", "dynamo", "0/0", 3);
	phase_table_finish(&table, &test.problems);
	check_phase("0/0", "dynamo", 1, 3, 3);
	check_phase("0/0", "backend", 1, NAN, NAN);
	check_phase("0/0", "gone", 1, NAN, NAN);
}

static void
moments_are_no_calls_and_complete_events_are(void **state)
{
	(void)state;
	event("i", "automatic_dynamic", "0/1", 1);
	phase_table_add(&table, LITERAL("{\"name\": \"x\", \"ph\": \"X\", "
	    "\"ts\": 1, \"dur\": 2000000, \"args\": {}, \"pid\": 0, "
	    "\"tid\": 0}"), LITERAL("5/0"));
	phase_table_finish(&table, &test.problems);
	check_phase("0/1", "automatic_dynamic", 0, NAN, NAN);
	assert_int_equal(table.phases.items[0].instants, 1);
	check_phase("5/0", "x", 1, 2, 2);
}

static void
events_without_a_compile_id_are_a_compile_of_their_own(void **state)
{
	(void)state;
	/* torch 2.5 */
	event("B", "a", NULL, 0);
	event("B", "b", NULL, 1);
	event("E", "b", NULL, 2);
	event("E", "a", NULL, 3);
	phase_table_finish(&table, &test.problems);
	assert_slice(table.phases.items[0].compile_id, NULL);
	check_phase(NULL, "a", 1, 3, 2);
}

static void
a_file_is_a_list_of_events(void **state)
{
	(void)state;
	phase_table_add_file(&table, &test.context, LITERAL(
	    "[{\"args\":{\"compile_id\":\"0/0\"},\"name\":\"d\",\"ph\":\"B\","
	    "\"pid\":0,\"tid\":0,\"ts\":1000000.0},{\"args\":{\"compile_id\":"
	    "\"0/0\"},\"name\":\"d\",\"ph\":\"E\",\"pid\":0,\"tid\":0,"
	    "\"ts\":3000000.5}]"));
	check_phase("0/0", "d", 1, 2.0000005, 2.0000005);
	assert_int_equal(test.problems.list.count, 0);
	phase_table_add_file(&table, &test.context,
	    LITERAL("[{\"name\":\"d\"},"));
	assert_int_equal(test.problems.list.count, 1);
	phase_table_finish(&table, &test.problems);
}

static void
damaged_events_are_counted(void **state)
{
	(void)state;
	phase_table_add(&table, LITERAL("{\"name\": \"x"),
	    (struct slice){ 0 });
	phase_table_add(&table, LITERAL("[]"), (struct slice){ 0 });
	phase_table_finish(&table, &test.problems);
	assert_int_equal(table.phases.count, 0);
	assert_int_equal(test.problems.list.count, 1);
	assert_slice(test.problems.list.items[0].message,
	    "2 events cannot be read");
}

static void
many_open_calls_and_many_phases_are_bounded(void **state)
{
	char name[32];
	size_t i;

	(void)state;
	for (i = 0; i < 5000; i++) {
		snprintf(name, sizeof(name), "p%zu", i);
		event("B", name, "0/0", (double)i);
	}
	assert_true(table.open.count <= 1024);
	phase_table_finish(&table, &test.problems);
	assert_int_equal(table.phases.count, 5000);
	check_phase("0/0", "p0", 1, NAN, NAN);
	check_phase("0/0", "p4999", 1, NAN, NAN);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(calls_inside_are_subtracted_from_self_time),
		CASE(compiles_of_two_threads_do_not_lie_inside_one_another),
		CASE(compile_workers_run_side_by_side),
		CASE(a_call_without_end_or_begin_counts_without_time),
		CASE(moments_are_no_calls_and_complete_events_are),
		CASE(events_without_a_compile_id_are_a_compile_of_their_own),
		CASE(a_file_is_a_list_of_events),
		CASE(damaged_events_are_counted),
		CASE(many_open_calls_and_many_phases_are_bounded),
	};

	return cmocka_run_group_tests_name("chromium", tests, NULL, NULL);
}
