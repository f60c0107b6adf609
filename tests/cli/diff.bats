# gbq diff and gbq baseline.

load helper

# pair NAME: its two runs as before and after in ./gbq.db
pair() {
	gbq ingest -q --name before "$FIXTURES/${1}_before" &&
	    gbq ingest -q --name after "$FIXTURES/${1}_after"
}

@test "a break of another kind at the same place is changed, not gone and new" {
	pair pair_print
	status_of 0 gbq diff before after
	says "same: no site gone, none new, 2 changed"
	says "GB0059 Failed to trace builtin operator: print"
	says "GB0296 attempted to reorder"
	says "line 17 → 20"
	says "0 new, 0 gone, 2 changed, 0 moved, 0 same"
}

@test "paths are compared without a database" {
	status_of 0 gbq diff "$FIXTURES/pair_cond_before" \
	    "$FIXTURES/pair_cond_after" --stat
	says "better: 1 site gone, none new"
	says "early_exit.py:22 forward | GB0170, 1 → 0 events"
	[ ! -e gbq.db ]
}

@test "a path and a run of the database are compared" {
	pair pair_cond
	status_of 0 gbq diff before "$FIXTURES/pair_cond_after"
	says "better: 1 site gone"
	status_of 0 gbq diff "$FIXTURES/pair_cond_after" before
	says "worse: no site gone, 1 new"
}

@test "a run is the same as itself" {
	pair pair_print
	status_of 0 gbq diff before before -f json --exit-code
	[ "$(python3 -c '
import json, sys
d = json.load(sys.stdin)
print(d["verdict"], {s["state"] for s in d["sites"]}, d["environment"],
      d["graphs"])' <<<"$output")" = "same {'same'} [] []" ]
}

@test "the JSON has all parts" {
	pair pair_print
	status_of 0 gbq diff before after -f json
	[ "$(python3 -c '
import json, sys
d = json.load(sys.stdin)
print(d["gbq_format"], *[k for k in ("verdict", "base", "new", "environment",
    "totals", "sites", "recompiles", "failures", "time", "cache", "graphs")
    if k not in d])
s = d["sites"][0]
print(s["state"], s["pass"], s["base"]["gb_id"], s["new"]["gb_id"],
    s["base"]["line"], s["new"]["line"], s["base"]["source"])
t = d["time"][0]
print(t["base_frames"], t["new_frames"],
    round(t["new_s"] - t["base_s"] - t["delta_s"], 6))
' <<<"$output")" = "1
changed changed GB0059 GB0296 17 20 print(\"features\", f.shape)
[0, 1, 2] [0, 1, 2] 0.0" ]
}

@test "exit status tells only what is asked for" {
	pair pair_print
	status_of 0 gbq diff before after
	status_of 1 gbq diff before after --exit-code
	status_of 0 gbq diff before after --fail-on new,gone,sites,events
	status_of 1 gbq diff before after --fail-on new,changed
	status_of 0 gbq diff before after --fail-on time:10%
	status_of 1 gbq diff after before --fail-on time:10%
	status_of 2 gbq diff before after --fail-on often
	complains "--fail-on takes new"
	status_of 2 gbq diff before
}

@test "--match exact does not guess" {
	pair pair_print
	status_of 0 gbq diff before after --match exact --stat
	says "2 new, 2 gone, 0 changed"
	status_of 2 gbq diff before after --match often
}

@test "--map names a folder that was renamed" {
	status_of 0 gbq diff --map /srv/models=/elsewhere \
	    "$FIXTURES/pair_print_before" "$FIXTURES/pair_print_before" --stat
	says "2 same"
	status_of 2 gbq diff --map nothing a b
	complains "--map needs OLD=NEW"
}

@test "markdown, csv and groups" {
	pair pair_print
	status_of 0 gbq diff before after -f markdown
	says "### Graph breaks: same"
	says "| changed | 1:s1 → 2:s1  GB0059"
	status_of 0 gbq diff before after -f csv
	says "state,pass,base_gb_id"
	status_of 0 gbq diff before after --by kind
	says "GB0296"
	status_of 2 gbq diff before after --by colour
}

@test "an incomplete run says gone?" {
	mkdir part
	cp -r "$FIXTURES/pair_cond_before" part/before
	rm part/before/-_1_0_0/compilation_metrics_* \
	    part/before/-_0_0_0/dynamo_graph_break_reason_*
	status_of 0 gbq diff "$FIXTURES/pair_cond_before" part/before
	says "gone?"
	says "INCOMPLETE"
	status_of 0 gbq diff part/before "$FIXTURES/pair_cond_after" -f markdown
	says "INCOMPLETE"
	gbq html "$FIXTURES/pair_cond_after" part/before >page.html
	grep -q "INCOMPLETE" page.html
}

@test "a baseline file is small, sorted text and compares like its run" {
	pair pair_print
	status_of 0 gbq baseline before -o breaks.baseline
	[ "$(head -n 2 breaks.baseline)" = "gbq-baseline 1
torch 2.13.0+cpu" ]
	[ "$(grep -c '^GB0059' breaks.baseline)" = 2 ]
	gbq baseline before | cmp - breaks.baseline
	status_of 0 gbq diff breaks.baseline before --exit-code
	says "2 same"
	status_of 0 gbq diff breaks.baseline after
	says "2 changed, 0 moved"
	status_of 0 gbq diff after breaks.baseline --stat
	says "2 changed"
}

@test "a damaged baseline file is refused with its line" {
	printf 'gbq-baseline 1\ntorch 2.13.0\n\nGB0059\tprint\n' >bad
	status_of 2 gbq diff bad bad
	complains "bad:4: not a line of a baseline"
	printf 'gbq-baseline 99\n' >bad
	status_of 2 gbq diff bad bad
	complains "not a baseline of this version"
}

@test "diff --sweep pairs runs by name and tells what is missing" {
	for name in pair_print pair_cond; do
		gbq ingest -q --name $name --tag night=1 \
		    "$FIXTURES/${name}_before"
	done
	gbq ingest -q --name pair_cond --tag night=2 \
	    "$FIXTURES/pair_cond_after"
	status_of 0 gbq diff --sweep night=1 night=2
	says "better: 1 pair of runs: 1 better, 1 run missing on a side"
	says "sites 1 → 0, events 1 → 0"
	says "pair_print: missing in new"
	gbq ingest -q --name pair_print --tag night=2 \
	    "$FIXTURES/pair_print_after"
	status_of 0 gbq diff --sweep night=1 night=2 --stat
	says "sites 3 → 2, events 3 → 2"
	says "0 new, 1 gone, 2 changed, 0 moved, 0 same"
	status_of 1 gbq diff --sweep night=1 night=2 --fail-on gone
	status_of 3 gbq diff --sweep night=1 night=3
}

@test "diff --sweep pairs globs by what their wildcards stand for" {
	for side in before after; do
		for name in pair_print pair_cond; do
			gbq ingest -q --name "$name/$side" \
			    "$FIXTURES/${name}_$side"
		done
	done
	status_of 0 gbq diff --sweep '*/before' '*/after' -f json
	[ "$(python3 -c '
import json, sys
d = json.load(sys.stdin)
print([r["name"] for r in d["runs"]], d["compared"], d["states"]["gone"])
' <<<"$output")" = "['pair_cond', 'pair_print'] 2 1" ]
}

@test "sweep, trend and kinds list what the runs of a sweep have" {
	for side in before after; do
		for name in pair_print pair_cond; do
			gbq ingest -q --name "$name" --tag "night=$side" \
			    "$FIXTURES/${name}_$side"
		done
	done
	status_of 0 gbq sweep --by night -f csv
	says "before,pair_print,1,breaks,2,2,2,0,0,0"
	says "after,pair_cond,4,ok,0,0,0,0,0,0"
	status_of 0 gbq trend --by night -f csv
	says "before,2,0,0,0,3,3"
	says "after,2,0,0,1,2,2"
	status_of 0 gbq kinds --by night -f csv
	[ "$(sed -n 2p <<<"$output" | cut -d, -f1,2,4,5)" = "1,GB0296,1,2" ]
	status_of 0 gbq kinds --by night --sites -n 1 -f csv
	says "GB0296"
}
