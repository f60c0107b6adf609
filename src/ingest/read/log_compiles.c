/*
 * log_compiles.c - compiles and their instances, as a log tells them.
 */
#include "ingest/read/log.h"

/* The newest instance of an id that this log has named; NULL: none yet. */
static struct log_compile *
log_compiles_find(struct log_intake *intake, const struct compile_key *key)
{
	struct log_compile *compiles = intake->records->compiles.items;
	const struct row_link *link = row_index_first(&intake->compiles,
	    compile_key_hash(0, key));

	while (link && compile_key_compare(&compiles[link->row].key, key) != 0)
		link = row_index_next(&intake->compiles, link);
	return link ? &compiles[compiles[link->row].newest] : NULL;
}

/* An instance after another one; NULL: the first, which the index names. */
static struct log_compile *
log_compiles_add(struct log_intake *intake, const struct record *record,
    const struct log_compile *before)
{
	struct log_records *records = intake->records;
	size_t row = records->compiles.count;
	size_t first = before ? before->first : row;
	int64_t instance = before ? before->instance + 1 : 0;
	struct log_compile *compile = array_add(&records->compiles);

	if (!before)
		row_index_add(&intake->compiles,
		    compile_key_hash(0, &record->key), row);
	records->compiles.items[first].newest = row;
	compile->first = first;
	compile->key = record->key;
	compile->instance = instance;
	compile->order = record->offset;
	compile->started = record->time;
	compile->tables_attempt = UNKNOWN_INT;
	return compile;
}

/*
 * A new instance begins at a dynamo_start of an id that already had one, or
 * at recompile_reasons of an id whose metrics have come: they come before
 * dynamo_start, and a recompile-limit hit has none.
 */
void
log_set_compile(struct log_intake *intake, struct record *record)
{
	const struct envelope *envelope = record->envelope;
	struct log_compile *compile;
	bool is_start = envelope->kind == ENVELOPE_DYNAMO_START;
	bool is_recompile = envelope->kind == ENVELOPE_ARTIFACT &&
	    slice_equal(envelope->name, LITERAL("recompile_reasons"));

	if (!compile_key_is_compile(&record->key) ||
	    envelope->kind == ENVELOPE_CHROMIUM_EVENT)
		return;
	compile = log_compiles_find(intake, &record->key);
	if (!compile)
		compile = log_compiles_add(intake, record, NULL);
	else if ((is_start && compile->has_start) ||
	    (is_recompile && compile->has_metrics))
		compile = log_compiles_add(intake, record, compile);
	if (is_start)
		compile->has_start = true;
	compile->last = record->time;
	compile->last_record = log_own(intake,
	    envelope->kind == ENVELOPE_ARTIFACT ? envelope->name :
	    envelope->kind_name);
	record->compile = compile;
}
