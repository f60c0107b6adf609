/*
 * fuzz_metrics_record.c - values of a log's records: metrics, symbolic
 * shapes, stacks with numbered file names, chromium events.
 */
#include "fuzz.h"

#include "parse/log/chromium.h"
#include "parse/log/metrics_record.h"
#include "parse/log/shape_record.h"

static void
read_shapes(struct fuzz *fuzz)
{
	struct string_table table;
	struct specialization special = { 0 };
	struct guard_added guard = { 0 };
	stack_array stack = { 0 };

	string_table_init(&table, &fuzz->arena);
	string_table_define(&table, fuzz->input);
	string_table_define_list(&table, fuzz->input);
	string_table_stack(&table, &fuzz->arena, fuzz->input, &stack);
	fuzz_see_stack(&stack);
	array_release(&stack);
	shape_record_specialization(&fuzz->context, &table, fuzz->input,
	    &special);
	fuzz_see(special.symbol);
	fuzz_see(special.sources);
	fuzz_see(special.value);
	fuzz_see_stack(&special.user_stack);
	fuzz_see_stack(&special.framework_stack);
	array_release(&special.user_stack);
	array_release(&special.framework_stack);
	shape_record_guard(&fuzz->context, &table, fuzz->input, &guard);
	fuzz_see(guard.expression);
	fuzz_see_stack(&guard.user_stack);
	array_release(&guard.user_stack);
	array_release(&guard.framework_stack);
	string_table_release(&table);
}

static void
read_phases(struct fuzz *fuzz)
{
	struct phase_table table;
	size_t i;

	phase_table_init(&table, &fuzz->arena);
	phase_table_add(&table, fuzz->input, LITERAL("0/0"));
	phase_table_add_file(&table, &fuzz->context, fuzz->input);
	phase_table_finish(&table, &fuzz->problems);
	for (i = 0; i < table.phases.count; i++) {
		fuzz_see(table.phases.items[i].name);
		fuzz_see(table.phases.items[i].compile_id);
		fuzz_require(table.phases.items[i].calls >= 0 &&
		    table.phases.items[i].untimed <=
		    table.phases.items[i].calls, "calls are counted");
	}
	phase_table_release(&table);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct metrics metrics = { 0 };
	struct fuzz fuzz;

	fuzz_begin(&fuzz, data, size);
	metrics_record_parse(&fuzz.context, fuzz.input, METRICS_FORWARD,
	    &metrics);
	fuzz_see_metrics(&fuzz, &metrics);
	metrics_free_arrays(&metrics);
	read_shapes(&fuzz);
	read_phases(&fuzz);
	fuzz_end(&fuzz);
	return 0;
}
