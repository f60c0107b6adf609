/*
 * sites.c - an example of the C API: reads an input into memory and prints its
 * graph-break sites, then whether another input is better.
 *
 * cc sites.c $(pkg-config --cflags --libs gbq)
 */
#include <gbq.h>
#include <stdio.h>

static int
fail(const struct gbq *gbq, enum gbq_status status)
{
	fprintf(stderr, "%s\n", gbq_error_text(gbq));
	return gbq_exit_code(status);
}

static void
note_run(void *data, const struct gbq_ingest_result *result)
{
	*(int64_t *)data = result->run_id;
}

static enum gbq_status
print_sites(struct gbq *gbq, int64_t run_id)
{
	struct gbq_query *query = NULL;
	enum gbq_status status;
	bool row = false;

	status = gbq_prepare(gbq, &query, "SELECT gb_id, short_file, line "
	    "FROM sites WHERE run_id = :run ORDER BY site_id", NULL);
	if (status == GBQ_OK)
		status = gbq_bind_integer(query, "run", run_id);
	while (status == GBQ_OK && (status = gbq_step(query, &row)) ==
	    GBQ_OK && row)
		printf("%s %s:%lld\n", gbq_column(query, 0).bytes,
		    gbq_column(query, 1).bytes,
		    (long long)gbq_column(query, 2).integer);
	gbq_finish(query);
	return status;
}

static enum gbq_status
print_verdict(struct gbq *gbq, int64_t base, int64_t newer)
{
	struct gbq_diff_options options = { 0 };
	struct gbq_side *sides[GBQ_SIDES] = { NULL, NULL };
	struct gbq_diff *diff = NULL;
	enum gbq_status status;

	status = gbq_side_of_run(gbq, base, &sides[GBQ_SIDE_BASE]);
	if (status == GBQ_OK)
		status = gbq_side_of_run(gbq, newer, &sides[GBQ_SIDE_NEW]);
	if (status == GBQ_OK)
		status = gbq_diff_sides(gbq, sides[GBQ_SIDE_BASE],
		    sides[GBQ_SIDE_NEW], &options, &diff);
	if (status == GBQ_OK)
		printf("%s: %s\n", diff->verdict, diff->why);
	gbq_diff_free(diff);
	gbq_side_free(sides[GBQ_SIDE_BASE]);
	gbq_side_free(sides[GBQ_SIDE_NEW]);
	return status;
}

int
main(int argc, char **argv)
{
	struct gbq_ingest_options options = { .no_content = true };
	int64_t runs[2] = { 0, 0 };
	struct gbq *gbq = gbq_new();
	enum gbq_status status = gbq_open(gbq, NULL, GBQ_MEMORY);
	int exit_status = 0;

	for (int i = 1; i < argc && i < 3 && status == GBQ_OK; i++)
		status = gbq_ingest(gbq, argv[i], &options, note_run,
		    &runs[i - 1]);
	if (status == GBQ_OK)
		status = print_sites(gbq, runs[0]);
	if (status == GBQ_OK && runs[1])
		status = print_verdict(gbq, runs[0], runs[1]);
	if (status != GBQ_OK)
		exit_status = fail(gbq, status);
	gbq_free(gbq);
	return exit_status;
}
