/*
 * compile_id.c - compile ids as texts, folder names and resume names.
 */
#include "parse/compile_id.h"

/* "-" or a number of up to 18 digits. */
static bool
parse_part(struct slice text, int64_t *part)
{
	if (text.len == 1 && text.at[0] == '-') {
		*part = NO_ID;
		return true;
	}
	return text.len <= 18 && text.len > 0 && text.at[0] != '-' &&
	    slice_to_int(text, part);
}

bool
compile_id_parse(struct slice text, struct compile_key *key, int64_t *attempt)
{
	struct compile_key found = compile_key_none();
	int64_t found_attempt = 0;
	struct slice part;

	if (text.len >= 2 && text.at[0] == '[' &&
	    text.at[text.len - 1] == ']')
		text = slice_part(text, 1, text.len - 1);
	if (slice_take(&text, LITERAL("!"))) {
		if (!slice_take_to(&text, '/', &part) ||
		    !parse_part(part, &found.compiled_autograd))
			return false;
	}
	if (!slice_take_to(&text, '/', &part) ||
	    !parse_part(part, &found.frame))
		return false;
	if (slice_take_to(&text, '_', &part)) {
		if (!parse_part(text, &found_attempt) || found_attempt < 0)
			return false;
		text = part;
	}
	if (!parse_part(text, &found.frame_compile))
		return false;
	*key = found;
	*attempt = found_attempt;
	return true;
}

bool
compile_folder_parse(struct slice name, struct compile_key *key,
    int64_t *attempt)
{
	int64_t parts[4];
	struct compile_key found = compile_key_none();
	size_t count = 0;
	struct slice part;

	while (count < 3 && slice_take_to(&name, '_', &part)) {
		if (!parse_part(part, &parts[count++]))
			return false;
	}
	if (count < 2 || !parse_part(name, &parts[count++]))
		return false;
	if (count == 4)
		found.compiled_autograd = parts[0];
	found.frame = parts[count - 3];
	found.frame_compile = parts[count - 2];
	*attempt = parts[count - 1];
	*key = found;
	return true;
}

static bool
parse_resume_once(struct slice name, struct slice *function, int64_t *line)
{
	size_t at;

	if (slice_take(&name, LITERAL("<resume in ")) &&
	    slice_ends(name, LITERAL(">"))) {
		*function = slice_part(name, 0, name.len - 1);
		*line = INT64_MIN;
		return true;
	}
	if (!slice_take(&name, LITERAL("torch_dynamo_resume_in_")))
		return false;
	at = slice_find_last(name, LITERAL("_at_"));
	if (at == SIZE_MAX ||
	    !slice_to_int(slice_part(name, at + 4, name.len), line))
		return false;
	*function = slice_part(name, 0, at);
	return true;
}

bool
resume_name_parse(struct slice name, struct slice *function, int64_t *line)
{
	int64_t inner_line;

	if (!parse_resume_once(name, function, line)) {
		*function = name;
		return false;
	}
	while (parse_resume_once(*function, function, &inner_line))
		continue;
	return true;
}
