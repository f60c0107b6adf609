/*
 * archive_pass.c - libarchive's reader, with formats enabled by name. Must
 * not judge names nor know what entries mean; never writes anything.
 */
#include "source/archive/archive_private.h"

#include <string.h>

#include <archive_entry.h>

#include "source/archive/archive_7zip.h"
#include "util/memory.h"

enum {
	ZERO_BYTES = 1 << 16,
	MAX_EMPTY_BLOCKS = 1 << 16	/* one after the other */
};

static int
next_header(struct archive_pass *pass)
{
	locale_t before = uselocale(pass->locale);
	int result = archive_read_next_header(pass->reader, &pass->entry);

	uselocale(before);
	return result;
}

static const char *
reader_message(const struct archive_pass *pass)
{
	const char *message = pass->stream.message[0] ?
	    pass->stream.message : archive_error_string(pass->reader);

	return message ? message : "damaged";
}

static enum archive_step
archive_pass_damage(struct archive_pass *pass)
{
	pass->message = reader_message(pass);
	return archive_meter_stopped(&pass->meter) ? STEP_STOPPED :
	    STEP_DAMAGE;
}

/* ---- opening ---- */

/*
 * The formats are tried one by one, so that what is read does not depend on
 * which of them bids more, and each gets the locale that it needs.
 */
static void
archive_pass_support(struct archive *reader, enum archive_container container)
{
	switch (container) {
	case ARCHIVE_TAR:
		archive_read_support_format_tar(reader);
		/* Blocks of zeros in the middle do not end it. */
		archive_read_set_option(reader, "tar",
		    "read_concatenated_archives", "1");
		break;
	case ARCHIVE_ZIP:
		archive_read_support_format_zip_seekable(reader);
		break;
	case ARCHIVE_ZIP_STREAM:
		archive_read_support_format_zip_streamable(reader);
		break;
	case ARCHIVE_7ZIP:
		archive_read_support_format_7zip(reader);
		break;
	}
}

/*
 * In the C locale libarchive leaves tar names as they are (in a UTF-8 locale
 * it would normalise those of pax); names marked as UTF-8 or UTF-16 in zip
 * and 7z come through in a UTF-8 locale only, normalised: see
 * archive_pass_name_of().
 */
static locale_t
locale_for(enum archive_container container)
{
	locale_t locale = (locale_t)0;

	if (container != ARCHIVE_TAR)
		locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	return locale ? locale : newlocale(LC_CTYPE_MASK, "C", (locale_t)0);
}

/* libarchive would look for a 7z in programs, too. */
static bool
is_7zip(struct archive_pass *pass)
{
	return archive_stream_seekable(&pass->stream) &&
	    archive_stream_begins(&pass->stream, ARCHIVE_7ZIP_MAGIC) &&
	    archive_7zip_read_list(&pass->list, pass->stream.bytes,
	    &pass->meter);
}

static int
try_container(struct archive_pass *pass, enum archive_container container)
{
	pass->container = container;
	pass->reader = archive_read_new();
	if (!pass->reader)
		mem_fail();
	archive_pass_support(pass->reader, container);
	if (container == ARCHIVE_7ZIP && !is_7zip(pass))
		return ARCHIVE_FATAL;
	if (archive_stream_attach(&pass->stream, pass->reader) >=
	    ARCHIVE_WARN) {
		pass->locale = locale_for(container);
		return ARCHIVE_OK;
	}
	return ARCHIVE_FATAL;
}

/*
 * A zip file that only streaming can read has lost its directory, but for the
 * one of no entries, which libarchive does not find at offset 0.
 */
static bool
is_cut(const struct archive_pass *pass)
{
	return pass->container == ARCHIVE_ZIP_STREAM &&
	    archive_stream_seekable(&pass->stream) &&
	    !archive_stream_begins(&pass->stream, LITERAL("PK\5\6"));
}

static enum gbq_status
archive_pass_refuse(struct archive_pass *pass, struct error *error)
{
	if (archive_meter_stopped(&pass->meter)) {
		*error = pass->meter.error;
		return error->status;
	}
	if (pass->stream.message[0])
		return error_set(error, GBQ_NO_INPUT, "%s: damaged: %s",
		    pass->meter.name, pass->stream.message);
	return archive_bytes_refuse(pass->stream.bytes, pass->meter.name,
	    error);
}

enum gbq_status
archive_pass_open(struct archive_pass *pass,
    const struct archive_bytes *bytes, const struct archive_limits *limits,
    const char *name, struct error *error)
{
	static const enum archive_container tries[] = {
		ARCHIVE_TAR, ARCHIVE_ZIP, ARCHIVE_7ZIP, ARCHIVE_ZIP_STREAM
	};
	enum gbq_status status;
	size_t i;

	memset(pass, 0, sizeof(*pass));
	for (i = 0; i < LENGTH(tries); i++) {
		archive_pass_close(pass);
		archive_meter_init(&pass->meter, limits, name, bytes->size);
		status = archive_stream_open(&pass->stream, bytes,
		    &pass->meter, error);
		if (status != GBQ_OK)
			return status;
		if (try_container(pass, tries[i]) == ARCHIVE_OK) {
			pass->cut = is_cut(pass);
			return GBQ_OK;
		}
		if (archive_meter_stopped(&pass->meter))
			break;
	}
	return archive_pass_refuse(pass, error);
}

void
archive_pass_close(struct archive_pass *pass)
{
	if (pass->reader)
		archive_read_free(pass->reader);
	archive_stream_close(&pass->stream);
	archive_7zip_release(&pass->list);
	buffer_release(&pass->name);
	if (pass->locale)
		freelocale(pass->locale);
	pass->reader = NULL;
	pass->locale = (locale_t)0;
}

/* ---- entries ---- */

static enum archive_entry_kind
archive_pass_kind_of(struct archive_entry *entry)
{
	if (archive_entry_hardlink(entry))
		return ENTRY_HARD_LINK;
	switch (archive_entry_filetype(entry)) {
	case AE_IFREG:
		return ENTRY_FILE;
	case AE_IFDIR:
		return ENTRY_FOLDER;
	case AE_IFLNK:
		return ENTRY_SYMBOLIC_LINK;
	default:
		return ENTRY_OTHER;
	}
}

/*
 * Put the name of the entry at hand in pass->name as the archive has it;
 * false if it cannot be found.
 */
static bool
find_name(struct archive_pass *pass)
{
	int64_t end = archive_pass_offset(pass);
	enum gbq_status status;

	switch (pass->container) {
	case ARCHIVE_ZIP:
	case ARCHIVE_ZIP_STREAM:
		if (!archive_stream_seekable(&pass->stream))
			return false;
		/* the reader goes back, too: to the first one, at least */
		status = archive_zip_name(pass->stream.bytes,
		    pass->stood_at < end ? pass->stood_at : 0, end,
		    &pass->name);
		if (status == GBQ_IO)
			error_set_errno(&pass->meter.error, GBQ_IO,
			    pass->meter.name);
		return status == GBQ_OK;
	case ARCHIVE_7ZIP:
		return pass->has_name;
	case ARCHIVE_TAR:
		break;
	}
	return false;
}

/* Only what is not ASCII can differ from what libarchive gives. */
static struct slice
archive_pass_name_of(struct archive_pass *pass)
{
	locale_t before = uselocale(pass->locale);
	struct slice name = slice_of(archive_entry_pathname(pass->entry));

	uselocale(before);
	if (name.at && slice_is_ascii(name))
		return name;
	return find_name(pass) ? buffer_slice(&pass->name) : name;
}

static enum archive_step
archive_pass_take_entry(struct archive_pass *pass, int result)
{
	struct slice name = archive_pass_name_of(pass);

	pass->has_content = true;
	pass->was_read = false;
	pass->info = (struct archive_entry_info){
		.name = name,
		.kind = archive_pass_kind_of(pass->entry),
		.size = archive_entry_size_is_set(pass->entry) ?
		    archive_entry_size(pass->entry) : -1,
		.encrypted = archive_entry_is_data_encrypted(pass->entry),
		.offset = archive_read_header_position(pass->reader)
	};
	if (result == ARCHIVE_WARN && name.at)
		pass->info.remark = reader_message(pass);
	/* How libarchive says that it left the bytes as they are. */
	if (pass->info.remark &&
	    strstr(pass->info.remark, "to current locale"))
		pass->info.remark = NULL;
	if (!archive_meter_entry(&pass->meter))
		return STEP_STOPPED;
	return STEP_ENTRY;
}

static enum archive_step
take_end(struct archive_pass *pass)
{
	if (pass->container != ARCHIVE_TAR)
		return STEP_END;
	pass->no_end_mark = !archive_stream_saw_end_mark(&pass->stream);
	if (archive_stream_unused(&pass->stream) > 0)
		pass->message = "bytes after the end of the compression";
	return STEP_END;
}

/*
 * No header could be read; behind the end mark of a tar none need be. A wrong
 * checksum of the compression shows there, too: that is damage.
 */
static enum archive_step
archive_pass_take_failure(struct archive_pass *pass, int result)
{
	enum archive_step step = archive_pass_damage(pass);

	if (step == STEP_DAMAGE && pass->container == ARCHIVE_TAR &&
	    !pass->stream.message[0] &&
	    archive_stream_saw_end_mark(&pass->stream)) {
		pass->message = "bytes after the end mark, which are no tar";
		return STEP_END;
	}
	if (step == STEP_DAMAGE && result == ARCHIVE_FAILED)
		return archive_meter_entry(&pass->meter) ? STEP_BAD_ENTRY :
		    STEP_STOPPED;
	return step;
}

enum archive_step
archive_pass_next(struct archive_pass *pass)
{
	enum archive_step step = archive_pass_skip(pass);
	int result;

	if (step != STEP_ENTRY)
		return step;
	pass->message = NULL;
	pass->info.name = (struct slice){ 0 };	/* libarchive frees it */
	if (pass->container == ARCHIVE_TAR)
		archive_stream_expect_header(&pass->stream,
		    archive_filter_bytes(pass->reader, 0));
	pass->stood_at = archive_pass_offset(pass);
	pass->has_name = archive_7zip_next_name(&pass->list, &pass->name);
	result = next_header(pass);
	if (archive_meter_stopped(&pass->meter))
		return STEP_STOPPED;
	if (result == ARCHIVE_EOF)
		return take_end(pass);
	if (result != ARCHIVE_OK && result != ARCHIVE_WARN)
		return archive_pass_take_failure(pass, result);
	archive_stream_expect_content(&pass->stream);
	return archive_pass_take_entry(pass, result);
}

/* ---- content ---- */

/* One entry's content on its way. */
struct reading {
	struct archive_pass *pass;
	void (*use)(void *data, struct slice piece);
	void *data;
	int64_t at;		/* bytes given so far */
	int empty_blocks;
	bool damaged;
};

static bool
archive_pass_give(struct reading *reading, const char *bytes, size_t len)
{
	if (!archive_meter_given(&reading->pass->meter, (int64_t)len))
		return false;
	reading->at += (int64_t)len;
	if (reading->use && len)
		reading->use(reading->data, (struct slice){ bytes, len });
	return true;
}

/* The hole of a sparse file up to an offset; false at a limit. */
static bool
give_hole(struct reading *reading, int64_t to)
{
	static const char zeros[ZERO_BYTES];
	bool more = true;

	while (more && reading->at < to) {
		int64_t len = to - reading->at;

		more = archive_pass_give(reading, zeros,
		    len > ZERO_BYTES ? ZERO_BYTES : (size_t)len);
	}
	return more;
}

/* One block of libarchive; false at a limit or when there is no use. */
static bool
take_block(struct reading *reading, const void *bytes, size_t len,
    int64_t offset)
{
	if (len == 0)
		return ++reading->empty_blocks < MAX_EMPTY_BLOCKS;
	reading->empty_blocks = 0;
	if (offset < reading->at) {
		reading->damaged = true;
		return false;
	}
	return give_hole(reading, offset) &&
	    archive_pass_give(reading, bytes, len);
}

static enum archive_step
end_content(struct reading *reading)
{
	struct archive_pass *pass = reading->pass;

	/* Only a tar has holes; the last one has no block behind it. */
	if (pass->container == ARCHIVE_TAR && !reading->damaged &&
	    !give_hole(reading, pass->info.size))
		return STEP_STOPPED;
	if (!reading->damaged)
		return STEP_ENTRY;
	if (!pass->message)
		pass->message = reader_message(pass);
	return STEP_DAMAGE;
}

enum archive_step
archive_pass_read(struct archive_pass *pass,
    void (*use)(void *data, struct slice piece), void *data)
{
	struct reading reading = { .pass = pass, .use = use, .data = data };
	const void *bytes;
	la_int64_t offset;
	size_t len;
	int result;

	pass->message = NULL;
	pass->was_read = true;
	pass->unpacks = true;
	if (!archive_meter_declared(&pass->meter, pass->info.size, 0))
		return STEP_STOPPED;
	for (;;) {
		bytes = NULL;
		len = 0;
		result = archive_read_data_block(pass->reader, &bytes, &len,
		    &offset);
		if (result == ARCHIVE_EOF)
			return end_content(&reading);
		if (result != ARCHIVE_OK && result != ARCHIVE_WARN)
			return archive_pass_damage(pass);
		if (result == ARCHIVE_WARN)	/* a wrong checksum */
			reading.damaged = true;
		if (!take_block(&reading, bytes, bytes ? len : 0, offset))
			return archive_pass_damage(pass);
	}
}

/*
 * Whether libarchive would unpack what is left out, out of our sight: where
 * an entry's end is not known, or where entries are packed together.
 */
static bool
must_read(const struct archive_pass *pass)
{
	return !pass->was_read && (pass->container == ARCHIVE_ZIP_STREAM ||
	    (pass->container == ARCHIVE_7ZIP && pass->unpacks));
}

enum archive_step
archive_pass_skip(struct archive_pass *pass)
{
	if (!pass->has_content)
		return STEP_ENTRY;
	if (must_read(pass) &&
	    archive_pass_read(pass, NULL, NULL) == STEP_STOPPED)
		return STEP_STOPPED;
	pass->has_content = false;
	return archive_read_data_skip(pass->reader) < ARCHIVE_WARN ?
	    archive_pass_damage(pass) : STEP_ENTRY;
}

int64_t
archive_pass_offset(const struct archive_pass *pass)
{
	return archive_filter_bytes(pass->reader, 0);
}
