/*
 * archive_pass.h - one pass over an archive: entry after entry in archive
 * order, the content of each in pieces, under limits.
 */
#ifndef GBQ_SOURCE_ARCHIVE_PASS_H
#define GBQ_SOURCE_ARCHIVE_PASS_H

#include <locale.h>

#include "source/archive_7zip.h"
#include "source/archive_stream.h"
#include "util/text.h"

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
enum status archive_pass_open(struct archive_pass *pass,
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
