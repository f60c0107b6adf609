/*
 * fuzz.c - walks the records that parsers make and checks what always holds.
 */
#include "fuzz.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/json.h"

void
fuzz_require(bool holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "fuzz: does not hold: %s\n", what);
	abort();
}

void
fuzz_begin(struct fuzz *fuzz, const uint8_t *data, size_t size)
{
	memset(fuzz, 0, sizeof(*fuzz));
	fuzz->problems.arena = &fuzz->arena;
	fuzz->problems.rank = NO_ID;
	fuzz->context.arena = &fuzz->arena;
	fuzz->context.problems = &fuzz->problems;
	fuzz->input = (struct slice){ size ? (const char *)data : "", size };
}

void
fuzz_end(struct fuzz *fuzz)
{
	size_t i;

	for (i = 0; i < fuzz->problems.list.count; i++) {
		const struct problem *problem = &fuzz->problems.list.items[i];

		fuzz_require(problem->code && *problem->code, "a code");
		fuzz_require(fuzz_offset(fuzz, problem->offset),
		    "the offset of a problem lies in the input");
		fuzz_require(problem->message.len > 0, "a message");
		fuzz_see(problem->message);
		fuzz_see(problem->path);
	}
	array_release(&fuzz->problems.list);
	arena_release(&fuzz->arena);
	buffer_release(&fuzz->seen);
}

bool
fuzz_offset(const struct fuzz *fuzz, int64_t offset)
{
	return offset == UNKNOWN_INT ||
	    (offset >= 0 && (uint64_t)offset <= fuzz->input.len);
}

void
fuzz_see(struct slice text)
{
	static volatile unsigned char sum;
	unsigned char all = 0;
	size_t i;

	fuzz_require(text.at || text.len == 0, "an absent text is empty");
	for (i = 0; i < text.len; i++)
		all = (unsigned char)(all ^ (unsigned char)text.at[i]);
	sum = (unsigned char)(sum ^ all);
}

void
fuzz_see_list(const slice_array *list)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		fuzz_see(list->items[i]);
}

void
fuzz_see_stack(const stack_array *stack)
{
	size_t i;

	for (i = 0; i < stack->count; i++) {
		fuzz_see(stack->items[i].file);
		fuzz_see(stack->items[i].function);
		fuzz_see(stack->items[i].source);
	}
}

static void
see_part(const struct reason_part *part)
{
	fuzz_require(part->kind.at != NULL, "a part has a kind");
	fuzz_require(slice_find_byte(part->kind, '\n') == SIZE_MAX,
	    "a kind is one line");
	fuzz_see(part->kind);
	fuzz_see(part->higher_order_operator);
	fuzz_see(part->explanation);
	fuzz_see_list(&part->hints);
	fuzz_see(part->context);
	fuzz_see(part->doc_url);
	fuzz_see(part->gb_id);
}

void
fuzz_see_reason(const struct reason *reason)
{
	size_t i;

	for (i = 0; i < reason->parts.count; i++)
		see_part(&reason->parts.items[i]);
	fuzz_see(reason->file);
	fuzz_see(reason->function);
	fuzz_see(reason->preamble);
	fuzz_see(reason->instruction);
	fuzz_see(reason->body);
	fuzz_see_stack(&reason->user_stack);
	fuzz_see(reason->raised_file);
	fuzz_see(reason->raised_function);
	fuzz_see(reason->exception);
}

void
fuzz_see_recompiles(const recompile_reason_array *reasons)
{
	size_t i;

	for (i = 0; i < reasons->count; i++) {
		const struct recompile_reason *reason = &reasons->items[i];

		fuzz_see(reason->missed_compile_id);
		fuzz_see(reason->guard);
		fuzz_see(reason->text);
		fuzz_see(reason->file);
		fuzz_see(reason->function);
	}
}

static void
see_fields(struct fuzz *fuzz, const struct metrics *metrics)
{
	size_t i;

	for (i = 0; i < metrics->fields.count; i++) {
		const struct metric_field *field = &metrics->fields.items[i];
		struct json_reader reader;

		fuzz_see(field->name);
		json_init(&reader, &fuzz->arena, field->json);
		json_skip(&reader);
		fuzz_require(json_end(&reader), "a field is JSON");
		fuzz_require(!reader.not_finite, "a field is finite");
	}
}

void
fuzz_see_metrics(struct fuzz *fuzz, const struct metrics *metrics)
{
	size_t i;

	fuzz_see(metrics->compile_id);
	fuzz_see(metrics->fail_type);
	fuzz_see(metrics->fail_reason);
	fuzz_see(metrics->fail_file);
	fuzz_see_list(&metrics->restart_reasons);
	fuzz_see_list(&metrics->compliant_ops);
	fuzz_see_list(&metrics->non_compliant_ops);
	fuzz_see_stack(&metrics->stack);
	for (i = 0; i < metrics->specializations.count; i++) {
		fuzz_see(metrics->specializations.items[i].symbol);
		fuzz_see(metrics->specializations.items[i].sources);
		fuzz_see(metrics->specializations.items[i].value);
		fuzz_see_stack(&metrics->specializations.items[i].user_stack);
		fuzz_see_stack(
		    &metrics->specializations.items[i].framework_stack);
	}
	for (i = 0; i < metrics->guards_added.count; i++) {
		fuzz_see(metrics->guards_added.items[i].expression);
		fuzz_see_stack(&metrics->guards_added.items[i].user_stack);
		fuzz_see_stack(
		    &metrics->guards_added.items[i].framework_stack);
	}
	fuzz_see(metrics->co_name);
	fuzz_see(metrics->co_filename);
	fuzz_see(metrics->recompile_reason);
	fuzz_see(metrics->torch_version);
	fuzz_see(metrics->dynamo_config);
	fuzz_see(metrics->inductor_config);
	fuzz_see(metrics->functorch_config);
	fuzz_see(metrics->compiler_config);
	see_fields(fuzz, metrics);
}

void
fuzz_note(struct fuzz *fuzz, struct slice text)
{
	fuzz_see(text);
	buffer_printf(&fuzz->seen, "%zu:", text.at ? text.len : SIZE_MAX);
	buffer_add_slice(&fuzz->seen, text);
}

void
fuzz_note_int(struct fuzz *fuzz, int64_t number)
{
	buffer_printf(&fuzz->seen, "%" PRId64 ";", number);
}

void
fuzz_note_problems(struct fuzz *fuzz)
{
	size_t i;

	for (i = 0; i < fuzz->problems.list.count; i++) {
		const struct problem *problem = &fuzz->problems.list.items[i];

		fuzz_note(fuzz, slice_of(problem->code));
		fuzz_note_int(fuzz, (int64_t)problem->severity);
		fuzz_note_int(fuzz, problem->offset);
		fuzz_note(fuzz, problem->message);
	}
}

struct slice
fuzz_piece(struct slice *rest, unsigned *state, char **memory)
{
	size_t len;

	*state = *state * 1103515245u + 12345u;
	/* often a few bytes, sometimes thousands */
	len = (*state >> 16) % (*state & 0x8000 ? 4096 : 9) + 1;
	len = len < rest->len ? len : rest->len;
	*memory = mem_realloc(NULL, len);
	memcpy(*memory, rest->at, len);
	*rest = slice_part(*rest, len, rest->len);
	return (struct slice){ *memory, len };
}
