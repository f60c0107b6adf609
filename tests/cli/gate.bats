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
	    <<<"$output")" = "2 1 ['max-sites']" ]
	status_of 1 gbq gate "$FIXTURES/pair_cond_before" --max-sites 0 \
	    -f json
	[ "$(python3 -c 'import json, sys
print(json.load(sys.stdin)["passed"])' <<<"$output")" = False ]
	status_of 2 gbq gate "$FIXTURES/pair_cond_before" -f html
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
