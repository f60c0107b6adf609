/*
 * log_compiles.c - compiles and their instances, as a log tells them.
 */
#include "ingest/read/log.h"

static struct log_compile *
log_compiles_find(struct log_intake *intake, const struct compile_key *key)
{
	struct log_records *records = intake->records;
	size_t i;

	/* The newest instance; mostly the record before was of the same. */
	for (i = records->compiles.count; i-- > intake->compiles_before;) {
		if (compile_key_compare(&records->compiles.items[i].key,
		    key) == 0)
			return &records->compiles.items[i];
	}
	return NULL;
}

static struct log_compile *
log_compiles_add(struct log_intake *intake, const struct record *record,
    int64_t instance)
{
	struct log_compile *compile = array_add(&intake->records->compiles);

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
		compile = log_compiles_add(intake, record, 0);
	else if ((is_start && compile->has_start) ||
	    (is_recompile && compile->has_metrics))
		compile = log_compiles_add(intake, record,
		    compile->instance + 1);
	if (is_start)
		compile->has_start = true;
	compile->last = record->time;
	compile->last_record = log_own(intake,
	    envelope->kind == ENVELOPE_ARTIFACT ? envelope->name :
	    envelope->kind_name);
	record->compile = compile;
}
