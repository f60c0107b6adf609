# gbq diff where a side may have lost something: better and same are unknown.

load helper

@test "a cut trace is neither better than the whole one nor the same" {
	tar -xJf "$FIXTURES/tutorial.tar.xz"
	log=$(find . -name 'dedicated_log_torch_trace*.log' | sort | head -n 1)
	size=$(stat -c %s "$log")
	mkdir cut
	for part in $(seq 1 12); do
		head -c $((size * part / 13)) "$log" \
		    >cut/dedicated_log_torch_trace_rank_0_a.log
		status_of 1 gbq diff "$log" ./cut --exit-code
		[[ $output =~ ^(unknown|worse|mixed): ]]
		says "the new run is incomplete: "
		status_of 1 gbq diff ./cut "$log" --stat --fail-on new
		[[ $output =~ ^(unknown|worse|mixed): ]]
		says "the base is incomplete: "
	done
}

@test "a page that is gone: which side, what it lost" {
	cp -r "$FIXTURES/pair_print_before" whole
	cp -r whole part
	gone=$(find part -name 'dynamo_graph_break_reason_*' | head -n 1)
	rm "$gone"
	gbq ingest -q whole
	gbq ingest -q part
	status_of 0 gbq diff whole part
	says "unknown: the new run is incomplete: 1 page is gone (gbq problems part); otherwise same: no site gone"
	status_of 1 gbq diff whole part --exit-code
	status_of 1 gbq diff whole part --fail-on new
	status_of 1 gbq diff part whole --exit-code
	says "unknown: the base is incomplete: 1 page is gone (gbq problems part); otherwise same"
	# all of them
	rm part/*/dynamo_graph_break_reason_* part/failures_and_restarts.html
	gbq ingest -q --name less part
	status_of 1 gbq diff whole less --fail-on recompiles
	says "unknown: the new run is incomplete: 4 pages are gone"
	# the same of both
	cp -r part other
	gbq ingest -q other
	status_of 1 gbq diff id:2 other --exit-code
	says "unknown: the base is incomplete: 1 page is gone"
	says "the new run is incomplete: 4 pages are gone"
}

# A break as torch prints it: print_break LINE
print_break() {
	local time="V1201 10:00:00.000000 7 torch/_dynamo"

	echo "$time/symbolic_convert.py:1] [0/0] [__graph_breaks] Graph" \
	    "break in user code at /w/a.py:$1"
	echo "$time/symbolic_convert.py:1] [0/0] [__graph_breaks] Graph" \
	    "Break Reason: Call to \`torch._dynamo.graph_break()\`"
}

@test "two console texts are compared as far as they tell" {
	print_break 4 >one.txt
	{ print_break 4; print_break 9; } >two.txt
	status_of 0 gbq diff two.txt one.txt
	says "better: 1 site gone, none new"
	says "as far as the texts tell"
	status_of 0 gbq diff one.txt one.txt --exit-code
	says "same: "
	# the name of a run does not matter, its kind does
	status_of 1 gbq diff "$FIXTURES/pair_cond_before" one.txt --exit-code
	status_of 1 gbq diff one.txt "$FIXTURES/pair_cond_after" --fail-on new
	says "unknown: the base is a console text, which cannot show that it is whole"
}

@test "messages that were not understood make it unknown" {
	print_break 4 >one.txt
	print_break 4 >odd.txt
	echo "E1201 10:00:01.000000 7 torch/_dynamo/other.py:9] [0/0] a" \
	    "graph break of no form" >>odd.txt
	status_of 1 gbq diff one.txt odd.txt --exit-code
	says "unknown: the new run has 1 message of torch that were not understood"
}

@test "diff --sweep: a pair that is unknown makes all unknown" {
	cp -r "$FIXTURES/pair_print_before" part
	rm part/*/dynamo_graph_break_reason_*
	for night in 1 2; do
		gbq ingest -q --name cond --tag night=$night \
		    "$FIXTURES/pair_cond_$([ $night = 1 ] && echo before ||
		    echo after)"
	done
	gbq ingest -q --name print --tag night=1 "$FIXTURES/pair_print_before"
	gbq ingest -q --name print --tag night=2 part
	status_of 0 gbq diff --sweep night=1 night=2
	says "unknown: 2 pairs of runs: 1 better, 1 unknown"
	status_of 1 gbq diff --sweep night=1 night=2 --exit-code
	status_of 1 gbq diff --sweep night=1 night=2 --fail-on failures
}

@test "diff --sweep that pairs nothing says how; --pair-by takes a tag" {
	gbq ingest -q --name a1 --tag night=1 --tag model=a \
	    "$FIXTURES/pair_cond_before"
	gbq ingest -q --name b1 --tag night=1 "$FIXTURES/pair_cond_before"
	gbq ingest -q --name a2 --tag night=2 --tag model=a \
	    "$FIXTURES/pair_cond_after"
	status_of 3 gbq diff --sweep night=1 night=2
	complains "pairs have the same name"
	complains "--pair-by TAG takes the value of a tag"
	status_of 0 gbq diff --sweep night=1 night=2 --pair-by model
	says "better: 1 pair of runs: 1 better, 0 runs missing"
	status_of 3 gbq diff --sweep night=1 night=2 --pair-by color
	complains "no run has the tag 'night=1' and the tag color"
}

# The columns of a CSV row: row_of VALUE
row_of() {
	grep "^$1," <<<"$output" | tr -d "\r"
}

@test "what is unknown is not none: trend, its page, sweep" {
	echo "V1201 10:00:00.000000 7 torch/_dynamo/convert_frame.py:1] [0/0]" \
	    "torchdynamo start compiling f /w/a.py:1, stack (elided 4" \
	    "frames):" >quiet.txt
	print_break 4 >one.txt
	gbq ingest -q --name a --tag night=1 "$FIXTURES/pair_cond_before"
	gbq ingest -q --name a --tag night=2 "$FIXTURES/pair_cond_after"
	gbq ingest -q --name b --tag night=2 one.txt
	gbq ingest -q --name c --tag night=3 quiet.txt
	status_of 0 gbq trend --by night -f csv
	equals "$(row_of 1 | cut -d, -f2-6)" "1,0,0,0,1"
	# of a console text: whether it is whole, graphs, seconds
	equals "$(row_of 2 | cut -d, -f2-7)" "2,,0,1,1,1"
	equals "$(row_of 2 | cut -d, -f11-)" ",,,at_least"
	status_of 0 gbq sweep -f csv
	equals "$(cut -d, -f2,4 <<<"$output" | tail -n +2 | paste -sd' ')" \
	    "a,breaks a,ok b,breaks c,unknown"
	gbq html --all --by night -o page.html
	[ "$(grep -c 'rect class="unknown"' page.html)" -gt 0 ]
	grep -q '2: unknown</title>' page.html
}

# How many frames, graphs and cache keys of a diff are on one side only.
one_sided() {
	gbq diff "$1" "$2" -f json | python3 -c '
import json, sys
diff = json.load(sys.stdin)
print(len(diff["time"]), sum(1 for frame in diff["time"]
    if not frame["base_frames"] or not frame["new_frames"]),
    len(diff["graphs"]))'
}

@test "a folder that moved: seconds and graphs are paired as sites are" {
	cp -r "$FIXTURES/mixtral_moe" here
	cp -r here there
	# functions of one name in several files: a folder tells which
	grep -rl transformers/models/mixtral there | xargs sed -i \
	    's#transformers/models/mixtral/#transformers/models/other/#g'
	frames=$(one_sided here here)
	[ "${frames#* }" = "0 0" ]
	equals "$(one_sided here there)" "$frames"
	equals "$(one_sided there here)" "$frames"
	# and without a site: by the names of files
	cp -r "$FIXTURES/dynamic_shapes_ok" a
	cp -r a b
	grep -rl /srv b | xargs sed -i 's#/srv/[a-z_]*/#/home/me/p/#g'
	equals "$(one_sided a b)" "$(one_sided a a)"
}
