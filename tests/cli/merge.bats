# gbq merge: databases of many workers become one.

load helper

@test "merged databases have all runs, each once, with contents" {
	gbq --db one.db ingest -q "$FIXTURES/reset_repeats" \
	    "$FIXTURES/gb_print_logging"
	gbq --db two.db ingest -q --tag worker=2 "$FIXTURES/skip_loops" \
	    "$FIXTURES/gb_print_logging"
	status_of 0 gbq --db all.db merge one.db two.db
	complains "3 added, 1 unchanged, 0 refused"
	gbq --db direct.db ingest -q "$FIXTURES/reset_repeats" \
	    "$FIXTURES/gb_print_logging" "$FIXTURES/skip_loops"
	for view in breaks sites compiles artifacts problems frames; do
		columns=$(sqlite3 all.db "SELECT group_concat(name) FROM
		    pragma_table_info('$view') WHERE name <> 'run_id'")
		for db in all direct; do
			sqlite3 "$db.db" "SELECT $columns FROM $view" |
			    sort >"$db.txt"
		done
		cmp all.txt direct.txt
	done
	gbq --db all.db extract skip_loops out
	diff -r "$FIXTURES/skip_loops" out
	equals "$(sqlite3 all.db "SELECT value FROM tags")" 2
	equals "$(sqlite3 all.db "PRAGMA integrity_check;
	    PRAGMA foreign_key_check")" ok
	equals "$(sqlite3 all.db "SELECT count(*) FROM content")" \
	    "$(sqlite3 direct.db "SELECT count(*) FROM content")"
}

@test "merging again adds nothing" {
	gbq --db one.db ingest -q "$FIXTURES/reset_repeats"
	gbq merge -q one.db
	before=$(sqlite3 gbq.db .dump | sha256sum)
	status_of 0 gbq merge one.db
	says unchanged
	equals "$(sqlite3 gbq.db .dump | sha256sum)" "$before"
	status_of 0 gbq --db one.db merge one.db
	complains "0 added, 1 unchanged"
}

@test "a bad database does not stop the others: 4; only bad ones: 3" {
	gbq --db one.db ingest -q "$FIXTURES/reset_repeats"
	echo nonsense >text.db
	sqlite3 other.db "CREATE TABLE t (a)"
	status_of 4 gbq merge text.db missing.db other.db one.db
	complains text.db
	complains missing.db
	complains other.db
	equals "$(value "SELECT count(*) FROM runs")" 1
	status_of 3 gbq merge text.db
}

@test "a database whose tables are views or others is refused" {
	gbq --db one.db ingest -q "$FIXTURES/reset_repeats"
	sqlite3 one.db "ALTER TABLE hint RENAME TO hint_old;
	    CREATE VIEW hint AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL
	    SELECT i + 1 FROM n) SELECT i AS run_id, 0 AS event_id,
	    0 AS position, 0 AS hint_text, '' AS hint_class FROM n"
	status_of 3 timeout 20 gbq merge one.db
	complains "table 'hint'"
}

@test "runs without contents are merged as they are" {
	gbq --db one.db ingest -q --no-content "$FIXTURES/reset_repeats"
	status_of 0 gbq merge one.db
	status_of 3 gbq extract reset_repeats out
	equals "$(value "SELECT break_events > 0 FROM runs")" 1
}
