/*
 * commands.c - the table of commands.
 */
#include <string.h>

#include "cli/command.h"

#define RUN_TEXT							\
	"RUN is a name, a number, @latest (the default), @-1 (the one "	\
	"before), NAME@-1,\na glob that matches one name, or a path, which "\
	"is read into memory and not\nstored. 'id:12', 'name:12' and './12' "\
	"say which is meant.\n"

static const enum option_id output_options[] = {
	OPTION_FORMAT, OPTION_LIMIT, OPTION_OUTPUT, OPTION_END
};
static const enum option_id ingest_options[] = {
	OPTION_NAME, OPTION_TAG, OPTION_REPLACE, OPTION_END
};
static const enum option_id summary_options[] = {
	OPTION_FORMAT, OPTION_LIMIT, OPTION_OUTPUT, OPTION_OWN, OPTION_END
};
static const enum option_id breaks_options[] = {
	OPTION_ALL, OPTION_KIND, OPTION_OWNER, OPTION_OWN, OPTION_FILE,
	OPTION_HINT, OPTION_FORM, OPTION_FLAG, OPTION_RANK, OPTION_FORMAT,
	OPTION_LIMIT, OPTION_OUTPUT, OPTION_END
};
static const enum option_id failures_options[] = {
	OPTION_CATEGORY, OPTION_STAGE, OPTION_RANK, OPTION_FORMAT,
	OPTION_LIMIT, OPTION_OUTPUT, OPTION_END
};
static const enum option_id restarts_options[] = {
	OPTION_CLASS, OPTION_KIND, OPTION_RANK, OPTION_FORMAT, OPTION_LIMIT,
	OPTION_OUTPUT, OPTION_END
};
static const enum option_id compiles_options[] = {
	OPTION_STATUS, OPTION_OWNER, OPTION_FILE, OPTION_FUNCTION,
	OPTION_RANK, OPTION_FORMAT, OPTION_LIMIT, OPTION_OUTPUT, OPTION_END
};
static const enum option_id problems_options[] = {
	OPTION_SEVERITY, OPTION_CODE, OPTION_RANK, OPTION_FORMAT,
	OPTION_LIMIT, OPTION_OUTPUT, OPTION_END
};
static const enum option_id sql_options[] = {
	OPTION_SQL_FILE, OPTION_PARAMETER, OPTION_TIMEOUT, OPTION_FORMAT,
	OPTION_LIMIT, OPTION_OUTPUT, OPTION_END
};

const struct command commands[] = {
	{ "ingest", "PATH…", "read reports, traces and logs",
	    "PATH is a report of tlparse, a TORCH_TRACE folder or log, a "
	    "console text with\nTORCH_LOGS output, or a folder with any of "
	    "these below it. What was ingested\nbefore is recognised and "
	    "left as it is.\n", ingest_options, 1, ANY_NUMBER,
	    command_ingest, NULL },
	{ "runs", "", "list the runs of the database", NULL, output_options,
	    0, 0, command_runs, "runs" },
	{ "rm", "RUN…", "remove runs", RUN_TEXT, NULL, 1, ANY_NUMBER,
	    command_rm, NULL },
	{ "summary", "[RUN]", "one screen: all counts, worst sites, problems",
	    RUN_TEXT, summary_options, 0, 1, command_summary, "summary" },
	{ "breaks", "[RUN]", "graph-break sites, dearest first", RUN_TEXT,
	    breaks_options, 0, 1, command_breaks, "breaks" },
	{ "show", "[RUN] ID", "all that is known of a compile or break event",
	    "ID is a compile, [!CA/]F/C[_A][#INSTANCE][@rN] (0/0, 0/1#1, "
	    "!1/0/0, 2/0@r1; CA:1/0/0\nfor !1/0/0), or an event, eN.\n"
	    RUN_TEXT, output_options, 1, 2, command_show, NULL },
	{ "compiles", "[RUN]", "compiled frames", RUN_TEXT, compiles_options,
	    0, 1, command_list, "compiles" },
	{ "restarts", "[RUN]", "restart reasons", RUN_TEXT, restarts_options,
	    0, 1, command_list, "restarts" },
	{ "failures", "[RUN]", "failed compilations", RUN_TEXT,
	    failures_options, 0, 1, command_list, "failures" },
	{ "problems", "[RUN]", "what was lost or odd in the input", RUN_TEXT,
	    problems_options, 0, 1, command_list, "problems" },
	{ "sql", "[SQL|@NAME|-]", "read-only SQL, or a saved query",
	    "Several statements may be given, separated by ';'. "
	    "'@NAME' runs a saved query\n('gbq queries' lists them); its "
	    "parameter run takes all that other commands take\nfor RUN. "
	    "'gbq schema' documents the views.\n",
	    sql_options, 0, 1, command_sql, NULL },
	{ "schema", "[VIEW]", "documentation of the views", NULL,
	    output_options, 0, 1, command_schema, NULL },
	{ "queries", "[NAME]", "saved queries and their parameters", NULL,
	    output_options, 0, 1, command_queries, NULL },
	{ "help", "[COMMAND]", "show help", NULL, NULL, 0, 1, command_help,
	    NULL },
	{ NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL }
};

const struct command *
command_find(const char *name)
{
	for (const struct command *command = commands; command->name;
	    command++) {
		if (strcmp(command->name, name) == 0)
			return command;
	}
	return NULL;
}
