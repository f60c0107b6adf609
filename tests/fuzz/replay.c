/*
 * replay.c - main() of a fuzz target without libFuzzer: reads each file of
 * the folders and files that are named and prints TAP. A crash ends it.
 */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int count;

static int
visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static void
replay_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	struct buffer bytes = { 0 };
	char piece[4096];
	uint8_t *exact;
	size_t got;

	if (!file) {
		printf("not ok %d - %s cannot be read\n", ++count, path);
		return;
	}
	while ((got = fread(piece, 1, sizeof(piece), file)) > 0)
		buffer_add(&bytes, piece, got);
	fclose(file);
	/* exactly as large, so that a read past the end is seen */
	exact = malloc(bytes.len ? bytes.len : 1);
	if (bytes.len)
		memcpy(exact, bytes.bytes, bytes.len);
	LLVMFuzzerTestOneInput(exact, bytes.len);
	free(exact);
	buffer_release(&bytes);
	printf("ok %d - %s is read\n", ++count, path);
	fflush(stdout);
}

static void
replay(const char *path)
{
	struct dirent **names;
	int i, total = scandir(path, &names, visible, alphasort);
	char full[4096];

	if (total < 0) {
		replay_file(path);
		return;
	}
	for (i = 0; i < total; i++) {
		snprintf(full, sizeof(full), "%s/%s", path, names[i]->d_name);
		replay_file(full);
		free(names[i]);
	}
	free(names);
}

int
main(int argc, char **argv)
{
	int i;

	for (i = 1; i < argc; i++)
		replay(argv[i]);
	printf("1..%d\n", count);
	return 0;
}
