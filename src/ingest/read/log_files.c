/*
 * log_files.c - which records of a log have a file in the report, and files
 * that stand for the others.
 */
#include "ingest/read/log.h"

#include <inttypes.h>

#include "parse/file_name.h"
#include "parse/reason/reason.h"
#include "util/order.h"

static int
compare_names(const void *a, const void *b)
{
	const struct name_count *left = a, *right = b;
	int order = compile_key_compare(&left->key, &right->key);

	if (!order)
		order = ORDER_OF(left->attempt, right->attempt);
	return order ? order : slice_compare(left->name, right->name);
}

static struct name_count
name_of_file(const struct captured_file *file)
{
	return (struct name_count){ .key = file->key,
	    .attempt = file->attempt, .name = file->name };
}

/* Files of the report, which lie in one array; by name, then number. */
static int
compare_named_files(const void *a, const void *b)
{
	const struct captured_file *left =
	    *(const struct captured_file *const *)a;
	const struct captured_file *right =
	    *(const struct captured_file *const *)b;
	struct name_count one = name_of_file(left), two = name_of_file(right);
	int order = compare_names(&one, &two);

	if (!order)
		order = ORDER_OF(left->number, right->number);
	return order ? order : ORDER_OF(left, right);
}

void
log_count_names(struct log_intake *intake)
{
	const struct captured_file *all = intake->capture->files.items;
	ARRAY_OF(const struct captured_file *) files = { 0 };
	struct name_count *name = NULL;
	size_t i;

	for (i = 0; i < intake->capture->files.count; i++) {
		if (all[i].has_folder && !all[i].from_log &&
		    all[i].key.rank == intake->rank)
			*array_add(&files) = &all[i];
	}
	array_sort(&files, compare_named_files);
	for (i = 0; i < files.count; i++) {
		struct name_count own = name_of_file(files.items[i]);

		if (!name || compare_names(name, &own) != 0) {
			name = array_add(&intake->names);
			*name = own;
			name->first = i;
		}
		name->files++;
		*array_add(&intake->named_files) =
		    (size_t)(files.items[i] - all);
	}
	array_release(&files);
}

static bool
has_compile(const struct log_intake *intake, const struct compile_key *key)
{
	struct name_count wanted = { .key = *key, .attempt = INT64_MIN };
	size_t at = array_first(&intake->names, &wanted, compare_names);

	return at < intake->names.count &&
	    compile_key_compare(&intake->names.items[at].key, key) == 0;
}

/* The files of a record's name in its compile's folder; NULL: none. */
static struct name_count *
name_find_files(const struct log_intake *intake, const struct record *record,
    struct slice name)
{
	struct name_count wanted = { .key = record->key,
	    .attempt = record->attempt, .name = name };
	size_t at = array_first(&intake->names, &wanted, compare_names);

	return at < intake->names.count &&
	    compare_names(&intake->names.items[at], &wanted) == 0 ?
	    &intake->names.items[at] : NULL;
}

/* Whether a file of the report is this record's; takes it. */
static bool
take_report_file(struct log_intake *intake, const struct record *record,
    struct slice name)
{
	struct name_count *found = name_find_files(intake, record, name);

	return found && found->records++ < found->files;
}

/*
 * The report's file of the record that was taken last, by number: the n-th
 * record of a name has its n-th file. NO_ROW if they have no numbers.
 */
static size_t
file_of(const struct log_intake *intake, const struct record *record,
    struct slice name)
{
	const struct name_count *found = name_find_files(intake, record, name);
	size_t file;

	if (!found || found->records == 0 || found->records > found->files)
		return NO_ROW;
	file = intake->named_files.items[found->first +
	    (size_t)found->records - 1];
	return intake->capture->files.items[file].number == UNKNOWN_INT ?
	    NO_ROW : file;
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
	uint64_t key = table_hash_text(0, name);
	const struct row_link *link;
	struct log_only *only;

	if (intake->is_whole_run)
		return;
	for (link = row_index_first(&records->only_by_name, key); link;
	    link = row_index_next(&records->only_by_name, link)) {
		only = &records->only.items[link->row];
		if (slice_equal(only->name, name)) {
			only->count++;
			return;
		}
	}
	row_index_add(&records->only_by_name, key, records->only.count);
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
