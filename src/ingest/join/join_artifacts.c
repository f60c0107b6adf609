/*
 * join_artifacts.c - bytecode pairs over the attempts of a compile, and cache
 * artifacts. torch 2.6 and newer write ORIGINAL bytecode with the attempt that
 * broke and MODIFIED with the one that finished, for resume functions only.
 */
#include "ingest/join/join.h"

#include "parse/graph/bytecode.h"
#include "util/order.h"

struct listing {
	const struct captured_bytecode *captured;
	size_t compile;
	int64_t number;
	bool modified;
};

static int
compare_listings(const void *a, const void *b)
{
	const struct listing *left = a, *right = b;
	int order;

	if (left->compile != right->compile)
		return left->compile < right->compile ? -1 : 1;
	order = slice_compare(left->captured->function,
	    right->captured->function);
	if (order)
		return order;
	return ORDER_OF(left->number, right->number);
}

static void
artifacts_add_pair(struct join *join, const struct listing *original,
    const struct listing *modified)
{
	const struct listing *any = original ? original : modified;
	struct bytecode_row *row = array_add(&join->rows->bytecodes);
	struct slice before = { 0 }, after = { 0 };

	row->compile = any->compile;
	row->function = any->captured->function;
	row->original = original ? original->captured->file : NO_ROW;
	row->modified = modified ? modified->captured->file : NO_ROW;
	if (original)
		before = text_pack_get(join->capture->listings,
		    original->captured->listing);
	if (modified)
		after = text_pack_get(join->capture->listings,
		    modified->captured->listing);
	bytecode_compare(before, after, &row->change);
}

static bool
is_pair(const struct listing *original, const struct listing *modified)
{
	return original->compile == modified->compile && !original->modified &&
	    modified->modified && slice_equal(original->captured->function,
	    modified->captured->function);
}

/*
 * In order of number: an attempt that restarts writes ORIGINAL again, so the
 * last ORIGINAL before a MODIFIED is its pair.
 */
static void
pair_listings(struct join *join, const struct listing *listings, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		if (listings[i].modified) {
			artifacts_add_pair(join, NULL, &listings[i]);
		} else if (i + 1 < count &&
		    is_pair(&listings[i], &listings[i + 1])) {
			artifacts_add_pair(join, &listings[i],
			    &listings[i + 1]);
			i++;
		} else {
			artifacts_add_pair(join, &listings[i], NULL);
		}
	}
}

static void
add_bytecodes(struct join *join)
{
	ARRAY_OF(struct listing) listings = { 0 };
	size_t i;

	for (i = 0; i < join->capture->bytecodes.count; i++) {
		const struct captured_bytecode *captured =
		    &join->capture->bytecodes.items[i];
		size_t compile =
		    join->rows->file_compile.items[captured->file];
		const struct captured_file *file =
		    &join->capture->files.items[captured->file];
		struct listing *listing;

		if (compile == NO_ROW)
			continue;
		listing = array_add(&listings);
		*listing = (struct listing){ captured, compile, file->order,
		    file->kind == FILE_MODIFIED_BYTECODE };
	}
	array_sort(&listings, compare_listings);
	pair_listings(join, listings.items, listings.count);
	array_release(&listings);
}

void
join_artifacts(struct join *join)
{
	size_t i;

	add_bytecodes(join);
	for (i = 0; i < join->capture->caches.count; i++) {
		struct cache_row *row = array_add(&join->rows->caches);

		row->cache = &join->capture->caches.items[i];
		row->compile =
		    join->rows->file_compile.items[row->cache->file];
	}
}
