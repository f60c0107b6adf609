/*
 * pager.c - starts a pager when the output turns out to be long, never before:
 * what fits on the screen stays on it.
 */
#include "cli/screen/terminal.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Whether a program is in one of the folders of $PATH. */
static bool
is_installed(const char *name)
{
	struct slice rest = slice_of(getenv("PATH")), folder;
	struct buffer path = { 0 };
	bool found = false;
	size_t colon;

	while (rest.len && !found) {
		colon = slice_find_byte(rest, ':');
		folder = slice_part(rest, 0, colon);
		rest = slice_part(rest, colon == SIZE_MAX ? rest.len :
		    colon + 1, rest.len);
		buffer_clear(&path);
		buffer_add_slice(&path, folder);
		buffer_printf(&path, "/%s", name);
		found = access(buffer_string(&path), X_OK) == 0;
	}
	buffer_release(&path);
	return found;
}

/* Whether a shell can run a command; true where only it can tell. */
static bool
can_run(const char *command)
{
	size_t len = strcspn(command, " \t");
	struct buffer word = { 0 };
	bool can = true;

	/* More than a name: assignments, quotes, pipes. */
	if (strcspn(command, "=\"'`$\\;&|<>()") < len)
		return true;
	buffer_add(&word, command, len);
	if (len)
		can = strchr(buffer_string(&word), '/') ?
		    access(buffer_string(&word), X_OK) == 0 :
		    is_installed(buffer_string(&word));
	buffer_release(&word);
	return can;
}

/* NULL: none is wanted, or it is not there and all would be lost. */
static const char *
pager_command(void)
{
	const char *command = getenv("PAGER");

	if (!command)
		command = "less";
	command += strspn(command, " \t");
	return *command && strcmp(command, "cat") && can_run(command) ?
	    command : NULL;
}

/* Runs in the child; does not return. */
static _Noreturn void
run_pager(const struct pager *pager, int input)
{
	signal(SIGINT, SIG_DFL);
	dup2(input, STDIN_FILENO);
	close(input);
	close(pager->pipe);
	/* colors, no clearing, and no paging where it fits after all */
	setenv("LESS", "FRX", 0);
	execl("/bin/sh", "sh", "-c", pager->command, (char *)NULL);
	_exit(127);
}

/* Start the pager; false, all as before, where that fails. */
static bool
pager_start(struct pager *pager)
{
	struct sigaction action;
	int ends[2];

	fflush(pager->terminal);
	if (pipe(ends) != 0)
		return false;
	pager->pipe = ends[1];
	pager->child = fork();
	if (pager->child == 0)
		run_pager(pager, ends[0]);
	close(ends[0]);
	if (pager->child < 0) {
		close(ends[1]);
		pager->pipe = 0;
		return false;
	}
	/* Control-C is for the pager, unless the command heeds it. */
	if (sigaction(SIGINT, NULL, &action) == 0 &&
	    action.sa_handler == SIG_DFL)
		signal(SIGINT, SIG_IGN);
	return true;
}

/* All bytes to a descriptor; false on an error. */
static bool
pager_write_all(int descriptor, const char *bytes, size_t len)
{
	ssize_t done;

	while (len) {
		done = write(descriptor, bytes, len);
		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return false;
		bytes += done;
		len -= (size_t)done;
	}
	return true;
}

/* Move the place where the output ends; long lines take several rows. */
static void
pager_advance(struct pager *pager, const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (bytes[i] == '\n') {
			pager->row++;
			pager->column = 0;
		} else if (((unsigned char)bytes[i] & 0xc0) != 0x80 &&
		    ++pager->column > pager->columns) {
			pager->row++;
			pager->column = 1;
		}
	}
}

static ssize_t
pager_take(void *cookie, const char *bytes, size_t len)
{
	struct pager *pager = cookie;

	if (!pager->pipe) {
		buffer_add(&pager->held, bytes, len);
		pager_advance(pager, bytes, len);
		if (pager->row < pager->rows || !pager_start(pager))
			return (ssize_t)len;
		bytes = pager->held.bytes;
		if (!pager_write_all(pager->pipe, bytes, pager->held.len))
			return 0;
		buffer_clear(&pager->held);
		return (ssize_t)len;
	}
	return pager_write_all(pager->pipe, bytes, len) ? (ssize_t)len : 0;
}

FILE *
pager_open(struct pager *pager, FILE *terminal)
{
	static const cookie_io_functions_t functions = { .write = pager_take };

	memset(pager, 0, sizeof(*pager));
	pager->terminal = terminal;
	pager->columns = terminal_columns(terminal);
	pager->rows = terminal_rows(terminal);
	pager->command = pager_command();
	if (!pager->columns || !pager->rows || !pager->command)
		return NULL;
	return fopencookie(pager, "w", functions);
}

bool
pager_close(struct pager *pager, FILE *stream)
{
	bool good = fclose(stream) == 0;

	if (pager->pipe) {
		close(pager->pipe);
		while (waitpid(pager->child, NULL, 0) < 0 && errno == EINTR)
			continue;
	} else {
		fwrite(pager->held.bytes, 1, pager->held.len,
		    pager->terminal);
		good &= fflush(pager->terminal) == 0 &&
		    !ferror(pager->terminal);
	}
	buffer_release(&pager->held);
	return good;
}
