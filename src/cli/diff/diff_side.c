/*
 * diff_side.c - the arguments and options of a diff.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/diff/diff.h"

int
diff_open_side(struct context *context, const char *text,
    struct gbq_side **side)
{
	enum gbq_status status = GBQ_OK;
	int64_t run_id;
	int exit_status;

	*side = NULL;
	if (text)
		status = gbq_side_of_baseline_if(context->gbq, text, side);
	if (status != GBQ_OK)
		return context_error(context, status);
	if (*side)
		return 0;
	exit_status = database_find_run(context, text, &run_id);
	if (exit_status)
		return exit_status;
	status = gbq_side_of_run(context->gbq, run_id, side);
	return status == GBQ_OK ? 0 : context_error(context, status);
}

static int
add_map(struct context *context, struct gbq_map *map, const char *value)
{
	const char *equals = strchr(value, '=');
	char *copy;

	if (!equals || equals == value)
		return context_usage(context, "--map needs OLD=NEW, not '%s'",
		    value);
	copy = strdup(value);
	copy[equals - value] = '\0';
	map->from = copy;
	map->to = copy + (equals - value) + 1;
	return 0;
}

int
diff_read_options(struct context *context, struct gbq_diff_options *options)
{
	const char *match = context_value(context, OPTION_MATCH);
	size_t count = context->options.given.count, i;
	struct gbq_map *maps = mem_calloc(count + 1, sizeof(*maps));
	int exit_status = 0;

	options->own = context_has(context, OPTION_OWN);
	options->exact = string_equal(match, "exact");
	options->maps = maps;
	for (i = 0; i < count && !exit_status; i++) {
		const struct given_option *given =
		    &context->options.given.items[i];

		if (given->id != OPTION_MAP)
			continue;
		exit_status = add_map(context, &maps[options->map_count],
		    given->value);
		options->map_count += !exit_status;
	}
	return exit_status;
}

void
diff_free_options(struct gbq_diff_options *options)
{
	size_t i;

	for (i = 0; i < options->map_count; i++)
		free((char *)(uintptr_t)options->maps[i].from);
	free((struct gbq_map *)(uintptr_t)options->maps);
	memset(options, 0, sizeof(*options));
}

int
diff_open(struct context *context, const char *base, const char *newer,
    struct diff_pair *pair)
{
	enum gbq_status status;
	int exit_status;

	memset(pair, 0, sizeof(*pair));
	exit_status = diff_read_options(context, &pair->options);
	if (!exit_status)
		exit_status = diff_open_side(context, base,
		    &pair->sides[GBQ_SIDE_BASE]);
	if (!exit_status)
		exit_status = diff_open_side(context, newer,
		    &pair->sides[GBQ_SIDE_NEW]);
	if (exit_status)
		return exit_status;
	status = gbq_diff_sides(context->gbq, pair->sides[GBQ_SIDE_BASE],
	    pair->sides[GBQ_SIDE_NEW], &pair->options, &pair->diff);
	return status == GBQ_OK ? 0 : context_error(context, status);
}

void
diff_close(struct diff_pair *pair)
{
	gbq_diff_free(pair->diff);
	gbq_side_free(pair->sides[GBQ_SIDE_BASE]);
	gbq_side_free(pair->sides[GBQ_SIDE_NEW]);
	diff_free_options(&pair->options);
}
