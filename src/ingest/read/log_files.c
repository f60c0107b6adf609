/*
 * log_files.c - which records of a log have a file in the report, and files
 * that stand for the others.
 */
#include "ingest/read/log.h"

#include <inttypes.h>
#include <stdlib.h>

#include "parse/file_name.h"
#include "parse/reason/reason.h"

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

void
log_count_names(struct log_intake *intake)
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
log_files_lower_bound(const struct log_intake *intake,
    const struct name_count *wanted)
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
	size_t at = log_files_lower_bound(intake, &wanted);

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
	size_t at = log_files_lower_bound(intake, &wanted);
	struct name_count *found;

	if (at == intake->names.count ||
	    compare_names(&intake->names.items[at], &wanted) != 0)
		return false;
	found = &intake->names.items[at];
	return found->records++ < found->files;
}

/* The report's file of the record that was taken last, by number. */
static size_t
file_of(const struct log_intake *intake, const struct record *record,
    struct slice name)
{
	struct name_count wanted = { .key = record->key,
	    .attempt = record->attempt, .name = name };
	const struct name_count *found =
	    &intake->names.items[log_files_lower_bound(intake, &wanted)];
	int64_t before, number = INT64_MIN, next;
	size_t i, file = NO_ROW;

	/* The n-th smallest number, by n passes: names are few. */
	for (before = 0; before < found->records; before++) {
		for (next = INT64_MAX, i = 0; i < intake->listed;
		    i++) {
			const struct captured_file *other =
			    &intake->capture->files.items[i];

			if (!other->has_folder || other->number <= number ||
			    other->number >= next ||
			    other->attempt != record->attempt ||
			    !slice_equal(other->name, name) ||
			    compile_key_compare(&other->key, &record->key))
				continue;
			next = other->number;
			file = i;
		}
		number = next;
	}
	return file;
}

/* Keep the log's own text of a reason that tlparse changed. */
void
log_keep_reason(struct log_intake *intake, const struct record *record,
    struct slice name)
{
	struct parse_context context = { &intake->arena,
	    &intake->capture->problems };
	struct log_reason *kept;
	size_t file;

	if (intake->is_whole_run || !record->payload.at ||
	    !slice_contains(record->payload, LITERAL("\r\n")))
		return;
	file = file_of(intake, record, name);
	if (file == NO_ROW)
		return;
	kept = array_add(&intake->records->reasons);
	kept->file = file;
	reason_parse(&context, record->payload, &kept->reason);
	capture_own_reason(intake->capture, &kept->reason);
}

/* The name tlparse would give the file of a record; absent: it writes none. */
struct slice
log_file_name(const struct envelope *envelope)
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

void
log_note_only(struct log_intake *intake, struct slice name, int64_t offset)
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

/*
 * A file that stands for a record of the log; returns its index. parse: its
 * payload, like a file's bytes.
 */
size_t
log_add_file(struct log_intake *intake, const struct record *record,
    struct slice name, bool parse)
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
	file->path = log_own(intake, buffer_slice(&path));
	file->name = log_own(intake, name);
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
	buffer_release(&path);
	file_queue_put_payload(intake->queue, intake->capture->files.count - 1,
	    record->payload, parse);
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

enum file_kind
log_kind_of(struct slice name)
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
bool
log_is_only(struct log_intake *intake, const struct record *record,
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
