/*
 * search_syntax.c - goes through PCRE2's syntax, part by part. What can match
 * a newline is narrowed by it ([^a] to [^\na]); what is not known to be safe
 * is refused: that costs speed only, never a match.
 *
 * In a line alone there is no newline, so narrowing changes nothing there.
 * And an expression that never takes a newline cannot tell one from the end of
 * the text, but by ^ and $, for which there is PCRE2_MULTILINE.
 */
#include "query/search/search_private.h"

#include <string.h>

/* A backslash and a letter that match a newline, and what to write instead. */
static const struct {
	char letter;
	const char *alone, *in_class;	/* NULL: refused */
} narrowed[] = {
	{ 's', "[^\\S\\n]", " \\t\\x0b\\f\\r" },
	{ 'D', "[^\\d\\n]", NULL },
	{ 'W', "[^\\w\\n]", NULL },
	{ 'H', "[^\\h\\n]", NULL },
	{ 'v', "[^\\V\\n]", NULL }
};

/* Those that never match a newline. */
static const char safe_alone[] = "dwhSVbBNtfrea";
static const char safe_in_class[] = "dwhSVtfrea";

/* Take the next byte of the expression, as it is. */
static void
search_syntax_copy(struct slice *rest, size_t count, struct buffer *out)
{
	if (count > rest->len)
		count = rest->len;
	buffer_add(out, rest->at, count);
	*rest = slice_part(*rest, count, rest->len);
}

static bool
search_syntax_is_one_of(const char *list, char byte)
{
	return byte && strchr(list, byte);
}

/* The byte there, or 0. */
static char
byte_at(struct slice rest, size_t index)
{
	return index < rest.len ? rest.at[index] : '\0';
}

/* Write what stands for an escape that matches a newline. */
static bool
search_syntax_narrow(struct slice *rest, bool in_class, struct buffer *out)
{
	const char *instead = NULL;

	for (size_t i = 0; i < LENGTH(narrowed); i++) {
		if (narrowed[i].letter == rest->at[1])
			instead = in_class ? narrowed[i].in_class :
			    narrowed[i].alone;
	}
	if (!instead)
		return false;
	buffer_add_string(out, instead);
	*rest = slice_part(*rest, 2, rest->len);
	return true;
}

/*
 * Whether '-' stands at a side of an escape in a class: a range of control
 * characters might hold the newline, one of what is narrowed is none.
 */
static bool
is_in_range(struct slice rest, const struct buffer *out)
{
	return byte_at(rest, 2) == '-' || out->bytes[out->len - 1] == '-';
}

/* An escape: rest begins with a backslash. */
static bool
take_escape(struct slice *rest, bool in_class, struct buffer *out)
{
	char next = byte_at(*rest, 1);
	bool back_reference = !in_class && next >= '1' && next <= '9' &&
	    !byte_is_digit(byte_at(*rest, 2));

	if (next == '\n' || next == '\0')
		return false;
	if (in_class && byte_is_letter_or_digit(next) &&
	    is_in_range(*rest, out))
		return false;
	if (byte_is_letter_or_digit(next) && !back_reference &&
	    !search_syntax_is_one_of(in_class ? safe_in_class : safe_alone,
		next))
		return search_syntax_narrow(rest, in_class, out);
	/* \N{…} is another thing. */
	if (next == 'N' && byte_at(*rest, 2) == '{')
		return false;
	search_syntax_copy(rest, 2, out);
	return true;
}

/* One item of a class. A negated one lacks the newline, whatever it is. */
static bool
search_syntax_take_item(struct slice *rest, bool negated, struct buffer *out)
{
	char byte = rest->at[0];

	if (byte == '\\' && !negated)
		return take_escape(rest, true, out);
	if (byte == '\\') {
		/* \Q…\E may hide the end of the class. */
		if (search_syntax_is_one_of("QE", byte_at(*rest, 1)))
			return false;
		search_syntax_copy(rest, 2, out);
		return true;
	}
	if (byte == '[' && search_syntax_is_one_of(":.=", byte_at(*rest, 1)))
		return false;
	if ((unsigned char)byte < ' ')
		return false;
	search_syntax_copy(rest, 1, out);
	return true;
}

/* A class: rest begins with '['. */
static bool
take_class(struct slice *rest, struct buffer *out)
{
	bool negated = byte_at(*rest, 1) == '^';

	search_syntax_copy(rest, negated ? 2 : 1, out);
	if (negated)
		buffer_add_string(out, "\\n");
	/* Here they are no end and no range. */
	if (search_syntax_is_one_of("]-", byte_at(*rest, 0))) {
		buffer_add_byte(out, '\\');
		search_syntax_copy(rest, 1, out);
	}
	while (rest->len && rest->at[0] != ']') {
		if (!search_syntax_take_item(rest, negated, out))
			return false;
	}
	if (!rest->len)
		return false;
	search_syntax_copy(rest, 1, out);
	return true;
}

/* What may follow "(?" of groups that are only groups. */
static bool
take_group(struct slice *rest, struct buffer *out)
{
	static const char *const heads[] = { "(?:", "(?=", "(?!", "(?>",
	    "(?|", "(?<", "(?P<", "(?i)", "(?i:", "(?-i)", "(?-i:" };

	if (byte_at(*rest, 1) == '*')
		return false;
	if (byte_at(*rest, 1) != '?') {
		search_syntax_copy(rest, 1, out);
		return true;
	}
	for (size_t i = 0; i < LENGTH(heads); i++) {
		if (slice_starts(*rest, slice_of(heads[i]))) {
			search_syntax_copy(rest, strlen(heads[i]), out);
			return true;
		}
	}
	return false;
}

bool
search_syntax_lines(struct slice pattern, struct buffer *out)
{
	struct slice rest = pattern;
	bool taken = true;

	while (rest.len && taken) {
		switch (rest.at[0]) {
		case '\\':
			taken = take_escape(&rest, false, out);
			break;
		case '[':
			taken = take_class(&rest, out);
			break;
		case '(':
			taken = take_group(&rest, out);
			break;
		default:
			taken = rest.at[0] != '\n' && rest.at[0] != '\0';
			search_syntax_copy(&rest, 1, out);
		}
	}
	return taken;
}
