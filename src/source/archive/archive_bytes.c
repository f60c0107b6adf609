/*
 * archive_bytes.c - opening, spooling and reading by offset. Must not know
 * what an archive is.
 */
#include "source/archive/archive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "source/source.h"
#include "util/memory.h"

enum { PIECE_BYTES = 1 << 18 };

static bool
archive_bytes_write_all(int fd, const char *piece, size_t len)
{
	while (len) {
		ssize_t written = write(fd, piece, len);

		if (written < 0 && errno != EINTR)
			return false;
		if (written > 0) {
			piece += written;
			len -= (size_t)written;
		}
	}
	return true;
}

/* Copy all that from gives to the spool, at most max_bytes. */
static enum gbq_status
fill_spool(struct archive_bytes *bytes, int from, const char *name,
    int64_t max_bytes, struct error *error)
{
	char *piece = mem_calloc(1, PIECE_BYTES);
	enum gbq_status status = GBQ_OK;
	ssize_t got;

	bytes->size = 0;
	while (status == GBQ_OK &&
	    (got = read(from, piece, PIECE_BYTES)) != 0) {
		if (got < 0 && errno == EINTR)
			continue;
		bytes->size += got > 0 ? got : 0;
		if (got < 0)
			status = error_set_errno(error, GBQ_IO, name);
		else if (bytes->size > max_bytes)
			status = error_set(error, GBQ_LIMIT, "%s: more"
			    " than %lld bytes (raise with --limit-bytes)",
			    name, (long long)max_bytes);
		else if (!archive_bytes_write_all(bytes->fd, piece,
			     (size_t)got))
			status = error_set_errno(error, GBQ_IO,
			    spool_folder());
	}
	free(piece);
	return status;
}

static enum gbq_status
archive_bytes_spool(struct archive_bytes *bytes, int from, const char *name,
    int64_t max_bytes, struct error *error)
{
	enum gbq_status status;

	bytes->fd = spool_open_fd();
	if (bytes->fd < 0)
		return error_set_errno(error, GBQ_IO, spool_folder());
	status = fill_spool(bytes, from, name, max_bytes, error);
	if (status != GBQ_OK)
		archive_bytes_close(bytes);
	return status;
}

/* Take a regular file as it is; fd becomes that of *bytes. */
static void
archive_bytes_take_file(struct archive_bytes *bytes, int fd,
    const struct stat *st)
{
	bytes->fd = fd;
	bytes->size = st->st_size;
	bytes->changed = st->st_mtim;
}

enum gbq_status
archive_bytes_open(struct archive_bytes *bytes, const char *path,
    int64_t max_bytes, struct error *error)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	enum gbq_status status = GBQ_OK;
	struct stat st;

	*bytes = (struct archive_bytes){ .fd = -1 };
	if (fd < 0)
		return error_set_input(error, path);
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) {
		archive_bytes_take_file(bytes, fd, &st);
		bytes->is_named = true;
		return GBQ_OK;
	}
	if (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode))
		status = archive_bytes_spool(bytes, fd, path, max_bytes, error);
	else
		status = error_set(error, GBQ_NO_INPUT, "%s: not a file",
		    path);
	close(fd);
	return status;
}

enum gbq_status
archive_bytes_open_fd(struct archive_bytes *bytes, int fd, const char *name,
    int64_t max_bytes, struct error *error)
{
	struct stat st;
	int own;

	*bytes = (struct archive_bytes){ .fd = -1 };
	if (fstat(fd, &st) != 0)
		return error_set_input(error, name);
	if (S_ISDIR(st.st_mode))
		return error_set(error, GBQ_NO_INPUT, "%s: not a file",
		    name);
	if (!S_ISREG(st.st_mode) || lseek(fd, 0, SEEK_CUR) != 0)
		return archive_bytes_spool(bytes, fd, name, max_bytes, error);
	own = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	if (own < 0)
		return error_set_errno(error, GBQ_IO, name);
	archive_bytes_take_file(bytes, own, &st);
	return GBQ_OK;
}

void
archive_bytes_close(struct archive_bytes *bytes)
{
	if (bytes->fd >= 0)
		close(bytes->fd);
	bytes->fd = -1;
}

int64_t
archive_bytes_read(const struct archive_bytes *bytes, int64_t offset,
    void *piece, size_t room)
{
	ssize_t got;

	do {
		got = pread(bytes->fd, piece, room, (off_t)offset);
	} while (got < 0 && errno == EINTR);
	return got;
}

bool
archive_bytes_changed(const struct archive_bytes *bytes)
{
	struct stat st;

	if (bytes->changed.tv_sec == 0 && bytes->changed.tv_nsec == 0)
		return false;		/* a spool is ours alone */
	return fstat(bytes->fd, &st) != 0 || st.st_size != bytes->size ||
	    st.st_mtim.tv_sec != bytes->changed.tv_sec ||
	    st.st_mtim.tv_nsec != bytes->changed.tv_nsec;
}

/* Control characters but those of white space and of colors. */
static bool
head_is_binary(struct slice head)
{
	for (size_t i = 0; i < head.len; i++) {
		if ((unsigned char)head.at[i] < ' ' &&
		    (head.at[i] == '\0' || !strchr("\a\b\t\n\v\f\r\033",
		    head.at[i])))
			return true;
	}
	return false;
}

enum gbq_status
archive_bytes_refuse(const struct archive_bytes *bytes, const char *name,
    struct error *error)
{
	char head[4096];
	int64_t len = archive_bytes_read(bytes, 0, head, sizeof(head));
	bool is_binary = head_is_binary((struct slice){ head,
	    len > 0 ? (size_t)len : 0 });

	return error_set(error, GBQ_NO_INPUT, "%s: %s, not an archive that "
	    "gbq reads%s", name, is_binary ? "binary data" : "text",
	    bytes->is_named ? ", nor a trace log or console text" :
	    "; a log is read by the path of its file");
}
