# gbq diff --graph: the graphs of two compiles, line by line.

load helper

# patched BASE NEW DIFF: whether the hunks of a diff make NEW of BASE, each
# line of it checked.
patched() {
	python3 - "$@" <<-'PYTHON'
	import re, sys
	base, new, diff = (open(path).read().split("\n") for path in sys.argv[1:])
	assert diff[0].startswith("--- ") and diff[1].startswith("+++ ")
	out, at = [], 0
	for line in diff[2:-1]:
	    hunk = re.match(r"@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@", line)
	    if hunk:
	        start = int(hunk[1]) - 1
	        out += base[at:start]
	        at = start
	    elif line[:1] in (" ", "-"):
	        assert base[at] == line[1:], (base[at], line)
	        out += [line[1:]] * (line[0] == " ")
	        at += 1
	    else:
	        assert line[0] == "+", line
	        out.append(line[1:])
	assert out + base[at:] == new
	PYTHON
}

@test "diff --graph shows what two graphs of a run differ in" {
	gbq ingest -q --name run "$FIXTURES/reset_repeats"
	status_of 0 gbq diff --graph run:0/0#0 run:0/0#1
	equals "$(grep -c '^-[^-]' <<<"$output") $(grep -c '^+\([^+]\|$\)' <<<"$output")" "2 5"
	says "--- run:0/0#0"
	says "-        return (y,)"
	says "+        return (sum_1, y)"
	says '+        sum_1: "f32[][]cpu" = y.sum()'
	status_of 1 gbq diff --graph run:0/0#0 run:0/0#1 --exit-code
}

@test "the diff of graphs makes the one of the other" {
	gbq ingest -q --name moe "$FIXTURES/mixtral_moe"
	for pair in "13/0 13/1" "28/0 28/1" "31/0 31/1" "1/4 31/0"; do
		read -r base new <<<"$pair"
		gbq cat moe "$base" graph >base
		gbq cat moe "$new" graph >new
		gbq diff --graph "moe:$base" "moe:$new" >diff
		patched base new diff
		gbq diff --graph "moe:$new" "moe:$base" >diff
		patched new base diff
	done
}

@test "equal graphs are said to be equal" {
	gbq ingest -q --name run "$FIXTURES/reset_repeats"
	status_of 0 gbq diff --graph run:0/0#0 run:0/0#0 --exit-code
	complains "the graphs are equal"
	equals "$output" ""
}

@test "graphs of two paths, and of a path and a run, are compared" {
	status_of 0 gbq diff --graph "$FIXTURES/reset_repeats:1/0" \
	    "$FIXTURES/mixtral_moe:25/0"
	says "+++ $FIXTURES/mixtral_moe:25/0"
	gbq ingest -q --name run "$FIXTURES/reset_repeats"
	status_of 0 gbq diff --graph run:1/0 "$FIXTURES/reset_repeats:1/0"
	complains "the graphs are equal"
}

@test "diff --graph says what it cannot find" {
	gbq ingest -q --name run "$FIXTURES/reset_repeats"
	status_of 3 gbq diff --graph run:7/0 run:0/0
	complains "run 1 'run' has no compile [7/0]"
	status_of 3 gbq diff --graph other:0/0 run:0/0
	status_of 2 gbq diff --graph run run:0/0
	complains "'run' names nothing; diff takes a compile ([1/0]) or a graph (g4)"
	status_of 2 gbq diff --graph run:e1 run:0/0
	status_of 2 gbq diff --graph run:0/0 run:1/0 -f json
	complains "not -f json"
	gbq ingest -q --name bare --no-content --db bare.db \
	    "$FIXTURES/reset_repeats"
	status_of 3 gbq --db bare.db diff --graph bare:0/0#0 bare:0/0#1
}
