# gbq ranks: where the ranks of a run part.

load helper

# run NAME PATH: unpack a run of ../shared/data; skips without it.
run_of() {
	local data=$ROOT/../shared/data/$1.tar.zst
	[ -e "$data" ] || skip "../shared/data is not here"
	tar -xf "$data" || return
	path=$(find . -type d -name "$2" | head -n 1)
	[ -n "$path" ]
}

@test "dist_diverge_break: rank 1 breaks in the first frame" {
	status_of 0 gbq ranks "$FIXTURES/dist_diverge_break"
	says "2 ranks"
	says "they part first at [0/0] f srv/demo/dist_diverge_break.py:13"
	says "breaks, ranks [0]: none"
	says "breaks, ranks [1]: GB0170 Data-dependent branching"
	# what follows on both ranks is matched, though its ids differ
	equals "$(grep -c ' at \[' <<<"$output")" 2
	says "then at [1/0] f srv/demo/dist_diverge_break.py, resumed at 15"
}

@test "counts of the ranks are those of their files" {
	ingest dist_diverge_break
	for rank in 0 1; do
		events=$(ls "$FIXTURES"/dist_diverge_break/rank_$rank/*/dynamo_graph_break_reason_* |
		    wc -l)
		equals "$(gbq ranks -f json | python3 -c '
import json, sys
print(json.load(sys.stdin)[int(sys.argv[1])]["break_events"])' $rank)" \
		    "$events"
	done
}

@test "a run of one rank has nothing to compare" {
	status_of 0 gbq ranks "$FIXTURES/gb_print_logging"
	says "1 rank"
	says "nothing to compare"
}

@test "ddp_gpt: a print on rank 0 shifts ids, not frames" {
	run_of models/ddp_gpt report
	status_of 0 gbq ranks "$path"
	says "they part first at [10/0] loss_of"
	says "breaks, ranks [0]: GB0059 Failed to trace builtin operator"
	says "collectives: equal on all ranks"
	# frames 6 and 8 but for sizes, the last but for an input's name
	says "graphs: 1 equal but for names and symbols, 2 equal but for sizes"
}

@test "dist_collectives_4: ranks 2 and 3 are one group" {
	run_of kinds/dist_collectives_4 report-all-ranks
	status_of 0 gbq ranks "$path"
	says "4 ranks"
	says "breaks: [0] [1] [2, 3]"
	says "P2P compilation disabled"
}

@test "dist_rank1_crash: the failed rank; report and trace say the same" {
	run_of kinds/dist_rank1_crash report-all-ranks
	status_of 0 gbq ranks "$path"
	says "status, ranks [1]: failed"
	tail -n +2 <<<"$output" >report
	run_of kinds/dist_rank1_crash trace
	status_of 0 gbq ranks "$path"
	tail -n +2 <<<"$output" | diff report -
}

# A record of a trace log.
record() {
	echo "V1130 02:48:01.000000 7 torch/_dynamo/x.py:1] $1"
}

@test "compiles of unknown place are compared too" {
	for rank in 0 1; do
		ids="\"rank\": $rank, \"frame_id\": 0, \"frame_compile_id\": 0"
		record "{\"dynamo_start\": {\"stack\": []}, $ids, \"attempt\": 0}"
		[ "$rank" = 0 ] || {
			text=$(printf 'Graph break in user code at /a.py:1\nGraph Break Reason: Unsupported thing\n')
			record "{\"artifact\": {\"name\": \"dynamo_graph_break_reason\", \"encoding\": \"string\"}, $ids, \"attempt\": 0, \"has_payload\": \"$(printf %s "$text" | md5sum | cut -c1-32)\"}"
			sed 's/^/\t/' <<<"$text"
		}
		record "{\"compilation_metrics\": {\"compile_id\": \"0/0\"}, $ids, \"attempt\": 0}"
		ids=${ids/\"frame_id\": 0/\"frame_id\": 1}
		record "{\"dynamo_start\": {\"stack\": []}, $ids, \"attempt\": 0}"
		record "{\"compilation_metrics\": {\"compile_id\": \"1/0\", \"co_name\": \"f\", \"co_filename\": \"/a.py\", \"co_firstlineno\": 3}, $ids, \"attempt\": 0}"
	done >trace.log
	gbq ingest -q trace.log
	gbq ranks -f json | python3 -c '
import json, sys
ranks = json.load(sys.stdin)
assert [r["breaks_like"] for r in ranks] == [0, 1], ranks
assert [r["cache_like"] for r in ranks] == [0, 0], ranks'
	status_of 0 gbq ranks
	says "breaks, ranks [1]: Unsupported thing"
}

@test "a rank of which there is only the start counts" {
	for rank in 0 1; do
		record "{\"dynamo_start\": {\"stack\": []}, \"rank\": $rank, \"frame_id\": 0, \"frame_compile_id\": 0, \"attempt\": 0}"
	done >trace.log
	gbq ingest -q trace.log
	equals "$(value "SELECT ranks FROM runs")" 2
	status_of 0 gbq check
}

@test "seconds that cannot be are not known" {
	for value in -1.0 1e400 1e300; do
		record "{\"dynamo_start\": {\"stack\": []}, \"frame_id\": 0, \"frame_compile_id\": 0, \"attempt\": 0}"
		record "{\"compilation_metrics\": {\"compile_id\": \"0/0\", \"entire_frame_compile_time_s\": $value, \"backend_compile_time_s\": 1.5}, \"frame_id\": 0, \"frame_compile_id\": 0, \"attempt\": 0}"
	done >trace.log
	gbq ingest -q trace.log
	equals "$(value "SELECT count(*) FROM compiles
	    WHERE entire_frame_s IS NULL AND backend_s = 1.5")" 3
	equals "$(value "SELECT count(*) FROM problems
	    WHERE code = 'metrics_bad_value'")" 3
	status_of 0 gbq check
}
