# Where the database is, and what is one.

load helper

@test "--db comes before GBQ_DB, GBQ_DB before the nearest gbq.db" {
	gbq --db one.db ingest -q "$FIXTURES/reset_repeats"
	gbq --db two.db ingest -q "$FIXTURES/gb_print_logging"
	gbq ingest -q "$FIXTURES/skip_loops"
	name="SELECT name FROM runs"
	equals "$(GBQ_DB=two.db gbq --db one.db sql -f tsv "$name" |
	    tail -n 1)" reset_repeats
	equals "$(GBQ_DB=two.db gbq sql -f tsv "$name" | tail -n 1)" \
	    gb_print_logging
	equals "$(gbq sql -f tsv "$name" | tail -n 1)" skip_loops
}

@test "the nearest gbq.db upwards is used" {
	ingest reset_repeats
	mkdir -p a/b/c
	cd a/b/c
	status_of 0 gbq runs
	says reset_repeats
	[ ! -e gbq.db ]
}

@test "a file that is no database is refused with 5 and left alone" {
	printf 'not a database at all, just a text\n%.0s' {1..50} >text.db
	before=$(sha256sum <text.db)
	status_of 5 gbq --db text.db runs
	complains text.db
	status_of 5 gbq --db text.db ingest "$FIXTURES/reset_repeats"
	equals "$(sha256sum <text.db)" "$before"
}

@test "an SQLite database of another program is refused with 5" {
	sqlite3 other.db "CREATE TABLE t (a); INSERT INTO t VALUES (1)"
	before=$(sha256sum <other.db)
	status_of 5 gbq --db other.db ingest "$FIXTURES/reset_repeats"
	equals "$(sha256sum <other.db)" "$before"
}

@test "a database of a newer schema is refused with 5" {
	ingest reset_repeats
	sqlite3 gbq.db "PRAGMA user_version = 9999" >/dev/null
	status_of 5 gbq runs
	complains newer
}

@test "a cut database ends with 5, not with a crash" {
	ingest gb_print_logging
	truncate -s 20000 gbq.db
	status_of 5 gbq sql "SELECT count(*) FROM breaks"
}

@test "reading where there is no database does not make one" {
	status=0
	gbq runs >out 2>err || status=$?
	[ "$status" -eq 3 ] || [ "$status" -eq 5 ] || {
		echo "exit status $status"
		return 1
	}
	[ ! -e gbq.db ]
}

@test "any SQLite tool opens it" {
	ingest reset_repeats
	equals "$(sqlite3 gbq.db "SELECT name FROM runs")" reset_repeats
	equals "$(sqlite3 gbq.db "PRAGMA integrity_check")" ok
	equals "$(sqlite3 gbq.db "PRAGMA foreign_key_check")" ""
	[ "$(sqlite3 gbq.db "PRAGMA application_id")" -ne 0 ]
	[ "$(sqlite3 gbq.db "PRAGMA user_version")" -ge 1 ]
	equals "$(sqlite3 gbq.db "PRAGMA journal_mode")" delete
	[ ! -e gbq.db-wal ]
}

@test "a read-only database can be read" {
	ingest reset_repeats
	chmod a-w gbq.db
	status_of 0 gbq runs
	says reset_repeats
}

@test "eight ingests at once all land" {
	i=0
	for name in backend_failure_uncaught dist_diverge_break export_plain \
	    gb_print_logging multithread_compiles reset_repeats skip_loops \
	    training_steps_optimizer; do
		gbq --db gbq.db ingest -q "$FIXTURES/$name" 2>"err$i" &
		pids[i]=$!
		i=$((i + 1))
	done
	for pid in "${pids[@]}"; do
		wait "$pid" || { cat err*; return 1; }
	done
	equals "$(value "SELECT count(*) FROM runs")" 8
	equals "$(sqlite3 gbq.db "PRAGMA integrity_check")" ok
}

@test "a killed ingest leaves the runs before it whole" {
	ingest reset_repeats
	dump "$FIXTURES/reset_repeats" >/dev/null
	gbq ingest -q "$FIXTURES/mixtral_moe" &
	pid=$!
	sleep 0.05
	kill -9 "$pid" 2>/dev/null || true
	wait "$pid" 2>/dev/null || true
	equals "$(sqlite3 gbq.db "PRAGMA integrity_check")" ok
	[ "$(value "SELECT count(*) FROM runs")" -ge 1 ]
	equals "$(value "SELECT count(*) FROM compiles JOIN runs
	    USING (run_id) WHERE runs.name = 'reset_repeats'")" 6
	status_of 0 gbq ingest -q "$FIXTURES/mixtral_moe"
	equals "$(value "SELECT count(*) FROM runs")" 2
}

@test "commands that open one database for writing at once all wait" {
	ingest gb_print_logging
	for round in $(seq 25); do
		for i in 1 2 3 4 5 6; do
			gbq tag "@latest" "k$round.$i=1" >/dev/null &
		done
		wait
	done
	equals "$(value "SELECT count(*) FROM tags")" 150
}

@test "upgrade brings statistics back that another tool dropped" {
	ingest skip_loops
	before=$(sqlite3 gbq.db "SELECT * FROM sqlite_stat1 ORDER BY 1, 2, 3")
	[ -n "$before" ]
	sqlite3 gbq.db "DROP TABLE sqlite_stat1"
	status_of 0 gbq breaks
	status_of 0 gbq upgrade
	equals "$(sqlite3 gbq.db "SELECT * FROM sqlite_stat1 ORDER BY 1, 2, 3")" \
	    "$before"
}

@test "ids of texts beyond all bounds are told, not added to" {
	ingest skip_loops
	sqlite3 gbq.db "UPDATE text SET text_id = 9223372036854775807
	    WHERE text_id = (SELECT max(text_id) FROM text)"
	status_of 4 gbq rebuild
	complains "the database is damaged: there is a text 9223372036854775807"
	gbq --db other.db ingest -q "$FIXTURES/skip_loops"
	sqlite3 other.db "UPDATE break_event
	    SET kind_text = -9223372036854775808"
	status_of 5 gbq --db other.db export @latest -o new.db
	complains "text -9223372036854775808 is missing"
}
