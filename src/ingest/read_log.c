/*
 * read_log.c - takes the records of raw.log, raw.jsonl or a trace log.
 *
 * In a report most records have a file: the n-th record of a name and compile
 * id is the n-th file of that name in the compile's folder. Records without a
 * file (another rank, a page that was lost) become files of their own, whose
 * path names the log and the offset.
 */
#include "ingest/read_log.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "parse/chromium.h"
#include "parse/file_name.h"
#include "parse/json.h"
#include "parse/jsonl.h"
#include "parse/log.h"
#include "parse/metrics_record.h"
#include "parse/shape_record.h"
#include "parse/string_table.h"
#include "util/hash.h"

/* Files of one name in the folder of one compile and attempt. */
struct name_count {
	struct compile_key key;
	int64_t attempt;
	struct slice name;
	int64_t files;		/* in the report */
	int64_t records;	/* of the log so far */
};

/* What each process (rank and pid) of a log has for itself. */
struct writer_state {
	int64_t rank, process;
	struct phase_table phases;	/* calls of processes do not nest */
};

/* File names are numbered by each process for itself. */
struct process_strings {
	int64_t process;
	struct string_table table;
};

struct log_intake {
	struct file_reader *reader;
	struct capture *capture;
	struct log_records *records;
	bool is_whole_run;		/* no report: every record counts */
	size_t log_file;
	int64_t rank;			/* of the log's folder, or NO_ID */
	int64_t first_rank;		/* of the records, or NO_ID */
	struct log_reader *log;
	struct hash *hash;
	struct jsonl_reader *jsonl;
	struct string_table jsonl_strings;
	ARRAY_OF(struct process_strings *) strings;
	ARRAY_OF(struct writer_state *) writers;
	ARRAY_OF(struct name_count) names;	/* sorted */
	size_t compiles_before;		/* of other logs */
};

/* One record at hand. */
struct record {
	const struct envelope *envelope;
	struct log_time time;		/* month 0: none */
	int64_t process;		/* NO_ID if the line tells none */
	struct slice payload;
	int64_t offset;
	struct compile_key key;		/* rank as the report's files have it */
	int64_t attempt;
	struct log_compile *compile;	/* NULL: belongs to none */
};

static struct arena *
arena_of(struct log_intake *intake)
{
	return &intake->capture->arena;
}

static struct slice
own(struct log_intake *intake, struct slice text)
{
	return intern(&intake->capture->texts, text);
}

/* ---- which files the report has ---- */

static int
compare_names(const void *a, const void *b)
{
	const struct name_count *left = a, *right = b;
	int order = compile_key_compare(&left->key, &right->key);

	if (!order)
		order = (left->attempt > right->attempt) -
		    (left->attempt < right->attempt);
	return order ? order : slice_compare(left->name, right->name);
}

static void
count_names(struct log_intake *intake)
{
	size_t i, kept = 0;

	for (i = 0; i < intake->capture->files.count; i++) {
		const struct captured_file *file =
		    &intake->capture->files.items[i];
		struct name_count *name;

		if (!file->has_folder || file->from_log ||
		    file->key.rank != intake->rank)
			continue;
		name = array_add(&intake->names);
		*name = (struct name_count){ file->key, file->attempt,
		    file->name, 1, 0 };
	}
	if (intake->names.count)
		qsort(intake->names.items, intake->names.count,
		    sizeof(*intake->names.items), compare_names);
	for (i = 0; i < intake->names.count; i++) {
		if (kept && compare_names(&intake->names.items[kept - 1],
		    &intake->names.items[i]) == 0)
			intake->names.items[kept - 1].files++;
		else
			intake->names.items[kept++] = intake->names.items[i];
	}
	intake->names.count = kept;
}

/* The first entry of names that is not before the wanted one. */
static size_t
lower_bound(const struct log_intake *intake, const struct name_count *wanted)
{
	size_t low = 0, high = intake->names.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare_names(&intake->names.items[middle], wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool
has_compile(const struct log_intake *intake, const struct compile_key *key)
{
	struct name_count wanted = { .key = *key, .attempt = INT64_MIN };
	size_t at = lower_bound(intake, &wanted);

	return at < intake->names.count && compile_key_compare(
	    &intake->names.items[at].key, key) == 0;
}

/* Whether a file of the report is this record's; takes it. */
static bool
take_report_file(struct log_intake *intake, const struct record *record,
    struct slice name)
{
	struct name_count wanted = { .key = record->key,
	    .attempt = record->attempt, .name = name };
	size_t at = lower_bound(intake, &wanted);
	struct name_count *found;

	if (at == intake->names.count ||
	    compare_names(&intake->names.items[at], &wanted) != 0)
		return false;
	found = &intake->names.items[at];
	return found->records++ < found->files;
}

/* ---- records that only the log has ---- */

/* The name tlparse would give the file of a record; absent: it writes none. */
static struct slice
file_name_of(const struct envelope *envelope)
{
	switch (envelope->kind) {
	case ENVELOPE_ARTIFACT:
	case ENVELOPE_GRAPH_DUMP:
	case ENVELOPE_DUMP_FILE:
	case ENVELOPE_OPTIMIZE_DDP_SPLIT_CHILD:
		return envelope->name;
	case ENVELOPE_COMPILATION_METRICS:
	case ENVELOPE_BWD_COMPILATION_METRICS:
	case ENVELOPE_AOT_BWD_COMPILATION_METRICS:
	case ENVELOPE_DYNAMO_GUARDS:
	case ENVELOPE_DYNAMO_CPP_GUARDS_STR:
	case ENVELOPE_DYNAMO_OUTPUT_GRAPH:
	case ENVELOPE_GRAPH:
	case ENVELOPE_INDUCTOR_OUTPUT_CODE:
	case ENVELOPE_OPTIMIZE_DDP_SPLIT_GRAPH:
	case ENVELOPE_EXPORTED_PROGRAM:
		return envelope->kind_name;
	default:
		return (struct slice){ 0 };
	}
}

static void
note_log_only(struct log_intake *intake, struct slice name, int64_t offset)
{
	struct log_records *records = intake->records;
	struct log_only *only;
	size_t i;

	if (intake->is_whole_run)
		return;
	for (i = 0; i < records->only.count; i++) {
		if (slice_equal(records->only.items[i].name, name)) {
			records->only.items[i].count++;
			return;
		}
	}
	only = array_add(&records->only);
	*only = (struct log_only){ name, 1, offset, intake->log_file };
}

/* A file that stands for a record of the log; returns its index. */
static size_t
add_file(struct log_intake *intake, const struct record *record,
    struct slice name)
{
	struct captured_file *file;
	struct buffer path = { 0 };
	struct slice log_path =
	    intake->capture->files.items[intake->log_file].path;
	struct captured_file parsed = { 0 };

	/* The parser of names tells the kind from "folder/name_number.ext". */
	buffer_add_string(&path, "-_-_-_-/");
	buffer_add_slice(&path, name);
	buffer_add_string(&path, "_0.txt");
	file_name_parse(buffer_slice(&path), &parsed);
	buffer_clear(&path);
	buffer_add_slice(&path, log_path);
	buffer_printf(&path, "@%" PRId64 "/", record->offset);
	buffer_add_slice(&path, name);
	file = array_add(&intake->capture->files);
	*file = parsed;
	file->path = own(intake, buffer_slice(&path));
	file->name = own(intake, name);
	file->number = UNKNOWN_INT;
	file->order = record->offset;
	file->key = record->key;
	file->attempt = record->attempt;
	file->has_folder = true;
	file->from_log = true;
	file->instance = record->compile ? record->compile->instance : 0;
	file->log_file = intake->log_file;
	file->log_offset = record->offset;
	file->bytes = (int64_t)record->payload.len;
	hash_begin(intake->hash);
	hash_add(intake->hash, record->payload);
	hash_end(intake->hash, file->hash);
	file->content = contents_add(intake->reader->contents, file->hash,
	    record->payload.at ? record->payload : LITERAL(""));
	buffer_release(&path);
	return intake->capture->files.count - 1;
}

/* Kinds whose loss in the report is worth a record even if the compile is
 * there: they carry events, restarts, failures. */
static bool
is_checked(enum file_kind kind)
{
	return kind == FILE_BREAK_REASON || kind == FILE_RECOMPILE_REASONS ||
	    kind == FILE_METRICS || kind == FILE_BWD_METRICS ||
	    kind == FILE_AOT_BWD_METRICS;
}

static enum file_kind
kind_of(struct slice name)
{
	struct buffer path = { 0 };
	struct captured_file parsed = { 0 };

	buffer_add_string(&path, "-_-_-_-/");
	buffer_add_slice(&path, name);
	buffer_add_string(&path, "_0.txt");
	file_name_parse(buffer_slice(&path), &parsed);
	buffer_release(&path);
	return parsed.kind;
}

/*
 * Whether the record needs a file of its own: the report has none for it, and
 * it either belongs to a compile that the report lacks or is checked.
 */
static bool
is_log_only(struct log_intake *intake, const struct record *record,
    struct slice name, enum file_kind kind)
{
	if (intake->is_whole_run)
		return true;
	if (!compile_key_is_compile(&record->key) && kind != FILE_METRICS)
		return false;
	if (take_report_file(intake, record, name))
		return false;
	return is_checked(kind) || !has_compile(intake, &record->key);
}

/* ---- compiles ---- */

static struct log_compile *
find_compile(struct log_intake *intake, const struct compile_key *key)
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
add_compile(struct log_intake *intake, const struct record *record,
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
static void
set_compile(struct log_intake *intake, struct record *record)
{
	const struct envelope *envelope = record->envelope;
	struct log_compile *compile;
	bool is_start = envelope->kind == ENVELOPE_DYNAMO_START;
	bool is_recompile = envelope->kind == ENVELOPE_ARTIFACT &&
	    slice_equal(envelope->name, LITERAL("recompile_reasons"));

	if (!compile_key_is_compile(&record->key) ||
	    envelope->kind == ENVELOPE_CHROMIUM_EVENT)
		return;
	compile = find_compile(intake, &record->key);
	if (!compile)
		compile = add_compile(intake, record, 0);
	else if ((is_start && compile->has_start) ||
	    (is_recompile && compile->has_metrics))
		compile = add_compile(intake, record, compile->instance + 1);
	if (is_start)
		compile->has_start = true;
	compile->last = record->time;
	compile->last_record = own(intake,
	    envelope->kind == ENVELOPE_ARTIFACT ? envelope->name :
	    envelope->kind_name);
	record->compile = compile;
}

/* ---- metrics ---- */

static void
note_config(struct log_intake *intake, const struct record *record,
    const char *system, struct slice json)
{
	struct log_records *records = intake->records;
	struct log_config *config;
	size_t i;

	if (!json.at)
		return;
	for (i = 0; i < records->configs.count; i++) {
		if (records->configs.items[i].system == system &&
		    records->configs.items[i].rank == record->key.rank &&
		    records->configs.items[i].process == record->key.process)
			return;
	}
	config = array_add(&records->configs);
	config->rank = record->key.rank;
	config->process = record->key.process;
	config->system = system;
	config->json = slice_copy(arena_of(intake), json);
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
		    own(intake, metrics->torch_version);
	if (metrics->start_time_us != UNKNOWN_INT &&
	    records->first_absolute_us == UNKNOWN_INT) {
		records->first_absolute_us = metrics->start_time_us;
		records->first_absolute = record->time;
	}
}

/*
 * Fields that are not kept with the compile: null ones, and texts that other
 * views hold. Configurations are 20 KB a record and the same in all.
 */
static bool
is_dropped(const struct metric_field *field)
{
	static const char *const names[] = { "restart_reasons",
		"fail_reason", "stack_trace", "exception_stack_trace" };
	size_t i;

	if (slice_equal(field->json, LITERAL("null")) ||
	    slice_ends(field->name, LITERAL("_config")))
		return true;
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
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

static void
take_metrics(struct log_intake *intake, struct record *record)
{
	struct parse_context context = { &intake->reader->arena,
	    &intake->capture->problems };
	struct slice name = record->envelope->kind_name;
	enum metrics_stage stage = stage_of(record->envelope->kind);
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
	if (is_log_only(intake, record, name, kind_of(name))) {
		struct captured_metrics *captured;
		size_t file = add_file(intake, record, name);

		note_log_only(intake, own(intake, name), record->offset);
		captured = array_add(&intake->capture->metrics);
		captured->file = file;
		captured->metrics = metrics;
	} else {
		struct log_metrics *kept =
		    array_add(&intake->records->metrics);

		*kept = (struct log_metrics){ record->key,
		    record->compile ? record->compile->instance : 0, metrics,
		    record->offset };
	}
}

/* ---- the rest ---- */

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
	size_t i;

	if (intake->jsonl)
		return &intake->jsonl_strings;
	for (i = 0; i < intake->strings.count; i++) {
		if (intake->strings.items[i]->process == process)
			return &intake->strings.items[i]->table;
	}
	strings = mem_calloc(1, sizeof(*strings));
	strings->process = process;
	string_table_init(&strings->table, arena_of(intake));
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
	json_init(&json, &intake->reader->arena, record->envelope->value);
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
		    &intake->reader->arena, stack, &record->compile->stack);
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
take_shape(struct log_intake *intake, struct record *record)
{
	struct parse_context context = { &intake->reader->arena,
	    &intake->capture->problems };
	const struct string_table *strings =
	    strings_of(intake, record->process);
	struct metrics *tables;

	if (!record->compile)
		return;
	tables = tables_of(record->compile, record->attempt);
	if (record->envelope->kind == ENVELOPE_SYMBOLIC_SHAPE_SPECIALIZATION)
		shape_record_specialization(&context, strings,
		    record->envelope->value,
		    array_add(&tables->specializations));
	else
		shape_record_guard(&context, strings, record->envelope->value,
		    array_add(&tables->guards_added));
	capture_own_tables(intake->capture, tables);
}

static struct phase_table *
phases_of(struct log_intake *intake, const struct compile_key *key)
{
	struct writer_state **added, *state;
	size_t i;

	for (i = 0; i < intake->writers.count; i++) {
		state = intake->writers.items[i];
		if (state->rank == key->rank && state->process == key->process)
			return &state->phases;
	}
	state = mem_calloc(1, sizeof(*state));
	state->rank = key->rank;
	state->process = key->process;
	phase_table_init(&state->phases, arena_of(intake));
	added = array_add(&intake->writers);
	*added = state;
	return &state->phases;
}

static void
take_event(struct log_intake *intake, const struct record *record)
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
	struct slice name = file_name_of(record->envelope);
	enum file_kind kind;
	size_t file;

	if (!name.at)
		return;
	kind = kind_of(name);
	if (kind == FILE_TORCH_VERSION && record->payload.at &&
	    !intake->capture->torch_version.at) {
		intake->capture->torch_version = own(intake,
		    store_json_text(intake->reader->store, record->payload,
		    "$.pytorch_version", arena_of(intake)));
		intake->capture->torch_commit = own(intake,
		    store_json_text(intake->reader->store, record->payload,
		    "$.commit", arena_of(intake)));
	}
	if (!is_log_only(intake, record, name, kind))
		return;
	file = add_file(intake, record, name);
	note_log_only(intake, own(intake, name), record->offset);
	if (record->payload.at && file_reader_wants(kind))
		file_reader_read(intake->reader, file, record->payload);
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
take_record(struct log_intake *intake, struct record *record)
{
	const struct envelope *envelope = record->envelope;

	note_time(intake, record);
	if (envelope->kind == ENVELOPE_STR) {
		string_table_define(strings_of(intake, record->process),
		    envelope->value);
		return;
	}
	set_key(intake, record);
	set_compile(intake, record);
	switch (envelope->kind) {
	case ENVELOPE_CHROMIUM_EVENT:
		take_event(intake, record);
		break;
	case ENVELOPE_DYNAMO_START:
		take_start(intake, record);
		break;
	case ENVELOPE_COMPILATION_METRICS:
	case ENVELOPE_BWD_COMPILATION_METRICS:
	case ENVELOPE_AOT_BWD_COMPILATION_METRICS:
		take_metrics(intake, record);
		break;
	case ENVELOPE_SYMBOLIC_SHAPE_SPECIALIZATION:
	case ENVELOPE_GUARD_ADDED_FAST:
		take_shape(intake, record);
		break;
	default:
		take_artifact(intake, record);
		break;
	}
	arena_release(&intake->reader->arena);
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
	    .payload = envelope->payload, .offset = envelope->offset };

	if (!envelope->line_too_large)
		take_record(intake, &record);
}

static void
take_jsonl_record(void *data, const struct jsonl_record *jsonl)
{
	struct record record = { .envelope = &jsonl->envelope,
	    .process = NO_ID, .offset = jsonl->offset };

	take_record(data, &record);
}

struct log_intake *
log_intake_new(struct file_reader *reader, size_t file, bool is_jsonl)
{
	struct log_intake *intake = mem_calloc(1, sizeof(*intake));
	struct capture *capture = reader->capture;

	intake->reader = reader;
	intake->capture = capture;
	intake->records = &capture->log;
	intake->records->present = true;
	intake->log_file = file;
	intake->rank = capture->files.items[file].key.rank;
	intake->first_rank = NO_ID;
	intake->compiles_before = intake->records->compiles.count;
	intake->is_whole_run = intake->records->is_whole_run;
	intake->hash = hash_new(HASH_SHA256);
	string_table_init(&intake->jsonl_strings, &capture->arena);
	count_names(intake);
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
	size_t i;

	phase_table_finish(&from->phases, &intake->capture->problems);
	for (i = 0; i < from->phases.phases.count; i++) {
		const struct phase *phase = &from->phases.phases.items[i];
		struct log_phase *kept;

		if (phase->calls == 0)
			continue;
		kept = array_add(&intake->records->phases);
		*kept = (struct log_phase){ from->rank, from->process,
		    own(intake, phase->compile_id), own(intake, phase->name),
		    phase->calls, phase->total_s, phase->self_s };
	}
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
		if (capture->log.configs.items[i].rank == NO_ID)
			capture->log.configs.items[i].rank = rank;
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
	hash_free(intake->hash);
	array_release(&intake->strings);
	array_release(&intake->writers);
	array_release(&intake->names);
	free(intake);
}
