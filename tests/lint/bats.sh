#!/usr/bin/env bash
# Bats runs tests with set -e, which an inverted command and all but the last
# of an && list do not trip: such a line in a test could not fail.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tap.bash

found=$(awk '
	/\\$/ { line = line substr($0, 1, length($0) - 1); next }
	{ line = line $0 }
	line ~ /^[ \t]*! / && line !~ /\|\|/ { print FILENAME ":" FNR ":" line }
	line ~ /^[ \t]*\[ .* \] && \[ / && line !~ /\|\|/ {
		print FILENAME ":" FNR ":" line
	}
	{ line = "" }' tests/cli/*.bats)
expect_none "each line of a test in bats can fail" "$found"
finish
