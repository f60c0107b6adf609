/*
 * side.c - a run's facts and sites from the views.
 */
#include "query/diff/side.h"

#include <stdlib.h>
#include <string.h>

static const char run_sql[] =
    "SELECT name, run_key, source_path, torch_version, torch_commit,"
    " counts_are, run_id, ranks, complete, unfinished, failures,"
    " break_events IS NOT NULL, unread, source_kind FROM runs"
    " WHERE run_id = ?1";

/*
 * What torch said and nothing understood is told by runs.unread. Of messages
 * "3 more: …" comes before what it has more of.
 */
static const char losses_sql[] =
    "SELECT code, sum(coalesce(count, 1)) AS met, max(message) FROM problems"
    " WHERE run_id = ?1 AND severity IN ('loss', 'error')"
    " AND code <> 'unread' GROUP BY code ORDER BY met DESC, code";

static const char sites_sql[] =
    "SELECT k.version, s.gb_id, s.kind, s.detail, s.file, s.function,"
    " s.source, s.owner, s.library, s.hint_class, s.ranks, s.via_file,"
    " s.via_function, s.via_source, s.line, s.via_line, s.events,"
    " s.compiles, s.eager_frames, k.own, k.kind, k.wording, k.detail, k.file,"
    " k.function, k.source, k.chain, k.via, 's' || k.site_id"
    " FROM site_keys AS k"
    " JOIN sites AS s ON s.run_id = k.run_id AND s.site_id = k.site_id"
    " WHERE k.run_id = ?1 ORDER BY k.site_id";

/* In the order of the sites above. */
static const char site_frames_sql[] =
    "SELECT DISTINCT b.site_id, c.function, c.file"
    " FROM breaks AS b JOIN compiles AS c"
    " ON c.run_id = b.run_id AND c.compile_no = b.compile_no"
    " WHERE b.run_id = ?1";

struct gbq_side *
side_new(void)
{
	struct gbq_side *side = mem_calloc(1, sizeof(*side));

	arena_init(&side->arena);
	return side;
}

void
side_free(struct gbq_side *side)
{
	size_t i;

	if (!side)
		return;
	for (i = 0; i < side->sites.count; i++)
		array_release(&side->sites.items[i].frames);
	for (i = 0; i < side->frames.count; i++)
		array_release(&side->frames.items[i].ids);
	array_release(&side->facts);
	array_release(&side->counts);
	array_release(&side->sites);
	array_release(&side->recompiles);
	array_release(&side->failures);
	array_release(&side->frames);
	array_release(&side->caches);
	array_release(&side->cache_keys);
	array_release(&side->graphs);
	array_release(&side->files);
	array_release(&side->frame_names);
	row_index_release(&side->recompiles_by_key);
	row_index_release(&side->failures_by_key);
	row_index_release(&side->facts_by_key);
	array_release(&side->frames_by_place);
	table_release(&side->texts);
	arena_release(&side->arena);
	free(side);
}

static void
side_take_run(struct side_query *query)
{
	struct gbq_diff_run *run = &query->side->run;

	run->name = side_column_text(query, 0);
	run->run_key = side_column_text(query, 1);
	run->source_path = side_column_text(query, 2);
	run->torch_version = side_column_text(query, 3);
	run->torch_commit = side_column_text(query, 4);
	run->counts_are = side_column_text(query, 5);
	run->run_id = sqlite3_column_int64(query->stmt, 6);
	run->ranks = side_column_int(query, 7, -1);
	run->complete = side_column_int(query, 8, -1);
	run->unfinished = side_column_int(query, 9, -1);
	run->failures = side_column_int(query, 10, -1);
	run->breaks_known = side_column_int(query, 11, 0) != 0;
	run->unread = side_column_int(query, 12, -1);
	run->source_kind = side_column_text(query, 13);
}

static void
take_loss(struct side_query *query)
{
	struct gbq_side *side = query->side;
	struct gbq_diff_run *run = &side->run;
	int64_t count = side_column_int(query, 1, 0);
	struct buffer text = { 0 };

	run->losses += count;
	if (run->loss)
		return;
	if (string_equal(side_column_text(query, 0), "page_gone")) {
		add_number_of(&text, count, "page");
		buffer_add_string(&text, count == 1 ? " is gone" :
		    " are gone");
	} else {
		buffer_add_string(&text, side_column_text(query, 2));
	}
	run->loss = slice_string(&side->arena, buffer_slice(&text));
	buffer_release(&text);
}

static void
take_shown(struct side_query *query, struct gbq_diff_site *shown)
{
	shown->gb_id = side_column_text(query, 1);
	shown->kind = side_column_text(query, 2);
	shown->detail = side_column_text(query, 3);
	shown->file = side_column_text(query, 4);
	shown->function = side_column_text(query, 5);
	shown->source = side_column_text(query, 6);
	shown->owner = side_column_text(query, 7);
	shown->library = side_column_text(query, 8);
	shown->hint_class = side_column_text(query, 9);
	shown->ranks = side_column_text(query, 10);
	shown->via_file = side_column_text(query, 11);
	shown->via_function = side_column_text(query, 12);
	shown->via_source = side_column_text(query, 13);
	shown->line = side_column_int(query, 14, GBQ_NO_LINE);
	shown->via_line = side_column_int(query, 15, GBQ_NO_LINE);
	shown->events = side_column_int(query, 16, 0);
	shown->compiles = side_column_int(query, 17, 0);
	shown->eager_frames = side_column_int(query, 18, 0);
	shown->own = side_column_int(query, 19, 0) != 0;
}

static void
take_site(struct side_query *query)
{
	struct side_site *site = array_add(&query->side->sites);
	struct match_record *record = &site->record;

	if (side_column_int(query, 0, 0) != MATCH_KEY_VERSION)
		query->side->run.run_id = -1;
	take_shown(query, &site->shown);
	record->key.kind = side_column_slice(query, 20);
	record->key.wording = side_column_slice(query, 21);
	record->key.detail = side_column_slice(query, 22);
	record->key.file = side_column_slice(query, 23);
	record->key.function = side_column_slice(query, 24);
	record->key.source = side_column_slice(query, 25);
	record->key.chain = side_column_slice(query, 26);
	record->key.via = side_column_slice(query, 27);
	site->shown.handle = side_column_text(query, 28);
	record->key.own = site->shown.own;
	record->line = site->shown.line;
	record->via_line = site->shown.via_line;
}

static void
take_site_frame(struct side_query *query)
{
	struct gbq_side *side = query->side;
	int64_t site_id = side_column_int(query, 0, 0);
	struct slice function = side_column_slice(query, 1);
	struct slice file = side_column_slice(query, 2);
	struct buffer name = { 0 };

	if (!function.at || !file.at || site_id < 1 ||
	    (size_t)site_id > side->sites.count)
		return;
	match_key_function(&name, function);
	buffer_add_string(&name, " in ");
	buffer_add_slice(&name, path_base(file));
	*array_add(&side->sites.items[site_id - 1].frames) =
	    slice_copy(&side->arena, buffer_slice(&name));
	buffer_release(&name);
}

enum gbq_status
side_load(struct gbq_side *side, sqlite3 *db, int64_t run_id,
    struct error *error)
{
	enum gbq_status status;

	status = side_each_row(side, db, run_sql, run_id, side_take_run, error);
	if (status == GBQ_OK && side->run.run_id != run_id)
		status = error_set(error, GBQ_NO_INPUT,
		    "there is no run %lld", (long long)run_id);
	if (status == GBQ_OK)
		status = side_each_row(side, db, losses_sql, run_id,
		    take_loss, error);
	if (status == GBQ_OK)
		status = side_each_row(side, db, sites_sql, run_id, take_site,
		    error);
	if (status == GBQ_OK && side->run.run_id != run_id)
		status = error_set(error, GBQ_DATABASE, "the match keys "
		    "of run %lld are of another version of gbq: run "
		    "'gbq rebuild'", (long long)run_id);
	if (status == GBQ_OK)
		status = side_each_row(side, db, site_frames_sql, run_id,
		    take_site_frame, error);
	if (status == GBQ_OK)
		status = side_load_items(side, db, run_id, error);
	if (status == GBQ_OK)
		status = side_load_frames(side, db, run_id, error);
	if (status == GBQ_OK)
		status = side_load_caches(side, db, run_id, error);
	if (status == GBQ_OK)
		status = side_load_counts(side, db, run_id, error);
	return status;
}

/* The parts that a baseline file tells: no chain. */
void
side_make_key(struct gbq_side *side, struct side_site *site)
{
	struct match_key *key = &site->record.key;
	struct buffer source = { 0 };

	key->wording = side_text_key(side, site->shown.kind);
	key->kind = site->shown.gb_id ? slice_of(site->shown.gb_id) :
	    key->wording;
	key->detail = side_text_key(side, site->shown.detail);
	key->file = slice_of(site->shown.file);
	key->function = slice_of(site->shown.function);
	if (site->shown.source) {
		match_key_source(&source, slice_of(site->shown.source));
		key->source = slice_copy(&side->arena, buffer_slice(&source));
	}
	key->own = site->shown.own;
	site->record.line = site->shown.line;
	site->record.via_line = site->shown.via_line;
	buffer_release(&source);
}
