# What files hold: stored once, written back byte for byte by cat and extract.

load helper

# count TABLE: rows of a private table
count() {
	sqlite3 gbq.db "SELECT count(*) FROM $1"
}

# odd_report NAME: a copy of a fixture with files that are hard to keep
odd_report() {
	cp -r "$FIXTURES/gb_print_logging" "$1"
	: >"$1/-_0_0_0/empty_90.txt"
	head -c 300000 /dev/urandom >"$1/-_0_0_0/random_91.bin"
	head -c 100 /dev/zero >"$1/-_0_0_0/zeros_92.bin"
	printf 'x' >"$1/-_0_0_0/new
line_93.txt"
	printf 'y' >"$1/-_0_0_0/"$'bad\xff\xfe''_94.txt'
	printf 'z' >"$1/-_0_0_0/"$'bad\xfe\xff''_94.txt'
	mkdir -p "$1/-_0_0_0/empty folder" "$1/"$'empty\xff/inner'
}

# ---- extract

@test "extract gives every fixture back as it was" {
	gbq ingest -q "$FIXTURES"/*/
	value "SELECT run_id, source_path FROM runs" >runs
	[ "$(wc -l <runs)" -ge "$(ls -d "$FIXTURES"/*/ | wc -l)" ]
	while IFS=$'\t' read -r id path; do
		[ -d "$path" ] || continue	# an archive
		status_of 0 gbq extract "id:$id" "out_$id"
		diff -r "$path" "out_$id"
	done <runs
}

@test "extract gives odd names, odd bytes and empty folders back" {
	odd_report report
	gbq ingest -q report
	status_of 0 gbq extract @latest out
	silent
	diff -r report out
	[ -d "out/-_0_0_0/empty folder" ]
}

@test "extract takes the newest run where none is named, and a path" {
	ingest gb_print_logging reset_repeats
	status_of 0 gbq extract out
	diff -r "$FIXTURES/reset_repeats" out
	status_of 0 gbq --db none.db extract "$FIXTURES/skip_loops" other
	diff -r "$FIXTURES/skip_loops" other
	[ ! -e none.db ]
}

@test "extract wants a folder that is new or empty" {
	ingest reset_repeats
	mkdir empty full
	: >full/file
	status_of 0 gbq extract @latest empty
	status_of 2 gbq extract @latest full
	complains "not empty"
	equals "$(ls full)" file
	status_of 2 gbq extract @latest full/file
	status_of 74 gbq extract @latest no/folder
	status_of 3 gbq extract nothing out
	[ ! -e out ]
}

@test "extract never writes outside of its folder" {
	ingest reset_repeats
	mkdir deep
	for path in ../escaped /escaped "$PWD/escaped" a/../../escaped \
	    ./escaped a//escaped a/ .. ''; do
		cp gbq.db hostile.db
		sqlite3 hostile.db "UPDATE artifact SET path = '$path'
		    WHERE artifact_no = 1"
		status_of 4 gbq --db hostile.db extract @latest deep/out
		complains "not written"
		[ ! -e escaped ]
		[ ! -e deep/escaped ]
		[ ! -e /escaped ]
		# all the others are there
		equals "$(find deep/out -type f | wc -l)" \
		    "$(($(find "$FIXTURES/reset_repeats" -type f | wc -l) - 1))"
		rm -r deep/out
	done
}

@test "extract refuses a NUL, a taken name and folders outside" {
	ingest reset_repeats
	sqlite3 gbq.db "UPDATE artifact SET path_bytes = x'610062'
	    WHERE artifact_no = 1;
	    UPDATE artifact SET path = (SELECT path FROM artifact
	    WHERE artifact_no = 3) WHERE artifact_no = 2;
	    UPDATE artifact SET path = (SELECT path FROM artifact
	    WHERE artifact_no = 3) || '/x' WHERE artifact_no = 4;
	    INSERT INTO empty_folder VALUES (1, 1, '../outside')"
	mkdir deep
	status_of 4 gbq extract @latest deep/out
	equals "$(grep -c 'not written' <<<"$errors")" 4
	[ ! -e deep/outside ]
}

@test "control characters of a hostile path reach no terminal" {
	ingest reset_repeats
	sqlite3 gbq.db "UPDATE artifact SET path = '../' || char(27) || '[2J'
	    WHERE artifact_no = 1"
	status_of 4 gbq extract @latest out
	[[ $errors != *$'\e'* ]]
}

@test "a disk that is full is an I/O error" {
	[ -w /dev/full ] || skip
	ingest reset_repeats
	status_of 74 gbq cat index.html -o /dev/full
}

# ---- cat

@test "cat writes a file by its path" {
	ingest gb_print_logging
	(cd "$FIXTURES/gb_print_logging" && find . -type f -printf '%P\n') |
	while IFS= read -r path; do
		gbq cat @latest "./$path" >out
		cmp out "$FIXTURES/gb_print_logging/$path"
	done
	path=-_0_0_0/dynamo_graph_break_reason_1.txt
	[ -f "$FIXTURES/gb_print_logging/$path" ]
	gbq cat -- "$path" >out
	cmp out "$FIXTURES/gb_print_logging/$path"
	status_of 2 gbq cat "$path"
	complains "./"
	status_of 0 gbq cat index.html -o out
	equals "$output" ""
	cmp out "$FIXTURES/gb_print_logging/index.html"
}

@test "cat reads a report that is in no database" {
	gbq cat "$FIXTURES/gb_print_logging" index.html >out
	cmp out "$FIXTURES/gb_print_logging/index.html"
	[ ! -e gbq.db ]
}

@test "cat names what it cannot find" {
	ingest gb_print_logging
	status_of 3 gbq cat @latest no/such/file
	complains no/such/file
	status_of 3 gbq cat @latest 0/0 nothing
	complains nothing
	status_of 3 gbq cat @latest 99/9 reason
	complains 99/9
	status_of 3 gbq cat nobody index.html
	status_of 2 gbq cat @latest no_id graph
	complains "cat takes a compile"
	status_of 2 gbq cat
}

@test "cat finds the files of a compile" {
	ingest mixtral_moe
	report=$FIXTURES/mixtral_moe
	gbq cat 1/4 graph >out
	cmp out "$report"/-_1_4_0/dynamo_output_graph_82.txt
	gbq cat @latest 1/4 dynamo_output_graph >out
	cmp out "$report"/-_1_4_0/dynamo_output_graph_82.txt
	gbq cat mixtral_moe 1/4_0 dynamo_output_graph_82.txt >out
	cmp out "$report"/-_1_4_0/dynamo_output_graph_82.txt
	status_of 3 gbq cat 1/4_7 graph
}

@test "cat takes the newest attempt that has the file" {
	mkdir -p report/-_0_0_0 report/-_0_0_1 report/-_0_0_2
	cp "$FIXTURES/gb_print_logging"/*.html report
	echo old >report/-_0_0_0/dynamo_output_graph_1.txt
	echo new >report/-_0_0_1/dynamo_output_graph_5.txt
	echo guards >report/-_0_0_2/dynamo_cpp_guards_str_9.txt
	gbq ingest -q report
	equals "$(gbq cat 0/0 graph)" new
	equals "$(gbq cat 0/0_0 graph)" old
	equals "$(gbq cat 0/0 guards)" guards
}

@test "cat takes the first reason, and that of an event" {
	ingest gb_print_logging
	gbq cat 0/0 reason >out
	path=$(value "SELECT artifact_path FROM breaks WHERE event_id = 1")
	cmp out "$FIXTURES/gb_print_logging/$path"
	gbq cat @latest e2 reason >out
	path=$(value "SELECT artifact_path FROM breaks WHERE event_id = 2")
	cmp out "$FIXTURES/gb_print_logging/$path"
}

@test "cat lists files that differ and writes none of them" {
	mkdir -p report/-_0_0_0
	cp "$FIXTURES/gb_print_logging"/*.html report
	echo one >report/-_0_0_0/inductor_output_code_abc_1.html
	echo two >report/-_0_0_0/inductor_output_code_def_2.html
	echo same >report/-_0_0_0/fx_graph_runnable_3.txt
	echo same >report/-_0_0_0/fx_graph_runnable_4.txt
	gbq ingest -q report
	status_of 2 gbq cat 0/0 code
	equals "$output" ""
	complains inductor_output_code_abc_1.html
	complains inductor_output_code_def_2.html
	equals "$(gbq cat 0/0 inductor_output_code_abc)" one
	equals "$(gbq cat 0/0 runnable)" same
}

@test "cat asks which rank is meant" {
	mkdir -p report/rank_0/-_0_0_0 report/rank_1/-_0_0_0
	for rank in 0 1; do
		cp "$FIXTURES/gb_print_logging"/*.html report/rank_$rank
		echo "rank $rank" \
		    >report/rank_$rank/-_0_0_0/dynamo_output_graph_1.txt
	done
	gbq ingest -q report
	status_of 2 gbq cat 0/0 graph
	equals "$(gbq cat 0/0@r1 graph)" "rank 1"
}

@test "records that only a log has can be read, and are no files" {
	mkdir -p report/-_0_0_0
	cp "$FIXTURES/gb_print_logging"/*.html report
	cat >report/raw.log <<'LOG'
V0101 10:00:00.000000 100 torch/_dynamo/output_graph.py:1] {"dynamo_output_graph": {}, "frame_id": 7, "frame_compile_id": 0, "attempt": 0, "has_payload": "5246db7a33bd2145532d0d4dd83e5382"}
	class GraphModule:
	    pass
LOG
	gbq ingest -q report
	path=$(value "SELECT path FROM artifacts WHERE path LIKE 'raw.log@%'
	    AND name = 'dynamo_output_graph'")
	[ -n "$path" ]
	equals "$(gbq cat "$path")" "$(printf 'class GraphModule:\n    pass')"
	equals "$(gbq cat 7/0 graph)" "$(gbq cat "$path")"
	equals "$(value "SELECT content_bytes FROM runs")" \
	    "$(cat report/*.* | wc -c)"
	status_of 0 gbq extract @latest out
	diff -r report out
}

# ---- what is kept

@test "artifacts tells what is stored" {
	ingest gb_print_logging
	equals "$(value "SELECT count(*) FROM artifacts WHERE stored <> 1")" 0
	equals "$(value "SELECT hash FROM artifacts
	    WHERE path = 'index.html'")" \
	    "$(sha256sum "$FIXTURES/gb_print_logging/index.html" | head -c 32)"
}

@test "a run without contents that is found again says how to store them" {
	gbq ingest -q --no-content "$FIXTURES/reset_repeats"
	status_of 0 gbq ingest "$FIXTURES/reset_repeats"
	says "unchanged, it is stored without contents, and stays so until"
	status_of 0 gbq ingest --rehash "$FIXTURES/reset_repeats"
	says "it is stored without contents"
	status_of 0 gbq ingest --no-content "$FIXTURES/reset_repeats"
	! grep -q "without contents" <<<"$output" || false
	gbq rm id:1
	gbq ingest -q "$FIXTURES/reset_repeats"
	status_of 0 gbq ingest "$FIXTURES/reset_repeats"
	! grep -q "without contents" <<<"$output" || false
	cat_of=$(gbq cat index.html | md5sum)
	equals "$cat_of" "$(md5sum <"$FIXTURES/reset_repeats/index.html")"
}

@test "with --no-content only hashes are kept" {
	status_of 0 gbq ingest -q --no-content "$FIXTURES/gb_print_logging"
	equals "$(count block)" 0
	equals "$(value "SELECT sum(stored) FROM artifacts")" 0
	equals "$(value "SELECT sum(bytes) = (SELECT content_bytes FROM runs)
	    FROM artifacts")" 1
	status_of 3 gbq cat @latest index.html
	complains "not kept"
	status_of 3 gbq extract @latest out
	complains "not kept"
	[ ! -e out ]
}

@test "--no-content stays so where another run keeps the same files" {
	gbq ingest -q --no-content --name lean "$FIXTURES/gb_print_logging"
	cp -r "$FIXTURES/gb_print_logging" report
	echo more >report/-_0_0_0/more_99.txt
	gbq ingest -q --name full report
	status_of 3 gbq cat lean index.html
	status_of 0 gbq cat full index.html
	gbq rm -q full
	equals "$(count block)" 0
	equals "$(count content)" "$(value "SELECT count(DISTINCT hash)
	    FROM artifacts")"
	# and the other way round
	gbq rm -q lean
	gbq ingest -q report
	gbq ingest -q --no-content "$FIXTURES/gb_print_logging"
	status_of 3 gbq cat gb_print_logging index.html
}

@test "an unreadable file is told and not kept" {
	[ "$(id -u)" -ne 0 ] || skip "root reads everything"
	cp -r "$FIXTURES/reset_repeats" report
	chmod a-r report/index.html
	status_of 0 gbq ingest report
	status_of 3 gbq cat index.html
	status_of 4 gbq extract @latest out
}

@test "contents are stored once over all runs" {
	ingest gb_print_logging
	blocks=$(count block)
	contents=$(count content)
	cp -r "$FIXTURES/gb_print_logging" report
	echo more >report/-_0_0_0/more_99.txt
	gbq ingest -q report
	equals "$(count block)" $((blocks + 1))
	equals "$(count content)" $((contents + 1))
	status_of 0 gbq extract @latest out
	diff -r report out
}

@test "rm frees what nothing else uses, and only that" {
	cp -r "$FIXTURES/gb_print_logging" report
	echo more >report/-_0_0_0/more_99.txt
	gbq ingest -q --name one report
	ingest gb_print_logging
	gbq rm -q one
	equals "$(count content)" "$(value "SELECT count(DISTINCT hash)
	    FROM artifacts")"
	status_of 0 gbq extract @latest out
	diff -r "$FIXTURES/gb_print_logging" out
	gbq rm -q @latest
	equals "$(count content)" 0
	equals "$(count block)" 0
	equals "$(count empty_folder)" 0
}

@test "--replace keeps the files that both have" {
	cp -r "$FIXTURES/reset_repeats" report
	gbq ingest -q report
	printf ' ' >>report/failures_and_restarts.html
	gbq ingest -q --replace report
	status_of 0 gbq extract @latest out
	diff -r report out
	equals "$(count content)" "$(value "SELECT count(DISTINCT hash)
	    FROM artifacts")"
}

@test "a damaged block is told, and other files are still written" {
	ingest gb_print_logging
	sqlite3 gbq.db "UPDATE block SET data = zeroblob(length(data))"
	status_of 5 gbq cat @latest index.html
	complains damaged
	status_of 5 gbq extract @latest out
	complains damaged
	equals "$(find out -type f -size +0 | wc -l)" 0
}

@test "a large file goes through in pieces" {
	mkdir report
	cp "$FIXTURES/gb_print_logging"/*.html report
	head -c 20000000 /dev/urandom >report/raw.log
	gbq ingest -q report
	status_of 0 gbq extract @latest out
	diff -r report out
	cp -r report other
	echo more >other/more.txt
	blocks=$(count block)
	gbq ingest -q other
	equals "$(count block)" $((blocks + 1))
}

@test "ingests at once share contents, and rm beside them loses nothing" {
	for i in 1 2 3 4 5 6; do
		cp -r "$FIXTURES/reset_repeats" "report$i"
		echo "number $i" >"report$i/-_0_0_0/number_99.txt"
	done
	ingest reset_repeats
	for i in 1 2 3 4 5 6; do
		gbq --db gbq.db ingest -q "report$i" &
	done
	gbq --db gbq.db rm -q name:reset_repeats
	wait
	for i in 1 2 3 4 5 6; do
		status_of 0 gbq extract "report$i" "out$i"
		diff -r "report$i" "out$i"
	done
	equals "$(count content)" "$(value "SELECT count(DISTINCT hash)
	    FROM artifacts")"
}

@test "cat of an unknown word says which there are" {
	ingest mixtral_moe
	status_of 3 gbq cat 0/0 grahp
	complains "graph, code, runnable, guards, reason"
	complains "'gbq show 0/0'"
}
