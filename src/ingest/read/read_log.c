/*
 * read_log.c - takes the records of raw.log, raw.jsonl or a trace log.
 *
 * In a report most records have a file, see log_pages.c. Records without one
 * (another rank, a page that was lost) become files of their own, whose path
 * names the log and the offset.
 */
#include "ingest/read/log.h"

#include <stdlib.h>
#include <string.h>

#include "parse/file_name.h"
#include "parse/log/shape_record.h"
#include "util/json.h"

/*
 * Under torch 2.3 the line's number is a thread's identity, which is large;
 * later it is the process id.
 */
static int64_t
process_of(int64_t thread)
{
	return thread > 0 && thread <= INT32_MAX ? thread : NO_ID;
}

static struct string_table *
strings_of(struct log_intake *intake, int64_t process)
{
	struct process_strings **added, *strings;
	uint64_t key = table_hash_number(0, process);
	const struct row_link *link;

	if (intake->jsonl)
		return &intake->jsonl_strings;
	for (link = row_index_first(&intake->strings_by_process, key); link;
	    link = row_index_next(&intake->strings_by_process, link)) {
		if (intake->strings.items[link->row]->process == process)
			return &intake->strings.items[link->row]->table;
	}
	row_index_add(&intake->strings_by_process, key,
	    intake->strings.count);
	strings = mem_calloc(1, sizeof(*strings));
	strings->process = process;
	string_table_init(&strings->table, log_arena(intake));
	added = array_add(&intake->strings);
	*added = strings;
	return &strings->table;
}

static void
take_start(struct log_intake *intake, struct record *record)
{
	struct json_reader json;
	struct slice key, stack = { 0 };

	if (!record->compile || record->compile->stack.count)
		return;
	json_init(&json, &intake->arena, record->envelope->value);
	if (json_enter_object(&json)) {
		while (json_next_key(&json, &key)) {
			if (slice_equal(key, LITERAL("stack")))
				json_get_raw(&json, &stack);
			else
				json_skip(&json);
		}
	}
	if (stack.at)
		string_table_stack(strings_of(intake, record->process),
		    &intake->arena, stack, &record->compile->stack);
	capture_own_stack(intake->capture, &record->compile->stack);
}

/* The lists of another attempt are not those of the page. */
static struct metrics *
tables_of(struct log_compile *compile, int64_t attempt)
{
	if (compile->tables_attempt != attempt) {
		metrics_free_arrays(&compile->tables);
		compile->tables_attempt = attempt;
	}
	return &compile->tables;
}

static void
take_specialization(struct log_intake *intake, struct parse_context *context,
    const struct record *record, struct metrics *tables)
{
	struct specialization *row = array_add(&tables->specializations);

	shape_record_specialization(context, strings_of(intake,
	    record->process), record->envelope->value, row);
	capture_own_specialization(intake->capture, row);
}

static void
take_guard_added(struct log_intake *intake, struct parse_context *context,
    const struct record *record, struct metrics *tables)
{
	struct guard_added *row = array_add(&tables->guards_added);

	shape_record_guard(context, strings_of(intake, record->process),
	    record->envelope->value, row);
	capture_own_guard(intake->capture, row);
}

static void
take_shape(struct log_intake *intake, struct record *record)
{
	struct parse_context context = { &intake->arena,
	    &intake->capture->problems };
	struct metrics *tables;

	if (!record->compile)
		return;
	tables = tables_of(record->compile, record->attempt);
	if (record->envelope->kind == ENVELOPE_SYMBOLIC_SHAPE_SPECIALIZATION)
		take_specialization(intake, &context, record, tables);
	else
		take_guard_added(intake, &context, record, tables);
}

static struct phase_table *
phases_of(struct log_intake *intake, const struct compile_key *key)
{
	struct writer_state **added, *state;
	uint64_t writer = table_hash_number(table_hash_number(0, key->rank),
	    key->process);
	const struct row_link *link;

	for (link = row_index_first(&intake->writers_by_key, writer); link;
	    link = row_index_next(&intake->writers_by_key, link)) {
		state = intake->writers.items[link->row];
		if (state->rank == key->rank && state->process == key->process)
			return &state->phases;
	}
	row_index_add(&intake->writers_by_key, writer, intake->writers.count);
	state = mem_calloc(1, sizeof(*state));
	state->rank = key->rank;
	state->process = key->process;
	phase_table_init(&state->phases, log_arena(intake));
	added = array_add(&intake->writers);
	*added = state;
	return &state->phases;
}

static void
read_log_take_event(struct log_intake *intake, const struct record *record)
{
	struct log_records *records = intake->records;
	struct phase_table *table = phases_of(intake, &record->key);
	struct buffer id = { 0 };

	compile_key_text(&record->key, &id);
	phase_table_add(table, record->payload,
	    compile_key_is_compile(&record->key) ? buffer_slice(&id) :
	    (struct slice){ 0 });
	buffer_release(&id);
	if (table->first_us != UNKNOWN_INT &&
	    records->first_absolute_us == UNKNOWN_INT) {
		records->first_absolute_us = table->first_us;
		records->first_absolute = record->time;
	}
}

static void
take_artifact(struct log_intake *intake, struct record *record)
{
	struct slice name = log_file_name(record->envelope);
	struct page_match match;
	enum file_kind kind;
	bool parse;

	if (!name.at)
		return;
	kind = log_kind_of(name);
	if (kind == FILE_TORCH_VERSION && record->payload.at &&
	    !intake->capture->torch_version.at) {
		intake->capture->torch_version = log_own(intake,
		    json_member_text(log_arena(intake), record->payload,
		    "pytorch_version"));
		intake->capture->torch_commit = log_own(intake,
		    json_member_text(log_arena(intake), record->payload,
		    "commit"));
	}
	match = log_pages_match(intake, record, name, kind);
	parse = record->payload.at && file_reader_wants(kind);
	switch (match.outcome) {
	case PAGE_DIFFERS:
		log_pages_replace(intake, record, &match);
		break;
	case PAGE_GONE:
		log_pages_add_gone(intake, record, &match, name, parse);
		break;
	case PAGE_ONLY:
		log_add_file(intake, record, name, parse);
		log_note_only(intake, log_own(intake, name), record->offset);
		break;
	default:
		break;
	}
}

/* A kind of record that came with a newer torch. */
static void
read_log_note_kind(struct log_intake *intake, const struct record *record)
{
	struct slice name = record->envelope->kind_name;
	struct buffer wording = { 0 };

	buffer_add_string(&wording, name.at ? "record kind " :
	    "record without a kind");
	buffer_add_slice(&wording, name);
	problem_add_unread(&intake->capture->problems, SEVERITY_NOTE,
	    buffer_slice(&wording), record->offset);
	buffer_release(&wording);
}

static void
note_time(struct log_intake *intake, const struct record *record)
{
	struct log_records *records = intake->records;

	if (record->time.month == 0)
		return;
	if (records->first.month == 0 ||
	    log_time_compare(&record->time, &records->first) < 0)
		records->first = record->time;
	if (records->last.month == 0 ||
	    log_time_compare(&record->time, &records->last) > 0)
		records->last = record->time;
}

/*
 * tlparse keeps the records of the first rank it meets: the files of a report
 * without rank folders are that rank's.
 */
static void
set_key(struct log_intake *intake, struct record *record)
{
	struct compile_key *key = &record->key;

	*key = record->envelope->key;
	record->attempt = record->envelope->attempt;
	if (record->attempt == UNKNOWN_INT)
		record->attempt = NO_ID;
	if (intake->is_whole_run) {
		if (key->rank == NO_ID)
			key->rank = intake->rank;
		key->process = record->process;
		return;
	}
	key->process = NO_ID;
	if (intake->first_rank == NO_ID)
		intake->first_rank = key->rank;
	if (key->rank == intake->first_rank || key->rank == NO_ID)
		key->rank = intake->rank;
}

static void
read_log_take_record(struct log_intake *intake, struct record *record)
{
	const struct envelope *envelope = record->envelope;

	intake->taken++;
	note_time(intake, record);
	if (envelope->kind == ENVELOPE_STR) {
		string_table_define(strings_of(intake, record->process),
		    envelope->value);
		return;
	}
	set_key(intake, record);
	log_set_compile(intake, record);
	switch (envelope->kind) {
	case ENVELOPE_CHROMIUM_EVENT:
		read_log_take_event(intake, record);
		break;
	case ENVELOPE_DYNAMO_START:
		take_start(intake, record);
		break;
	case ENVELOPE_COMPILATION_METRICS:
	case ENVELOPE_BWD_COMPILATION_METRICS:
	case ENVELOPE_AOT_BWD_COMPILATION_METRICS:
		log_take_metrics(intake, record);
		break;
	case ENVELOPE_SYMBOLIC_SHAPE_SPECIALIZATION:
	case ENVELOPE_GUARD_ADDED_FAST:
		take_shape(intake, record);
		break;
	case ENVELOPE_NONE:
	case ENVELOPE_OTHER:
		read_log_note_kind(intake, record);
		break;
	default:
		take_artifact(intake, record);
		break;
	}
	arena_release(&intake->arena);
}

static void
take_log_envelope(void *data, const struct log_envelope *envelope)
{
	struct log_intake *intake = data;
	const struct log_line *line = &envelope->line;
	struct record record = { .envelope = &envelope->envelope,
	    .time = { line->month, line->day, line->hour, line->minute,
	    line->second, line->microsecond },
	    .process = process_of(line->thread),
	    .payload = envelope->payload, .offset = envelope->offset,
	    .is_damaged = envelope->payload_state == PAYLOAD_MISMATCH ||
	    envelope->payload_state == PAYLOAD_CUT };

	if (!envelope->line_too_large)
		read_log_take_record(intake, &record);
}

static void
take_jsonl_record(void *data, const struct jsonl_record *jsonl)
{
	struct record record = { .envelope = &jsonl->envelope,
	    .process = NO_ID, .offset = jsonl->offset };

	read_log_take_record(data, &record);
}

struct log_intake *
log_intake_new(struct capture *capture, struct file_queue *queue, size_t file,
    bool is_jsonl)
{
	struct log_intake *intake = mem_calloc(1, sizeof(*intake));

	intake->queue = queue;
	intake->listed = file_queue_listed(queue);
	arena_init(&intake->arena);
	intake->capture = capture;
	intake->records = &capture->log;
	intake->records->present = true;
	intake->log_file = file;
	intake->rank = capture->files.items[file].key.rank;
	intake->first_rank = NO_ID;
	intake->compiles_before = intake->records->compiles.count;
	intake->is_whole_run = intake->records->is_whole_run;
	string_table_init(&intake->jsonl_strings, &capture->arena);
	log_pages_begin(intake);
	if (is_jsonl)
		intake->jsonl = jsonl_reader_new(&capture->problems,
		    &intake->jsonl_strings, take_jsonl_record, intake);
	else
		intake->log = log_reader_new(&capture->problems,
		    take_log_envelope, intake);
	return intake;
}

void
log_intake_feed(struct log_intake *intake, struct slice piece)
{
	if (intake->log)
		log_reader_feed(intake->log, piece);
	else
		jsonl_reader_feed(intake->jsonl, piece);
}

static void
take_phases(struct log_intake *intake, struct writer_state *from)
{
	phase_table_finish(&from->phases, &intake->capture->problems);
	log_keep_phases(intake->capture, &from->phases, from->rank,
	    from->process);
	phase_table_release(&from->phases);
	free(from);
}

/* A report without rank folders is that of the log's first rank. */
static void
set_rank(struct log_intake *intake)
{
	struct capture *capture = intake->capture;
	int64_t rank = intake->first_rank;
	size_t i;

	if (intake->rank != NO_ID || rank == NO_ID)
		return;
	for (i = 0; i < capture->files.count; i++) {
		if (capture->files.items[i].key.rank == NO_ID)
			capture->files.items[i].key.rank = rank;
	}
	for (i = 0; i < capture->problems.list.count; i++) {
		struct problem *problem = &capture->problems.list.items[i];

		if (problem->rank == NO_ID && problem->path.at)
			problem->rank = rank;
	}
	for (i = intake->compiles_before; i < capture->log.compiles.count;
	    i++) {
		if (capture->log.compiles.items[i].key.rank == NO_ID)
			capture->log.compiles.items[i].key.rank = rank;
	}
	for (i = 0; i < capture->log.metrics.count; i++) {
		if (capture->log.metrics.items[i].key.rank == NO_ID)
			capture->log.metrics.items[i].key.rank = rank;
	}
	for (i = 0; i < capture->log.phases.count; i++) {
		if (capture->log.phases.items[i].rank == NO_ID)
			capture->log.phases.items[i].rank = rank;
	}
	for (i = 0; i < capture->log.configs.count; i++) {
		if (capture->log.configs.items[i].rank != NO_ID)
			continue;
		capture->log.configs.items[i].rank = rank;
		log_index_config(&capture->log, i);
	}
}

void
log_intake_end(struct log_intake *intake)
{
	size_t i;

	if (intake->log)
		log_reader_end(intake->log);
	else
		jsonl_reader_end(intake->jsonl);
	file_queue_drain(intake->queue);
	if (intake->taken == 0)
		problem_add(&intake->capture->problems, SEVERITY_LOSS,
		    "no_records", UNKNOWN_INT,
		    "not one record of torch is in it");
	log_pages_end(intake);
	for (i = 0; i < intake->writers.count; i++)
		take_phases(intake, intake->writers.items[i]);
	for (i = 0; i < intake->strings.count; i++) {
		string_table_release(&intake->strings.items[i]->table);
		free(intake->strings.items[i]);
	}
	if (!intake->is_whole_run)
		set_rank(intake);
	log_reader_free(intake->log);
	jsonl_reader_free(intake->jsonl);
	string_table_release(&intake->jsonl_strings);
	arena_release(&intake->arena);
	array_release(&intake->strings);
	array_release(&intake->writers);
	row_index_release(&intake->strings_by_process);
	row_index_release(&intake->writers_by_key);
	row_index_release(&intake->compiles);
	free(intake);
}
