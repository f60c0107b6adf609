# gbq gate: limits, baselines, what CI reads.

load helper

@test "limits on counts and seconds" {
	gbq ingest -q "$FIXTURES/mixtral_moe"
	status_of 0 gbq gate --max-sites 6 --max-events 31
	says "passed: mixtral_moe"
	status_of 1 gbq gate --max-sites 5
	says "FAIL max-sites       6 sites, at most 5 allowed"
	says "GB0036 Dynamic shape operator"
	status_of 1 gbq gate --max-events 30
	status_of 1 gbq gate --max-recompiles 18
	status_of 0 gbq gate --max-recompiles 19
	status_of 1 gbq gate --max-failures 0
	status_of 1 gbq gate --max-time 30
	status_of 0 gbq gate --max-time 60s
	status_of 2 gbq gate --max-sites many
}

@test "--own counts one's own code only" {
	status_of 0 gbq gate "$FIXTURES/mixtral_moe" --own --max-sites 0
	status_of 1 gbq gate "$FIXTURES/pair_print_before" --own --max-sites 1
}

@test "a run that did not end does not pass" {
	cp -r "$FIXTURES/pair_cond_before" part
	rm part/-_1_0_0/compilation_metrics_*
	status_of 1 gbq gate ./part
	says "FAIL complete"
	status_of 0 gbq gate ./part --allow-incomplete
}

@test "a baseline: a break fixed, none new, another kind is none new" {
	gbq baseline "$FIXTURES/pair_print_before" -o breaks.baseline
	status_of 0 gbq gate "$FIXTURES/pair_print_after" \
	    --baseline breaks.baseline
	says "2 changed kind"
	gbq baseline "$FIXTURES/pair_print_tensor_after" -o clean.baseline
	status_of 1 gbq gate "$FIXTURES/pair_print_tensor_before" \
	    --baseline clean.baseline
	says "2 sites that the baseline does not have"
	status_of 0 gbq gate "$FIXTURES/pair_print_tensor_after" \
	    --baseline clean.baseline
}

@test "allowed sites need a comment each" {
	gbq baseline "$FIXTURES/pair_print_before" -o allowed
	status_of 2 gbq gate "$FIXTURES/pair_print_before" --allow allowed \
	    --max-sites 0
	complains "no comment says why"
	sed -i '/^GB0059/i # prints while we debug' allowed
	status_of 0 gbq gate "$FIXTURES/pair_print_before" --allow allowed \
	    --max-sites 0
	says "2 allowed sites not counted"
}

@test "formats of CI" {
	status_of 1 gbq gate "$FIXTURES/pair_cond_before" --max-sites 0 \
	    -f github
	says "::error file=/srv/models/early_exit.py,line=22,title=graph break (max-sites)::s1  GB0170 Data-dependent branching"
	status_of 1 gbq gate "$FIXTURES/pair_cond_before" --max-sites 0 \
	    -f junit
	[ "$(python3 -c '
import sys, xml.etree.ElementTree as e
s = e.fromstring(sys.stdin.read())
print(s.get("tests"), s.get("failures"),
    [c.get("name") for c in s if c.find("failure") is not None])' \
	    <<<"$output")" = "3 1 ['max-sites']" ]
	status_of 1 gbq gate "$FIXTURES/pair_cond_before" --max-sites 0 \
	    -f json
	[ "$(python3 -c 'import json, sys
print(json.load(sys.stdin)["passed"])' <<<"$output")" = False ]
	status_of 2 gbq gate "$FIXTURES/pair_cond_before" -f html
}

# What each rule says, in JSON: "passed value limit".
rule_of() {
	python3 -c 'import json, sys
for rule in json.load(sys.stdin)["rules"]:
    if rule["rule"] == sys.argv[1]:
        print(rule["passed"], rule["value"], rule["limit"])' "$1" \
	    <<<"$output"
}

@test "json has all rules, also those without a limit" {
	status_of 1 gbq gate "$FIXTURES/mixtral_moe" --max-sites 5 -f json
	equals "$(rule_of complete)" "True 1 1"
	equals "$(rule_of unread)" "True 0 0"
	equals "$(rule_of max-sites)" "False 6 5"
	equals "$(rule_of max-events)" "None 31 None"
	equals "$(rule_of baseline)" "None None None"
}

# A break as torch prints it, with so many odd lines.
print_break() {
	local time="V1201 10:00:00.000000 7 torch/_dynamo"

	echo "$time/symbolic_convert.py:1] [0/0] [__graph_breaks] Graph" \
	    "break in user code at /w/a.py:4"
	echo "$time/symbolic_convert.py:1] [0/0] [__graph_breaks] Graph" \
	    "Break Reason: Call to \`torch._dynamo.graph_break()\`"
	for _ in $(seq "$1"); do
		echo "${time/V/E}/other.py:9] [0/0] a graph break of no form"
	done
}

@test "a console text cannot show that it is whole" {
	print_break 0 >console.txt
	status_of 1 gbq gate console.txt --max-sites 1
	says "FAIL complete        a console text cannot show that it is whole: --allow-incomplete"
	[[ $output != *"run is complete"* ]]
	status_of 0 gbq gate console.txt --max-sites 1 --allow-incomplete
	says "whole, allowed"
	# what is not known keeps to no limit
	status_of 1 gbq gate console.txt --max-time 9 --allow-incomplete
	says "FAIL max-time        compile time not known, at most 9.0 s allowed"
}

@test "what was not understood does not pass, nor what is not known of it" {
	print_break 1 >odd.txt
	gbq ingest -q odd.txt
	status_of 1 gbq gate odd.txt --allow-incomplete
	says "FAIL unread          1 message of torch not understood"
	status_of 0 gbq gate odd.txt --allow-incomplete --allow-unread
	sqlite3 gbq.db "UPDATE run SET unread = NULL"
	status_of 1 gbq gate odd.txt --allow-incomplete
	says "read by an older gbq"
	status_of 0 gbq gate odd.txt --allow-incomplete --allow-unread
}

# As the guide tells it: see the break, fix it, run again, compare, keep it so.
@test "a break is fixed from beginning to end" {
	gbq ingest -q --name train "$FIXTURES/pair_print_tensor_before"
	status_of 0 gbq breaks train
	says "GB0059 Failed to trace builtin operator: print"
	says 'print("features mean", f.mean())'
	gbq ingest -q --name train "$FIXTURES/pair_print_tensor_after"
	status_of 0 gbq diff train@-1 train
	says "better: 2 sites gone, none new"
	says "sites 2 → 0, events 2 → 0"
	status_of 0 gbq baseline train -o breaks.baseline
	status_of 0 gbq gate train --baseline breaks.baseline --max-sites 0 \
	    --max-failures 0
	status_of 1 gbq gate train@-1 --baseline breaks.baseline
	says "2 sites that the baseline does not have"
}
