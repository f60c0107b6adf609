/*
 * read_named.c - files that index.html and compile_directory.json name and
 * that are gone, and pages that do not show what tlparse wrote.
 */
#include "ingest/read/read.h"

#include <inttypes.h>
#include <stdlib.h>

#include "util/order.h"

enum { MAX_SAID = 1000 };	/* problem rows about pages, one by one */

static struct slice
named_path_of(const struct captured_file *file)
{
	return file->path_bytes.at ? file->path_bytes : file->path;
}

static int
compare_named_path(const void *path, const void *file)
{
	return slice_compare(*(const struct slice *)path,
	    named_path_of(file));
}

static bool
has_file(const struct file_reader *reader, struct slice path)
{
	return bsearch(&path, reader->capture->files.items, reader->listed,
	    sizeof(*reader->capture->files.items), compare_named_path);
}

static int
hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)(c | 0x20);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* "a%20b" is "a b". */
static struct slice
decode_percent(struct arena *arena, struct slice link)
{
	struct buffer text = { 0 };
	size_t i;

	for (i = 0; i < link.len; i++) {
		int high = link.at[i] == '%' && i + 2 < link.len ?
		    hex_value(link.at[i + 1]) : -1;
		int low = high < 0 ? -1 : hex_value(link.at[i + 2]);

		if (low < 0) {
			buffer_add_byte(&text, link.at[i]);
			continue;
		}
		buffer_add_byte(&text, (char)(high << 4 | low));
		i += 2;
	}
	link = slice_copy(arena, buffer_slice(&text));
	buffer_release(&text);
	return link;
}

struct slice
path_without_dots(struct arena *arena, struct slice path)
{
	struct buffer text = { 0 };
	size_t at, before;

	while ((at = slice_find(path, LITERAL("/../"))) != SIZE_MAX) {
		before = slice_find_last_byte(slice_part(path, 0, at), '/');
		before = before == SIZE_MAX ? 0 : before + 1;
		buffer_clear(&text);
		buffer_add_slice(&text, slice_part(path, 0, before));
		buffer_add_slice(&text, slice_part(path, at +
		    LITERAL("/../").len, path.len));
		path = slice_copy(arena, buffer_slice(&text));
	}
	buffer_release(&text);
	return path;
}

/* A path below the folder of the page at hand. */
static struct slice
path_beside(struct file_reader *reader, struct slice path)
{
	struct slice page =
	    named_path_of(&reader->capture->files.items[reader->file]);
	size_t slash = slice_find_last_byte(page, '/');
	struct buffer text = { 0 };

	path = path_without_dots(&reader->arena, path);
	if (slash == SIZE_MAX)
		return path;
	buffer_add_slice(&text, slice_part(page, 0, slash + 1));
	buffer_add_slice(&text, path);
	path = slice_copy(&reader->arena, buffer_slice(&text));
	buffer_release(&text);
	return path;
}

/* Of several files that name it the first, in whatever order they are read. */
static bool
is_known_missing(struct capture *capture, struct slice path, size_t named_by)
{
	const struct row_link *link;

	for (link = row_index_first(&capture->missing_by_path,
	    table_hash_text(0, path)); link;
	    link = row_index_next(&capture->missing_by_path, link)) {
		struct missing_file *known =
		    &capture->missing.items[link->row];

		if (!slice_equal(known->path, path))
			continue;
		if (named_by < known->named_by)
			known->named_by = named_by;
		return true;
	}
	return false;
}

/* A path that is named as it is, or in the letters of a link. */
static void
take_named_path(struct file_reader *reader, struct slice name, bool is_link)
{
	struct capture *capture = reader->capture;
	struct slice path = path_beside(reader, name), decoded = path;
	struct missing_file *missing;

	if (capture->is_part || name.len == 0 || has_file(reader, path))
		return;
	if (slice_find_byte(name, '%') != SIZE_MAX) {
		decoded = path_beside(reader,
		    decode_percent(&reader->arena, name));
		if (has_file(reader, decoded))
			return;
	}
	path = intern(&capture->texts, is_link ? decoded : path);
	if (is_known_missing(capture, path, reader->file))
		return;
	row_index_add(&capture->missing_by_path, table_hash_text(0, path),
	    capture->missing.count);
	missing = array_add(&capture->missing);
	*missing = (struct missing_file){ .path = path,
	    .named_by = reader->file };
}

void
read_named_entry(struct file_reader *reader, struct slice path)
{
	take_named_path(reader, path, false);
}

/*
 * Every index links to collectives_parity.json, which is there for some
 * (tlparse 0.4.3).
 */
static bool
is_file_link(struct slice link)
{
	return !slice_contains(link, LITERAL("://")) &&
	    !slice_starts(link, LITERAL("/")) &&
	    !slice_starts(link, LITERAL("mailto:")) &&
	    !slice_starts(link, LITERAL("javascript:")) &&
	    !slice_starts(link, LITERAL("data:")) &&
	    !slice_starts(link, LITERAL("../")) &&
	    !slice_equal(link, LITERAL("collectives_parity.json"));
}

void
read_named_links(struct file_reader *reader, const slice_array *links)
{
	size_t i;

	for (i = 0; i < links->count; i++) {
		if (is_file_link(links->items[i]))
			take_named_path(reader, links->items[i], true);
	}
}

/* ---- what is said of them ---- */

struct named_sayer {
	struct capture *capture;
	size_t said;
	int64_t unsaid, unsaid_losses;
};

/* A row of its own for the first, one for all the others. */
static void
say_page(struct named_sayer *sayer, const char *code, struct slice path,
    int64_t rank, bool made_good, const char *words)
{
	struct problem_list *problems = &sayer->capture->problems;

	if (sayer->said++ >= MAX_SAID) {
		sayer->unsaid++;
		sayer->unsaid_losses += !made_good;
		return;
	}
	problems->path = path;
	problems->rank = rank;
	problem_add(problems, SEVERITY_LOSS, code, UNKNOWN_INT, "%s%s", words,
	    made_good ? "; the log's record is read instead" : "");
	problems->list.items[problems->list.count - 1].made_good = made_good;
}

static int
compare_missing(const void *a, const void *b)
{
	const struct missing_file *left = a, *right = b;

	return slice_compare(left->path, right->path);
}

static void
say_missing(struct named_sayer *sayer)
{
	const struct capture *capture = sayer->capture;
	struct buffer words = { 0 };
	size_t i;

	for (i = 0; i < capture->missing.count; i++) {
		const struct missing_file *missing =
		    &capture->missing.items[i];
		const struct captured_file *by =
		    &capture->files.items[missing->named_by];

		buffer_clear(&words);
		buffer_add_slice(&words, by->path);
		buffer_add_string(&words, " names it, and it is not there");
		say_page(sayer, "page_gone", missing->path, by->key.rank,
		    missing->in_log, buffer_string(&words));
	}
	buffer_release(&words);
}

/*
 * Losses that a parser found in a page are made good where its record is. Of
 * such a page nothing more needs to be said.
 */
static void
mark_told(struct capture *capture, size_t listed)
{
	size_t i;

	for (i = 0; i < capture->problems.list.count; i++) {
		struct problem *problem = &capture->problems.list.items[i];
		struct captured_file *file;

		if (problem->severity < SEVERITY_LOSS || !problem->path.at)
			continue;
		file = bsearch(&problem->path, capture->files.items,
		    listed, sizeof(*file), compare_named_path);
		if (!file)
			continue;
		file->is_told = true;
		problem->made_good = file->is_recorded || file->is_replaced;
	}
}

static void
say_damage(struct named_sayer *sayer)
{
	struct capture *capture = sayer->capture;
	struct buffer words = { 0 };
	size_t i;

	for (i = 0; i < capture->files.count; i++) {
		struct captured_file *file = &capture->files.items[i];

		/* Nothing tells whether it was an event of its own. */
		if (file->kind == FILE_BREAK_REASON && !file->is_replaced &&
		    (file->damage == PAGE_EMPTY ||
		    file->damage == PAGE_BLANK))
			file->is_replaced = true;
		else if (file->damage == PAGE_SOUND || file->is_replaced ||
		    file->from_log)
			continue;
		if (file->is_told)
			continue;
		buffer_clear(&words);
		buffer_add_string(&words, "it ");
		buffer_add_string(&words, file_damage_words(file->damage));
		say_page(sayer, "page_damaged", file->path, file->key.rank,
		    file->is_recorded, buffer_string(&words));
	}
	buffer_release(&words);
}

void
read_named_end(struct capture *capture, size_t listed)
{
	struct named_sayer sayer = { .capture = capture };
	struct problem_list *problems = &capture->problems;

	mark_told(capture, listed);
	array_sort(&capture->missing, compare_missing);
	say_missing(&sayer);
	say_damage(&sayer);
	problems->path = (struct slice){ 0 };
	problems->rank = NO_ID;
	if (sayer.unsaid > 0) {
		problem_add(problems, SEVERITY_LOSS, "page_gone", UNKNOWN_INT,
		    "%" PRId64 " more pages are gone or damaged",
		    sayer.unsaid);
		problems->list.items[problems->list.count - 1].made_good =
		    sayer.unsaid_losses == 0;
	}
	capture_drop_replaced(capture);
}
