/*
 * embed.c - host program of the build: `embed FILE… > embedded.c` writes the
 * bytes of files as C arrays and the table that util/embedded.h declares.
 *
 * Arrays of numbers, not string literals: C11 promises literals of 4095
 * bytes only, and some files are larger.
 */
#include <stdio.h>
#include <stdlib.h>

enum { BYTES_PER_LINE = 16 };

static int
write_array(const char *path, int index)
{
	FILE *file = fopen(path, "rb");
	size_t written = 0;
	int byte;

	if (!file) {
		perror(path);
		return -1;
	}
	printf("/* %s */\nstatic const unsigned char bytes_%d[] = {", path,
	    index);
	while ((byte = getc(file)) != EOF) {
		fputs(written++ % BYTES_PER_LINE ? "" : "\n\t", stdout);
		printf("%d,", byte);
	}
	puts("\n\t0\n};\n");
	byte = ferror(file);
	if (byte)
		perror(path);
	fclose(file);
	return byte ? -1 : 0;
}

static void
embed_write_name(const char *path)
{
	putchar('"');
	for (; *path; path++) {
		if (*path == '"' || *path == '\\')
			putchar('\\');
		putchar(*path);
	}
	putchar('"');
}

int
main(int argc, char **argv)
{
	int i;

	puts("/* Made by src/tools/embed.c: do not edit. */\n"
	    "#include \"util/embedded.h\"\n");
	for (i = 1; i < argc; i++) {
		if (write_array(argv[i], i))
			return EXIT_FAILURE;
	}
	puts("const struct embedded_file embedded_files[] = {");
	for (i = 1; i < argc; i++) {
		fputs("\t{ ", stdout);
		embed_write_name(argv[i]);
		printf(", bytes_%d, sizeof(bytes_%d) - 1 },\n", i, i);
	}
	puts("\t{ 0, 0, 0 }\n};\n");
	printf("const size_t embedded_file_count = %d;\n", argc - 1);
	return fflush(stdout) || ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
