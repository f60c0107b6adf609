/*
 * new_database.c - makes, names and removes; never opens the database.
 */
#include "cli/new_database.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/output_file.h"
#include "util/text.h"

/* A path with something behind it; free() it. */
static char *
longer(const char *path, const char *ending)
{
	struct buffer text = { 0 };

	buffer_printf(&text, "%s%s", path, ending);
	buffer_add_byte(&text, '\0');
	return text.bytes;
}

bool
new_database_begin(struct new_database *new, const char *name)
{
	char *folder = output_file_beside(name, ".gbq-XXXXXX");

	*new = (struct new_database){ .name = name };
	if (!mkdtemp(folder)) {
		free(folder);
		return false;
	}
	new->folder = folder;
	new->path = longer(folder, "/gbq.db");
	return true;
}

/* Some file systems cannot tell whether a name is taken while renaming. */
static bool
rename_to_new(const char *from, const char *to)
{
	if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
		return true;
	if (errno != EINVAL && errno != ENOSYS)
		return false;
	if (access(to, F_OK) == 0) {
		errno = EEXIST;
		return false;
	}
	return rename(from, to) == 0;
}

bool
new_database_end(struct new_database *new, bool keep)
{
	static const char *const endings[] = { "", "-wal", "-shm",
		"-journal" };
	bool good = !keep || rename_to_new(new->path, new->name);
	int error = errno;

	for (size_t i = 0; !(keep && good) && i < 4; i++) {
		char *path = longer(new->path, endings[i]);

		unlink(path);
		free(path);
	}
	rmdir(new->folder);
	free(new->path);
	free(new->folder);
	*new = (struct new_database){ 0 };
	errno = error;
	return good;
}
