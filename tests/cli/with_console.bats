# `gbq ingest --with-console`: console text of a run that has a report, too.

load helper

# printed FOLDER: the report's reason files as torch prints them on a console:
# a prefix with the compile id before each line.
printed() {
	(cd "$1" && for file in */dynamo_graph_break_reason_*.txt; do
		id=$(sed -nE 's#^-_([0-9]+)_([0-9]+)_.*#\1/\2#p' <<<"$file")
		sed "s#^#V1130 02:48:04.117000 9595 $2torch/_dynamo/symbolic_convert.py:5131] [$id] [__graph_breaks] #" \
		    "./$file"
		echo
	done)
}

@test "a break that the report has is not counted again" {
	printed "$FIXTURES/gb_print_logging" >console.txt
	status_of 0 gbq --db console.db ingest -q console.txt
	status_of 0 gbq ingest -q "$FIXTURES/gb_print_logging"
	status_of 0 gbq ingest -q "$FIXTURES/gb_print_logging" \
	    --with-console console.txt --name both
	equals "$(value "SELECT count(DISTINCT break_events || ' ' ||
	    break_sites || ' ' || counts_are || ' ' || compiles)
	    FROM runs")" 1
	equals "$(value "SELECT count(*) FROM breaks
	    WHERE evidence = 'console'")" 0
	# the text does hold breaks
	[ "$(GBQ_DB=console.db value "SELECT count(*) FROM breaks")" -gt 5 ]
}

@test "a break that the report lost comes from the console text" {
	printed "$FIXTURES/gb_print_logging" >console.txt
	cp -r "$FIXTURES/gb_print_logging" cut
	cp -r "$FIXTURES/gb_print_logging" whole
	rm -r cut/failures_and_restarts.html cut/-_0_0_[01]
	rm -f cut/raw.* cut/compile_directory.json
	rm -f whole/raw.*
	status_of 0 gbq ingest -q cut
	status_of 0 gbq ingest -q cut --with-console console.txt --name both
	status_of 0 gbq ingest -q whole
	lost=$(value "SELECT count(*) FROM breaks JOIN runs USING (run_id)
	    WHERE name = 'whole' AND compile_id = '0/0'")
	[ "$lost" -gt 0 ]
	equals "$(value "SELECT count(*) FROM breaks
	    WHERE evidence = 'console' AND compile_id = '0/0'")" "$lost"
	equals "$(value "SELECT count(*) FROM breaks
	    WHERE evidence = 'console'")" "$lost"
	equals "$(value "SELECT group_concat(break_events) FROM (SELECT
	    break_events FROM runs WHERE name IN ('both', 'whole'))" |
	    tr , '\n' | sort -u | wc -l)" 1
	equals "$(value "SELECT counts_are FROM runs
	    WHERE name = 'both'")" at_least
}

@test "a break without a reason file takes its place from the text" {
	printed "$FIXTURES/gb_print_logging" >console.txt
	cp -r "$FIXTURES/gb_print_logging" cut
	rm cut/-_0_0_0/dynamo_graph_break_reason_*.txt
	status_of 0 gbq ingest -q cut
	status_of 0 gbq ingest -q cut --with-console console.txt --name both
	status_of 0 gbq ingest -q "$FIXTURES/gb_print_logging" --name whole
	place="SELECT file || ':' || line || ' ' || source FROM breaks
	    JOIN runs USING (run_id) WHERE compile_id = '0/0' AND name ="
	[ "$(value "$place 'cut'")" != "$(value "$place 'whole'")" ]
	equals "$(value "$place 'both'")" "$(value "$place 'whole'")"
	equals "$(value "SELECT group_concat(evidence) FROM breaks
	    JOIN runs USING (run_id)
	    WHERE compile_id = '0/0' AND name = 'both'")" restart
}

@test "the text is the run's: cat, extract, unchanged, in any container" {
	printed "$FIXTURES/reset_repeats" >console.txt
	cp -r "$FIXTURES/reset_repeats" .
	status_of 0 gbq ingest reset_repeats --with-console console.txt
	equals "$(value "SELECT kind FROM artifacts
	    WHERE path = 'console:console.txt'")" console
	gbq cat @latest console:console.txt | cmp - console.txt
	status_of 0 gbq ingest reset_repeats --with-console console.txt
	says unchanged
	tar -czf packed.tar.gz reset_repeats
	status_of 0 gbq ingest packed.tar.gz --with-console console.txt
	says "unchanged, found again as"
	status_of 0 gbq extract @latest out
	cmp out/console:console.txt console.txt
	rm out/console:console.txt
	diff -r reset_repeats out
	cp console.txt out/console:console.txt
	status_of 0 gbq ingest out
	says "unchanged, found again as"
	equals "$(value "SELECT count(*) FROM runs")" 1
	# other text is another run
	echo "and a line" >>console.txt
	status_of 0 gbq ingest reset_repeats --with-console console.txt
	equals "$(value "SELECT count(*) FROM runs")" 2
}

@test "a rank's messages go to that rank" {
	printed "$FIXTURES/gb_print_logging" "" | sed 's/^V/[rank1]:V/' \
	    >console.txt
	mkdir -p run/rank_0
	cp -r "$FIXTURES/gb_print_logging/." run/rank_0
	status_of 0 gbq ingest -q run --with-console console.txt
	equals "$(value "SELECT group_concat(DISTINCT evidence) FROM breaks
	    WHERE rank = 0 AND evidence = 'console'")" ""
	equals "$(value "SELECT count(*) FROM breaks WHERE rank = 1")" \
	    "$(value "SELECT count(*) FROM breaks WHERE evidence = 'console'")"
	[ "$(value "SELECT count(*) FROM breaks WHERE rank = 1")" -gt 5 ]
}

@test "it needs one run and a text" {
	printed "$FIXTURES/reset_repeats" >console.txt
	mkdir all
	cp -r "$FIXTURES/reset_repeats" "$FIXTURES/skip_loops" all
	status_of 2 gbq ingest all --with-console console.txt
	complains "console text"
	status_of 2 gbq ingest all/reset_repeats all/skip_loops \
	    --with-console console.txt
	tar -cf all.tar all
	status_of 2 gbq ingest all.tar --with-console console.txt
	complains "console text"
	status_of 3 gbq ingest all/reset_repeats --with-console none.txt
	complains none.txt
	printf '%s {"str": ["a.py", 0]}\n' \
	    "V1130 02:48:04.117000 9595 torch/_logging/structured.py:28]" \
	    >trace.log
	status_of 2 gbq ingest all/reset_repeats --with-console trace.log
	complains "trace log"
}
