/*
 * archive.h - the files in an archive: listing and reading, nothing ever
 * extracted to disk.
 *
 * Read are tar (ustar, pax, GNU; plain or under gzip, bzip2, xz, zstd), zip
 * and 7z. An archive is read in its own order, so reading is a visit: one
 * pass hands out the content of all files that are wanted.
 */
#ifndef GBQ_SOURCE_ARCHIVE_H
#define GBQ_SOURCE_ARCHIVE_H

#include "source/archive_bytes.h"
#include "source/archive_limits.h"
#include "source/archive_report.h"
#include "source/folder.h"

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
 *	archive_no_end		warning	a tar without end mark: maybe cut
 *
 * with at most 100 rows of each and a row that counts the others. Offsets are
 * those in the unpacked stream. NO_INPUT: not there, not an archive that gbq
 * reads, or nothing in it can be read; LIMIT; IO. It is closed on failure.
 */
enum status archive_source_open(struct archive_source *source,
    const char *path, const struct archive_limits *limits,
    struct arena *arena, struct problem_list *problems, struct error *error);

/*
 * The same for an open descriptor, such as standard input, which stays the
 * caller's. What is no regular file is first copied to a file without a name
 * in TMPDIR. name is for messages, and must outlive the source.
 */
enum status archive_source_open_fd(struct archive_source *source, int fd,
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
enum status archive_source_visit(struct archive_source *source,
    const struct archive_visitor *visitor, struct error *error);

/* Report files that are archives themselves: `nested_archive`, loss. */
void archive_source_report_nested(struct archive_source *source);

#endif
