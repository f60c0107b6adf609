# Output: formats, control characters, pipes.

load helper

query="SELECT 1 AS i, 1.5 AS r, NULL AS n, 'a,b \"c\" <d> | e' AS t, '' AS e"

@test "json is typed and valid" {
	ingest reset_repeats
	gbq sql -f json "$query" | python3 -c '
import json, sys
rows = json.load(sys.stdin)
assert rows == [{"i": 1, "r": 1.5, "n": None, "t": "a,b \"c\" <d> | e",
                 "e": ""}], rows'
	equals "$(gbq sql -f json "SELECT 1 AS a WHERE 0" | tr -d ' \n')" "[]"
}

@test "jsonl is one object a line" {
	ingest reset_repeats
	gbq sql -f jsonl "SELECT 1 AS a UNION ALL SELECT 2" | python3 -c '
import json, sys
assert [json.loads(line) for line in sys.stdin] == [{"a": 1}, {"a": 2}]'
}

@test "csv is what RFC 4180 says" {
	ingest reset_repeats
	gbq sql -f csv "SELECT 'a' || char(10) || 'b,\"c\"' AS x, 2 AS y" |
	    python3 -c '
import csv, sys
rows = list(csv.reader(sys.stdin))
assert rows == [["x", "y"], ["a\nb,\"c\"", "2"]], rows'
}

@test "tsv has one line a row whatever the values hold" {
	ingest reset_repeats
	equals "$(gbq sql -f tsv "SELECT 'a' || char(10) || char(9) || 'b' AS x,
	    2 AS y" | wc -l)" 2
	equals "$(gbq sql -f tsv "SELECT 'a' || char(10) || char(9) || 'b' AS x,
	    2 AS y" | tail -n 1 | awk -F'\t' '{ print NF }')" 2
}

@test "markdown escapes bars" {
	ingest reset_repeats
	status_of 0 gbq sql -f markdown "SELECT 'a|b' AS x"
	says 'a\|b'
}

@test "raw gives a value as it is" {
	ingest reset_repeats
	equals "$(gbq sql -f raw "SELECT 'a|\"b' AS x")" 'a|"b'
}

@test "an unknown format is a usage error" {
	ingest reset_repeats
	status_of 2 gbq runs -f yaml
	complains yaml
}

@test "control characters do not reach a terminal from a table" {
	ingest gb_explicit_break_messages
	for command in "breaks --all" "breaks" "summary" "problems"; do
		status_of 0 gbq $command
		! grep -qP '[\x00-\x08\x0b-\x1f\x7f]' "$BATS_TEST_TMPDIR/out" || {
			echo "gbq $command prints control characters"
			return 1
		}
	done
	gbq sql -f table "SELECT 'a' || char(27) || '[31mb' || char(8) AS x,
	    char(155) AS y, char(0x202e) AS z" >out
	! grep -qP '[\x00-\x08\x0b-\x1f\x7f]' out || false
}

@test "the name of a column is escaped like a value" {
	ingest synth_empty_file
	for format in table markdown; do
		status_of 0 gbq sql -f $format $'SELECT 1 AS "a\e[1mb"'
		says 'a\x1b[1mb' || says 'a\\x1b\[1mb'
		grep -q $'\e' <<<"$output" && return 1
	done
	return 0
}

@test "json of hostile texts is valid" {
	ingest gb_explicit_break_messages name_exec_string_lambda
	for view in breaks hints frames restarts failures compiles problems; do
		gbq sql -f json "SELECT * FROM $view" >out
		python3 -c 'import json; json.load(open("out", encoding="utf-8"))'
	done
}

@test "nothing is cut when piped" {
	ingest gb_explicit_break_messages
	long=$(printf 'x%.0s' {1..500})
	gbq sql -f table "SELECT '$long' AS x" | grep -qF "$long"
}

@test "a closed stdout is no success and no crash" {
	ingest mixtral_moe
	status=0
	gbq sql -f json "SELECT * FROM breaks" 2>err | head -c 10 >/dev/null
	status=${PIPESTATUS[0]}
	# the signal, the I/O error, or all written before head closed
	[ "$status" -eq 141 ] || [ "$status" -eq 74 ] || [ "$status" -eq 0 ] || {
		echo "exit status $status: $(cat err)"
		return 1
	}
	status=0
	gbq runs >&- 2>err || status=$?
	[ "$status" -eq 74 ] || {
		echo "exit status $status: $(cat err)"
		return 1
	}
}

@test "a full disk is an I/O error" {
	[ -w /dev/full ] || skip "no /dev/full"
	ingest mixtral_moe
	status=0
	gbq sql -f json "SELECT * FROM breaks" >/dev/full 2>err || status=$?
	equals "$status" 74
	status=0
	gbq summary >/dev/full 2>err || status=$?
	equals "$status" 74
	grep -q "No space left on device" err
	# more than a buffer: the write that failed is long gone
	for command in "html mixtral_moe" "cat mixtral_moe index.html"; do
		status=0
		gbq $command >/dev/full 2>err || status=$?
		equals "$status" 74
		grep -q "No space left on device" err
	done
}

@test "tables have no colour when piped" {
	ingest mixtral_moe
	! gbq summary | grep -q $'\e' || false
	! gbq breaks | grep -q $'\e' || false
}

@test "every listing command knows every format" {
	ingest mixtral_moe
	ingest synth_empty_file
	for command in runs "breaks mixtral_moe" "breaks mixtral_moe --all" \
	    "compiles mixtral_moe" "restarts mixtral_moe" \
	    "failures mixtral_moe" problems schema queries; do
		for format in table csv tsv json jsonl markdown; do
			status_of 0 gbq $command -f $format
			[ -n "$output" ] || {
				echo "gbq $command -f $format prints nothing"
				return 1
			}
		done
		gbq $command -f json | python3 -m json.tool >/dev/null
	done
}
