/*
 * archive.h - the files in an archive: listing and reading, nothing ever
 * extracted to disk.
 *
 * Read are tar (ustar, pax, GNU; plain or under gzip, bzip2, xz, zstd), zip
 * and 7z. An archive is read in its own order, so reading is a visit: one
 * pass hands out the content of all files that are wanted.
 */
#ifndef GBQ_SOURCE_ARCHIVE_ARCHIVE_H
#define GBQ_SOURCE_ARCHIVE_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "model/records.h"
#include "source/folder.h"
#include "util/error.h"
#include "util/text.h"

/*
 * ---- archive_bytes.c ----
 *
 * the bytes of an archive: a regular file, or what a pipe
 * gave, spooled to a file without a name. Read by offset, so that each pass
 * begins anew without opening anything again.
 */

struct archive_bytes {
	int fd;
	int64_t size;
	struct timespec changed;	/* when it was opened */
	bool is_named;			/* a regular file, by its path */
};

/*
 * Open a path. A FIFO is spooled, up to max_bytes. NO_INPUT: not there or no
 * file; LIMIT: more than max_bytes; IO: reading or spooling failed.
 */
enum gbq_status archive_bytes_open(struct archive_bytes *bytes, const char
    *path, int64_t max_bytes, struct error *error);

/*
 * The same for an open descriptor, which stays the caller's. A regular file
 * at its beginning is used as it is. name is for messages.
 */
enum gbq_status archive_bytes_open_fd(struct archive_bytes *bytes, int fd,
    const char *name, int64_t max_bytes, struct error *error);

void archive_bytes_close(struct archive_bytes *bytes);

/* Read up to room bytes at an offset: how many, 0 at the end, -1: errno. */
int64_t archive_bytes_read(const struct archive_bytes *bytes, int64_t offset,
    void *piece, size_t room);

/* What the bytes are that no archive is in; returns NO_INPUT. */
enum gbq_status archive_bytes_refuse(const struct archive_bytes *bytes,
    const char *name, struct error *error);

/* Whether the file was written to since it was opened. */
bool archive_bytes_changed(const struct archive_bytes *bytes);

/*
 * ---- archive_limits.c ----
 *
 * how much an archive may cost, and the meter that stops
 * a pass over it when a limit is reached.
 *
 * What an archive says of its sizes may be a lie, so the meter counts the
 * bytes that really come out of it and those that were really read.
 */

struct archive_limits {
	int64_t total_bytes;	/* unpacked, all together; packed, if spooled */
	int64_t entry_bytes;	/* unpacked, of one file */
	int64_t entries;	/* of any kind */
	int64_t ratio;		/* unpacked for each packed byte; 0: any */
	int64_t ratio_floor;	/* unpacked bytes that no ratio forbids */
	int64_t dictionary_bytes; /* xz: what unpacking needs at once */
	int filters;		/* compressions inside each other */
	size_t name_bytes;	/* of the name of an entry */
};

/*
 * 8 GiB, 2 GiB a file, 2,000,000 entries, 1,000 to 1 above 64 MiB, 128 MiB of
 * dictionary, 3 filters, names of 4,096 bytes.
 */
struct archive_limits archive_limits_default(void);

/* What --limit-bytes sets: of all files together and of each. */
void archive_limits_set_bytes(struct archive_limits *limits, int64_t bytes);

/* What one pass over an archive has cost so far. */
struct archive_meter {
	const struct archive_limits *limits;
	const char *name;	/* of the archive, for messages */
	int64_t packed_bytes;	/* size of the archive */
	int64_t read_bytes;	/* of the archive, again and again counted */
	int64_t stream_bytes;	/* came out of the filters */
	int64_t given_bytes;	/* came out as content of entries */
	int64_t entry_given;	/* of those, for the entry at hand */
	int64_t entries;
	struct error error;	/* status is LIMIT once a limit is reached */
};

void archive_meter_init(struct archive_meter *meter,
    const struct archive_limits *limits, const char *name,
    int64_t packed_bytes);

/* Whether a limit was reached: nothing more may be read. */
bool archive_meter_stopped(const struct archive_meter *meter);

/* Count; false once a limit is reached, meter->error says which. */
bool archive_meter_stream(struct archive_meter *meter, int64_t bytes);
bool archive_meter_given(struct archive_meter *meter, int64_t bytes);
bool archive_meter_entry(struct archive_meter *meter);

/* Stop because the archive claims too many entries. */
void archive_meter_too_many(struct archive_meter *meter);

/* Check what an entry says of its size, and the sum of all so far. */
bool archive_meter_declared(struct archive_meter *meter, int64_t bytes,
    int64_t sum);

/* Check the number of filters, the dictionary that a filter asks for. */
bool archive_meter_filters(struct archive_meter *meter, int filters);
bool archive_meter_dictionary(struct archive_meter *meter, int64_t bytes);

/*
 * ---- archive_report.c ----
 *
 * problems of an archive's entries, capped: an archive of
 * a million bad names must not make a million rows.
 */

enum {
	ARCHIVE_REPORT_ROWS = 100,	/* of each code */
	ARCHIVE_REPORT_CODES = 16
};

struct archive_report {
	struct problem_list *problems;
	struct {
		const char *code;
		enum severity severity;		/* the worst so far */
		size_t count;
	} kinds[ARCHIVE_REPORT_CODES];
	size_t kind_count;
};

void archive_report_init(struct archive_report *report,
    struct problem_list *problems);

/*
 * Add a problem of an entry (path absent: of the archive). The path is
 * copied to the arena of the problems.
 */
void archive_report_add(struct archive_report *report,
    enum severity severity, const char *code, struct slice path,
    int64_t offset, const char *message);

/* Add a row for each code that had more problems than rows; start anew. */
void archive_report_finish(struct archive_report *report);

/* ---- archive.c ---- */

/* Which entry of the archive a file of the list is. */
struct archive_place {
	int64_t entry;		/* counted from 1 */
	size_t file;
};

/* An open archive with the list of its files in order of path bytes. */
struct archive_source {
	struct archive_bytes bytes;
	struct archive_limits limits;
	const char *name;	/* for messages */
	const char *format;	/* "tar", "zip" or "7z" */
	struct arena *arena;
	struct archive_report report;	/* report.problems may be exchanged */
	/* Sizes as the archive declares them, or UNKNOWN_INT. */
	ARRAY_OF(struct folder_file) files;
	ARRAY_OF(struct archive_place) order;	/* in archive order */
	slice_array empty_folders;	/* paths, in order */
	bool damaged;		/* listing met the end too early */
};

/*
 * Open an archive and list it. limits NULL: the defaults. The arena keeps the
 * paths; path and problems must outlive the source. A name twice: the last
 * one counts, as when it is unpacked. Problems:
 *
 *	archive_name_skipped	loss	`..`, absolute, empty part, too long
 *	archive_link_skipped	loss	a hard link
 *	file_skipped		warning	symbolic link, device, FIFO
 *	archive_encrypted	loss
 *	archive_duplicate	note	an earlier entry of the same name
 *	archive_damaged		loss	the rest, or an entry, cannot be read;
 *				warning	odd header
 *	archive_trailing	warning	bytes after the end
 *	archive_no_end		loss	a tar without end mark: maybe cut
 *
 * with at most 100 rows of each and a row that counts the others. Offsets are
 * those in the unpacked stream. NO_INPUT: not there, not an archive that gbq
 * reads, or nothing in it can be read; LIMIT; IO. It is closed on failure.
 */
enum gbq_status archive_source_open(struct archive_source *source,
    const char *path, const struct archive_limits *limits,
    struct arena *arena, struct problem_list *problems, struct error *error);

/*
 * The same for an open descriptor, such as standard input, which stays the
 * caller's. What is no regular file is first copied to a file without a name
 * in TMPDIR. name is for messages, and must outlive the source.
 */
enum gbq_status archive_source_open_fd(struct archive_source *source, int fd,
    const char *name, const struct archive_limits *limits,
    struct arena *arena, struct problem_list *problems, struct error *error);

void archive_source_close(struct archive_source *source);

/*
 * Make *copy read the same archive while another thread reads the source,
 * which must outlive it. It is not to be closed.
 */
void archive_source_share(const struct archive_source *source,
    struct archive_source *copy, struct problem_list *problems);

/* What a visit calls; file is an index into source->files. */
struct archive_visitor {
	/* Whether the content is wanted; NULL: of all files. */
	bool (*wanted)(void *data, size_t file);
	/* A piece of the content, in order; none for an empty file. */
	void (*piece)(void *data, size_t file, struct slice bytes);
	/*
	 * The content is over; whole is false if it is cut or fails its
	 * checksum. Called once for each wanted file, also for those that
	 * damage keeps out of reach. False ends the visit.
	 */
	bool (*end)(void *data, size_t file, bool whole);
	void *data;
};

/*
 * One pass over the content, in archive order. Problems as above, and
 * `archive_changed` (warning) if the file was written to meanwhile. LIMIT,
 * IO: the visit is over, end() was not called for all.
 */
enum gbq_status archive_source_visit(struct archive_source *source,
    const struct archive_visitor *visitor, struct error *error);

/* Report files that are archives themselves: `nested_archive`, loss. */
void archive_source_report_nested(struct archive_source *source);

/*
 * ---- archive_names.c ----
 *
 * names of entries in archives: which of them can be the
 * path of a file, and which look like archives themselves.
 */

/*
 * Make a path of an entry's name: relative, '/' between parts, no part empty,
 * "." or "..". NULL and *name without its leading "./", or why the name
 * cannot be used. Bytes above 127 are left as they are.
 */
const char *archive_name_clean(struct slice *name, size_t max_bytes);

/* Whether a path ends like an archive that could hold reports. */
bool archive_name_is_archive(struct slice path);

/* The path without such an ending; without one, as it is. */
struct slice archive_name_stem(struct slice path);

#endif
