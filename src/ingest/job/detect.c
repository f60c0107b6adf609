/*
 * detect.c - sniffing. A trace log has lines with a JSON envelope; console
 * text has the prefixes and words of torch's logs.
 */
#include "ingest/job/inputs.h"

#include <string.h>

#include "parse/file_name.h"
#include "parse/log/log.h"
#include "source/source.h"

enum {
	HEAD_BYTES = FILE_HEAD_BYTES,
	MAX_LINES = 400,
	/* A console may begin with much that is not torch's. */
	TEXT_BYTES = 64 << 20
};

/* Words of what torch's compiler prints on a console. */
static const char *const console_marks[] = {
	"[__graph_breaks]", "[__recompiles]", "__graph_breaks:",
	"__recompiles:", "Graph break in user code at ",
	"Graph break from `Tensor.item()`", "WON'T CONVERT ",
	"Recompiling function ", "  Break Reason 1:", "torch._dynamo",
	"torch._inductor.", "torch._functorch.", "torch/_dynamo/",
	"torch/_inductor/", "torch/_functorch/", "torch\\_dynamo\\",
	"BackendCompilerFailed: ", "Unsupported: ",
	"InternalTorchDynamoError: ", "TorchRuntimeError: ",
};

static bool
has_mark(struct slice head)
{
	size_t i;

	for (i = 0; i < LENGTH(console_marks); i++) {
		if (slice_contains(head, slice_of(console_marks[i])))
			return true;
	}
	return false;
}

/* What archives and their filters begin with; gzip is looked into. */
static const struct slice archive_marks[] = {
	{ "PK\3\4", 4 }, { "PK\5\6", 4 }, { "7z\xbc\xaf\x27\x1c", 6 },
	{ "\xfd" "7zXZ", 6 }, { "\x28\xb5\x2f\xfd", 4 }, { "BZh", 3 },
};

static bool
has_archive_mark(struct slice head)
{
	size_t i;

	for (i = 0; i < LENGTH(archive_marks); i++) {
		if (slice_starts(head, archive_marks[i]))
			return true;
	}
	return false;
}

/* The header of a tar: the octal number in it is the sum of its bytes. */
static bool
is_tar(struct slice head)
{
	enum { HEADER = 512, SUM_AT = 148, SUM_DIGITS = 8 };
	uint32_t sum = 0, stored = 0;
	size_t i;

	if (head.len < HEADER)
		return false;
	for (i = 0; i < HEADER; i++) {
		bool is_sum = i >= SUM_AT && i < SUM_AT + SUM_DIGITS;
		unsigned char byte = (unsigned char)head.at[i];

		sum += is_sum ? ' ' : byte;
		if (is_sum && byte >= '0' && byte <= '7')
			stored = stored * 8 + (byte - '0');
	}
	return stored == sum;
}

/* White space only: a log of empty lines. */
static bool
detect_is_blank(struct slice head)
{
	return slice_trim(head).len == 0;
}

/* No control characters but those of white space and of colors. */
static bool
detect_is_text(struct slice head)
{
	static const char allowed[] = "\a\b\t\n\v\f\r\033";

	for (size_t i = 0; i < head.len; i++) {
		if ((unsigned char)head.at[i] < ' ' &&
		    !memchr(allowed, head.at[i], sizeof(allowed) - 1))
			return false;
	}
	return head.len > 0;
}

enum input_kind
detect_bytes(struct slice head)
{
	struct slice rest = head, line;
	struct log_line parsed;
	int lines = 0;

	while (lines++ < MAX_LINES && slice_next_line(&rest, &line)) {
		if (log_line_parse(slice_trim_end(line), &parsed))
			return INPUT_TRACE;
	}
	if (slice_find_byte(head, '\0') == SIZE_MAX && has_mark(head))
		return INPUT_CONSOLE;
	return detect_is_text(head) ? INPUT_TEXT : INPUT_UNKNOWN;
}

struct detected_head {
	struct buffer plain;
	size_t count;		/* bytes wanted */
	bool is_packed;		/* in a gzip */
};

static void
detect_add_head(void *data, struct slice piece)
{
	struct detected_head *head = data;

	buffer_add_slice(&head->plain, slice_part(piece, 0,
	    head->count - head->plain.len));
}

/* The first bytes of a file, those in a gzip; false: *error is set. */
static bool
detect_read_head(const struct folder *folder, const struct folder_file *file,
    struct detected_head *head, struct error *error)
{
	struct buffer raw = { 0 };
	struct gunzip *gunzip;
	bool done = folder_head(folder, file, head->count, &raw, error) ==
	    GBQ_OK;

	buffer_clear(&head->plain);
	head->is_packed = slice_starts(buffer_slice(&raw),
	    LITERAL("\x1f\x8b"));
	if (done && head->is_packed) {
		gunzip = gunzip_new(detect_add_head, head);
		gunzip_feed(gunzip, buffer_slice(&raw));
		gunzip_end(gunzip);
	} else if (done) {
		buffer_add_slice(&head->plain, buffer_slice(&raw));
	}
	buffer_release(&raw);
	return done;
}

/* A log may stand in an archive as it is, near the beginning. */
static enum input_kind
kind_of_head(const struct folder_file *file, const struct detected_head *head)
{
	struct slice plain = buffer_slice(&head->plain);

	if (detect_is_blank(plain) &&
	    (slice_ends(file->path, LITERAL(".log")) ||
	    slice_ends(file->path, LITERAL(".log.gz"))))
		return INPUT_TRACE;
	if (has_archive_mark(plain) || is_tar(plain))
		return INPUT_UNKNOWN;
	if (file_name_is_part(file->path) ||
	    file_kind_of_content(plain) != FILE_UNKNOWN)
		return head->is_packed ? INPUT_UNKNOWN : INPUT_PART;
	return detect_bytes(plain);
}

enum input_kind
detect_file(const struct folder *folder, const struct folder_file *file,
    struct error *error)
{
	struct detected_head head = { .count = HEAD_BYTES };
	enum input_kind kind = INPUT_UNKNOWN;

	if (detect_read_head(folder, file, &head, error))
		kind = kind_of_head(file, &head);
	buffer_release(&head.plain);
	return kind;
}

enum input_kind
detect_given_file(const struct folder *folder, const struct folder_file *file,
    struct error *error)
{
	struct detected_head head = { .count = TEXT_BYTES };
	enum input_kind kind = detect_file(folder, file, error);

	if (kind == INPUT_TEXT &&
	    detect_read_head(folder, file, &head, error) &&
	    has_mark(buffer_slice(&head.plain)))
		kind = INPUT_CONSOLE;
	buffer_release(&head.plain);
	return kind;
}
