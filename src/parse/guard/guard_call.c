/*
 * guard_call.c - guards that are a call by themselves, as torch writes them in
 * torch/_dynamo/guards.py.
 */
#include "parse/guard/guard_private.h"

/* A call without the "not " before it. */
struct call {
	struct arena *arena;
	struct slice code;
	bool negated;
};

/* How a call tells its source and what it expects. */
enum call_shape {
	CALL_PLAIN,		/* f(source, …) */
	CALL_TYPE,		/* f(source, id), type=<class 'a.B'> */
	CALL_KEY_FIRST,		/* f('key', source) */
	CALL_KEY_LAST,		/* f(source, 'key') */
	CALL_NAME		/* ___f(): f is what it looks at */
};

/* Calls that are a guard by themselves. */
static const struct {
	const char *name;
	enum guard_class guard_class;
	enum call_shape shape;
} calls[] = {
	{ "___check_obj_id(", GUARD_CLASS_OBJECT_ID, CALL_PLAIN },
	{ "___check_type_id(", GUARD_CLASS_TYPE, CALL_TYPE },
	{ "___check_fake_script_type(", GUARD_CLASS_TYPE,
	    CALL_TYPE },
	{ "___dict_contains(", GUARD_CLASS_DICT_KEYS,
	    CALL_KEY_FIRST },
	{ "hasattr(", GUARD_CLASS_DICT_KEYS, CALL_KEY_LAST },
	{ "set.__contains__(", GUARD_CLASS_DICT_KEYS,
	    CALL_KEY_LAST },
	{ "isinstance(", GUARD_CLASS_TYPE, CALL_KEY_LAST },
	{ "check_no_aliasing(", GUARD_CLASS_OBJECT_ID, CALL_PLAIN },
	{ "___check_current_backend(", GUARD_CLASS_OTHER,
	    CALL_NAME },
	{ "___skip_backend_check(", GUARD_CLASS_OTHER, CALL_NAME },
	{ "___check_global_state(", GUARD_CLASS_GLOBAL_STATE,
	    CALL_NAME },
	{ "___check_torch_function_mode_stack(",
	    GUARD_CLASS_GLOBAL_STATE, CALL_NAME },
	{ "___is_grad_enabled(", GUARD_CLASS_GLOBAL_STATE,
	    CALL_NAME },
	{ "___are_deterministic_algorithms_enabled(",
	    GUARD_CLASS_GLOBAL_STATE, CALL_NAME },
	{ "___is_torch_function_enabled(",
	    GUARD_CLASS_GLOBAL_STATE, CALL_NAME },
	{ "___needs_nopython(", GUARD_CLASS_GLOBAL_STATE,
	    CALL_NAME },
	{ "torch._functorch.pyfunctorch.compare_functorch_state(",
	    GUARD_CLASS_GLOBAL_STATE, CALL_NAME },
};

/* A key that must be there, or "not " and one that must not. */
static struct slice
guard_call_wanted(const struct call *call, struct slice key)
{
	struct buffer text = { 0 };

	key = guard_unquote(key);
	if (!call->negated)
		return key;
	buffer_add_string(&text, "not ");
	buffer_add_slice(&text, key);
	key = slice_copy(call->arena, buffer_slice(&text));
	buffer_release(&text);
	return key;
}

/* 'a.B' of ", type=<class 'a.B'>" behind a call. */
static struct slice
named_type(struct slice code)
{
	size_t at = guard_find(code, LITERAL(", type="), true);
	struct slice type = slice_part(code, at + 7, code.len);

	if (at == SIZE_MAX)
		return (struct slice){ 0 };
	if (slice_take(&type, LITERAL("<class '")))
		return slice_part(type, 0, slice_find_byte(type, '\''));
	return type;
}

static void
take_call(const struct call *call, enum call_shape shape,
    struct guard_text *out)
{
	struct slice arguments[2] = { { 0 } }, name = call->code;
	size_t count = guard_arguments(name, arguments, 2);

	if (shape == CALL_NAME) {
		while (slice_take(&name, LITERAL("_")))
			continue;
		out->source = out->guard_class == GUARD_CLASS_OTHER ?
		    LITERAL("backend") :
		    slice_part(name, 0, slice_find_byte(name, '('));
		return;
	}
	if (count == 0)
		return;
	out->source = arguments[shape == CALL_KEY_FIRST && count > 1];
	if (shape == CALL_TYPE)
		out->expected = named_type(call->code);
	else if (shape == CALL_KEY_FIRST)
		out->expected = guard_call_wanted(call, arguments[0]);
	else if (shape == CALL_KEY_LAST && count > 1)
		out->expected = guard_call_wanted(call, arguments[1]);
}

bool
guard_call_parse(struct arena *arena, struct slice code, bool negated,
    struct guard_text *out)
{
	struct call call = { arena, code, negated };
	size_t i;

	for (i = 0; i < LENGTH(calls); i++) {
		if (!slice_starts(code, slice_of(calls[i].name)))
			continue;
		out->guard_class = calls[i].guard_class;
		take_call(&call, calls[i].shape, out);
		return true;
	}
	return false;
}
