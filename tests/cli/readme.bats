# README.md does not promise what gbq does not do.

load helper

@test "the examples of README.md print what it says" {
	GBQ=$BATS_TEST_TMPDIR/bin/gbq "$ROOT/tests/readme"
}

@test "README.md lists the commands that there are" {
	gbq help | sed -nE 's/^  ([a-z]+) .*/\1/p' | sort >there
	sed -nE 's/^\| `gbq ([a-z]+)[^|]*\|.*/\1/p' "$ROOT/README.md" |
	    sort -u >listed
	diff there listed
}
