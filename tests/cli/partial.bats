#!/usr/bin/env bats
# Reports and traces of which something is gone or damaged: never shown as
# whole. tests/damage tries thousands of such inputs.

load helper

rows() {
	gbq sql -f tsv "$1" | tail -n +2 | tr '\t' '|'
}

# whole NAME FIXTURE: a copy of a fixture, ingested under the name
whole() {
	cp -r "$FIXTURES/$2" "$1"
	gbq ingest -q --name "$1" "$1"
}

# damaged NAME FIXTURE: a copy of a fixture, to be damaged
damaged() {
	cp -r "$FIXTURES/$2" "$1"
}

# told FILE: the newest run is incomplete, and a row names the file
told() {
	equals "$(rows 'SELECT complete FROM runs ORDER BY run_id DESC
	    LIMIT 1')" 0
	[ -n "$(rows "SELECT 1 FROM problems WHERE severity = 'loss'
	    AND file = '$1'
	    AND run_id = (SELECT max(run_id) FROM runs)")" ]
}

# same_counts: of the two runs
same_counts() {
	equals "$(rows 'SELECT count(*) FROM (SELECT DISTINCT break_events,
	    break_sites, restart_rows, failure_rows, failures, recompiles,
	    guard_failures, compiles FROM runs)')" 1
}

@test "a copy that stopped is not complete" {
	damaged cut gb_print_logging
	find cut -mindepth 1 -maxdepth 1 ! -name '-_[01]_*' -exec rm -r {} +
	gbq ingest -q --name cut cut
	told index.html
	told failures_and_restarts.html
	status_of 1 gbq gate cut
	says 'FAIL complete'
}

@test "each file that a report names must be there" {
	whole all gb_print_logging
	for file in -_0_0_0/dynamo_graph_break_reason_1.txt \
	    -_0_0_1/dynamo_output_graph_2.txt \
	    -_0_0_1/compilation_metrics_4.html \
	    -_-_-_-/torch_version_0.json; do
		rm -rf part
		damaged part gb_print_logging
		rm "part/$file"
		status_of 4 gbq ingest -q --strict --name part part
		told "$file"
		equals "$(rows 'SELECT counts_are FROM runs
		    ORDER BY run_id DESC LIMIT 1')" at_least
		status_of 1 gbq gate part
		status_of 1 gbq diff all part --exit-code
		! grep -qE '^(better|same):' <<<"$output" || return
	done
	rm -rf part
	damaged part gb_print_logging
	rm -r part/-_3_0_0
	gbq ingest -q part
	told -_3_0_0/compilation_metrics_18.html
}

@test "a cut log is not better than the whole one" {
	log=$(echo "$FIXTURES"/backend_failure_uncaught/raw.log)
	mkdir all cut
	cp "$log" all/dedicated_log_torch_trace_a.log
	head -c $(($(wc -c <"$log") / 3)) "$log" \
	    >cut/dedicated_log_torch_trace_a.log
	gbq ingest -q --name all all
	gbq ingest -q --name cut cut
	status_of 1 gbq diff all cut --exit-code
	says 'unknown: '
	status_of 1 gbq gate cut
}

@test "a rank's log that is empty or of something else" {
	log=$(echo "$FIXTURES"/backend_failure_uncaught/raw.log)
	for text in '' 'no record'; do
		rm -rf trace
		mkdir trace
		cp "$log" trace/dedicated_log_torch_trace_rank_0_a.log
		printf %s "$text" >trace/dedicated_log_torch_trace_rank_1_b.log
		gbq ingest -q --name trace trace
		told dedicated_log_torch_trace_rank_1_b.log
		status_of 1 gbq gate trace
	done
}

@test "a rank's folder that the landing page links" {
	damaged part dist_diverge_break
	rm -r part/rank_1
	gbq ingest -q part
	told rank_1/index.html
	mkdir part/rank_1
	gbq ingest -q part
	told rank_1/index.html
}

@test "pages of NUL bytes, empty ones and cut ones" {
	damaged part gb_print_logging
	page=-_0_0_0/dynamo_graph_break_reason_1.txt
	whole all gb_print_logging
	size=$(wc -c <"part/$page")
	head -c "$size" /dev/zero >"part/$page"
	gbq ingest -q part
	told "$page"
	equals "$(rows 'SELECT break_events, break_kinds FROM runs')" '7|4
7|4'
	: >part/-_0_0_1/dynamo_output_graph_2.txt
	gbq ingest -q part
	told -_0_0_1/dynamo_output_graph_2.txt
	rm -r part
	damaged part gb_print_logging
	truncate -s -10 part/index.html
	gbq ingest -q part
	told index.html
}

@test "with a log the counts are as before, and the page is named" {
	whole all backend_failure_uncaught
	reason=-_0_0_0/dynamo_graph_break_reason_1.txt
	for page in $(cd "$FIXTURES/backend_failure_uncaught" &&
	    ls -d -- -_0_*/*); do
		rm -rf part
		damaged part backend_failure_uncaught
		rm "part/$page"
		gbq ingest -q --name part part
		told "$page"
		same_counts
		gbq rm -q part 2>/dev/null || gbq rm part >/dev/null
	done
	damaged other backend_failure_uncaught
	for page in other/-_0_*/*.txt; do
		sed -i '1s/./#/' "$page"
		gbq ingest -q --name part other
		told "${page#other/}"
		same_counts
		gbq rm part >/dev/null
		rm -r other
		damaged other backend_failure_uncaught
	done
}

@test "a number of a metrics page that is not the log's" {
	whole all backend_failure_uncaught
	damaged part backend_failure_uncaught
	sed -i 's/Graph Op[^0-9]*: [0-9]*/&7/; s/Cache Size: [0-9]*/&7/' \
	    part/-_0_0_1/compilation_metrics_4.html
	gbq ingest -q --name part part
	told -_0_0_1/compilation_metrics_4.html
	same_counts
}

@test "a log that comes before its pages in an archive" {
	whole all backend_failure_uncaught
	damaged part backend_failure_uncaught
	rm part/-_0_0_1/dynamo_output_graph_*
	(cd part && mv raw.log .. && tar -cf ../part.tar -C .. raw.log \
	    -C part -- .)
	gbq ingest -q --name part part.tar
	equals "$(rows 'SELECT complete FROM runs ORDER BY run_id')" '1
0'
	same_counts
}

@test "without metrics and failures pages there is no number of failures" {
	damaged part recompile_limit_fail
	rm part/failures_and_restarts.html part/*/*metrics*
	gbq ingest -q part
	equals "$(rows 'SELECT failures, failure_rows, restart_rows
	    FROM runs')" '||'
}

@test "sums of a trend are unknown where a run's number is" {
	gbq ingest -q --tag night=1 "$FIXTURES/export_plain"
	gbq ingest -q --tag night=1 "$FIXTURES/mixtral_moe"
	status_of 0 gbq trend --by night -f csv
	[ -z "$(sed -n 2p <<<"$output" | cut -d, -f6)" ]
}
