/*
 * output_file.c - a command that fails must not cost the file that it would
 * have replaced, nor leave half of one.
 */
#include "cli/screen/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/memory.h"
#include "util/text.h"

bool
output_file_is_same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool
is_open_as(const struct stat *old, int fd)
{
	struct stat other;

	return fstat(fd, &other) == 0 && output_file_is_same(old, &other);
}

/* Whether nobody but who opens the path by name would notice another file. */
static bool
is_replaceable(const struct stat *old)
{
	return S_ISREG(old->st_mode) && old->st_nlink == 1 &&
	    old->st_uid == geteuid() && !is_open_as(old, STDIN_FILENO) &&
	    !is_open_as(old, STDERR_FILENO);
}

static mode_t
mode_of_new_files(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

/* "folder/" of a path, or "". */
static struct slice
folder_of(const char *path)
{
	struct slice text = slice_of(path);
	size_t slash = slice_find_last_byte(text, '/');

	return slice_part(text, 0, slash == SIZE_MAX ? 0 : slash + 1);
}

/* A file without a name in the folder of a path, or -1. */
static int
open_nameless(const char *path)
{
	struct slice folder = folder_of(path);
	struct buffer name = { 0 };
	int fd;

	if (folder.len)
		buffer_add_slice(&name, folder);
	else
		buffer_add_byte(&name, '.');
	fd = open(buffer_string(&name), O_TMPFILE | O_WRONLY | O_CLOEXEC,
	    0600);
	buffer_release(&name);
	return fd;
}

char *
output_file_beside(const char *path, const char *name)
{
	struct buffer beside = { 0 };

	buffer_add_slice(&beside, folder_of(path));
	buffer_add_string(&beside, name);
	buffer_add_byte(&beside, '\0');
	return beside.bytes;
}

static int
open_beside(struct output_file *file)
{
	int fd = open_nameless(file->path);

	if (fd != -1)
		return fd;
	file->beside = output_file_beside(file->path, ".gbq-XXXXXX");
	fd = mkstemp(file->beside);
	if (fd == -1) {
		free(file->beside);
		file->beside = NULL;
	}
	return fd;
}

static void
output_file_forget(struct output_file *file)
{
	free(file->path);
	free(file->beside);
	*file = (struct output_file){ 0 };
}

/* The old file's mode and group, or those of any new file. */
static bool
take_mode(int fd, const struct stat *old)
{
	struct stat new;

	if (!old)
		return fchmod(fd, mode_of_new_files()) == 0;
	if (fstat(fd, &new) != 0 || (new.st_gid != old->st_gid &&
	    fchown(fd, (uid_t)-1, old->st_gid) != 0))
		return false;
	return fchmod(fd, old->st_mode & 07777) == 0;
}

/* A new file for file->path; -1: it is to be written in place. */
static int
open_new(struct output_file *file, const struct stat *old)
{
	int fd = open_beside(file);

	if (fd != -1 && !take_mode(fd, old)) {
		close(fd);
		if (file->beside)
			unlink(file->beside);
		fd = -1;
	}
	return fd;
}

FILE *
output_file_open(struct output_file *file, const char *path)
{
	struct stat old;
	bool there = stat(path, &old) == 0;
	FILE *stream = NULL;
	int fd = -1;

	*file = (struct output_file){ 0 };
	/* /dev/stdout: a second opening would begin the file anew. */
	if (there && is_open_as(&old, STDOUT_FILENO))
		return fdopen(dup(STDOUT_FILENO), "wb");
	if (there && is_replaceable(&old) && access(path, W_OK) == 0)
		file->path = realpath(path, NULL);
	else if (!there && errno == ENOENT && lstat(path, &old) != 0)
		file->path = mem_strdup(path);
	if (file->path)
		fd = open_new(file, there ? &old : NULL);
	if (fd != -1)
		stream = fdopen(fd, "wb");
	if (stream)
		return stream;
	output_file_forget(file);
	return fopen(path, "wb");
}

/* Give the file without a name one. */
static bool
link_beside(struct output_file *file, int fd)
{
	char link[64], name[64];
	int tries;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	for (tries = 0; tries < 100; tries++) {
		snprintf(name, sizeof(name), ".gbq-%ld-%d", (long)getpid(),
		    tries);
		file->beside = output_file_beside(file->path, name);
		if (linkat(AT_FDCWD, link, AT_FDCWD, file->beside,
		    AT_SYMLINK_FOLLOW) == 0)
			return true;
		free(file->beside);
		file->beside = NULL;
		if (errno != EEXIST)
			break;
	}
	return false;
}

/* Put the new file in the place of the old one. */
static bool
output_file_replace(struct output_file *file, FILE *stream)
{
	return fflush(stream) == 0 && !ferror(stream) &&
	    (file->beside || link_beside(file, fileno(stream))) &&
	    rename(file->beside, file->path) == 0;
}

bool
output_file_close(struct output_file *file, FILE *stream, bool keep)
{
	bool good = true;
	int error;

	if (file->path && keep)
		good = output_file_replace(file, stream);
	error = errno;
	if (file->beside && (!keep || !good))
		unlink(file->beside);
	output_file_forget(file);
	if (fclose(stream) != 0 && good && keep)
		return false;
	errno = error;
	return good;
}
