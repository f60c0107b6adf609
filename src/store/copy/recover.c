/*
 * recover.c - undoes the write of a process that was killed. Must not touch
 * anything but the database: a journal may come from a stranger.
 */
#include "store/copy/recover.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/text.h"

enum { BUSY_TIMEOUT_MS = 60000 };

int
store_open_path(const char *path, int flags, sqlite3 **db)
{
	struct buffer plain = { 0 };
	int code;

	if (*path == ':' || strncmp(path, "file:", 5) == 0)
		buffer_add_string(&plain, "./");
	buffer_add_string(&plain, path);
	code = sqlite3_open_v2(buffer_string(&plain), db, flags, NULL);
	buffer_release(&plain);
	return code;
}

/*
 * A journal that ends with this names a "super-journal" before it, a file that
 * SQLite deletes after undoing. gbq writes one database at a time, so that
 * none of its journals has that; one that does could name any file.
 */
static const unsigned char super_journal_mark[8] = {
	0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7
};

static bool
names_other_file(int fd)
{
	unsigned char end[sizeof(super_journal_mark)];
	struct stat st;

	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
		return true;
	return st.st_size >= (off_t)sizeof(end) &&
	    (pread(fd, end, sizeof(end), st.st_size - (off_t)sizeof(end)) !=
	    (ssize_t)sizeof(end) ||
	    memcmp(end, super_journal_mark, sizeof(end)) == 0);
}

/* Whether the journal of a database is one that gbq may have written. */
static bool
is_own_journal(const char *path)
{
	struct buffer journal = { 0 };
	bool own = true;
	int fd;

	buffer_printf(&journal, "%s-journal", path);
	fd = open(buffer_string(&journal),
	    O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (fd >= 0) {
		own = !names_other_file(fd);
		close(fd);
	}
	buffer_release(&journal);
	return own;
}

enum gbq_status
store_recover(const char *path, struct error *error)
{
	sqlite3 *db = NULL;
	int code = SQLITE_READONLY;

	if (is_own_journal(path)) {
		code = store_open_path(path, SQLITE_OPEN_READWRITE, &db);
		sqlite3_busy_timeout(db, BUSY_TIMEOUT_MS);
		/* Reading anything makes SQLite undo the write. */
		if (code == SQLITE_OK)
			code = sqlite3_exec(db, "PRAGMA user_version",
			    NULL, NULL, NULL);
		sqlite3_close(db);
	}
	return code == SQLITE_OK ? GBQ_OK :
	    error_set(error, GBQ_IO, "%s: a write to it was cut off and "
	    "must be undone, which is not possible here: open it where the "
	    "file and its folder can be written", path);
}
