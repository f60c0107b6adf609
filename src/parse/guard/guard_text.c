/*
 * guard_text.c - guards that are sentences; the others are expressions
 * (guard_expression.c).
 *
 * "tensor 'x' size mismatch at index 0. expected 2, actual 3" and the like
 * come from torch/csrc/dynamo/guards.cpp.
 */
#include "parse/guard/guard.h"

#include "parse/guard/guard_private.h"

/* Sentences about a tensor, behind its name in quotes. */
static const struct {
	const char *words;
	enum guard_class guard_class;
	const char *before;	/* of the expected value */
} tensor_sentences[] = {
	{ "' size mismatch at index ", GUARD_CLASS_SIZE,
	    "expected " },
	{ "' stride mismatch at index ", GUARD_CLASS_STRIDE,
	    "expected " },
	{ "' rank mismatch. ", GUARD_CLASS_RANK,
	    "expected " },
	{ "' dtype mismatch. ", GUARD_CLASS_DTYPE,
	    "expected " },
	{ "' Tensor device index mismatch. ", GUARD_CLASS_DEVICE,
	    "Expected device index to be " },
	{ "' requires_grad mismatch. ", GUARD_CLASS_REQUIRES_GRAD,
	    "expected requires_grad=" },
	{ "' dispatch key set mismatch. ", GUARD_CLASS_DISPATCH_KEY,
	    "expected " },
};

/* "2, actual 3. Guard failed on a parameter, consider using …" */
static void
take_values(struct slice text, struct guard_text *out)
{
	size_t end;

	text = slice_part(text, 0, slice_find(text, LITERAL(". ")));
	end = slice_find(text, LITERAL(", actual "));
	out->expected = slice_trim(slice_part(text, 0, end));
	if (end != SIZE_MAX)
		out->actual = slice_trim(slice_part(text, end + 9, text.len));
}

/* "tensor '" is cut off. */
static bool
take_tensor(struct slice text, struct guard_text *out)
{
	struct slice before;
	size_t i, at, value;

	for (i = 0; i < LENGTH(tensor_sentences); i++) {
		before = slice_of(tensor_sentences[i].before);
		at = slice_find(text, slice_of(tensor_sentences[i].words));
		if (at == SIZE_MAX)
			continue;
		out->guard_class = tensor_sentences[i].guard_class;
		out->source = slice_part(text, 0, at);
		text = slice_part(text, at, text.len);
		value = slice_find(text, before);
		if (value != SIZE_MAX)
			take_values(slice_part(text, value + before.len,
			    text.len), out);
		return true;
	}
	return false;
}

/* "x' to be a tensor type, ' but found <class 'int'>" */
static bool
take_tensor_type(struct slice text, struct guard_text *out)
{
	size_t at = slice_find(text, LITERAL("' to be a tensor type"));
	size_t found = slice_find(text, LITERAL("found "));

	if (at == SIZE_MAX)
		return false;
	out->guard_class = GUARD_CLASS_TYPE;
	out->source = slice_part(text, 0, at);
	out->expected = LITERAL("tensor");
	if (found != SIZE_MAX) {
		text = slice_trim(slice_part(text, found + 6, text.len));
		if (slice_take(&text, LITERAL("<class '")))
			text = slice_part(text, 0,
			    slice_find_byte(text, '\''));
		out->actual = text;
	}
	return true;
}

/* Names of the settings that changed: "grad_mode autocast(cpu)_enabled ". */
static bool
take_global_state(struct slice text, struct guard_text *out)
{
	text = slice_trim(text);
	out->guard_class = GUARD_CLASS_GLOBAL_STATE;
	if (text.len)
		out->source = text;
	return true;
}

/* "d['b']" of a key that is not there. */
static bool
take_missing_key(struct slice text, struct guard_text *out)
{
	size_t at;

	text = slice_trim(text);
	at = slice_find_last_byte(text, '[');
	out->guard_class = GUARD_CLASS_DICT_KEYS;
	out->source = slice_part(text, 0, at);
	if (at != SIZE_MAX && slice_ends(text, LITERAL("]")))
		out->expected = guard_unquote(slice_part(text, at + 1,
		    text.len - 1));
	return true;
}

/* "self.mask": the attribute is not there. */
static bool
take_missing_attribute(struct slice text, struct guard_text *out)
{
	size_t at;

	text = slice_trim(text);
	at = slice_find_last_byte(text, '.');
	out->guard_class = GUARD_CLASS_DICT_KEYS;
	out->source = slice_part(text, 0, at);
	if (at != SIZE_MAX)
		out->expected = slice_part(text, at + 1, text.len);
	return true;
}

static bool
take_missing_item(struct slice text, struct guard_text *out)
{
	text = slice_trim(text);
	out->guard_class = GUARD_CLASS_LENGTH;
	out->source = slice_part(text, 0, slice_find_last_byte(text, '['));
	return true;
}

static bool
take_wrong_type(struct slice text, struct guard_text *out)
{
	out->guard_class = GUARD_CLASS_TYPE;
	out->source = slice_part(text, 0, slice_find_last_byte(text, ')'));
	return true;
}

/* A backend's name without " (id=0x7f…)". */
static struct slice
backend_of(struct slice text, struct slice label)
{
	size_t at = slice_find(text, label);

	if (at == SIZE_MAX)
		return (struct slice){ 0 };
	text = slice_part(text, at + label.len, text.len);
	return slice_part(text, 0, slice_find(text, LITERAL(" (id=")));
}

static bool
take_backend(struct slice text, struct guard_text *out)
{
	out->source = LITERAL("backend");
	out->expected = backend_of(text, LITERAL("Cached backend: "));
	out->actual = backend_of(text, LITERAL("New backend: "));
	return true;
}

/* "x should not alias to anything, but is aliased. …" or nothing. */
static bool
take_alias(struct slice text, struct guard_text *out)
{
	size_t end = slice_find(text, LITERAL(" should not alias"));

	out->guard_class = GUARD_CLASS_OBJECT_ID;
	if (end != SIZE_MAX)
		out->source = slice_trim(slice_part(text, 0, end));
	return true;
}

static const struct {
	const char *words;
	bool (*take)(struct slice rest, struct guard_text *out);
} sentences[] = {
	{ "tensor '", take_tensor },
	{ "expected type of '", take_tensor_type },
	{ "GLOBAL_STATE changed:", take_global_state },
	{ "KeyError on ", take_missing_key },
	{ "IndexError on ", take_missing_item },
	{ "getattr failed on source ", take_missing_attribute },
	{ "TYPE_MISMATCH(", take_wrong_type },
	{ "BACKEND_MATCH failure", take_backend },
	{ "Duplicate tensor found where not expected!", take_alias },
};

static bool
take_sentence(struct slice text, struct guard_text *out)
{
	size_t i;

	for (i = 0; i < LENGTH(sentences); i++) {
		struct slice rest = text;

		if (slice_take(&rest, slice_of(sentences[i].words)))
			return sentences[i].take(rest, out);
	}
	return false;
}

/*
 * "_has_dynamo_dim_marking is present on runtime tensor but was absent at
 * compile time", "_dynamo_unbacked_indices should be absent but is present on
 * runtime tensor" and their opposite: marks of a tensor that has no name here.
 */
static bool
take_marking(struct slice text, struct guard_text *out)
{
	bool absent = slice_contains(text, LITERAL("absent on runtime"));

	if (!absent && !slice_contains(text, LITERAL("present on runtime")))
		return false;
	out->expected = absent ? LITERAL("present") : LITERAL("absent");
	out->actual = absent ? LITERAL("absent") : LITERAL("present");
	return true;
}

/* Words, not code: "Unable to find recompilation reasons", "Not a tuple". */
static bool
is_prose(struct slice text)
{
	size_t len = guard_path_length(text);
	struct slice rest = slice_part(text, len, text.len);

	return len && slice_take(&rest, LITERAL(" ")) && rest.len &&
	    byte_is_name(*rest.at) &&
	    !slice_starts(text, LITERAL("not ")) &&
	    !slice_starts(rest, LITERAL("is ")) &&
	    !slice_starts(rest, LITERAL("in ")) &&
	    !slice_starts(rest, LITERAL("or ")) &&
	    !slice_starts(rest, LITERAL("and ")) &&
	    !slice_starts(rest, LITERAL("not in "));
}

struct slice
guard_text_code(struct slice guard)
{
	size_t comment = guard_find(guard, LITERAL("  # "), false);
	size_t hint;

	guard = slice_part(guard, 0, comment);
	hint = guard_find(guard, LITERAL(" (HINT: "), true);
	return slice_trim(slice_part(guard, 0, hint));
}

void
guard_text_parse(struct arena *arena, struct slice guard,
    struct guard_text *out)
{
	*out = (struct guard_text){ .guard_class = GUARD_CLASS_OTHER };
	if (take_sentence(slice_trim(guard), out)) {
		out->source = guard_source(arena, out->source);
		return;
	}
	guard = guard_source(arena, guard_text_code(guard));
	if (!take_marking(guard, out) && !is_prose(guard))
		guard_expression_parse(arena, guard, out);
}
