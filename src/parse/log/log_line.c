/*
 * log_line.c - the glog prefix of trace logs, the same in torch 2.3 to 2.13.
 */
#include "parse/log/log.h"

/* A launcher's "[default0]:[rank0]: " is not longer than that. */
enum { LONGEST_PREFIX = 64 };

/* One "[name]:" and the blanks behind it. */
static size_t
one_prefix(struct slice line)
{
	size_t at = 1;

	if (line.len == 0 || line.at[0] != '[')
		return 0;
	while (at < line.len && at < LONGEST_PREFIX && line.at[at] != ']' &&
	    line.at[at] != '\t')
		at++;
	if (at + 1 >= line.len || line.at[at] != ']' ||
	    line.at[at + 1] != ':')
		return 0;
	for (at += 2; at < line.len && line.at[at] == ' ';)
		at++;
	return at;
}

size_t
log_line_prefix(struct slice line)
{
	size_t len = 0, more;

	do {
		more = one_prefix(slice_part(line, len, line.len));
		len += more;
	} while (more);
	return len;
}

/* A number of that many digits, and the byte behind it. */
static bool
take_digits(struct slice *rest, size_t digits, char behind, int *out)
{
	size_t i;
	int value = 0;

	if (rest->len <= digits || rest->at[digits] != behind)
		return false;
	for (i = 0; i < digits; i++) {
		if (!byte_is_digit(rest->at[i]))
			return false;
		value = value * 10 + (rest->at[i] - '0');
	}
	*out = value;
	*rest = slice_part(*rest, digits + 1, rest->len);
	return true;
}

/* "V1130 02:48:01.039000 " */
static bool
take_time(struct slice *rest, struct log_line *out)
{
	int date;

	if (rest->len == 0 || !byte_is_letter(rest->at[0]))
		return false;
	out->level = rest->at[0];
	*rest = slice_part(*rest, 1, rest->len);
	if (!take_digits(rest, 4, ' ', &date) ||
	    !take_digits(rest, 2, ':', &out->hour) ||
	    !take_digits(rest, 2, ':', &out->minute) ||
	    !take_digits(rest, 2, '.', &out->second) ||
	    !take_digits(rest, 6, ' ', &out->microsecond))
		return false;
	out->month = date / 100;
	out->day = date % 100;
	return out->month >= 1 && out->month <= 12 && out->day >= 1 &&
	    out->day <= 31 && out->hour < 24 && out->minute < 60 &&
	    out->second < 61;
}

static bool
take_thread(struct slice *rest, int64_t *thread)
{
	size_t at;

	while (slice_take(rest, LITERAL(" ")))
		continue;
	at = slice_find_byte(*rest, ' ');
	if (at == SIZE_MAX || !slice_to_int(slice_part(*rest, 0, at), thread))
		return false;
	*rest = slice_part(*rest, at + 1, rest->len);
	return true;
}

/* "FILE:LINE" */
static bool
split_place(struct slice place, struct log_line *out)
{
	size_t at = place.len;

	while (at > 0 && byte_is_digit(place.at[at - 1]))
		at--;
	if (at == 0 || place.at[at - 1] != ':' ||
	    !slice_to_int(slice_part(place, at, place.len),
	    &out->source_line))
		return false;
	out->source_file = slice_part(place, 0, at - 1);
	return true;
}

/*
 * "FILE:LINE] {": the first "] {" with a number before it, since a path may
 * hold blanks and brackets.
 */
static bool
log_line_take_source(struct slice *rest, struct log_line *out)
{
	size_t at = 0, found;

	for (;; at += found + 1) {
		found = slice_find_byte(slice_part(*rest, at, rest->len),
		    ']');
		if (found == SIZE_MAX)
			return false;
		if (slice_starts(slice_part(*rest, at + found, rest->len),
		    LITERAL("] {")) &&
		    split_place(slice_part(*rest, 0, at + found), out))
			break;
	}
	out->json = slice_part(*rest, at + found + 2, rest->len);
	return true;
}

bool
log_line_parse(struct slice line, struct log_line *out)
{
	size_t prefix = log_line_prefix(line);
	struct slice rest = slice_part(line, prefix, line.len);

	*out = (struct log_line){ .prefix = slice_part(line, 0, prefix) };
	return take_time(&rest, out) && take_thread(&rest, &out->thread) &&
	    log_line_take_source(&rest, out);
}
