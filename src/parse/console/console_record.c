/*
 * console_record.c - what one complete message says. The texts of breaks are
 * read by reason.c, where they are the same as in reason files.
 */
#include "parse/console/console_private.h"

#include <string.h>

#include "parse/compile_id.h"
#include "parse/guard/guard.h"
#include "parse/reason/reason.h"
#include "parse/reason/reason_private.h"

/* "FILE:LINE"; FILE may hold colons. */
static void
console_record_read_place(struct slice text, struct console_record *out)
{
	size_t colon = slice_find_last_byte(text, ':');

	if (colon == SIZE_MAX || !slice_to_int(slice_part(text, colon + 1,
	    text.len), &out->line))
		return;
	out->file = slice_part(text, 0, colon);
}

/* The text with its opening up to " in user code at " put as reason.c does. */
static void
read_suppressed(struct parse_context *context, struct slice text,
    struct console_record *out)
{
	struct buffer copy = { 0 };

	console_skip_past(&text, LITERAL(") in user code at "));
	buffer_add_string(&copy, "Graph break in user code at ");
	buffer_add_slice(&copy, text);
	reason_parse(context,
	    slice_copy(context->arena, buffer_slice(&copy)), &out->reason);
	buffer_release(&copy);
}

/*
 * "Graph break: REASON from user code at:", torch 2.0 to 2.2; the stack comes
 * below, or on the same line. It may have one blank before "File".
 */
static void
read_oldest(struct parse_context *context, struct slice text,
    struct console_record *out)
{
	static const char words[] = " from user code at";
	size_t at = slice_find(text, slice_of(words)), from;
	struct slice stack;
	struct buffer copy = { 0 };

	reason_body_parse(context, slice_part(text, 0, at), &out->reason);
	if (at == SIZE_MAX)
		return;
	stack = slice_part(text, at + sizeof(words) - 1, text.len);
	from = slice_find(stack, LITERAL("File \""));
	if (from == SIZE_MAX)
		return;
	buffer_add_string(&copy, "  ");
	buffer_add_slice(&copy, slice_part(stack, from, stack.len));
	array_release(&out->reason.user_stack);
	stack_read(slice_copy(context->arena, buffer_slice(&copy)), false,
	    &out->reason.user_stack);
	buffer_release(&copy);
}

static void
console_record_read_break(struct parse_context *context,
    struct console_record *out)
{
	struct slice text = out->text;

	if (out->kind == CONSOLE_SUPPRESSED_BREAK) {
		read_suppressed(context, text, out);
	} else if (slice_starts(text, LITERAL("Graph break: from user"))) {
		/* torch 2.3 to 2.5: a stack, and the reason is raised */
		reason_read_notice(context, text, &out->reason);
		out->reason.shape = REASON_BREAK;
		out->reason.form = FORM_UNKNOWN;
	} else if (slice_take(&text, LITERAL("Graph break: "))) {
		read_oldest(context, text, out);
	} else {
		reason_parse(context, text, &out->reason);
	}
	console_place_of_reason(out);
}

static void
read_notice(struct parse_context *context, struct console_record *out)
{
	reason_parse(context, out->text, &out->reason);
	console_place_of_reason(out);
}

/* Whether a printed line of a reason begins with "F/C: ". */
static bool
names_compile(struct slice line)
{
	struct compile_key key;
	int64_t attempt;
	size_t colon = slice_find(line, LITERAL(": "));

	return colon < 64 &&
	    compile_id_parse(slice_part(line, 0, colon), &key, &attempt);
}

static void
console_record_add_reason(struct parse_context *context, struct buffer *item,
    struct console_record *out)
{
	if (item->len)
		recompile_reasons_parse(context, slice_copy(context->arena,
		    buffer_slice(item)), &out->reasons);
	buffer_clear(item);
}

/*
 * The lines below "triggered by …": each has "    - " before it, those of one
 * reason too (torch 2.9 on). A reason begins with the id of the compile that
 * was missed (torch 2.4 on); before, each line is one. With
 * recompiles_verbose "guard N failures:" stands above each.
 */
static void
read_reasons(struct parse_context *context, struct slice rest,
    struct console_record *out)
{
	struct slice line;
	struct buffer item = { 0 };
	bool named = false, verbose = false;

	while (slice_next_line(&rest, &line)) {
		slice_take(&line, LITERAL("    "));
		if (!slice_take(&line, LITERAL("- "))) {
			verbose = verbose || slice_starts(line,
			    LITERAL("guard "));
			console_record_add_reason(context, &item, out);
			continue;
		}
		if (names_compile(line))
			named = true;
		else if (item.len && (named || verbose))
			buffer_add_byte(&item, '\n');
		else
			named = false;
		if (item.len && item.bytes[item.len - 1] != '\n')
			console_record_add_reason(context, &item, out);
		buffer_add_slice(&item, line);
	}
	console_record_add_reason(context, &item, out);
	buffer_release(&item);
}

/*
 * "('Recompiling function NAME in FILE:LINE', "triggered by the following
 * guard failure: GUARD")" of torch 2.1; the second text may name none.
 */
static struct slice
read_oldest_recompile(struct parse_context *context, struct slice line,
    struct console_record *out)
{
	struct slice guard = line;
	size_t end = slice_find(line, LITERAL("', "));

	if (console_skip_past(&guard, LITERAL("guard failure: "))) {
		guard = slice_trim_end(guard);
		if (guard.len > 2)
			recompile_reasons_parse(context, slice_part(guard, 0,
			    guard.len - 2), &out->reasons);
	}
	return slice_part(line, 0, end);
}

/* "NAME in FILE:LINE"; NAME may be "<resume in f>". */
static void
read_recompile(struct parse_context *context, struct console_record *out)
{
	struct slice rest = out->text, line, word = LITERAL(" in ");
	size_t at, skip = 0;

	slice_next_line(&rest, &line);
	if (slice_take(&line, LITERAL("('")))
		line = read_oldest_recompile(context, line, out);
	slice_take(&line, LITERAL("Recompiling function "));
	if (slice_starts(line, LITERAL("<")))
		skip = slice_find_byte(line, '>');
	at = slice_find(slice_part(line, skip, line.len), word);
	if (at != SIZE_MAX) {
		at += skip;
		out->function = slice_part(line, 0, at);
		console_record_read_place(slice_part(line, at + word.len,
					      line.len),
		    out);
	}
	read_reasons(context, rest, out);
}

/* "'lim' (/srv/a.py:9)" */
static void
read_limit_function(struct slice text, struct console_record *out)
{
	size_t open = slice_find_last(text, LITERAL("' ("));

	text = slice_trim_end(text);
	if (open == SIZE_MAX || !slice_starts(text, LITERAL("'")) ||
	    !slice_ends(text, LITERAL(")")))
		return;
	out->function = slice_part(text, 1, open);
	console_record_read_place(slice_part(text, open + 3, text.len - 1),
	    out);
}

/* "recompile_limit (8)"; cache_size_limit until torch 2.6 */
static void
console_record_read_limit(struct parse_context *context,
    struct console_record *out)
{
	struct slice rest = out->text, line;
	size_t open, end;

	slice_next_line(&rest, &line);
	slice_take(&line, LITERAL("torch._dynamo hit config."));
	open = slice_find(line, LITERAL(" ("));
	out->limit = slice_part(line, 0, open);
	if (open != SIZE_MAX)
		slice_to_int(slice_part(line, open + 2,
		    slice_find_byte(line, ')')), &out->limit_value);
	line = rest;
	if (console_skip_past(&line, LITERAL("   function: ")))
		read_limit_function(line_first(line), out);
	if (!console_skip_past(&rest, LITERAL("   last reason: ")))
		return;
	end = slice_find(rest, LITERAL("\nTo log all recompilation"));
	rest = slice_part(rest, 0, end);
	if (rest.len)
		recompile_reasons_parse(context, rest, &out->reasons);
}

/* As Python prints it; a bare exception gets its heading. */
static struct slice
traceback_text(struct arena *arena, const struct console_block *block,
    struct slice text)
{
	struct buffer whole = { 0 };

	if (block->make == TRACEBACK_BARE) {
		buffer_add_string(&whole,
		    "Traceback (most recent call last):\n");
		buffer_add_slice(&whole, buffer_slice(&block->frames));
		if (block->frames.len)
			buffer_add_byte(&whole, '\n');
		buffer_add_slice(&whole, text);
		text = slice_copy(arena, buffer_slice(&whole));
		buffer_release(&whole);
	}
	return console_traceback_plain(arena, block->make, text);
}

static void
init_record(const struct console_block *block, struct arena *arena,
    struct console_record *out)
{
	struct console_prefix prefix;
	struct slice head = slice_copy(arena, buffer_slice(&block->head));

	console_prefix_read(head, &prefix);
	*out = (struct console_record){
		.kind = block->kind,
		.key = compile_key_none(),
		.process = block->process,
		.level = prefix.level,
		.date = prefix.date,
		.time = prefix.time,
		.source = prefix.source,
		.source_line = prefix.source_line,
		.name = prefix.name,
		.line_number = block->line_number,
		.offset = block->offset,
		.cut = block->cut,
		.text = slice_copy(arena, buffer_slice(&block->text)),
		.line = UNKNOWN_INT,
		.limit_value = UNKNOWN_INT,
		.reason = {
			.shape = REASON_OTHER,
			.line = UNKNOWN_INT,
			.raised_line = UNKNOWN_INT,
		},
	};
	if (block->kind == CONSOLE_FAILURE)
		out->text = traceback_text(arena, block, out->text);
	if (prefix.compile_id.at)
		compile_id_parse(prefix.compile_id, &out->key, &out->attempt);
	out->key.rank = block->rank;
}

/*
 * Without a prefix of torch a first line alone may be anything that a program
 * prints: the rest must be there too.
 */
static bool
is_complete(const struct console_record *record)
{
	switch (record->kind) {
	case CONSOLE_BREAK:
	case CONSOLE_SUPPRESSED_BREAK:
		return record->reason.parts.count &&
		    record->reason.parts.items[0].kind.len;
	case CONSOLE_RECOMPILE:
		return slice_contains(record->text,
		    LITERAL("triggered by the following guard failure"));
	case CONSOLE_LIMIT:
		return record->limit_value != UNKNOWN_INT;
	case CONSOLE_SKIP_NOTICE:
	case CONSOLE_WONT_CONVERT:
	case CONSOLE_FAILURE:
	case CONSOLE_ITEM_HINT:
	case CONSOLE_WARNED:
	case CONSOLE_BACKWARD:
	case CONSOLE_EXPLAINED:
		break;
	}
	return true;
}

static bool
console_record_read_text(struct parse_context *context,
    struct console_record *out)
{
	switch (out->kind) {
	case CONSOLE_BREAK:
	case CONSOLE_SUPPRESSED_BREAK:
		console_record_read_break(context, out);
		break;
	case CONSOLE_SKIP_NOTICE:
		read_notice(context, out);
		break;
	case CONSOLE_WONT_CONVERT:
		read_notice(context, out);
		console_exception_read(out);
		break;
	case CONSOLE_RECOMPILE:
		read_recompile(context, out);
		break;
	case CONSOLE_LIMIT:
		console_record_read_limit(context, out);
		break;
	case CONSOLE_FAILURE:
		return console_failure_read(context, out);
	case CONSOLE_BACKWARD:
		return console_read_backward(context, out);
	case CONSOLE_WARNED:
		return console_read_warned(context, out);
	case CONSOLE_EXPLAINED:
		return console_read_explained(context, out);
	case CONSOLE_ITEM_HINT:
		console_read_item(out);
		break;
	}
	return true;
}

bool
console_record_read(struct parse_context *context,
    const struct console_block *block, struct console_record *out)
{
	init_record(block, context->arena, out);
	return console_record_read_text(context, out) &&
	    (block->head.len || is_complete(out));
}

void
console_record_release(struct console_record *record)
{
	reason_free_arrays(&record->reason);
	array_release(&record->reasons);
}
