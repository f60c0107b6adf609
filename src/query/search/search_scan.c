/*
 * search_scan.c - pieces are searched where they are: only lines that cross
 * from one piece to the next are copied.
 */
#include "query/search/search_private.h"

#include <string.h>

void
scan_init(struct scan *scan, struct search_matcher *matcher,
    const struct scan_options *options, scan_sink *sink, void *data)
{
	*scan = (struct scan){ .matcher = matcher, .options = options,
		.sink = sink, .data = data };
}

void
scan_release(struct scan *scan)
{
	buffer_release(&scan->carry);
	buffer_release(&scan->before);
}

/* Sums of 255 bytes fit into one: compilers make vectors of the inner loop. */
int64_t
scan_count_newlines(struct slice text)
{
	const char *at = text.at, *end = text.at + text.len, *stop;
	int64_t count = 0;
	unsigned char lanes[32], most = 255, round;

	while (end - at >= 32) {
		memset(lanes, 0, sizeof(lanes));
		for (round = 0; round < most && end - at >= 32; round++) {
			for (size_t i = 0; i < sizeof(lanes); i++)
				lanes[i] = (unsigned char)(lanes[i] +
				    (at[i] == '\n'));
			at += 32;
		}
		for (size_t i = 0; i < sizeof(lanes); i++)
			count += lanes[i];
	}
	for (stop = end; at < stop; at++)
		count += *at == '\n';
	return count;
}

bool
scan_is_binary(struct slice head)
{
	int64_t count = 0;
	size_t cut = 0;

	if (slice_find_byte(head, '\0') == SIZE_MAX)
		return false;
	for (size_t i = 0; i < head.len; i++)
		count += head.at[i] == '\0';
	if (count > scan_count_newlines(head))
		return true;
	/* The last character may be cut. */
	while (cut < 3 && cut < head.len &&
	    !utf8_valid(slice_part(head, 0, head.len - cut)))
		cut++;
	return !utf8_valid(slice_part(head, 0, head.len - cut));
}

/* Move on to the number of the line at an offset of the chunk. */
static void
count_to(struct scan *scan, size_t offset)
{
	scan->line += scan_count_newlines(slice_part(scan->chunk,
	    scan->counted, offset));
	scan->counted = offset;
}

static void
search_scan_tell(struct scan *scan, int64_t number, struct slice text,
    const struct search_match *match)
{
	struct gbq_search_line line = { .number = number, .text = text.at,
		.len = text.len, .is_context = !match };

	if (match) {
		line.start = match->start - match->line;
		line.end = match->end - match->line;
	}
	scan->told = number;
	scan->sink(scan->data, &line);
}

/* The line of the chunk at an offset; the offset of the next one. */
static size_t
line_at(const struct scan *scan, size_t offset, struct slice *line)
{
	struct slice rest = slice_part(scan->chunk, offset, scan->chunk.len);

	slice_next_line(&rest, line);
	return scan->chunk.len - rest.len;
}

/* Lines that are wanted behind the last match, up to an offset. */
static void
tell_after(struct scan *scan, size_t limit)
{
	struct slice line;

	while (scan->after && scan->told_to < limit) {
		scan->told_to = line_at(scan, scan->told_to, &line);
		search_scan_tell(scan, scan->told + 1, line, NULL);
		scan->after--;
	}
}

/* The start of the line before the one that starts at an offset above 0. */
static size_t
line_before(struct slice text, size_t offset)
{
	size_t newline = slice_find_last_byte(slice_part(text, 0, offset - 1),
	    '\n');

	return newline == SIZE_MAX ? 0 : newline + 1;
}

/* The last lines of earlier chunks, at most count, not those told already. */
static void
tell_earlier(struct scan *scan, int64_t first, size_t count)
{
	struct slice rest = buffer_slice(&scan->before), line;
	size_t at = rest.len;
	int64_t number = first;

	while (count && at && number - 1 > scan->told) {
		at = line_before(rest, at);
		number--;
		count--;
	}
	rest = slice_part(rest, at, rest.len);
	while (slice_next_line(&rest, &line))
		search_scan_tell(scan, number++, line, NULL);
}

/* Lines that are wanted before the match; scan->line is its number. */
static void
tell_before(struct scan *scan, size_t start)
{
	size_t wanted = scan->options->context, at = start, count = 0;
	struct slice line;
	int64_t number;

	while (count < wanted && at > scan->told_to) {
		at = line_before(scan->chunk, at);
		count++;
	}
	if (at == 0 && count < wanted)
		tell_earlier(scan, scan->line - (int64_t)count,
		    wanted - count);
	for (number = scan->line - (int64_t)count; at < start; number++) {
		at = line_at(scan, at, &line);
		search_scan_tell(scan, number, line, NULL);
	}
}

static void
tell_match(struct scan *scan, const struct search_match *match)
{
	tell_after(scan, match->line);
	tell_before(scan, match->line);
	search_scan_tell(scan, scan->line, slice_part(scan->chunk, match->line,
	    match->line_end), match);
	scan->told_to = match->line_end + 1;
	scan->after = scan->options->context;
}

static void
take_match(struct scan *scan, const struct search_match *match)
{
	const struct scan_options *options = scan->options;

	count_to(scan, match->line);
	/* The next part of a line that was too long. */
	if (scan->line == scan->matched)
		return;
	scan->matched = scan->line;
	scan->found++;
	if (options->lines && !scan->is_binary)
		tell_match(scan, match);
	scan->full = options->max_lines && scan->found >= options->max_lines;
	scan->done = options->lines && scan->is_binary;
}

/* Where the last lines of a text begin. */
static size_t
last_lines(struct slice text, size_t count)
{
	size_t at = text.len;

	while (count && at) {
		at = line_before(text, at);
		count--;
	}
	return at;
}

/* Keep the last lines for the context of the next chunk. */
static void
keep_before(struct scan *scan)
{
	size_t wanted = scan->options->context, at;

	at = last_lines(scan->chunk, wanted);
	buffer_add_slice(&scan->before, slice_part(scan->chunk, at,
	    scan->chunk.len));
	at = last_lines(buffer_slice(&scan->before), wanted);
	scan->before.len -= at;
	memmove(scan->before.bytes, scan->before.bytes + at,
	    scan->before.len);
}

/* Search whole lines; the last one of the text may lack its newline. */
static void
scan_lines(struct scan *scan, struct slice lines)
{
	struct search_match match;
	size_t from = 0;
	bool found = true;

	scan->chunk = lines;
	scan->counted = scan->told_to = 0;
	while (!scan->done && !scan->full && from < lines.len) {
		if (search_matcher_find(scan->matcher, lines, from, &match,
		    &found, &scan->error) != GBQ_OK)
			scan->done = true;
		if (scan->done || !found)
			break;
		take_match(scan, &match);
		from = match.line_end + 1;
	}
	tell_after(scan, lines.len);
	scan->done |= scan->full && !scan->after;
	count_to(scan, lines.len);
	if (scan->options->context && !scan->done)
		keep_before(scan);
}

void
scan_begin(struct scan *scan)
{
	buffer_clear(&scan->carry);
	buffer_clear(&scan->before);
	scan->is_binary = scan->done = scan->full = false;
	scan->found = scan->told = scan->matched = 0;
	scan->line = 1;
	scan->after = 0;
}

/* Add to the line that is not whole; true once it is and was searched. */
static bool
carry_on(struct scan *scan, struct slice *piece)
{
	size_t newline = slice_find_byte(*piece, '\n');
	size_t len = newline == SIZE_MAX ? piece->len : newline + 1;

	buffer_add_slice(&scan->carry, slice_part(*piece, 0, len));
	*piece = slice_part(*piece, len, piece->len);
	if (newline == SIZE_MAX && scan->carry.len < MAX_LINE_BYTES)
		return false;
	scan_lines(scan, buffer_slice(&scan->carry));
	buffer_clear(&scan->carry);
	/* What comes next has no number of its own. */
	if (newline == SIZE_MAX)
		scan->after = 0;
	return true;
}

void
scan_add(struct scan *scan, struct slice piece)
{
	size_t newline;

	if (scan->carry.len && !carry_on(scan, &piece))
		return;
	newline = slice_find_last_byte(piece, '\n');
	if (newline != SIZE_MAX && !scan->done) {
		scan_lines(scan, slice_part(piece, 0, newline + 1));
		piece = slice_part(piece, newline + 1, piece.len);
	}
	if (!scan->done)
		buffer_add_slice(&scan->carry, piece);
}

void
scan_end(struct scan *scan)
{
	if (scan->carry.len && !scan->done)
		scan_lines(scan, buffer_slice(&scan->carry));
	buffer_clear(&scan->carry);
}
