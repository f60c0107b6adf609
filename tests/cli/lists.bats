# The commands that list rows of a view, their filters and formats; what
# changes on a terminal.

load helper

# rows COMMAND…: how many rows it gives
rows() {
	gbq "$@" -f jsonl | wc -l
}

@test "recompiles are the recompile_reasons files" {
	ingest mixtral_moe
	ls "$FIXTURES"/mixtral_moe/*/recompile_reasons_*.json >files
	equals "$(rows recompiles)" "$(wc -l <files)"
	gbq recompiles -f json >out.json
	python3 - "$FIXTURES/mixtral_moe" <<'PYTHON'
import glob, json, re, sys

want = {}
for path in glob.glob(sys.argv[1] + "/*/recompile_reasons_*.json"):
    folder = path.split("/")[-2]
    compile_id = re.fullmatch(r"-_(\d+)_(\d+)_\d+", folder)
    text = open(path).read()
    reasons = json.loads(text) if text[:1] in "[\"" else [text]
    want["/".join(compile_id.groups())] = [
        tuple(reason.split("\n")[0].split(": ", 1)) for reason in reasons]
got = {row["compile_id"]: [(reason["missed"], reason["guard"])
                           for reason in row["reasons"]]
       for row in json.load(open("out.json"))}
assert got == want, (got, want)
PYTHON
}

@test "recompiles for people tells each guard below its recompile" {
	ingest pt_break_variants_nologs
	status_of 0 gbq recompiles
	says "8 recompiles"
	says "[8/8] lim  srv/demo/pt_break_variants_nologs.py:30"
	says "recompile limit: runs eager"
	equals "$(grep '^    cache entr' <<<"$output" |
	    grep -oE '\[8/[0-9]+\]' | wc -l)" \
	    "$(value "SELECT count(*) FROM guard_failures")"
	equals "$(grep -c '^\[' <<<"$output")" 8
	status_of 0 gbq recompiles -n 3
	says "5 more recompiles"
}

@test "recompiles by frame and by cause" {
	ingest mixtral_moe
	ls -d "$FIXTURES"/mixtral_moe/-_*_[1-9]*_0 |
	    sed -E 's/.*-_([0-9]+)_.*/\1/' | sort | uniq -c | sort -rn |
	    awk '{ print $1 }' >expected
	gbq recompiles --by frame -f tsv | tail -n +2 | cut -f5 >got
	diff expected got
	equals "$(rows recompiles --by cause)" \
	    "$(value "SELECT count(*) FROM recompile_causes")"
	ingest reset_repeats
	status_of 0 gbq recompiles --by cause reset_repeats
	says "no causes of recompiles"
	status_of 2 gbq recompiles --by cause --rank 0
	status_of 2 gbq recompiles --by phase
}

@test "artifacts are the files of the report" {
	ingest gb_print_logging
	(cd "$FIXTURES/gb_print_logging" && find . -type f -printf '%s %P\n') |
	    sort >expected
	gbq artifacts -f tsv | tail -n +2 | awk -F'\t' '{ print $10, $6 }' |
	    sort >got
	diff expected got
	(cd "$FIXTURES/gb_print_logging" && find ./-_0_0_? -type f | wc -l) \
	    >expected
	rows artifacts --compile 0/0 >got
	diff expected got
	equals "$(rows artifacts --kind compilation_metrics)" \
	    "$(find "$FIXTURES/gb_print_logging" \
	    -name 'compilation_metrics_*' | wc -l)"
}

@test "filters of compiles, failures and restarts pick what they say" {
	ingest mixtral_moe
	for status in ok empty skipped limit; do
		equals "$(rows compiles --status "$status")" "$(value "SELECT
		    count(*) FROM compiles WHERE status = '$status'")"
	done
	equals "$(rows compiles --recompiled)" \
	    "$(ls -d "$FIXTURES"/mixtral_moe/-_*_[1-9]*_0 | wc -l)"
	equals "$(rows compiles --function forward --file modeling_mixtral)" \
	    "$(value "SELECT count(*) FROM compiles WHERE function LIKE
	    '%forward%' AND file LIKE '%modeling_mixtral%'")"
	equals "$(rows failures --category recompile_limit)" 1
	equals "$(rows failures --category graph_break)" "$(value "SELECT
	    count(*) FROM failures WHERE category = 'graph_break'")"
	equals "$(rows restarts --class graph_break)" \
	    "$(value "SELECT restart_rows FROM runs")"
	status_of 0 gbq restarts --class tensorify
	says "no such restarts"
}

@test "a value that no row can have is a usage error" {
	ingest reset_repeats
	status_of 2 gbq compiles --status okay
	complains "ok, empty, skipped, failed, limit, unfinished or unknown"
	status_of 2 gbq failures --category x
	status_of 2 gbq restarts --class x
	status_of 2 gbq graphs --stage x
	status_of 2 gbq cache --state x
	status_of 2 gbq problems --severity x
	status_of 2 gbq breaks --owner x
	status_of 2 gbq --color sometimes runs
	complains "auto, always or never"
}

@test "--rank picks from every list that has ranks" {
	ingest dist_diverge_break
	for pair in "breaks --all:breaks" compiles:compiles \
	    restarts:restarts failures:failures recompiles:recompiles \
	    graphs:graphs cache:cache_events artifacts:artifacts \
	    configs:configs problems:problems; do
		equals "$(rows ${pair%:*} --rank 1)" "$(value "SELECT count(*)
		    FROM ${pair#*:} WHERE rank = 1")"
	done
	[ "$(rows artifacts --rank 1)" -gt 0 ]
}

@test "graphs are the graph files, by stage and compile" {
	ingest mixtral_moe
	equals "$(rows graphs --stage dynamo)" "$(find \
	    "$FIXTURES/mixtral_moe" -name 'dynamo_output_graph_*' | wc -l)"
	equals "$(rows graphs --stage dynamo --compile 13/0)" "$(find \
	    "$FIXTURES"/mixtral_moe/-_13_0_* -name 'dynamo_output_graph_*' |
	    wc -l)"
	equals "$(rows graphs --stage backward)" 0
}

@test "cache and configs list their views" {
	gbq ingest -q "$FIXTURES/backend_failure_uncaught"
	for pair in cache:cache_events configs:configs; do
		equals "$(rows "${pair%:*}")" \
		    "$(value "SELECT count(*) FROM ${pair#*:}")"
	done
	for state in hit miss bypass saved; do
		equals "$(rows cache --state $state)" "$(value "SELECT count(*)
		    FROM cache_events WHERE state = '$state'")"
	done
	equals "$(rows configs --key LIMIT)" "$(value "SELECT count(*)
	    FROM configs WHERE key LIKE '%limit%'")"
	equals "$(rows configs --system dynamo)" "$(value "SELECT count(*)
	    FROM configs WHERE system = 'dynamo'")"
	status_of 0 gbq configs --key nothing_like_it
	says "no such configuration values"
}

@test "every new command knows every format" {
	ingest mixtral_moe
	for command in recompiles "recompiles --by frame" graphs cache time \
	    "time --by phase" artifacts configs stack "tag @latest" \
	    "bytecode 31/0"; do
		for format in table csv tsv json jsonl markdown raw; do
			status_of 0 gbq $command -f $format
		done
		gbq $command -f json | python3 -m json.tool >/dev/null
		gbq $command -f csv >one
		gbq $command -f csv >two
		cmp one two
		gbq $command -f json -o three
		gbq $command -f json | cmp - three
	done
}

@test "new commands take a PATH and leave no database" {
	for command in recompiles graphs cache time artifacts configs stack; do
		status_of 0 gbq $command "$FIXTURES/gb_print_logging"
	done
	[ ! -e gbq.db ]
	status_of 3 gbq time
	status_of 3 gbq time nothing_like_it
}

@test "each command's help has an example that names it" {
	for command in $(gbq help | sed -nE 's/^  ([a-z]+) .*/\1/p'); do
		[ "$command" != help ] || continue
		status_of 0 gbq help "$command"
		grep -A 9 '^Examples:' <<<"$output" |
		    grep -q "gbq $command" || {
			echo "no example: $command"
			return 1
		}
	done
}

@test "misspelt commands are answered with the new ones" {
	status_of 2 gbq recompile
	complains "'recompiles'"
	status_of 2 gbq artefacts
	complains "'artifacts'"
	status_of 2 gbq stak
	complains "'stack'"
	status_of 2 gbq config
	complains "'configs'"
}

# ---- gcc -------------------------------------------------------------------

@test "breaks -f gcc has a line for each event, as editors read it" {
	ingest mixtral_moe
	grep -hm1 '^Graph break in user code at ' \
	    "$FIXTURES"/mixtral_moe/*/dynamo_graph_break_reason_* |
	    sed 's/^Graph break in user code at //' | sort >expected
	status_of 0 gbq breaks --all -f gcc
	sed -nE 's/^([^:]+:[0-9]+): warning: (GB[0-9]{4} )?.* \[gbq\]$/\1/p' \
	    <<<"$output" | sort >got
	diff expected got
	equals "$(wc -l <<<"$output")" 31
	status_of 0 gbq breaks -f gcc -n 2
	equals "$(wc -l <<<"$output")" 2
	says "events) [gbq]"
	status_of 0 gbq breaks -f gcc --kind GB0059
}

@test "failures are errors in gcc's format, with a place" {
	ingest recompile_limit_fail
	status_of 0 gbq failures -f gcc
	equals "$(wc -l <<<"$output")" "$(value "SELECT count(*) FROM failures")"
	! grep -vE '^[^:]+:[0-9]+: error: .*[A-Za-z]+(Error|Hit): .* \[gbq\]$' \
	    <<<"$output" || false
}

@test "hostile places and texts stay on one line" {
	ingest name_exec_string_lambda gb_explicit_break_messages
	for run in name_exec_string_lambda gb_explicit_break_messages; do
		status_of 0 gbq breaks "$run" --all -f gcc
		equals "$(wc -l <"$BATS_TEST_TMPDIR/out")" \
		    "$(rows breaks "$run" --all)"
		! grep -qP '[\x00-\x08\x0b-\x1f\x7f]' "$BATS_TEST_TMPDIR/out" || false
		! grep -v ' \[gbq\]$' "$BATS_TEST_TMPDIR/out" || false
	done
}

@test "only breaks and failures know gcc" {
	ingest reset_repeats
	status_of 2 gbq runs -f gcc
	status_of 2 gbq stack -f gcc
}

# ---- terminal --------------------------------------------------------------

# on_terminal ROWS COMMAND…: what a terminal of that height and 80 columns
# receives; the exit status of the command
on_terminal() {
	env -u COLUMNS TERM="${TERM_IS-xterm}" "$BATS_TEST_DIRNAME/on_terminal" \
	    80 "$@"
}

@test "a pager is used only on a terminal and only for long output" {
	need_terminal
	ingest mixtral_moe
	export PAGER='sed "s/^/paged: /"'
	on_terminal 24 gbq compiles >out
	equals "$(grep -vc '^paged: ' out)" 0
	[ "$(wc -l <out)" -ge 54 ]
	on_terminal 200 gbq compiles >out
	equals "$(grep -c '^paged: ' out)" 0
	[ "$(wc -l <out)" -ge 54 ]
	gbq compiles | grep -q '^paged: ' && return 1
	on_terminal 24 gbq compiles -o file >out
	equals "$(grep -c '^paged: ' file)" 0
}

@test "an empty PAGER and cat mean no pager" {
	need_terminal
	ingest mixtral_moe
	for pager in '' cat; do
		PAGER=$pager on_terminal 24 gbq stack >out
		grep -q 'output_capturing_hook' out
	done
}

@test "a pager that quits early or fails does not hang" {
	need_terminal
	ingest mixtral_moe
	PAGER='head -n 1 >/dev/null' on_terminal 5 timeout 20 gbq sql \
	    'SELECT metrics FROM compiles' >out || [ $? -ne 124 ]
	PAGER='exit 3' on_terminal 5 timeout 20 gbq compiles >out ||
	    [ $? -ne 124 ]
}

@test "colours: on a terminal, unless NO_COLOR or --color say else" {
	need_terminal
	ingest mixtral_moe
	export PAGER=
	on_terminal 24 gbq compiles --status limit >out
	grep -qF $'\e[31mLIMIT\e[0m' out
	NO_COLOR=1 on_terminal 24 gbq compiles --status limit >out
	! grep -q $'\e' out || false
	on_terminal 24 gbq --color never compiles --status limit >out
	! grep -q $'\e' out || false
	gbq --color always compiles --status limit | grep -qF $'\e[31mLIMIT'
	! gbq compiles --status limit | grep -q $'\e' || false
	gbq --color always stack | grep -qF $'\e[31mskipped'
	! gbq --color always compiles -f csv | grep -q $'\e' || false
}

@test "show stops at 20 compiles of one id, but not in JSON" {
	local i
	for i in $(seq 0 23); do
		mkdir -p "r/rank_$i/-_0_0_0"
		echo '<html></html>' >"r/rank_$i/index.html"
		echo '<html><body><h1>Compilation Info for [0/0] </h1></body></html>' \
		    >"r/rank_$i/-_0_0_0/compilation_metrics_1.html"
	done
	gbq ingest -q r
	status_of 0 gbq show 0/0
	equals "$(grep -c '^compile ' <<<"$output")" 20
	says "4 more of this id: name one by its rank"
	equals "$(gbq show 0/0@r23 | grep -c '^compile ')" 1
	equals "$(gbq show 0/0 -f json | python3 -c '
import json, sys
print(len(json.load(sys.stdin)))')" 24
}
