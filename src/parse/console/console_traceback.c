/*
 * console_traceback.c - tracebacks as IPython, rich and pytest print them, put
 * as Python itself does: then one reader serves for all.
 */
#include "parse/console/console_private.h"

#include "parse/reason/reason_private.h"

static const char plain_heading[] = "Traceback (most recent call last):\n";

static void
add_frame(struct buffer *out, struct slice file, struct slice line,
    struct slice function)
{
	size_t call = slice_find_byte(function, '(');

	/* "f(*args, **kwargs)", but "<cell line: 3>()" */
	function = slice_part(function, 0, call);
	buffer_add_string(out, "  File \"");
	buffer_add_slice(out, slice_trim(file));
	buffer_add_string(out, "\", line ");
	buffer_add_slice(out, line);
	buffer_add_string(out, ", in ");
	buffer_add_slice(out, function.len ? slice_trim(function) :
	    LITERAL("<module>"));
	buffer_add_byte(out, '\n');
}

/* The number at the end of text, cut off it with the byte before it. */
static bool
take_last_number(struct slice *text, char before, struct slice *number)
{
	size_t at = text->len;

	while (at && byte_is_digit(text->at[at - 1]))
		at--;
	if (at == text->len || at == 0 || text->at[at - 1] != before)
		return false;
	*number = slice_part(*text, at, text->len);
	*text = slice_part(*text, 0, at - 1);
	return true;
}

/*
 * "File x.py:9, in f(…)", "Cell In[5], line 3", "Input In [5], in <cell line:
 * 3>()", "~/x.py in f(…)", "<ipython-input-5-a> in f()". False: none of these.
 */
static bool
read_ipython_frame(struct slice line, struct buffer *out)
{
	struct slice function = { "", 0 }, number = LITERAL("0"), file = line;
	size_t at = slice_find(line, LITERAL(", in "));
	bool named = slice_take(&file, LITERAL("File "));

	if (line.len == 0 || line.at[0] == ' ' || line.at[0] == '-')
		return false;
	if (at == SIZE_MAX)
		at = slice_find(line, LITERAL(" in "));
	if (at != SIZE_MAX)
		function = slice_part(line, at +
		    (line.at[at] == ',' ? 5 : 4), line.len);
	file = slice_part(file, 0, at == SIZE_MAX ? file.len :
	    at - (size_t)(file.at - line.at));
	if (take_last_number(&file, ':', &number)) {
		add_frame(out, file, number, function);
		return true;
	}
	if (take_last_number(&file, ' ', &number) &&
	    slice_ends(file, LITERAL(", line")))
		file.len -= 6;
	if (!named && !slice_starts(line, LITERAL("Cell In")) &&
	    !slice_starts(line, LITERAL("Input In")) && at == SIZE_MAX)
		return false;
	add_frame(out, file, number, function);
	return true;
}

/* "----> 9 code", "❱ 9 code": the line of a frame that gives none. */
static void
add_marked_line(struct buffer *out, struct slice text)
{
	size_t digits = slice_count_digits(text, 0);
	struct slice number = slice_part(text, 0, digits), frame;
	size_t at, len;

	if (!digits)
		return;
	frame = buffer_slice(out);
	at = slice_find_last(frame, LITERAL("\", line 0, in "));
	len = at == SIZE_MAX ? 0 : out->len - at;
	if (at != SIZE_MAX && slice_find_byte(slice_part(frame, at,
	    frame.len), '\n') == len - 1) {
		struct buffer tail = { 0 };

		buffer_add_slice(&tail, slice_part(frame, at + 9, frame.len));
		out->len = at + 8;
		buffer_add_slice(out, number);
		buffer_add_slice(out, buffer_slice(&tail));
		buffer_release(&tail);
	}
	buffer_add_string(out, "    ");
	buffer_add_slice(out, slice_trim(slice_part(text, digits, text.len)));
	buffer_add_byte(out, '\n');
}

static void
read_ipython_line(struct slice line, struct buffer *out)
{
	size_t at = 0;

	if (read_ipython_frame(line, out) || line.len < 3)
		return;
	while (at < line.len && line.at[at] == '-')
		at++;
	if (at && slice_starts(slice_part(line, at, line.len), LITERAL("> ")))
		add_marked_line(out, slice_trim(slice_part(line, at + 2,
		    line.len)));
}

/* A line of rich's box without its sides; false: it is none of the box. */
static bool
take_box(struct slice *line)
{
	struct slice text = *line;

	if (slice_take(&text, LITERAL("\xe2\x94\x82"))) {
		text = slice_trim_end(text);
		if (slice_ends(text, LITERAL("\xe2\x94\x82")))
			text.len -= 3;
	} else if (slice_take(&text, LITERAL("|"))) {
		text = slice_trim_end(text);
		text.len -= slice_ends(text, LITERAL("|"));
	} else {
		text = slice_part(text, 0, 0);
		if (line->len && (unsigned char)line->at[0] != 0xe2 &&
		    line->at[0] != '+')
			return false;
	}
	slice_take(&text, LITERAL(" "));
	*line = slice_trim_end(text);
	return true;
}

/* "/w/a.py:7 in step", where the box is narrow over several lines. */
static void
read_rich_line(struct slice line, struct buffer *path, struct buffer *out)
{
	struct slice file, number, rest = line;
	size_t at;

	if (slice_take(&rest, LITERAL("\xe2\x9d\xb1 ")) ||
	    slice_take(&rest, LITERAL("> "))) {
		add_marked_line(out, slice_trim(rest));
		return;
	}
	if (line.len == 0 || line.at[0] == ' ') {
		buffer_clear(path);
		return;
	}
	/* it is broken between words, a long path anywhere */
	if (slice_ends(buffer_slice(path), LITERAL(" in")) ||
	    (path->len && slice_starts(line, LITERAL("in "))))
		buffer_add_byte(path, ' ');
	buffer_add_slice(path, line);
	file = buffer_slice(path);
	at = slice_find_last(file, LITERAL(" in "));
	if (at == SIZE_MAX)
		return;
	rest = slice_part(file, at + 4, file.len);
	file = slice_part(file, 0, at);
	if (take_last_number(&file, ':', &number))
		add_frame(out, file, number, rest);
	buffer_clear(path);
}

/*
 * Ray wraps what a worker raised: its frames stand below the line of its own
 * exception, without a heading.
 */
static void
add_plain_lines(struct slice text, struct buffer *out)
{
	struct slice line;

	while (slice_next_line(&text, &line)) {
		buffer_add_slice(out, line);
		buffer_add_byte(out, '\n');
		if (slice_starts(line, LITERAL("ray.exceptions.")) &&
		    slice_starts(text, LITERAL("  File \"")))
			buffer_add_string(out, plain_heading);
	}
	if (out->len)
		out->len--;
}

/* Exceptions of torch, of which both print the last name alone. */
static const struct exception_name {
	const char *name, *module;
} exception_names[] = {
	{ "Unsupported", "torch._dynamo.exc." },
	{ "BackendCompilerFailed", "torch._dynamo.exc." },
	{ "InternalTorchDynamoError", "torch._dynamo.exc." },
	{ "TorchRuntimeError", "torch._dynamo.exc." },
	{ "FailOnRecompileLimitHit", "torch._dynamo.exc." },
	{ "FailOnCacheLimitHit", "torch._dynamo.exc." },
	{ "RecompileLimitExceeded", "torch._dynamo.exc." },
	{ "CacheLimitExceeded", "torch._dynamo.exc." },
	{ "RecompileError", "torch._dynamo.exc." },
	{ "UserError", "torch._dynamo.exc." },
	{ "UncapturedHigherOrderOpError", "torch._dynamo.exc." },
	{ "TorchDynamoException", "torch._dynamo.exc." },
	{ "ResetRequired", "torch._dynamo.exc." },
	{ "InductorError", "torch._inductor.exc." },
	{ "LoweringException", "torch._inductor.exc." },
	{ "CppCompileError", "torch._inductor.exc." },
};

static const char *
module_of(struct slice line)
{
	size_t i;

	for (i = 0; i < LENGTH(exception_names); i++) {
		if (slice_equal(slice_part(line, 0, slice_find_byte(line,
		    ':')), slice_of(exception_names[i].name)))
			return exception_names[i].module;
	}
	return NULL;
}

/* Whether the line of a heading names the exception: "NAME   Traceback". */
static bool
is_named(struct slice line, struct slice name)
{
	return name.len && slice_take(&line, name) &&
	    (line.len == 0 || line.at[0] == ':');
}

static void
add_other(enum traceback_make make, struct slice text, struct buffer *out)
{
	struct slice line, name = { 0 };
	struct console_anchor anchor;
	struct buffer path = { 0 };
	bool frames = false;

	while (slice_next_line(&text, &line)) {
		if (console_anchor_find(line, &anchor) && anchor.at == 0 &&
		    anchor.kind == CONSOLE_FAILURE && anchor.make == make) {
			buffer_add_string(out, plain_heading);
			name = slice_part(line, 0, slice_find_byte(line, ' '));
			frames = true;
		} else if (frames && make == TRACEBACK_IPYTHON &&
		    !is_named(line, name)) {
			read_ipython_line(line, out);
		} else if (frames && make == TRACEBACK_RICH &&
		    take_box(&line)) {
			read_rich_line(line, &path, out);
		} else {
			line = slice_trim_end(line);
			if (frames && slice_contains(buffer_slice(out),
			    LITERAL("_dynamo")))
				buffer_add_string(out, module_of(line));
			frames = false;
			buffer_add_slice(out, line);
			buffer_add_byte(out, '\n');
		}
	}
	buffer_release(&path);
}

struct slice
console_traceback_plain(struct arena *arena, enum traceback_make make,
    struct slice text)
{
	struct buffer out = { 0 };
	struct slice plain;

	if (make == TRACEBACK_PLAIN &&
	    !slice_contains(text, LITERAL("\nray.exceptions.")))
		return text;
	if (make == TRACEBACK_PLAIN || make == TRACEBACK_BARE)
		add_plain_lines(text, &out);
	else
		add_other(make, text, &out);
	plain = slice_copy(arena, buffer_slice(&out));
	buffer_release(&out);
	return plain;
}
