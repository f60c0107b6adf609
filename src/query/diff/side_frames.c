/*
 * side_frames.c - compiled frames with their seconds and graphs of a run.
 * Resume functions belong to the function that they resume.
 */
#include "query/diff/side.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/order.h"

/* Functions first, so that resume functions find theirs. */
static const char frames_sql[] =
    "SELECT function, file, line, frame_id, sum(entire_frame_s),"
    " frame_name GLOB 'torch_dynamo_resume_in_*' OR"
    " frame_name GLOB '<resume in *' AS resumes"
    " FROM compiles WHERE run_id = ?1 AND (function IS NOT NULL OR"
    " entire_frame_s IS NOT NULL)"
    " GROUP BY function, file, line, frame_id, resumes"
    " ORDER BY coalesce(resumes, 0), file, function, line, frame_id";

static const char graphs_sql[] =
    "SELECT g.stage, c.function, c.file, c.line, c.compile_id,"
    " g.normalised_hash FROM graphs AS g LEFT JOIN compiles AS c"
    " ON c.run_id = g.run_id AND c.compile_no = g.compile_no"
    " WHERE g.run_id = ?1 AND g.normalised_hash IS NOT NULL"
    " ORDER BY c.file, c.function, g.stage, c.compile_no, g.graph_id";

static const char files_sql[] =
    "SELECT DISTINCT file FROM compiles"
    " WHERE run_id = ?1 AND file IS NOT NULL ORDER BY file";

/* The order of side->frames_by_place. */
static int
side_frames_compare_places(const struct match_record *a,
    const struct match_record *b)
{
	int order = slice_compare(a->key.file, b->key.file);

	if (!order)
		order = slice_compare(a->key.function, b->key.function);
	return order ? order : ORDER_OF(a->line, b->line);
}

/* How many frames, in order of place, come before that of the record. */
static size_t
count_before(const struct gbq_side *side, const struct match_record *record)
{
	size_t low = 0, high = side->frames_by_place.count, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (side_frames_compare_places(&side->frames.items[
		    side->frames_by_place.items[middle]].record, record) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static struct side_frame *
frame_at(struct gbq_side *side, size_t place)
{
	return place < side->frames_by_place.count ?
	    &side->frames.items[side->frames_by_place.items[place]] : NULL;
}

/*
 * The frame that a compile belongs to: of the same file and function, the one
 * that begins at its line, or for a resume function last before it.
 */
static struct side_frame *
find_frame(struct gbq_side *side, const struct match_record *record,
    size_t place, bool resumes)
{
	struct side_frame *frame = frame_at(side, place);

	if (frame && side_frames_compare_places(&frame->record, record) == 0)
		return frame;
	frame = resumes && place > 0 ? frame_at(side, place - 1) : NULL;
	return frame &&
	    slice_equal(frame->record.key.file, record->key.file) &&
	    slice_equal(frame->record.key.function, record->key.function) ?
	    frame : NULL;
}

static struct side_frame *
side_frames_add(struct gbq_side *side, size_t place)
{
	size_t *places, count = side->frames_by_place.count;

	array_add(&side->frames_by_place);
	places = side->frames_by_place.items;
	memmove(&places[place + 1], &places[place],
	    (count - place) * sizeof(*places));
	places[place] = side->frames.count;
	return array_add(&side->frames);
}

static void
side_frames_take(struct side_query *query)
{
	struct gbq_side *side = query->side;
	const char *function = side_column_text(query, 0);
	const char *file = side_column_text(query, 1);
	struct match_record record = { .line = side_column_int(query, 2,
	    UNKNOWN_INT), .via_line = UNKNOWN_INT };
	double seconds = side_column_real(query, 4);
	int64_t id = side_column_int(query, 3, -1);
	struct side_frame *frame;
	size_t place;

	record.key.kind = LITERAL("frame");
	record.key.file = side_path_key(side, file);
	record.key.source = record.key.function = slice_of(function);
	place = count_before(side, &record);
	frame = find_frame(side, &record, place,
	    side_column_int(query, 5, 0) != 0);
	if (!frame) {
		frame = side_frames_add(side, place);
		frame->function = function;
		frame->file = file;
		frame->record = record;
		frame->seconds = NAN;
	}
	if (isnan(frame->seconds))
		frame->seconds = seconds;
	else if (!isnan(seconds))
		frame->seconds += seconds;
	if (id >= 0)
		*array_add(&frame->ids) = id;
}

static void
side_frames_take_graph(struct side_query *query)
{
	struct side_graph *graph = array_add(&query->side->graphs);

	graph->stage = side_column_text(query, 0);
	graph->function = side_column_text(query, 1);
	graph->file = side_column_text(query, 2);
	graph->line = side_column_int(query, 3, GBQ_NO_LINE);
	graph->compile_id = side_column_text(query, 4);
	graph->hash = side_column_slice(query, 5);
	graph->file_key = side_path_key(query->side, graph->file);
}

static void
side_frames_take_file(struct side_query *query)
{
	*array_add(&query->side->files) = side_path_key(query->side,
	    side_column_text(query, 0));
}

/* Names of all compiled frames, as sites name theirs; sorted. */
static void
name_frames(struct gbq_side *side)
{
	struct buffer name = { 0 };
	size_t i;

	for (i = 0; i < side->frames.count; i++) {
		const struct side_frame *frame = &side->frames.items[i];

		if (!frame->function || !frame->file)
			continue;
		buffer_clear(&name);
		buffer_add_string(&name, frame->function);
		buffer_add_string(&name, " in ");
		buffer_add_slice(&name, path_base(slice_of(frame->file)));
		*array_add(&side->frame_names) = slice_copy(&side->arena,
		    buffer_slice(&name));
	}
	buffer_release(&name);
	if (side->frame_names.count)
		qsort(side->frame_names.items, side->frame_names.count,
		    sizeof(struct slice), slice_order);
}

enum gbq_status
side_load_frames(struct gbq_side *side, sqlite3 *db, int64_t run_id,
    struct error *error)
{
	enum gbq_status status;

	status = side_each_row(side, db, frames_sql, run_id, side_frames_take,
	    error);
	if (status == GBQ_OK)
		status = side_each_row(side, db, files_sql, run_id,
		    side_frames_take_file, error);
	if (status == GBQ_OK)
		status = side_each_row(side, db, graphs_sql, run_id,
		    side_frames_take_graph, error);
	name_frames(side);
	return status;
}
