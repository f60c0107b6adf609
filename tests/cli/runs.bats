# Naming runs, listing and removing them.

load helper

@test "runs lists what is there, newest last or first, in a fixed order" {
	ingest reset_repeats gb_print_logging
	status_of 0 gbq runs
	says reset_repeats
	says gb_print_logging
	gbq runs -f csv >one
	gbq runs -f csv >two
	cmp one two
}

@test "a run is named in many ways" {
	ingest reset_repeats gb_print_logging skip_loops
	name() {
		gbq summary "$1" | grep -oE \
		    'reset_repeats|gb_print_logging|skip_loops' | head -n 1
	}
	equals "$(name @latest)" skip_loops
	equals "$(name @-1)" gb_print_logging
	equals "$(name gb_print_logging)" gb_print_logging
	equals "$(name 'reset*')" reset_repeats
	equals "$(name name:reset_repeats)" reset_repeats
	id=$(value "SELECT run_id FROM runs WHERE name = 'reset_repeats'")
	equals "$(name "$id")" reset_repeats
	equals "$(name "id:$id")" reset_repeats
}

@test "a run is named by its run_key and by a tag" {
	ingest reset_repeats gb_print_logging
	gbq ingest -q --tag night=1 --tag note=a=b "$FIXTURES/skip_loops"
	gbq tag reset_repeats night=1 2>/dev/null
	name() {
		gbq summary "$1" | grep -oE \
		    'reset_repeats|gb_print_logging|skip_loops' | head -n 1
	}
	key=$(value "SELECT run_key FROM runs WHERE name = 'gb_print_logging'")
	equals "$(name "$key")" gb_print_logging
	equals "$(name "${key:0:6}")" gb_print_logging
	equals "$(name "key:${key:0:4}")" gb_print_logging
	equals "$(name night=1)" skip_loops
	equals "$(name note=a=b)" skip_loops
	status_of 3 gbq summary night=2
	complains "there is no run 'night=2'"
	status_of 2 gbq summary key:
	complains "'' is not what a run_key begins with"
	# a name comes before what it looks like, a run before a path
	gbq rename reset_repeats night=1 2>/dev/null
	status_of 0 gbq rename night=1 "${key:0:6}"
	complains "run 1 is now named"
	gbq rename gb_print_logging other 2>/dev/null
	status_of 0 gbq rename "${key:0:6}" reset_repeats
	complains "run 1 is now named"
	cp -r "$FIXTURES/gb_print_logging" night=1
	equals "$(name night=1)" skip_loops
	equals "$(name ./night=1)" gb_print_logging
}

@test "a run has the number that it has, however great" {
	ingest pair_cond_before
	# as those of a cluster are
	sqlite3 gbq.db "UPDATE sqlite_sequence SET seq = 1928437588600390920
	    WHERE name = 'run'"
	gbq ingest -q "$FIXTURES/pair_cond_after"
	status_of 0 gbq breaks
	says "pair_cond_after (run 1928437588600390921)"
	status_of 0 gbq search -c return 'pair*'
	status_of 0 gbq diff --sweep '*before' '*after'
	says "1 pair"
}

@test "the latest run is the default" {
	ingest reset_repeats gb_print_logging
	gbq breaks -f csv >one
	gbq breaks gb_print_logging -f csv >two
	cmp one two
}

@test "NAME@-1 is the run of that name before the newest" {
	cp -r "$FIXTURES/gb_print_logging" report
	gbq ingest -q --name model report
	rm -r report/-_2_0_*
	gbq ingest -q --name model report
	old=$(gbq breaks --all -f csv model@-1 | wc -l)
	new=$(gbq breaks --all -f csv model | wc -l)
	[ "$old" -gt "$new" ]
}

@test "an unknown run is no usable input" {
	ingest reset_repeats
	status_of 3 gbq summary nothing_like_it
	complains nothing_like_it
	status_of 3 gbq summary @-7
}

@test "a glob that matches two runs is a usage error" {
	ingest reset_repeats recompile_limit_fail
	status_of 2 gbq summary 're*'
	complains reset_repeats
}

@test "a PATH is read into memory and not stored" {
	status_of 0 gbq summary "$FIXTURES/gb_print_logging"
	[ ! -e gbq.db ]
	status_of 0 gbq breaks "$FIXTURES/gb_print_logging" -f csv
	equals "$(wc -l <"$BATS_TEST_TMPDIR/out")" \
	    "$(gbq --db x.db ingest -q "$FIXTURES/gb_print_logging" &&
	    gbq --db x.db breaks -f csv | wc -l)"
}

@test "rm removes a run and all that only it used" {
	ingest reset_repeats
	gbq ingest -q "$FIXTURES/mixtral_moe"
	status_of 0 gbq rm mixtral_moe
	equals "$(value "SELECT count(*) FROM runs")" 1
	for view in compiles breaks hints frames sites restarts failures \
	    recompiles guard_failures artifacts problems tags; do
		equals "$(value "SELECT count(*) FROM $view WHERE run_id NOT IN
		    (SELECT run_id FROM runs)")" 0
	done
	# no table keeps a row of a run that is gone
	for table in $(sqlite3 gbq.db "SELECT m.name FROM sqlite_schema m,
	    pragma_table_info(m.name) c WHERE m.type = 'table'
	    AND c.name = 'run_id'"); do
		equals "$(sqlite3 gbq.db "SELECT count(*) FROM \"$table\"
		    WHERE run_id NOT IN (SELECT run_id FROM run)")" 0
	done
	equals "$(sqlite3 gbq.db "PRAGMA foreign_key_check")" ""
	status_of 0 gbq ingest "$FIXTURES/mixtral_moe"
	equals "$(value "SELECT count(*) FROM runs")" 2
}

@test "rm --keep leaves the newest runs of a name" {
	for fixture in pair_cond_before pair_cond_after gb_print_logging; do
		gbq ingest -q --name night "$FIXTURES/$fixture"
	done
	gbq ingest -q --name other "$FIXTURES/reset_repeats"
	all=$(value "SELECT group_concat(run_id) FROM runs
	    WHERE name = 'night'")
	status_of 0 gbq rm --keep 2 night
	equals "$(value "SELECT group_concat(run_id) FROM runs
	    WHERE name = 'night'")" \
	    "$(tr ',' '\n' <<<"$all" | sort -n | tail -n 2 | paste -sd,)"
	equals "$(value "SELECT count(*) FROM runs")" 3
	status_of 0 gbq rm --keep 2 night other
	equals "$(value "SELECT count(*) FROM runs")" 3
	status_of 3 gbq rm --keep 1 nigh
	status_of 2 gbq rm --keep many night
	status_of 2 gbq rm --keep -1 night
}

@test "rm of an unknown run removes nothing" {
	ingest reset_repeats
	status_of 3 gbq rm nothing_like_it
	status_of 2 gbq rm
	equals "$(value "SELECT count(*) FROM runs")" 1
}

@test "removing and adding again does not grow the database without end" {
	ingest mixtral_moe
	before=$(stat -c %s gbq.db)
	for _ in 1 2 3 4; do
		gbq rm mixtral_moe >/dev/null 2>&1
		ingest mixtral_moe
	done
	[ "$(stat -c %s gbq.db)" -le $((before * 3 / 2)) ]
}

@test "counts that are lower bounds say so" {
	sed 's#^#V1130 02:48:04.117000 9595 torch/_dynamo/symbolic_convert.py:5131] [0/0] [__graph_breaks] #' \
	    "$FIXTURES"/reset_repeats/-_0_0_0/dynamo_graph_break_reason_*.txt \
	    >console.txt
	status_of 0 gbq ingest -q console.txt
	events=$(value "SELECT break_events FROM runs")
	[ "$events" -ge 1 ]
	status_of 0 gbq runs
	says " ≥ $events "
	status_of 0 gbq sweep -f markdown
	says "| ≥ $events |"
	# data for programs stays a number
	status_of 0 gbq runs -f csv
	! grep -q "≥" <<<"$output" || false
}

@test "a glob of several, or of none, says what takes globs" {
	ingest pair_cond_before pair_cond_after
	status_of 2 gbq breaks 'pair*'
	complains "matches 2 runs"
	complains "globs of several are for gbq search, html, push and diff --sweep"
	status_of 3 gbq breaks 'none*'
	complains "there is no run 'none*'; globs of several are for"
	status_of 3 gbq breaks cond_after
	equals "$(grep -o 'did you mean' <<<"$errors" | wc -l)" 1
	status_of 0 gbq search -c return 'pair*'
	status_of 0 gbq html 'pair*' -o page.html
}

@test "runs of one name: ingest and diff say how to name each" {
	for side in before after; do
		mkdir $side
		cp -r "$FIXTURES/pair_cond_$side" $side/step
		status_of 0 gbq --db gbq.db ingest "$PWD/$side/step"
	done
	complains "2 runs are named step: 'step' is the newest"
	complains "'step@-1' the one before"
	status_of 0 gbq diff step step
	complains "BASE and NEW are the same run, 2"
	status_of 0 gbq diff step@-1 step
	silent
	status_of 0 gbq --db other.db ingest "$PWD/before/step"
	if grep -q "are named" <<<"$errors"; then return 1; fi
}
