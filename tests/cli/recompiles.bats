# recompiles.bats - why frames were compiled again: causes, in words and rows.
load helper

causes="SELECT guard_class, root_source, guard_failures FROM recompile_causes
    WHERE guard_failures > 1 ORDER BY guard_failures DESC, 1"

@test "causes of a frame at the limit, as triage counts them" {
	ingest mixtral_moe
	gbq sql -f tsv "$causes" | tail -n +2 | tr '\t' ' ' >got
	cat >expected <<-'ROWS'
	length args 15
	type args[0] 12
	size kwargs['input_ids'] 11
	value args 5
	value key 2
	ROWS
	diff expected got
	# of the 11 a size 6 -> 9 each; three of them in frame 1
	equals "$(value "SELECT count(*) FROM guard_failures WHERE
	    guard_class = 'size' AND compile_id LIKE '1/%'
	    AND expected = '6' AND actual = '9'")" 3
	equals "$(value "SELECT count(*) FROM guard_failures
	    WHERE cause_id IS NULL")" 0
	equals "$(value "SELECT count(*) FROM (
	    SELECT guard_failures FROM recompile_causes AS u
	    WHERE guard_failures <> (SELECT count(*) FROM guard_failures AS g
		WHERE g.cause_id = u.cause_id))")" 0
}

@test "causes in words" {
	ingest mixtral_moe
	status_of 0 gbq recompiles --by cause
	says "19 recompiles, 48 guard failures, 1 limit hit"
	says "c8  size of kwargs['input_ids']"
	says "11 recompiles of 9 frames, 11 guard failures, recompile limit hit"
	says "also: kwargs['inputs_embeds'], input_ids, x, args[0]"
	says "values: 6, 9"
	says "c4  length of args"
	status_of 0 gbq recompiles --by cause -n 2
	says "6 more causes"
	status_of 0 gbq summary
	says "Causes of recompiles, most first:"
	says "5 more causes: gbq recompiles --by cause"
}

@test "an object's id is nowhere but in the guard itself" {
	ingest mixtral_moe
	equals "$(value "SELECT count(*) FROM guard_failures
	    WHERE guard GLOB '*[0-9][0-9][0-9][0-9][0-9][0-9][0-9]*'
	    AND (expected || coalesce(actual, '')
		|| source) GLOB '*[0-9][0-9][0-9][0-9][0-9]*'")" 0
	gbq sql -f tsv "SELECT guard_values FROM recompile_causes" >got
	equals "$(grep -cE '[0-9]{5}' got)" 0
}

@test "what to mark dynamic, what was compiled for nothing, the limit" {
	ingest mixtral_moe
	status_of 0 gbq sql @dynamic_sources -p run=1 -f csv
	says "L['kwargs']['input_ids'],L['kwargs']['inputs_embeds']"
	equals "$(gbq sql @equal_recompiles -p run=1 -f tsv |
	    tail -n +2 | cut -f4,9,10 | tr '\t\n' '  ')" \
	    "1/5 1/4 graph 13/1 13/0 ops 25/1 25/0 ops 28/1 28/0 ops "
	status_of 0 gbq sql @limit_hits -p run=1 -f jsonl
	says '"last_reason": "1/0: len(args) == 1 '
	says '"guard_failures": 8'
	status_of 0 gbq show 1/8
	grep -q "^position .*  cause  guard" <<<"$output"
}
