/*
 * write_below.c - every part of a path is opened alone, by openat() with
 * O_NOFOLLOW from the folder before it; files are new ones always.
 */
#include "util/write_below.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_PARTS = 256, SHOWN_BYTES = 200 };

struct write_below {
	int root;
	int folder;		/* the one opened last, or -1 */
	struct buffer path;	/* its path, "" for root */
	struct buffer name;	/* of the file that was made last */
};

static bool
write_below_is_empty(int fd)
{
	int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	DIR *dir = copy >= 0 ? fdopendir(copy) : NULL;
	struct dirent *entry;
	bool empty = true;

	if (!dir) {
		if (copy >= 0)
			close(copy);
		return false;
	}
	while (empty && (entry = readdir(dir)))
		empty = strcmp(entry->d_name, ".") == 0 ||
		    strcmp(entry->d_name, "..") == 0;
	closedir(dir);
	return empty;
}

enum gbq_status
write_below_open(struct write_below **out, const char *path,
    struct error *error)
{
	bool made = mkdir(path, 0777) == 0;
	int fd;

	*out = NULL;
	if (!made && errno != EEXIST)
		return error_set_errno(error, GBQ_IO, path);
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return error_set_errno(error, GBQ_USAGE, path);
	if (!made && !write_below_is_empty(fd)) {
		close(fd);
		return error_set(error, GBQ_USAGE,
		    "%s: is not empty; name a new folder", path);
	}
	*out = mem_calloc(1, sizeof(**out));
	(*out)->root = fd;
	(*out)->folder = -1;
	return GBQ_OK;
}

static void
forget_folder(struct write_below *below)
{
	if (below->folder >= 0)
		close(below->folder);
	below->folder = -1;
	buffer_clear(&below->path);
}

void
write_below_close(struct write_below *below)
{
	if (!below)
		return;
	forget_folder(below);
	close(below->root);
	buffer_release(&below->path);
	buffer_release(&below->name);
	free(below);
}

/* ---- names ---- */

/* What is wrong with one part of a path; NULL: nothing. */
static const char *
wrong_part(struct slice part)
{
	if (part.len == 0)
		return "an empty name in the path";
	if (slice_equal(part, LITERAL(".")) ||
	    slice_equal(part, LITERAL("..")))
		return "'.' or '..' in the path";
	if (slice_find_byte(part, '\0') != SIZE_MAX)
		return "a NUL in the path";
	return NULL;
}

static const char *
wrong_path(struct slice path)
{
	const char *wrong = NULL;
	size_t slash = 0, parts = 0;

	while (!wrong && slash != SIZE_MAX) {
		slash = slice_find_byte(path, '/');
		wrong = wrong_part(slice_part(path, 0, slash));
		if (slash != SIZE_MAX)
			path = slice_part(path, slash + 1, path.len);
		if (++parts > MAX_PARTS)
			wrong = "too many folders inside each other";
	}
	return wrong;
}

static enum gbq_status
write_below_refuse(struct slice path, const char *why, struct error *error)
{
	return error_set(error, GBQ_PARTIAL, "not written: %.*s: %s",
	    (int)(path.len < SHOWN_BYTES ? path.len : SHOWN_BYTES),
	    path.at ? path.at : "", why);
}

/* The status for errno: of the path, or of the whole disk. */
static enum gbq_status
write_below_failed(struct slice path, struct error *error)
{
	switch (errno) {
	case EEXIST:
	case EISDIR:
	case ELOOP:
	case ENAMETOOLONG:
	case ENOTDIR:
	case EILSEQ:
	case EINVAL:
		return write_below_refuse(path, strerror(errno), error);
	default:
		write_below_refuse(path, strerror(errno), error);
		if (error)
			error->status = GBQ_IO;
		return GBQ_IO;
	}
}

/* ---- folders ---- */

/* Go into a folder below fd, making it where it is not there; closes fd. */
static int
write_below_enter(int fd, struct slice part)
{
	struct buffer name = { 0 };
	int below = -1;

	buffer_add_slice(&name, part);
	if (mkdirat(fd, buffer_string(&name), 0777) == 0 || errno == EEXIST)
		below = openat(fd, buffer_string(&name), O_RDONLY |
		    O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	buffer_release(&name);
	close(fd);
	return below;
}

/* Make below->folder the folder of that path. */
static bool
go_to(struct write_below *below, struct slice path)
{
	struct slice rest = path;
	size_t slash;
	int fd;

	if (below->folder >= 0 &&
	    slice_equal(buffer_slice(&below->path), path))
		return true;
	forget_folder(below);
	fd = fcntl(below->root, F_DUPFD_CLOEXEC, 0);
	while (fd >= 0 && rest.len) {
		slash = slice_find_byte(rest, '/');
		fd = write_below_enter(fd, slice_part(rest, 0, slash));
		rest = slice_part(rest, slash == SIZE_MAX ? rest.len :
		    slash + 1, rest.len);
	}
	below->folder = fd;
	buffer_add_slice(&below->path, path);
	return fd >= 0;
}

int
write_below_create(struct write_below *below, struct slice path,
    struct error *error)
{
	size_t slash = slice_find_last_byte(path, '/');
	size_t start = slash == SIZE_MAX ? 0 : slash + 1;
	const char *wrong = wrong_path(path);
	int fd = -1;

	buffer_clear(&below->name);
	if (wrong) {
		write_below_refuse(path, wrong, error);
		return -1;
	}
	buffer_add_slice(&below->name, slice_part(path, start, path.len));
	if (go_to(below, slice_part(path, 0, start ? start - 1 : 0)))
		fd = openat(below->folder, buffer_string(&below->name),
		    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
		    0666);
	if (fd < 0) {
		write_below_failed(path, error);
		buffer_clear(&below->name);
	}
	return fd;
}

void
write_below_undo(struct write_below *below)
{
	if (below->name.len)
		unlinkat(below->folder, buffer_string(&below->name), 0);
}

enum gbq_status
write_below_folder(struct write_below *below, struct slice path,
    struct error *error)
{
	const char *wrong = wrong_path(path);

	if (wrong)
		return write_below_refuse(path, wrong, error);
	return go_to(below, path) ? GBQ_OK : write_below_failed(path, error);
}
