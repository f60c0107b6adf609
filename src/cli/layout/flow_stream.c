/*
 * flow_stream.c - lines that fit the terminal, whatever command writes them.
 */
#include "cli/layout/layout.h"

#include <string.h>

static bool
flow_stream_pass_on(struct flow_stream *stream)
{
	struct buffer *flowed = &stream->flowed;
	bool good = fwrite(buffer_string(flowed), 1, flowed->len,
	    stream->to) == flowed->len;

	buffer_clear(flowed);
	return good && fflush(stream->to) == 0;
}

static ssize_t
flow_stream_take(void *cookie, const char *bytes, size_t len)
{
	struct flow_stream *stream = cookie;
	struct slice text, ended;
	size_t end;

	buffer_add(&stream->held, bytes, len);
	text = buffer_slice(&stream->held);
	end = slice_find_last_byte(text, '\n');
	if (end == SIZE_MAX)
		return (ssize_t)len;
	ended = slice_part(text, 0, end + 1);
	flow_text(&stream->flowed, ended, stream->width);
	memmove(stream->held.bytes, stream->held.bytes + ended.len,
	    text.len - ended.len);
	stream->held.len -= ended.len;
	return flow_stream_pass_on(stream) ? (ssize_t)len : 0;
}

FILE *
flow_stream_open(struct flow_stream *stream, FILE *to, size_t width)
{
	static const cookie_io_functions_t functions = {
		.write = flow_stream_take
	};

	*stream = (struct flow_stream){ .to = to, .width = width };
	return fopencookie(stream, "w", functions);
}

bool
flow_stream_close(struct flow_stream *stream, FILE *opened)
{
	bool good = fclose(opened) == 0;

	flow_line(&stream->flowed, buffer_slice(&stream->held), stream->width);
	good &= flow_stream_pass_on(stream);
	buffer_release(&stream->held);
	buffer_release(&stream->flowed);
	stream->to = NULL;
	return good;
}
