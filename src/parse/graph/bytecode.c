/*
 * bytecode.c - compares two bytecode listings. Only numbers come out: the
 * texts themselves are kept as artifacts.
 */
#include "parse/graph/bytecode.h"

#include <string.h>

#include "util/unified_diff.h"

static bool
is_instruction_name(struct slice word)
{
	size_t i;

	if (word.len < 2 || word.at[0] < 'A' || word.at[0] > 'Z')
		return false;
	for (i = 0; i < word.len; i++) {
		if (!((word.at[i] >= 'A' && word.at[i] <= 'Z') ||
		    (word.at[i] >= '0' && word.at[i] <= '9') ||
		    word.at[i] == '_'))
			return false;
	}
	return true;
}

static bool
bytecode_is_space(char byte)
{
	return byte == ' ' || byte == '\t' || byte == '\r';
}

static struct slice
bytecode_next_word(struct slice *line)
{
	size_t from = 0, to;
	struct slice word;

	while (from < line->len && bytecode_is_space(line->at[from]))
		from++;
	for (to = from; to < line->len && !bytecode_is_space(line->at[to]);)
		to++;
	word = slice_part(*line, from, to);
	*line = slice_part(*line, to, line->len);
	return word;
}

/*
 * "355           0 COPY_FREE_VARS           4", ">>   14 LOAD_FAST 2 (x)",
 * and since Python 3.13 "  L1:     LOAD_FAST …" without an offset: before the
 * name stand a source line, an offset, a mark or a label, or blanks only. The
 * exception table ("4 to 28 -> 74 [0]") and constants of several lines do
 * not count.
 */
static bool
is_instruction(struct slice line)
{
	bool indented = slice_starts(line, LITERAL("    "));
	struct slice word;
	int64_t number;
	int words;

	for (words = 0; words < 5; words++) {
		word = bytecode_next_word(&line);
		if (is_instruction_name(word))
			return words > 0 || indented;
		if (!slice_to_int(word, &number) &&
		    !slice_equal(word, LITERAL(">>")) &&
		    !slice_equal(word, LITERAL("-->")) &&
		    !slice_equal(word, LITERAL("--")) &&
		    !slice_ends(word, LITERAL(":")))
			return false;
	}
	return false;
}

static int64_t
count_instructions(struct slice text)
{
	struct slice line;
	int64_t count = 0;

	if (!text.at)
		return UNKNOWN_INT;
	while (slice_next_line(&text, &line))
		count += is_instruction(line);
	return count;
}

void
bytecode_compare(struct slice before, struct slice after,
    struct bytecode_change *out)
{
	out->instructions_before = count_instructions(before);
	out->instructions_after = count_instructions(after);
	out->added = out->removed = UNKNOWN_INT;
	if (before.at && after.at && !unified_diff_count(before, after,
	    &out->added, &out->removed))
		out->added = out->removed = UNKNOWN_INT;
}

bool
bytecode_is_cut(struct slice text)
{
	static const char *const last[] = { " RETURN_", " RERAISE",
		" RAISE_VARARGS", " JUMP_", " INTERPRETER_EXIT", " -> " };
	struct slice line = slice_trim(text);
	size_t at = slice_find_last_byte(line, '\n'), i;

	if (text.len == 0 || text.at[text.len - 1] != '\n')
		return true;
	line = slice_part(line, at == SIZE_MAX ? 0 : at, line.len);
	for (i = 0; i < LENGTH(last); i++) {
		if (slice_contains(line, slice_of(last[i])))
			return false;
	}
	return true;
}
