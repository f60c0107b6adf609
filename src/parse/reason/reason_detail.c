/*
 * reason_detail.c - the callee or operator that a graph break names. Best
 * effort over the wordings of torch 2.3 to 2.13: a text without a known one
 * gives none.
 */
#include "parse/reason/reason.h"

#include <string.h>

#include "parse/guard/python_repr.h"
#include "parse/reason/reason_private.h"

/* A detail is for lists; a user's message may be 50 kB. */
enum { MAX_DETAIL = 120 };

enum where { IN_CONTEXT, IN_EXPLANATION, IN_KIND };

/* The detail stands between two texts; to == "": up to the line's end. */
static const struct wording {
	enum where where;
	const char *from, *to;
} wordings[] = {
	{ IN_EXPLANATION, "trace builtin operator `", "`" },
	{ IN_EXPLANATION, "Operator `", "`" },
	{ IN_EXPLANATION, "trace the builtin `<unknown module>.", "`" },
	{ IN_EXPLANATION, "trace the builtin `", "`" },
	{ IN_EXPLANATION, "trace the Python builtin `", "`" },
	{ IN_EXPLANATION, "marked that the function `", "`" },
	{ IN_EXPLANATION, "how to enter a `", "`" },
	{ IN_EXPLANATION, "support tracing `", "`" },
	{ IN_EXPLANATION, "User-inserted graph break. Message: ", "" },
	{ IN_CONTEXT, "builtin ", " [" },
	{ IN_CONTEXT, "raised exception ", "(" },
	{ IN_CONTEXT, "frame skipped: ", " (" },
	{ IN_CONTEXT, "op: call_method; target: ", "" },
	{ IN_CONTEXT, "func='", "'" },
	{ IN_CONTEXT, "next(", ")" },
	{ IN_CONTEXT, "Exception:", "" },
	{ IN_CONTEXT, "", " with args (" },
	{ IN_KIND, "builtin: ", " [" },
	{ IN_KIND, "'skip function ", " in file " },
	{ IN_KIND, "'inline in skipfiles: ", " | " },
	{ IN_KIND, "unsupported builtin None.", ". " },
	{ IN_KIND, "unsupported builtin ", ". " },
	{ IN_KIND, "unsupported Python builtin ", ". " },
	{ IN_KIND, "ynamic shape operator: ", ";" },
	{ IN_KIND, "ata dependent operator: ", ";" },
	{ IN_KIND, "missing: ", "" },
};

static const struct slice nothing = { NULL, 0 };

static struct slice
reason_detail_join(struct arena *arena, struct slice owner, struct slice name)
{
	char *text = arena_alloc(arena, owner.len + 1 + name.len + 1);

	memcpy(text, owner.at, owner.len);
	text[owner.len] = '.';
	memcpy(text + owner.len + 1, name.at, name.len);
	return (struct slice){ text, owner.len + 1 + name.len };
}

/* "module: time, qualname: time, skip reason: …" (GB0007) */
static struct slice
qualified_name(struct arena *arena, struct slice context)
{
	struct slice module = text_between(context, "module: ",
	    ", qualname: ");
	struct slice name = text_between(context, ", qualname: ",
	    ", skip reason");

	if (!name.at)
		return nothing;
	if (!module.at || slice_starts(module, LITERAL("<unknown")) ||
	    slice_equal(module, LITERAL("None")))
		return name;
	return reason_detail_join(arena, module, name);
}

/* "call_method TensorVariable() item () {}", also as a kind before 2.7 */
static struct slice
called_method(struct arena *arena, struct slice text)
{
	struct slice owner, name;

	if (!slice_take(&text, LITERAL("call_method ")))
		return nothing;
	owner = take_variable(&text);
	slice_take(&text, LITERAL(" "));
	name = text_between(line_first(text), "", " ");
	if (!name.at)
		name = slice_trim(line_first(text));
	return owner.at && name.len ? reason_detail_join(arena, owner, name)
				    : nothing;
}

/* "setattr(TensorVariable(), requires_grad, …)" */
static struct slice
set_attribute(struct arena *arena, struct slice text)
{
	struct slice owner, name;

	if (!slice_take(&text, LITERAL("setattr(")))
		return nothing;
	owner = take_variable(&text);
	if (!owner.at || !slice_take(&text, LITERAL(", ")))
		return nothing;
	if (slice_take(&text, LITERAL("ConstantVariable(str: '")))
		name = text_between(text, "", "'");
	else
		name = text_between(text, "", ",");
	return name.at ? reason_detail_join(arena, owner, name) : nothing;
}

/* Methods that the text names with their class. */
static struct slice
named_method(struct arena *arena, const struct reason_part *part)
{
	struct slice name, owner;

	name = text_between(part->explanation, "trace method `",
	    "` of class `");
	owner = text_between(part->explanation, "` of class `", "`");
	if (name.at && owner.at)
		return reason_detail_join(arena, owner, name);
	/* "method: <Logger demo (WARNING)>.info, args: …": any logger */
	if (slice_starts(part->context, LITERAL("method: <Logger "))) {
		name = text_between(part->context, ")>.", ",");
		if (name.at)
			return reason_detail_join(arena, LITERAL("Logger"),
			    name);
	}
	return nothing;
}

static struct slice
first_wording(const struct reason_part *part)
{
	struct slice texts[] = {
		[IN_CONTEXT] = part->context,
		[IN_EXPLANATION] = part->explanation,
		[IN_KIND] = part->kind,
	}, found;
	size_t i;

	for (i = 0; i < LENGTH(wordings); i++) {
		found = text_between(texts[wordings[i].where], wordings[i].from,
		    wordings[i].to);
		if (found.at && !slice_equal(found, LITERAL("None")))
			return found;
	}
	return nothing;
}

/* The tracker that a context or an old kind speaks of, if it names a type. */
static struct slice
named_variable(struct slice text)
{
	static const char *const before[] = {
		"BEFORE_WITH ", "call_function ",
		"Active generic context managers: [",
	};
	struct slice found;
	size_t i;

	for (i = 0; i < LENGTH(before); i++) {
		if (slice_take(&text, slice_of(before[i])))
			return take_variable(&text);
	}
	/* "WithExitFunctionVariable()" and no more */
	found = take_variable(&text);
	return text.len || slice_equal(found, LITERAL("GetAttr")) ? nothing :
	    found;
}

/* "DynamicOutputShapeException: aten.nonzero.default" (WON'T CONVERT) */
static struct slice
operator_at_end(struct slice kind)
{
	size_t at = slice_find_last(kind, LITERAL(": "));

	if (at != SIZE_MAX)
		kind = slice_part(kind, at + 2, kind.len);
	return is_dotted_name(kind) ? kind : nothing;
}

static bool
reason_detail_is_letter(char byte)
{
	return byte >= 'a' && byte <= 'z';
}

/* Symbols are numbered anew in each run: u0, s77, zuf0 become u?, s?, zuf? */
static struct slice
fold_symbols(struct arena *arena, struct slice text)
{
	char *copy = arena_alloc(arena, text.len + 1), *to = copy;
	size_t i = 0, start, letters;

	while (i < text.len) {
		for (start = i;
		     i < text.len && reason_detail_is_letter(text.at[i]);)
			i++;
		letters = i - start;
		memcpy(to, text.at + start, letters);
		to += letters;
		if (letters && letters <= 3 && i < text.len &&
		    byte_is_digit(text.at[i]) && (start == 0 ||
		    !is_name_byte(text.at[start - 1]))) {
			*to++ = '?';
			while (i < text.len &&
			    byte_is_digit(text.at[i]))
				i++;
		} else if (i < text.len) {
			*to++ = text.at[i++];
		}
	}
	return (struct slice){ copy, (size_t)(to - copy) };
}

static struct slice
guarded_expression(struct arena *arena, struct slice message)
{
	static const char words[] = "data-dependent expression ";
	struct slice found = text_between(message, words, " (unhinted");

	if (!found.at)
		found = text_between(message, words, "");
	return found.at ? fold_symbols(arena, found) : nothing;
}

static struct slice
find_detail(struct arena *arena, const struct reason_part *part)
{
	struct slice found = qualified_name(arena, part->context);

	if (!found.at)
		found = named_method(arena, part);
	if (!found.at)
		found = first_wording(part);
	if (!found.at)
		found = called_method(arena, part->context);
	if (!found.at)
		found = called_method(arena, part->kind);
	if (!found.at)
		found = set_attribute(arena, part->context);
	if (!found.at)
		found = named_variable(part->context);
	if (!found.at)
		found = named_variable(part->kind);
	if (!found.at && is_dotted_name(part->context))
		found = part->context;
	if (!found.at)
		found = name_in_repr(part->context);
	if (!found.at)
		found = name_in_repr(part->explanation);
	if (!found.at)
		found = name_in_repr(part->kind);
	return found.at ? found : operator_at_end(part->kind);
}

/* One line of at most MAX_DETAIL bytes, never half a character. */
static struct slice
reason_detail_shorten(struct slice text)
{
	text = slice_trim(line_first(text));
	if (text.len <= MAX_DETAIL)
		return text;
	text.len = MAX_DETAIL;
	while (text.len && (text.at[text.len] & 0xc0) == 0x80)
		text.len--;
	return text;
}

struct slice
reason_detail(struct arena *arena, const struct reason_part *part)
{
	struct slice found;

	if (slice_equal(part->kind, LITERAL("data-dependent guard")))
		found = guarded_expression(arena, part->explanation);
	else if (slice_equal(part->kind,
	    LITERAL("Assertion failed on symbolic shapes")))
		found = fold_symbols(arena, part->context);
	else
		found = find_detail(arena, part);
	if (!found.at)
		return nothing;
	if (slice_ends(found, LITERAL("()")))
		found.len -= 2;
	found = without_addresses(arena, reason_detail_shorten(found));
	return found.len ? found : nothing;
}
