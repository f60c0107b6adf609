/*
 * join_console.c - events, failures and recompiles of console text. torch
 * prints a break that repeats without its stack: it takes the place of the one
 * that was printed before.
 */
#include "ingest/join/join_private.h"

#include <stdlib.h>

static const struct slice limit_type = { "Unsupported", 11 };

static size_t
console_find_compile(const struct join *join, const struct compile_key *key,
    int64_t instance)
{
	struct compile_row wanted = { .key = *key, .instance = instance };
	struct compile_row *found = join->rows->compiles.count ?
	    bsearch(&wanted, join->rows->compiles.items,
	    join->rows->compiles.count, sizeof(wanted), join_order_compiles) :
	    NULL;

	return found ? (size_t)(found - join->rows->compiles.items) : NO_ROW;
}

static int
compare_rows(const void *a, const void *b)
{
	return compile_key_compare(&((const struct compile_row *)a)->key,
	    &((const struct compile_row *)b)->key);
}

static size_t
console_compile_of(const struct join *join, const struct compile_key *key)
{
	struct compile_row wanted = { .key = *key }, *found = NULL;

	if (compile_key_is_compile(key) && join->rows->compiles.count)
		found = bsearch(&wanted, join->rows->compiles.items,
		    join->rows->compiles.count, sizeof(wanted), compare_rows);
	return found ? (size_t)(found - join->rows->compiles.items) : NO_ROW;
}

static bool
is_known_break(struct join *join, struct known *known,
    const struct captured_console *printed)
{
	struct event_row draft = { .key = printed->key,
	    .reason = &printed->reason, .form = printed->reason.form };

	if (join->capture->is_console)
		return false;
	join_describe_event(join, &draft);
	return known_event(known, join, &draft);
}

/* NULL: the report beside the text has it. */
static struct event_row *
console_add_event(struct join *join, struct known *known,
    const struct captured_console *printed)
{
	struct event_row *event;

	if (is_known_break(join, known, printed))
		return NULL;
	event = join_new_event(join, console_compile_of(join, &printed->key),
	    &printed->key);
	event->attempt = printed->attempt;
	event->evidence = EVIDENCE_CONSOLE;
	event->reason = &printed->reason;
	event->form = printed->reason.form;
	join_describe_event(join, event);
	if (printed->message == MESSAGE_SUPPRESSED)
		event->same_as = known_first(known, join, event);
	return event;
}

/* WON'T CONVERT beside a GB0219 break of the same compile is that break. */
static void
console_add_twin(struct join *join, struct known *known,
    const struct captured_console *printed)
{
	if (!known_twin(known, join, console_compile_of(join, &printed->key)))
		console_add_event(join, known, printed);
}

static void
add_failure(struct join *join, struct known *known,
    const struct captured_console *printed)
{
	struct failure_out failure = {
		.compile = console_compile_of(join, &printed->key),
		.key = printed->key, .attempt = printed->attempt,
		.stage = printed->backward ? "backward" : "forward",
		.type = printed->type, .reason = printed->text, .event = NO_ROW,
		.place = { .file = printed->path, .line = printed->line,
		    .function = printed->function },
		.own = { .line = UNKNOWN_INT },
		.category = printed->backward ? "backend" :
		    printed->ran ? "runtime_crash" :
		    join_failure_category(printed->type, printed->text) };
	struct failure_out *row;

	if (!join->capture->is_console &&
	    known_failure(known, join, &failure))
		return;
	if (slice_equal(slice_of(failure.category), LITERAL("graph_break"))) {
		struct event_row *event = console_add_event(join, known,
		    printed);

		if (!event)
			return;
		event->form = FORM_ERROR;
		failure.event = join->rows->events.count - 1;
		failure.gb_id = event->gb_id;
		failure.kind = event->kind;
	}
	row = array_add(&join->rows->failures);
	*row = failure;
}

/* "torch._dynamo hit config.recompile_limit (8)". */
static void
console_add_limit(struct join *join, struct known *known,
    const struct captured_console *printed)
{
	size_t compile = console_compile_of(join, &printed->key);
	struct failure_out *row;

	if (!join->capture->is_console &&
	    known_limit(known, join, &printed->key))
		return;
	row = array_add(&join->rows->failures);
	*row = (struct failure_out){ .compile = compile, .key = printed->key,
	    .attempt = printed->attempt, .stage = "forward",
	    .category = "recompile_limit", .event = NO_ROW,
	    .type = limit_type, .reason = printed->text,
	    .place = { .file = printed->path, .line = printed->line,
	    .function = printed->function },
	    .own = { .line = UNKNOWN_INT } };
	if (compile != NO_ROW)
		join->rows->compiles.items[compile].limit_hit = true;
}

/* The header names the recompiled function with its first line. */
static void
console_add_recompile(struct join *join, const struct captured_console *printed)
{
	size_t index = console_find_compile(join, &printed->key,
	    printed->instance);
	struct compile_row *compile;
	struct recompile_row *row;

	if (index == NO_ROW)
		return;
	compile = &join->rows->compiles.items[index];
	if (!join->capture->is_console && compile->recompile_rows)
		return;
	if (!compile->frame.file.at && printed->path.at) {
		compile->frame.file = printed->path;
		compile->frame.line = printed->line;
		compile->frame.function = compile->frame_name =
		    printed->function;
		compile->owner = owner_of(printed->path,
		    &join->capture->torch_roots);
		compile->owner.library = intern(&join->capture->texts,
		    compile->owner.library);
	}
	compile->is_recompile = true;
	row = array_add(&join->rows->recompiles);
	row->compile = index;
	row->reasons = &printed->reasons;
	join_set_position(join->rows, row);
}

/*
 * The warning of the limit repeats one reason of the recompile before it, all
 * that there is without TORCH_LOGS=recompiles.
 */
static void
add_last_reason(struct join *join, const struct captured_console *printed)
{
	size_t compile = console_compile_of(join, &printed->key);

	if (printed->reasons.count && compile != NO_ROW &&
	    !join->rows->compiles.items[compile].recompile_rows)
		console_add_recompile(join, printed);
}

static void
take_message(struct join *join, struct known *known,
    const struct captured_console *printed)
{
	switch (printed->message) {
	case MESSAGE_BREAK:
	case MESSAGE_SUPPRESSED:
	case MESSAGE_NOTICE:
		console_add_event(join, known, printed);
		break;
	case MESSAGE_TWIN:
	case MESSAGE_ITEM:
	case MESSAGE_WARNED:
	case MESSAGE_EXPLAINED:
		break;
	case MESSAGE_RECOMPILE:
		console_add_recompile(join, printed);
		break;
	case MESSAGE_LIMIT:
		console_add_limit(join, known, printed);
		break;
	case MESSAGE_FAILURE:
		add_failure(join, known, printed);
		break;
	}
}

/*
 * A break that torch may have printed in other words besides: by a warning,
 * which comes once a process without TORCH_LOGS, too, or by explain(). A
 * report or trace has it anyway.
 */
static void
add_unless_known(struct join *join, struct known *known,
    const struct captured_console *printed, size_t events)
{
	struct event_row draft = { .key = printed->key,
	    .compile = console_compile_of(join, &printed->key),
	    .reason = &printed->reason };

	if (!join->capture->is_console)
		return;
	join_describe_event(join, &draft);
	if (!known_like(known, join, &draft, events))
		console_add_event(join, known, printed);
}

/* What is one with a message that is printed later, or in other words. */
static void
take_twin(struct join *join, struct known *known,
    const struct captured_console *printed, size_t events)
{
	switch (printed->message) {
	case MESSAGE_TWIN:
		console_add_twin(join, known, printed);
		break;
	case MESSAGE_LIMIT:
		add_last_reason(join, printed);
		break;
	case MESSAGE_ITEM:
	case MESSAGE_WARNED:
		add_unless_known(join, known, printed, SIZE_MAX);
		break;
	case MESSAGE_EXPLAINED:
		/* one explanation may have equal breaks */
		add_unless_known(join, known, printed, events);
		break;
	default:
		break;
	}
}

void
join_console(struct join *join)
{
	const struct captured_console *printed = join->capture->console.items;
	size_t count = join->capture->console.count, i, events;
	struct known known = { 0 };

	for (i = 0; i < count; i++)
		take_message(join, &known, &printed[i]);
	events = join->rows->events.count;
	for (i = 0; i < count; i++)
		take_twin(join, &known, &printed[i], events);
	known_release(&known);
}
