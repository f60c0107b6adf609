/*
 * reason.c - texts of graph breaks: what shape a text has, its header and its
 * preamble. The parts are read by reason_parts.c, stacks by reason_stack.c.
 */
#include "parse/reason/reason.h"

#include <string.h>

#include "parse/reason/reason_private.h"

static const char *const break_openings[] = {
	"Graph break in user code at ",
	/* console text of torch 2.7 on: Dynamo prints a stack once */
	"Graph break (user stack suppressed due to duplicate graph break) "
	"in user code at ",
};

static const char *const notice_openings[] = {
	"Graph break: skip: ",
	"Graph break: torch.compile cannot properly resume",
};

static void
reason_init(struct reason *out)
{
	*out = (struct reason){
		.shape = REASON_OTHER,
		.line = UNKNOWN_INT,
		.raised_line = UNKNOWN_INT,
	};
}

/*
 * A log with CRLF line ends gives such texts: they are read, and kept, with
 * '\n'. A lone "\r\n" inside a message is left alone.
 */
static struct slice
without_crs(struct arena *arena, struct slice text)
{
	size_t end = slice_find_byte(text, '\n'), i;
	char *copy, *to;

	if (end == SIZE_MAX || end == 0 || text.at[end - 1] != '\r')
		return text;
	copy = to = arena_alloc(arena, text.len + 1);
	for (i = 0; i < text.len; i++) {
		if (text.at[i] != '\r' || i + 1 == text.len ||
		    text.at[i + 1] != '\n')
			*to++ = text.at[i];
	}
	return (struct slice){ copy, (size_t)(to - copy) };
}

/* "FILE:LINE"; FILE may hold blanks, colons, a newline, or be empty. */
static bool
reason_read_place(struct slice header, struct reason *out)
{
	size_t colon;

	header = slice_trim_end(header);
	colon = slice_find_last_byte(header, ':');
	if (colon == SIZE_MAX || !slice_to_int(slice_part(header, colon + 1,
	    header.len), &out->line))
		return false;
	out->file = slice_part(header, 0, colon);
	return true;
}

/* A text that is cut behind its header: lines up to the first ":LINE". */
static void
reason_read_header(struct slice header, struct reason *out)
{
	struct slice rest = header, line;

	out->file = slice_trim_end(header);
	if (reason_read_place(header, out))
		return;
	while (slice_next_line(&rest, &line)) {
		line.len += (size_t)(line.at - header.at);
		line.at = header.at;
		if (reason_read_place(line, out))
			return;
	}
}

static bool
is_preamble(struct slice line, struct slice after)
{
	if (slice_starts(line, LITERAL("Encountered graph break ")) ||
	    slice_starts(line, LITERAL("Failed to handle graph break ")))
		return true;
	return slice_ends(line, LITERAL(":")) && after.len > 1 &&
	    after.at[0] == '\n' && after.at[1] != '\n';
}

/* "attempting to trace CALL: a function call, …" gives "CALL". */
static struct slice
instruction_of(struct slice preamble)
{
	static const char words[] = "attempting to trace ";
	size_t at = slice_find(preamble, slice_of(words)), end;

	if (at == SIZE_MAX)
		return (struct slice){ 0 };
	preamble = slice_part(preamble, at + sizeof(words) - 1, preamble.len);
	end = slice_find_byte(preamble, ':');
	return slice_part(preamble, 0, end);
}

/* torch 2.9 on; without a preamble the text does not say what became of it. */
static enum break_form
form_of(struct slice preamble)
{
	if (slice_starts(preamble, LITERAL("Failed to handle")))
		return FORM_SKIP;
	if (slice_contains(preamble, LITERAL("cannot resume")))
		return FORM_NO_RESUME;
	return FORM_RESUME;
}

static void
take_preamble(struct slice *text, struct reason *out)
{
	struct slice rest = *text, line;

	if (!slice_next_line(&rest, &line) || !is_preamble(line, rest))
		return;
	out->preamble = line;
	out->instruction = instruction_of(line);
	out->form = form_of(line);
	while (rest.len && rest.at[0] == '\n')
		rest = slice_part(rest, 1, rest.len);
	*text = rest;
}

/* Parts, body and stacks of a text that begins with its kind line. */
static void
reason_read_text(struct arena *arena, struct slice text, struct reason *out)
{
	size_t len = reason_text_length(text);

	out->body = reason_body(arena, slice_part(text, 0, len));
	reason_parts_add(arena, slice_part(text, 0, len), out);
	reason_read_stacks(slice_part(text, len, text.len),
	    line_first(out->body), out);
}

static void
note_cut(struct parse_context *context, const struct reason *reason)
{
	if (reason->parts.items[0].kind.len == 0)
		problem_add(context->problems, SEVERITY_LOSS, "reason_cut",
		    UNKNOWN_INT, "the graph break has no reason");
}

/* text is what follows "Graph break in user code at ". */
static void
reason_read_break(struct parse_context *context, struct slice text,
    struct reason *out)
{
	/* torch 2.6 says "Reason: ", later versions "Graph Break Reason: " */
	static const char *const headings[] = {
		"Graph Break Reason: ", "Reason: "
	};
	size_t at = SIZE_MAX, i;

	out->shape = REASON_BREAK;
	for (i = 0; i < 2 && at == SIZE_MAX; i++)
		at = line_find(text, slice_of(headings[i]));
	reason_read_header(slice_part(text, 0, at), out);
	if (at == SIZE_MAX)
		text = slice_part(text, text.len, text.len);
	else
		text = slice_part(text, at + strlen(headings[i - 1]),
		    text.len);
	/* torch 2.5, 2.6: with the exception's type, restart reasons without */
	slice_take(&text, LITERAL("Unsupported: "));
	take_preamble(&text, out);
	reason_read_text(context->arena, text, out);
	note_cut(context, out);
}

static bool
reason_take_any(struct slice *text, const char *const *prefixes, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		if (slice_take(text, slice_of(prefixes[i])))
			return true;
	}
	return false;
}

void
reason_parse(struct parse_context *context, struct slice text,
    struct reason *out)
{
	struct slice rest;

	reason_init(out);
	text = without_crs(context->arena, text);
	rest = text;
	if (reason_take_any(&rest, break_openings, 2)) {
		reason_read_break(context, rest, out);
	} else if (reason_take_any(&rest, notice_openings, 2)) {
		reason_read_notice(context, text, out);
	} else if (slice_starts(text, LITERAL("WON'T CONVERT "))) {
		reason_read_wont_convert(context, text, out);
	} else {
		reason_read_text(context->arena, text, out);
		note_cut(context, out);
	}
}

void
reason_body_parse(struct parse_context *context, struct slice text,
    struct reason *out)
{
	reason_init(out);
	out->shape = REASON_BREAK;
	reason_read_text(context->arena, without_crs(context->arena, text),
	    out);
}

struct slice
reason_key(struct slice text)
{
	size_t at = line_find(text,
	    LITERAL(" For more details about this graph break"));

	if (at != SIZE_MAX)
		return slice_part(text, 0, at +
		    line_first(slice_part(text, at, text.len)).len);
	text.len = reason_text_length(text);
	return slice_trim_end(text);
}

bool
reason_is_recompile_limit(struct slice type, struct slice text)
{
	/* cache_size_limit until torch 2.6, recompile_limit after it */
	static const char *const types[] = {
		"FailOnRecompileLimitHit", "FailOnCacheLimitHit",
		"RecompileLimitExceeded", "CacheLimitExceeded",
		"RecompileError",
	};
	static const char *const texts[] = {
		"Dynamo recompile limit exceeded",
		"Dynamo cache limit exceeded",
		"torch._dynamo hit config.",
		"cache_size_limit reached",
		"accumulated_cache_size_limit reached",
		"recompile_limit reached",
		"accumulated_recompile_limit reached",
	};
	size_t i, dot = slice_find_last_byte(type, '.');

	if (dot != SIZE_MAX)
		type = slice_part(type, dot + 1, type.len);
	for (i = 0; i < LENGTH(types); i++) {
		if (slice_equal(type, slice_of(types[i])))
			return true;
	}
	return slice_equal(type, LITERAL("Unsupported")) &&
	    reason_take_any(&text, texts, LENGTH(texts));
}
