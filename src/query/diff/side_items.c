/*
 * side_items.c - causes of recompiles and failures of a run, equal ones as
 * one: numbers and object ids are no difference.
 */
#include "query/diff/side.h"

/* Guard failures with the cause that they belong to, where one is known. */
static const char guards_sql[] =
    "SELECT g.guard_class, coalesce(u.root_source, g.source), g.guard,"
    " g.cause_id, c.function, c.file, c.line, g.compile_no,"
    " 'c' || g.cause_id"
    " FROM guard_failures AS g"
    " LEFT JOIN compiles AS c"
    " ON c.run_id = g.run_id AND c.compile_no = g.compile_no"
    /* only of the run: else SQLite makes the view for all runs */
    " LEFT JOIN (SELECT cause_id, root_source FROM recompile_causes"
    " WHERE run_id = ?1) AS u ON u.cause_id = g.cause_id"
    " WHERE g.run_id = ?1 ORDER BY g.compile_no, g.position";

static const char unexplained_sql[] =
    "SELECT NULL, NULL, NULL, NULL, function, file, line, compile_no, NULL"
    " FROM recompiles WHERE run_id = ?1 AND guard_failures = 0"
    " ORDER BY compile_no";

static const char failures_sql[] =
    "SELECT category, fail_type, reason, stage, function, file, line,"
    " 'f' || failure_id"
    " FROM failures WHERE run_id = ?1 AND event_id IS NULL"
    " ORDER BY failure_id";

static bool
side_items_is_name(char byte)
{
	return byte_is_letter_or_digit(byte) || byte == '_';
}

/* The text with each number that is no part of a name made '?'. */
static struct slice
fold_numbers(struct gbq_side *side, struct slice text)
{
	char *copy = arena_copy(&side->arena, text.at ? text.at : "",
	    text.len);
	size_t len = 0, i;

	for (i = 0; i < text.len; i++) {
		if (!byte_is_digit(text.at[i]) ||
		    (i > 0 && side_items_is_name(text.at[i - 1]) &&
			!byte_is_digit(text.at[i - 1])) ||
		    (len && copy[len - 1] != '?' &&
			side_items_is_name(copy[len - 1])))
			copy[len++] = text.at[i];
		else if (len == 0 || copy[len - 1] != '?')
			copy[len++] = '?';
	}
	copy[len] = '\0';
	return (struct slice){ copy, len };
}

/* A guard without the source line and place that torch writes behind it. */
static struct slice
guard_key(struct gbq_side *side, const char *guard)
{
	struct slice text = slice_of(guard ? guard : "");
	size_t at = slice_find(text, LITERAL("  # "));

	text = slice_trim(slice_part(text, 0, at));
	return fold_numbers(side, side_text_key(side,
	    slice_string(&side->arena, text)));
}

static bool
same_item(const struct match_record *a, const struct match_record *b)
{
	return a->line == b->line &&
	    slice_equal(a->key.kind, b->key.kind) &&
	    slice_equal(a->key.detail, b->key.detail) &&
	    slice_equal(a->key.file, b->key.file) &&
	    slice_equal(a->key.function, b->key.function);
}

/* The number of the item of that record; SIZE_MAX: it is new. */
static size_t
find_item(struct row_index *index, const struct side_item *items,
    size_t count, const struct match_record *record)
{
	uint64_t key = table_hash_number(0, record->line);
	const struct row_link *link;

	key = table_hash_text(key, record->key.detail);
	key = table_hash_text(key, record->key.function);
	key = table_hash_text(key, record->key.file);
	link = row_index_first(index, key);
	while (link && !same_item(&items[link->row].record, record))
		link = row_index_next(index, link);
	if (link)
		return link->row;
	row_index_add(index, key, count);
	return SIZE_MAX;
}

/* Text that is shown for several: the smallest, whatever their order. */
static void
side_items_keep_smallest(const char **kept, const char *text)
{
	if (text && (!*kept || slice_compare(slice_of(text),
	    slice_of(*kept)) < 0))
		*kept = text;
}

static struct side_item *
find_cause(struct gbq_side *side, const struct match_record *record)
{
	struct side_item *item;
	size_t found = find_item(&side->recompiles_by_key,
	    side->recompiles.items, side->recompiles.count, record);

	if (found != SIZE_MAX)
		return &side->recompiles.items[found];
	item = array_add(&side->recompiles);
	item->record = *record;
	item->shown.line = GBQ_NO_LINE;
	return item;
}

static struct match_record
cause_record(struct side_query *query)
{
	struct gbq_side *side = query->side;
	struct match_record record = { .line = UNKNOWN_INT,
	    .via_line = UNKNOWN_INT };
	const char *source = side_column_text(query, 1);

	record.key.kind = side_column_slice(query, 0);
	if (!record.key.kind.at)
		record.key.kind = LITERAL("guard");
	if (side_column_int(query, 3, 0)) {
		record.key.source = record.key.detail = fold_numbers(side,
		    side_text_key(side, source ? source : ""));
		return record;
	}
	record.key.source = record.key.detail = guard_key(side,
	    side_column_text(query, 2));
	record.key.file = side_path_key(side, side_column_text(query, 5));
	record.key.function = side_column_slice(query, 4);
	return record;
}

/* One input has several names in nested functions: then none is told. */
static void
keep_place(struct side_item *item, const char *function, const char *file)
{
	if (item->last_compile == 0) {
		item->shown.function = function;
		item->shown.file = file;
	}
	item->many_places |= slice_compare(slice_of(function),
	    slice_of(item->shown.function)) != 0 && item->last_compile != 0;
	if (item->many_places)
		item->shown.function = item->shown.file = NULL;
}

static void
take_guard(struct side_query *query)
{
	struct match_record record = cause_record(query);
	struct side_item *item = find_cause(query->side, &record);
	int64_t compile = side_column_int(query, 7, 0);

	if (!item->shown.handle)
		item->shown.handle = side_column_text(query, 8);
	side_items_keep_smallest(&item->shown.category,
	    side_column_text(query, 0));
	side_items_keep_smallest(&item->shown.name, side_column_text(query, 1));
	side_items_keep_smallest(&item->shown.text, side_column_text(query, 2));
	keep_place(item, side_column_text(query, 4),
	    side_column_text(query, 5));
	item->shown.guard_failures += item->shown.text != NULL;
	item->shown.count += item->last_compile != compile;
	item->last_compile = compile;
}

static void
side_items_take_failure(struct side_query *query)
{
	struct gbq_side *side = query->side;
	const char *reason = side_column_text(query, 2);
	struct gbq_diff_item shown = { side_column_text(query, 0),
	    side_column_text(query, 1), NULL, side_column_text(query, 3),
	    side_column_text(query, 5), side_column_text(query, 4),
	    side_column_int(query, 6, GBQ_NO_LINE), 0, 0,
	    side_column_text(query, 7) };
	struct slice rest = slice_of(reason ? reason : ""), line = { "", 0 };
	struct match_record record = { .line = shown.line,
	    .via_line = UNKNOWN_INT };
	struct match_key *key = &record.key;
	struct buffer kind = { 0 };
	struct side_item *item;
	size_t found;

	slice_next_line(&rest, &line);
	if (reason)
		shown.text = slice_string(&side->arena, slice_trim(line));
	buffer_printf(&kind, "%s %s", shown.category ? shown.category : "",
	    shown.name ? shown.name : "");
	key->kind = key->wording = slice_copy(&side->arena,
	    buffer_slice(&kind));
	buffer_release(&kind);
	key->source = key->detail = guard_key(side, shown.text);
	key->file = side_path_key(side, shown.file);
	key->function = slice_of(shown.function);
	found = find_item(&side->failures_by_key, side->failures.items,
	    side->failures.count, &record);
	if (found == SIZE_MAX) {
		found = side->failures.count;
		item = array_add(&side->failures);
		item->record = record;
		item->shown = shown;
	}
	side->failures.items[found].shown.count++;
}

enum gbq_status
side_load_items(struct gbq_side *side, sqlite3 *db, int64_t run_id,
    struct error *error)
{
	enum gbq_status status;

	status = side_each_row(side, db, guards_sql, run_id, take_guard,
	    error);
	if (status == GBQ_OK)
		status = side_each_row(side, db, unexplained_sql, run_id,
		    take_guard, error);
	if (status == GBQ_OK)
		status = side_each_row(side, db, failures_sql, run_id,
		    side_items_take_failure, error);
	return status;
}
