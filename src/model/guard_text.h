/*
 * guard_text.h - what a failed guard says: what it looks at, what the cache
 * entry wants, what came.
 */
#ifndef GBQ_MODEL_GUARD_TEXT_H
#define GBQ_MODEL_GUARD_TEXT_H

#include "util/text.h"

enum guard_class {
	GUARD_CLASS_SIZE,
	GUARD_CLASS_STRIDE,
	GUARD_CLASS_RANK,
	GUARD_CLASS_DTYPE,
	GUARD_CLASS_DEVICE,
	GUARD_CLASS_REQUIRES_GRAD,
	GUARD_CLASS_DISPATCH_KEY,	/* the last class of a tensor */
	GUARD_CLASS_VALUE,
	GUARD_CLASS_TYPE,
	GUARD_CLASS_OBJECT_ID,
	GUARD_CLASS_LENGTH,
	GUARD_CLASS_DICT_KEYS,
	GUARD_CLASS_GLOBAL_STATE,
	GUARD_CLASS_CLOSURE,
	GUARD_CLASS_DYNAMIC_BOUND,	/* a condition on symbolic sizes */
	GUARD_CLASS_NAN,
	GUARD_CLASS_OTHER
};

/* As column guard_class has it. */
const char *guard_class_name(enum guard_class guard_class);

/*
 * Absent: the guard does not say. source is x, never L['x']; expected and
 * actual are numbers or texts without quotes, never an object's id.
 */
struct guard_text {
	enum guard_class guard_class;
	struct slice source, expected, actual;
};

#endif
