/*
 * diff_rows.c - sites of a diff as rows: one a site, or one a group.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/diff/diff.h"

static struct gbq_value
diff_rows_text_value(const char *text)
{
	struct gbq_value value = { .type = text ? GBQ_TEXT : GBQ_NULL,
	    .bytes = text, .len = text ? strlen(text) : 0 };

	return value;
}

static struct gbq_value
count_value(int64_t number, bool known)
{
	struct gbq_value value = { .type = known ? GBQ_INTEGER : GBQ_NULL,
	    .integer = number, .real = (double)number };

	return value;
}

/* gb_id, kind, file, line, function, source, events of a side. */
static void
diff_rows_add_side(struct gbq_value *values, const struct gbq_diff_site *site)
{
	static const struct gbq_diff_site none = { .line = GBQ_NO_LINE };
	bool known = site != NULL;

	if (!site)
		site = &none;
	values[0] = diff_rows_text_value(site->gb_id);
	values[1] = diff_rows_text_value(site->kind);
	values[2] = diff_rows_text_value(site->file);
	values[3] = count_value(site->line, site->line != GBQ_NO_LINE);
	values[4] = diff_rows_text_value(site->function);
	values[5] = diff_rows_text_value(site->source);
	values[6] = count_value(site->events, known);
}

void
diff_rows(struct context *context, const struct gbq_diff *diff)
{
	static const char *const names[] = { "state", "pass", "base_gb_id",
		"base_kind", "base_file", "base_line", "base_function",
		"base_source", "base_events", "new_gb_id", "new_kind",
		"new_file", "new_line", "new_function", "new_source",
		"new_events", "note" };
	struct gbq_value values[sizeof(names) / sizeof(names[0])];
	struct printer printer = context_printer(context, NULL);
	size_t count = diff->sites.count;

	if (context->limit && count > context->limit)
		count = context->limit;
	printer_start(&printer, names, sizeof(names) / sizeof(names[0]));
	for (size_t i = 0; i < count; i++) {
		const struct gbq_diff_pair *pair = &diff->sites.items[i];

		values[0] = diff_rows_text_value(gbq_state_name(pair->state));
		values[1] = diff_rows_text_value(pair->pass);
		diff_rows_add_side(values + 2, pair->sides[0]);
		diff_rows_add_side(values + 9, pair->sides[1]);
		values[16] = diff_rows_text_value(pair->note);
		printer_row(&printer, values);
	}
	printer_end(&printer);
}

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

static void
add_to_group(struct group *groups, size_t *count, const char *name, int side,
    const struct gbq_diff_site *site)
{
	size_t i = 0;

	while (i < *count && strcmp(groups[i].name, name) != 0)
		i++;
	if (i == *count)
		groups[(*count)++].name = name;
	groups[i].sites[side]++;
	groups[i].events[side] += site->events;
}

static int
diff_rows_compare_groups(const void *a, const void *b)
{
	const struct group *left = a, *right = b;
	int64_t left_change = llabs(left->events[1] - left->events[0]);
	int64_t right_change = llabs(right->events[1] - right->events[0]);

	if (left_change != right_change)
		return left_change < right_change ? 1 : -1;
	return strcmp(left->name, right->name);
}

void
diff_groups(struct context *context, const struct gbq_diff *diff,
    const char *by)
{
	const char *const names[] = { by, "base_sites", "new_sites",
		"base_events", "new_events" };
	struct group *groups = mem_calloc(2 * diff->sites.count + 1,
	    sizeof(*groups));
	struct printer printer = context_printer(context, NULL);
	struct gbq_value values[5];
	size_t count = 0, i;
	int side;

	for (i = 0; i < diff->sites.count; i++) {
		for (side = 0; side < GBQ_SIDES; side++) {
			const struct gbq_diff_site *site =
			    diff->sites.items[i].sides[side];

			if (site)
				add_to_group(groups, &count, group_name(site,
				    by), side, site);
		}
	}
	qsort(groups, count, sizeof(*groups), diff_rows_compare_groups);
	printer_start(&printer, names, 5);
	for (i = 0; i < count && (!context->limit || i < context->limit);
	    i++) {
		values[0] = diff_rows_text_value(groups[i].name);
		for (side = 0; side < GBQ_SIDES; side++) {
			values[1 + side] = count_value(groups[i].sites[side],
			    true);
			values[3 + side] = count_value(groups[i].events[side],
			    true);
		}
		printer_row(&printer, values);
	}
	printer_end(&printer);
	free(groups);
}
