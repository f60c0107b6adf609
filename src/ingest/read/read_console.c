/*
 * read_console.c - takes the records of a console text over into a capture.
 */
#include "ingest/read/read.h"

#include <stdlib.h>

#include "parse/console/console.h"

struct console_intake {
	struct capture *capture;
	size_t file;
	struct arena arena;		/* of the parser */
	struct parse_context context;
	struct console *console;
};

/* False for records that tell nothing new. */
static bool
message_of(const struct console_record *record, enum console_message *out)
{
	switch (record->kind) {
	case CONSOLE_BREAK:
		*out = MESSAGE_BREAK;
		return true;
	case CONSOLE_SUPPRESSED_BREAK:
		*out = MESSAGE_SUPPRESSED;
		return true;
	case CONSOLE_SKIP_NOTICE:
		*out = MESSAGE_NOTICE;
		return true;
	case CONSOLE_RECOMPILE:
		*out = MESSAGE_RECOMPILE;
		return true;
	case CONSOLE_LIMIT:
		*out = MESSAGE_LIMIT;
		return true;
	case CONSOLE_FAILURE:
		*out = MESSAGE_FAILURE;
		return true;
	case CONSOLE_WONT_CONVERT:
		/* 'I' repeats a skip; 'W' is suppress_errors=True. */
		*out = record->level == 'W' ? MESSAGE_FAILURE : MESSAGE_TWIN;
		return record->level != 'I';
	case CONSOLE_ITEM_HINT:
		*out = MESSAGE_ITEM;
		return true;
	case CONSOLE_WARNED:
		*out = MESSAGE_WARNED;
		return true;
	case CONSOLE_BACKWARD:
		*out = MESSAGE_FAILURE;
		return true;
	case CONSOLE_EXPLAINED:
		*out = MESSAGE_EXPLAINED;
		return true;
	}
	return false;
}

/* "torch._dynamo.exc.Unsupported" is "Unsupported". */
static struct slice
last_name(struct slice type)
{
	size_t dot = slice_find_last_byte(type, '.');

	return slice_part(type, dot == SIZE_MAX ? 0 : dot + 1, type.len);
}

/*
 * The type and text of a failure: what the traceback ends in. A message before
 * torch 2.4 has a thread's identity in place of the process id.
 */
static void
read_console_take_failure(struct console_intake *intake,
    const struct console_record *record, struct captured_console *captured)
{
	struct intern_table *texts = &intake->capture->texts;
	const struct reason *reason = &captured->reason;
	struct slice type = record->exception, text = record->message;
	size_t colon;

	if (!type.at) {
		text = reason->exception.at || reason->parts.count == 0 ?
		    reason->exception : reason->parts.items[0].kind;
		colon = slice_find_byte(text, ':');
		type = slice_part(text, 0, colon);
		text = colon == SIZE_MAX ? LITERAL("") :
		    slice_trim(slice_part(text, colon + 1, text.len));
	}
	if (type.len == 0)
		type = LITERAL("Exception");
	captured->type = intern(texts, last_name(type));
	captured->text = intern(texts, text);
}

static void
read_console_take_record(void *data, struct console_record *record)
{
	struct console_intake *intake = data;
	struct capture *capture = intake->capture;
	struct captured_console *captured;
	enum console_message message;

	if (!message_of(record, &message))
		return;
	captured = array_add(&capture->console);
	captured->file = intake->file;
	captured->message = message;
	captured->key = record->key;
	captured->key.process = record->process > 0 &&
	    record->process <= INT32_MAX ? record->process : NO_ID;
	captured->attempt = record->attempt;
	captured->offset = record->offset;
	captured->reason = record->reason;
	captured->reasons = record->reasons;
	record->reason = (struct reason){ 0 };
	record->reasons = (recompile_reason_array){ 0 };
	capture_own_reason(capture, &captured->reason);
	capture_own_recompiles(capture, &captured->reasons);
	captured->path = intern(&capture->texts, record->file);
	captured->line = record->line;
	captured->function = intern(&capture->texts,
	    record->function);
	captured->ran = record->ran;
	captured->backward = record->kind == CONSOLE_BACKWARD;
	if (message == MESSAGE_FAILURE)
		read_console_take_failure(intake, record, captured);
	else if (message == MESSAGE_LIMIT)
		captured->text = intern(&capture->texts, record->text);
}

struct console_intake *
console_intake_new(struct capture *capture, size_t file)
{
	struct console_intake *intake = mem_calloc(1, sizeof(*intake));

	intake->capture = capture;
	intake->file = file;
	arena_init(&intake->arena);
	intake->context = (struct parse_context){ &intake->arena,
	    &capture->problems };
	intake->console = console_new(&intake->context,
	    read_console_take_record, intake);
	return intake;
}

void
console_intake_feed(struct console_intake *intake, struct slice piece)
{
	console_feed(intake->console, piece);
}

void
console_intake_end(struct console_intake *intake)
{
	console_end(intake->console);
	console_free(intake->console);
	arena_release(&intake->arena);
	free(intake);
}
