/*
 * detect.c - sniffing. A trace log has lines with a JSON envelope; console
 * text has the prefixes and words of torch's logs.
 */
#include "ingest/job/inputs.h"

#include "parse/file_name.h"
#include "parse/log/log.h"
#include "source/source.h"

enum { HEAD_BYTES = FILE_HEAD_BYTES, MAX_LINES = 400 };

/* Words of graph_breaks, recompiles and fullgraph tracebacks on a console. */
static const char *const console_marks[] = {
	"[__graph_breaks]", "[__recompiles]", "__graph_breaks:",
	"__recompiles:", "Graph break in user code at ",
	"torch._dynamo.exc.", "torch._dynamo hit config.",
	"torch/_dynamo/", "torch._dynamo.", "torch._inductor.exc.",
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
	return INPUT_UNKNOWN;
}

static void
detect_add_head(void *data, struct slice piece)
{
	struct buffer *head = data;

	if (head->len < HEAD_BYTES)
		buffer_add_slice(head, slice_part(piece, 0,
		    HEAD_BYTES - head->len));
}

enum input_kind
detect_file(const struct folder *folder, const struct folder_file *file,
    struct error *error)
{
	struct buffer raw = { 0 }, plain = { 0 };
	struct slice head;
	struct gunzip *gunzip;
	enum input_kind kind;
	bool is_packed;

	if (folder_head(folder, file, HEAD_BYTES, &raw, error) !=
	    GBQ_OK)
		return INPUT_UNKNOWN;
	head = buffer_slice(&raw);
	is_packed = slice_starts(head, LITERAL("\x1f\x8b"));
	if (is_packed) {
		gunzip = gunzip_new(detect_add_head, &plain);
		gunzip_feed(gunzip, head);
		gunzip_end(gunzip);
		head = buffer_slice(&plain);
	}
	/* A log may stand in it as it is, near the beginning. */
	if (has_archive_mark(head) || is_tar(head))
		kind = INPUT_UNKNOWN;
	else if (file_name_is_part(file->path) ||
	    file_kind_of_content(head) != FILE_UNKNOWN)
		kind = is_packed ? INPUT_UNKNOWN : INPUT_PART;
	else
		kind = detect_bytes(head);
	if (kind == INPUT_UNKNOWN && detect_is_blank(head) &&
	    (slice_ends(file->path, LITERAL(".log")) ||
	    slice_ends(file->path, LITERAL(".log.gz"))))
		kind = INPUT_TRACE;
	buffer_release(&raw);
	buffer_release(&plain);
	return kind;
}
