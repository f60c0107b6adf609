/*
 * chromium.c - adds up the calls of each phase. Memory is bounded: by the
 * number of phases, and of calls open at a time.
 */
#include "parse/log/chromium.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/json.h"

enum {
	MAX_PHASES = 1 << 20,
	MAX_OPEN = 1024,	/* torch nests about 10 deep */
	FIRST_INDEX = 256
};

struct event {
	struct slice name, kind, compile_id;
	double time_us, duration_us;
	int64_t process, thread;
};

void
phase_table_init(struct phase_table *table, struct arena *arena)
{
	*table = (struct phase_table){ .arena = arena,
	    .first_us = UNKNOWN_INT };
}

void
phase_table_release(struct phase_table *table)
{
	array_release(&table->phases);
	array_release(&table->open);
	arena_release(&table->scratch);
	free(table->index);
	table->index = NULL;
	table->index_size = 0;
}

/* ---- finding phases ---- */

static uint64_t
chromium_add_hash(uint64_t hash, struct slice text)
{
	size_t i;

	for (i = 0; i < text.len; i++)
		hash = (hash ^ (unsigned char)text.at[i]) *
		    UINT64_C(0x100000001b3);
	return hash * 31 + (text.at != NULL);
}

static size_t
hash_phase(struct slice compile_id, struct slice name)
{
	return (size_t)
	    chromium_add_hash(chromium_add_hash(UINT64_C(0xcbf29ce484222325),
				  compile_id),
		name);
}

/* Where the phase is in the index, or would be. */
static size_t *
find_place(struct phase_table *table, struct slice compile_id,
    struct slice name)
{
	size_t mask = table->index_size - 1;
	size_t at = hash_phase(compile_id, name) & mask;
	const struct phase *phase;

	for (; table->index[at]; at = (at + 1) & mask) {
		phase = &table->phases.items[table->index[at] - 1];
		if (slice_equal(phase->name, name) &&
		    slice_equal(phase->compile_id, compile_id) &&
		    !phase->compile_id.at == !compile_id.at)
			break;
	}
	return &table->index[at];
}

static void
grow_index(struct phase_table *table)
{
	size_t i;

	if (table->phases.count * 2 < table->index_size)
		return;
	free(table->index);
	table->index_size = table->index_size ? table->index_size * 2 :
	    FIRST_INDEX;
	table->index = mem_calloc(table->index_size, sizeof(*table->index));
	for (i = 0; i < table->phases.count; i++)
		*find_place(table, table->phases.items[i].compile_id,
		    table->phases.items[i].name) = i + 1;
}

/* The number of a phase, made where it is new; SIZE_MAX if there is no room. */
static size_t
phase_of(struct phase_table *table, const struct event *event)
{
	struct phase *phase;
	size_t *place;

	grow_index(table);
	place = find_place(table, event->compile_id, event->name);
	if (*place)
		return *place - 1;
	if (table->phases.count >= MAX_PHASES)
		return SIZE_MAX;
	phase = array_add(&table->phases);
	phase->compile_id = slice_copy(table->arena, event->compile_id);
	phase->name = slice_copy(table->arena, event->name);
	*place = table->phases.count;
	return table->phases.count - 1;
}

/* ---- calls ---- */

/* The last call open below `before`, of that compile and thread; SIZE_MAX. */
static size_t
last_open(const struct phase_table *table, size_t before,
    const struct event *event)
{
	const struct phase_span *span;
	size_t i;

	for (i = before; i-- > 0;) {
		span = &table->open.items[i];
		if (span->process == event->process &&
		    span->thread == event->thread && slice_equal(
		    table->phases.items[span->phase].compile_id,
		    event->compile_id))
			return i;
	}
	return SIZE_MAX;
}

static void
close_span(struct phase_table *table, size_t at)
{
	memmove(&table->open.items[at], &table->open.items[at + 1],
	    (table->open.count - at - 1) * sizeof(*table->open.items));
	table->open.count--;
}

/* A call of that length has ended; `before`: number of its open callers. */
static void
add_call(struct phase_table *table, const struct event *event, size_t phase,
    double length_us, double inside_us, size_t before)
{
	struct phase *row = &table->phases.items[phase];
	size_t parent = SIZE_MAX;

	if (!(length_us > 0))
		length_us = 0;
	row->total_s += length_us / 1e6;
	if (length_us > inside_us)
		row->self_s += (length_us - inside_us) / 1e6;
	if (!slice_equal(event->compile_id, LITERAL("None")))
		parent = last_open(table, before, event);
	if (parent != SIZE_MAX)
		table->open.items[parent].inside_us += length_us;
}

static void
begin_call(struct phase_table *table, const struct event *event, size_t phase)
{
	struct phase_span *span;

	if (table->open.count >= MAX_OPEN) {
		table->phases.items[table->open.items[0].phase].untimed++;
		close_span(table, 0);
	}
	table->phases.items[phase].calls++;
	span = array_add(&table->open);
	span->phase = phase;
	span->process = event->process;
	span->thread = event->thread;
	span->start_us = event->time_us;
}

static void
end_call(struct phase_table *table, const struct event *event, size_t phase)
{
	struct phase_span span;
	size_t at = table->open.count;

	do {
		at = last_open(table, at, event);
	} while (at != SIZE_MAX && table->open.items[at].phase != phase);
	if (at == SIZE_MAX) {
		table->phases.items[phase].calls++;
		table->phases.items[phase].untimed++;
		return;
	}
	span = table->open.items[at];
	close_span(table, at);
	add_call(table, event, phase, event->time_us - span.start_us,
	    span.inside_us, at);
}

static void
chromium_add_event(struct phase_table *table, const struct event *event)
{
	size_t phase = phase_of(table, event);
	char kind = event->kind.len == 1 ? *event->kind.at : '\0';

	if (phase == SIZE_MAX) {
		table->dropped_events++;
		return;
	}
	if (event->time_us > 0 && event->time_us < 1e18 &&
	    (table->first_us == UNKNOWN_INT ||
	    event->time_us < (double)table->first_us))
		table->first_us = (int64_t)event->time_us;
	if (kind == 'B') {
		begin_call(table, event, phase);
	} else if (kind == 'E') {
		end_call(table, event, phase);
	} else if (kind == 'X') {
		table->phases.items[phase].calls++;
		add_call(table, event, phase, event->duration_us, 0,
		    table->open.count);
	} else {
		table->phases.items[phase].instants++;
	}
}

/* ---- JSON ---- */

static void
chromium_take_compile_id(struct json_reader *reader, struct event *event)
{
	struct slice key;

	if (!json_enter_object(reader))
		return;
	while (json_next_key(reader, &key)) {
		if (slice_equal(key, LITERAL("compile_id")))
			json_get_string(reader, &event->compile_id);
		else
			json_skip(reader);
	}
}

/* A member of an event. */
static void
chromium_take_member(struct json_reader *reader, struct slice key,
    struct event *event)
{
	if (slice_equal(key, LITERAL("name")))
		json_get_string(reader, &event->name);
	else if (slice_equal(key, LITERAL("ph")))
		json_get_string(reader, &event->kind);
	else if (slice_equal(key, LITERAL("ts")))
		json_get_double(reader, &event->time_us);
	else if (slice_equal(key, LITERAL("dur")))
		json_get_double(reader, &event->duration_us);
	else if (slice_equal(key, LITERAL("pid")))
		json_get_int(reader, &event->process);
	else if (slice_equal(key, LITERAL("tid")))
		json_get_int(reader, &event->thread);
	else if (slice_equal(key, LITERAL("args")))
		chromium_take_compile_id(reader, event);
	else
		json_skip(reader);
}

/* The event before which the reader stands. */
static void
chromium_take_event(struct phase_table *table, struct json_reader *reader,
    struct slice fallback)
{
	struct event event = { .time_us = NAN, .duration_us = NAN };
	struct slice key;

	if (json_enter_object(reader)) {
		while (json_next_key(reader, &key))
			chromium_take_member(reader, key, &event);
	}
	if (reader->failed || !event.name.at) {
		table->bad_events++;
		return;
	}
	if (!event.compile_id.at)
		event.compile_id = fallback;
	chromium_add_event(table, &event);
}

void
phase_table_add(struct phase_table *table, struct slice json,
    struct slice fallback)
{
	struct json_reader reader;

	json_init(&reader, &table->scratch, json);
	chromium_take_event(table, &reader, fallback);
	if (table->scratch.blocks)
		arena_release(&table->scratch);
}

void
phase_table_add_file(struct phase_table *table,
    struct parse_context *context, struct slice text)
{
	struct json_reader reader;
	bool good;

	json_init(&reader, context->arena, text);
	good = json_enter_array(&reader);
	while (good && json_next_item(&reader))
		chromium_take_event(table, &reader, (struct slice){ 0 });
	if (!json_end(&reader) || !good)
		problem_add(context->problems, SEVERITY_LOSS,
		    "chromium_bad_json", (int64_t)json_offset(&reader),
		    "no list of events");
}

void
phase_table_finish(struct phase_table *table, struct problem_list *problems)
{
	size_t i;

	for (i = 0; i < table->open.count; i++)
		table->phases.items[table->open.items[i].phase].untimed++;
	table->open.count = 0;
	for (i = 0; i < table->phases.count; i++) {
		struct phase *phase = &table->phases.items[i];

		if (phase->untimed == phase->calls)
			phase->total_s = phase->self_s = NAN;
	}
	if (table->bad_events)
		problem_add(problems, SEVERITY_LOSS, "chromium_bad_event",
		    UNKNOWN_INT, "%lld events cannot be read",
		    (long long)table->bad_events);
	if (table->dropped_events)
		problem_add(problems, SEVERITY_LOSS, "chromium_too_many",
		    UNKNOWN_INT, "%lld events of too many phases",
		    (long long)table->dropped_events);
}
