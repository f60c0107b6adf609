/*
 * log_pages.c - which pages of a report are those of the log's records.
 *
 * The n-th record of a name, compile id and attempt has the n-th page of that
 * name in the compile's folder. Where index.html or compile_directory.json
 * names the pages, those that are gone count as well; else the md5 of the
 * payloads tells which page is which.
 */
#include "ingest/read/log.h"

#include <inttypes.h>

#include "parse/file_name.h"
#include "util/hash.h"
#include "util/order.h"

enum { MAX_AHEAD = 64 };	/* pages that are looked at for a record */

/* A page of the report, to be sorted into groups. */
struct listed_page {
	struct captured_file file;	/* by its name alone */
	struct page_slot slot;
};

typedef ARRAY_OF(struct listed_page) listed_array;

static int
compare_groups(const void *a, const void *b)
{
	const struct page_group *left = a, *right = b;
	int order = compile_key_compare(&left->key, &right->key);

	if (!order)
		order = ORDER_OF(left->attempt, right->attempt);
	return order ? order : slice_compare(left->name, right->name);
}

static struct page_group
group_of_file(const struct captured_file *file)
{
	return (struct page_group){ .key = file->key,
	    .attempt = file->attempt, .name = file->name };
}

static int
compare_listed_pages(const void *a, const void *b)
{
	const struct listed_page *left = a, *right = b;
	struct page_group one = group_of_file(&left->file);
	struct page_group two = group_of_file(&right->file);
	int order = compare_groups(&one, &two);

	if (!order)
		order = ORDER_OF(left->slot.number, right->slot.number);
	return order ? order : slice_compare(left->file.path,
	    right->file.path);
}

static void
list_page(listed_array *pages, const struct captured_file *file, size_t index,
    size_t missing)
{
	struct listed_page *page;

	if (!file->has_folder || file->is_loose ||
	    (!compile_key_is_compile(&file->key) &&
	    file->kind != FILE_METRICS))
		return;
	page = array_add(pages);
	page->file = *file;
	page->slot = (struct page_slot){ .file = index, .missing = missing,
	    .number = file->number };
}

/* The pages of the log's rank, also those that are named and not there. */
static void
list_log_pages(struct log_intake *intake, listed_array *pages)
{
	const struct capture *capture = intake->capture;
	struct captured_file gone;
	size_t i;

	for (i = 0; i < capture->files.count; i++) {
		const struct captured_file *file = &capture->files.items[i];

		if (file->key.rank != intake->rank)
			continue;
		if (!file->from_log)
			list_page(pages, file, i, NO_ROW);
		intake->is_named |= file->kind == FILE_COMPILE_DIRECTORY ||
		    file->kind == FILE_INDEX;
	}
	for (i = 0; i < capture->missing.count; i++) {
		struct missing_file *missing = &capture->missing.items[i];

		if (capture->files.items[missing->named_by].key.rank !=
		    intake->rank)
			continue;
		file_name_parse(missing->path, &gone);
		gone.key.rank = intake->rank;
		list_page(pages, &gone, NO_ROW, i);
	}
	array_sort(pages, compare_listed_pages);
}

void
log_pages_begin(struct log_intake *intake)
{
	listed_array pages = { 0 };
	struct page_group *group = NULL;
	size_t i;

	if (intake->is_whole_run)
		return;
	intake->sha = hash_new(HASH_SHA256);
	list_log_pages(intake, &pages);
	for (i = 0; i < pages.count; i++) {
		struct page_group own = group_of_file(&pages.items[i].file);

		if (!group || compare_groups(group, &own) != 0) {
			own.name = log_own(intake, own.name);
			own.first = own.next = i;
			group = array_add(&intake->groups);
			*group = own;
			row_index_add(&intake->group_names,
			    table_hash_text(0, own.name), 0);
		}
		group->count++;
		*array_add(&intake->slots) = pages.items[i].slot;
	}
	array_release(&pages);
}

static bool
has_compile(const struct log_intake *intake, const struct compile_key *key)
{
	struct page_group wanted = { .key = *key, .attempt = INT64_MIN };
	size_t at = array_first(&intake->groups, &wanted, compare_groups);

	return at < intake->groups.count &&
	    compile_key_compare(&intake->groups.items[at].key, key) == 0;
}

/* "inductor_output_code" of "/tmp/x/cabc.py" is "…_cabc" as a page's name. */
static struct slice
page_name_of(struct log_intake *intake, const struct record *record,
    struct slice name)
{
	struct slice file = record->envelope->name;
	struct buffer text = { 0 };
	size_t slash;

	if (record->envelope->kind != ENVELOPE_INDUCTOR_OUTPUT_CODE ||
	    !file.at)
		return path_without_dots(&intake->arena, name);
	slash = slice_find_last_byte(file, '/');
	file = slice_part(file, slash == SIZE_MAX ? 0 : slash + 1, file.len);
	buffer_add_slice(&text, name);
	buffer_add_byte(&text, '_');
	buffer_add_slice(&text, slice_part(file, 0,
	    slice_find_last_byte(file, '.')));
	name = slice_copy(&intake->arena, buffer_slice(&text));
	buffer_release(&text);
	return name;
}

static struct page_group *
find_page_group(struct log_intake *intake, const struct record *record,
    struct slice name)
{
	struct page_group wanted = { .key = record->key,
	    .attempt = record->attempt,
	    .name = page_name_of(intake, record, name) };
	size_t at = array_first(&intake->groups, &wanted, compare_groups);

	return at < intake->groups.count &&
	    compare_groups(&intake->groups.items[at], &wanted) == 0 ?
	    &intake->groups.items[at] : NULL;
}

/* ---- a record and a page ---- */

/* Whether a page shows its record's payload. */
enum page_likeness {
	LIKENESS_UNKNOWN,	/* pages of its kind cannot be compared */
	LIKENESS_SAME,
	LIKENESS_FOLDED,	/* but that "\r\n" is "\n", as tlparse has it */
	LIKENESS_OTHER
};

static struct slice
without_returns(struct arena *arena, struct slice text)
{
	struct buffer folded = { 0 };
	size_t i;

	for (i = 0; i < text.len; i++) {
		if (text.at[i] != '\r' || i + 1 == text.len ||
		    text.at[i + 1] != '\n')
			buffer_add_byte(&folded, text.at[i]);
	}
	text = slice_copy(arena, buffer_slice(&folded));
	buffer_release(&folded);
	return text;
}

/* A payload that is not what its MD5 says is told by the log's reader. */
static enum page_likeness
likeness_of(struct log_intake *intake, const struct captured_file *file,
    const struct record *record)
{
	struct slice payload = record->payload;

	if (!file->digest || !payload.at || record->is_damaged)
		return LIKENESS_UNKNOWN;
	if (file->digest == page_digest_of_payload(file, payload, intake->sha,
	    &intake->arena))
		return LIKENESS_SAME;
	return file->digest == page_digest_of_payload(file,
	    without_returns(&intake->arena, payload), intake->sha,
	    &intake->arena) ?
	    LIKENESS_FOLDED : LIKENESS_OTHER;
}

/* Take the page of a slot for a record. */
static struct page_match
take_slot(struct log_intake *intake, struct page_group *group, size_t slot,
    enum page_likeness likeness)
{
	struct page_slot *taken = &intake->slots.items[slot];
	struct captured_file *file =
	    &intake->capture->files.items[taken->file];

	taken->taken = true;
	group->next = slot + 1;
	file->is_recorded = true;
	/* The end of coloured code is no part of what it shows. */
	if ((likeness == LIKENESS_SAME || likeness == LIKENESS_FOLDED) &&
	    file->kind != FILE_OUTPUT_CODE)
		file->damage = PAGE_SOUND;
	return (struct page_match){ likeness == LIKENESS_OTHER ||
	    (likeness == LIKENESS_FOLDED && file->kind == FILE_BREAK_REASON) ?
	    PAGE_DIFFERS : PAGE_SAME, slot };
}

/* The next slot that shows the record, where some may be gone; or NO_ROW. */
static size_t
find_alike(struct log_intake *intake, const struct page_group *group,
    const struct record *record)
{
	size_t end = group->first + group->count, i;

	for (i = group->next; i < end && i < group->next + MAX_AHEAD; i++) {
		if (likeness_of(intake, &intake->capture->files.items[
		    intake->slots.items[i].file], record) <= LIKENESS_FOLDED)
			return i;
	}
	return NO_ROW;
}

/* Nothing tells how many pages there were. */
static struct page_match
match_by_content(struct log_intake *intake, struct page_group *group,
    const struct record *record)
{
	const struct captured_file *file = &intake->capture->files.items[
	    intake->slots.items[group->next].file];
	size_t slot = find_alike(intake, group, record);

	if (slot != NO_ROW)
		return take_slot(intake, group, slot, likeness_of(intake,
		    &intake->capture->files.items[
		    intake->slots.items[slot].file], record));
	if (file->damage != PAGE_SOUND)
		return take_slot(intake, group, group->next, LIKENESS_OTHER);
	if (group->unmatched++ == 0)
		group->offset = record->offset;
	return (struct page_match){ PAGE_ONLY, NO_ROW };
}

static struct page_match
match_by_name(struct log_intake *intake, struct page_group *group,
    const struct record *record)
{
	size_t slot = group->next;
	const struct page_slot *next = &intake->slots.items[slot];

	if (next->file != NO_ROW)
		return take_slot(intake, group, slot, likeness_of(intake,
		    &intake->capture->files.items[next->file], record));
	intake->slots.items[slot].taken = true;
	group->next++;
	return (struct page_match){ PAGE_GONE, slot };
}

/*
 * Kinds whose loss in the report is worth a record even if the compile is
 * there: they carry events, restarts, failures.
 */
static bool
is_checked(enum file_kind kind)
{
	return kind == FILE_BREAK_REASON || kind == FILE_RECOMPILE_REASONS ||
	    kind == FILE_METRICS || kind == FILE_BWD_METRICS ||
	    kind == FILE_AOT_BWD_METRICS;
}

/*
 * Whether a record without a page is to be read: tlparse may never have
 * written one. It did where it wrote others of the name.
 */
static bool
is_needed(const struct log_intake *intake, const struct record *record,
    struct slice name, enum file_kind kind)
{
	return is_checked(kind) || !has_compile(intake, &record->key) ||
	    (!intake->is_named && row_index_first(&intake->group_names,
	    table_hash_text(0, name)));
}

struct page_match
log_pages_match(struct log_intake *intake, const struct record *record,
    struct slice name, enum file_kind kind)
{
	struct page_match none = { PAGE_NONE, NO_ROW };
	struct page_group *group;

	if (intake->is_whole_run)
		return (struct page_match){ PAGE_ONLY, NO_ROW };
	if (!compile_key_is_compile(&record->key) && kind != FILE_METRICS)
		return none;
	group = find_page_group(intake, record, name);
	if (!group || group->next == group->first + group->count) {
		if (is_needed(intake, record, name, kind))
			none.outcome = PAGE_ONLY;
		return none;
	}
	return intake->is_named ? match_by_name(intake, group, record) :
	    match_by_content(intake, group, record);
}

/* ---- what becomes of them ---- */

size_t
log_pages_add_gone(struct log_intake *intake, const struct record *record,
    const struct page_match *match, struct slice name, bool parse)
{
	const struct page_slot *slot = &intake->slots.items[match->slot];
	struct missing_file *missing =
	    &intake->capture->missing.items[slot->missing];
	size_t index = log_add_file(intake, record, name, parse);
	struct captured_file *file = &intake->capture->files.items[index];

	missing->in_log = true;
	file->page = missing->path;
	file->number = file->order = slot->number;
	return index;
}

static void
say_differs(struct log_intake *intake, const struct captured_file *file,
    int64_t offset)
{
	struct problem_list *problems = &intake->capture->problems;
	struct slice path = problems->path;

	problems->path = file->path;
	problem_add(problems, SEVERITY_LOSS, "page_differs", UNKNOWN_INT,
	    "it %s: the log's record at byte %" PRId64 " is read instead",
	    file_damage_words(file->damage), offset);
	problems->list.items[problems->list.count - 1].made_good = true;
	problems->path = path;
}

void
log_pages_replace(struct log_intake *intake, const struct record *record,
    const struct page_match *match)
{
	size_t index = intake->slots.items[match->slot].file;
	struct captured_file *file = &intake->capture->files.items[index];

	/* A page that was but folded is right, its log is better. */
	if (likeness_of(intake, file, record) == LIKENESS_OTHER)
		say_differs(intake, file, record->offset);
	file->is_replaced = true;
	file->damage = PAGE_SOUND;
	if (file_reader_wants(file->kind))
		file_queue_replace(intake->queue, index, record->payload);
}

/*
 * Records of the group were read for themselves, as no page shows them: a page
 * that is left may have been one's.
 */
static void
drop_left(struct log_intake *intake, const struct page_group *group)
{
	size_t i;

	for (i = group->first; i < group->first + group->count; i++) {
		struct page_slot *slot = &intake->slots.items[i];
		struct captured_file *file;

		if (slot->taken || slot->file == NO_ROW)
			continue;
		file = &intake->capture->files.items[slot->file];
		say_differs(intake, file, group->offset);
		file->is_replaced = file->is_recorded = slot->taken = true;
		/* Nothing of it stays. */
		file->damage = PAGE_CUT;
	}
}

struct unrecorded {
	struct slice first;
	int64_t count;
};

/* Some pages tlparse makes up itself; these it does not. */
static void
note_unrecorded(struct unrecorded *pages, const struct capture *capture,
    size_t index)
{
	const struct captured_file *file = &capture->files.items[index];

	if (!is_checked(file->kind) && file->kind != FILE_OUTPUT_GRAPH)
		return;
	if (pages->count++ == 0)
		pages->first = file->path;
}

static void
say_unrecorded(struct log_intake *intake, const struct unrecorded *pages)
{
	if (pages->count == 0)
		return;
	problem_add(&intake->capture->problems, SEVERITY_LOSS,
	    "log_lacks_records", UNKNOWN_INT, "it has no record of "
	    "%" PRId64 " page%s, the first is %.*s", pages->count,
	    plural_end(pages->count, ""), (int)pages->first.len,
	    pages->first.at);
	intake->capture->problems.list.items[
	    intake->capture->problems.list.count - 1].made_good = true;
}

void
log_pages_end(struct log_intake *intake)
{
	struct unrecorded unrecorded = { 0 };
	size_t i, k;

	for (i = 0; i < intake->groups.count; i++) {
		const struct page_group *group = &intake->groups.items[i];

		if (group->unmatched)
			drop_left(intake, group);
		for (k = group->first; k < group->first + group->count; k++) {
			const struct page_slot *slot = &intake->slots.items[k];

			if (!slot->taken && slot->file != NO_ROW)
				note_unrecorded(&unrecorded, intake->capture,
				    slot->file);
		}
	}
	say_unrecorded(intake, &unrecorded);
	array_release(&intake->groups);
	array_release(&intake->slots);
	row_index_release(&intake->group_names);
	hash_free(intake->sha);
}
