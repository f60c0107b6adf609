/*
 * faults.c - an LD_PRELOAD library that makes one call of a program fail, or
 * kills the program there.
 *
 * $GBQ_FAULT is CALL:WHAT:K. The K-th call (from 1) of CALL, one of the names
 * below or "any" (all but memory), meets with WHAT:
 *
 *	ENOSPC, EIO, EINTR, …	the call fails with that errno
 *	NULL			memory: the allocation fails
 *	SHORT			a write or read does half of it
 *	KILL			the process is killed before the call
 *	TEAR			a write does half of it, then the same
 *
 * "K+" for K: that call and all later ones of that name. $GBQ_FAULT_COUNT
 * names a file that gets the number of calls, "NAME COUNT" a line.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

enum call {
	CALL_WRITE, CALL_PWRITE, CALL_SYNC, CALL_READ, CALL_PREAD, CALL_OPEN,
	CALL_MMAP, CALL_MEMORY, CALL_TRUNCATE, CALL_UNLINK, CALL_READDIR,
	CALL_ANY, CALLS
};

static const char *const names[CALLS] = {
	"write", "pwrite", "fsync", "read", "pread", "open", "mmap",
	"malloc", "ftruncate", "unlink", "readdir", "any"
};

enum outcome { PASS, FAIL, HALF, TEAR };

static long counts[CALLS];
static enum call target = CALLS;
static enum outcome action;
static int error_number;
static bool kills, lasts;
static long when;

static const struct {
	const char *name;
	int number;
} errors[] = {
	{ "ENOSPC", ENOSPC }, { "EIO", EIO }, { "EINTR", EINTR },
	{ "EACCES", EACCES }, { "EMFILE", EMFILE }, { "ENOMEM", ENOMEM },
	{ "EDQUOT", EDQUOT }, { "EROFS", EROFS }, { "NULL", ENOMEM },
	{ "EFBIG", EFBIG }
};

/* "EIO:12" or "KILL:3+" */
static void
read_what(const char *text)
{
	const char *number = strchr(text, ':');
	size_t i, len;

	if (!number)
		abort();
	len = (size_t)(number - text);
	action = FAIL;
	for (i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
		if (strlen(errors[i].name) == len &&
		    strncmp(errors[i].name, text, len) == 0)
			error_number = errors[i].number;
	}
	kills = strncmp(text, "KILL", len) == 0;
	if (strncmp(text, "SHORT", len) == 0)
		action = HALF;
	else if (strncmp(text, "TEAR", len) == 0)
		action = TEAR;
	else if (!kills && !error_number)
		abort();
	when = strtol(number + 1, NULL, 10);
	lasts = number[strlen(number) - 1] == '+';
}

__attribute__((constructor)) static void
begin(void)
{
	const char *fault = getenv("GBQ_FAULT");
	const char *colon = fault ? strchr(fault, ':') : NULL;
	int i;

	if (!colon)
		return;
	read_what(colon + 1);
	for (i = 0; i < CALLS; i++) {
		if (strlen(names[i]) == (size_t)(colon - fault) &&
		    strncmp(names[i], fault, (size_t)(colon - fault)) == 0)
			target = (enum call)i;
	}
	memset(counts, 0, sizeof(counts));
}

__attribute__((destructor)) static void
end(void)
{
	const char *path = getenv("GBQ_FAULT_COUNT");
	FILE *file = NULL;
	int i;

	target = CALLS;
	if (path)
		file = fopen(path, "w");
	for (i = 0; file && i < CALLS; i++)
		fprintf(file, "%s %ld\n", names[i], counts[i]);
	if (file)
		fclose(file);
}

static _Noreturn void
die(void)
{
	for (;;)
		kill(getpid(), SIGKILL);
}

/* Whether the count of a call has come to where the fault is. */
static bool
is_hit(enum call call)
{
	long count = __atomic_add_fetch(&counts[call], 1, __ATOMIC_SEQ_CST);

	return call == target && (count == when || (lasts && count > when));
}

static enum outcome
meet(enum call call)
{
	bool hit = is_hit(call);

	if (call != CALL_MEMORY)
		hit |= is_hit(CALL_ANY);
	if (!hit)
		return PASS;
	if (kills)
		die();
	errno = error_number;
	return action;
}

#define REAL(name) ((__typeof__(&name))real(#name))

static void *
real(const char *name)
{
	return dlsym(RTLD_NEXT, name);
}

#define WRAP_BYTES(name, call, parameters, full, half)			\
	ssize_t name parameters						\
	{								\
		enum outcome outcome = meet(call);			\
		ssize_t done;						\
									\
		if (outcome == FAIL)					\
			return -1;					\
		if (outcome == PASS)					\
			return REAL(name) full;				\
		done = REAL(name) half;					\
		if (outcome == TEAR)					\
			die();						\
		return done;						\
	}

WRAP_BYTES(write, CALL_WRITE, (int fd, const void *at, size_t len),
    (fd, at, len), (fd, at, (len + 1) / 2))
WRAP_BYTES(pwrite, CALL_PWRITE,
    (int fd, const void *at, size_t len, off_t offset),
    (fd, at, len, offset), (fd, at, (len + 1) / 2, offset))
WRAP_BYTES(pwrite64, CALL_PWRITE,
    (int fd, const void *at, size_t len, off64_t offset),
    (fd, at, len, offset), (fd, at, (len + 1) / 2, offset))
WRAP_BYTES(read, CALL_READ, (int fd, void *at, size_t len),
    (fd, at, len), (fd, at, (len + 1) / 2))
WRAP_BYTES(pread, CALL_PREAD, (int fd, void *at, size_t len, off_t offset),
    (fd, at, len, offset), (fd, at, (len + 1) / 2, offset))
WRAP_BYTES(pread64, CALL_PREAD, (int fd, void *at, size_t len, off64_t offset),
    (fd, at, len, offset), (fd, at, (len + 1) / 2, offset))

#define WRAP(type, name, call, parameters, arguments, failed)		\
	type name parameters						\
	{								\
		return meet(call) != PASS ? failed : REAL(name) arguments; \
	}

WRAP(int, fsync, CALL_SYNC, (int fd), (fd), -1)
WRAP(int, fdatasync, CALL_SYNC, (int fd), (fd), -1)
WRAP(int, ftruncate, CALL_TRUNCATE, (int fd, off_t size), (fd, size), -1)
WRAP(int, ftruncate64, CALL_TRUNCATE, (int fd, off64_t size), (fd, size), -1)
WRAP(int, unlink, CALL_UNLINK, (const char *path), (path), -1)
WRAP(void *, mmap, CALL_MMAP, (void *at, size_t len, int protection,
    int flags, int fd, off_t offset),
    (at, len, protection, flags, fd, offset), MAP_FAILED)
WRAP(void *, mmap64, CALL_MMAP, (void *at, size_t len, int protection,
    int flags, int fd, off64_t offset),
    (at, len, protection, flags, fd, offset), MAP_FAILED)
WRAP(struct dirent *, readdir, CALL_READDIR, (DIR *dir), (dir), NULL)
WRAP(struct dirent64 *, readdir64, CALL_READDIR, (DIR *dir), (dir), NULL)

#define WRAP_OPEN(name, parameters, arguments)				\
	int name parameters						\
	{								\
		va_list list;						\
		mode_t mode;						\
									\
		va_start(list, flags);					\
		mode = va_arg(list, mode_t);				\
		va_end(list);						\
		return meet(CALL_OPEN) != PASS ? -1 : REAL(name) arguments; \
	}

WRAP_OPEN(open, (const char *path, int flags, ...), (path, flags, mode))
WRAP_OPEN(open64, (const char *path, int flags, ...), (path, flags, mode))
WRAP_OPEN(openat, (int fd, const char *path, int flags, ...),
    (fd, path, flags, mode))
WRAP_OPEN(openat64, (int fd, const char *path, int flags, ...),
    (fd, path, flags, mode))

/* ---- memory: dlsym() itself allocates, so glibc's own names are used ---- */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

void *
malloc(size_t size)
{
	return meet(CALL_MEMORY) == PASS ? __libc_malloc(size) : NULL;
}

void *
calloc(size_t count, size_t size)
{
	return meet(CALL_MEMORY) == PASS ? __libc_calloc(count, size) : NULL;
}

void *
realloc(void *old, size_t size)
{
	return meet(CALL_MEMORY) == PASS ? __libc_realloc(old, size) : NULL;
}
