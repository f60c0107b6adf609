/*
 * guard_expression.c - guards that are Python expressions. torch writes them in
 * torch/_dynamo/guards.py, symbolic conditions in symbolic_shapes.py.
 */
#include "parse/guard/guard_private.h"

/* Calls inside calls that are looked into: guards have two at most. */
enum { MAX_NESTED = 8 };

/* Left sides of "==" that tell the class; the source stands inside. */
static const struct {
	const char *start, *end;
	enum guard_class guard_class;
} sides[] = {
	{ "len(", "", GUARD_CLASS_LENGTH },
	{ "___tuple_iterator_len(", "",
	    GUARD_CLASS_LENGTH },
	{ "list(dict.keys(", "", GUARD_CLASS_DICT_KEYS },
	{ "", ".keys()", GUARD_CLASS_DICT_KEYS },
	{ "list(", ".keys())", GUARD_CLASS_DICT_KEYS },
	{ "set(", ".keys())", GUARD_CLASS_DICT_KEYS },
	{ "___dict_version(", "", GUARD_CLASS_DICT_KEYS },
	{ "str(", ".dtype)", GUARD_CLASS_DTYPE },
	{ "str(", ".device)", GUARD_CLASS_DEVICE },
	{ "type(", ")", GUARD_CLASS_TYPE },
	{ "", ".dtype", GUARD_CLASS_DTYPE },
	{ "", ".device", GUARD_CLASS_DEVICE },
	{ "", ".requires_grad",
	    GUARD_CLASS_REQUIRES_GRAD },
	{ "", ".ndim", GUARD_CLASS_RANK },
	{ "", ".dim()", GUARD_CLASS_RANK },
	{ "", ".shape", GUARD_CLASS_SIZE },
	{ "", ".size()", GUARD_CLASS_SIZE },
	{ "", ".stride()", GUARD_CLASS_STRIDE },
};

/* Left sides that are process-wide settings, whatever stands behind. */
static const char *const settings[] = {
	"utils_device.CURRENT_DEVICE",
	"torch.autograd.forward_ad._current_level",
	"torch.get_default_dtype()",
};

/* Signs of a condition on symbolic sizes. */
static const char *const size_calls[] = {
	".size()[", ".stride()[",
	".storage_offset()"
};

static const char *const relations[] = {
	" != ", " <= ", " >= ", " < ",
	" > "
};

static const char *const sympy_relations[] = {
	"Eq(", "Ne(", "Le(", "Lt(",
	"Ge(", "Gt("
};

/* s0, u12: numbers of symbols name nothing. */
static bool
guard_expression_is_symbol(struct slice name)
{
	size_t i;

	if (name.len < 2 || (*name.at != 's' && *name.at != 'u'))
		return false;
	for (i = 1; i < name.len; i++) {
		if (name.at[i] < '0' || name.at[i] > '9')
			return false;
	}
	return true;
}

/* The first path of an expression that is no call of a function. */
static struct slice
first_path(struct slice text)
{
	struct slice path;
	size_t i = 0, len, call;
	int nested = 0;

	while (i < text.len && nested < MAX_NESTED) {
		len = guard_path_length(slice_part(text, i, text.len));
		if (len == 0) {
			/* a number is no name, nor is what hangs on it */
			while (i < text.len && byte_is_name(text.at[i]))
				i++;
			i++;
			continue;
		}
		path = slice_part(text, i, i + len);
		call = slice_find_byte(path, '(');
		if (call != SIZE_MAX && ++nested)
			i += call + 1;
		else if (guard_expression_is_symbol(path))
			i += len;
		else
			return path;
	}
	return (struct slice){ 0 };
}

/* Offset of the first of several texts outside of strings, or SIZE_MAX. */
static size_t
find_any(struct slice text, const char *const *needles, size_t count,
    bool top_only)
{
	size_t first = SIZE_MAX, i, at;

	for (i = 0; i < count; i++) {
		at = guard_find(text, slice_of(needles[i]), top_only);
		if (at < first)
			first = at;
	}
	return first;
}

/* A condition on sizes: the whole of it is what the entry wants. */
static bool
take_bound(struct slice code, struct guard_text *out)
{
	size_t size = find_any(code, size_calls, LENGTH(size_calls), false);
	struct slice before = slice_part(code, 0, size);

	if (slice_starts(code, LITERAL("len(")))
		return false;
	if (size == SIZE_MAX &&
	    find_any(code, relations, LENGTH(relations), true) == SIZE_MAX &&
	    !slice_starts_any(code, sympy_relations,
		LENGTH(sympy_relations)))
		return false;
	out->guard_class = GUARD_CLASS_DYNAMIC_BOUND;
	out->expected = code;
	out->source = size == SIZE_MAX ? first_path(code) :
	    slice_part(before, guard_path_start(before), before.len);
	return true;
}

/*
 * __math_isnan(n), not math.isnan(n), n == ___as_tensor(n).item() (torch 2.8
 * on: the float is no NaN).
 */
static bool
take_nan(struct slice code, bool negated, struct guard_text *out)
{
	size_t call = guard_find(code, LITERAL("isnan("), false);
	struct slice argument;

	if (call == SIZE_MAX) {
		call = guard_find(code, LITERAL("___as_tensor("), false);
		negated = true;
	}
	if (call == SIZE_MAX)
		return false;
	out->guard_class = GUARD_CLASS_NAN;
	out->expected = negated ? LITERAL("not nan") : LITERAL("nan");
	if (guard_arguments(slice_part(code, call, code.len), &argument, 1))
		out->source = argument;
	return true;
}

/* A value without its quotes; objects in angle brackets have addresses. */
static struct slice
value_of(struct slice text)
{
	if (slice_contains(text, LITERAL(" at 0x")) ||
	    slice_contains(text, LITERAL("(id=")))
		return (struct slice){ 0 };
	return guard_unquote(text);
}

static bool
take_setting(struct slice left, struct guard_text *out)
{
	if (!slice_starts_any(left, settings, LENGTH(settings)))
		return false;
	out->guard_class = GUARD_CLASS_GLOBAL_STATE;
	out->source = left;
	return true;
}

/* Class and source of a left side. */
static void
take_left(struct slice left, struct guard_text *out)
{
	struct slice argument;
	size_t i;

	out->source = left;
	for (i = 0; i < LENGTH(sides); i++) {
		struct slice start = slice_of(sides[i].start);
		struct slice end = slice_of(sides[i].end);

		if (!slice_starts(left, start) || !slice_ends(left, end) ||
		    start.len + end.len >= left.len)
			continue;
		out->guard_class = sides[i].guard_class;
		if (end.len || !guard_arguments(left, &out->source, 1))
			out->source = slice_part(left, start.len,
			    left.len - end.len);
		break;
	}
	/* list(dict.keys(d)), int(n), ___normalize_range_iter(r) */
	for (i = 0; i < MAX_NESTED && slice_ends(out->source, LITERAL(")")) &&
	    guard_arguments(out->source, &argument, 1); i++)
		out->source = argument;
}

/*
 * left == right; the length of a dict that differs is written "len(d) != 2"
 * where 2 is wanted (torch/csrc/dynamo/guards.cpp).
 */
static bool
take_equal(struct slice code, struct guard_text *out)
{
	size_t at = guard_find(code, slice_starts(code, LITERAL("len(")) &&
	    guard_find(code, LITERAL(" != "), true) != SIZE_MAX ?
	    LITERAL(" != ") : LITERAL(" == "), true);
	struct slice left = slice_trim(slice_part(code, 0, at));

	if (at == SIZE_MAX)
		return false;
	out->expected = value_of(slice_trim(slice_part(code, at + 4,
	    code.len)));
	if (take_setting(left, out))
		return true;
	if (guard_path_length(left) != left.len) {
		/* (n % 2) == 0: no plain value */
		out->guard_class = GUARD_CLASS_DYNAMIC_BOUND;
		out->source = first_path(left);
		out->expected = code;
		return true;
	}
	out->guard_class = GUARD_CLASS_VALUE;
	take_left(left, out);
	return true;
}

static bool
is_constant(struct slice text)
{
	return slice_equal(text, LITERAL("None")) ||
	    slice_equal(text, LITERAL("True")) ||
	    slice_equal(text, LITERAL("False")) ||
	    slice_equal(text, LITERAL("Ellipsis")) ||
	    slice_equal(text, LITERAL("NotImplemented"));
}

/* left is right, left is not right: a constant, a type or another input. */
static bool
take_is(struct slice code, struct guard_text *out)
{
	size_t at = guard_find(code, LITERAL(" is "), true);
	struct slice right = slice_part(code, at + 4, code.len);
	struct slice constant = right;

	if (at == SIZE_MAX)
		return false;
	slice_take(&constant, LITERAL("not "));
	out->guard_class = is_constant(constant) ? GUARD_CLASS_VALUE :
	    GUARD_CLASS_OBJECT_ID;
	take_left(slice_trim(slice_part(code, 0, at)), out);
	if (out->guard_class != GUARD_CLASS_OBJECT_ID)
		out->expected = value_of(right);
	return true;
}

/* A path alone, or "not " and a path: true or false. */
static bool
take_truth(struct slice code, bool negated, struct guard_text *out)
{
	if (code.len == 0 || guard_path_length(code) != code.len)
		return false;
	out->guard_class = GUARD_CLASS_VALUE;
	out->expected = negated ? LITERAL("False") : LITERAL("True");
	take_left(code, out);
	return true;
}

/* What a cell of a closure holds: its class is where it lies. */
static void
mark_closure(struct guard_text *out)
{
	if ((out->guard_class == GUARD_CLASS_VALUE ||
	    out->guard_class == GUARD_CLASS_TYPE ||
	    out->guard_class == GUARD_CLASS_OBJECT_ID) &&
	    (slice_contains(out->source, LITERAL("__closure__")) ||
	    slice_contains(out->source, LITERAL("cell_contents"))))
		out->guard_class = GUARD_CLASS_CLOSURE;
}

void
guard_expression_parse(struct arena *arena, struct slice code,
    struct guard_text *out)
{
	bool negated = slice_take(&code, LITERAL("not "));

	if (take_nan(code, negated, out) ||
	    guard_call_parse(arena, code, negated, out) ||
	    take_bound(code, out) || take_equal(code, out) ||
	    take_is(code, out) || take_truth(code, negated, out))
		mark_closure(out);
}
