# gbq check, rebuild and upgrade. What each invariant finds: tests/trust/.

load helper

# views DB: all rows of all views, but for what differs between ingests
views() {
	local view columns
	for view in $(sqlite3 "$1" "SELECT name FROM sqlite_schema
	    WHERE type = 'view' ORDER BY 1"); do
		columns=$(sqlite3 "$1" "SELECT group_concat(name) FROM
		    pragma_table_info('$view') WHERE name NOT IN
		    ('ingested_at', 'source_path')")
		echo "== $view"
		sqlite3 "$1" "SELECT $columns FROM $view" | sort
	done
}

# spoil: make derived rows wrong, as an older gbq might have
spoil() {
	sqlite3 gbq.db "UPDATE site SET events = events + 7;
	    DELETE FROM hint; UPDATE break_event SET form = 'error';
	    UPDATE site_key SET version = 0; DELETE FROM triage_item;
	    UPDATE run SET compiles = 0, compile_s = NULL;
	    DELETE FROM guard_failure; DELETE FROM problem
	    WHERE from_input = 0"
}

@test "a sound database is said to be so, on stderr" {
	ingest mixtral_moe
	status_of 0 gbq check
	equals "$output" ""
	complains "invariants hold"
	status_of 0 gbq check -q
	silent
	status_of 0 gbq check -f tsv
	equals "$output" "$(printf 'run_id\trun\tinvariant\trows\tfirst\thelp')"
}

@test "a violation names run, invariant and rows; exit status 1" {
	ingest skip_loops mixtral_moe
	sqlite3 gbq.db "UPDATE site SET events = events + 1 WHERE run_id = 2
	    AND site_id <= 3"
	status_of 1 gbq check -f json
	says '"run": "mixtral_moe", "invariant": "site-events", "rows": 3'
	says '"invariant": "breaks-sites"'
	status_of 1 gbq check -n 1 -f tsv
	equals "$(wc -l <<<"$output")" 2
	complains violation
}

@test "a damaged content is found, with its run" {
	ingest mixtral_moe
	sqlite3 gbq.db "UPDATE block SET data = zeroblob(length(data))
	    WHERE block_id = (SELECT max(block_id) FROM block)"
	status_of 1 gbq check -f csv
	says ",mixtral_moe,contents,"
}

@test "exported, redacted and merged databases are sound" {
	ingest mixtral_moe recompile_limit_fail
	gbq ingest -q --no-content "$FIXTURES/skip_loops"
	status_of 0 gbq check
	gbq export mixtral_moe recompile_limit_fail skip_loops -o plain.db
	status_of 0 gbq --db plain.db check
	gbq export mixtral_moe recompile_limit_fail skip_loops -o less.db \
	    --redact paths,source,values
	status_of 0 gbq --db less.db check
	status_of 0 gbq --db merged.db merge plain.db
	status_of 0 gbq --db merged.db check
	gbq rm mixtral_moe
	status_of 0 gbq check
}

@test "what is no database is refused with 5" {
	echo "no database at all, only a text" >gbq.db
	status_of 5 gbq check
	status_of 5 gbq rebuild
	status_of 5 gbq upgrade
}

@test "rebuild gives what a new ingest gives, whatever was stored" {
	for name in mixtral_moe recompile_limit_fail export_plain \
	    synth_empty_file name_exec_string_lambda dist_diverge_break; do
		gbq ingest -q --tag k="$name" "$FIXTURES/$name"
	done
	views gbq.db >before
	sqlite3 gbq.db .dump | grep "INSERT INTO tag" >tags
	spoil
	status_of 1 gbq check
	status_of 0 gbq rebuild
	complains "6 runs rebuilt"
	views gbq.db | diff before -
	sqlite3 gbq.db .dump | grep "INSERT INTO tag" | diff tags -
	status_of 0 gbq check
	# it is recognised as before
	status_of 0 gbq ingest "$FIXTURES/mixtral_moe"
	says unchanged
}

@test "rebuild of one run leaves the others as they are" {
	ingest skip_loops mixtral_moe
	views gbq.db >before
	spoil
	status_of 0 gbq rebuild mixtral_moe
	complains "1 run rebuilt"
	equals "$(value "SELECT count(*) FROM hints WHERE run_id = 1")" 0
	[ "$(value "SELECT count(*) FROM hints WHERE run_id = 2")" -gt 0 ]
	status_of 0 gbq rebuild skip_loops
	views gbq.db | diff before -
	status_of 3 gbq rebuild nothing
}

@test "a renamed run keeps its name, number and time" {
	ingest skip_loops
	gbq rename -q skip_loops other
	sqlite3 gbq.db "UPDATE run SET ingested_at = '2020-01-01T00:00:00Z'"
	before=$(value "SELECT run_id, run_key, name, source_path, ingested_at
	    FROM runs")
	status_of 0 gbq rebuild other
	equals "$(value "SELECT run_id, run_key, name, source_path, ingested_at
	    FROM runs")" "$before"
}

@test "problems of listing and unpacking stay, of archives and logs too" {
	cp -r "$FIXTURES/skip_loops" report
	ln -s nowhere report/link
	mkdir report/empty
	tar -C "$FIXTURES" -cf cut.tar reset_repeats
	truncate -s -11000 cut.tar
	gbq ingest -q report cut.tar
	equals "$(value "SELECT count(*) > 1 FROM problems WHERE code =
	    'file_skipped' OR code LIKE 'archive%'")" 1
	views gbq.db >before
	status=0
	gbq rebuild 2>err || status=$?
	# a file of the tar is cut: its bytes were not kept
	equals "$status" 4
	grep -q "not kept" err
	grep -q "1 run rebuilt" err
	views gbq.db | diff before -
	status_of 0 gbq check
}

@test "a run with a console text beside it is rebuilt with it" {
	cat >console.txt <<-'END'
		V1130 09:00:00.000000 1 torch/_dynamo/symbolic_convert.py:1 [0/0] [__graph_breaks] Graph break in user code at /a/b.py:7
		V1130 09:00:00.000000 1 torch/_dynamo/symbolic_convert.py:1 [0/0] [__graph_breaks] Reason: Unsupported: seen on the console only
	END
	cp -r "$FIXTURES/reset_repeats" .
	gbq ingest -q reset_repeats --with-console console.txt
	equals "$(value "SELECT count(*) FROM artifacts
	    WHERE path = 'console:console.txt'")" 1
	views gbq.db >before
	spoil
	status_of 0 gbq rebuild
	views gbq.db | diff before -
}

@test "a run without contents is left as it is, exit status 4" {
	gbq ingest -q --no-content "$FIXTURES/mixtral_moe"
	ingest skip_loops
	sqlite3 gbq.db .dump >before
	status_of 4 gbq rebuild mixtral_moe
	complains "not kept"
	sqlite3 gbq.db .dump | diff before -
	status_of 4 gbq rebuild
	complains "1 run rebuilt"
}

@test "damaged contents leave the run as it is" {
	ingest mixtral_moe
	sqlite3 gbq.db "UPDATE block SET data = zeroblob(length(data))"
	sqlite3 gbq.db .dump | sha256sum >before
	status_of 4 gbq rebuild
	complains damaged
	sqlite3 gbq.db .dump | sha256sum | diff before -
}

@test "a killed rebuild leaves the old rows or the new" {
	ingest mixtral_moe
	views gbq.db >before
	for pause in 0.002 0.01 0.02 0.03 0.05 0.08; do
		gbq rebuild -q &
		pid=$!
		sleep "$pause"
		kill -9 "$pid" 2>/dev/null || true
		wait "$pid" 2>/dev/null || true
		status_of 0 gbq check
		views gbq.db | diff before -
	done
}

@test "other views in the file are not used, and upgrade makes them anew" {
	ingest mixtral_moe
	gbq breaks >before
	sqlite3 gbq.db "DROP VIEW sites; DROP VIEW breaks; DROP VIEW runs;
	    CREATE VIEW runs AS SELECT 1 AS run_id, 'lie' AS name;
	    CREATE TABLE sites (run_id)"
	status_of 0 gbq breaks
	diff before "$BATS_TEST_TMPDIR/out"
	status_of 1 gbq check -f csv
	says "views,1,"
	sqlite3 gbq.db "DROP TABLE sites"
	status_of 0 gbq upgrade
	status_of 0 gbq check
	equals "$(sqlite3 gbq.db "SELECT name FROM runs")" mixtral_moe
}

@test "tables of another program are refused" {
	ingest skip_loops
	sqlite3 gbq.db "ALTER TABLE phase ADD COLUMN more"
	status_of 5 gbq runs
	complains "table 'phase'"
	status_of 5 gbq ingest "$FIXTURES/mixtral_moe"
}

@test "locale, time zone and number of threads change nothing" {
	names="mixtral_moe skip_loops reset_repeats training_steps_optimizer
	    backend_failure_uncaught dist_diverge_break"
	paths=$(printf "$FIXTURES/%s " $names)
	gbq --db 1.db ingest -q -j 1 $paths
	views 1.db >expected
	LC_ALL=C.UTF-8 TZ=Asia/Kolkata gbq --db 2.db ingest -q -j 4 $paths
	LC_ALL=POSIX TZ=America/St_Johns gbq --db 3.db ingest -q -j 2 $paths
	LC_ALL=tr_TR.UTF-8 LANG=de_DE TZ=:bad gbq --db 4.db ingest -q -j 3 \
	    $paths
	for n in 2 3 4; do
		views $n.db | diff expected -
		# what shares a block with what may depend on who was faster
		for table in text compile break_event config_item \
		    "content WHERE 0 UNION SELECT hash, kept, bytes, 0, 0, 0, 0
		    FROM content ORDER BY 1"; do
			equals "$(sqlite3 $n.db "SELECT * FROM $table" |
			    sha256sum)" "$(sqlite3 1.db "SELECT * FROM $table" |
			    sha256sum)"
		done
	done
}
