/*
 * log.c - cuts a trace log into records. Lines come in pieces of any size:
 * a line that a piece holds whole is not copied before it is looked at,
 * payload lines go straight into the payload.
 */
#include "parse/log/log.h"

#include <stdlib.h>
#include <string.h>

enum {
	MAX_LINE = 64 << 20,
	KEPT_CAPACITY = 8 << 20,	/* of a line's buffer, for the next */
	MAX_REPORTED = 20		/* of each problem */
};

enum log_problem {
	BAD_LINE,
	BAD_JSON,
	ORPHAN_PAYLOAD,
	PAYLOAD_MD5,
	PAYLOAD_TOO_LARGE,
	LINE_TOO_LARGE,
	BLANK_LINE,
	PROBLEM_TOTAL
};

static const struct {
	enum severity severity;
	const char *code, *message;
	int64_t reported;		/* so many one by one */
} problem_kinds[] = {
	[BAD_LINE] = { SEVERITY_WARNING, "log_bad_line",
	    "neither a record nor a line of a payload", MAX_REPORTED },
	[BAD_JSON] = { SEVERITY_LOSS, "log_bad_json",
	    "a record whose JSON cannot be read", MAX_REPORTED },
	[ORPHAN_PAYLOAD] = { SEVERITY_LOSS, "log_orphan_payload",
	    "payload lines that no record announces", MAX_REPORTED },
	[PAYLOAD_MD5] = { SEVERITY_LOSS, "payload_md5",
	    "the payload is not what its md5 says", MAX_REPORTED },
	[PAYLOAD_TOO_LARGE] = { SEVERITY_LOSS, "payload_too_large",
	    "a payload of over 64 MB: not read", MAX_REPORTED },
	[LINE_TOO_LARGE] = { SEVERITY_LOSS, "log_line_too_large",
	    "a line of over 64 MB: not read", MAX_REPORTED },
	[BLANK_LINE] = { SEVERITY_NOTE, "log_blank_line", "empty line", 1 },
};

enum line_state {
	LINE_START,	/* before the first byte of a line */
	LINE_PAYLOAD,	/* in a line of the payload */
	LINE_OTHER	/* in any other line */
};

/* Whom TAB lines belong to. */
enum payload_owner {
	OWNER_NONE,	/* nobody: they are orphans */
	OWNER_CURRENT,	/* the current record */
	OWNER_LOST	/* a record that could not be read: dropped */
};

struct log_reader {
	struct problem_list *problems;
	log_callback *callback;
	void *data;
	struct log_counts counts;
	int64_t problem_counts[PROBLEM_TOTAL];
	enum line_state state;
	int64_t offset;			/* of the bytes to come */
	int64_t line_offset;		/* of the line at hand */
	struct buffer line;		/* what earlier pieces had of it */
	bool line_too_large;
	struct buffer record;		/* the line of the current record */
	struct arena arena;		/* its texts with escapes */
	struct log_envelope current;
	bool has_current, is_unix_log;
	enum payload_owner payload_owner;
	struct log_payload payload;
	bool after_orphan;		/* the line before was one too */
};

struct log_reader *
log_reader_new(struct problem_list *problems, log_callback *callback,
    void *data)
{
	struct log_reader *reader = mem_calloc(1, sizeof(*reader));

	reader->problems = problems;
	reader->callback = callback;
	reader->data = data;
	arena_init(&reader->arena);
	log_payload_init(&reader->payload);
	return reader;
}

void
log_reader_free(struct log_reader *reader)
{
	if (!reader)
		return;
	log_payload_release(&reader->payload);
	arena_release(&reader->arena);
	buffer_release(&reader->line);
	buffer_release(&reader->record);
	free(reader);
}

const struct log_counts *
log_reader_counts(const struct log_reader *reader)
{
	return &reader->counts;
}

static void
log_report(struct log_reader *reader, enum log_problem kind, int64_t offset)
{
	if (reader->problem_counts[kind]++ < problem_kinds[kind].reported)
		problem_add(reader->problems, problem_kinds[kind].severity,
		    problem_kinds[kind].code, offset, "%s",
		    problem_kinds[kind].message);
}

/* Say how many problems were not reported one by one. */
static void
report_rest(struct log_reader *reader)
{
	int64_t more;
	size_t i;

	for (i = 0; i < PROBLEM_TOTAL; i++) {
		more = reader->problem_counts[i] - problem_kinds[i].reported;
		if (more > 0)
			problem_add(reader->problems,
			    problem_kinds[i].severity, problem_kinds[i].code,
			    UNKNOWN_INT, "%lld more: %s", (long long)more,
			    problem_kinds[i].message);
	}
}

static void
report_cut(struct log_reader *reader, int64_t offset, const char *what)
{
	problem_add(reader->problems, SEVERITY_LOSS, "log_cut", offset,
	    "the log ends in the middle of %s", what);
}

static bool
is_md5(struct slice text)
{
	size_t i;

	for (i = 0; i < text.len; i++) {
		if (!strchr("0123456789abcdef", text.at[i]) || !text.at[i])
			return false;
	}
	return text.len == 32;
}

static enum payload_state
check_payload(struct log_reader *reader, bool at_end)
{
	struct log_envelope *current = &reader->current;
	bool whole = log_payload_finish(&reader->payload,
	    current->envelope.md5, reader->state == LINE_PAYLOAD,
	    reader->is_unix_log);

	if (whole)
		return PAYLOAD_WHOLE;
	if (!is_md5(current->envelope.md5))
		return PAYLOAD_UNCHECKED;
	if (at_end) {
		report_cut(reader, current->offset, "a payload");
		return PAYLOAD_CUT;
	}
	log_report(reader, PAYLOAD_MD5, current->offset);
	return PAYLOAD_MISMATCH;
}

static void
finish_payload(struct log_reader *reader, bool at_end)
{
	struct log_envelope *current = &reader->current;

	reader->counts.payloads++;
	current->payload_state = check_payload(reader, at_end);
	current->payload_too_large = reader->payload.spilled > 0;
	current->payload_bytes = reader->payload.spilled +
	    (int64_t)reader->payload.bytes.len;
	if (reader->payload.lines)
		current->payload = log_payload_text(&reader->payload);
	if (current->payload_too_large)
		log_report(reader, PAYLOAD_TOO_LARGE, current->offset);
}

/* Give the current record out: no more payload lines can come. */
static void
finish_record(struct log_reader *reader, bool at_end)
{
	if (!reader->has_current)
		return;
	if (reader->current.envelope.md5.at)
		finish_payload(reader, at_end);
	reader->callback(reader->data, &reader->current);
	reader->has_current = false;
	log_payload_clear(&reader->payload);
	if (reader->arena.blocks)
		arena_release(&reader->arena);
}

static bool
take_carriage_return(struct slice *line)
{
	if (line->len == 0 || line->at[line->len - 1] != '\r')
		return false;
	line->len--;
	return true;
}

/* Make a line that has the prefix of a record the current record. */
static bool
begin_record(struct log_reader *reader, struct slice line)
{
	struct log_envelope *current = &reader->current;
	struct slice copy;

	if (reader->record.capacity > KEPT_CAPACITY)
		buffer_release(&reader->record);
	buffer_clear(&reader->record);
	buffer_add_slice(&reader->record, line);
	copy = buffer_slice(&reader->record);
	reader->is_unix_log = !take_carriage_return(&copy);
	*current = (struct log_envelope){ .offset = reader->line_offset,
	    .line_number = reader->counts.lines };
	log_line_parse(copy, &current->line);
	if (!envelope_parse(&reader->arena, current->line.json,
	    &current->envelope)) {
		reader->payload_owner = OWNER_LOST;
		return false;
	}
	reader->has_current = true;
	reader->counts.envelopes++;
	reader->payload_owner = current->envelope.md5.at ? OWNER_CURRENT :
	    OWNER_NONE;
	return true;
}

/* A payload line behind the prefix of a launcher, "[rank0]:\t…". */
static bool
take_prefixed_payload(struct log_reader *reader, struct slice line)
{
	size_t prefix = log_line_prefix(line);

	if (reader->payload_owner == OWNER_NONE || prefix >= line.len ||
	    line.at[prefix] != '\t')
		return false;
	if (reader->payload_owner == OWNER_CURRENT) {
		log_payload_add(&reader->payload,
		    slice_part(line, prefix + 1, line.len));
		log_payload_add(&reader->payload, LITERAL("\n"));
		reader->payload.lines++;
	}
	return true;
}

static void
log_take_bad_line(struct log_reader *reader, struct slice line)
{
	bool orphan = line.len && line.at[0] == '\t';

	if (slice_trim(line).len == 0 && !orphan) {
		reader->counts.blank_lines++;
		log_report(reader, BLANK_LINE, reader->line_offset);
		return;
	}
	reader->counts.bad_lines++;
	if (!orphan)
		log_report(reader, BAD_LINE, reader->line_offset);
	else if (!reader->after_orphan)
		log_report(reader, ORPHAN_PAYLOAD, reader->line_offset);
	reader->after_orphan = orphan;
}

/* A whole line that does not go on with a payload. */
static void
log_take_line(struct log_reader *reader, struct slice line)
{
	struct log_line parsed;

	reader->counts.lines++;
	if (!log_line_parse(line, &parsed)) {
		if (!take_prefixed_payload(reader, line))
			log_take_bad_line(reader, line);
		return;
	}
	reader->after_orphan = false;
	finish_record(reader, false);
	if (!begin_record(reader, line))
		log_report(reader, BAD_JSON, reader->line_offset);
}

/* The line at hand is too large: only say where it stands. */
static void
take_large_line(struct log_reader *reader)
{
	reader->counts.lines++;
	log_report(reader, LINE_TOO_LARGE, reader->line_offset);
	finish_record(reader, false);
	reader->current = (struct log_envelope){
	    .envelope = { .key = compile_key_none(), .attempt = NO_ID,
	    .source_line = UNKNOWN_INT, .thread = UNKNOWN_INT },
	    .offset = reader->line_offset,
	    .line_number = reader->counts.lines, .line_too_large = true };
	reader->has_current = true;
	reader->payload_owner = OWNER_LOST;
}

/* The line at hand has come to its end. */
static void
log_end_line(struct log_reader *reader, struct slice line)
{
	if (reader->line_too_large)
		take_large_line(reader);
	else
		log_take_line(reader, line);
	reader->line_too_large = false;
	if (reader->line.capacity > KEPT_CAPACITY)
		buffer_release(&reader->line);
	buffer_clear(&reader->line);
}

/* A part of a line that is no payload; ends: its '\n' follows. */
static void
log_take_part(struct log_reader *reader, struct slice part, bool ends)
{
	if (reader->line.len + part.len > MAX_LINE) {
		reader->line_too_large = true;
		buffer_clear(&reader->line);
	}
	if (reader->line_too_large) {
		if (ends)
			log_end_line(reader, part);
	} else if (ends && reader->line.len == 0) {
		log_end_line(reader, part);
	} else {
		buffer_add_slice(&reader->line, part);
		if (ends)
			log_end_line(reader, buffer_slice(&reader->line));
	}
}

/* Find out what the line is that begins here; its TAB is taken. */
static size_t
begin_line(struct log_reader *reader, char first)
{
	reader->line_offset = reader->offset;
	if (first != '\t' || reader->payload_owner == OWNER_NONE) {
		reader->state = LINE_OTHER;
		return 0;
	}
	reader->state = LINE_PAYLOAD;
	reader->counts.lines++;
	reader->payload.lines += reader->payload_owner == OWNER_CURRENT;
	return 1;
}

void
log_reader_feed(struct log_reader *reader, struct slice piece)
{
	const char *at = piece.at, *end = piece.at + piece.len, *newline;
	struct slice part;

	while (at < end) {
		const char *from = at;

		if (reader->state == LINE_START)
			at += begin_line(reader, *at);
		newline = memchr(at, '\n', (size_t)(end - at));
		part = (struct slice){ at, (size_t)((newline ? newline : end) -
		    at) };
		at = newline ? newline + 1 : end;
		reader->offset += at - from;
		if (reader->state == LINE_OTHER)
			log_take_part(reader, part, newline != NULL);
		else if (reader->payload_owner == OWNER_CURRENT)
			log_payload_add(&reader->payload, (struct slice){
			    part.at, (size_t)(at - part.at) });
		if (newline)
			reader->state = LINE_START;
	}
}

/* The last line has no '\n': it counts only if it is a whole record. */
static void
end_cut_line(struct log_reader *reader)
{
	struct slice line = buffer_slice(&reader->line);
	struct log_line parsed;

	finish_record(reader, !log_line_parse(line, &parsed));
	if (reader->line_too_large) {
		take_large_line(reader);
		return;
	}
	reader->counts.lines++;
	if (slice_trim(line).len && (!log_line_parse(line, &parsed) ||
	    !begin_record(reader, line)))
		report_cut(reader, reader->line_offset, "a line");
}

void
log_reader_end(struct log_reader *reader)
{
	if (reader->state == LINE_OTHER)
		end_cut_line(reader);
	finish_record(reader, true);
	report_rest(reader);
}
