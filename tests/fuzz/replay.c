/*
 * replay.c - main() of a fuzz target without libFuzzer: reads each file of
 * the folders that are named. Prints TAP, one result a folder, and on stderr
 * the file at hand, which is the last one where it crashes.
 */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

	fprintf(stderr, "%s\n", path);
	fuzz_require(file != NULL, "the file can be read");
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
}

/* How many files were read; 0 if the folder is not there. */
static int
replay_folder(const char *path)
{
	struct dirent **names;
	int i, total = scandir(path, &names, visible, alphasort);
	char full[4096];

	if (total < 0)
		return 0;
	for (i = 0; i < total; i++) {
		snprintf(full, sizeof(full), "%s/%s", path, names[i]->d_name);
		replay_file(full);
		free(names[i]);
	}
	free(names);
	return total;
}

int
main(int argc, char **argv)
{
	int i, files, failed = 0;

	for (i = 1; i < argc; i++) {
		files = replay_folder(argv[i]);
		failed += files == 0;
		printf("%s %d - %d inputs of %s are read\n",
		    files ? "ok" : "not ok", i, files, argv[i]);
	}
	printf("1..%d\n", argc - 1);
	return failed != 0;
}
