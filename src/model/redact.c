/*
 * redact.c - hashes of path parts. Must not know where the texts come from.
 */
#include "model/redact.h"

#include "util/hash.h"

enum { HASH_DIGITS = 8 };

static void
add_hash(struct buffer *out, struct slice part)
{
	struct hash *hash = hash_new(HASH_SHA256);
	char hex[HASH_HEX_SIZE];

	hash_add(hash, part);
	hash_end(hash, hex);
	hash_free(hash);
	buffer_add(out, hex, HASH_DIGITS);
}

static bool
is_separator(char byte)
{
	return byte == '/' || byte == '\\';
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

	for (i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
		at = slice_find(path, slice_of(marks[i]));
		if (at < best && (at == 0 || is_separator(path.at[at - 1])))
			best = at;
	}
	return best;
}

/* A part; of the last one the ending stays. */
static void
add_part(struct buffer *out, struct slice part, bool is_last)
{
	size_t dot = is_last ? slice_find_last_byte(part, '.') : SIZE_MAX;

	if (part.len == 0 || slice_equal(part, LITERAL(".")) ||
	    slice_equal(part, LITERAL("..")) || *part.at == '<') {
		buffer_add_slice(out, part);
		return;
	}
	if (dot == SIZE_MAX || dot == 0 || part.len - dot > 6)
		dot = part.len;
	add_hash(out, slice_part(part, 0, dot));
	buffer_add_slice(out, slice_part(part, dot, part.len));
}

void
redact_path(struct buffer *out, struct slice path)
{
	size_t end = public_part(path), from = 0, i;

	for (i = 0; i < end; i++) {
		if (!is_separator(path.at[i]))
			continue;
		add_part(out, slice_part(path, from, i), false);
		buffer_add_byte(out, path.at[i]);
		from = i + 1;
	}
	if (from < end)
		add_part(out, slice_part(path, from, end), true);
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
	return !((before >= 'a' && before <= 'z') ||
	    (before >= 'A' && before <= 'Z') ||
	    (before >= '0' && before <= '9') || before == '_' ||
	    before == '.' || before == '/' || before == '>' ||
	    before == ')' || before == ']' || (before & 0x80));
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

/* Length of the path that text begins with; 0: none. */
static size_t
path_at(struct slice text, char before)
{
	size_t len;

	if (slice_starts(text, LITERAL("/")) && begins_word(before)) {
		len = path_length(text);
		return slice_find_byte(slice_part(text, 1, len), '/') !=
		    SIZE_MAX ? len : 0;
	}
	return 0;
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
