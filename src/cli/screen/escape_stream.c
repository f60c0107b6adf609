/*
 * escape_stream.c - escapes piece by piece; a character that goes on in the
 * next piece waits for it.
 */
#include "cli/screen/terminal.h"

#include <string.h>

enum { MAX_CHARACTER = 4 };

static size_t
length_from(unsigned char first)
{
	if (first < 0xc0)
		return first == '\r' ? 2 : 1;	/* CR LF */
	return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
}

/* Bytes at the end that may be one character with what comes. */
static size_t
open_end(struct slice text)
{
	size_t back;

	for (back = 1; back < MAX_CHARACTER && back <= text.len; back++) {
		unsigned char byte = (unsigned char)text.at[text.len - back];

		if ((byte & 0xc0) != 0x80)
			return length_from(byte) > back ? back : 0;
	}
	return 0;
}

/* Length of the tab or end of a line that text begins with, or 0. */
static size_t
layout_length(struct slice text)
{
	if (slice_starts(text, LITERAL("\r\n")))
		return 2;
	return text.len && (*text.at == '\n' || *text.at == '\t') ? 1 : 0;
}

static void
escape_bytes(struct buffer *out, struct slice text)
{
	size_t layout, plain;

	while (text.len) {
		layout = layout_length(text);
		plain = layout;
		while (layout == 0 && plain < text.len &&
		    layout_length(slice_part(text, plain, text.len)) == 0)
			plain++;
		if (layout)
			buffer_add(out, text.at, layout);
		else
			terminal_escape(out, slice_part(text, 0, plain));
		text = slice_part(text, plain, text.len);
	}
}

/* Pass on the first bytes of what was written. */
static bool
escape_stream_pass_on(struct escape_stream *stream, size_t len)
{
	struct buffer *text = &stream->text;

	buffer_clear(&stream->escaped);
	escape_bytes(&stream->escaped, slice_part(buffer_slice(text), 0, len));
	memmove(text->bytes, text->bytes + len, text->len - len);
	text->len -= len;
	return fwrite(buffer_string(&stream->escaped), 1, stream->escaped.len,
	    stream->to) == stream->escaped.len && fflush(stream->to) == 0;
}

static ssize_t
escape_stream_take(void *cookie, const char *bytes, size_t len)
{
	struct escape_stream *stream = cookie;

	buffer_add(&stream->text, bytes, len);
	return escape_stream_pass_on(stream, stream->text.len -
	    open_end(buffer_slice(&stream->text))) ? (ssize_t)len : 0;
}

FILE *
escape_stream_open(struct escape_stream *stream, FILE *to)
{
	static const cookie_io_functions_t functions = {
		.write = escape_stream_take
	};

	*stream = (struct escape_stream){ .to = to };
	return fopencookie(stream, "w", functions);
}

bool
escape_stream_close(struct escape_stream *stream, FILE *opened)
{
	bool good = fclose(opened) == 0;

	if (stream->text.len)
		good &= escape_stream_pass_on(stream, stream->text.len);
	buffer_release(&stream->text);
	buffer_release(&stream->escaped);
	stream->to = NULL;
	return good;
}
