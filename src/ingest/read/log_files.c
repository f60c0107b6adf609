/*
 * log_files.c - files that stand for records of a log that have no page.
 */
#include "ingest/read/log.h"

#include <inttypes.h>

#include "parse/file_name.h"

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
