# What a command takes in: from files, pipes and FIFOs, up to a cap; and
# values, names and paths that are odd.

load helper

setup_runs() {
	ingest pair_print_before pair_print_after
	gbq baseline pair_print_before >baseline.txt
}

# gives FILE PATH: write to a FIFO beside the test
gives() {
	cat "$1" >"$2" 3>&- &
}

@test "a baseline comes through a pipe, a FIFO and /dev/stdin" {
	setup_runs
	gbq diff baseline.txt pair_print_after | sed 1,2d >expected
	mkfifo fifo
	gives baseline.txt fifo
	timeout 20 gbq diff fifo pair_print_after | sed 1,2d | cmp - expected
	timeout 20 gbq diff <(cat baseline.txt) pair_print_after | sed 1,2d |
	    cmp - expected
	status_of 0 timeout 20 gbq gate --baseline /dev/stdin \
	    pair_print_after < <(cat baseline.txt)
	sed '/^GB/i # known' baseline.txt >allowed.txt
	status_of 0 timeout 20 gbq gate --max-sites 0 --allow \
	    <(cat allowed.txt) pair_print_before
	status_of 2 timeout 20 gbq diff <(echo no baseline) pair_print_after
	complains "not a baseline"
}

@test "a text that has no end is refused, by its name and the cap" {
	setup_runs
	status_of 6 timeout 60 gbq sql --file /dev/zero
	complains "/dev/zero: more than 16777216 bytes"
	status_of 6 timeout 60 gbq sql - < <(yes 'SELECT 1;')
	complains "standard input: more than 16777216 bytes"
	status_of 6 timeout 60 gbq diff <(echo gbq-baseline 1; yes '#') \
	    pair_print_after
	complains "more than 67108864 bytes"
	mkdir docs
	head -c 2000000 /dev/zero | tr '\0' x >docs/GB0059.md
	status_of 6 gbq explain GB0059 --docs docs
	complains "docs/GB0059.md: more than 1048576 bytes"
	head -c 70000 /dev/zero | tr '\0' x >password
	GBQ_CLICKHOUSE_PASSWORD_FILE=password status_of 6 gbq runs \
	    --on clickhouse://127.0.0.1:1/x
	complains "password: more than 65536 bytes"
}

@test "a text up to the cap is read whole, also when it comes in pieces" {
	setup_runs
	# 31 statements of half a megabyte, and a last one
	{
		for _ in {1..31}; do
			printf -- 'SELECT 1 -- %0524274d\n;' 0
		done
		printf -- '-- %0524265d\nSELECT 6 * 7 AS it;' 0
	} >long.sql
	equals "$(wc -c <long.sql)" $((16 * 1024 * 1024))
	status_of 0 gbq sql --file long.sql
	says 42
	printf ' ' >>long.sql
	status_of 6 gbq sql --file long.sql
	status_of 0 gbq sql - < <(printf 'SELECT 4'; sleep 0.2; printf '2')
	says 42
}

@test "SQL comes from a FIFO; the wait for a writer can be interrupted" {
	setup_runs
	mkfifo fifo
	echo 'SELECT 6 * 7' >statement
	gives statement fifo
	status_of 0 timeout 20 gbq sql --file fifo
	says 42
	for command in 'sql --file fifo' 'diff fifo pair_print_after' \
	    'ingest fifo' 'runs -o fifo'; do
		status_of 124 timeout -s INT 0.5 gbq $command
	done
}

@test "an archive comes from a FIFO; in a folder a FIFO is skipped" {
	tar cf run.tar -C "$FIXTURES" pair_print_before
	mkfifo fifo
	gives run.tar fifo
	status_of 0 timeout 20 gbq ingest fifo
	cp -r "$FIXTURES/pair_print_after" report
	mkfifo report/raw.log report/-_0_0_0/x.txt
	status_of 0 timeout 20 gbq ingest report
	equals "$(value "SELECT count(*) FROM problems WHERE code =
	    'file_skipped'")" 2
	mkdir docs
	mkfifo docs/GB0059.md
	status_of 3 timeout 20 gbq explain GB0059 --docs docs
}

@test "what only a file can give is refused of a pipe, at once" {
	status_of 3 timeout 20 gbq ingest --with-console <(echo) \
	    "$FIXTURES/pair_print_after"
	complains "not from a pipe"
	mkfifo fifo
	status_of 3 timeout 20 gbq ingest --with-console fifo \
	    "$FIXTURES/pair_print_after"
	complains "fifo: is not a file"
	status_of 5 timeout 20 gbq --db fifo runs
}

@test "a file that is nothing gbq reads is told as what it is" {
	head -c 5000 /dev/zero >zeros.log
	status_of 3 gbq ingest zeros.log
	complains "zeros.log: binary data, not an archive that gbq reads, nor a trace log or console text"
	seq 1000 >text.log
	status_of 3 gbq ingest text.log
	complains "text.log: no message of torch._dynamo in it; was TORCH_LOGS set?"
	status_of 3 gbq ingest - < <(cat text.log)
	complains "a log is read by the path of its file"
}

@test "-o does not write what belongs to the database" {
	setup_runs
	mkdir sub
	ln -s gbq.db-wal link
	ln -s gbq.db other
	for path in gbq.db gbq.db-wal gbq.db-journal ./gbq.db-shm \
	    sub/../gbq.db-wal link; do
		status_of 2 gbq html -o "$path"
		complains "is the database, no place for output"
	done
	status_of 2 gbq --db other html -o gbq.db-journal
	status_of 2 gbq export -o gbq.db-wal
	equals "$(ls -A)" "$(printf '%s\n' baseline.txt gbq.db link other sub)"
	status_of 0 gbq html -o gbq.db-page
}

@test "a database is a file with a name" {
	status_of 2 gbq --db :memory: ingest "$FIXTURES/reset_repeats"
	complains "':memory:' would be gone"
	GBQ_DB=:memory: status_of 2 gbq runs
	status_of 2 gbq --db '' ingest "$FIXTURES/reset_repeats"
	equals "$(ls -A)" ""
}

@test "names and keys are not empty, nor is an empty RUN any run" {
	setup_runs
	for name in '' ' '; do
		status_of 2 gbq ingest --name "$name" "$FIXTURES/skip_loops"
		status_of 2 gbq run --name "$name" -- touch ran
		status_of 2 gbq rename pair_print_after "$name"
		status_of 2 gbq tag pair_print_after "$name=1"
		status_of 2 gbq ingest --tag "$name=1" "$FIXTURES/skip_loops"
	done
	[ ! -e ran ]
	status_of 2 gbq rm ''
	complains "a RUN is empty"
	status_of 2 gbq diff '' pair_print_after
	equals "$(value 'SELECT count(*) FROM runs')" 2
}

@test "numbers of options are decimal, without a sign, and fit" {
	setup_runs
	for number in 1e400 0x1p4 -0 -nan -inf +1 1e '' ' 1' 0x10; do
		status_of 2 gbq gate "--max-time=$number"
		status_of 2 gbq gate "--max-sites=$number"
		status_of 2 gbq sql "--timeout=$number" 'SELECT 1'
		status_of 2 gbq diff "--fail-on=time:$number%" \
		    pair_print_before pair_print_after
		status_of 2 gbq runs "--limit=$number"
		status_of 2 gbq breaks "--rank=$number"
		status_of 2 gbq ingest "--limit-ratio=$number" .
		status_of 2 gbq issue pair_print_after "$number"
		status_of 2 gbq push "--ddl=$number.16"
	done
	status_of 2 gbq sql --timeout=1e300 'SELECT 1'
	status_of 0 gbq gate --max-time=1e3s
	status_of 0 gbq sql --timeout=0.5 'SELECT 1'
}

@test "a parameter of SQL is a number only as numbers are printed" {
	setup_runs
	for value in -0 007 0x1.8p1 1.5e400 -nan. 1.5.2; do
		equals "$(gbq sql -f tsv -p "x=$value" 'SELECT typeof(:x)' |
		    tail -n 1)" text
	done
	equals "$(gbq sql -f tsv -p x=-7 'SELECT typeof(:x)' | tail -n 1)" \
	    integer
	equals "$(gbq sql -f tsv -p x=1.5 'SELECT typeof(:x)' | tail -n 1)" \
	    real
}

@test "a link in the place of an archive's root is a problem" {
	cp -r "$FIXTURES/pair_print_before" run
	tar cf run.tar --format=ustar ./run
	rm -r run
	ln -s /etc run
	tar cf link.tar --format=ustar run
	head -c 512 link.tar >linked.tar
	cat run.tar >>linked.tar
	gbq ingest -q linked.tar
	equals "$(gbq problems -f tsv | tail -n +2 | cut -f5,6)" \
	    "$(printf 'file_skipped\trun')"
}

@test "what is skipped in an archive is told where names begin with ./" {
	cp -r "$FIXTURES/pair_print_before" run
	ln -s nowhere run/link
	tar cf run.tar ./run
	gbq ingest -q run.tar
	equals "$(gbq problems -f tsv | tail -n +2 | cut -f5,6)" \
	    "$(printf 'file_skipped\tlink')"
}

# part_is NAME COMPILES: ./NAME is a report in part, as a file, as the only
# file of a folder and of an archive, and under a name that tells nothing.
part_is() {
	local input
	mkdir folder other
	cp -- "$1" folder
	cp -- "$1" other/file
	tar czf part.tgz "$1"
	for input in "$1" folder part.tgz other/file other; do
		rm -f gbq.db
		gbq ingest "$input" >/dev/null 2>&1
		gbq rebuild >/dev/null 2>&1
		[ "$(value "SELECT source_kind || layout || complete ||
		    compiles || coalesce(break_events, 'unknown')
		    FROM runs")" = "reportpart0$2unknown" ]
		value "SELECT message FROM problems" |
		    grep -q "a report in part, without"
		gbq summary >summary.txt
		status_of 1 grep "torch <\|with-console" summary.txt
		status_of 1 gbq gate --max-events 0
	done
	rm -r folder other part.tgz
}

@test "a file of a report alone is a report in part, never console text" {
	cat >raw.jsonl <<-'END'
	{"string_table":["/srv/torch/_dynamo/convert_frame.py","/srv/a.py"]}
	{"attempt":0,"dynamo_start":{"stack":[{"filename":1,"line":3,"name":"f"}]},"frame_compile_id":0,"frame_id":0,"lineno":1,"pathname":" torch/_dynamo/convert_frame.py","thread":1,"timestamp":"2026-11-30T02:57:07.251000Z"}
	END
	part_is raw.jsonl 1
	[ "$(value "SELECT function || line FROM compiles")" = f3 ]
	sed -i 1d raw.jsonl
	part_is raw.jsonl 1
	echo '{"[0/0]": {"artifacts": []}, "[1/0]": {"artifacts": []}}' \
	    >compile_directory.json
	part_is compile_directory.json 2
	echo '[{"args": {"compile_id": "0/0"}, "name": "torch._dynamo.x",
	    "ph": "B", "pid": 0, "tid": 0, "ts": 1796007427244227.0}]' \
	    >chromium_events.json
	part_is chromium_events.json 1
	cp "$FIXTURES/gb_print_logging/index.html" .
	part_is index.html \
	    "$(grep -o "href='#\[[^']*" index.html | sort -u | wc -l)"
	cp "$FIXTURES/gb_print_logging/failures_and_restarts.html" .
	part_is failures_and_restarts.html \
	    "$(grep -o '\[[0-9]*/[0-9]*' failures_and_restarts.html |
	    sort -u | wc -l)"
}

@test "a page of a report alone is a report in part" {
	local page
	page=$(echo "$FIXTURES"/gb_print_logging/*/compilation_metrics_*.html)
	cp -- ${page%% *} .
	part_is compilation_metrics_*.html 1
	for page in "$FIXTURES"/gb_print_logging/*/dynamo_graph_break_*.txt
	do
		rm -f gbq.db
		gbq ingest "$page" >/dev/null 2>&1
		[ "$(value "SELECT source_kind || count(*) FROM runs, breaks
		    WHERE complete = 0 AND runs.break_events IS NULL")" = \
		    report1 ]
	done
	status_of 2 gbq ingest --with-console compilation_metrics_*.html \
	    "$FIXTURES/gb_print_logging"
	complains "part of a report"
}
