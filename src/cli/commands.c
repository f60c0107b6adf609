/*
 * commands.c - the table of commands.
 */
#include <string.h>

#include "cli/command.h"

#define RUN_TEXT							\
	"\n\nRUN is a name, a number, @latest (the default), @-1 (the "	\
	"one before), NAME@-1,\na glob that matches one name, or a "	\
	"path, which is read into memory and not\nstored. 'id:12', "	\
	"'name:12' and './12' say which is meant.\n"

#define COMPILE_TEXT							\
	"a compile, [!CA/]F/C[_A][#INSTANCE][@rN] (0/0, 0/1#1, "	\
	"!1/0/0, 2/0@r1;\nCA:1/0/0 for !1/0/0)"

#define OUTPUT_OPTIONS OPTION_FORMAT, OPTION_LIMIT, OPTION_OUTPUT, OPTION_END

static const enum option_id output_options[] = { OUTPUT_OPTIONS };
static const enum option_id ingest_options[] = {
	OPTION_NAME, OPTION_TAG, OPTION_REPLACE, OPTION_NO_CONTENT,
	OPTION_WITH_CONSOLE, OPTION_JOBS, OPTION_REHASH, OPTION_DRY_RUN,
	OPTION_STRICT, OPTION_LIMIT_BYTES, OPTION_LIMIT_ENTRIES,
	OPTION_LIMIT_RATIO,
	OPTION_END
};
static const enum option_id run_options[] = { OPTION_NAME, OPTION_END };
static const enum option_id export_options[] = {
	OPTION_EXPORT_FILE, OPTION_REDACT, OPTION_END
};
static const enum option_id push_options[] = {
	OPTION_TO, OPTION_LAYOUT, OPTION_INIT, OPTION_VERIFY, OPTION_DDL,
	OPTION_TRIES, OPTION_ALL_RUNS, OPTION_END
};
static const enum option_id tag_options[] = { OPTION_REMOVE, OUTPUT_OPTIONS };
static const enum option_id summary_options[] = { OPTION_OWN, OUTPUT_OPTIONS };
static const enum option_id explain_options[] = {
	OPTION_DOCS, OUTPUT_OPTIONS
};
static const enum option_id ranks_options[] = { OUTPUT_OPTIONS };
static const enum option_id issue_options[] = { OPTION_OUTPUT, OPTION_END };
static const enum option_id triage_options[] = { OPTION_OWN, OUTPUT_OPTIONS };
static const enum option_id breaks_options[] = {
	OPTION_ALL, OPTION_KIND, OPTION_OWNER, OPTION_OWN, OPTION_FILE,
	OPTION_HINT, OPTION_FORM, OPTION_FLAG, OPTION_RANK,
	OPTION_BREAKS_BY, OPTION_FIRST, OUTPUT_OPTIONS
};
static const enum option_id failures_options[] = {
	OPTION_CATEGORY, OPTION_STAGE, OPTION_RANK, OUTPUT_OPTIONS
};
static const enum option_id restarts_options[] = {
	OPTION_CLASS, OPTION_KIND, OPTION_RANK, OUTPUT_OPTIONS
};
static const enum option_id compiles_options[] = {
	OPTION_STATUS, OPTION_RECOMPILED, OPTION_OWNER, OPTION_FILE,
	OPTION_FUNCTION, OPTION_RANK, OUTPUT_OPTIONS
};
static const enum option_id recompiles_options[] = {
	OPTION_RECOMPILES_BY, OPTION_FUNCTION, OPTION_FILE, OPTION_RANK,
	OUTPUT_OPTIONS
};
static const enum option_id time_options[] = {
	OPTION_TIME_BY, OPTION_FUNCTION, OPTION_FILE, OPTION_RANK,
	OUTPUT_OPTIONS
};
static const enum option_id stack_options[] = { OPTION_RANK, OUTPUT_OPTIONS };
static const enum option_id graphs_options[] = {
	OPTION_GRAPH_STAGE, OPTION_COMPILE, OPTION_RANK, OUTPUT_OPTIONS
};
static const enum option_id cache_options[] = {
	OPTION_CACHE_BY, OPTION_CACHE, OPTION_STATE, OPTION_RANK,
	OUTPUT_OPTIONS
};
static const enum option_id cat_options[] = { OPTION_OUTPUT, OPTION_END };
static const enum option_id search_options[] = {
	OPTION_IGNORE_CASE, OPTION_FIXED, OPTION_LIST_FILES,
	OPTION_COUNT_LINES, OPTION_MAX_COUNT, OPTION_CONTEXT, OPTION_IN,
	OPTION_ALL_RUNS, OPTION_SEARCH_JOBS, OUTPUT_OPTIONS
};
static const enum option_id artifacts_options[] = {
	OPTION_ARTIFACT_KIND, OPTION_COMPILE, OPTION_RANK, OUTPUT_OPTIONS
};
static const enum option_id configs_options[] = {
	OPTION_KEY, OPTION_SYSTEM, OPTION_RANK, OUTPUT_OPTIONS
};
static const enum option_id problems_options[] = {
	OPTION_SEVERITY, OPTION_CODE, OPTION_RANK, OUTPUT_OPTIONS
};
static const enum option_id diff_options[] = {
	OPTION_SWEEP, OPTION_GRAPH, OPTION_GUARDS, OPTION_STAT,
	OPTION_DIFF_BY, OPTION_OWN, OPTION_MATCH, OPTION_MAP,
	OPTION_EXIT_CODE, OPTION_FAIL_ON, OUTPUT_OPTIONS
};
static const enum option_id baseline_options[] = {
	OPTION_OUTPUT, OPTION_END
};
static const enum option_id gate_options[] = {
	OPTION_MAX_SITES, OPTION_MAX_EVENTS, OPTION_MAX_RECOMPILES,
	OPTION_MAX_FAILURES, OPTION_MAX_TIME, OPTION_BASELINE, OPTION_ALLOW,
	OPTION_ALLOW_INCOMPLETE, OPTION_OWN, OPTION_GATE_FORMAT,
	OPTION_OUTPUT, OPTION_END
};
static const enum option_id html_options[] = {
	OPTION_ALL_RUNS, OPTION_TAG_BY, OPTION_MATCH, OPTION_MAP,
	OPTION_OUTPUT, OPTION_END
};
static const enum option_id sweep_options[] = {
	OPTION_TAG_BY, OUTPUT_OPTIONS
};
static const enum option_id kinds_options[] = {
	OPTION_TAG_BY, OPTION_SITES, OUTPUT_OPTIONS
};
static const enum option_id check_options[] = {
	OPTION_LIST, OUTPUT_OPTIONS
};
static const enum option_id sql_options[] = {
	OPTION_SQL_FILE, OPTION_PARAMETER, OPTION_TIMEOUT, OUTPUT_OPTIONS
};

const struct command commands[] = {
	{ .name = "ingest", .arguments = "PATH…",
	    .summary = "read reports, traces and logs",
	    .text = "PATH is a report of tlparse, a TORCH_TRACE folder or "
	    "log, a console text with\nTORCH_LOGS output, an archive of "
	    "these (tar, zip, 7z; '-' is standard input), or a\nfolder with "
	    "any of them below it. Each run is named by its path below the "
	    "given\none. What was ingested before is recognised and left as "
	    "it is. A tag that reads as a\nnumber is one.\n"
	    "Exit status: 3 if nothing could be used, 4 if some could not.\n",
	    .examples = "  gbq ingest tl_out\n"
	    "  gbq ingest --name model --tag iter_ms=12.3 --replace tl_out\n",
	    .options = ingest_options, .min_arguments = 1,
	    .max_arguments = ANY_NUMBER, .run = command_ingest },
	{ .name = "run", .arguments = "-- COMMAND…",
	    .summary = "run a command with tracing on and ingest the trace",
	    .text = "COMMAND runs with TORCH_TRACE set to a temporary folder "
	    "and\nTORCH_LOGS=" "+graph_breaks,recompiles added. Then come "
	    "the summary and, if there is an older\nrun of that name, the "
	    "diff. The exit status is that of the command, if it is not 0.\n"
	    "The name is that of the script, module or program.\n",
	    .examples = "  gbq run -- python train.py --steps 3\n"
	    "  gbq run --name model -- python -m pkg.train\n",
	    .options = run_options, .min_arguments = 1,
	    .max_arguments = ANY_NUMBER, .run = command_run },
	{ .name = "export", .arguments = "[RUN…] -o FILE",
	    .summary = "copy runs to a new database, to share them",
	    .text = "--redact leaves out contents of files and: paths (their "
	    "parts become hashes, but\nfor what is below site-packages), "
	    "source (source lines; reasons but their first\nline), values "
	    "(contexts, explanations, values of guards). Names of functions,"
	    "\nrun names and tags stay.\n" RUN_TEXT,
	    .examples = "  gbq export model -o model.db\n"
	    "  gbq export @latest -o issue.db --redact paths,source,values\n",
	    .options = export_options, .max_arguments = ANY_NUMBER,
	    .run = command_export, .reads_contents = true },
	{ .name = "merge", .arguments = "DB…",
	    .summary = "copy the runs of other databases into this one",
	    .text = "A run that is there already is left as it is.\n",
	    .examples = "  gbq merge worker1.db worker2.db\n",
	    .min_arguments = 1, .max_arguments = ANY_NUMBER,
	    .run = command_merge },
	{ .name = "push", .arguments = "--to URL [RUN…]",
	    .summary = "send runs to a ClickHouse server or cluster",
	    .text = "Sends the rows of the public views, not the contents of "
	    "files; tables have the names\nand columns of the views. A run "
	    "that the server has unchanged is not sent again.\nStopped at any "
	    "moment, the same command goes on. --init once makes the tables."
	    "\n\nThe password comes from $GBQ_CLICKHOUSE_PASSWORD or the file "
	    "that\n$GBQ_CLICKHOUSE_PASSWORD_FILE, or password_file=FILE in "
	    "URL, names.\nIn URL, behind '?' and with '&' between: "
	    "tls=1, ca=FILE (certificates to trust),\nverify=0 (trust any), "
	    "layout=HOW. A RUN may be a glob that matches several. Runs with\n"
	    "the same tag 'job' are kept on one shard.\n"
	    "Exit status: 1 if runs differ even after --verify sent them "
	    "again, 5 if the server\nrefuses, 74 if it does not answer: the "
	    "same command goes on later.\n" RUN_TEXT,
	    .examples = "  gbq push --init --to clickhouse://me@db:8123/gbq "
	    "'night/*'\n"
	    "  gbq push --to clickhouses://me@db/gbq --all --verify\n"
	    "  gbq push --init --to clickhouse://me@a:8123,b:8123/gbq "
	    "--layout cluster=main\n"
	    "  gbq push --ddl 24.8 --layout cloud\n",
	    .options = push_options, .max_arguments = ANY_NUMBER,
	    .run = command_push },
	{ .name = "runs", .arguments = "",
	    .summary = "list the runs of the database",
	    .text = "In the order of their ingest; @latest is the last. "
	    "All columns: -f json. How far each can be trusted: "
	    "'gbq sql @completeness'.\n",
	    .examples = "  gbq runs -f json\n",
	    .options = output_options, .run = command_runs,
	    .has_on = true, .query = "runs",
	    .none = "runs" },
	{ .name = "rm", .arguments = "RUN…", .summary = "remove runs",
	    .text = "Contents of files that no other run has go, too.\n"
	    RUN_TEXT, .examples = "  gbq rm @-1\n",
	    .min_arguments = 1, .max_arguments = ANY_NUMBER,
	    .run = command_rm },
	{ .name = "rename", .arguments = "RUN NAME",
	    .summary = "give a run another name", .text = RUN_TEXT,
	    .examples = "  gbq rename @latest after_the_fix\n",
	    .min_arguments = 2, .max_arguments = 2, .run = command_rename },
	{ .name = "tag", .arguments = "RUN [KEY=VALUE…]",
	    .summary = "set, remove or show the tags of a run",
	    .text = "A value that reads as a number is stored as one: "
	    "iter_ms=12.3. Without KEY=VALUE\nand --remove the tags are "
	    "shown.\n" RUN_TEXT,
	    .examples = "  gbq tag @latest iter_ms=12.3 machine=a100\n"
	    "  gbq tag model --remove machine\n",
	    .options = tag_options, .min_arguments = 1,
	    .max_arguments = ANY_NUMBER, .run = command_tag,
	    .query = "tags", .none = "tags" },
	{ .name = "summary", .arguments = "[RUN]",
	    .summary = "one screen: all counts, worst sites, problems",
	    .text = "What makes the counts doubtful comes first. Then go "
	    "on with 'gbq triage' (what to mend first), 'gbq "
	    "breaks' (all sites), 'gbq recompiles --by cause'. -v "
	    "adds torch's own counter.\n"
	    RUN_TEXT, .examples = "  gbq summary tl_out\n",
	    .options = summary_options, .max_arguments = 1,
	    .run = command_summary, .query = "summary" },
	{ .name = "triage", .arguments = "[RUN]",
	    .summary = "what to mend first, and what can stay",
	    .text = "One list of break sites, causes of recompiles and "
	    "failures, dearest first. Each is\nto fix, vanishes with another "
	    "item, or can stay; this is told from call stacks and\ncosts: "
	    "likely, not certain. Of advice it says where it comes from: "
	    "torch's hint (not\nalways a cure), the guide of gbq, or seen: "
	    "two runs of this database between which\nthe site went away. "
	    "-v gives advice on what vanishes, too.\n" RUN_TEXT,
	    .examples = "  gbq triage tl_out\n  gbq triage --own -n 3\n"
	    "  gbq triage -f json\n",
	    .options = triage_options, .max_arguments = 1,
	    .run = command_triage, .query = "triage" },
	{ .name = "breaks", .arguments = "[RUN]",
	    .summary = "graph-break sites, dearest first",
	    .text = "A site is a place where Dynamo gave up (kind, file, "
	    "line, function), an event one time that it did. "
	    "Sites are sorted by frames that run eager, seconds "
	    "lost in restarts and skipped frames, and events. "
	    "resume: compiled up to here, resumed after; "
	    "no_resume: the rest of the function runs eager; "
	    "skip: the whole function does; error: it raised "
	    "(fullgraph). 'a ← b' is a place in torch, reached "
	    "from line b.\n"
	    "-f gcc gives FILE:LINE: warning: …, which editors "
	    "read. --by and --first take\n--own and --rank of the filters "
	    "only.\n" RUN_TEXT,
	    .examples = "  gbq breaks --own\n  gbq breaks --by own\n"
	    "  gbq breaks --all --kind GB0059 -f json\n"
	    "  vim -q <(gbq breaks -f gcc)\n",
	    .options = breaks_options, .max_arguments = 1,
	    .run = command_breaks, .query = "breaks", .has_gcc = true,
	    .has_on = true },
	{ .name = "explain", .arguments = "KIND|TEXT",
	    .summary = "what a kind of break means, and what to do about it",
	    .text = "KIND is an id (GB0059, gb59) or a kind line. Of another "
	    "text the kinds are listed\nthat hold it, or words of it; the exit "
	    "status is 2. Where there is a database, it\nalso tells where the "
	    "kind occurs.\n",
	    .examples = "  gbq explain GB0059\n"
	    "  gbq explain \"Tensor.item() call\"\n"
	    "  gbq explain GB0170 --docs compile-graph-break-site\n",
	    .options = explain_options, .min_arguments = 1,
	    .max_arguments = ANY_NUMBER, .run = command_explain,
	    .query = "explain" },
	{ .name = "issue", .arguments = "[RUN] SITE",
	    .summary = "a report of a break, to file as an issue",
	    .text = "SITE is the site's place in 'gbq breaks', or eN of one "
	    "of its events. The report is\nMarkdown: environment, kind, text, "
	    "stack and how to reproduce it. Read it before\nfiling: it holds "
	    "source lines and paths.\n" RUN_TEXT,
	    .examples = "  gbq issue model 2 -o issue.md\n"
	    "  gbq issue tl_out e7\n",
	    .options = issue_options, .min_arguments = 1, .max_arguments = 2,
	    .run = command_issue },
	{ .name = "show", .arguments = "[RUN] ID",
	    .summary = "all that is known of a compile or break event",
	    .text = "ID is " COMPILE_TEXT ", or an event, eN.\n" RUN_TEXT,
	    .examples = "  gbq show 0/1\n  gbq show model e3\n",
	    .options = output_options, .min_arguments = 1,
	    .max_arguments = 2, .run = command_show },
	{ .name = "compiles", .arguments = "[RUN]",
	    .summary = "compiled frames",
	    .text = "One row a compiled frame, all its attempts together. "
	    "ok: a graph with operators; empty: none; skipped: it "
	    "runs eager, since a break took the frame or torch "
	    "skipped it; failed; limit: of recompiles; "
	    "unfinished: the run ended in it. lost_restart_s and "
	    "lost_skip_s are Dynamo's seconds that were thrown "
	    "away. More columns: -f json.\n"
	    RUN_TEXT,
	    .examples = "  gbq compiles --status skipped\n"
	    "  gbq compiles --recompiled --function forward\n",
	    .options = compiles_options, .max_arguments = 1,
	    .run = command_list, .has_on = true, .query = "compiles",
	    .none = "compiles" },
	{ .name = "stack", .arguments = "[RUN]",
	    .summary = "the tree of compiles: who called whom, resumed where",
	    .text = "Below a frame stand, in the order of their compilation, "
	    "its resume functions and\nthe frames that it called; recompiles "
	    "beside the frame. A caller is known where\nthe stack of a break "
	    "of the callee names it; other frames stand at the top.\n"
	    RUN_TEXT, .examples = "  gbq stack model\n",
	    .options = stack_options, .max_arguments = 1,
	    .run = command_stack, .query = "stack",
	    .none = "compiles" },
	{ .name = "restarts", .arguments = "[RUN]",
	    .summary = "restart reasons",
	    .text = "Dynamo analyses a frame anew after a break "
	    "(graph_break), where a value must not be fixed "
	    "(unspecialize, tensorify), for autograd.grad, "
	    "requires_grad or a collective. torch keeps the "
	    "reasons of a compile as a set: repeats are lost.\n"
	    RUN_TEXT,
	    .examples = "  gbq restarts --class unspecialize\n",
	    .options = restarts_options, .max_arguments = 1,
	    .run = command_list, .has_on = true, .query = "restarts",
	    .none = "restarts" },
	{ .name = "failures", .arguments = "[RUN]",
	    .summary = "failed compilations",
	    .text = "Those with an event_id are the other face of a "
	    "break; the rest is what 'gbq summary' calls "
	    "failures. 'gbq triage' names the next step of each "
	    "category, 'gbq cat RUN ID runnable' the script that "
	    "reproduces it, where there is one.\n"
	    "-f gcc gives FILE:LINE: error: …, which editors read.\n"
	    RUN_TEXT, .examples = "  gbq failures --category backend\n",
	    .options = failures_options, .max_arguments = 1,
	    .run = command_list, .has_on = true, .query = "failures",
	    .none = "failures", .has_gcc = true },
	{ .name = "recompiles", .arguments = "[RUN]",
	    .summary = "recompiles and the guards that failed",
	    .text = "--by cause groups guard failures that are one cause: a "
	    "recompile belongs to each of\nits causes. --by frame tells "
	    "which functions are compiled again most.\n" RUN_TEXT,
	    .examples = "  gbq recompiles --function forward\n"
	    "  gbq recompiles --by frame\n",
	    .options = recompiles_options, .max_arguments = 1,
	    .run = command_recompiles, .has_on = true, .query = "recompiles",
	    .none = "recompiles" },
	{ .name = "time", .arguments = "[RUN]",
	    .summary = "compile time by frame, phase or part",
	    .text = "Seconds of all compiles of a frame are added; resume "
	    "functions count with the\nfunction that they resume. Of phases, "
	    "which nest, only self_s may be added.\nParts are Dynamo, "
	    "AOT, Inductor, its code generation, the compiling of kernels\n"
	    "(C++, Triton) and autotuning; they may be added.\n" RUN_TEXT,
	    .examples = "  gbq time -n 10\n  gbq time --by part\n",
	    .options = time_options, .max_arguments = 1,
	    .run = command_time, .query = "time",
	    .none = "compiles" },
	{ .name = "graphs", .arguments = "[RUN]",
	    .summary = "graphs of compiles, by stage",
	    .text = "Stages are dynamo (as captured), those of "
	    "AOTAutograd and Inductor, and output_code. 'gbq cat "
	    "RUN ID graph' writes a graph, 'gbq diff --graph' "
	    "compares two. By size: 'gbq sql @graph_sizes'.\n"
	    RUN_TEXT,
	    .examples = "  gbq graphs --stage dynamo\n"
	    "  gbq graphs --compile 0/0 -f json\n",
	    .options = graphs_options, .max_arguments = 1,
	    .run = command_list, .query = "graphs",
	    .none = "graphs" },
	{ .name = "cache", .arguments = "[RUN] | BASE NEW",
	    .summary = "hits, misses and bypasses of compile caches",
	    .text = "Of two runs, what 'gbq diff' says of caches: how many "
	    "hits and misses, and which\nparts of the keys of NEW's misses "
	    "differ from those of the same frame in BASE, most\ncommon first. "
	    "Contents of files are needed for that.\n" RUN_TEXT,
	    .examples = "  gbq cache --state bypass\n"
	    "  gbq cache --by reason\n  gbq cache cold warm\n",
	    .options = cache_options, .max_arguments = 2,
	    .run = command_cache, .query = "cache",
	    .none = "cache records", .reads_contents = true },
	{ .name = "bytecode", .arguments = "[RUN] ID",
	    .summary = "what Dynamo made of the bytecode, as a diff",
	    .text = "ID is " COMPILE_TEXT ".\ntorch 2.6 and later write "
	    "bytecode of resume functions only.\n" RUN_TEXT,
	    .examples = "  gbq bytecode model 1/0\n",
	    .options = output_options, .min_arguments = 1,
	    .max_arguments = 2, .run = command_bytecode,
	    .query = "bytecode", .reads_contents = true },
	{ .name = "artifacts", .arguments = "[RUN]",
	    .summary = "files of the run",
	    .text = "Files of a report, or records of a log that would be "
	    "files: name@N is at byte N of the log. 'gbq cat RUN "
	    "PATH' writes one.\n"
	    RUN_TEXT,
	    .examples = "  gbq artifacts --compile 0/0\n"
	    "  gbq artifacts --kind compilation_metrics -f tsv\n",
	    .options = artifacts_options, .max_arguments = 1,
	    .run = command_list, .query = "artifacts",
	    .none = "artifacts" },
	{ .name = "cat", .arguments = "[RUN] PATH | [RUN] ID WHAT",
	    .summary = "write a file of the run, byte for byte",
	    .text = "PATH is the file's path as 'gbq artifacts' shows it. ID "
	    "is " COMPILE_TEXT ", or an event, eN. WHAT is graph (of Dynamo), "
	    "code (of\nInductor), runnable, guards, reason (of the first "
	    "break), or the name of an\nartifact. The file of the newest "
	    "attempt is taken; where several remain that\ndiffer, they are "
	    "listed, and the exit status is 2. It is 3 where contents were\n"
	    "not kept (gbq ingest --no-content).\n" RUN_TEXT,
	    .examples = "  gbq cat 0/0 runnable >repro.py\n"
	    "  gbq cat model index.html -o index.html\n"
	    "  gbq cat ./-_0_0_0/compilation_metrics_3.html\n",
	    .options = cat_options, .min_arguments = 1, .max_arguments = 3,
	    .run = command_cat, .reads_contents = true, .writes_bytes = true },
	{ .name = "extract", .arguments = "[RUN] DIR",
	    .summary = "write all files of the run to a new folder",
	    .text = "DIR must not exist, or be empty. Nothing is written "
	    "outside of it: a path that\nwould lead there is refused, and the "
	    "exit status is 4. It is 3 where contents\nwere not kept (gbq "
	    "ingest --no-content).\n" RUN_TEXT,
	    .examples = "  gbq extract model report\n",
	    .min_arguments = 1, .max_arguments = 2,
	    .run = command_extract, .reads_contents = true },
	{ .name = "search", .arguments = "PATTERN [RUN…]",
	    .summary = "lines of stored files that match a pattern",
	    .text = "PATTERN is a regular expression of PCRE2, matched against "
	    "each line; \\w, \\d, \\s\nand \\b mean ASCII. A RUN may be a "
	    "glob that matches several. Files with equal\nbytes are shown "
	    "once, where the first of them comes; -f csv and the like give a\n"
	    "row a file and line. Of a binary file (more NULs than lines, or "
	    "NULs and no\nUTF-8) only is told that it matches.\n"
	    "Exit status: 1 if nothing is found, 2 for a bad pattern, 6 if a "
	    "line takes too\nmany steps to match.\n" RUN_TEXT,
	    .examples = "  gbq search 'aten\\.nonzero' model\n"
	    "  gbq search -F 'triton_per_fused' --in code -l --all\n"
	    "  gbq search -i 'attention' 'sweep/*' -c -f csv\n",
	    .options = search_options, .min_arguments = 1,
	    .max_arguments = ANY_NUMBER, .run = command_search,
	    .reads_contents = true },
	{ .name = "configs", .arguments = "[RUN]",
	    .summary = "configuration values that the input holds",
	    .text = "Only logs hold them (raw.log of a report, too). What "
	    "differs between two runs: 'gbq diff'.\n"
	    RUN_TEXT, .examples = "  gbq configs --key recompile\n",
	    .options = configs_options, .max_arguments = 1,
	    .run = command_list, .query = "configs",
	    .none = "configuration values" },
	{ .name = "problems", .arguments = "[RUN]",
	    .summary = "what was lost or odd in the input",
	    .text = "note: worth knowing; warning: odd or contradictory, "
	    "nothing is lost; loss: a part of the input could not "
	    "be used, counts are lower bounds; error: a whole "
	    "file could not.\n"
	    RUN_TEXT, .examples = "  gbq problems --severity loss\n",
	    .options = problems_options, .max_arguments = 1,
	    .run = command_list, .query = "problems",
	    .none = "problems" },
	{ .name = "ranks", .arguments = "[RUN]",
	    .summary = "do the ranks of a run compile the same, and where not",
	    .text = "Compiles are matched by function and order, never by id: "
	    "one more break on a rank\nshifts all ids after it. The first "
	    "difference comes first. -f json and the like\ngive one row a "
	    "rank; 'gbq sql @ranks_diff' and '@ranks_graphs' the rest.\n"
	    RUN_TEXT, .examples = "  gbq ranks ddp\n  gbq ranks ddp -f csv\n",
	    .options = ranks_options, .max_arguments = 1,
	    .run = command_ranks, .query = "ranks" },
	{ .name = "diff", .arguments = "BASE NEW",
	    .summary = "did it get better: two runs, sweeps or baselines",
	    .text = "BASE and NEW are each a RUN or a baseline file. Sites "
	    "are same, moved (other line,\nfunction or file), changed (same "
	    "place, another kind), gone or new; the pass\nof the matcher is "
	    "shown. -f json and -f markdown give all, csv and the like\nthe "
	    "sites. With --sweep BASE and NEW are tags KEY=VALUE or globs of "
	    "names; runs\nare paired by name, with globs by what the "
	    "wildcards stand for.\n" RUN_TEXT,
	    .examples = "  gbq diff @-1 @latest\n"
	    "  gbq diff before/tl_out after/tl_out -f markdown\n"
	    "  gbq diff breaks.baseline @latest --fail-on new,failures\n"
	    "  gbq diff --sweep night=1 night=2 --stat\n"
	    "  gbq diff --graph model:0/0 model:0/1\n"
	    "  gbq diff --guards model:0/0 model:0/1\n",
	    .options = diff_options, .min_arguments = 2, .max_arguments = 2,
	    .reads_contents = true, .run = command_diff, .has_on = true },
	{ .name = "baseline", .arguments = "[RUN]",
	    .summary = "the sites of a run as a text to commit",
	    .text = "Lines that begin with '#' above a site say why it may "
	    "stay. 'gbq diff' and\n'gbq gate --baseline' read the file.\n"
	    RUN_TEXT, .examples = "  gbq baseline -o breaks.baseline\n",
	    .options = baseline_options, .max_arguments = 1,
	    .run = command_baseline, .writes_bytes = true },
	{ .name = "gate", .arguments = "[RUN]",
	    .summary = "for CI: does the run keep to limits and a baseline",
	    .text = "Exit status 1 where it does not. A run that did not end, "
	    "or lost data, does not\npass unless --allow-incomplete is "
	    "given. With --own only sites in one's own code\ncount. A site "
	    "of the baseline that has another kind now is no new site.\n"
	    RUN_TEXT, .examples = "  gbq gate --max-sites 3 --max-failures 0\n"
	    "  gbq gate tl_out --baseline breaks.baseline -f github\n",
	    .options = gate_options, .max_arguments = 1,
	    .run = command_gate },
	{ .name = "html", .arguments = "[RUN [BASE]]",
	    .summary = "one page for a browser: a run, a diff, or many runs",
	    .text = "The page needs no network and no other file, and can be "
	    "read without its script,\nwhich sorts and filters. With BASE it "
	    "begins with the diff from BASE to RUN. With\n--all, or a glob "
	    "of names, it shows trends and the blast radius over these "
	    "runs.\n" RUN_TEXT,
	    .examples = "  gbq html model -o report.html\n"
	    "  gbq html after/tl_out before/tl_out -o change.html\n"
	    "  gbq html --all --by night -o nights.html\n",
	    .options = html_options, .max_arguments = 2,
	    .reads_contents = true, .run = command_html,
	    .writes_bytes = true },
	{ .name = "sweep", .arguments = "",
	    .summary = "one row a run: how the models of a sweep fared",
	    .text = "Tags are set with 'gbq ingest --tag KEY=VALUE' or "
	    "'gbq tag'; --by sorts by the value of one. Two "
	    "sweeps: 'gbq diff --sweep night=1 night=2'.\n",
	    .examples = "  gbq sweep --by night\n",
	    .options = sweep_options, .run = command_sweep, .has_on = true,
	    .query = "sweep", .none = "runs" },
	{ .name = "trend", .arguments = "",
	    .summary = "counts over the values of a tag",
	    .text = "Tags are set with 'gbq ingest --tag KEY=VALUE' or "
	    "'gbq tag'. Values stand in the order in which their "
	    "first runs were ingested.\n",
	    .examples = "  gbq trend --by night\n",
	    .options = sweep_options, .run = command_sweep, .has_on = true,
	    .query = "trend", .none = "runs" },
	{ .name = "kinds", .arguments = "",
	    .summary = "kinds or sites over all runs, new ones first",
	    .text = "radius is runs times events. New is what only runs of "
	    "the newest value of the tag\nhave, without --by what only the "
	    "newest run has.\n",
	    .examples = "  gbq kinds --by night -n 10\n"
	    "  gbq kinds --sites\n",
	    .options = kinds_options, .run = command_sweep, .has_on = true,
	    .query = "kinds", .none = "breaks" },
	{ .name = "sql", .arguments = "[SQL|@NAME|-]",
	    .summary = "read-only SQL, or a saved query",
	    .text = "Several statements may be given, separated by ';'. "
	    "'@NAME' runs a saved query\n('gbq queries' lists them); its "
	    "parameter run takes all that other commands take\nfor RUN. "
	    "'gbq schema' documents the views. Beside SQLite's there are\n"
	    "functions that saved queries use: json_int(text, name), "
	    "json_num, json_str,\njson_raw; p50(x), p90, p95, p99, "
	    "argmin(a, x), argmax, any_value(x); idiv(a, b),\ntext(x), "
	    "number(text), name_glob(text, glob). With --on, SQL goes to the "
	    "cluster as\nit is, one statement.\n",
	    .examples = "  gbq sql \"SELECT name, break_sites FROM runs\"\n"
	    "  gbq sql @breaks -p run=@latest -p kind=GB0059 -f csv\n",
	    .options = sql_options, .max_arguments = 1, .run = command_sql,
	    .has_on = true },
	{ .name = "schema", .arguments = "[VIEW|functions]",
	    .summary = "documentation of the views and SQL functions",
	    .text = "The views are what 'gbq sql' reads. Without VIEW: "
	    "all of them. functions: what SQL\nhas beside SQLite's own, "
	    "here and, by the extension gbq.so, in other programs.\n",
	    .examples = "  gbq schema breaks\n  gbq schema functions\n",
	    .options = output_options,
	    .max_arguments = 1, .run = command_schema },
	{ .name = "queries", .arguments = "[NAME]",
	    .summary = "saved queries, and the questions that they answer",
	    .text = "'gbq sql @NAME -p run=RUN' runs one. -v lists those too "
	    "that commands use. With NAME:\nits parameters, columns and "
	    "SQL.\n",
	    .examples = "  gbq queries\n  gbq queries eager_frames\n"
	    "  gbq sql @eager_frames -p run=model -f json\n",
	    .options = output_options,
	    .max_arguments = 1, .run = command_queries },
	{ .name = "check", .arguments = "",
	    .summary = "whether the database is sound",
	    .text = "Checks the file with SQLite, unpacks every stored "
	    "content, and looks for rows that\nbreak an invariant: what "
	    "must hold between the tables, whatever was ingested.\n"
	    "Exit status: 0 all hold, 1 some do not, 5 it is no database.\n",
	    .examples = "  gbq check\n  gbq check --list\n",
	    .options = check_options, .run = command_check },
	{ .name = "rebuild", .arguments = "[RUN…]",
	    .summary = "compute the rows of runs anew from stored contents",
	    .text = "All runs, or those that are named; each in one "
	    "transaction. What a newer gbq reads out\nof the same files comes "
	    "in, as do the keys that 'gbq diff' matches by. Numbers, names\n"
	    "and tags stay. Exit status: 4 if contents of a run were not "
	    "kept (--no-content): it is\nleft as it is.\n",
	    .examples = "  gbq rebuild\n  gbq rebuild model\n",
	    .max_arguments = ANY_NUMBER, .run = command_rebuild },
	{ .name = "upgrade", .arguments = "",
	    .summary = "move the database to the schema of this gbq",
	    .text = "In one transaction: all of it or nothing. Older versions "
	    "of gbq cannot open the database\nafterwards.\n",
	    .examples = "  cp gbq.db gbq.db.old && gbq upgrade\n",
	    .run = command_upgrade },
	{ .name = "help", .arguments = "[COMMAND]", .summary = "show help",
	    .max_arguments = 1, .run = command_help },
	{ .name = "manual", .arguments = "[PAGE]",
	    .summary = "write a manual page, or list them",
	    .text = "For packagers: 'make install' does it.\n",
	    .examples = "  gbq manual gbq.1 | man -l -\n"
	    "  gbq manual gbq-tutorial.7 | man -l -\n",
	    .max_arguments = 1, .run = command_manual, .is_hidden = true },
	{ .name = "completion", .arguments = "bash|zsh|fish",
	    .summary = "write a script that completes words in a shell",
	    .text = "For packagers: 'make install' does it.\n",
	    .examples = "  source <(gbq completion bash)\n",
	    .min_arguments = 1, .max_arguments = 1,
	    .run = command_completion, .is_hidden = true },
	{ .name = NULL }
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
