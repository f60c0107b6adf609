/*
 * reason_detail.c - the callee or operator that a graph break names. Best
 * effort over the wordings of torch 2.3 to 2.13: a text without a known one
 * gives none.
 */
#include "parse/reason.h"

#include <string.h>

#include "parse/reason_parts.h"
#include "parse/reason_stack.h"

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

/* How Python's repr() names an object: what stands before the name. */
static const char *const reprs[] = {
	"<built-in function ", "<built-in method ", "<function ",
	"<bound method ", "<cyfunction ", "<code object ", "<class ",
	"<ufunc ", "<slot wrapper ", "<method ", "<module ",
};

static const struct slice nothing = { NULL, 0 };

/* What stands between two texts in one line; absent if they are not there. */
static struct slice
between(struct slice text, const char *from, const char *to)
{
	size_t at = slice_find(text, slice_of(from)), end;

	if (!text.at || at == SIZE_MAX)
		return nothing;
	text = line_first(slice_part(text, at + strlen(from), text.len));
	end = *to ? slice_find(text, slice_of(to)) : text.len;
	if (end == SIZE_MAX)
		return nothing;
	text = slice_part(text, 0, end);
	/* "`time.time.`": torch 2.7 on puts the full stop inside */
	while (text.len && text.at[text.len - 1] == '.')
		text.len--;
	return text.len ? text : nothing;
}

static bool
is_name_byte(char byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
	    (byte >= '0' && byte <= '9') || byte == '_' || byte == '.' ||
	    byte == ':';
}

static bool
is_name(struct slice text)
{
	size_t i;

	for (i = 0; i < text.len; i++) {
		if (!is_name_byte(text.at[i]))
			return false;
	}
	return text.len > 0;
}

/* A dotted name such as "aten.nonzero.default", and no more. */
static bool
is_dotted_name(struct slice text)
{
	return is_name(text) && slice_find_byte(text, '.') != SIZE_MAX &&
	    text.len > 2 && text.at[text.len - 1] != '.';
}

/* Up to a blank or '>'; "f.<locals>.<lambda>" holds brackets itself. */
static size_t
name_length(struct slice text)
{
	size_t i, depth = 0;

	for (i = 0; i < text.len && text.at[i] != ' '; i++) {
		if (text.at[i] == '<')
			depth++;
		else if (text.at[i] == '>' && depth-- == 0)
			break;
	}
	return i;
}

/*
 * The name in the first repr of an object: "<function flags at 0x7f…>" gives
 * "flags", "<class 'contextlib.suppress'>" "contextlib.suppress".
 */
static struct slice
name_in_repr(struct slice text)
{
	size_t first = SIZE_MAX, len = 0, at, i;

	for (i = 0; i < sizeof(reprs) / sizeof(*reprs); i++) {
		at = slice_find(text, slice_of(reprs[i]));
		if (text.at && at < first) {
			first = at;
			len = strlen(reprs[i]);
		}
	}
	if (first == SIZE_MAX)
		return nothing;
	text = slice_part(text, first + len, text.len);
	if (slice_take(&text, LITERAL("'")))
		return between(text, "", "'");
	return name_length(text) ? slice_part(text, 0, name_length(text)) :
	    nothing;
}

/* Length up to and with the ')' that closes what is open before text. */
static size_t
closing_length(struct slice text)
{
	size_t i, depth = 1;

	for (i = 0; i < text.len && depth; i++)
		depth += (size_t)(text.at[i] == '(') -
		    (size_t)(text.at[i] == ')');
	return i;
}

/*
 * What a variable tracker at the start of *text stands for, moving *text
 * behind it: "UserDefinedObjectVariable(lock)" gives "lock",
 * "TensorVariable()" "Tensor", "ConstantVariable(str: 'x')" "str".
 */
static struct slice
take_variable(struct slice *text)
{
	struct slice name, inner, found;
	size_t open;

	while (slice_take(text, LITERAL("LazyVariableTracker(realized: ")))
		continue;
	open = slice_find_byte(*text, '(');
	if (open == SIZE_MAX)
		return nothing;
	name = slice_part(*text, 0, open);
	if (!is_name(name) || !slice_ends(name, LITERAL("Variable")))
		return nothing;
	name.len -= sizeof("Variable") - 1;
	inner = slice_part(*text, open + 1, text->len);
	inner.len = closing_length(inner);
	*text = slice_part(*text, open + 1 + inner.len, text->len);
	while (slice_take(text, LITERAL(")")))
		continue;
	if (inner.len)
		inner.len--;
	found = name_in_repr(inner);
	if (found.at)
		return found;
	open = slice_find_byte(inner, ':');
	if (open != SIZE_MAX && slice_equal(name, LITERAL("Constant")))
		return slice_part(inner, 0, open);
	return is_name(inner) ? inner : name;
}

static struct slice
join(struct arena *arena, struct slice owner, struct slice name)
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
	struct slice module = between(context, "module: ", ", qualname: ");
	struct slice name = between(context, ", qualname: ", ", skip reason");

	if (!name.at)
		return nothing;
	if (!module.at || slice_starts(module, LITERAL("<unknown")) ||
	    slice_equal(module, LITERAL("None")))
		return name;
	return join(arena, module, name);
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
	name = between(line_first(text), "", " ");
	if (!name.at)
		name = slice_trim(line_first(text));
	return owner.at && name.len ? join(arena, owner, name) : nothing;
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
		name = between(text, "", "'");
	else
		name = between(text, "", ",");
	return name.at ? join(arena, owner, name) : nothing;
}

/* Methods that the text names with their class. */
static struct slice
named_method(struct arena *arena, const struct reason_part *part)
{
	struct slice name, owner;

	name = between(part->explanation, "trace method `", "` of class `");
	owner = between(part->explanation, "` of class `", "`");
	if (name.at && owner.at)
		return join(arena, owner, name);
	/* "method: <Logger demo (WARNING)>.info, args: …": any logger */
	if (slice_starts(part->context, LITERAL("method: <Logger "))) {
		name = between(part->context, ")>.", ",");
		if (name.at)
			return join(arena, LITERAL("Logger"), name);
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

	for (i = 0; i < sizeof(wordings) / sizeof(*wordings); i++) {
		found = between(texts[wordings[i].where], wordings[i].from,
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

	for (i = 0; i < sizeof(before) / sizeof(*before); i++) {
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
is_letter(char byte)
{
	return byte >= 'a' && byte <= 'z';
}

static bool
is_digit(char byte)
{
	return byte >= '0' && byte <= '9';
}

/* Symbols are numbered anew in each run: u0, s77, zuf0 become u?, s?, zuf? */
static struct slice
fold_symbols(struct arena *arena, struct slice text)
{
	char *copy = arena_alloc(arena, text.len + 1), *to = copy;
	size_t i = 0, start, letters;

	while (i < text.len) {
		for (start = i; i < text.len && is_letter(text.at[i]);)
			i++;
		letters = i - start;
		memcpy(to, text.at + start, letters);
		to += letters;
		if (letters && letters <= 3 && i < text.len &&
		    is_digit(text.at[i]) && (start == 0 ||
		    !is_name_byte(text.at[start - 1]))) {
			*to++ = '?';
			while (i < text.len && is_digit(text.at[i]))
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
	struct slice found = between(message, words, " (unhinted");

	if (!found.at)
		found = between(message, words, "");
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
shorten(struct slice text)
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
	found = without_addresses(arena, shorten(found));
	return found.len ? found : nothing;
}
