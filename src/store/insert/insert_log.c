/*
 * insert_log.c - configurations and phases, which only logs tell, and
 * collectives.
 */
#include "store/insert/insert.h"

#include "util/hash.h"

/* Id of a configuration that is stored, or 0. */
static int64_t
insert_log_find_set(struct writer *writer, const char *hash)
{
	sqlite3_stmt *statement = store_statement(writer->store,
	    "SELECT config_id FROM config_set WHERE hash = ?1");
	int64_t id = 0;
	int code;

	sqlite3_bind_text(statement, 1, hash, -1, SQLITE_STATIC);
	code = statement ? sqlite3_step(statement) : SQLITE_ERROR;
	if (code == SQLITE_ROW)
		id = sqlite3_column_int64(statement, 0);
	else if (code != SQLITE_DONE)
		writer_fail(writer);
	statement_end(statement);
	return id;
}

static bool
run_with_text(struct writer *writer, const char *sql, int64_t id,
    struct slice text)
{
	sqlite3_stmt *statement = store_statement(writer->store, sql);
	bool done;

	sqlite3_bind_int64(statement, 1, id);
	sqlite3_bind_text64(statement, 2, text.at, text.len, SQLITE_STATIC,
	    SQLITE_UTF8);
	done = statement && sqlite3_step(statement) == SQLITE_DONE;
	if (!done)
		writer_fail(writer);
	statement_end(statement);
	return done;
}

/*
 * The log's value is a JSON string that holds a JSON object. What is no JSON
 * (NaN in it) gives no items.
 */
static const char item_sql[] =
    "INSERT INTO config_item SELECT ?1, key, CASE type"
    " WHEN 'true' THEN 'true' WHEN 'false' THEN 'false'"
    " WHEN 'null' THEN 'null' ELSE value END"
    " FROM json_each(iif(json_valid(?2), iif(json_valid("
    "json_extract(?2, '$')), json_extract(?2, '$'), '{}'), '{}'))"
    " GROUP BY key";

static int64_t
add_set(struct writer *writer, struct slice json)
{
	char hash[HASH_HEX_SIZE];
	int64_t id;

	hash_of(json, hash);
	id = insert_log_find_set(writer, hash);
	if (id || writer->failed)
		return id;
	if (!run_with_text(writer, "INSERT INTO config_set (config_id, hash)"
	    " VALUES (nullif(?1, 0), ?2)", 0, slice_of(hash)))
		return 0;
	id = sqlite3_last_insert_rowid(writer->store->db);
	run_with_text(writer, item_sql, id, json);
	return id;
}

void
insert_configs(struct writer *writer, const struct log_records *log)
{
	size_t i;

	for (i = 0; i < log->configs.count && !writer->failed; i++) {
		const struct log_config *config = &log->configs.items[i];
		int64_t id = add_set(writer, config->json);

		writer_begin(writer, INSERT_CONFIG);
		writer_row(writer, i);
		writer_id(writer, config->rank);
		writer_id(writer, config->process);
		writer_string(writer, config->system);
		writer_int(writer, id);
		writer_end(writer);
	}
}

void
insert_phases(struct writer *writer, const struct log_records *log)
{
	size_t i;

	for (i = 0; i < log->phases.count; i++) {
		const struct log_phase *phase = &log->phases.items[i];

		writer_begin(writer, INSERT_PHASE);
		writer_row(writer, i);
		writer_id(writer, phase->rank);
		writer_id(writer, phase->process);
		writer_slice(writer, phase->compile_id);
		writer_slice(writer, phase->name);
		writer_int(writer, phase->calls);
		writer_real(writer, phase->total_s);
		writer_real(writer, phase->self_s);
		writer_end(writer);
	}
}

void
insert_collectives(struct writer *writer, const struct capture *capture)
{
	struct buffer id = { 0 };
	size_t i, k, row = 0;

	for (i = 0; i < capture->collectives.count; i++) {
		const struct captured_collectives *from =
		    &capture->collectives.items[i];
		const struct compile_key *key =
		    &capture->files.items[from->file].key;

		buffer_clear(&id);
		compile_key_text(key, &id);
		for (k = 0; k < from->names.count; k++) {
			writer_begin(writer, INSERT_COLLECTIVE);
			writer_row(writer, row++);
			writer_id(writer, key->rank);
			writer_id(writer, key->process);
			writer_slice(writer, buffer_slice(&id));
			writer_int(writer, (int64_t)k);
			writer_slice(writer, from->names.items[k]);
			writer_end(writer);
		}
	}
	buffer_release(&id);
}
