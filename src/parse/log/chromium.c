/*
 * chromium.c - adds up the calls of each phase. Memory is bounded: by the
 * number of phases, and of calls open at a time.
 */
#include "parse/log/chromium.h"

#include <math.h>
#include <string.h>

#include "util/json.h"

enum {
	MAX_PHASES = 1 << 20,
	MAX_OPEN = 1024		/* torch nests about 10 deep */
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
	table_release(&table->index);
	buffer_release(&table->key);
}

/* ---- finding phases ---- */

/*
 * The key of a phase in table->key: the length of its compile id, with which
 * an absent one is told from an empty one, then both texts.
 */
static struct slice
phase_key(struct phase_table *table, const struct event *event)
{
	size_t len = event->compile_id.at ? event->compile_id.len : SIZE_MAX;

	buffer_clear(&table->key);
	buffer_add(&table->key, &len, sizeof(len));
	buffer_add_slice(&table->key, event->compile_id);
	buffer_add_slice(&table->key, event->name);
	return buffer_slice(&table->key);
}

/* The number of a phase, made where it is new; SIZE_MAX if there is no room. */
static size_t
phase_of(struct phase_table *table, const struct event *event)
{
	struct slice key = phase_key(table, event);
	struct table_entry *found = table_find(&table->index, key);
	struct phase *phase;

	if (found)
		return (size_t)found->value;
	if (table->phases.count >= MAX_PHASES)
		return SIZE_MAX;
	found = table_put(&table->index, key, table->arena);
	found->value = table->phases.count;
	phase = array_add(&table->phases);
	key = slice_part(found->key, sizeof(size_t), found->key.len);
	if (event->compile_id.at)
		phase->compile_id = slice_part(key, 0,
		    event->compile_id.len);
	phase->name = slice_part(key, event->compile_id.len, key.len);
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
		    span->thread == event->thread &&
		    slice_equal(table->phases.items[span->phase].compile_id,
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
