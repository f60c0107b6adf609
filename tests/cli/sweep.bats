# Many inputs at once: folders of reports, archives, several paths, threads.

load helper

# A sweep of three reports and an archive of two.
make_sweep() {
	mkdir -p all/deep packed
	cp -r "$FIXTURES/gb_print_logging" all/print
	cp -r "$FIXTURES/reset_repeats" all/deep/repeats
	cp -r "$FIXTURES/skip_loops" packed/skip
	cp -r "$FIXTURES/dist_diverge_break" packed/ranks
	tar -czf all/packed.tar.gz packed
	# files that are seconds old are trusted
	find all -exec touch -d '1 hour ago' {} +
	sleep 0.2
}

names() {
	value "SELECT group_concat(name, ' ') FROM
	    (SELECT name FROM runs ORDER BY name)"
}

@test "a folder of reports and archives: one run each, named by path" {
	make_sweep
	status_of 0 gbq ingest all
	equals "$(names)" "deep/repeats packed/ranks packed/skip print"
	complains "4 added, 0 unchanged, 0 refused"
}

@test "the second time nothing is read and nothing added" {
	make_sweep
	gbq ingest -q all
	before=$(sqlite3 gbq.db .dump | sha256sum)
	status_of 0 gbq ingest all
	complains "0 added, 4 unchanged, 0 refused"
	equals "$(sqlite3 gbq.db .dump | sha256sum)" "$before"
}

@test "a file of the same size and time with another inode is read" {
	make_sweep
	gbq ingest -q all
	page=all/print/index.html
	cp -p "$page" copy
	sed -i 's/Stack/Stuck/' copy
	touch -r "$page" copy
	mv copy "$page"
	status_of 0 gbq ingest all
	complains "1 added, 3 unchanged"
}

@test "--rehash reads what seems unchanged" {
	make_sweep
	gbq ingest -q all
	status_of 0 gbq ingest --rehash all
	complains "0 added, 4 unchanged"
}

@test "a removed run of an archive comes back" {
	make_sweep
	gbq ingest -q all
	gbq rm packed/skip
	status_of 0 gbq ingest all
	complains "1 added, 3 unchanged"
	equals "$(names)" "deep/repeats packed/ranks packed/skip print"
}

@test "one bad archive does not stop the others: 4" {
	make_sweep
	head -c 3000 /dev/urandom >all/bad.tar.zst
	status_of 4 gbq ingest all
	complains bad.tar.zst
	complains "4 added, 0 unchanged, 1 refused"
}

@test "an archive without reports in a folder is no error" {
	make_sweep
	echo text >text.txt
	tar -cf all/other.tar text.txt
	status_of 0 gbq ingest all
	complains "other.tar: no tlparse report"
	complains "4 added, 0 unchanged, 0 refused"
}

@test "several paths are told apart by their last parts, or by more" {
	mkdir -p before after
	cp -r "$FIXTURES/gb_print_logging" before/report
	cp -r "$FIXTURES/reset_repeats" after/report
	status_of 0 gbq ingest before/report after/report
	equals "$(names)" "after/report before/report"
	status_of 0 gbq --db two.db ingest before/report "$FIXTURES/skip_loops"
	equals "$(gbq --db two.db sql -f tsv "SELECT name FROM runs
	    ORDER BY 1" | tail -n +2 | tr '\n' ' ')" "report skip_loops "
}

@test "any -j gives the same content and the same order of runs" {
	make_sweep
	cp -r "$FIXTURES/mixtral_moe" "$FIXTURES/name_exec_string_lambda" all
	for jobs in 1 2 4; do
		gbq --db "$jobs.db" ingest -q -j "$jobs" all
		for view in runs breaks sites frames compiles artifacts \
		    guard_failures graphs problems; do
			sqlite3 "$jobs.db" "SELECT * FROM $view" |
			    sed -E 's/20[0-9]{2}-[0-9-]+T[0-9:]+Z//'
		done >"$jobs.txt"
		equals "$(sqlite3 "$jobs.db" "PRAGMA integrity_check")" ok
	done
	cmp 1.txt 2.txt
	cmp 1.txt 4.txt
	[ "$(wc -l <1.txt)" -gt 300 ]
}

@test "contents that several runs share are stored once, with threads too" {
	mkdir all
	for copy in 1 2 3 4 5 6; do
		cp -r "$FIXTURES/mixtral_moe" "all/$copy"
		echo "$copy" >"all/$copy/-_0_0_0/number_999.txt"
	done
	gbq --db one.db ingest -q -j 1 all
	gbq --db four.db ingest -q -j 4 all
	contents="SELECT count(*) FROM content"
	equals "$(sqlite3 four.db "$contents")" "$(sqlite3 one.db "$contents")"
	for run in 1 6; do
		gbq --db four.db extract "$run" "out$run"
		diff -r "all/$run" "out$run"
	done
}

@test "reports that are mixed in an archive take several passes" {
	mkdir mixed
	cp -r "$FIXTURES/gb_print_logging" mixed/a
	cp -r "$FIXTURES/reset_repeats" mixed/b
	find mixed -type f | awk -F/ '{ print $NF "\t" $0 }' | sort |
	    cut -f2 | tar -cf mixed.tar --no-recursion -T -
	status_of 0 gbq ingest -q mixed.tar
	gbq --db folder.db ingest -q mixed
	for column in run_key break_events compiles problems; do
		equals "$(value "SELECT group_concat($column) FROM
		    (SELECT * FROM runs ORDER BY run_key)")" \
		    "$(gbq --db folder.db sql -f tsv "SELECT
		    group_concat($column) FROM (SELECT * FROM runs
		    ORDER BY run_key)" | tail -n +2)"
	done
}

@test "standard input is an archive" {
	make_sweep
	status_of 0 gbq ingest - <all/packed.tar.gz
	equals "$(names)" "packed/ranks packed/skip"
}

@test "--dry-run says what it would read and makes no database" {
	make_sweep
	status_of 0 gbq ingest --dry-run all
	says "would read all/print as a report named print: "
	says "would read all/packed.tar.gz/packed/skip as a report"
	[ ! -e gbq.db ]
	status_of 3 gbq ingest --dry-run not/there
}

@test "--strict: 4 where something of the input was lost" {
	cp -r "$FIXTURES/reset_repeats" report
	status_of 0 gbq ingest --strict report
	page=$(find report -name 'compilation_metrics_*.html' | sort |
	    head -n 1)
	truncate -s 200 "$page"
	status_of 4 gbq ingest --strict report
	status_of 4 gbq ingest --strict report
	says unchanged
	status_of 0 gbq ingest report
}

@test "a zip of 200 MiB of zeros is refused with 6 unless it is allowed" {
	mkdir report
	head -c 209715200 /dev/zero >report/raw.log
	echo '<html></html>' >report/index.html
	python3 -c 'import shutil; shutil.make_archive("zeros", "zip", ".",
	    "report")'
	status_of 6 gbq ingest zeros.zip
	complains --limit-ratio
	equals "$(value "SELECT count(*) FROM runs")" 0
	status_of 0 gbq ingest --limit-ratio 2000 zeros.zip
	status_of 6 gbq ingest --rehash --limit-ratio 2000 --limit-bytes 1M \
	    zeros.zip
	complains --limit-bytes
	status_of 6 gbq ingest --rehash --limit-entries 1 zeros.zip
	complains --limit-entries
	status_of 2 gbq ingest --limit-bytes much zeros.zip
}

@test "an archive in an archive is not opened, and said so" {
	make_sweep
	cp all/packed.tar.gz .
	tar -cf nested.tar packed.tar.gz
	status_of 3 gbq ingest nested.tar
	complains "an archive in an archive is not opened"
}

@test "a zstd window above 128 MB is refused with 6" {
	mkdir report
	cp -r "$FIXTURES/reset_repeats" report
	head -c 140000000 /dev/urandom >report/reset_repeats/big.bin
	tar -cf - report | zstd -q -1 --long=28 >big.tar.zst
	status_of 6 gbq ingest big.tar.zst
	complains "128 MiB of memory"
}

@test "a killed sweep leaves whole runs only, and goes on afterwards" {
	mkdir all
	for copy in $(seq 12); do
		cp -r "$FIXTURES/mixtral_moe" "all/$copy"
		echo "$copy" >"all/$copy/-_0_0_0/number_999.txt"
	done
	gbq ingest -q -j 4 all &
	pid=$!
	for ((try = 0; try < 600; try++)); do
		sqlite3 -readonly gbq.db "SELECT count(*) > 0 FROM runs" \
		    2>/dev/null | grep -q 1 && break
		sleep 0.05
	done
	kill -9 "$pid" 2>/dev/null || true
	wait "$pid" 2>/dev/null || true
	equals "$(sqlite3 gbq.db "PRAGMA integrity_check")" ok
	equals "$(sqlite3 gbq.db "SELECT count(*) FROM runs
	    WHERE compiles <> 53 OR break_events <> 31")" 0
	status_of 0 gbq ingest -q all
	equals "$(value "SELECT count(*) FROM runs")" 12
	equals "$(value "SELECT count(DISTINCT break_events || ' ' ||
	    compiles) FROM runs")" 1
}

@test "a name is for one run" {
	make_sweep
	status_of 2 gbq ingest --name one all
	status_of 2 gbq ingest --name one all/packed.tar.gz
}

@test "-j must be a number above 0" {
	status_of 2 gbq ingest -j 0 "$FIXTURES/reset_repeats"
	status_of 2 gbq ingest -j many "$FIXTURES/reset_repeats"
}

@test "a tag that no run has is told, with those that there are" {
	ingest pair_cond_before
	status_of 0 gbq trend --by night
	complains "no run has the tag 'night'"
	complains "there are: none"
	gbq tag -q @latest machine=a100 gpu=1
	status_of 0 gbq sweep --by night
	complains "there are: gpu, machine"
	status_of 0 gbq kinds --by gpu
	silent
}
