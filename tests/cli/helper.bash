# helper.bash - loaded by the bats files: a new empty folder for each test, gbq
# in PATH ($GBQ names the program), and short words for what tests do often.

setup() {
	ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	FIXTURES=$ROOT/fixtures
	export LC_ALL=C TZ=UTC COLUMNS=80
	unset GBQ_DB NO_COLOR PAGER
	mkdir "$BATS_TEST_TMPDIR/bin" "$BATS_TEST_TMPDIR/here"
	ln -s "$(realpath "${GBQ:-$ROOT/gbq}")" "$BATS_TEST_TMPDIR/bin/gbq"
	PATH=$BATS_TEST_TMPDIR/bin:$PATH
	cd "$BATS_TEST_TMPDIR/here" || return
}

# An empty root has none where nobody mounted /dev/pts.
need_terminal() {
	python3 -c 'import pty; pty.openpty()' 2>/dev/null ||
	    skip "no pseudo-terminal is to be had"
}

# status_of STATUS COMMAND…: run it; stdout in $output, stderr in $errors.
# Fails with both shown where the exit status is another.
status_of() {
	local expected=$1
	shift
	status=0
	"$@" >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" || status=$?
	output=$(tr -d '\0' <"$BATS_TEST_TMPDIR/out")
	errors=$(tr -d '\0' <"$BATS_TEST_TMPDIR/err")
	[ "$status" -eq "$expected" ] && return
	echo "$*: exit status $status, expected $expected"
	echo "stdout: $output"
	echo "stderr: $errors"
	return 1
}

# says TEXT: it stands in $output. complains TEXT: in $errors.
says() {
	grep -qF -- "$1" <<<"$output" && return
	echo "not in the output: $1"
	echo "$output"
	return 1
}

complains() {
	grep -qiF -- "$1" <<<"$errors" && return
	echo "not on stderr: $1"
	echo "$errors"
	return 1
}

silent() {
	[ -z "$errors" ] && return
	echo "stderr is not empty: $errors"
	return 1
}

# value SQL: the one value that it gives. Ingested into ./gbq.db.
value() {
	gbq sql -f tsv "$1" | tail -n +2
}

# equals GOT EXPECTED
equals() {
	[ "$1" = "$2" ] && return
	echo "got:      $1"
	echo "expected: $2"
	return 1
}

# ingest NAME…: fixtures into ./gbq.db
ingest() {
	local name
	for name in "$@"; do
		gbq ingest -q "$FIXTURES/$name" || return
	done
}

# dump PATH: canonical dump of a new database with that input
dump() {
	GBQ=$BATS_TEST_TMPDIR/bin/gbq "$ROOT/tests/dump" "$1"
}

# same_dump PATH PATH
same_dump() {
	dump "$1" >"$BATS_TEST_TMPDIR/dump1" || return
	dump "$2" >"$BATS_TEST_TMPDIR/dump2" || return
	diff "$BATS_TEST_TMPDIR/dump1" "$BATS_TEST_TMPDIR/dump2" | head -n 20
	cmp "$BATS_TEST_TMPDIR/dump1" "$BATS_TEST_TMPDIR/dump2"
}
