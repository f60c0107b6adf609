# What is told about breaks, against what a person finds with grep.

load helper

@test "events are the reason files of an ordinary report" {
	ingest gb_print_logging
	files=$(ls "$FIXTURES"/gb_print_logging/*/dynamo_graph_break_reason_* |
	    wc -l)
	equals "$(value "SELECT count(*) FROM breaks")" "$files"
	equals "$(value "SELECT break_events FROM runs")" "$files"
	equals "$(value "SELECT count(*) FROM breaks WHERE evidence = 'reason'")" \
	    "$files"
}

@test "each break of mixtral_moe stands where its header says" {
	ingest mixtral_moe
	grep -hm1 '^Graph break in user code at ' \
	    "$FIXTURES"/mixtral_moe/*/dynamo_graph_break_reason_* |
	    sed 's/^Graph break in user code at //' | sort >expected
	gbq sql -f tsv "SELECT file || ':' || line AS place FROM breaks" |
	    tail -n +2 | sort >got
	diff expected got
	equals "$(wc -l <got)" 31
}

@test "sites add up to the events" {
	ingest mixtral_moe gb_print_logging skip_loops pt_break_variants_nologs \
	    pair_cond_before dist_diverge_break
	equals "$(value "SELECT count(*) FROM runs r WHERE break_events <>
	    (SELECT coalesce(sum(events), 0) FROM sites s
	    WHERE s.run_id = r.run_id)")" 0
	equals "$(value "SELECT count(*) FROM runs r WHERE break_sites <>
	    (SELECT count(*) FROM sites s WHERE s.run_id = r.run_id)")" 0
}

@test "the kinds and ids are those of the texts" {
	ingest gb_print_logging
	for file in "$FIXTURES"/gb_print_logging/*/dynamo_graph_break_reason_*; do
		# the traceback below repeats the text
		grep -oE 'gb/gb[0-9]{4}' "$file" | head -n 1
	done | sed 's#gb/gb#GB#' | sort >expected
	gbq sql -f tsv "SELECT gb_id FROM breaks" | tail -n +2 | sort >got
	diff expected got
}

@test "a restart that a failure cleared is still a break" {
	ingest backend_failure_uncaught
	equals "$(value "SELECT count(*) FROM breaks")" 1
	equals "$(value "SELECT count(*) FROM failures")" 1
	equals "$(value "SELECT event_id IS NULL FROM failures")" 1
}

@test "a chain is one event with its consequence" {
	ingest skip_loops
	equals "$(value "SELECT count(*) FROM breaks")" 11
	[ "$(value "SELECT count(*) FROM breaks
	    WHERE consequence_gb_id = 'GB7000'")" -ge 1 ]
	equals "$(value "SELECT count(*) FROM breaks WHERE gb_id = 'GB7000'")" \
	    "$(for file in "$FIXTURES"/skip_loops/*/dynamo_graph_break_reason_*; do
		grep -ohm1 'gb/gb[0-9]*' "$file"
	    done | grep -c gb7000)"
}

@test "an id that torch._dynamo.reset() repeats is told apart" {
	ingest reset_repeats
	equals "$(value "SELECT group_concat(instance) FROM (SELECT instance
	    FROM compiles WHERE compile_id = '0/0' ORDER BY instance)")" 0,1,2
}

@test "odd places come out as they are" {
	ingest name_exec_string_lambda
	equals "$(value "SELECT count(*) FROM breaks WHERE file =
	    'file' || char(10) || 'with newline.py' AND line = 2")" 1
	equals "$(value "SELECT count(*) FROM breaks WHERE file = ''
	    AND line = 2")" 1
	equals "$(value "SELECT count(*) FROM breaks WHERE file = 'long.py'
	    AND line = 70002")" 1
	equals "$(value "SELECT owner FROM breaks WHERE file = '<string>'
	    LIMIT 1")" generated
}

@test "hostile texts come out byte for byte" {
	ingest gb_explicit_break_messages
	python3 - "$FIXTURES/gb_explicit_break_messages" <<'PYTHON'
import sqlite3, sys

rows = sqlite3.connect("gbq.db").execute(
    "SELECT artifact_path, hex(reason), hex(explanation) FROM breaks"
    " WHERE evidence = 'reason'").fetchall()
assert len(rows) == 8, len(rows)
for path, reason, explanation in rows:
    whole = open(f"{sys.argv[1]}/{path}", "rb").read()
    reason = bytes.fromhex(reason)
    assert len(reason) > 100 and reason in whole, (path, reason)
    # the part ends where torch says so
    assert b"graph break, please visit: " in reason, (path, reason)
hostile = b"".join(bytes.fromhex(row[2]) for row in rows)
for text in (b"<b>bold</b> & 'single' \"double\" \\back\\slash",
             "é中文😀".encode(), "\u2028".encode(), b"\0", b"\x1b[31m"):
    assert text in hostile, text
PYTHON
}

@test "breaks --all lists events, breaks lists sites" {
	ingest mixtral_moe
	equals "$(gbq breaks --all -f jsonl | wc -l)" 31
	equals "$(gbq breaks -f jsonl | wc -l)" \
	    "$(value "SELECT break_sites FROM runs")"
}

@test "filters pick what they say" {
	ingest mixtral_moe
	kind=$(value "SELECT kind FROM sites ORDER BY events DESC LIMIT 1")
	equals "$(gbq breaks --all --kind "$kind" -f jsonl | wc -l)" \
	    "$(gbq sql -f tsv -p "k=$kind" "SELECT count(*) FROM breaks
	    WHERE kind = :k" | tail -n 1)"
	equals "$(gbq breaks --all --owner library -f jsonl | wc -l)" \
	    "$(value "SELECT count(*) FROM breaks WHERE owner = 'library'")"
	equals "$(gbq breaks --all --form skip -f jsonl | wc -l)" \
	    "$(value "SELECT count(*) FROM breaks WHERE form = 'skip'")"
}

@test "breaks -n limits the rows" {
	ingest mixtral_moe
	equals "$(gbq breaks -n 2 -f jsonl | wc -l)" 2
}

@test "ranks are told apart" {
	ingest dist_diverge_break
	equals "$(value "SELECT group_concat(DISTINCT rank) FROM breaks
	    WHERE gb_id = 'GB0170'")" 1
}

@test "GB0170 jumps leave breaks without restarts" {
	ingest pair_cond_before
	equals "$(value "SELECT group_concat(gb_id) FROM breaks")" GB0170
	equals "$(value "SELECT restart_rows FROM runs")" 0
	equals "$(value "SELECT failures FROM runs")" 0
}

@test "a filtered list says that it is one" {
	ingest mixtral_moe
	status_of 0 gbq breaks --kind GB0036
	says "listed: 1 of 6 sites"
	status_of 0 gbq breaks --all --kind GB0036
	says "listed: 8 of 31 events"
	status_of 0 gbq breaks -n 2
	if grep -q listed: <<<"$output"; then return 1; fi
	status_of 0 gbq triage --own
	says "listed: own code only"
}

# in_folder FOLDER: a fixture whose libraries lie in another site-packages,
# as every command tells the places of its breaks
in_folder() {
	cp -r "$FIXTURES/mixtral_moe" moved
	grep -rlZ /srv/venv/lib/ moved | xargs -0 sed -i "s#/srv/venv/lib/#$1#g"
	gbq ingest -q --db "$2" --name moved moved
	rm -r moved
	for command in "breaks -n 99" "breaks --by file" \
	    "triage" "time" "recompiles" \
	    "sql -f csv 'SELECT short_file, owner, library FROM breaks'" \
	    "sql -f csv 'SELECT short_file FROM sites'"; do
		eval "gbq --db $2 $command" | sed "s#$1#/srv/venv/lib/#g"
	done
}

@test "a library's file has one name, whatever folder holds site-packages" {
	in_folder /srv/venv/lib/ plain.db >plain
	grep -q "^transformers/models/mixtral/" plain
	in_folder /srv/app/site-packages/env/lib/ twice.db >twice
	diff plain twice
	in_folder /srv/dist-packages/env/lib/ mixed.db >mixed
	diff plain mixed
}
