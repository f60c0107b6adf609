# tap.bash - sourced by test scripts: counts results and prints them as TAP.
#
# usage: . tests/tap.bash; ok NAME; not_ok NAME [DETAIL…]; finish

tap_count=0
tap_failed=0

ok() {
	tap_count=$((tap_count + 1))
	printf 'ok %d %s\n' "$tap_count" "$1"
}

# Details go out as comments, one a line.
not_ok() {
	tap_count=$((tap_count + 1))
	tap_failed=$((tap_failed + 1))
	printf 'not ok %d %s\n' "$tap_count" "$1"
	shift
	[ $# -eq 0 ] || printf '%s\n' "$@" | sed 's/^/# /'
}

# ok if the findings are empty, else not ok with them.
expect_none() {
	if [ -z "$2" ]; then
		ok "$1"
	else
		not_ok "$1" "$2"
	fi
}

finish() {
	printf '1..%d\n' "$tap_count"
	[ "$tap_failed" -eq 0 ]
	exit
}
