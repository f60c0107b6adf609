/*
 * options.c - the table of options and its use with getopt_long().
 */
#include "cli/options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/screen/similar.h"
#include "util/text.h"

static const struct option_spec specs[] = {
	{ OPTION_DB, '\0', "db", "FILE",
	    "the database (else $GBQ_DB, else the nearest gbq.db upwards)",
	    NULL },
	{ OPTION_ON, '\0', "on", "URL",
	    "ask a cluster, clickhouse://USER@HOST:PORT/DATABASE, that 'gbq\n"
	    "push' filled, and no local database", NULL },
	{ OPTION_QUIET, 'q', "quiet", NULL, "only errors on stderr", NULL },
	{ OPTION_VERBOSE, 'v', "verbose", NULL, "say more", NULL },
	{ OPTION_COLOR, '\0', "color", "WHEN", "auto, always or never",
	    "auto, always, never" },
	{ OPTION_HELP, 'h', "help", NULL, "show help", NULL },
	{ OPTION_VERSION, '\0', "version", NULL, "show the version", NULL },
	{ OPTION_FORMAT, 'f', "format", "FORMAT",
	    "table, csv, tsv, json, jsonl, markdown or raw", NULL },
	{ OPTION_LIMIT, 'n', "limit", "N", "at most N rows", NULL },
	{ OPTION_OUTPUT, 'o', "output", "FILE", "write to FILE", NULL },
	{ OPTION_ALL, '\0', "all", NULL, "every event, not only sites", NULL },
	{ OPTION_KIND, '\0', "kind", "KIND",
	    "of this GB id, kind, or part of a kind", NULL },
	{ OPTION_OWNER, '\0', "owner", "OWNER",
	    "in files of user, library, stdlib, torch or generated",
	    "user, library, stdlib, torch, generated" },
	{ OPTION_OWN, '\0', "own", NULL, "in your own code only", NULL },
	{ OPTION_FILE, '\0', "file", "PART",
	    "with this text in the file's path", NULL },
	{ OPTION_HINT, '\0', "hint", "CLASS",
	    "of this hint class, such as SUPPORTABLE", NULL },
	{ OPTION_FORM, '\0', "form", "FORM",
	    "with an event of form resume, no_resume, skip or error",
	    "resume, no_resume, skip, error" },
	{ OPTION_FLAG, '\0', "flag", "NAME",
	    "that this setting may remove", NULL },
	{ OPTION_RANK, '\0', "rank", "N", "of this rank", NULL },
	{ OPTION_STATUS, '\0', "status", "STATUS",
	    "ok, empty, skipped, failed, limit, unfinished or unknown",
	    "ok, empty, skipped, failed, limit, unfinished, unknown" },
	{ OPTION_FUNCTION, '\0', "function", "PART",
	    "with this text in the function's name", NULL },
	{ OPTION_CATEGORY, '\0', "category", "CATEGORY",
	    "of this category",
	    "graph_break, backend, recompile_limit, accuracy, "
	    "dynamo_internal, runtime_crash, triton, user_error, other" },
	{ OPTION_STAGE, '\0', "stage", "STAGE",
	    "forward, backward or aot_backward",
	    "forward, backward, aot_backward" },
	{ OPTION_CLASS, '\0', "class", "CLASS",
	    "of this class",
	    "graph_break, autograd_grad, requires_grad, unspecialize, "
	    "tensorify, collective, unknown" },
	{ OPTION_SEVERITY, '\0', "severity", "SEVERITY",
	    "note, warning, loss or error",
	    "note, warning, loss, error" },
	{ OPTION_CODE, '\0', "code", "CODE", "of this code", NULL },
	{ OPTION_RECOMPILED, '\0', "recompiled", NULL, "recompiles only",
	    NULL },
	{ OPTION_COMPILE, '\0', "compile", "ID",
	    "of this compile: 0/0, [0/1#1], !1/0/0", NULL },
	{ OPTION_GRAPH_STAGE, '\0', "stage", "STAGE",
	    "of this stage",
	    "dynamo, pre_grad, joint, forward, backward, inference, "
	    "post_grad, output_code, other" },
	{ OPTION_ARTIFACT_KIND, '\0', "kind", "KIND",
	    "of this kind, or with this text in the name", NULL },
	{ OPTION_CACHE, '\0', "cache", "CACHE",
	    "fx, aot_autograd, remote_fx, remote_aot, "
	    "compiled_autograd, pgo, autotune, other",
	    "fx, aot_autograd, remote_fx, remote_aot, "
	    "compiled_autograd, pgo, autotune, other" },
	{ OPTION_STATE, '\0', "state", "STATE", "hit, miss, bypass or saved",
	    "hit, miss, bypass, saved" },
	{ OPTION_KEY, '\0', "key", "PART", "with this text in the key",
	    NULL },
	{ OPTION_SYSTEM, '\0', "system", "SYSTEM",
	    "of this system: dynamo, inductor, …", NULL },
	{ OPTION_RECOMPILES_BY, '\0', "by", "WHAT",
	    "one row per recompile, cause or frame",
	    "recompile, cause, frame" },
	{ OPTION_TIME_BY, '\0', "by", "WHAT", "one row per frame, phase or "
	    "part of the compiler", "frame, phase, part" },
	{ OPTION_CACHE_BY, '\0', "by", "WHAT",
	    "one row per record, a cache, or a reason of bypasses and misses",
	    "record, cache, reason" },
	{ OPTION_MATCH, '\0', "match", "HOW",
	    "exact: pair only what is equal in all parts", "exact, all" },
	{ OPTION_MAP, '\0', "map", "OLD=NEW",
	    "a file or folder that was renamed; may be repeated", NULL },
	{ OPTION_EXIT_CODE, '\0', "exit-code", NULL,
	    "exit status 1 if a site is new, gone or changed", NULL },
	{ OPTION_FAIL_ON, '\0', "fail-on", "LIST",
	    "exit status 1 on any of new, gone, changed; more sites, events,\n"
	    "recompiles, failures; time:N%", NULL },
	{ OPTION_STAT, '\0', "stat", NULL, "one line a changed site", NULL },
	{ OPTION_SWEEP, '\0', "sweep", NULL,
	    "compare two sets of runs: tags KEY=VALUE or globs", NULL },
	{ OPTION_GRAPH, '\0', "graph", NULL,
	    "Dynamo's graphs of two compiles, RUN:ID each", NULL },
	{ OPTION_GUARDS, '\0', "guards", NULL,
	    "the guards of two compiles, RUN:ID each", NULL },
	{ OPTION_DIFF_BY, '\0', "by", "WHAT",
	    "one row per kind, file, library, owner or function",
	    "kind, file, library, owner, function" },
	{ OPTION_BASELINE, '\0', "baseline", "FILE",
	    "no site that this baseline file, or run, does not have", NULL },
	{ OPTION_ALLOW, '\0', "allow", "FILE",
	    "sites that do not count: a baseline file with a comment each",
	    NULL },
	{ OPTION_ALLOW_INCOMPLETE, '\0', "allow-incomplete", NULL,
	    "let a run pass that did not end or lost data", NULL },
	{ OPTION_ALLOW_UNREAD, '\0', "allow-unread", NULL,
	    "let messages of torch pass that were not understood", NULL },
	{ OPTION_MAX_SITES, '\0', "max-sites", "N", "at most N sites", NULL },
	{ OPTION_MAX_EVENTS, '\0', "max-events", "N", "at most N events",
	    NULL },
	{ OPTION_MAX_RECOMPILES, '\0', "max-recompiles", "N",
	    "at most N recompiles", NULL },
	{ OPTION_MAX_FAILURES, '\0', "max-failures", "N",
	    "at most N failures other than breaks", NULL },
	{ OPTION_MAX_TIME, '\0', "max-time", "SECONDS",
	    "at most these seconds of compiling", NULL },
	{ OPTION_GATE_FORMAT, 'f', "format", "FORMAT",
	    "table, json, github or junit", "table, json, github, junit" },
	{ OPTION_TAG_BY, '\0', "by", "TAG", "by the values of this tag",
	    NULL },
	{ OPTION_PAIR_BY, '\0', "pair-by", "TAG",
	    "with --sweep: pair runs by the values of this tag", NULL },
	{ OPTION_SITES, '\0', "sites", NULL, "one row per site, not a kind",
	    NULL },
	{ OPTION_DOCS, '\0', "docs", "DIR",
	    "also what a local clone of the graph-break site says", NULL },
	{ OPTION_BREAKS_BY, '\0', "by", "WHAT",
	    "one row per kind, file, library, function, line of your own "
	    "code, setting, or line of Dynamo that gave up",
	    "kind, file, library, function, own, flag, raised" },
	{ OPTION_FIRST, '\0', "first", NULL,
	    "the break that fullgraph=True would stop at", NULL },
	{ OPTION_NAME, '\0', "name", "NAME", "name of the run", NULL },
	{ OPTION_TAG, '\0', "tag", "KEY=VALUE",
	    "tag of the run; may be repeated", NULL },
	{ OPTION_REMOVE, '\0', "remove", "KEY",
	    "take this tag off; may be repeated", NULL },
	{ OPTION_KEEP, '\0', "keep", "N",
	    "of each NAME the newest N runs stay", NULL },
	{ OPTION_REPLACE, '\0', "replace", NULL,
	    "supersede the run of that name", NULL },
	{ OPTION_NO_CONTENT, '\0', "no-content", NULL,
	    "keep hashes of files only, not what they hold", NULL },
	{ OPTION_WITH_CONSOLE, '\0', "with-console", "FILE",
	    "the run's console text (TORCH_LOGS), joined to it", NULL },
	{ OPTION_JOBS, 'j', "jobs", "N",
	    "read N runs at once (the processors, at most 4)", NULL },
	{ OPTION_REHASH, '\0', "rehash", NULL,
	    "read files even if size, times and inode are unchanged", NULL },
	{ OPTION_DRY_RUN, '\0', "dry-run", NULL,
	    "say what each path would be taken for, store nothing", NULL },
	{ OPTION_STRICT, '\0', "strict", NULL,
	    "exit status 4 if anything of the input was lost", NULL },
	{ OPTION_LIMIT_BYTES, '\0', "limit-bytes", "BYTES",
	    "an archive unpacks to at most this (8G; a file in it: 2G)",
	    NULL },
	{ OPTION_LIMIT_ENTRIES, '\0', "limit-entries", "N",
	    "an archive holds at most N entries (2000000)", NULL },
	{ OPTION_LIMIT_RATIO, '\0', "limit-ratio", "N",
	    "above 64 MiB an archive unpacks to at most N times its size\n"
	    "(1000)", NULL },
	{ OPTION_EXPORT_FILE, 'o', "output", "FILE",
	    "the new database to write", NULL },
	{ OPTION_LIST, '\0', "list", NULL,
	    "the invariants that are checked, without checking", NULL },
	{ OPTION_REDACT, '\0', "redact", "LIST",
	    "leave out paths, source, values: a list with commas", NULL },
	{ OPTION_PARAMETER, 'p', "param", "NAME=VALUE",
	    "parameter of the query; may be repeated", NULL },
	{ OPTION_SQL_FILE, '\0', "file", "FILE", "read the SQL from FILE",
	    NULL },
	{ OPTION_TIMEOUT, '\0', "timeout", "SECONDS",
	    "stop a statement after this time (60; 0: never)", NULL },
	{ OPTION_ALL_RUNS, '\0', "all", NULL, "all runs, not one",
	    NULL },
	{ OPTION_IGNORE_CASE, 'i', "ignore-case", NULL,
	    "small and capital letters are alike", NULL },
	{ OPTION_FIXED, 'F', "fixed-strings", NULL,
	    "PATTERN is the text itself", NULL },
	{ OPTION_LIST_FILES, 'l', "files-with-matches", NULL,
	    "only which files match", NULL },
	{ OPTION_COUNT_LINES, 'c', "count", NULL,
	    "only how many lines of each file match", NULL },
	{ OPTION_MAX_COUNT, 'm', "max-count", "N",
	    "at most N matching lines of a file", NULL },
	{ OPTION_CONTEXT, 'C', "context", "N",
	    "N lines before and behind, too", NULL },
	{ OPTION_IN, '\0', "in", "WHAT",
	    "only in files that are graph, code, runnable, guards, reason\n"
	    "or bytecode",
	    "graph, code, runnable, guards, reason, bytecode" },
	{ OPTION_TO, '\0', "to", "URL",
	    "the server: clickhouse://USER@HOST:PORT/DATABASE, with TLS\n"
	    "clickhouses://; all nodes of a cluster: HOST:PORT,HOST:PORT",
	    NULL },
	{ OPTION_LAYOUT, '\0', "layout", "HOW",
	    "single, cluster=NAME or cloud: which tables --init makes\n"
	    "(single; afterwards the server knows)", NULL },
	{ OPTION_INIT, '\0', "init", NULL,
	    "make the database and its tables, or add what this gbq has more",
	    NULL },
	{ OPTION_VERIFY, '\0', "verify", NULL,
	    "compare all runs with what the server has, fix what differs",
	    NULL },
	{ OPTION_DDL, '\0', "ddl", "VERSION",
	    "only write the SQL that makes the tables, for a server of this\n"
	    "version (18.16, 24.8)", NULL },
	{ OPTION_TRIES, '\0', "tries", "N",
	    "try a request that fails N times where that may help (5)",
	    NULL },
	{ OPTION_SEARCH_JOBS, 'j', "jobs", "N",
	    "search with N threads (the processors, at most 4)", NULL }
};

const enum option_id global_options[] = {
	OPTION_DB, OPTION_ON, OPTION_QUIET, OPTION_VERBOSE, OPTION_COLOR,
	OPTION_HELP, OPTION_VERSION, OPTION_END
};

enum { MAX_LISTED = 2 * OPTION_COUNT };

/* What getopt_long() needs for the options of a command. */
struct parser {
	const struct option_spec *listed[MAX_LISTED];
	int count;
	struct option longs[MAX_LISTED + 1];
	char letters[2 * MAX_LISTED + 3];
};

const struct option_spec *
option_find(enum option_id id)
{
	for (size_t i = 0; i < LENGTH(specs); i++) {
		if (specs[i].id == id)
			return &specs[i];
	}
	return NULL;
}

static void
parser_add(struct parser *parser, const enum option_id *list)
{
	const struct option_spec *spec;
	struct option *option;
	size_t len;

	for (; list && *list != OPTION_END; list++) {
		spec = option_find(*list);
		if (!spec || parser->count >= MAX_LISTED)
			continue;
		option = &parser->longs[parser->count];
		option->name = spec->name;
		option->has_arg = spec->argument ? required_argument :
		    no_argument;
		/* Above all letters, so that getopt's answers are distinct. */
		option->val = 256 + parser->count;
		parser->listed[parser->count++] = spec;
		len = strlen(parser->letters);
		if (spec->letter) {
			parser->letters[len++] = spec->letter;
			if (spec->argument)
				parser->letters[len++] = ':';
		}
	}
}

static const struct option_spec *
parser_spec(const struct parser *parser, int answer)
{
	if (answer >= 256)
		return parser->listed[answer - 256];
	for (int i = 0; i < parser->count; i++) {
		if (parser->listed[i]->letter == answer)
			return parser->listed[i];
	}
	return NULL;
}

static char *
options_take_string(struct buffer *buffer)
{
	return mem_realloc((buffer_string(buffer), buffer->bytes),
	    buffer->len + 1);
}

static char *
missing_value(const struct parser *parser)
{
	const struct option_spec *spec = parser_spec(parser, optopt);
	struct buffer text = { 0 };

	buffer_printf(&text, "option '--%s' needs a value: %s",
	    spec ? spec->name : "?", spec ? spec->argument : "?");
	return options_take_string(&text);
}

static char *
unknown_option(const struct parser *parser, const char *argument)
{
	struct similar similar = { NULL, 0 };
	struct buffer text = { 0 }, word = { 0 };

	if (optopt >= 256) {
		buffer_printf(&text, "option '--%s' takes no value",
		    parser->listed[optopt - 256]->name);
		return options_take_string(&text);
	}
	if (optopt) {
		buffer_printf(&text, "unknown option '-%c'", optopt);
		/* Folders of a report begin with "-_". */
		if (optopt == '_' || optopt == '/')
			buffer_add_string(&text, "; write './' or '-- ' "
			    "before a path that begins with '-'");
		return options_take_string(&text);
	}
	buffer_add(&word, argument + 2, strcspn(argument + 2, "="));
	for (int i = 0; i < parser->count; i++)
		similar_offer(&similar, buffer_string(&word),
		    parser->listed[i]->name);
	buffer_printf(&text, "unknown option '--%s'", buffer_string(&word));
	if (similar_guess(&similar))
		buffer_printf(&text, "; did you mean '--%s'?",
		    similar_guess(&similar));
	buffer_release(&word);
	return options_take_string(&text);
}

static void
options_store(struct option_values *values, enum option_id id,
    const char *value)
{
	struct given_option *given = array_add(&values->given);

	given->id = id;
	given->value = value ? value : "";
	values->last[id] = given->value;
}

int
options_parse(struct option_values *values, int argc, char **argv,
    const enum option_id *list, bool stop_at_argument, char **message)
{
	struct parser parser = { .count = 0 };
	const struct option_spec *spec;
	int answer;

	strcpy(parser.letters, stop_at_argument ? "+:" : ":");
	parser_add(&parser, list);
	parser_add(&parser, global_options);
	opterr = 0;
	optind = 0;		/* GNU: start anew */
	*message = NULL;
	while ((answer = getopt_long(argc, argv, parser.letters,
	    parser.longs, NULL)) != -1) {
		if (answer == ':')
			*message = missing_value(&parser);
		else if (answer == '?')
			*message = unknown_option(&parser, argv[optind - 1]);
		if (*message)
			return -1;
		spec = parser_spec(&parser, answer);
		if (spec)
			options_store(values, spec->id, optarg);
	}
	return optind;
}

/* Whether a value is an item of "a, b, c"; if not, items is "a, b or c". */
static bool
options_is_listed(const char *list, const char *value, struct buffer *items)
{
	struct slice rest = slice_of(list), item;
	size_t comma;

	while (rest.len) {
		comma = slice_find(rest, LITERAL(", "));
		item = slice_part(rest, 0, comma);
		if (slice_equal(item, slice_of(value)))
			return true;
		rest = comma == SIZE_MAX ? (struct slice){ NULL, 0 } :
		    slice_part(rest, comma + 2, rest.len);
		if (items->len)
			buffer_add_string(items, rest.len ? ", " : " or ");
		buffer_add_slice(items, item);
	}
	return false;
}

/* If not, *items says which values are allowed. */
static bool
has_allowed_value(const struct option_spec *spec, const char *value,
    struct buffer *items)
{
	int64_t rank;

	if (spec->id == OPTION_DB && !*value)
		buffer_add_string(items, "a file");
	else if (spec->id == OPTION_NAME &&
	    slice_trim(slice_of(value)).len == 0)
		buffer_add_string(items, "a name");
	else if (spec->id == OPTION_RANK &&
	    !option_read_integer(slice_of(value), &rank))
		buffer_add_string(items, "a number");
	else
		return !spec->values ||
		    options_is_listed(spec->values, value, items);
	return false;
}

bool
options_check(const struct option_values *values, char **message)
{
	struct buffer text = { 0 }, items = { 0 };
	const struct option_spec *spec;

	for (size_t i = 0; i < values->given.count; i++) {
		spec = option_find(values->given.items[i].id);
		buffer_clear(&items);
		if (!spec || has_allowed_value(spec,
		    values->given.items[i].value, &items))
			continue;
		buffer_printf(&text, "--%s is %s, not '%s'", spec->name,
		    buffer_string(&items), values->given.items[i].value);
		buffer_release(&items);
		*message = options_take_string(&text);
		return false;
	}
	buffer_release(&items);
	return true;
}

void
options_release(struct option_values *values)
{
	array_release(&values->given);
}

bool
option_read_integer(struct slice text, int64_t *number)
{
	return text.len && byte_is_digit(text.at[0]) &&
	    slice_to_int(text, number);
}

bool
option_read_real(struct slice text, double *number)
{
	return text.len && text.at[0] != '-' && text.at[0] != '+' &&
	    slice_to_double(text, number);
}

bool
option_number(const struct option_values *values, enum option_id id,
    int64_t *number)
{
	return values->last[id] &&
	    option_read_integer(slice_of(values->last[id]), number);
}
