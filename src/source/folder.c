/*
 * folder.c - walking and reading a folder with openat(), so that no link in
 * it leads outside. Must not know what the files mean.
 */
#include "source/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "util/order.h"

enum {
	MAX_DEPTH = 64,			/* folders inside each other */
	PIECE_BYTES = 1 << 20,
	/* Times of files move in steps of up to 10 ms. */
	NEW_NS = 100 * 1000 * 1000
};

/* A folder that is still to be listed. */
struct pending {
	struct slice path;
	int depth;
};

struct walk {
	struct folder *folder;
	struct problem_list *problems;
	ARRAY_OF(struct pending) pending;
	struct error error;	/* the machine failed: the list is not whole */
};

static struct slice
join_path(struct arena *arena, struct slice folder, const char *name)
{
	struct buffer path = { 0 };
	struct slice joined;

	if (folder.len) {
		buffer_add_slice(&path, folder);
		buffer_add_byte(&path, '/');
	}
	buffer_add_string(&path, name);
	joined = slice_copy(arena, buffer_slice(&path));
	buffer_release(&path);
	return joined;
}

/* Open one part of a path below fd, closing fd. */
static int
open_part(int fd, struct slice part, int flags)
{
	char name[256];
	int opened = -1;

	if (part.len < sizeof(name)) {
		memcpy(name, part.at, part.len);
		name[part.len] = '\0';
		do {	/* a network file system may be interrupted */
			opened = openat(fd, name,
			    flags | O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
		} while (opened < 0 && errno == EINTR);
	} else {
		errno = ENAMETOOLONG;
	}
	close(fd);
	return opened;
}

/*
 * Open a relative path part by part: O_NOFOLLOW guards only the last part of
 * a name, so each part is opened alone.
 */
static int
open_parts(int root, struct slice path, int flags)
{
	int fd = fcntl(root, F_DUPFD_CLOEXEC, 0);
	size_t slash;

	while (fd >= 0 && (slash = slice_find_byte(path, '/')) != SIZE_MAX) {
		fd = open_part(fd, slice_part(path, 0, slash), O_DIRECTORY);
		path = slice_part(path, slash + 1, path.len);
	}
	if (fd >= 0 && path.len)
		fd = open_part(fd, path, flags);
	return fd;
}

/*
 * The same in one call, as Linux 5.6 and later have it. Fails with ENOSYS or
 * EPERM where the system or a container does not let it.
 */
static int
open_at_once(int root, struct slice path, int flags)
{
	struct open_how how = { .flags = (unsigned)(flags | O_RDONLY |
	    O_NOFOLLOW | O_CLOEXEC), .resolve = RESOLVE_NO_SYMLINKS };
	char name[1024];

	if (path.len == 0 || path.len >= sizeof(name))
		return errno = ENOSYS, -1;
	memcpy(name, path.at, path.len);
	name[path.len] = '\0';
	return (int)syscall(SYS_openat2, root, name, &how, sizeof(how));
}

/* Open a relative path without following a link anywhere in it. */
static int
open_below(int root, struct slice path, int flags)
{
	int fd = open_at_once(root, path, flags);

	return fd >= 0 || errno == ENOENT || errno == ELOOP ? fd :
	    open_parts(root, path, flags);
}

/* One step of a mixing function (that of splitmix64). */
static uint64_t
folder_mix(uint64_t state, uint64_t value)
{
	state = (state ^ value) + 0x9e3779b97f4a7c15u;
	state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9u;
	state = (state ^ (state >> 27)) * 0x94d049bb133111ebu;
	return state ^ (state >> 31);
}

static int64_t
folder_nanoseconds(const struct timespec *time)
{
	return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

uint64_t
folder_stamp(const struct stat *st)
{
	int64_t modified = folder_nanoseconds(&st->st_mtim);
	int64_t changed = folder_nanoseconds(&st->st_ctim);
	struct timespec now;
	uint64_t stamp;

	if (clock_gettime(CLOCK_REALTIME, &now) != 0 ||
	    changed > folder_nanoseconds(&now) - NEW_NS ||
	    modified > folder_nanoseconds(&now) - NEW_NS)
		return 0;
	stamp = folder_mix(folder_mix(0, (uint64_t)st->st_dev),
	    (uint64_t)st->st_ino);
	stamp = folder_mix(folder_mix(stamp, (uint64_t)modified),
	    (uint64_t)changed);
	return stamp ? stamp : 1;
}

static void
folder_skip(struct walk *walk, struct slice path, enum severity severity,
    const char *why)
{
	struct slice before = walk->problems->path;

	walk->problems->path = path;
	problem_add(walk->problems, severity, "file_skipped", UNKNOWN_INT,
	    "%s", why);
	walk->problems->path = before;
}

/*
 * What errno says of a path: it is left out with a loss, or the walk ends. A
 * report of which a disk gave only a part must not pass for the whole.
 */
static void
skip_unread(struct walk *walk, struct slice path)
{
	struct buffer name = { 0 };
	struct error error;
	const char *why = strerror(errno);

	buffer_add_string(&name, walk->folder->path);
	buffer_add_string(&name, path.len ? "/" : "");
	buffer_add_slice(&name, path);
	if (error_set_input(&error, buffer_string(&name)) == GBQ_NO_INPUT)
		folder_skip(walk, path, SEVERITY_LOSS, why);
	else if (walk->error.status == GBQ_OK)
		walk->error = error;
	buffer_release(&name);
}

static void
folder_visit(struct walk *walk, int fd, const struct pending *at,
    const char *name)
{
	struct slice path = join_path(walk->folder->arena, at->path, name);
	struct folder_file *file;
	struct pending *below;
	struct stat st;

	if (fstatat(fd, name, &st, AT_SYMLINK_NOFOLLOW) != 0) {
		skip_unread(walk, path);
	} else if (S_ISDIR(st.st_mode)) {
		if (at->depth >= MAX_DEPTH) {
			folder_skip(walk, path, SEVERITY_LOSS,
			    "folders too deep");
			return;
		}
		below = array_add(&walk->pending);
		*below = (struct pending){ path, at->depth + 1 };
	} else if (S_ISREG(st.st_mode)) {
		file = array_add(&walk->folder->files);
		*file = (struct folder_file){ path, st.st_size,
			folder_stamp(&st) };
	} else {
		folder_skip(walk, path, SEVERITY_WARNING, S_ISLNK(st.st_mode) ?
		    "a symbolic link is not followed" :
		    "neither a file nor a folder");
	}
}

static void
list_one(struct walk *walk, struct pending at)
{
	size_t before = walk->folder->files.count + walk->pending.count;
	int fd = open_below(walk->folder->fd, at.path, O_DIRECTORY);
	DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
	struct dirent *entry;
	struct slice *empty;

	if (!dir) {
		skip_unread(walk, at.path);
		if (fd >= 0)
			close(fd);
		return;
	}
	while ((errno = 0, entry = readdir(dir))) {
		if (strcmp(entry->d_name, ".") != 0 &&
		    strcmp(entry->d_name, "..") != 0)
			folder_visit(walk, dirfd(dir), &at, entry->d_name);
	}
	if (errno)
		skip_unread(walk, at.path);
	closedir(dir);
	if (walk->folder->files.count + walk->pending.count == before &&
	    at.path.len) {
		empty = array_add(&walk->folder->empty_folders);
		*empty = at.path;
	}
}

static int
folder_compare_files(const void *a, const void *b)
{
	return slice_compare(((const struct folder_file *)a)->path,
	    ((const struct folder_file *)b)->path);
}

enum gbq_status
folder_open(struct folder *folder, const char *path, struct arena *arena,
    struct problem_list *problems, struct error *error)
{
	struct walk walk = { .folder = folder, .problems = problems };
	struct pending *root;

	memset(folder, 0, sizeof(*folder));
	folder->arena = arena;
	folder->path = slice_string(arena, slice_of(path));
	folder->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (folder->fd < 0)
		return error_set_input(error, path);
	root = array_add(&walk.pending);
	root->path = LITERAL("");
	while (walk.pending.count && walk.error.status == GBQ_OK)
		list_one(&walk, walk.pending.items[--walk.pending.count]);
	array_release(&walk.pending);
	if (walk.error.status != GBQ_OK)
		return error_set(error, walk.error.status, "%s",
		    walk.error.message);
	array_sort(&folder->files, folder_compare_files);
	if (folder->empty_folders.count)
		qsort(folder->empty_folders.items, folder->empty_folders.count,
		    sizeof(struct slice), slice_order);
	return GBQ_OK;
}

enum gbq_status
folder_open_file(struct folder *folder, const char *path,
    struct arena *arena, struct error *error)
{
	struct slice whole = slice_of(path), base = whole;
	size_t slash = slice_find_last_byte(whole, '/');
	struct folder_file *file;
	struct stat st;
	char *parent;

	memset(folder, 0, sizeof(*folder));
	folder->arena = arena;
	folder->fd = -1;
	if (slash != SIZE_MAX)
		base = slice_part(whole, slash + 1, whole.len);
	parent = slash == SIZE_MAX ? slice_string(arena, LITERAL(".")) :
	    slice_string(arena, slice_part(whole, 0, slash ? slash : 1));
	folder->path = parent;
	folder->fd = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (folder->fd < 0 || stat(path, &st) != 0)
		return error_set_input(error, path);
	if (!S_ISREG(st.st_mode))
		return error_set(error, GBQ_NO_INPUT,
		    "%s: neither a file nor a folder", path);
	file = array_add(&folder->files);
	*file = (struct folder_file){ slice_copy(arena, base), st.st_size,
		folder_stamp(&st) };
	return GBQ_OK;
}

void
folder_close(struct folder *folder)
{
	folder_rest(folder);
	array_release(&folder->files);
	array_release(&folder->empty_folders);
}

void
folder_rest(struct folder *folder)
{
	if (folder->fd >= 0)
		close(folder->fd);
	folder->fd = -1;
}

enum gbq_status
folder_attach(const struct folder *folder, struct folder *own,
    struct error *error)
{
	*own = *folder;
	own->fd = open(folder->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return own->fd >= 0 ? GBQ_OK :
	    error_set_errno(error, GBQ_IO, folder->path);
}

void
folder_detach(struct folder *own)
{
	folder_rest(own);
}

int
folder_open_fd(const struct folder *folder, const struct folder_file *file)
{
	return open_below(folder->fd, file->path, O_NONBLOCK);
}

static enum gbq_status
read_failed(const struct folder_file *file, struct error *error)
{
	char name[256];

	snprintf(name, sizeof(name), "%.*s", (int)file->path.len,
	    file->path.at);
	return error_set_input(error, name);
}

enum gbq_status
folder_stream(const struct folder *folder, const struct folder_file *file,
    void (*use)(void *data, struct slice piece), void *data,
    struct error *error)
{
	int fd = open_below(folder->fd, file->path, O_NONBLOCK);
	size_t room = file->size > 0 && file->size < PIECE_BYTES ?
	    (size_t)file->size + 1 : PIECE_BYTES;
	enum gbq_status status;
	char *piece;
	ssize_t got;

	if (fd < 0)
		return read_failed(file, error);
	piece = mem_realloc(NULL, room);
	while ((got = read(fd, piece, room)) > 0 ||
	    (got < 0 && errno == EINTR)) {
		if (got > 0)
			use(data, (struct slice){ piece, (size_t)got });
	}
	status = got < 0 ? read_failed(file, error) : GBQ_OK;
	free(piece);
	close(fd);
	return status;
}

enum gbq_status
folder_read(const struct folder *folder, const struct folder_file *file,
    size_t limit, struct buffer *bytes, bool *more, struct error *error)
{
	int fd = open_below(folder->fd, file->path, O_NONBLOCK);
	size_t room = file->size > 0 && (size_t)file->size < limit ?
	    (size_t)file->size : limit;
	enum gbq_status status;
	ssize_t got = 1;

	buffer_clear(bytes);
	*more = false;
	if (fd < 0)
		return read_failed(file, error);
	while (got != 0 && (got > 0 || errno == EINTR) && !*more) {
		buffer_reserve(bytes, room + 1 - bytes->len);
		got = read(fd, bytes->bytes + bytes->len,
		    room + 1 - bytes->len);
		bytes->len += got > 0 ? (size_t)got : 0;
		*more = bytes->len > limit;
		if (bytes->len > room)
			room = limit;
	}
	status = got < 0 ? read_failed(file, error) : GBQ_OK;
	close(fd);
	return status;
}

enum gbq_status
folder_head(const struct folder *folder, const struct folder_file *file,
    size_t count, struct buffer *bytes, struct error *error)
{
	int fd = open_below(folder->fd, file->path, O_NONBLOCK);
	enum gbq_status status;
	char *piece;
	ssize_t got = 0;

	buffer_clear(bytes);
	if (fd < 0)
		return read_failed(file, error);
	piece = mem_calloc(1, count);
	while (bytes->len < count && ((got = read(fd, piece,
	    count - bytes->len)) > 0 || (got < 0 && errno == EINTR))) {
		if (got > 0)
			buffer_add(bytes, piece, (size_t)got);
	}
	status = got < 0 ? read_failed(file, error) : GBQ_OK;
	free(piece);
	close(fd);
	return status;
}
