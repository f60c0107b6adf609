/*
 * side_caches.c - records of caches of compiled code: how many of each state,
 * and the keys with the components that their artifacts list.
 */
#include <stdlib.h>

#include "parse/cache_key.h"
#include "query/diff/side.h"
#include "store/content/content.h"
#include "util/table.h"

/* A key's artifact is some 60 KB of JSON: of more runs than that, not all. */
enum { MAX_READ = 1000, MAX_BYTES = 16 * 1024 * 1024 };

static const char counts_sql[] =
    "SELECT cache, state, count(*) FROM cache_events WHERE run_id = ?1"
    " GROUP BY cache, state ORDER BY cache, state";

static const char keys_sql[] =
    "SELECT e.cache, e.state, e.key, e.compile_id, c.function, c.file,"
    " c.line, CASE WHEN a.stored THEN a.hash END"
    " FROM cache_events AS e"
    " LEFT JOIN artifacts AS a"
    " ON a.run_id = e.run_id AND a.path = e.artifact_path"
    " LEFT JOIN compiles AS c"
    " ON c.run_id = e.run_id AND c.compile_no = e.compile_no"
    " WHERE e.run_id = ?1 AND e.key IS NOT NULL"
    " AND e.state IN ('hit', 'miss')"
    " ORDER BY c.compile_no, a.number, e.artifact_path";

static void
take_count(struct side_query *query)
{
	struct side_cache *cache = array_add(&query->side->caches);

	cache->cache = side_column_text(query, 0);
	cache->state = side_column_text(query, 1);
	cache->count = side_column_int(query, 2, 0);
}

static void
side_caches_take_key(struct side_query *query)
{
	struct side_cache_key *key = array_add(&query->side->cache_keys);

	key->cache = side_column_text(query, 0);
	key->state = side_column_text(query, 1);
	key->key = side_column_slice(query, 2);
	key->compile_id = side_column_text(query, 3);
	key->function = side_column_text(query, 4);
	key->file = side_column_text(query, 5);
	key->line = side_column_int(query, 6, GBQ_NO_LINE);
	key->artifact_hash = side_column_text(query, 7);
	key->file_key = side_path_key(query->side, key->file);
}

static bool
side_caches_take_piece(void *data, struct slice piece)
{
	struct buffer *text = data;

	buffer_add_slice(text, piece);
	return text->len <= MAX_BYTES;
}

static int
side_caches_compare_components(const void *a, const void *b)
{
	const struct side_component *left = a, *right = b;
	int order = slice_compare(left->name, right->name);

	return order ? order : slice_compare(left->hash, right->hash);
}

/* Most components are those of all other keys: one copy of each text. */
static void
keep_components(struct gbq_side *side, struct intern_table *texts,
    struct side_cache_key *key, const cache_component_array *found)
{
	struct side_component *kept = arena_alloc(&side->arena,
	    (found->count + 1) * sizeof(*kept));
	size_t i;

	for (i = 0; i < found->count; i++) {
		kept[i].name = intern(texts, found->items[i].name);
		kept[i].hash = intern(texts, found->items[i].hash);
		kept[i].value = intern(texts, found->items[i].value);
	}
	if (found->count)
		qsort(kept, found->count, sizeof(*kept),
		    side_caches_compare_components);
	key->components = kept;
	key->component_count = found->count;
}

/* A content that is not there or damaged leaves the key without components. */
static void
read_components(struct gbq_side *side, struct content_reader *reader,
    struct intern_table *texts, struct side_cache_key *key)
{
	cache_component_array found = { 0 };
	struct buffer text = { 0 };
	struct arena arena;
	struct error error;

	arena_init(&arena);
	if (content_read(reader, key->artifact_hash, side_caches_take_piece,
		&text, &error) == GBQ_OK)
		cache_key_parse(&arena, buffer_slice(&text), &found);
	keep_components(side, texts, key, &found);
	array_release(&found);
	buffer_release(&text);
	arena_release(&arena);
}

enum gbq_status
side_load_caches(struct gbq_side *side, sqlite3 *db, int64_t run_id,
    struct error *error)
{
	enum gbq_status status = side_each_row(side, db, counts_sql, run_id,
	    take_count, error);
	struct content_reader *reader;
	struct intern_table texts = { 0 };
	size_t i, read = 0;

	if (status == GBQ_OK)
		status = side_each_row(side, db, keys_sql, run_id,
		    side_caches_take_key, error);
	if (status != GBQ_OK)
		return status;
	reader = content_reader_new(db);
	intern_init(&texts, &side->arena);
	for (i = 0; i < side->cache_keys.count && read < MAX_READ; i++) {
		struct side_cache_key *key = &side->cache_keys.items[i];

		if (!key->artifact_hash)
			continue;
		read_components(side, reader, &texts, key);
		read++;
	}
	intern_release(&texts);
	content_reader_free(reader);
	return GBQ_OK;
}
