#!/usr/bin/env bash
# Sizes: no function over 100 lines, no file over 1,000, no line over 80
# columns. Prints the figures that style.md aims at as a comment.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tap.bash

sources=$(find src include tests/unit tests/fuzz -name '*.[ch]' 2>/dev/null | sort)

# A function is what lies between a '{' and a '}' at column 0.
lengths=$(awk '
	FNR == 1 { start = 0 }
	/^\{/ { start = FNR }
	/^\}/ && start { print FNR - start - 1, FILENAME ":" start; start = 0 }
	' $sources | sort -n)
expect_none "no function is over 100 lines" \
    "$(awk '$1 > 100' <<<"$lengths")"
expect_none "no file is over 1,000 lines" \
    "$(wc -l $sources schema/*.sql schema/views/*.sql sql/*.sql tests/run \
    tests/*/*.bats Makefile 2>/dev/null | awk '$1 > 1000 && $2 != "total"')"
# characters, not bytes as awk and expand may count
expect_none "no line is over 80 columns" "$(python3 - $sources <<'PYTHON'
import sys
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            columns = len(line.rstrip("\n").expandtabs(8))
            if columns > 80:
                print(f"{path}:{number}: {columns}")
PYTHON
)"
awk '{ n[NR] = $1; over40 += $1 > 40 } END {
	if (NR) printf "# note: %d functions, median %d lines, 90 %% under %d, " \
	    "longest %d\n", NR, n[int((NR + 1) / 2)], n[int(NR * 0.9 + 1)], \
	    n[NR]
	}' <<<"$lengths"
finish
