# What torch said and nothing here understands: it is counted and told.

load helper

# record JSON: a line of a trace log
record() {
	echo "V0101 00:00:00.000000 1 torch/_dynamo/x.py:1] $1"
}

# new_log: a trace folder "t" of one compile whose log has kinds of records and
# artifacts that came after this program
new_log() {
	local id='"frame_id": 0, "frame_compile_id": 0, "attempt": 0'
	mkdir -p t
	{
		record "{\"dynamo_start\": {\"stack\": []}, $id}"
		record "{\"brand_new\": {\"x\": 1}, $id}"
		record "{\"artifact\": {\"name\": \"novel_7\", \"encoding\": \"json\"}, $id, \"has_payload\": \"d751713988987e9331980363e24189ce\"}"
		printf '\t[]\n'
		record "{\"artifact\": {\"name\": \"dynamo_side_effects\", \"encoding\": \"string\"}, $id, \"has_payload\": \"d751713988987e9331980363e24189ce\"}"
		printf '\t[]\n'
		record "{\"brand_new\": {\"x\": 2}, $id}"
		record "{\"compilation_metrics\": {\"co_name\": \"f\", \"co_filename\": \"a.py\", \"co_firstlineno\": 1, \"entire_frame_compile_time_s\": 1.0}, $id}"
	} >t/dedicated_log_torch_trace_x.log
}

@test "kinds of records and artifacts that are new are notes, with counts" {
	new_log
	status_of 0 gbq ingest t
	equals "$(value "SELECT severity || ' ' || message || ' ' || count || ' '
	    || offset FROM problems WHERE code = 'unread'
	    ORDER BY message")" \
	    "note artifact novel_N 1 252
note record kind brand_new 2 130"
	equals "$(value "SELECT unread || ' ' || complete FROM runs")" "0 1"
	status_of 0 gbq check
}

# The words for a run of which much is unread, whatever reads it.
not_understood() {
	sqlite3 gbq.db "UPDATE problem SET severity = 'warning', count = 3
	    WHERE code = 'unread' AND message LIKE 'artifact%';
	    UPDATE run SET unread = 3, complete = 0"
}

@test "no command says nothing where something was not understood" {
	new_log
	gbq ingest -q t
	status_of 0 gbq triage
	says "nothing to fix"
	not_understood
	gbq check
	local words="3 messages of torch were not understood  (gbq problems)"
	for command in summary triage breaks 'breaks --first' failures \
	    recompiles restarts 'html -o -'; do
		status_of 0 gbq $command
		says "$words"
		! grep -qE 'nothing to fix|^no [a-z]*$' <<<"$output" || return 1
	done
	for command in summary triage breaks 'html -o -'; do
		status_of 0 gbq $command
		says "no breaks were read; $words"
	done
	status_of 0 gbq failures
	says "no failures were read; $words"
	status_of 0 gbq sweep -f csv
	says incomplete
	status_of 1 gbq gate --max-events 0
	says "3 messages of torch not understood"
	status_of 0 gbq summary -f json
	says '"unread": 3'
	status_of 0 gbq runs
	says unread
	status_of 0 gbq rebuild -q
	status_of 0 gbq triage -f json
	! grep -q unread <<<"$output" || return 1
}

@test "breaks that were read stand beside what was not" {
	ingest mixtral_moe
	gbq summary >before
	! grep -q understood before || return 1
	sqlite3 gbq.db "UPDATE run SET unread = 1"
	status_of 0 gbq summary
	says "31 events in 6 sites"
	says "! 1 message of torch was not understood  (gbq problems)"
}

@test "a run that an older gbq read is unknown, not clean, until rebuild" {
	ingest mixtral_moe
	sqlite3 gbq.db "UPDATE run SET unread = NULL, reader = NULL"
	status_of 0 gbq upgrade
	complains "1 run was read by an older gbq: gbq rebuild"
	status_of 0 gbq summary -f json
	says '"unread": null'
	ingest reset_repeats
	status_of 0 gbq diff 1 2 -f json
	says '"reader"'
	status_of 0 gbq rebuild -q
	equals "$(value "SELECT group_concat(unread || reader) FROM runs")" 02,02
	status_of 0 gbq upgrade
	! grep -q 'older gbq' <<<"$errors" || return 1
}

@test "an unfinished compile makes counts lower bounds, and says so" {
	new_log
	status_of 0 gbq ingest -q t
	equals "$(value "SELECT complete || counts_are FROM runs")" 1unknown
	record '{"dynamo_start": {"stack": []}, "frame_id": 1, "frame_compile_id": 0, "attempt": 0}' >>t/*.log
	status_of 0 gbq ingest -q --name more t
	equals "$(value "SELECT complete || counts_are FROM runs
	    WHERE name = 'more'")" 0at_least
	status_of 0 gbq problems more
	says "1 compile started and never finished, the first is 1/0"
	status_of 0 gbq summary more
	says "started and never finished"
	! grep -q 'before 2.6' <<<"$output" || return 1
	status_of 0 gbq check
}
