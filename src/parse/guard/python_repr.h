/*
 * python_repr.h - names inside the reprs of Python objects and of Dynamo's
 * variable trackers.
 */
#ifndef GBQ_PARSE_GUARD_PYTHON_REPR_H
#define GBQ_PARSE_GUARD_PYTHON_REPR_H

#include <stdbool.h>

#include "util/text.h"

/*
 * What stands between two texts in one line; to == "": up to the line's end.
 * Full stops at its end are cut. Absent if they are not there, or if nothing
 * is between them.
 */
struct slice text_between(struct slice text, const char *from,
    const char *to);

/* A byte of a name such as "aten.nonzero.default" or "torch::x". */
bool is_name_byte(char byte);

/* A dotted name such as "aten.nonzero.default", and no more. */
bool is_dotted_name(struct slice text);

/*
 * The name in the first repr of an object: "<function flags at 0x7f…>" gives
 * "flags", "<class 'contextlib.suppress'>" "contextlib.suppress".
 */
struct slice name_in_repr(struct slice text);

/*
 * What a variable tracker at the start of *text stands for, moving *text
 * behind it: "UserDefinedObjectVariable(lock)" gives "lock",
 * "TensorVariable()" "Tensor", "ConstantVariable(str: 'x')" "str".
 */
struct slice take_variable(struct slice *text);

#endif
