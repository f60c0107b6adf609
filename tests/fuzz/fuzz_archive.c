/*
 * fuzz_archive.c - an archive is listed and read, under small limits. It lies
 * in memory, as a file without a name.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "source/archive/archive.h"

struct reading {
	const struct archive_source *source;
	size_t ends, bytes;
};

static void
piece(void *data, size_t file, struct slice bytes)
{
	struct reading *reading = data;

	fuzz_require(file < reading->source->files.count, "a file");
	fuzz_see(bytes);
	reading->bytes += bytes.len;
}

static bool
end(void *data, size_t file, bool whole)
{
	struct reading *reading = data;

	(void)whole;
	fuzz_require(file < reading->source->files.count, "a file");
	reading->ends++;
	return true;
}

static void
check_list(const struct archive_source *source)
{
	size_t i;

	for (i = 0; i < source->files.count; i++) {
		struct slice path = source->files.items[i].path;

		fuzz_see(path);
		fuzz_require(path.len > 0 && path.at[0] != '/' &&
		    slice_find_byte(path, '\0') == SIZE_MAX &&
		    !slice_contains(path, LITERAL("/../")) &&
		    !slice_starts(path, LITERAL("../")) &&
		    !slice_ends(path, LITERAL("/..")) &&
		    !slice_equal(path, LITERAL("..")),
		    "a path stays below the root");
		fuzz_require(i == 0 || slice_compare(path,
		    source->files.items[i - 1].path) > 0,
		    "paths are in order, each once");
	}
}

static void
read_archive(struct fuzz *fuzz, int fd)
{
	struct archive_limits limits = archive_limits_default();
	struct archive_source source;
	struct reading reading = { &source, 0, 0 };
	struct archive_visitor visitor = { NULL, piece, end, &reading };
	struct error error = { 0 };
	enum gbq_status status;

	archive_limits_set_bytes(&limits, 1 << 20);
	limits.entries = 1000;
	limits.ratio_floor = 1 << 18;
	limits.dictionary_bytes = 1 << 20;
	status = archive_source_open_fd(&source, fd, "fuzz", &limits,
	    &fuzz->arena, &fuzz->problems, &error);
	if (status == GBQ_OK) {
		check_list(&source);
		archive_source_report_nested(&source);
		status = archive_source_visit(&source, &visitor, &error);
		fuzz_require(status != GBQ_OK ||
		    reading.ends == source.files.count,
		    "each file has its end");
		fuzz_require(reading.bytes <= 1 << 20, "limits hold");
		archive_source_close(&source);
	}
	fuzz_require(status == GBQ_OK || *error.message, "a message");
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = memfd_create("fuzz", MFD_CLOEXEC);
	struct fuzz fuzz;

	fuzz_begin(&fuzz, data, size);
	if (fd >= 0 && write(fd, data, size) == (ssize_t)size &&
	    lseek(fd, 0, SEEK_SET) == 0)
		read_archive(&fuzz, fd);
	close(fd);
	/* offsets are those in the unpacked stream */
	fuzz.input.len = SIZE_MAX;
	fuzz_end(&fuzz);
	return 0;
}
