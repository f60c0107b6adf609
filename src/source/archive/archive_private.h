/*
 * archive_private.h - the bytes of an archive with its compressions taken off,
 * handed to libarchive piece by piece, each piece counted.
 *
 * libarchive could take off compressions itself, but then it would unpack
 * gigabytes between two calls of ours. Here a first libarchive handle unpacks
 * (filters only), a second one reads the container, and every 64 KiB between
 * them pass the meter.
 */
#ifndef GBQ_SOURCE_ARCHIVE_ARCHIVE_PRIVATE_H
#define GBQ_SOURCE_ARCHIVE_ARCHIVE_PRIVATE_H

#include <archive.h>
#include <locale.h>

#include "source/archive/archive.h"
#include "source/archive/archive_7zip.h"
#include "util/text.h"

struct archive_stream {
	const struct archive_bytes *bytes;
	struct archive_meter *meter;
	struct archive *unpacker;	/* NULL: nothing to unpack */
	char *window;			/* last bytes read of the file */
	int64_t window_at, at;		/* offsets in the file */
	size_t window_len;
	const char *piece;		/* last bytes handed out … */
	int64_t piece_at;		/* … and their offset */
	size_t piece_len;
	int64_t watch_at;		/* block of 512 bytes to look at */
	size_t watch_left;
	bool watch_zero;
	int64_t header_room;		/* bytes until a header is too long */
	bool is_gzip;			/* which unpacks in one step */
	unsigned long checksum;		/* CRC-32 of what was unpacked */
	char message[512];		/* why unpacking failed; or empty */
};

/*
 * Begin a pass. NO_INPUT: the compression is damaged from the start or the
 * input is empty; LIMIT: see meter; IO.
 */
enum gbq_status archive_stream_open(struct archive_stream *stream,
    const struct archive_bytes *bytes, struct archive_meter *meter,
    struct error *error);

void archive_stream_close(struct archive_stream *stream);

/* Whether offsets can be chosen: nothing has to be unpacked. */
bool archive_stream_seekable(const struct archive_stream *stream);

/* Whether the file begins like that; only before anything is read. */
bool archive_stream_begins(const struct archive_stream *stream,
    struct slice magic);

/* Give the stream to a libarchive handle that has its formats. */
int archive_stream_attach(struct archive_stream *stream,
    struct archive *reader);

/*
 * A header is expected at an offset: remember whether the block there is all
 * zero (the end mark of tar), and let the header be 4 MiB at most, blocks of
 * zeros not counted.
 */
void archive_stream_expect_header(struct archive_stream *stream, int64_t at);

/* The header is read: what follows is content. */
void archive_stream_expect_content(struct archive_stream *stream);

/* Whether the block that archive_stream_expect_header() named is zero. */
bool archive_stream_saw_end_mark(const struct archive_stream *stream);

/* Bytes of the file that unpacking has not used, once it is at its end. */
int64_t archive_stream_unused(const struct archive_stream *stream);

/*
 * ---- archive_list.c ----
 *
 * the first pass over an archive: which files it holds.
 */

/*
 * Fill files, order, format and damaged of a source whose bytes are open.
 * Statuses as of archive_source_open().
 */
enum gbq_status archive_list(struct archive_source *source, struct error
    *error);

/*
 * ---- archive_pass.c ----
 *
 * one pass over an archive: entry after entry in archive
 * order, the content of each in pieces, under limits.
 */

enum archive_container {
	ARCHIVE_TAR,
	ARCHIVE_ZIP,
	ARCHIVE_ZIP_STREAM,	/* without the directory at the end */
	ARCHIVE_7ZIP
};

enum archive_entry_kind {
	ENTRY_FILE,
	ENTRY_FOLDER,
	ENTRY_SYMBOLIC_LINK,
	ENTRY_HARD_LINK,
	ENTRY_OTHER		/* device, FIFO, socket */
};

/* The entry at hand; its texts hold until archive_pass_next() reads on. */
struct archive_entry_info {
	struct slice name;	/* bytes as they are; absent: unreadable */
	enum archive_entry_kind kind;
	int64_t size;		/* as declared, or -1 */
	bool encrypted;
	int64_t offset;		/* of the header, in the unpacked stream */
	const char *remark;	/* NULL, or what is odd about the header */
};

enum archive_step {
	STEP_ENTRY,		/* pass->info is the next entry */
	STEP_BAD_ENTRY,		/* pass->message; there may be more entries */
	STEP_END,		/* pass->message: NULL, or what follows it */
	STEP_DAMAGE,		/* pass->message: nothing more can be read */
	STEP_STOPPED		/* pass->meter.error: a limit, or IO */
};

struct archive_pass {
	struct archive_meter meter;
	struct archive_stream stream;
	struct archive *reader;
	struct archive_entry *entry;
	enum archive_container container;
	bool cut;		/* a zip file without its directory */
	bool has_content;	/* of the entry at hand, still to be skipped */
	bool was_read;		/* that content, as far as it went */
	bool unpacks;		/* some content was read in this pass */
	bool no_end_mark;	/* at STEP_END: a tar without one */
	struct archive_entry_info info;
	struct archive_7zip_list list;	/* of a 7z */
	struct buffer name;	/* as the archive has it */
	bool has_name;		/* that the list gave one for this entry */
	int64_t stood_at;	/* offset, before the entry at hand */
	const char *message;	/* until the next call */
	locale_t locale;	/* for libarchive's conversion of names */
};

/*
 * Begin. NO_INPUT: not an archive that gbq reads, or damaged from the start;
 * LIMIT, IO. Close it in any case.
 */
enum gbq_status archive_pass_open(struct archive_pass *pass,
    const struct archive_bytes *bytes, const struct archive_limits *limits,
    const char *name, struct error *error);

void archive_pass_close(struct archive_pass *pass);

/*
 * The next entry. At STEP_DAMAGE, info.name tells the entry whose content
 * ends early; absent: a header cannot be read.
 */
enum archive_step archive_pass_next(struct archive_pass *pass);

/*
 * Read the content of the entry at hand and give it to use(data, piece), if
 * use is not NULL. STEP_ENTRY: all of it; STEP_DAMAGE: not all or not the
 * right bytes, see pass->message; STEP_STOPPED.
 */
enum archive_step archive_pass_read(struct archive_pass *pass,
    void (*use)(void *data, struct slice piece), void *data);

/*
 * Leave the content of the entry at hand out: STEP_ENTRY, STEP_DAMAGE or
 * STEP_STOPPED.
 */
enum archive_step archive_pass_skip(struct archive_pass *pass);

/* Where reading stands, in the unpacked stream. */
int64_t archive_pass_offset(const struct archive_pass *pass);

#endif
