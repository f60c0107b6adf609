/*
 * count.c - counts in words.
 */
#include "util/count.h"

const char *
plural_end(int64_t count, const char *one)
{
	if (count == 1)
		return "";
	return slice_ends(slice_of(one), LITERAL("s")) ? "es" : "s";
}

void
add_number_of(struct buffer *out, int64_t count, const char *one)
{
	if (count < 0)
		buffer_add_string(out, "? ");
	else
		buffer_printf(out, "%lld ", (long long)count);
	buffer_printf(out, "%s%s", one, plural_end(count, one));
}

void
add_more(struct buffer *out, size_t count, const char *one,
    const char *command)
{
	buffer_printf(out, "%zu more %s%s", count, one,
	    plural_end((int64_t)count, one));
	if (command)
		buffer_printf(out, ": %s", command);
}
