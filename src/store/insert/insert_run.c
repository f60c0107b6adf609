/*
 * insert_run.c - the run row, its tags, files and problems.
 */
#include "store/insert/insert.h"

#include <stdio.h>
#include <time.h>

static const char *
now_text(char out[32])
{
	time_t now = time(NULL);
	struct tm parts;

	gmtime_r(&now, &parts);
	strftime(out, 32, "%Y-%m-%dT%H:%M:%SZ", &parts);
	return out;
}

/* NULLs for columns that come later or that insert_counts() derives. */
static void
insert_run_nulls(struct writer *writer, int count)
{
	while (count-- > 0)
		writer_null(writer);
}

void
insert_run(struct writer *writer, const struct capture *capture,
    const struct rows *rows)
{
	const struct run_row *run = &rows->run;
	char now[32];

	writer_begin(writer, INSERT_RUN);
	writer_string(writer, run->run_key);
	writer_slice(writer, run->name);
	writer_null(writer);			/* job */
	writer_string(writer, run->mode);
	writer_string(writer, run->source_kind);
	writer_slice(writer, run->source_path);
	writer_slice(writer, capture->torch_version);
	writer_slice(writer, capture->torch_commit);
	writer_string(writer, run->layout);
	writer_int(writer, run->ranks);
	writer_slice(writer, run->started_at);
	writer_string(writer, now_text(now));
	writer_known(writer, run->complete);
	writer_string(writer, run->counts_are);
	insert_run_nulls(writer, 9); /* compiles … break_kinds */
	writer_known(writer, run->break_counter);
	insert_run_nulls(writer, 4); /* failures … unfinished */
	writer_slice(writer, run->last_record_at);
	insert_run_nulls(writer, 7); /* compile_s … cache_bypasses */
	writer_int(writer, run->content_bytes);
	writer_int(writer, (int64_t)capture->problems.list.count);
	insert_run_nulls(writer, 2); /* first_text, last_text */
	writer_int(writer, problems_unread(&capture->problems));
	writer_int(writer, GBQ_READER);
	writer_end(writer);
}

void
insert_tags(struct writer *writer, const struct gbq_tag *tags, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct gbq_value value =
		    store_tag_value(slice_of(tags[i].value));

		writer_begin(writer, INSERT_TAG);
		writer_string(writer, tags[i].key);
		if (value.type == GBQ_INTEGER)
			writer_int(writer, value.integer);
		else if (value.type == GBQ_REAL)
			writer_real(writer, value.real);
		else
			writer_string(writer, tags[i].value);
		writer_end(writer);
	}
}

void
insert_artifacts(struct writer *writer, const struct capture *capture,
    const struct rows *rows, const struct contents *contents)
{
	struct buffer id = { 0 };
	size_t i;

	for (i = 0; i < capture->files.count; i++) {
		const struct captured_file *file = &capture->files.items[i];

		buffer_clear(&id);
		compile_key_text(&file->key, &id);
		writer_begin(writer, INSERT_ARTIFACT);
		writer_row(writer, i);
		writer_row(writer, rows->file_compile.items[i]);
		writer_id(writer, file->key.rank);
		writer_id(writer, file->key.process);
		if (file->has_folder)
			writer_slice(writer, buffer_slice(&id));
		else
			writer_null(writer);
		writer_id(writer, file->attempt);
		writer_slice(writer, file->path);
		writer_blob(writer, file->path_bytes);
		writer_known(writer, file->from_log ? file->log_offset :
		    UNKNOWN_INT);
		writer_slice(writer, file->name);
		writer_known(writer, file->number);
		writer_string(writer, file->kind_name);
		writer_int(writer, contents_id(contents, file->content));
		writer_end(writer);
	}
	buffer_release(&id);
}

void
insert_empty_folders(struct writer *writer, const struct capture *capture)
{
	size_t i;

	for (i = 0; i < capture->empty_folders.count; i++) {
		writer_begin(writer, INSERT_EMPTY_FOLDER);
		writer_row(writer, i);
		writer_blob(writer, capture->empty_folders.items[i]);
		writer_end(writer);
	}
}

void
insert_problems(struct writer *writer, const struct capture *capture)
{
	size_t i;

	for (i = 0; i < capture->problems.list.count; i++) {
		const struct problem *problem =
		    &capture->problems.list.items[i];

		writer_begin(writer, INSERT_PROBLEM);
		writer_row(writer, i);
		writer_id(writer, problem->rank);
		writer_null(writer);		/* process */
		writer_string(writer, severity_name(problem->severity));
		writer_string(writer, problem->code);
		writer_slice(writer, problem->path);
		writer_known(writer, problem->offset);
		writer_slice(writer, problem->message);
		writer_int(writer, problem->from_input);
		writer_int(writer, problem->count);
		writer_end(writer);
	}
}
