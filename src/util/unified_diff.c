/*
 * unified_diff.c - a minimal line diff, by the greedy algorithm of Myers (An
 * O(ND) difference algorithm and its variations, 1986) in linear space: find
 * the middle of a shortest edit script from both ends, then do both halves.
 */
#include "util/unified_diff.h"

#include <stdlib.h>
#include <string.h>

#include "util/table.h"

enum {
	CONTEXT = 3,
	MIN_COST = 256		/* edits that are always looked for */
};

/* Lines times edits that may be looked at: some seconds. */
static const ptrdiff_t max_steps = 500000000;

/* One of the two texts. */
struct side {
	struct slice *lines;	/* each with its '\n' */
	ptrdiff_t *ids;		/* equal lines have equal ids */
	bool *changed;		/* with a false one before and behind */
	ptrdiff_t count;
};

struct comparison {
	struct side before, after;
	/* The furthest line of "before" on each diagonal, from both ends. */
	ptrdiff_t *forward, *backward;
	ptrdiff_t max_cost;
	bool is_cut;		/* it may not be minimal */
};

/* Lines [x, x_end) of before and [y, y_end) of after. */
struct box {
	ptrdiff_t x, x_end, y, y_end;
};

/* ---- lines ---- */

static void
side_init(struct side *side, struct slice text)
{
	ARRAY_OF(struct slice) lines = { NULL, 0, 0 };
	struct slice rest = text, line;

	while (slice_next_line(&rest, &line)) {
		line.len += (size_t)(line.at + line.len <
		    text.at + text.len);
		*(struct slice *)array_add(&lines) = line;
	}
	side->lines = lines.items;
	side->count = (ptrdiff_t)lines.count;
	side->ids = mem_calloc(lines.count + 1, sizeof(*side->ids));
	side->changed = (bool *)mem_calloc(lines.count + 2, sizeof(bool)) + 1;
}

static void
side_release(struct side *side)
{
	free(side->lines);
	free(side->ids);
	free(side->changed - 1);
}

/* Equal lines of both sides have the same id, in order of appearance. */
static void
side_number_lines(struct side *side, struct hash_table *lines)
{
	for (ptrdiff_t i = 0; i < side->count; i++) {
		struct table_entry *line = table_put(lines, side->lines[i],
		    NULL);

		if (!line->value)
			line->value = lines->entries.count;
		side->ids[i] = (ptrdiff_t)line->value;
	}
}

/* ---- the shortest edit script ---- */

/* What one direction of the search has reached. */
struct reach {
	ptrdiff_t *at;		/* by diagonal x - y */
	ptrdiff_t low, high;	/* diagonals in use */
};

/* One edit more: a diagonal more on both sides, within the box. */
static void
unified_widen(struct reach *reach, ptrdiff_t lowest, ptrdiff_t highest,
    ptrdiff_t nowhere)
{
	if (reach->low > lowest)
		reach->at[--reach->low - 1] = nowhere;
	else
		reach->low++;
	if (reach->high < highest)
		reach->at[++reach->high + 1] = nowhere;
	else
		reach->high--;
}

static bool
has_diagonal(const struct reach *reach, ptrdiff_t diagonal)
{
	return reach->low <= diagonal && diagonal <= reach->high;
}

/* Step forward; true with *x at the middle where the ways meet. */
static bool
step_forward(const struct comparison *c, const struct box *box,
    struct reach *forward, const struct reach *backward, bool may_meet,
    ptrdiff_t *x, ptrdiff_t *diagonal)
{
	for (ptrdiff_t d = forward->high; d >= forward->low; d -= 2) {
		ptrdiff_t below = forward->at[d - 1], above =
		    forward->at[d + 1];
		ptrdiff_t i = below < above ? above : below + 1;

		while (i < box->x_end && i - d < box->y_end &&
		    c->before.ids[i] == c->after.ids[i - d])
			i++;
		forward->at[d] = i;
		if (may_meet && has_diagonal(backward, d) &&
		    backward->at[d] <= i) {
			*x = i;
			*diagonal = d;
			return true;
		}
	}
	return false;
}

/* The same from the end. */
static bool
step_backward(const struct comparison *c, const struct box *box,
    struct reach *backward, const struct reach *forward, bool may_meet,
    ptrdiff_t *x, ptrdiff_t *diagonal)
{
	for (ptrdiff_t d = backward->high; d >= backward->low; d -= 2) {
		ptrdiff_t below = backward->at[d - 1], above =
		    backward->at[d + 1];
		ptrdiff_t i = below < above ? below : above - 1;

		while (i > box->x && i - d > box->y &&
		    c->before.ids[i - 1] == c->after.ids[i - d - 1])
			i--;
		backward->at[d] = i;
		if (may_meet && has_diagonal(forward, d) &&
		    i <= forward->at[d]) {
			*x = i;
			*diagonal = d;
			return true;
		}
	}
	return false;
}

/* Too many edits: the point that went furthest from the start. */
static void
unified_furthest(const struct box *box, const struct reach *forward,
    ptrdiff_t *x, ptrdiff_t *diagonal)
{
	ptrdiff_t best = -1;

	for (ptrdiff_t d = forward->high; d >= forward->low; d -= 2) {
		ptrdiff_t i = forward->at[d] < box->x_end ? forward->at[d] :
		    box->x_end;

		if (i - d > box->y_end)
			i = box->y_end + d;
		if (i + i - d > best) {
			best = i + i - d;
			*x = i;
			*diagonal = d;
		}
	}
}

/* A point that a shortest edit script of the box goes through. */
static void
find_middle(struct comparison *c, const struct box *box, ptrdiff_t *x,
    ptrdiff_t *y)
{
	ptrdiff_t lowest = box->x - box->y_end, highest = box->x_end - box->y;
	ptrdiff_t first = box->x - box->y, last = box->x_end - box->y_end;
	struct reach forward = { c->forward, first, first };
	struct reach backward = { c->backward, last, last };
	bool odd = (first - last) % 2 != 0, met = false;
	ptrdiff_t diagonal = 0;

	forward.at[first] = box->x;
	backward.at[last] = box->x_end;
	for (ptrdiff_t cost = 1; !met; cost++) {
		unified_widen(&forward, lowest, highest, -1);
		met = step_forward(c, box, &forward, &backward, odd, x,
		    &diagonal);
		if (met)
			break;
		unified_widen(&backward, lowest, highest, PTRDIFF_MAX);
		met = step_backward(c, box, &backward, &forward, !odd, x,
		    &diagonal);
		if (!met && cost >= c->max_cost) {
			unified_furthest(box, &forward, x, &diagonal);
			c->is_cut = true;
			break;
		}
	}
	*y = *x - diagonal;
}

static void
compare_box(struct comparison *c, struct box box)
{
	struct box rest;
	ptrdiff_t x = 0, y = 0;

	while (box.x < box.x_end && box.y < box.y_end &&
	    c->before.ids[box.x] == c->after.ids[box.y])
		box.x++, box.y++;
	while (box.x < box.x_end && box.y < box.y_end &&
	    c->before.ids[box.x_end - 1] == c->after.ids[box.y_end - 1])
		box.x_end--, box.y_end--;
	if (box.x == box.x_end || box.y == box.y_end) {
		while (box.x < box.x_end)
			c->before.changed[box.x++] = true;
		while (box.y < box.y_end)
			c->after.changed[box.y++] = true;
		return;
	}
	find_middle(c, &box, &x, &y);
	rest = (struct box){ x, box.x_end, y, box.y_end };
	compare_box(c, (struct box){ box.x, x, box.y, y });
	compare_box(c, rest);
}

/* ---- where equal lines leave a choice, as diff chooses ---- */

/* A run [start, end) of changed lines, and where the other side stands. */
struct run {
	ptrdiff_t start, end, other;
};

static void
move_up(struct side *side, const struct side *other, struct run *run)
{
	side->changed[--run->start] = true;
	side->changed[--run->end] = false;
	while (other->changed[--run->other])
		continue;
}

/*
 * Move a run up as far as it goes, then down: so it meets its neighbours.
 * Returns the last end at which it stood beside a run of the other side.
 */
static ptrdiff_t
unified_slide(struct side *side, const struct side *other, struct run *run)
{
	ptrdiff_t beside, len;

	do {
		len = run->end - run->start;
		while (run->start > 0 && side->ids[run->start - 1] ==
		    side->ids[run->end - 1]) {
			move_up(side, other, run);
			while (side->changed[run->start - 1])
				run->start--;
		}
		beside = run->other > 0 && other->changed[run->other - 1] ?
		    run->end : side->count;
		while (run->end < side->count && side->ids[run->start] ==
		    side->ids[run->end]) {
			side->changed[run->start++] = false;
			side->changed[run->end++] = true;
			while (side->changed[run->end])
				run->end++;
			while (other->changed[++run->other])
				beside = run->end;
		}
	} while (len != run->end - run->start);
	return beside;
}

static void
slide_runs(struct side *side, const struct side *other)
{
	struct run run = { 0, 0, 0 };
	ptrdiff_t beside;

	for (;;) {
		while (run.end < side->count && !side->changed[run.end]) {
			while (other->changed[run.other])
				run.other++;
			run.other++;
			run.end++;
		}
		if (run.end == side->count)
			return;
		run.start = run.end;
		while (side->changed[run.end])
			run.end++;
		while (other->changed[run.other])
			run.other++;
		beside = unified_slide(side, other, &run);
		while (beside < run.end)
			move_up(side, other, &run);
	}
}

/* ---- output ---- */

static void
unified_add_line(struct buffer *out, char mark, struct slice line)
{
	buffer_add_byte(out, mark);
	buffer_add_slice(out, line);
	if (!slice_ends(line, LITERAL("\n")))
		buffer_add_string(out, "\n\\ No newline at end of file\n");
}

static void
add_range(struct buffer *out, char mark, ptrdiff_t start, ptrdiff_t count)
{
	/* of no lines: the number of the line before */
	buffer_printf(out, " %c%td", mark, count ? start + 1 : start);
	if (count != 1)
		buffer_printf(out, ",%td", count);
}

static void
add_hunk(struct buffer *out, const struct comparison *c,
    const struct box *hunk)
{
	ptrdiff_t x = hunk->x, y = hunk->y;

	buffer_add_string(out, "@@");
	add_range(out, '-', x, hunk->x_end - x);
	add_range(out, '+', y, hunk->y_end - y);
	buffer_add_string(out, " @@\n");
	while (x < hunk->x_end || y < hunk->y_end) {
		if (x < hunk->x_end && c->before.changed[x]) {
			unified_add_line(out, '-', c->before.lines[x++]);
		} else if (y < hunk->y_end && c->after.changed[y]) {
			unified_add_line(out, '+', c->after.lines[y++]);
		} else {
			unified_add_line(out, ' ', c->before.lines[x++]);
			y++;
		}
	}
}

/* Move both places over unchanged lines, at most so many; how many. */
static ptrdiff_t
skip_unchanged(const struct comparison *c, ptrdiff_t *x, ptrdiff_t *y,
    ptrdiff_t most)
{
	ptrdiff_t count = 0;

	while (count < most && *x < c->before.count && *y < c->after.count &&
	    !c->before.changed[*x] && !c->after.changed[*y]) {
		++*x;
		++*y;
		count++;
	}
	return count;
}

static void
add_hunks(struct buffer *out, const struct comparison *c)
{
	ptrdiff_t x = 0, y = 0, context, gap;
	struct box hunk;

	for (;;) {
		skip_unchanged(c, &x, &y, PTRDIFF_MAX);
		if (x == c->before.count && y == c->after.count)
			return;
		context = x < CONTEXT ? x : CONTEXT;
		if (context > y)
			context = y;
		hunk = (struct box){ x - context, x, y - context, y };
		do {
			while (c->before.changed[x])
				x++;
			while (c->after.changed[y])
				y++;
			hunk.x_end = x;
			hunk.y_end = y;
			gap = skip_unchanged(c, &x, &y, 2 * CONTEXT + 1);
		} while (gap <= 2 * CONTEXT &&
		    (x < c->before.count || y < c->after.count));
		hunk.x_end += gap < CONTEXT ? gap : CONTEXT;
		hunk.y_end += gap < CONTEXT ? gap : CONTEXT;
		add_hunk(out, c, &hunk);
	}
}

static void
unified_compare(struct comparison *c)
{
	ptrdiff_t lines = c->before.count + c->after.count;
	size_t diagonals = (size_t)lines + 3;
	ptrdiff_t *room = mem_calloc(2 * diagonals, sizeof(*room));

	/* diagonals run from -after.count - 1 to before.count + 1 */
	c->forward = room + c->after.count + 1;
	c->backward = c->forward + diagonals;
	c->max_cost = max_steps / (lines + 1);
	if (c->max_cost < MIN_COST)
		c->max_cost = MIN_COST;
	compare_box(c, (struct box){ 0, c->before.count, 0, c->after.count });
	free(room);
}

/* Both texts with the ids of their lines; how many ids there are. */
static size_t
comparison_init(struct comparison *c, struct slice before, struct slice after)
{
	struct hash_table lines = { 0 };
	size_t ids;

	memset(c, 0, sizeof(*c));
	side_init(&c->before, before);
	side_init(&c->after, after);
	side_number_lines(&c->before, &lines);
	side_number_lines(&c->after, &lines);
	ids = lines.entries.count;
	table_release(&lines);
	return ids;
}

static void
comparison_release(struct comparison *c)
{
	side_release(&c->before);
	side_release(&c->after);
}

/*
 * Drop what the other side does not have: that much is changed whatever the
 * rest. Most lines of two listings are such ones.
 */
static int64_t
side_drop_unmatched(struct side *side, const struct side *other, size_t ids)
{
	bool *is_matched = mem_calloc(ids + 1, sizeof(*is_matched));
	ptrdiff_t count = side->count, kept = 0;

	for (ptrdiff_t i = 0; i < other->count; i++)
		is_matched[other->ids[i]] = true;
	for (ptrdiff_t i = 0; i < count; i++) {
		if (is_matched[side->ids[i]])
			side->ids[kept++] = side->ids[i];
	}
	free(is_matched);
	side->count = kept;
	return count - kept;
}

static int64_t
side_count_changed(const struct side *side)
{
	int64_t count = 0;

	for (ptrdiff_t i = 0; i < side->count; i++)
		count += side->changed[i];
	return count;
}

bool
unified_diff_count(struct slice before, struct slice after, int64_t *added,
    int64_t *removed)
{
	struct comparison c;
	size_t ids = comparison_init(&c, before, after);

	*removed = side_drop_unmatched(&c.before, &c.after, ids);
	*added = side_drop_unmatched(&c.after, &c.before, ids);
	unified_compare(&c);
	*removed += side_count_changed(&c.before);
	*added += side_count_changed(&c.after);
	comparison_release(&c);
	return !c.is_cut;
}

void
unified_diff(struct buffer *out, struct slice before, struct slice after,
    const char *before_name, const char *after_name)
{
	struct comparison c;

	if (before.len == after.len && (before.len == 0 ||
	    memcmp(before.at, after.at, before.len) == 0))
		return;
	comparison_init(&c, before, after);
	unified_compare(&c);
	slide_runs(&c.before, &c.after);
	slide_runs(&c.after, &c.before);
	buffer_printf(out, "--- %s\n+++ %s\n", before_name, after_name);
	add_hunks(out, &c);
	comparison_release(&c);
}
