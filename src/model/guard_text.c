/*
 * guard_text.c - names of guard classes.
 */
#include "model/guard_text.h"

const char *
guard_class_name(enum guard_class guard_class)
{
	static const char *const names[] = { "size", "stride", "rank", "dtype",
		"device", "requires_grad", "dispatch_key", "value", "type",
		"object_id", "length", "dict_keys", "global_state", "closure",
		"dynamic_bound", "nan", "other" };

	return names[guard_class];
}
