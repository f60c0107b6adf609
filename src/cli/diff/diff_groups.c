/*
 * diff_groups.c - sites of a diff in groups, a row each.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/diff/diff.h"

struct group {
	const char *name;
	int64_t sites[GBQ_SIDES], events[GBQ_SIDES];
};

static const char *
group_name(const struct gbq_diff_site *site, const char *by)
{
	const char *name = strcmp(by, "kind") == 0 ? (site->gb_id ?
	    site->gb_id : site->kind) :
	    strcmp(by, "file") == 0 ? site->file :
	    strcmp(by, "library") == 0 ? (site->library ? site->library :
	    site->owner) :
	    strcmp(by, "owner") == 0 ? site->owner : site->function;

	return name ? name : "?";
}

static int
compare_group_names(const void *a, const void *b)
{
	const struct group *left = a, *right = b;

	return strcmp(left->name, right->name);
}

static int
compare_group_changes(const void *a, const void *b)
{
	const struct group *left = a, *right = b;
	int64_t left_change = llabs(left->events[1] - left->events[0]);
	int64_t right_change = llabs(right->events[1] - right->events[0]);

	if (left_change != right_change)
		return left_change < right_change ? 1 : -1;
	return strcmp(left->name, right->name);
}

/* A group for each site of each side; how many there are. */
static size_t
group_sites(struct group *groups, const struct gbq_diff *diff, const char *by)
{
	size_t count = 0;

	for (size_t i = 0; i < diff->sites.count; i++) {
		for (int side = 0; side < GBQ_SIDES; side++) {
			const struct gbq_diff_site *site =
			    diff->sites.items[i].sides[side];

			if (!site)
				continue;
			groups[count].name = group_name(site, by);
			groups[count].sites[side] = 1;
			groups[count++].events[side] = site->events;
		}
	}
	return count;
}

/* Those of one name made one; how many are left. */
static size_t
group_merge(struct group *groups, size_t count)
{
	size_t kept = 0;

	qsort(groups, count, sizeof(*groups), compare_group_names);
	for (size_t i = 0; i < count; i++) {
		if (i == 0 || strcmp(groups[kept - 1].name,
		    groups[i].name) != 0) {
			groups[kept++] = groups[i];
			continue;
		}
		for (int side = 0; side < GBQ_SIDES; side++) {
			groups[kept - 1].sites[side] += groups[i].sites[side];
			groups[kept - 1].events[side] +=
			    groups[i].events[side];
		}
	}
	return kept;
}

void
diff_groups(struct context *context, const struct gbq_diff *diff,
    const char *by)
{
	const struct field fields[] = {
		FIELD(group, by, FIELD_TEXT, name),
		FIELD(group, "base_sites", FIELD_COUNT, sites[0]),
		FIELD(group, "new_sites", FIELD_COUNT, sites[1]),
		FIELD(group, "base_events", FIELD_COUNT, events[0]),
		FIELD(group, "new_events", FIELD_COUNT, events[1]),
	};
	const struct record record = RECORD(group, fields);
	struct group *groups = mem_calloc(2 * diff->sites.count + 1,
	    sizeof(*groups));
	size_t count = group_merge(groups, group_sites(groups, diff, by));

	qsort(groups, count, sizeof(*groups), compare_group_changes);
	record_rows(context, &record, groups, count);
	free(groups);
}
