/*
 * statements.c - a hash table from SQL to prepared statements. Must not know
 * what they are for.
 */
#include "store/insert/statements.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

enum { FIRST_SLOTS = 128 };

struct statement_slot {
	sqlite3_stmt *statement;	/* NULL: free */
	char *sql;	/* sqlite3_sql() would be without what follows it */
	size_t hash;
};

/* FNV-1a */
static size_t
hash_of_sql(const char *sql)
{
	uint64_t hash = 0xcbf29ce484222325u;

	for (; *sql; sql++)
		hash = (hash ^ (unsigned char)*sql) * 0x100000001b3u;
	return (size_t)hash;
}

/* The slot of the SQL, or the free one where it belongs. */
static struct statement_slot *
statements_find_slot(const struct statements *statements, size_t hash,
    const char *sql)
{
	size_t mask = statements->capacity - 1, i;
	struct statement_slot *slot;

	for (i = hash & mask;; i = (i + 1) & mask) {
		slot = &statements->slots[i];
		if (!slot->statement || (slot->hash == hash &&
		    strcmp(slot->sql, sql) == 0))
			return slot;
	}
}

static void
statements_grow(struct statements *statements)
{
	struct statement_slot *old = statements->slots;
	size_t count = statements->capacity, i;

	statements->capacity = count ? count * 2 : FIRST_SLOTS;
	statements->slots = mem_calloc(statements->capacity,
	    sizeof(*statements->slots));
	for (i = 0; i < count; i++) {
		if (old[i].statement)
			*statements_find_slot(statements, old[i].hash,
			    old[i].sql) = old[i];
	}
	free(old);
}

sqlite3_stmt *
statements_get(struct statements *statements, sqlite3 *db, const char *sql)
{
	size_t hash = hash_of_sql(sql);
	struct statement_slot *slot;

	if (statements->count * 2 >= statements->capacity)
		statements_grow(statements);
	slot = statements_find_slot(statements, hash, sql);
	if (slot->statement) {
		assert(!sqlite3_stmt_busy(slot->statement));
		return slot->statement;
	}
	if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT,
	    &slot->statement, NULL) != SQLITE_OK)
		return NULL;
	slot->hash = hash;
	slot->sql = mem_alloc(strlen(sql) + 1);
	strcpy(slot->sql, sql);
	statements->count++;
	return slot->statement;
}

void
statement_end(sqlite3_stmt *statement)
{
	if (!statement)
		return;
	sqlite3_reset(statement);
	sqlite3_clear_bindings(statement);
}

void
statements_release(struct statements *statements)
{
	size_t i;

	for (i = 0; i < statements->capacity; i++) {
		sqlite3_finalize(statements->slots[i].statement);
		free(statements->slots[i].sql);
	}
	free(statements->slots);
	*statements = (struct statements){ 0 };
}
