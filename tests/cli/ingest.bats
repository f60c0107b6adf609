# What `gbq ingest` takes, refuses, and leaves behind.

load helper

@test "a report is taken and said to be one" {
	status_of 0 gbq ingest "$FIXTURES/gb_print_logging"
	grep -qi 'report' <<<"$output$errors"
	equals "$(value "SELECT count(*) FROM runs")" 1
	equals "$(value "SELECT source_kind FROM runs")" report
	equals "$(value "SELECT name FROM runs")" gb_print_logging
}

@test "a new database in the current folder is announced on stderr" {
	status_of 0 gbq ingest "$FIXTURES/reset_repeats"
	complains gbq.db
	[ -f gbq.db ]
}

@test "ingesting the same thing again says unchanged and changes nothing" {
	ingest gb_print_logging
	before=$(sqlite3 gbq.db .dump | sha256sum)
	status_of 0 gbq ingest "$FIXTURES/gb_print_logging"
	grep -qi unchanged <<<"$output$errors"
	equals "$(value "SELECT count(*) FROM runs")" 1
	equals "$(sqlite3 gbq.db .dump | sha256sum)" "$before"
}

@test "a copy elsewhere is the same run" {
	ingest gb_print_logging
	cp -r "$FIXTURES/gb_print_logging" copy
	status_of 0 gbq ingest copy
	says "run 1 gb_print_logging: unchanged, found again as copy"
	status_of 0 gbq ingest "$FIXTURES/gb_print_logging"
	equals "$output" "run 1 gb_print_logging: unchanged"
	equals "$(value "SELECT count(*) FROM runs")" 1
}

@test "several reports below one folder are several runs" {
	mkdir -p all/deep
	cp -r "$FIXTURES/gb_print_logging" all/one
	cp -r "$FIXTURES/reset_repeats" all/deep/two
	status_of 0 gbq ingest all
	equals "$(value "SELECT count(*) FROM runs")" 2
}

@test "a report of two ranks is one run" {
	ingest dist_diverge_break
	equals "$(value "SELECT count(*) FROM runs")" 1
	equals "$(value "SELECT ranks FROM runs")" 2
	equals "$(value "SELECT group_concat(DISTINCT rank) FROM compiles")" 0,1
}

@test "a changed report is a new run, the old one stays" {
	cp -r "$FIXTURES/reset_repeats" report
	gbq ingest -q report
	sed -i 's/0/1/' report/-_0_0_0/recompile_reasons_* 2>/dev/null ||
	    printf ' ' >>report/failures_and_restarts.html
	status_of 0 gbq ingest report
	equals "$(value "SELECT count(*) FROM runs")" 2
}

@test "--replace supersedes the run of that name" {
	cp -r "$FIXTURES/reset_repeats" report
	gbq ingest -q report
	printf ' ' >>report/failures_and_restarts.html
	status_of 0 gbq ingest --replace report
	equals "$(value "SELECT count(*) FROM runs")" 1
	equals "$(value "SELECT name FROM runs")" here/report
}

@test "--name names the run" {
	status_of 0 gbq ingest --name nightly "$FIXTURES/reset_repeats"
	equals "$(value "SELECT name FROM runs")" nightly
}

@test "an empty folder is no usable input" {
	mkdir empty
	status_of 3 gbq ingest empty
	complains empty
}

@test "a missing path is no usable input" {
	status_of 3 gbq ingest not/there
	complains not/there
}

@test "what cannot be used leaves no run behind" {
	gbq ingest empty 2>/dev/null || true
	[ ! -e gbq.db ] || equals "$(value "SELECT count(*) FROM runs")" 0
}

@test "some inputs unusable: 4, and the others are taken" {
	status_of 4 gbq ingest not/there "$FIXTURES/reset_repeats"
	complains not/there
	equals "$(value "SELECT count(*) FROM runs")" 1
}

@test "a URL gets the advice to download it first" {
	status_of 2 gbq ingest https://example.com/report/index.html
	complains download
}

@test "the report of an empty log is stored with a warning" {
	status_of 0 gbq ingest "$FIXTURES/synth_empty_file"
	equals "$(value "SELECT count(*) FROM runs")" 1
	equals "$(value "SELECT count(*) FROM compiles")" 0
	[ "$(value "SELECT count(*) FROM problems WHERE severity = 'warning'")" \
	    -ge 1 ]
}

@test "an export report has NULL counts, not zeros" {
	ingest export_plain
	equals "$(value "SELECT mode IN ('export', 'draft_export') FROM runs")" 1
	for count in compiles graphs graphs_captured graph_ops restart_rows \
	    failure_rows break_events break_sites break_kinds failures \
	    recompiles guard_failures unfinished compile_s bwd_s \
	    lost_restart_s lost_skip_s cache_hits cache_misses \
	    cache_bypasses; do
		equals "$count $(value "SELECT $count IS NULL FROM runs")" \
		    "$count 1"
	done
}

@test "graphs are not said to be none where only their files are missing" {
	# metrics of skip_loops count ops of graphs that the fixture leaves out
	ingest skip_loops
	equals "$(value "SELECT graph_ops > 0 FROM runs")" 1
	equals "$(value "SELECT graphs IS NULL OR graphs > 0 FROM runs")" 1
	status_of 0 gbq summary
	! grep -q 'no graph was captured' <<<"$output" || false
}

@test "a compile with a row on the failures page is not unfinished" {
	# that page is made of metrics records only: 15 of them lack their page
	ingest name_exec_string_lambda
	equals "$(value "SELECT count(*) FROM problems
	    WHERE code = 'unconfirmed_row'")" 15
	equals "$(value "SELECT count(*) FROM compiles
	    WHERE status = 'unfinished'")" 0
}

@test "the order of files in the folder does not matter" {
	mkdir copy
	# files are made in another order, so that the folder lists them so
	(cd "$FIXTURES/gb_print_logging" && find . -type f -print0) |
	    sort -rz | while IFS= read -r -d '' file; do
		mkdir -p "copy/$(dirname "$file")"
		cp "$FIXTURES/gb_print_logging/$file" "copy/$file"
	done
	mkdir a
	cp -r "$FIXTURES/gb_print_logging" a/name
	mkdir b
	mv copy b/name
	same_dump a/name b/name
}

@test "the locale does not matter" {
	dump "$FIXTURES/name_exec_string_lambda" >one
	LC_ALL=C.UTF-8 LANG=de_DE.UTF-8 dump "$FIXTURES/name_exec_string_lambda" >two
	cmp one two
}

@test "a page cut in half is a problem and loses only itself" {
	mkdir whole cut
	cp -r "$FIXTURES/reset_repeats" whole/report
	cp -r "$FIXTURES/reset_repeats" cut/report
	page=$(cd cut/report && ls -- -_*/compilation_metrics_*.html | head -n 1)
	size=$(stat -c %s "cut/report/$page")
	truncate -s $((size / 2)) "cut/report/$page"
	gbq --db whole.db ingest -q whole/report
	status_of 0 gbq --db cut.db ingest -q cut/report
	sql() { gbq --db "$1" sql -f tsv "$2" | tail -n +2; }
	[ "$(sql cut.db "SELECT count(*) FROM problems
	    WHERE severity = 'loss' AND file = '$page'")" -ge 1 ]
	for view in compiles breaks; do
		equals "$(sql cut.db "SELECT count(*) FROM $view")" \
		    "$(sql whole.db "SELECT count(*) FROM $view")"
	done
	# every other compile has its figures
	[ "$(sql cut.db "SELECT count(entire_frame_s) FROM compiles")" -ge \
	    "$(sql whole.db "SELECT count(entire_frame_s) - 1 FROM compiles")" ]
}

@test "a missing metrics page loses only itself" {
	cp -r "$FIXTURES/gb_print_logging" report
	rm -- report/-_2_0_1/compilation_metrics_13.html
	status_of 0 gbq ingest -q report
	equals "$(value "SELECT count(*) FROM breaks")" 7
	equals "$(value "SELECT count(*) FROM restarts")" 7
	equals "$(value "SELECT count(entire_frame_s) FROM compiles")" 13
	[ "$(value "SELECT count(*) FROM problems")" -ge 1 ]
}

@test "garbage in every page neither crashes nor stops the ingest" {
	cp -r "$FIXTURES/skip_loops" report
	find report -type f -print0 | while IFS= read -r -d '' file; do
		head -c 3000 /dev/urandom >"$file"
	done
	gbq ingest report >out 2>err || status=$?
	[ "${status:-0}" -eq 0 ] || [ "$status" -eq 3 ]
}

@test "a file with a newline in its name is taken" {
	cp -r "$FIXTURES/gb_print_logging" report
	printf 'text' >"report/-_0_0_0/odd
name_99.txt"
	status_of 0 gbq ingest report
	equals "$(value "SELECT count(*) FROM artifacts
	    WHERE path LIKE '%odd' || char(10) || 'name_99.txt'")" 1
}

@test "a link out of the report is not followed" {
	cp -r "$FIXTURES/gb_print_logging" report
	echo secret >secret.txt
	ln -s ../../secret.txt report/-_0_0_0/link_98.txt
	ln -s / report/everything
	status_of 0 timeout 20 gbq ingest report
	equals "$(value "SELECT count(*) FROM artifacts
	    WHERE path LIKE '%everything%'")" 0
}

@test "the folder of the report need not be writable, nor is it changed" {
	cp -r "$FIXTURES/reset_repeats" report
	find report -type f -exec sha256sum {} + | sort >before
	chmod -R a-w report
	status_of 0 gbq ingest report
	chmod -R u+w report
	find report -type f -exec sha256sum {} + | sort >after
	cmp before after
}

@test "no path is a usage error" {
	status_of 2 gbq ingest
}

@test "every fixture is taken without an error" {
	for fixture in "$FIXTURES"/*/; do
		status_of 0 gbq ingest -q "$fixture"
	done
	equals "$(value "SELECT count(*) FROM runs")" \
	    "$(ls -d "$FIXTURES"/*/ | wc -l)"
	equals "$(value "SELECT count(*) FROM problems
	    WHERE severity = 'error'")" 0
}
