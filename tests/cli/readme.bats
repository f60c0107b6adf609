# README.md does not promise what gbq does not do.

load helper

@test "the examples of README.md and the manual print what these say" {
	GBQ=$BATS_TEST_TMPDIR/bin/gbq "$ROOT/tests/readme" |
	    tee "$BATS_FILE_TMPDIR/said"
	[ "${PIPESTATUS[0]}" -eq 0 ]
}

@test "the recipes for other tools were run, too" {
	said=$BATS_FILE_TMPDIR/said
	missing=$(sed -n 's/^not here: *//p' "$said")
	[ -z "$missing" ] || skip "not here: $missing"
	equals "$(sed -n 's/^other tools: //p' "$said")" \
	    "datasette duckdb jq pandas"
}

@test "README.md lists the commands that there are" {
	gbq help | sed -nE 's/^  ([a-z]+) .*/\1/p' | sort >there
	sed -nE 's/^\| `gbq ([a-z]+)[^|]*\|.*/\1/p' "$ROOT/README.md" |
	    sort -u >listed
	diff there listed
}
