/*
 * input_text.c - reads a text up to a cap. Must not know what it means.
 */
#include "util/input_text.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

enum { PIECE_BYTES = 1 << 16 };

/* Fill *text up to so many bytes, or to the end; false with errno set. */
static bool
input_fill(struct buffer *text, int fd, size_t len)
{
	while (text->len < len) {
		size_t left = len - text->len;
		ssize_t got;

		buffer_reserve(text, left < PIECE_BYTES ? left : PIECE_BYTES);
		got = read(fd, text->bytes + text->len,
		    left < PIECE_BYTES ? left : PIECE_BYTES);
		if (got == 0)
			return true;
		if (got > 0)
			text->len += (size_t)got;
		else if (errno != EINTR)
			return false;
	}
	return true;
}

static enum gbq_status
input_over_cap(const char *name, size_t cap, struct error *error)
{
	return error_set(error, GBQ_LIMIT, "%s: more than %zu bytes, "
	    "which is the most that is read of it", name, cap);
}

static enum gbq_status
input_read_fd(struct buffer *text, int fd, const char *name,
    struct slice head, size_t cap, struct error *error)
{
	size_t before = text->len;

	if (!input_fill(text, fd, before + head.len))
		return error_set_input(error, name);
	if (head.len && !slice_equal(slice_part(buffer_slice(text), before,
	    text->len), head))
		return GBQ_OK;
	/* One byte more than may be: whether there is one. */
	if (!input_fill(text, fd, before + cap + 1))
		return error_set_input(error, name);
	return text->len - before > cap ? input_over_cap(name, cap, error) :
	    GBQ_OK;
}

enum gbq_status
input_text_read_if(struct buffer *text, const char *path, struct slice head,
    size_t cap, struct error *error)
{
	enum gbq_status status;
	int fd;

	if (!path)
		return input_read_fd(text, STDIN_FILENO, "standard input",
		    head, cap, error);
	do {
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	} while (fd < 0 && errno == EINTR);
	if (fd < 0)
		return error_set_input(error, path);
	status = input_read_fd(text, fd, path, head, cap, error);
	close(fd);
	return status;
}

enum gbq_status
input_text_read(struct buffer *text, const char *path, size_t cap,
    struct error *error)
{
	return input_text_read_if(text, path, LITERAL(""), cap, error);
}
