/*
 * log_metrics.c - metrics records: to pair with a page, or in place of one.
 */
#include "ingest/read/log.h"

#include "parse/log/metrics_record.h"

static uint64_t
config_key(int64_t rank, int64_t process, const char *system)
{
	return table_hash_number(table_hash_number(table_hash_text(0,
	    slice_of(system)), rank), process);
}

void
log_index_config(struct log_records *records, size_t row)
{
	const struct log_config *config = &records->configs.items[row];

	row_index_add(&records->configs_by_writer, config_key(config->rank,
	    config->process, config->system), row);
}

/* The first configuration of each system that a process of a rank tells. */
static void
note_config(struct log_intake *intake, const struct record *record,
    const char *system, struct slice json)
{
	struct log_records *records = intake->records;
	struct log_config *config;
	const struct row_link *link;

	if (!json.at)
		return;
	for (link = row_index_first(&records->configs_by_writer,
	    config_key(record->key.rank, record->key.process, system)); link;
	    link = row_index_next(&records->configs_by_writer, link)) {
		config = &records->configs.items[link->row];
		if (config->system == system &&
		    config->rank == record->key.rank &&
		    config->process == record->key.process)
			return;
	}
	config = array_add(&records->configs);
	config->rank = record->key.rank;
	config->process = record->key.process;
	config->system = system;
	config->json = slice_copy(log_arena(intake), json);
	log_index_config(records, records->configs.count - 1);
}

static void
note_metrics(struct log_intake *intake, const struct record *record,
    const struct metrics *metrics)
{
	struct log_records *records = intake->records;

	note_config(intake, record, "dynamo", metrics->dynamo_config);
	note_config(intake, record, "inductor", metrics->inductor_config);
	note_config(intake, record, "functorch", metrics->functorch_config);
	note_config(intake, record, "compiler", metrics->compiler_config);
	if (metrics->num_graph_breaks > records->break_counter)
		records->break_counter = metrics->num_graph_breaks;
	if (!intake->capture->torch_version.at &&
	    metrics->torch_version.at)
		intake->capture->torch_version =
		    log_own(intake, metrics->torch_version);
	if (metrics->start_time_us != UNKNOWN_INT &&
	    records->first_absolute_us == UNKNOWN_INT) {
		records->first_absolute_us = metrics->start_time_us;
		records->first_absolute = record->time;
	}
}

/*
 * Fields that are not kept with the compile: null ones, names that are columns
 * of its view, and texts that other views hold. Configurations are 20 KB a
 * record and the same in all.
 */
static bool
is_dropped(const struct metric_field *field)
{
	static const char *const names[] = { "restart_reasons",
		"fail_reason", "stack_trace", "exception_stack_trace",
		"compile_id", "co_name", "co_filename", "co_firstlineno" };
	size_t i;

	if (slice_equal(field->json, LITERAL("null")) ||
	    slice_ends(field->name, LITERAL("_config")))
		return true;
	for (i = 0; i < LENGTH(names); i++) {
		if (slice_equal(field->name, slice_of(names[i])))
			return true;
	}
	return false;
}

static void
drop_fields(struct metrics *metrics)
{
	size_t i, kept = 0;

	for (i = 0; i < metrics->fields.count; i++) {
		if (!is_dropped(&metrics->fields.items[i]))
			metrics->fields.items[kept++] =
			    metrics->fields.items[i];
	}
	metrics->fields.count = kept;
	metrics->dynamo_config = metrics->inductor_config =
	    metrics->functorch_config = metrics->compiler_config =
	    (struct slice){ 0 };
}

static enum metrics_stage
stage_of(enum envelope_kind kind)
{
	return kind == ENVELOPE_COMPILATION_METRICS ? METRICS_FORWARD :
	    kind == ENVELOPE_BWD_COMPILATION_METRICS ? METRICS_BACKWARD :
	    METRICS_AOT_BACKWARD;
}

/* The record has no page. */
static void
keep_alone(struct log_intake *intake, const struct record *record,
    const struct page_match *match, const struct metrics *metrics)
{
	struct slice name = record->envelope->kind_name;
	struct captured_metrics *captured;
	size_t file;

	if (match->outcome == PAGE_GONE) {
		file = log_pages_add_gone(intake, record, match, name, false);
	} else {
		file = log_add_file(intake, record, name, false);
		log_note_only(intake, log_own(intake, name), record->offset);
	}
	captured = array_add(&intake->capture->metrics);
	captured->file = file;
	captured->metrics = *metrics;
}

void
log_take_metrics(struct log_intake *intake, struct record *record)
{
	struct parse_context context = { &intake->arena,
	    &intake->capture->problems };
	struct slice name = record->envelope->kind_name;
	enum metrics_stage stage = stage_of(record->envelope->kind);
	struct page_match match;
	struct metrics metrics;

	metrics_record_parse(&context, record->envelope->value, stage,
	    &metrics);
	note_metrics(intake, record, &metrics);
	drop_fields(&metrics);
	capture_own_metrics(intake->capture, &metrics);
	if (record->compile && stage == METRICS_FORWARD) {
		record->compile->has_metrics = true;
		record->compile->ended = record->time;
	}
	match = log_pages_match(intake, record, name, log_kind_of(name));
	if (match.outcome == PAGE_GONE || match.outcome == PAGE_ONLY) {
		keep_alone(intake, record, &match, &metrics);
	} else {
		struct log_metrics *kept =
		    array_add(&intake->records->metrics);

		*kept = (struct log_metrics){ record->key,
		    record->compile ? record->compile->instance : 0, metrics,
		    record->offset };
	}
}
