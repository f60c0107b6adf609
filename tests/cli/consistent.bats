# What is stored of a damaged log holds the invariants of gbq check.

load helper

# record TIME NUMBERS JSON [PAYLOAD]: a record of compile NUMBERS ("" or
# '"frame_id": 0, …'), at 02:48:TIME
record() {
	local sum= numbers=${2:+, $2}
	if [ $# -gt 3 ]; then
		sum=$(printf '%s' "$4" | md5sum)
		sum=", \"has_payload\": \"${sum%% *}\""
	fi
	printf 'V1130 02:48:%s.000000 7 torch/_dynamo/x.py:1] {%s%s%s}\n' \
	    "$1" "$3" "$numbers" "$sum"
	if [ $# -gt 3 ]; then
		printf '%s' "$4" | sed 's/^/\t/'
		echo
	fi
}

of() {
	echo "\"frame_id\": $1, \"frame_compile_id\": $2, \"attempt\": 0"
}

begin() {
	record 01 "" '"str": ["/a.py", 1]'
}

# start TIME FRAME COMPILED
start() {
	record "$1" "$(of "$2" "$3")" '"dynamo_start": {"stack": [{"line": 3, "name": "f", "filename": 1}]}'
}

# metrics TIME FRAME COMPILED [MEMBERS]
metrics() {
	record "$1" "$(of "$2" "$3")" "\"compilation_metrics\": {\"compile_id\": \"$2/$3\", \"co_name\": \"f\", \"co_filename\": \"/a.py\", \"co_firstlineno\": 3, \"start_time_us\": 1796006881000000, \"entire_frame_compile_time_s\": 0.5, \"guard_count\": 3, \"graph_op_count\": 1${4:+, $4}}"
}

# sql QUERY: its rows, without a header
sql() {
	gbq sql -f csv "$1" | tail -n +2 | tr -d '"\r'
}

# problems_of CODE: severity and message
problems_of() {
	sql "SELECT severity || ': ' || message FROM problems
	    WHERE code = '$1'"
}

@test "an unreadable metrics record of a compile that went backward" {
	{
		begin
		start 01 0 0
		echo 'V1130 02:48:02.000000 7 torch/_dynamo/x.py:1] {"compilation_metrics": {"compile_'
		record 03 "$(of 0 0)" '"bwd_compilation_metrics": {"compile_id": "0/0", "inductor_compile_time_s": 1.5}'
		start 04 1 0
		start 05 2 0
		metrics 06 2 0
	} >trace.log
	gbq ingest -q trace.log
	gbq check -q
	equals "$(sql "SELECT group_concat(compile_id || ' ' || status) FROM
	    compiles")" "0/0 unknown,1/0 unfinished,2/0 ok"
}

@test "a recompile whose reasons are lost is a loss of the run" {
	{
		begin
		start 01 0 0
		metrics 02 0 0 '"cache_size": 0'
		start 03 0 1
		metrics 04 0 1 '"cache_size": 1'
		start 05 0 2
		metrics 06 0 2 '"cache_size": 2'
	} >trace.log
	gbq ingest -q trace.log
	gbq check -q
	equals "$(problems_of no_recompile_reasons)" \
	    "loss: 2 recompiles without reasons, the first is 0/1"
	equals "$(sql "SELECT complete, recompiles FROM runs")" "0,2"
}

@test "a site whose first event is of no compile" {
	local reason numbers
	reason='Graph break in user code at /a.py:5
Graph Break Reason: Thing
  Explanation: no.

User code traceback:
  File "/a.py", line 5, in f
    g()
'
	numbers='"frame_compile_id": 0, "attempt": 0'
	{
		begin
		record 01 "$numbers" '"artifact": {"name": "dynamo_graph_break_reason", "encoding": "string"}' "$reason"
		start 02 3 0
		record 02 "$(of 3 0)" '"artifact": {"name": "dynamo_graph_break_reason", "encoding": "string"}' "$reason"
		metrics 03 3 0
	} >trace.log
	gbq ingest -q trace.log
	gbq check -q
	equals "$(sql "SELECT events, compiles, first_compile_id FROM sites")" \
	    "2,1,3/0"
}

@test "a clock that is set back is told of once" {
	{
		begin
		start 05 0 0
		metrics 02 0 0
		start 06 1 0
		metrics 03 1 0
		start 07 2 0
		metrics 08 2 0
	} >trace.log
	gbq ingest -q trace.log
	gbq check -q
	equals "$(problems_of clock_set_back)" \
	    "warning: 2 compiles end before the start, the first is 0/0"
	equals "$(sql "SELECT count(*) FROM compiles
	    WHERE ended_at < started_at")" 2
}
