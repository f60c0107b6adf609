# gbq export and gbq merge: runs from one database to another.

load helper

tables="artifact break_event stack_frame site site_key hint restart failure
    guard_failure compile graph bytecode cache_event problem config content"

# counts DB RUN_NAME
counts() {
	local table
	for table in $tables; do
		[ "$table" = content ] ||
			sqlite3 "$1" "SELECT '$table', count(*) FROM $table
			    WHERE run_id = (SELECT run_id FROM run
			    WHERE name = '$2')"
	done
}

@test "an exported run is the run, contents too" {
	ingest gb_print_logging mixtral_moe
	status_of 0 gbq export mixtral_moe -o one.db
	equals "$(gbq --db one.db sql -f tsv "SELECT name FROM runs" |
	    tail -n +2)" mixtral_moe
	equals "$(counts one.db mixtral_moe)" "$(counts gbq.db mixtral_moe)"
	for command in summary breaks failures recompiles triage problems; do
		gbq --db one.db "$command" mixtral_moe | sed 's/run [0-9]*//' >a
		gbq "$command" mixtral_moe | sed 's/run [0-9]*//' >b
		cmp a b
	done
	gbq --db one.db extract mixtral_moe out
	diff -r "$FIXTURES/mixtral_moe" out
	equals "$(sqlite3 one.db "PRAGMA integrity_check;
	    PRAGMA foreign_key_check")" ok
	status_of 0 gbq diff one.db gbq.db || true
}

@test "a path can be exported, several runs too" {
	status_of 0 gbq export "$FIXTURES/reset_repeats" \
	    "$FIXTURES/skip_loops" -o two.db
	equals "$(gbq --db two.db sql -f tsv "SELECT count(*) FROM runs" |
	    tail -n +2)" 2
	[ ! -e gbq.db ]
	gbq --db two.db extract reset_repeats out
	diff -r "$FIXTURES/reset_repeats" out
}

@test "export makes a new file and leaves nothing after an error" {
	ingest reset_repeats
	echo precious >there.db
	status_of 2 gbq export reset_repeats -o there.db
	equals "$(cat there.db)" precious
	status_of 3 gbq export no_such_run -o new.db
	[ ! -e new.db ]
	ln -s nowhere dangling
	status_of 2 gbq export reset_repeats -o dangling
	complains "dangling exists"
	status_of 2 gbq export reset_repeats -o -
	status_of 2 gbq export reset_repeats
	status_of 2 gbq export reset_repeats -o new.db --redact names
	[ ! -e new.db ]
}

# secrets COLUMN…: texts of columns of views that are long enough to tell
secrets() {
	local query
	for query in "$@"; do
		gbq sql -f tsv "SELECT DISTINCT $query" | tail -n +2
	done | grep -E '.{13}' | sort -u
}

@test "a redacted export has no source lines, paths, values or contents" {
	cp -r "$FIXTURES/mixtral_moe" run1
	cp -r "$FIXTURES/gb_print_logging" run2
	gbq ingest -q run1 run2
	gbq export run1 run2 -o safe.db --redact paths,source,values
	strings -n 6 safe.db >text
	secrets "source FROM breaks" "via_source FROM breaks" \
	    "own_source FROM breaks" "source FROM frames" \
	    "context FROM breaks WHERE length(context) > 30" \
	    "guard FROM guard_failures" \
	    "file FROM frames WHERE owner = 'user'" \
	    "short_file FROM breaks WHERE owner = 'user'" \
	    "source_path FROM runs" >secrets
	[ "$(wc -l <secrets)" -gt 20 ]
	# what torch's own registry of kinds says is no secret
	sqlite3 safe.db "SELECT * FROM kind" >registry
	while IFS= read -r secret; do
		grep -qF -- "$secret" registry && continue
		! grep -qF -- "$secret" text || {
			echo "still there: $secret"
			return 1
		}
	done <secrets
	equals "$(sqlite3 safe.db "SELECT count(*) FROM block")" 0
	equals "$(sqlite3 safe.db "SELECT count(*) FROM content
	    WHERE kept")" 0
	status_of 3 gbq --db safe.db extract run1 out
	# the counts and the library's own paths stay
	equals "$(gbq --db safe.db sql -f tsv "SELECT name, break_events,
	    break_sites FROM runs ORDER BY name")" "$(gbq sql -f tsv "SELECT
	    name, break_events, break_sites FROM runs ORDER BY name")"
	equals "$(sqlite3 safe.db "SELECT count(*) FROM breaks WHERE short_file
	    IS NOT substr(file, -length(short_file))")" 0
	status_of 0 gbq --db safe.db check
	gbq --db safe.db breaks run1 >breaks
	grep -q transformers/models/mixtral/modeling_mixtral.py breaks
	for command in summary triage diff; do
		gbq --db safe.db "$command" run1 \
		    $([ "$command" = diff ] && echo run2) >out
		[ -s out ]
	done
}

@test "redacted alike, before and after still match" {
	cp -r "$FIXTURES/pair_print_before" before
	cp -r "$FIXTURES/pair_print_after" after
	gbq ingest -q before after
	gbq export before after -o safe.db --redact paths,values
	for column in state pass; do
		gbq diff before after -f csv >a
		gbq --db safe.db diff before after -f csv >b
		equals "$(cut -d, -f1 <b)" "$(cut -d, -f1 <a)"
	done
}

@test "a run without any text can be exported" {
	# as short as it gets: one record that nothing is derived from
	echo 'V1130 02:48:01.000000 7 torch/_dynamo/x.py:1] {"str": ["/a.py", 1]}' \
	    >trace.log
	gbq ingest -q trace.log
	equals "$(sqlite3 gbq.db "SELECT count(*) FROM text")" 0
	status_of 0 gbq export -o one.db
	status_of 0 gbq --db one.db check
	equals "$(gbq --db one.db runs -f tsv | tail -n +2 | wc -l)" 1
}

@test "a signal leaves nothing of an export" {
	ingest mixtral_moe
	mkdir out
	for signal in TERM INT HUP QUIT PIPE; do
		for wait in 0.01 0.02 0.04 0.08; do
			timeout -s $signal $wait gbq export -q -o out/x.db ||
			    true
			rm -f out/x.db
			equals "$(ls -A out)" ""
		done
	done
}

@test "an export may have any name" {
	ingest reset_repeats
	for name in file:x.db :memory: 'a?mode=ro' -x; do
		gbq export -q -o "./$name"
		rm "./$name"
		gbq export -q -o "$name"
		[ -f "./$name" ]
		status_of 0 gbq --db "merged-$name" merge -- "$name"
		status_of 0 gbq --db "./$name" check
	done
}

@test "a full disk is told by the name that was given" {
	ingest mixtral_moe
	status_of 74 bash -c 'ulimit -f 1200; trap "" XFSZ
	    gbq export mixtral_moe -o full.db'
	complains "full.db: "
	! grep -q '\.gbq-' <<<"$errors" || false
	equals "$(ls -A | grep -c gbq-)" 0
}
