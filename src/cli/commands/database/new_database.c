/*
 * new_database.c - makes, names and removes; never opens the database.
 */
#include "cli/commands/database/new_database.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/screen/output.h"
#include "util/memory.h"
#include "util/text.h"

/* The database and what SQLite puts beside it, then their folder. */
enum { FILES = 4, LOGS = 1, TRIES = 1000 };

static char *files[FILES], *folder;

static const int signals[] = { SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM };

/* False if the folder is still there. Calls what a signal handler may call. */
static bool
remove_all(void)
{
	for (int i = 0; i < FILES; i++) {
		if (files[i])
			unlink(files[i]);
	}
	return rmdir(folder) == 0 || errno == ENOENT;
}

/*
 * Other threads may go on and make files meanwhile, until the folder is gone,
 * and may get the signal a second time, which must not end the program first.
 */
static void
end_by_signal(int number)
{
	for (int i = 0; i < TRIES && !remove_all(); i++)
		continue;
	signal(number, SIG_DFL);
	raise(number);		/* once this returns */
}

/* Signals that would end the program remove the files first; or no more. */
static void
heed_signals(bool heed)
{
	struct sigaction old, new;

	memset(&new, 0, sizeof(new));
	sigemptyset(&new.sa_mask);
	new.sa_handler = heed ? end_by_signal : SIG_DFL;
	for (size_t i = 0; i < LENGTH(signals); i++) {
		if (sigaction(signals[i], NULL, &old) == 0 &&
		    old.sa_handler == (heed ? SIG_DFL : end_by_signal))
			sigaction(signals[i], &new, NULL);
	}
}

static void
name_files(void)
{
	static const char *const endings[FILES] = { "", "-wal", "-journal",
		"-shm" };
	struct buffer text = { 0 };

	for (int i = 0; i < FILES; i++) {
		buffer_clear(&text);
		buffer_printf(&text, "%s/gbq.db%s", folder, endings[i]);
		files[i] = mem_strdup(buffer_string(&text));
	}
	buffer_release(&text);
}

bool
new_database_begin(struct new_database *new, const char *name)
{
	*new = (struct new_database){ .name = name };
	folder = output_file_beside(name, ".gbq-XXXXXX");
	heed_signals(true);
	if (mkdtemp(folder)) {
		name_files();
		new->path = files[0];
		return true;
	}
	heed_signals(false);
	free(folder);
	folder = NULL;
	return false;
}

/* What was written is not all in the file. */
static bool
has_log(void)
{
	struct stat log;

	for (int i = LOGS; i < FILES - 1; i++) {
		if (stat(files[i], &log) == 0 && log.st_size > 0)
			return true;
	}
	return false;
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

static bool
give_name(const struct new_database *new)
{
	if (has_log()) {
		errno = EIO;
		return false;
	}
	return rename_to_new(new->path, new->name);
}

bool
new_database_end(struct new_database *new, bool keep)
{
	bool good = !keep || give_name(new);
	int error = errno;

	remove_all();
	heed_signals(false);
	for (int i = 0; i < FILES; i++) {
		free(files[i]);
		files[i] = NULL;
	}
	free(folder);
	folder = NULL;
	*new = (struct new_database){ 0 };
	errno = error;
	return good;
}
