/*
 * read_part.c - what compiles the files of a report in part name: where all its
 * pages are there, they tell this themselves.
 */
#include "ingest/read/log.h"
#include "parse/compile_id.h"
#include "parse/log/chromium.h"
#include "parse/log/compile_directory.h"

void
read_part_add_compile(struct file_reader *reader, struct slice compile_id)
{
	struct capture *capture = reader->capture;
	struct compile_key key;
	int64_t attempt;

	if (!capture->is_part ||
	    !compile_id_parse(compile_id, &key, &attempt) ||
	    !compile_key_is_compile(&key))
		return;
	key.rank = capture->files.items[reader->file].key.rank;
	*array_add(&capture->mentioned) = key;
}

void
read_part_directory(struct file_reader *reader)
{
	struct parse_context context = { &reader->arena,
	    &reader->capture->problems };
	struct compile_directory directory;
	size_t i;

	compile_directory_parse(&context, reader->bytes, &directory);
	for (i = 0; i < directory.entries.count; i++) {
		if (!directory.entries.items[i].is_link)
			read_named_entry(reader,
			    directory.entries.items[i].url);
	}
	for (i = 0; i < directory.compile_ids.count; i++)
		read_part_add_compile(reader, directory.compile_ids.items[i]);
	compile_directory_release(&directory);
}

void
read_part_events(struct file_reader *reader)
{
	struct capture *capture = reader->capture;
	struct parse_context context = { &reader->arena, &capture->problems };
	struct phase_table table;
	size_t i;

	if (!capture->is_part)
		return;
	phase_table_init(&table, &reader->arena);
	phase_table_add_file(&table, &context, reader->bytes);
	phase_table_finish(&table, &capture->problems);
	log_keep_phases(capture, &table,
	    capture->files.items[reader->file].key.rank, NO_ID);
	for (i = 0; i < table.phases.count; i++)
		read_part_add_compile(reader,
		    table.phases.items[i].compile_id);
	phase_table_release(&table);
}
