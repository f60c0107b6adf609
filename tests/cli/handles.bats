# Handles: one thing has one name, printed by every list, taken by every command.

load helper

@test "show takes every kind of thing" {
	ingest reset_repeats mixtral_moe
	status_of 0 gbq show e1
	says "e1  GB0142 Unsupported context manager: lock"
	says "resumed · s1 · compile [0/0]"
	says "--> transformers/utils/output_capturing.py:239 in maybe_install"
	says "239 |     with _hook_installation_lock:"
	says "called from  mixtral_moe.py:14 → "
	says "hint: Avoid using the unsupported context manager."
	status_of 0 gbq show s3
	says "s3  GB0036 Dynamic shape operator: aten.nonzero.default"
	says "8 events (6 resume, 2 skip) in 8 compiles"
	says "events  e12 [10/0], e21 [21/0]"
	status_of 0 gbq show c1
	says "cause c1: value of key"
	says "[8/1]"
	status_of 0 gbq show f2
	says "failure f2: "
	says "event  "
	status_of 0 gbq show g1
	says "graph g1: dynamo of "
	says "operators:"
	status_of 0 gbq show '[1/0]'
	says "compile [1/0]"
}

@test "the run stands before, behind or in the handle" {
	ingest reset_repeats mixtral_moe gb_print_logging
	for thing in e1 s2 c1 f1 g1 1/0 '[1/0]'; do
		status_of 0 gbq show mixtral_moe "$thing"
		first=$output
		status_of 0 gbq show "$thing" mixtral_moe
		equals "$output" "$first"
		for run in mixtral_moe name:mixtral_moe id:2 2 @-1; do
			status_of 0 gbq show "$run:$thing"
			equals "$output" "$first"
		done
	done
	status_of 0 gbq issue mixtral_moe s3
	first=$output
	status_of 0 gbq issue mixtral_moe:s3
	equals "$output" "$first"
	status_of 0 gbq issue s3 mixtral_moe
	equals "$output" "$first"
	status_of 0 gbq show "$FIXTURES/mixtral_moe" s2
	status_of 0 gbq show "$FIXTURES/mixtral_moe:s2"
}

@test "a run that is called like a handle needs name:" {
	gbq ingest -q --name s3 "$FIXTURES/reset_repeats"
	gbq ingest -q --name model "$FIXTURES/mixtral_moe"
	status_of 0 gbq show s3
	says "s3  GB0036"
	status_of 0 gbq show name:s3 g1
	says "graph g1"
	status_of 0 gbq show name:s3:g1
	says "graph g1"
	status_of 2 gbq show s3 g1
	complains "name:s3"
	status_of 2 gbq show name:s3
}

@test "a bare number is wrong use, and says what is meant" {
	ingest mixtral_moe
	status_of 2 gbq issue 4
	complains "'4' names nothing: did you mean site s4 or event e4? (gbq breaks lists them)"
	status_of 2 gbq show 4
	complains "did you mean site s4 or event e4?"
	status_of 2 gbq show mixtral_moe 4
	complains "'4' names nothing"
	status_of 2 gbq show 4 mixtral_moe
	complains "'4' names nothing"
	status_of 2 gbq cat 4
	complains "did you mean graph g4? (gbq graphs lists them)"
	status_of 2 gbq bytecode 4
	complains "did you mean event e4?"
	status_of 2 gbq show mixtral_moe
	complains "'mixtral_moe' names nothing; show takes"
}

@test "a thing of another kind is refused, with what is taken" {
	ingest mixtral_moe
	status_of 2 gbq issue g4
	complains "issue takes an event (e12) or a site (s3), not graph g4"
	status_of 2 gbq bytecode s1
	complains "bytecode takes a compile ([1/0]) or an event (e12), not site s1"
	status_of 2 gbq explain c1
	complains "not cause c1"
	status_of 2 gbq cat s1
	complains "not site s1"
	status_of 2 gbq diff mixtral_moe:s1 mixtral_moe:s2
	complains "diff takes a compile ([1/0]) or a graph (g4), not site s1"
	status_of 2 gbq graphs --compile e1
	complains "--compile takes a compile ([1/0]), not event e1"
}

@test "a thing that the run does not have is told, with those it has" {
	ingest reset_repeats mixtral_moe
	status_of 3 gbq show s9
	complains "run 2 'mixtral_moe' has no site s9 (it has s1 to s6)"
	for thing in e99 c99 f99 g99 '[99/0]'; do
		status_of 3 gbq show "$thing"
		complains "has no "
	done
	status_of 3 gbq show reset_repeats c1
	complains "has no cause c1 (it has 0 causes)"
	status_of 3 gbq cat e99
	complains "has no event e99 (it has e1 to e31)"
	status_of 3 gbq cat g99
	status_of 3 gbq bytecode e99
	complains "has no event e99"
	status_of 3 gbq explain s99
	status_of 3 gbq diff g1 g99
	complains "has no graph g99"
	status_of 3 gbq show "$FIXTURES/mixtral_moe" s9
	complains "gbq: 'mixtral_moe' has no site s9"
}

@test "explain takes an event, a site and a failure" {
	ingest backend_failure_uncaught mixtral_moe
	status_of 0 gbq explain s3
	says "GB0036"
	first=$output
	for thing in e12 mixtral_moe:e12; do
		status_of 0 gbq explain "$thing"
		equals "$output" "$first"
	done
	status_of 0 gbq explain s3 mixtral_moe
	equals "$output" "$first"
	equals "$(gbq explain s3 -f json)" "$(gbq explain GB0036 -f json)"
	status_of 0 gbq explain backend_failure_uncaught f1
	says "category backend"
	says "TORCHDYNAMO_REPRO_AFTER=aot"
	face=$(value "SELECT handle FROM failures WHERE run_id = 2
	    AND gb_id = 'GB0036' AND event_id IS NOT NULL LIMIT 1")
	status_of 0 gbq explain "$face"
	equals "$output" "$first"
}

@test "cat writes a graph and the reason of an event" {
	ingest reset_repeats mixtral_moe
	path=$(value "SELECT artifact_path FROM graphs
	    WHERE run_id = 2 AND graph_id = 4")
	gbq cat g4 >out
	cmp out "$FIXTURES/mixtral_moe/$path"
	gbq cat mixtral_moe:g4 | cmp - out
	gbq cat g4 mixtral_moe | cmp - out
	path=$(value "SELECT artifact_path FROM breaks
	    WHERE run_id = 2 AND event_id = 7")
	gbq cat e7 >out
	cmp out "$FIXTURES/mixtral_moe/$path"
	gbq cat mixtral_moe e7 | cmp - out
	gbq cat e7 reason | cmp - out
	gbq cat mixtral_moe:e7 reason | cmp - out
	gbq cat e7 mixtral_moe reason | cmp - out
	gbq cat '[0/1]' guards >out || true
	status_of 2 gbq cat 0/0
	complains "of a compile say what"
	status_of 0 gbq cat 'mixtral_moe:[0/0]' reason
}

@test "diff compares two graphs, also of one run" {
	ingest reset_repeats mixtral_moe
	status_of 0 gbq diff reset_repeats:g1 reset_repeats:g2
	says "--- reset_repeats:g1"
	says "+++ reset_repeats:g2"
	status_of 1 gbq diff --exit-code reset_repeats:g1 reset_repeats:g2
	status_of 0 gbq diff --exit-code reset_repeats:g1 reset_repeats:g1
	complains "the graphs are equal"
	gbq diff reset_repeats:g1 mixtral_moe:g1 | tail -n +3 >graphs
	compile=$(value "SELECT compile_id FROM graphs
	    WHERE run_id = 2 AND graph_id = 1")
	gbq diff --graph reset_repeats:0/0#0 "mixtral_moe:$compile" |
	    tail -n +3 | cmp - graphs
	status_of 2 gbq diff g1 mixtral_moe
	status_of 2 gbq diff --guards g1 g2
	complains "diff takes a compile ([1/0]), not graph g1"
}

@test "bytecode and --compile take compiles in brackets, and events" {
	ingest training_steps_optimizer mixtral_moe
	for run in training_steps_optimizer mixtral_moe; do
		equals "$(gbq artifacts "$run" --compile '[0/0]' -f csv)" \
		    "$(gbq artifacts "$run" --compile 0/0 -f csv)"
		equals "$(gbq graphs "$run" --compile '[1/1]' -f csv)" \
		    "$(gbq graphs "$run" --compile 1/1 -f csv)"
	done
	ingest reset_repeats
	equals "$(gbq graphs --compile '[0/0#1]' -f csv | wc -l)" 2
	id=$(value "SELECT event_id FROM breaks JOIN bytecodes
	    USING (run_id, compile_no) WHERE run_id = 2
	    ORDER BY event_id LIMIT 1")
	[ "$id" ]
	compile=$(value "SELECT compile_id FROM breaks
	    WHERE run_id = 2 AND event_id = $id")
	status_of 0 gbq bytecode mixtral_moe "e$id"
	equals "$output" "$(gbq bytecode mixtral_moe "[$compile]")"
}

# printed RUN: every handle that a list prints for people
printed() {
	local list
	for list in summary triage breaks 'breaks --all' 'breaks --first' \
	    'recompiles --by cause' recompiles failures graphs compiles \
	    restarts stack; do
		gbq $list "$1"
	done | grep -oE '^[escfg][0-9]+  |\[!?[0-9-]+/[0-9/-]+([_#@][0-9r]+)*\]|(^| )[escfg][0-9]+( |$)' |
	    tr -d ' ' | sort -u
}

@test "every handle that a list prints is one that show takes" {
	ingest mixtral_moe gb_print_logging reset_repeats skip_loops \
	    backend_failure_uncaught recompile_limit_fail \
	    multithread_compiles dist_diverge_break
	gbq runs -f tsv | tail -n +2 | cut -f1 >runs
	while read -r run; do
		printed "$run" >handles
		[ -s handles ]
		while read -r handle; do
			status_of 0 gbq show "$run" "$handle" || return
			[ "$output" ]
		done <handles
		cat handles
	done <runs >all
	for kind in e s c f g '\['; do
		grep -q "^$kind[0-9]" all
	done
}

@test "machine formats have handles, and show takes them" {
	ingest mixtral_moe
	for list in breaks 'breaks --all' 'recompiles --by cause' failures \
	    graphs compiles triage; do
		gbq $list -f json | python3 -c '
import json, sys
for row in json.load(sys.stdin):
    if row.get("position") != 0:
        print(row["handle"])' >handles
		[ -s handles ]
		equals "$(gbq $list -f csv | head -n 1 | tr -d '\r' |
		    tr , '\n' | grep -c '^handle$')" 1
		while read -r handle; do
			status_of 0 gbq show "$handle" -f json || return
		done <<<"$(head -n 5 handles)"
	done
}

@test "lists over several runs have RUN:HANDLE, and show takes it" {
	ingest mixtral_moe gb_print_logging pair_print_before pair_print_after
	{
		gbq diff pair_print_before pair_print_after
		gbq diff mixtral_moe pair_print_after
		gbq diff mixtral_moe pair_print_after -f markdown
		gbq kinds
		gbq kinds --sites
		gbq explain GB0059
	} | grep -oE '(^|[ (])[0-9]+:[scf][0-9]+' | tr -d ' (' | sort -u >handles
	[ "$(grep -c :s handles)" -gt 8 ]
	grep -q '^1:c' handles
	grep -q '^1:f' handles
	while read -r handle; do
		status_of 0 gbq show "$handle" || return
	done <handles
	status_of 0 gbq diff "$FIXTURES/pair_print_before" \
	    "$FIXTURES/pair_print_after"
	says "changed s1 → s1  GB0059"
	gbq diff mixtral_moe pair_print_after -f json | python3 -c '
import json, sys
answer = json.load(sys.stdin)
sites = [p["base"]["handle"] for p in answer["sites"] if p["base"]]
assert sorted(sites) == ["s%d" % n for n in range(1, 7)], sites
assert all(p["base"]["handle"][0] == "c" for p in answer["recompiles"])
assert [p["base"]["handle"] for p in answer["failures"]] == ["f1"]'
}

@test "gate names the sites that count" {
	ingest mixtral_moe
	status_of 1 gbq gate --max-sites 1
	says "s3  GB0036 Dynamic shape operator"
	for format in json github junit; do
		status_of 1 gbq gate --max-sites 1 -f "$format"
		says s3
	done
}

@test "a page has a row with the name of each site, cause and failure" {
	ingest mixtral_moe
	gbq html -o page.html
	for handle in s3 c8 f3; do
		equals "$(grep -c "<tr id=\"$handle\"" page.html)" 1
	done
	grep -q 'href="#s3"' page.html
	grep -oE 'href="#[scf][0-9]+"' page.html | sort -u |
	    sed 's/.*#/<tr id="/; s/$/>/' >links
	while read -r link; do
		grep -qF "$link" page.html || return
	done <links
}

# named: each handle of all runs, with what it names
named() {
	for pair in breaks:reason sites:kind recompile_causes:source \
	    failures:reason graphs:hash compiles:function; do
		gbq --db "$1" sql -f tsv "SELECT name, handle, ${pair#*:}
		    FROM ${pair%:*} JOIN runs USING (run_id)
		    ORDER BY name, handle, 3"
	done
}

@test "handles stay: rebuild, export and merge, upgrade of a copy" {
	ingest mixtral_moe skip_loops recompile_limit_fail
	named gbq.db >before
	[ "$(wc -l <before)" -gt 100 ]
	cp gbq.db copy.db
	gbq rebuild -q
	named gbq.db | cmp - before
	gbq export -q -o out.db mixtral_moe skip_loops recompile_limit_fail
	gbq merge -q --db merged.db out.db
	named merged.db | cmp - before
	gbq upgrade -q --db copy.db
	named copy.db | cmp - before
}

@test "a baseline names each site by its handle, which is not read back" {
	ingest mixtral_moe
	gbq baseline -o base.txt
	equals "$(grep -c '^#: s[1-6]$' base.txt)" 6
	status_of 0 gbq diff --exit-code base.txt mixtral_moe
	# it is no comment: those say why a site may stay
	status_of 2 gbq gate --allow base.txt
	complains "no comment says why"
	sed -i 's/^#: /# known since spring\n&/' base.txt
	status_of 0 gbq gate --allow base.txt
}
