/*
 * diff_moves.c - files that lie elsewhere on the new side, as where a project's
 * folder has another name: told by sites that were found again there, then by
 * folders that most files of one name moved between. What is compared by file
 * (seconds, graphs, cache keys) is paired by it. The mirror image holds where
 * the sides are swapped.
 */
#include "query/diff/diff.h"

#include <stdlib.h>

#include "util/order.h"

/* So many pairs of files of one base name are looked at: __init__.py. */
enum { MAX_NAMESAKES = 4096 };

/* That a file became another one. */
struct file_move {
	struct slice from, to;		/* keys */
	struct slice old_folder, new_folder;
	size_t sites;			/* that were found again there */
	size_t folder_sites, folder_files;	/* of all of these folders */
	size_t common;			/* bytes that both paths end with */
	bool refused;
};

typedef ARRAY_OF(struct file_move) file_move_array;

/* ---- files of one side only ---- */

static void
moves_add_files(struct hash_table *files, const slice_array *more,
    const struct match_side *sites, struct diff_build *build, int side)
{
	size_t i;

	for (i = 0; i < more->count; i++)
		table_put(files, diff_file_key(build, side, more->items[i]),
		    NULL);
	for (i = 0; i < sites->count; i++) {
		struct slice file = sites->records[i].key.file;

		if (file.at)
			table_put(files, diff_file_key(build, side, file),
			    NULL);
	}
}

static int
moves_compare_names(const void *a, const void *b)
{
	const struct slice *left = a, *right = b;
	int order = slice_compare(path_base(*left), path_base(*right));

	return order ? order : slice_compare(*left, *right);
}

/* What only the first has, by base name. */
static void
moves_list_left(const struct hash_table *files, const struct hash_table *others,
    slice_array *left)
{
	size_t i;

	for (i = 0; i < files->entries.count; i++) {
		struct slice file = files->entries.items[i].key;

		if (file.len && !table_find(others, file))
			*array_add(left) = file;
	}
	array_sort(left, moves_compare_names);
}

/* ---- moves that may be ---- */

static void
moves_add(file_move_array *moves, struct slice from, struct slice to,
    size_t sites)
{
	struct file_move *move = array_add(moves);
	size_t common = match_common_end(from, to);

	move->from = from;
	move->to = to;
	move->common = common;
	move->old_folder = slice_part(from, 0, from.len - common);
	move->new_folder = slice_part(to, 0, to.len - common);
	move->sites = sites;
}

static size_t
moves_namesakes(const slice_array *files, size_t from)
{
	size_t i = from + 1;

	while (i < files->count && slice_equal(path_base(files->items[from]),
	    path_base(files->items[i])))
		i++;
	return i - from;
}

static void
moves_add_namesakes(file_move_array *moves, const slice_array left[GBQ_SIDES])
{
	size_t at[GBQ_SIDES] = { 0, 0 }, counts[GBQ_SIDES], i, k;

	while (at[0] < left[0].count && at[1] < left[1].count) {
		int order = slice_compare(path_base(left[0].items[at[0]]),
		    path_base(left[1].items[at[1]]));

		counts[0] = order <= 0 ? moves_namesakes(&left[0], at[0]) : 0;
		counts[1] = order >= 0 ? moves_namesakes(&left[1], at[1]) : 0;
		if (counts[0] * counts[1] <= MAX_NAMESAKES) {
			for (i = 0; i < counts[0]; i++)
				for (k = 0; k < counts[1]; k++)
					moves_add(moves,
					    left[0].items[at[0] + i],
					    left[1].items[at[1] + k], 0);
		}
		at[0] += counts[0];
		at[1] += counts[1];
	}
}

static void
moves_add_sites(file_move_array *moves, struct diff_build *build,
    const struct match_side sites[MATCH_SIDES],
    const struct hash_table files[GBQ_SIDES])
{
	size_t i;

	for (i = 0; i < sites[MATCH_BASE].count; i++) {
		size_t other = sites[MATCH_BASE].links[i].other;
		struct slice from = diff_file_key(build, GBQ_SIDE_BASE,
		    sites[MATCH_BASE].records[i].key.file), to;

		if (other == MATCH_NONE)
			continue;
		to = sites[MATCH_NEW].records[other].key.file;
		if (from.len && to.len && !table_find(&files[1], from) &&
		    !table_find(&files[0], to))
			moves_add(moves, from, to, 1);
	}
}

static int
moves_compare_files(const void *a, const void *b)
{
	const struct file_move *left = a, *right = b;
	int order = slice_compare(left->from, right->from);

	return order ? order : slice_compare(left->to, right->to);
}

static void
moves_join_equal(file_move_array *moves)
{
	size_t i, kept = 0;

	array_sort(moves, moves_compare_files);
	for (i = 0; i < moves->count; i++) {
		if (kept && moves_compare_files(&moves->items[kept - 1],
		    &moves->items[i]) == 0)
			moves->items[kept - 1].sites += moves->items[i].sites;
		else
			moves->items[kept++] = moves->items[i];
	}
	moves->count = kept;
}

/* ---- which of them it is ---- */

static int
moves_compare_folders(const void *a, const void *b)
{
	const struct file_move *left = *(struct file_move *const *)a;
	const struct file_move *right = *(struct file_move *const *)b;
	int order = slice_compare(left->old_folder, right->old_folder);

	return order ? order : slice_compare(left->new_folder,
	    right->new_folder);
}

static int
compare_moved_from(const void *a, const void *b)
{
	return slice_compare((*(struct file_move *const *)a)->from,
	    (*(struct file_move *const *)b)->from);
}

static int
compare_moved_to(const void *a, const void *b)
{
	return slice_compare((*(struct file_move *const *)a)->to,
	    (*(struct file_move *const *)b)->to);
}

static int
compare_likelihood(const struct file_move *a, const struct file_move *b)
{
	int order = ORDER_OF(a->sites, b->sites);

	if (!order)
		order = ORDER_OF(a->folder_sites, b->folder_sites);
	if (!order)
		order = ORDER_OF(a->folder_files, b->folder_files);
	return order ? order : ORDER_OF(a->common, b->common);
}

static void
count_folder(struct file_move **moves, size_t count)
{
	size_t sites = 0, i;

	for (i = 0; i < count; i++)
		sites += moves[i]->sites;
	for (i = 0; i < count; i++) {
		moves[i]->folder_sites = sites;
		moves[i]->folder_files = count;
	}
}

/* Of rivals only one that is likelier than each of the others stays. */
static void
refuse_unlikelier(struct file_move **moves, size_t count)
{
	const struct file_move *best = moves[0];
	size_t alike = 0, i;

	for (i = 1; i < count; i++) {
		if (compare_likelihood(moves[i], best) > 0)
			best = moves[i];
	}
	for (i = 0; i < count; i++)
		alike += compare_likelihood(moves[i], best) == 0;
	for (i = 0; i < count; i++)
		moves[i]->refused |= moves[i] != best || alike > 1;
}

/* Folders first: how likely a file's move is comes of its folder's. */
static void
choose_moves(file_move_array *all)
{
	static const struct {
		int (*order)(const void *, const void *);
		void (*judge)(struct file_move **, size_t);
	} passes[] = {
		{ moves_compare_folders, count_folder },
		{ compare_moved_from, refuse_unlikelier },
		{ compare_moved_to, refuse_unlikelier },
	};
	struct file_move **moves = mem_calloc(all->count + 1, sizeof(*moves));
	size_t i, from, to;

	for (i = 0; i < all->count; i++)
		moves[i] = &all->items[i];
	for (i = 0; all->count && i < LENGTH(passes); i++) {
		qsort(moves, all->count, sizeof(*moves), passes[i].order);
		for (from = 0; from < all->count; from = to) {
			to = from + 1;
			while (to < all->count && passes[i].order(&moves[from],
			    &moves[to]) == 0)
				to++;
			passes[i].judge(moves + from, to - from);
		}
	}
	free(moves);
}

void
diff_moves(struct diff_build *build,
    const struct match_side sites[MATCH_SIDES])
{
	struct hash_table files[GBQ_SIDES] = { 0 };
	slice_array left[GBQ_SIDES] = { 0 };
	file_move_array moves = { 0 };
	size_t i;
	int side;

	if (build->options->exact)
		return;
	for (side = 0; side < GBQ_SIDES; side++)
		moves_add_files(&files[side], &build->sides[side]->files,
		    &sites[side], build, side);
	for (side = 0; side < GBQ_SIDES; side++)
		moves_list_left(&files[side], &files[!side], &left[side]);
	moves_add_namesakes(&moves, left);
	moves_add_sites(&moves, build, sites, files);
	moves_join_equal(&moves);
	choose_moves(&moves);
	for (i = 0; i < moves.count; i++) {
		if (moves.items[i].refused)
			continue;
		table_put(&build->moved, moves.items[i].from, NULL)->value =
		    build->moved_to.count;
		*array_add(&build->moved_to) = moves.items[i].to;
	}
	for (side = 0; side < GBQ_SIDES; side++) {
		table_release(&files[side]);
		array_release(&left[side]);
	}
	array_release(&moves);
}

struct slice
diff_file_key(struct diff_build *build, int side, struct slice key)
{
	const struct table_entry *entry;

	if (side != GBQ_SIDE_BASE || !key.len)
		return key;
	key = match_map_path(key, &build->match, &build->arena);
	entry = table_find(&build->moved, key);
	return entry ? build->moved_to.items[entry->value] : key;
}
