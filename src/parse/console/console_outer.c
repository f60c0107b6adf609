/*
 * console_outer.c - what a runner puts before each line (docker compose,
 * GitHub Actions, Ray, srun -l, journald, a quote's "> ", …): colors away,
 * times folded, rank and process found. No runner is known by its name.
 */
#include "parse/console/console_private.h"

#include <string.h>

/*
 * The end of the control sequence behind an ESC: of colors, or of a text for
 * the terminal (titles, links, times of Buildkite), which BEL or ESC \ ends.
 */
static size_t
sequence_end(struct slice line, size_t at)
{
	size_t end;

	if (at == line.len)
		return at;
	if (line.at[at] == '[') {
		for (end = at + 1; end < line.len &&
		    (unsigned char)line.at[end] >= 0x20 &&
		    (unsigned char)line.at[end] < 0x40;)
			end++;
		return end + (end < line.len);
	}
	if (!memchr("_]P^X", line.at[at], 5))
		return at;
	for (end = at + 1; end < line.len; end++) {
		if (line.at[end] == '\a')
			return end + 1;
		if (line.at[end] == '\033')
			return end + 1 < line.len ? end + 2 : end + 1;
	}
	return at;	/* it does not end here: no such text */
}

struct slice
console_without_colors(struct slice line, struct buffer *copy)
{
	size_t at = slice_find_byte(line, '\033');

	if (at == SIZE_MAX)
		return line;
	buffer_clear(copy);
	while (at != SIZE_MAX) {
		buffer_add_slice(copy, slice_part(line, 0, at));
		line = slice_part(line, sequence_end(line, at + 1), line.len);
		at = slice_find_byte(line, '\033');
	}
	buffer_add_slice(copy, line);
	return buffer_slice(copy);
}

/* ---- times ---- */

static bool
outer_is_word(char byte)
{
	return byte_is_digit(byte) || (byte >= 'a' && byte <= 'z') ||
	    (byte >= 'A' && byte <= 'Z') || byte == '_';
}

static size_t
outer_digits(struct slice text, size_t at)
{
	size_t count = 0;

	while (at + count < text.len && byte_is_digit(text.at[at + count]))
		count++;
	return count;
}

static char
outer_byte(struct slice text, size_t at)
{
	return at < text.len ? text.at[at] : '\0';
}

/* ":00", "-01" and no third digit. */
static bool
outer_has_two(struct slice text, size_t at, const char *before)
{
	char byte = outer_byte(text, at);

	return byte && strchr(before, byte) && outer_digits(text, at + 1) == 2;
}

/* "00:00:00.000Z", "0:00", "12:00:00,123+02:00"; 0: none. */
static size_t
outer_clock(struct slice text, size_t at)
{
	size_t start = at, digits = outer_digits(text, at);

	if (digits < 1 || digits > 2 || !outer_has_two(text, at + digits, ":"))
		return 0;
	at += digits + 3;
	if (outer_has_two(text, at, ":"))
		at += 3;
	digits = outer_digits(text, at + 1);
	if (digits && memchr(".,", outer_byte(text, at), 2))
		at += 1 + digits;
	if (outer_byte(text, at) == 'Z')
		return at + 1 - start;
	if (outer_byte(text, at) && strchr("+-", outer_byte(text, at))) {
		digits = outer_digits(text, at + 1);
		if (digits == 4)
			at += 5;
		else if (digits == 2)
			at += outer_has_two(text, at + 3, ":") ? 6u : 3u;
	}
	return at - start;
}

/* "2026-01-01", "01/01/26"; "0101" or "01-01" before a clock; 0: none. */
static size_t
outer_date(struct slice text, size_t at)
{
	size_t first = outer_digits(text, at), len = first, last;
	bool whole = false;

	if (first != 2 && first != 4 && first != 8)
		return 0;
	if (outer_has_two(text, at + len, "-/.")) {
		len += 3;
		last = outer_digits(text, at + len + 1);
		if (outer_byte(text, at + len) == text.at[at + first] &&
		    (last == 2 || last == 4)) {
			len += 1 + last;
			whole = true;
		}
	}
	if (memchr("T _", outer_byte(text, at + len), 3) &&
	    outer_clock(text, at + len + 1))
		return len + 1 + outer_clock(text, at + len + 1);
	return whole ? len : 0;
}

/* "Jan", "Thu" before a number or another of them. */
static size_t
outer_name(struct slice text, size_t at)
{
	static const char names[] = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct "
	    "Nov Dec Mon Tue Wed Thu Fri Sat Sun ";
	struct slice word = slice_part(text, at, at + 3);
	size_t end = at + 3;

	if (word.len < 3 || slice_find_byte(word, ' ') != SIZE_MAX ||
	    slice_find(slice_of(names), word) % 4 != 0)
		return 0;
	if (outer_byte(text, end) == ',')
		end++;
	if (outer_byte(text, end) != ' ')
		return 0;
	while (outer_byte(text, end) == ' ')
		end++;
	if (byte_is_digit(outer_byte(text, end)))
		return end + outer_digits(text, end) - at;
	word = slice_part(text, end, end + 3);
	return word.len == 3 && slice_find(slice_of(names), word) % 4 == 0 ?
	    end - at : 0;
}

/* Seconds: "12.345", or since 1970 with as many digits as no process has. */
static size_t
outer_seconds(struct slice text, size_t at)
{
	size_t digits = outer_digits(text, at), fraction;

	if (digits == 0)
		return 0;
	fraction = outer_byte(text, at + digits) == '.' ?
	    outer_digits(text, at + digits + 1) : 0;
	if (fraction && (outer_byte(text, at + digits + 1 + fraction) == '.' ||
	    (at > 0 && text.at[at - 1] == '.')))
		fraction = 0;
	if (fraction)
		return digits + 1 + fraction;
	return digits >= 10 ? digits : 0;
}

/* The length of the time that begins at a byte, or 0. */
static size_t
outer_time(struct slice text, size_t at)
{
	bool glog = at > 0 && memchr("VIWEF", text.at[at - 1], 5) &&
	    (at == 1 || !outer_is_word(text.at[at - 2]));
	size_t len;

	if (at > 0 && outer_is_word(text.at[at - 1]) && !glog)
		return 0;
	if (!byte_is_digit(text.at[at]))
		return outer_name(text, at);
	len = outer_date(text, at);
	if (!len && !glog)
		len = outer_clock(text, at);
	if (!len && !glog)
		len = outer_seconds(text, at);
	return len;
}

static void
outer_put(struct console_folded *out, char byte, size_t end)
{
	out->text[out->len] = byte;
	out->ends[out->len++] = (uint16_t)end;
}

void
console_fold(struct slice line, bool all_digits, struct console_folded *out)
{
	struct slice text = slice_part(line, 0, CONSOLE_MAX_OUTER);
	size_t at = 0, len;

	out->len = 0;
	while (at < text.len) {
		len = 0;
		if (byte_is_digit(text.at[at]) ||
		    (text.at[at] >= 'A' && text.at[at] <= 'Z'))
			len = outer_time(text, at);
		if (!len && all_digits)
			len = outer_digits(text, at);
		if (!len) {
			outer_put(out, text.at[at], at + 1);
			at++;
			continue;
		}
		/* numbers that are padded grow into their blanks */
		while (out->len && out->text[out->len - 1] == ' ')
			out->len--;
		outer_put(out, '\1', at + len);
		at += len;
	}
}

/* ---- rank and process ---- */

/* A number at text[at…] behind one of the bytes that may stand there. */
static bool
outer_number(struct slice text, size_t at, int64_t *out)
{
	if (outer_byte(text, at) && strchr(" =:_-", outer_byte(text, at)))
		at++;
	return slice_to_int(slice_part(text, at, at + outer_digits(text, at)),
	    out);
}

/* "[3]:", "[default3]:", "[1,3]<stdout>:", and "python[123]:" of journald. */
static void
outer_take_brackets(struct slice text, size_t at, struct console_ids *out)
{
	size_t end = at + 1, digits;
	int64_t number;

	while (end < text.len && (outer_is_word(text.at[end]) ||
	    text.at[end] == ','))
		end++;
	digits = end;
	while (digits > at && byte_is_digit(text.at[digits - 1]))
		digits--;
	if (outer_byte(text, end) != ']' || !slice_to_int(slice_part(text,
	    digits, end), &number))
		return;
	if (outer_byte(text, end + 1) != ':' &&
	    !slice_starts(slice_part(text, end + 1, text.len), LITERAL("<std")))
		return;
	if (at > 0 && outer_is_word(text.at[at - 1]))
		out->process = number;
	else if (out->weak_rank == NO_ID)
		out->weak_rank = number;
}

static void
outer_take_word(struct slice text, size_t at, struct console_ids *out)
{
	struct slice word = slice_part(text, at, at + 4);
	size_t digits = outer_digits(text, at), before = at;
	int64_t number;

	while (before && text.at[before - 1] == ' ')
		before--;
	if (slice_equal(word, LITERAL("rank")) ||
	    slice_equal(word, LITERAL("Rank")) ||
	    slice_equal(word, LITERAL("RANK"))) {
		if (outer_number(text, at + 4, &number))
			out->rank = number;
	} else if (slice_starts(word, LITERAL("pid"))) {
		if (outer_number(text, at + 3, &number))
			out->process = number;
	} else if (before == 0 && digits && outer_byte(text, at + digits) ==
	    ':' && memchr(" ", outer_byte(text, at + digits + 1), 2) &&
	    slice_to_int(slice_part(text, at, at + digits), &number)) {
		/* srun -l */
		out->weak_rank = number;
	}
}

void
console_ids_of(struct slice outer, struct console_ids *out)
{
	size_t at;

	*out = (struct console_ids){ NO_ID, NO_ID, NO_ID };
	outer = slice_part(outer, 0, CONSOLE_MAX_OUTER);
	for (at = 0; at < outer.len; at++) {
		if (outer.at[at] == '[')
			outer_take_brackets(outer, at, out);
		else if (at == 0 || !outer_is_word(outer.at[at - 1]))
			outer_take_word(outer, at, out);
	}
	if (out->rank == NO_ID)
		out->rank = out->weak_rank;
}
