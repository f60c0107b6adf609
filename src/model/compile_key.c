/*
 * compile_key.c - comparing and writing compile ids. Reading them is parse/'s.
 */
#include "model/compile_key.h"

#include <inttypes.h>

#include "util/order.h"
#include "util/table.h"

struct compile_key
compile_key_none(void)
{
	return (struct compile_key){ NO_ID, NO_ID, NO_ID, NO_ID, NO_ID };
}

bool
compile_key_is_compile(const struct compile_key *key)
{
	return key->frame != NO_ID || key->compiled_autograd != NO_ID;
}

int
compile_key_compare(const struct compile_key *a, const struct compile_key *b)
{
	int order = ORDER_OF(a->rank, b->rank);

	if (!order)
		order = ORDER_OF(a->process, b->process);
	if (!order)
		order = ORDER_OF(a->compiled_autograd, b->compiled_autograd);
	if (!order)
		order = ORDER_OF(a->frame, b->frame);
	return order ? order : ORDER_OF(a->frame_compile, b->frame_compile);
}

uint64_t
compile_key_hash(uint64_t seed, const struct compile_key *key)
{
	seed = table_hash_number(seed, key->rank);
	seed = table_hash_number(seed, key->process);
	seed = table_hash_number(seed, key->compiled_autograd);
	seed = table_hash_number(seed, key->frame);
	return table_hash_number(seed, key->frame_compile);
}

static void
compile_key_add_part(struct buffer *out, int64_t part)
{
	if (part == NO_ID)
		buffer_add_byte(out, '-');
	else
		buffer_printf(out, "%" PRId64, part);
}

void
compile_key_text(const struct compile_key *key, struct buffer *out)
{
	if (key->compiled_autograd != NO_ID)
		buffer_printf(out, "!%" PRId64 "/", key->compiled_autograd);
	compile_key_add_part(out, key->frame);
	buffer_add_byte(out, '/');
	compile_key_add_part(out, key->frame_compile);
}
