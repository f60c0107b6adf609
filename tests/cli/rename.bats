# Names and tags of runs.

load helper

@test "rename changes the name and nothing else" {
	ingest reset_repeats gb_print_logging
	gbq runs -f json | sed 's/"reset_repeats", "job"/"NAME", "job"/' >before
	status_of 0 gbq rename reset_repeats 'after the fix'
	complains "now named after the fix"
	gbq runs -f json | sed 's/"after the fix", "job"/"NAME", "job"/' >after
	diff before after
	status_of 0 gbq breaks 'after the fix'
	status_of 3 gbq breaks reset_repeats
}

@test "a name may look like anything but nothing" {
	ingest reset_repeats
	for name in 12 @latest 'a*' $'two\nlines' '💥'; do
		status_of 0 gbq -q rename id:1 "$name"
		silent
		status_of 0 gbq summary "name:$name"
	done
	status_of 2 gbq rename id:1 ''
	status_of 2 gbq rename id:1 '  '
	status_of 2 gbq rename id:1
	status_of 3 gbq rename nothing_like_it x
}

@test "what changes a run makes no new database" {
	status_of 3 gbq rename a b
	status_of 3 gbq tag a k=v
	status_of 3 gbq rm a
	[ ! -e gbq.db ]
}

@test "tags of ingest are stored, numbers as numbers" {
	gbq ingest -q --tag iter_ms=12.3 --tag gpu=a100 --tag n=4 --tag lr=1e-3 \
	    --tag text=1=2 --tag empty= --tag commit=1234567e8 --tag id=007 \
	    --tag neg=-5 --tag n=5 "$FIXTURES/reset_repeats"
	equals "$(value "SELECT group_concat(key || ':' || typeof(value) || ':' ||
	    value, ' ') FROM (SELECT * FROM tags ORDER BY key)")" \
	    "commit:text:1234567e8 empty:text: gpu:text:a100 id:text:007 iter_ms:real:12.3 lr:real:0.001 n:integer:5 neg:integer:-5 text:text:1=2"
}

@test "a tag without KEY or = is a usage error" {
	status_of 2 gbq ingest --tag novalue "$FIXTURES/reset_repeats"
	status_of 2 gbq ingest --tag =x "$FIXTURES/reset_repeats"
	[ ! -e gbq.db ]
	ingest reset_repeats
	status_of 2 gbq tag @latest novalue
	equals "$(value "SELECT count(*) FROM tags")" 0
}

@test "tag sets, changes, removes and shows" {
	ingest reset_repeats gb_print_logging
	status_of 0 gbq tag reset_repeats iter_ms=12.3 gpu=a100
	status_of 0 gbq tag reset_repeats iter_ms=11
	status_of 0 gbq tag reset_repeats -f csv
	equals "$(tr -d '\r' <<<"$output")" \
	    "$(printf 'run_id,key,value\n1,gpu,a100\n1,iter_ms,11')"
	status_of 0 gbq tag reset_repeats --remove gpu n=1
	equals "$(value "SELECT group_concat(key) FROM (SELECT key FROM tags
	    ORDER BY key)")" iter_ms,n
	status_of 0 gbq tag gb_print_logging
	says "no tags"
}

@test "a tag that is not there is an error and nothing changes" {
	ingest reset_repeats
	gbq -q tag @latest a=1 b=2
	status_of 3 gbq tag @latest c=3 --remove a --remove nope
	complains "no tag 'nope'"
	equals "$(value "SELECT group_concat(key || value) FROM (SELECT * FROM
	    tags ORDER BY key)")" a1,b2
}

@test "runs and summary show tags" {
	ingest reset_repeats gb_print_logging
	status_of 0 gbq runs
	! grep -q tags <<<"$output" || false
	gbq -q tag reset_repeats iter_ms=12.3 gpu=a100
	status_of 0 gbq runs
	says iter_ms
	gbq runs -f json | python3 -c '
import json, sys
rows = json.load(sys.stdin)
assert rows[0]["tags"] == {"gpu": "a100", "iter_ms": 12.3}, rows[0]["tags"]
assert rows[1]["tags"] is None'
	status_of 0 gbq summary reset_repeats
	says "gpu=a100, iter_ms=12.3"
	status_of 0 gbq summary gb_print_logging
	! grep -q '^tags' <<<"$output" || false
}

@test "tags of a hostile kind are told safely" {
	ingest reset_repeats
	gbq -q tag @latest $'a\e[31m=\x07"}x'
	gbq runs -f json | python3 -m json.tool >/dev/null
	status_of 0 gbq runs
	! grep -qP '[\x00-\x08\x0b-\x1f]' "$BATS_TEST_TMPDIR/out" || false
	status_of 0 gbq summary
	! grep -qP '[\x00-\x08\x0b-\x1f]' "$BATS_TEST_TMPDIR/out" || false
}

@test "--replace supersedes the run of that name, tags go with it" {
	cp -r "$FIXTURES/gb_print_logging" report
	gbq ingest -q --name model --tag k=old report
	gbq ingest -q --name other "$FIXTURES/reset_repeats"
	rm -r report/-_2_0_*
	status_of 0 gbq ingest --name model --replace --tag k=new report
	says "in place of the run of that name"
	equals "$(value "SELECT group_concat(name) FROM (SELECT name FROM runs
	    ORDER BY name)")" model,other
	equals "$(value "SELECT group_concat(value) FROM tags")" new
	# without it both stay
	rm -r report/-_4_0_*
	gbq ingest -q --name model report
	equals "$(value "SELECT count(*) FROM runs WHERE name = 'model'")" 2
	# of a name that is not there it is an ordinary ingest
	status_of 0 gbq ingest --name third --replace "$FIXTURES/skip_loops"
	! grep -q 'in place' <<<"$output" || false
	# and of the same bytes it changes nothing
	status_of 0 gbq ingest --name third --replace "$FIXTURES/skip_loops"
	says unchanged
}

@test "rm takes the tags along" {
	ingest reset_repeats
	gbq -q tag @latest a=1
	gbq -q rm @latest
	equals "$(value "SELECT count(*) FROM tags")" 0
}
