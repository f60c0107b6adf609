# `gbq sql` reads, and only reads.

load helper

setup_database() {
	ingest reset_repeats
	before=$(sha256sum <gbq.db)
}

# refused SQL: not run, and the database is as it was
refused() {
	status=0
	gbq sql "$1" >out 2>err || status=$?
	[ "$status" -eq 5 ] || {
		echo "exit status $status for $1: $(cat out err)"
		return 1
	}
	equals "$(sha256sum <gbq.db)" "$before"
}

@test "writing is refused" {
	setup_database
	refused "DELETE FROM run"
	refused "UPDATE run SET name = 'x'"
	refused "INSERT INTO meta VALUES ('a', 'b')"
	refused "CREATE TABLE t (a)"
	refused "CREATE TEMP TABLE t (a)"
	refused "DROP VIEW runs"
	refused "ALTER TABLE run ADD COLUMN x"
	refused "REINDEX"
	refused "ANALYZE"
	refused "VACUUM"
	refused "BEGIN IMMEDIATE"
	refused "PRAGMA user_version = 7"
	refused "PRAGMA journal_mode = WAL"
	refused "PRAGMA writable_schema = 1"
}

@test "files are out of reach" {
	setup_database
	refused "VACUUM INTO 'copy.db'"
	refused "ATTACH 'other.db' AS other"
	refused "SELECT load_extension('x')"
	refused "SELECT readfile('/etc/passwd')"
	refused "SELECT writefile('x', 'y')"
	[ ! -e copy.db ] && [ ! -e other.db ] && [ ! -e x ]
}

@test "a write behind a read is refused too" {
	setup_database
	status=0
	gbq sql "SELECT 1; DELETE FROM run" >out 2>err || status=$?
	[ "$status" -ne 0 ]
	equals "$(value "SELECT count(*) FROM runs")" 1
}

@test "an endless query stops at --timeout with 6" {
	setup_database
	status_of 6 timeout 20 gbq sql --timeout 0.3 "WITH RECURSIVE
	    n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
	    SELECT count(*) FROM n"
}

@test "an error in SQL ends with 5 and says what is wrong" {
	setup_database
	status_of 5 gbq sql "SELECT a FROM nowhere"
	complains nowhere
	equals "$output" ""
}

@test "SQL is read from standard input and from a file" {
	setup_database
	equals "$(echo "SELECT name FROM runs" | gbq sql -f tsv - |
	    tail -n 1)" reset_repeats
	echo "SELECT name FROM runs" >query.sql
	equals "$(gbq sql -f tsv --file query.sql | tail -n 1)" reset_repeats
}

@test "parameters are bound, not pasted" {
	setup_database
	equals "$(gbq sql -f tsv -p "x=a'; DROP TABLE run; --" "SELECT :x AS x" |
	    tail -n 1)" "a'; DROP TABLE run; --"
	equals "$(gbq sql -f tsv -p n=42 "SELECT :n + 1 AS n" | tail -n 1)" 43
	status_of 2 gbq sql -p "nothing=1" "SELECT 1"
}

@test "each saved query runs and is documented" {
	ingest mixtral_moe gb_print_logging dist_diverge_break
	status_of 0 gbq queries -f json
	names=$(python3 -c 'import json, sys
for q in json.load(sys.stdin): print(q["query"])' <<<"$output")
	[ -n "$names" ]
	for name in $names; do
		status_of 0 gbq sql -f json "@$name"
		python3 -m json.tool "$BATS_TEST_TMPDIR/out" >/dev/null
	done
	status_of 2 gbq sql @no_such_query ||
	    status_of 3 gbq sql @no_such_query
}

@test "the same query twice gives the same bytes" {
	ingest mixtral_moe
	gbq sql -f json "SELECT * FROM breaks" >one
	gbq sql -f json "SELECT * FROM breaks" >two
	cmp one two
}
