/*
 * cache_key.h - the components of a compile cache's key, as the artifact
 * fx_graph_cache_miss_N.json lists them: "[HASH] NAME: VALUE".
 */
#ifndef GBQ_PARSE_CACHE_KEY_H
#define GBQ_PARSE_CACHE_KEY_H

#include "util/text.h"

/* One component; the texts lie in the arena or the JSON text. */
struct cache_component {
	struct slice name, hash, value;
};

typedef ARRAY_OF(struct cache_component) cache_component_array;

/* Bytes kept of a value: enough to see where two begin to differ. */
enum { CACHE_VALUE_BYTES = 4096 };

/*
 * Add the components in the order of the file. Items of another form, and
 * what is no such JSON, give none: torch 2.13 writes an empty list for
 * AOTAutograd's cache.
 */
void cache_key_parse(struct arena *arena, struct slice json,
    cache_component_array *out);

#endif
