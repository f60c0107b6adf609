/*
 * redact.c - hashes of path parts. Must not know where the texts come from.
 */
#include "model/redact.h"

#include <string.h>

#include "model/place.h"
#include "util/hash.h"

enum {
	HASH_DIGITS = 8,
	MAX_WORDS = 5		/* of a folder's name, in free text */
};

static void
redact_add_hash(struct buffer *out, struct slice part)
{
	struct hash *hash = hash_new(HASH_SHA256);
	char hex[HASH_HEX_SIZE];

	hash_add(hash, part);
	hash_end(hash, hex);
	hash_free(hash);
	buffer_add(out, hex, HASH_DIGITS);
}

/* Offset of what may be told of a path, or its length. */
static size_t
public_part(struct slice path)
{
	static const char *const marks[] = { "site-packages/",
		"dist-packages/", "site-packages\\", "lib/python3.",
		"<site>/", "<std>/", "torch/_", "torch/nn/",
		"torch/utils/", "torch/autograd/", "torch/optim/" };
	size_t best = path.len, i, at;

	for (i = 0; i < LENGTH(marks); i++) {
		at = slice_find(path, slice_of(marks[i]));
		if (at < best &&
		    (at == 0 || path_is_separator(path.at[at - 1])))
			best = at;
	}
	return best;
}

/* A part; of the last one the ending stays. */
static void
redact_add_part(struct buffer *out, struct slice part, bool is_last)
{
	size_t dot = is_last ? slice_find_last_byte(part, '.') : SIZE_MAX;

	if (part.len == 0 || slice_equal(part, LITERAL(".")) ||
	    slice_equal(part, LITERAL("..")) || *part.at == '<') {
		buffer_add_slice(out, part);
		return;
	}
	if (dot == SIZE_MAX || dot == 0 || part.len - dot > 6)
		dot = part.len;
	redact_add_hash(out, slice_part(part, 0, dot));
	buffer_add_slice(out, slice_part(part, dot, part.len));
}

void
redact_path(struct buffer *out, struct slice path)
{
	size_t end = public_part(path), from = 0, i;

	for (i = 0; i < end; i++) {
		if (!path_is_separator(path.at[i]))
			continue;
		redact_add_part(out, slice_part(path, from, i), false);
		buffer_add_byte(out, path.at[i]);
		from = i + 1;
	}
	if (from < end)
		redact_add_part(out, slice_part(path, from, end), true);
	buffer_add_slice(out, slice_part(path, end, path.len));
}

/* Length of the function that a link ends with: "<module>" is one, too. */
static size_t
function_length(struct slice text)
{
	size_t depth = 0, i;

	for (i = 0; i < text.len; i++) {
		if (text.at[i] == '<')
			depth++;
		else if (text.at[i] == '>' && depth-- == 0)
			break;
	}
	return i;
}

void
redact_chain(struct buffer *out, struct slice chain)
{
	size_t colon, end;

	while (chain.len) {
		colon = slice_find_byte(chain, ':');
		redact_path(out, slice_part(chain, 0, colon));
		if (colon == SIZE_MAX)
			return;
		chain = slice_part(chain, colon, chain.len);
		end = function_length(chain);
		/* With the '>' before the next link. */
		end += end < chain.len;
		buffer_add_slice(out, slice_part(chain, 0, end));
		chain = slice_part(chain, end, chain.len);
	}
}

/* Whether a path may begin behind that byte. */
static bool
begins_word(char before)
{
	return !byte_is_name(before) && !(before && strchr("./>)]", before));
}

/* Bytes of a path at the start of text, up to what ends a word. */
static size_t
path_length(struct slice text)
{
	size_t len = 0;

	while (len < text.len && (unsigned char)text.at[len] > ' ' &&
	    text.at[len] != '"' && text.at[len] != '\'' &&
	    text.at[len] != ':' && text.at[len] != ',' &&
	    text.at[len] != ';' && text.at[len] != ')' &&
	    text.at[len] != ']' && text.at[len] != '}' &&
	    text.at[len] != '`' && text.at[len] != '|')
		len++;
	return len;
}

static bool
has_separator(struct slice word)
{
	return slice_find_byte(word, '/') != SIZE_MAX ||
	    slice_find_byte(word, '\\') != SIZE_MAX;
}

/* "C:\" or "C:/". */
static bool
begins_with_drive(struct slice text)
{
	return text.len > 2 && ((text.at[0] | 0x20) >= 'a' &&
	    (text.at[0] | 0x20) <= 'z') && text.at[1] == ':' &&
	    path_is_separator(text.at[2]);
}

/* Whether the last part of a path has an ending: a blank ends it, too. */
static bool
has_ending(struct slice path)
{
	size_t i = path.len;

	while (i > 0 && !path_is_separator(path.at[i - 1]))
		i--;
	return slice_find_last_byte(slice_part(path, i, path.len), '.') !=
	    SIZE_MAX;
}

/*
 * Length of words, a blank before each, up to one that has a separator inside;
 * 0 if it does not come soon.
 */
static size_t
words_to_separator(struct slice text)
{
	size_t len = 0, word, i;

	for (i = 0; i < MAX_WORDS; i++) {
		struct slice rest = slice_part(text, len + 1, text.len);

		word = path_length(rest);
		if (len >= text.len || text.at[len] != ' ' || word == 0 ||
		    path_is_separator(*rest.at))
			return 0;
		len += 1 + word;
		if (has_separator(slice_part(rest, 0, word)))
			return len;
	}
	return 0;
}

/*
 * A folder's name may hold blanks: a path without an ending goes on with the
 * words up to the next separator.
 */
static size_t
length_with_blanks(struct slice text, size_t len)
{
	size_t more;

	while (!has_ending(slice_part(text, 0, len)) &&
	    (more = words_to_separator(slice_part(text, len, text.len))) > 0)
		len += more;
	return len;
}

/* Length of the path that text begins with; 0: none. */
static size_t
path_at(struct slice text, char before)
{
	size_t drive = begins_with_drive(text) ? 2 : 0, len;

	if (!begins_word(before) || (!drive &&
	    !slice_starts(text, LITERAL("/"))))
		return 0;
	len = drive + path_length(slice_part(text, drive, text.len));
	len = length_with_blanks(text, len);
	/* "/" alone is a division, "/word" may be anything. */
	return drive || slice_find_byte(slice_part(text, 1, len), '/') !=
	    SIZE_MAX ? len : 0;
}

void
redact_paths_in(struct buffer *out, struct slice text)
{
	static const struct slice mark = { "File \"", 6 };
	size_t i = 0, len;
	char before = ' ';

	while (i < text.len) {
		struct slice rest = slice_part(text, i, text.len);

		if (slice_starts(rest, mark)) {
			buffer_add_slice(out, mark);
			i += mark.len;
			rest = slice_part(rest, mark.len, rest.len);
			len = slice_find_byte(rest, '"');
			len = len == SIZE_MAX ? rest.len : len;
		} else {
			len = path_at(rest, before);
		}
		if (len) {
			redact_path(out, slice_part(rest, 0, len));
			i += len;
			before = text.at[i - 1];
		} else if (i < text.len) {
			before = text.at[i];
			buffer_add_byte(out, before);
			i++;
		}
	}
}
