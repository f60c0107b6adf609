# The same input in another container, or in another order, is the same run.

load helper

# pack NAME: NAME.tar.gz, with its files from the last to the first path, and
# NAME.zip of the folder NAME
pack() {
	(find "$1" -depth -print0 | sort -rz) | tar -czf "$1.tar.gz" \
	    --no-recursion --null -T -
	python3 -m zipfile -c "$1.zip" "$1"
}

# same_rows NAME: the folder, the tar.gz and the zip give the same dump
same_rows() {
	pack "$1"
	mkdir folder tar zip
	mv "$1" folder
	mv "$1.tar.gz" tar
	mv "$1.zip" zip
	same_dump folder "tar/$1.tar.gz"
	same_dump folder "zip/$1.zip"
	rm -r folder tar zip
}

@test "a report in an archive of any order gives the same rows" {
	for name in recompile_limit_fail gb_explicit_break_messages \
	    dist_diverge_break backend_failure_uncaught; do
		cp -r "$FIXTURES/$name" .
		same_rows "$name"
	done
}

@test "failures come in the same order from an archive" {
	cp -r "$FIXTURES/mixtral_moe" .
	gbq --db folder.db ingest -q mixtral_moe
	pack mixtral_moe
	gbq --db tar.db ingest -q mixtral_moe.tar.gz
	for db in folder tar; do
		gbq --db $db.db failures -f csv >$db.failures
		gbq --db $db.db breaks --all -f csv >$db.breaks
	done
	[ "$(wc -l <folder.failures)" -ge 9 ]
	cmp folder.failures tar.failures
	cmp folder.breaks tar.breaks
}

# é as one character and as two: two files on Linux, and one name in NFC.
@test "names that differ in normalisation only are two files anywhere" {
	cp -r "$FIXTURES/reset_repeats" .
	for name in $'caf\303\251' $'cafe\314\201'; do
		echo "$name" >"reset_repeats/$name.txt"
	done
	same_rows reset_repeats
}

@test "empty folders come back from any container" {
	cp -r "$FIXTURES/reset_repeats" .
	mkdir -p reset_repeats/{empty,a/deep/er,a-b,leer-ü/tief}
	echo x >reset_repeats/a-b/file
	same_rows reset_repeats
	cp -r "$FIXTURES/reset_repeats" .
	mkdir reset_repeats/empty
	tar -czf x.tgz reset_repeats
	gbq --db x.db ingest -q x.tgz
	gbq --db x.db extract out
	diff -r reset_repeats out
}

@test "a trace folder in an archive gives the same rows" {
	mkdir trace
	for rank in 0 1; do
		sed "s/\"frame_id\"/\"rank\": $rank, \"frame_id\"/" \
		    "$FIXTURES/backend_failure_uncaught/raw.log" \
		    >trace/dedicated_log_torch_trace_rank_${rank}_x$rank.log
	done
	same_rows trace
}

@test "an archive of what is there says unchanged" {
	ingest reset_repeats
	cp -r "$FIXTURES/reset_repeats" .
	pack reset_repeats
	for archive in reset_repeats.tar.gz reset_repeats.zip; do
		status_of 0 gbq ingest "$archive"
		says unchanged
	done
	equals "$(value "SELECT count(*) FROM runs")" 1
	status_of 0 gbq --db other.db ingest -q reset_repeats.zip
	status_of 0 gbq --db other.db extract @latest out
	diff -r reset_repeats out
}

@test "what raw.log tells of ranks does not change how pages are read" {
	# of one rank, as tlparse writes it for one log of several: no rank_0/
	cp -r "$FIXTURES/backend_failure_uncaught" report
	sed -i 's/"frame_id"/"rank": 0, "frame_id"/' report/raw.log
	# a problem of a page
	sed -i '/<\/html>/d' report/-_0_0_1/compilation_metrics_4.html
	pack report
	gbq --db folder.db ingest -q report
	gbq --db tar.db ingest -q report.tar.gz
	for db in folder tar; do
		gbq --db $db.db problems -f csv >$db.problems
		gbq --db $db.db failures -f csv >$db.failures
	done
	cmp folder.problems tar.problems
	cmp folder.failures tar.failures
	grep -q '^1,0,.*compilation_metrics_4' tar.problems
	! grep -q failures_bad_row tar.problems || false
}

@test "a trace log and the report of it give the same rows" {
	for fixture in "$FIXTURES"/*/raw.log; do
		name=$(basename "$(dirname "$fixture")")
		mkdir -p "$name/trace"
		cp -r "$(dirname "$fixture")" "$name/report"
		cp "$fixture" "$name/trace/dedicated_log_torch_trace_x.log"
		status_of 0 python3 "$ROOT/tests/data/equal.py" \
		    "$(command -v gbq)" "$name"
		equals "$(tail -n 1 <<<"$output")" 1..1
	done
}
