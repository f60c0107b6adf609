/*
 * cause_text.c - causes of recompiles in words.
 */
#include "cli/format/text.h"

#include <string.h>

#include "cli/format/row.h"

/* What of the source the guards of a class look at. */
static const struct {
	const char *guard_class, *words;
} aspects[] = {
	{ "size", "size of " },
	{ "stride", "stride of " },
	{ "rank", "number of dimensions of " },
	{ "dtype", "dtype of " },
	{ "device", "device of " },
	{ "requires_grad", "requires_grad of " },
	{ "dispatch_key", "dispatch keys of " },
	{ "value", "value of " },
	{ "type", "type of " },
	{ "object_id", "which object is " },
	{ "length", "length of " },
	{ "dict_keys", "keys of " },
	{ "global_state", "setting of the process: " },
	{ "closure", "closure variable " },
	{ "dynamic_bound", "condition on a size of " },
	{ "nan", "not a number: " },
	{ "other", "other guard: " },
};

void
cause_title(struct buffer *out, const struct gbq_query *row)
{
	const char *guard_class = row_text(row, "guard_class");
	const char *words = "";
	size_t i;

	for (i = 0; guard_class && i < LENGTH(aspects); i++) {
		if (strcmp(guard_class, aspects[i].guard_class) == 0)
			words = aspects[i].words;
	}
	buffer_add_string(out, words);
	add_text(out, row_text(row, "root_source") ?
	    row_text(row, "root_source") : row_text(row, "guard"));
}

static void
cause_text_add_place(struct buffer *out, const struct gbq_query *row)
{
	if (!row_text(row, "file"))
		return;
	buffer_add_string(out, "    ");
	add_path(out, row_text(row, "file"));
	if (!row_is_null(row, "line"))
		buffer_printf(out, ":%lld",
		    (long long)row_integer(row, "line"));
	buffer_add_byte(out, ' ');
	add_text(out, row_text(row, "function"));
	buffer_add_byte(out, '\n');
}

static void
cause_text_add_list(struct buffer *out, const struct gbq_query *row,
    const char *label, const char *name)
{
	if (!row_text(row, name))
		return;
	buffer_printf(out, "        %s: ", label);
	add_text(out, row_text(row, name));
	buffer_add_byte(out, '\n');
}

void
cause_text(struct buffer *out, const struct gbq_query *row, bool color)
{
	buffer_add_string(out, color ? "\033[1m" : "");
	add_text(out, row_text(row, "handle"));
	buffer_add_string(out, "  ");
	cause_title(out, row);
	buffer_add_string(out, color ? "\033[0m\n    " : "\n    ");
	add_count(out, row, "recompiles", "recompile", false);
	buffer_add_string(out, " of ");
	add_count(out, row, "frames", "frame", false);
	buffer_add_string(out, ", ");
	add_count(out, row, "guard_failures", "guard failure", false);
	if (row_integer(row, "limit_hit"))
		buffer_add_string(out, ", recompile limit hit");
	buffer_add_byte(out, '\n');
	cause_text_add_place(out, row);
	cause_text_add_list(out, row, "also", "names");
	cause_text_add_list(out, row, "values", "shown_values");
}
