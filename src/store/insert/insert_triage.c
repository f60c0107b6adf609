/*
 * insert_triage.c - which site goes with which, and the work list of a run,
 * derived from its rows by schema/derived/triage.sql.
 */
#include "store/insert/insert.h"

#include <string.h>

#include "util/embedded.h"

void
insert_followers(struct writer *writer, const struct rows *rows)
{
	size_t i;

	for (i = 0; i < rows->followers.count; i++) {
		writer_begin(writer, INSERT_SITE_FOLLOWER);
		writer_row(writer, rows->followers.items[i].site);
		writer_row(writer, rows->followers.items[i].leader);
		writer_string(writer, rows->followers.items[i].why);
		writer_end(writer);
	}
	for (i = 0; i < rows->below.count; i++) {
		writer_begin(writer, INSERT_COMPILE_BELOW);
		writer_row(writer, rows->below.items[i].compile);
		writer_row(writer, rows->below.items[i].site);
		writer_int(writer, rows->below.items[i].resumes);
		writer_end(writer);
	}
}

static const char *
triage_sql(void)
{
	size_t i;

	for (i = 0; i < embedded_file_count; i++) {
		if (strcmp(embedded_files[i].name,
		    "schema/derived/triage.sql") == 0)
			return (const char *)embedded_files[i].bytes;
	}
	return "";
}

enum gbq_status
insert_triage(struct store *store, int64_t run_id, struct error *error)
{
	return store_of_run(store, triage_sql(), run_id,
	    "cannot store the work list", error);
}
