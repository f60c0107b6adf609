# gbq search: a pattern over all stored files.

load helper

# found ARG…: the lines that a search of the newest run finds in files of the
# report, as grep -rn prints them
found() {
	gbq search "$@" -f json | python3 -c '
import json, sys
for row in json.load(sys.stdin):
    print(row["path"], row["line"], row["text"], sep=":")' | sort
}

# grepped DIR ARG…: the same by grep
grepped() {
	(cd "$1" && LC_ALL=C.UTF-8 grep -arn "${@:2}" . | sed 's,^\./,,' | sort)
}

@test "search finds what grep finds in the files of a report" {
	ingest mixtral_moe gb_explicit_break_messages
	for name in mixtral_moe gb_explicit_break_messages; do
		for pattern in nonzero '^\s+def forward' 'c[^a]*+$' '\d{7}$' \
		    '(?<!x)_1\b.{0,3}$' '^\W*\D{5}$' '^$' '"[^"]*":\s*\d'; do
			found "$pattern" "$name" >got
			grepped "$FIXTURES/$name" -P "$pattern" >expected
			[ -s expected ] || [ "$name $pattern" != \
			    "mixtral_moe nonzero" ]
			diff got expected | head
			cmp got expected
		done
		found -i "GRAPH break" "$name" >got
		grepped "$FIXTURES/$name" -i "GRAPH break" | cmp - got
		found -F "[0/0" "$name" >got
		grepped "$FIXTURES/$name" -F "[0/0" | cmp - got
	done
}

@test "search -l and -c tell of the files that grep -l and -c do" {
	ingest mixtral_moe
	gbq search -l forward -f csv | tr -d '\r' | tail -n +2 |
	    sed 's/.*,//' | sort >got
	(cd "$FIXTURES/mixtral_moe" && grep -arl forward . | sed 's,^\./,,' |
	    sort) | cmp - got
	gbq search -c forward -f csv | tr -d '\r' | tail -n +2 |
	    cut -d, -f7,8 | sort >got
	(cd "$FIXTURES/mixtral_moe" && grep -arc forward . | sed 's,^\./,,' |
	    grep -v ':0$' | tr : , | sort) | cmp - got
}

@test "search tells run, path, compile id and line" {
	ingest gb_print_logging
	status_of 0 gbq search "Graph break" --in reason
	says "-_0_0_0/dynamo_graph_break_reason_"
	says "[0/0]"
	says "     1: Graph break"
	status_of 0 gbq search -m 1 "Graph break" --in reason -f json
	equals "$(python3 -c 'import json, sys
row = json.load(sys.stdin)[0]
print(list(row), row["run_id"], row["run"], row["compile_id"], row["line"])' \
	    <<<"$output")" "['run_id', 'run', 'rank', 'process', \
'compile_id', 'kind', 'path', 'line', 'is_context', 'text'] 1 \
gb_print_logging 0/0 1"
}

@test "search exits with 1 where nothing is found, 2 for a bad pattern" {
	ingest gb_print_logging
	status_of 1 gbq search no_such_text
	[ -z "$output" ]
	complains "nothing found in"
	status_of 1 gbq search no_such_text -f json
	equals "$output" "[]"
	silent
	status_of 2 gbq search '(a'
	complains "bad pattern '(a': missing closing parenthesis, at character 3"
	status_of 0 gbq search -F '(a'
	status_of 2 gbq search a --in nothing
	status_of 2 gbq search a -m 0
	status_of 2 gbq search a -C -1
}

@test "a pattern that takes exponential time ends with an error" {
	cp -r "$FIXTURES/gb_print_logging" report
	printf 'a%.0s' {1..5000} >report/-_0_0_0/long_90.txt
	gbq ingest -q report
	status_of 6 timeout 60 gbq search '(a+)+(b|c)$|(a*)*\1d'
	complains "takes too much"
}

@test "search -C shows lines around, -m ends a file" {
	mkdir report
	cp -r "$FIXTURES/gb_print_logging/." report
	printf '%s\n' a x1 b c d x2 x3 e f >report/-_0_0_0/made_91.txt
	gbq ingest -q report
	status_of 0 gbq search '^x\d$' -C 1
	equals "$output" "-_0_0_0/made_91.txt [0/0]
     1- a
     2: x1
     3- b
     --
     5- d
     6: x2
     7: x3
     8- e"
	status_of 0 gbq search '^x\d$' -m 1 -f tsv
	equals "$(tail -n +2 <<<"$output" | cut -f 8-)" $'2\t0\tx1'
	status_of 0 gbq search '^x\d$' -C 1 -n 2 -f raw
	equals "$(wc -l <<<"$output")" 2
}

@test "search --in looks at files of one sort" {
	ingest mixtral_moe name_exec_string_lambda
	for sort in graph:dynamo_output_graph guards:dynamo_cpp_guards_str \
	    reason:dynamo_graph_break_reason bytecode:ORIGINAL_BYTECODE; do
		status_of 0 gbq search . --in "${sort%:*}" -l -f tsv
		says "${sort#*:}"
		for other in compilation_metrics raw. index; do
			! grep -q "$other" <<<"$output" || false
		done
	done
	equals "$(gbq search . --in reason -l -f raw | wc -l)" \
	    "$(value "SELECT count(*) FROM artifacts
	    WHERE kind = 'break_reason' AND run_id = 2")"
}

@test "equal files are told once to people, each in rows" {
	mkdir one two
	cp -r "$FIXTURES/gb_print_logging/." one
	cp -r "$FIXTURES/gb_print_logging/." two
	printf 'needle\n' | tee one/-_0_0_0/a_90.txt >one/-_0_0_0/b_91.txt
	printf 'needle\n' >two/-_0_0_0/c_92.txt
	gbq ingest -q one two
	status_of 0 gbq search needle --all
	equals "$output" "one: -_0_0_0/a_90.txt [0/0]
= one: -_0_0_0/b_91.txt [0/0]
= two: -_0_0_0/c_92.txt [0/0]
     1: needle"
	status_of 0 gbq search needle --all -f raw
	equals "$(cut -f 2,7 <<<"$output")" "$(printf '%s\t%s\n' \
	    one -_0_0_0/a_90.txt one -_0_0_0/b_91.txt two -_0_0_0/c_92.txt)"
	# of the run that is meant only
	status_of 0 gbq search needle two -f raw
	equals "$(cut -f 2,7 <<<"$output")" $'two\t-_0_0_0/c_92.txt'
	status_of 0 gbq search needle 'o*' one -l -f raw
	equals "$(wc -l <<<"$output")" 2
	status_of 2 gbq search needle --all one
	status_of 3 gbq search needle three
}

@test "search says the same with any number of threads" {
	ingest mixtral_moe gb_print_logging gb_explicit_break_messages
	for options in "" "-C 2" -c -l "-f csv"; do
		# shellcheck disable=SC2086 # the options are several words
		for jobs in 1 2 3 7; do
			gbq search --all 'def|guard' $options -j $jobs >"out$jobs"
			cmp out1 "out$jobs"
		done
		[ -s out1 ]
	done
}

@test "a large file is shared out among threads, its lines are the same" {
	cp -r "$FIXTURES/gb_print_logging" report
	python3 - report/-_0_0_0/large_90.txt <<-'PYTHON'
		import random, sys
		random.seed(3)
		with open(sys.argv[1], "w") as file:
		    for number in range(450000):
		        file.write("x" * random.choice([3, 90, 200]))
		        file.write(" needle\n" if number % 7919 == 5 else "\n")
		    file.write("y" * 40_000_000 + " needle in a long line\n" * 3)
		    file.write("needle at the end")
	PYTHON
	gbq ingest -q report
	grep -an needle report/-_0_0_0/large_90.txt | cut -c 1-100 >expected
	for jobs in 1 2 4; do
		gbq search needle -j $jobs -f raw | cut -f 8,10 |
		    tr '\t' : | cut -c 1-100 >got
		cmp got expected
		equals "$(gbq search needle -j $jobs -c -f raw | cut -f 8)" \
		    "$(wc -l <expected)"
	done
	gbq search needle -C 1 -m 2 -f raw | cut -f 8,10 | tr '\t' : >got
	grep -an -C 1 -m 2 needle report/-_0_0_0/large_90.txt |
	    sed '/^--$/d; s/^\([0-9]*\)-/\1:/' | cmp - got
}

@test "search takes little memory, whatever the size of a file" {
	cp -r "$FIXTURES/gb_print_logging" report
	python3 -c 'print(("a" * 99 + "\n") * 3_000_000 + "b" * 60_000_000)' \
	    >report/-_0_0_0/large_90.txt
	gbq ingest -q report
	equals "$(gbq search -c 'a$' -f raw | cut -f 7-)" \
	    $'-_0_0_0/large_90.txt\t3000000'
	! ldd "$BATS_TEST_TMPDIR/bin/gbq" | grep -q libasan ||
	    skip "sanitizers take memory"
	equals "$(python3 - "$BATS_TEST_TMPDIR/bin/gbq" <<-'PYTHON'
		import resource, subprocess, sys
		subprocess.run([sys.argv[1], "search", "a", "-f", "raw"],
		               stdout=subprocess.DEVNULL, check=True)
		usage = resource.getrusage(resource.RUSAGE_CHILDREN)
		print(usage.ru_maxrss < 256 * 1024)
	PYTHON
	)" True
}

@test "of a binary file only is told that it matches" {
	cp -r "$FIXTURES/gb_print_logging" report
	printf 'a\0needle\0b\0' >report/-_0_0_0/binary_90.bin
	printf 'needle a\0b\nc\n' >report/-_0_0_0/text_91.txt
	gbq ingest -q report
	status_of 0 gbq search needle
	equals "$output" "-_0_0_0/binary_90.bin [0/0]
        binary file matches

-_0_0_0/text_91.txt [0/0]
     1: needle a\\x00b"
	status_of 0 gbq search needle -f json
	says '"line": null, "is_context": 0, "text": "binary file matches"'
}

@test "search reads a path, and says where contents were not kept" {
	status_of 0 gbq --db none.db search print "$FIXTURES/gb_print_logging"
	[ ! -e none.db ]
	gbq ingest -q --no-content "$FIXTURES/gb_print_logging"
	status_of 3 gbq search print
	complains "not kept"
	gbq ingest -q "$FIXTURES/mixtral_moe"
	status_of 0 gbq search forward --all -l -f raw
	complains "files not searched"
}

@test "control characters of a file do not reach the terminal" {
	cp -r "$FIXTURES/gb_print_logging" report
	printf 'needle \033[31m\n' >report/-_0_0_0/odd_90.txt
	gbq ingest -q report
	status_of 0 gbq search needle
	says '     1: needle \x1b[31m'
}

@test "a damaged block is told" {
	ingest gb_print_logging
	sqlite3 gbq.db "UPDATE block SET data = x'00'"
	status_of 5 gbq search print
	complains "damaged"
}
