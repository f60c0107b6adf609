#!/usr/bin/env bash
# No file of src/ calls one that calls it back, over any number of others: by
# the symbols of the objects in build/release. Dispatch by a table of functions
# counts, too.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tap.bash

# FILE DEFINED|NEEDED SYMBOL
symbols() {
	find build/release/src -name '*.o' -exec nm -A --extern-only {} + |
	    sed -nE 's#^build/release/(.*)\.o:.* ([TDRBU]) ([A-Za-z_0-9]+)$#\1 \2 \3#p'
}

# Files that cannot be put in an order, by leaving out again and again those
# that need nothing of the rest, or that the rest does not need.
circles() {
	symbols | awk '
	$2 != "U" { home[$3] = $1 }
	$2 == "U" { needs[$1 " " $3] = 1 }
	END {
		for (key in needs) {
			split(key, part, " ")
			to = home[part[2]]
			if (to != "" && to != part[1] &&
			    !((part[1] " " to) in edge)) {
				edge[part[1] " " to] = part[2]
				out[part[1]]++
				into[to]++
			}
		}
		do {
			gone = 0
			for (key in edge) {
				split(key, part, " ")
				if (!out[part[2]] || !into[part[1]]) {
					out[part[1]]--
					into[part[2]]--
					delete edge[key]
					gone++
				}
			}
		} while (gone)
		for (key in edge)
			print key ": " edge[key]
	}' | sort
}

found=$(symbols | wc -l)
expect_none "objects of src/ have symbols" "$([ "$found" -gt 1000 ] ||
    echo "$found symbols in build/release")"
expect_none "no file of src/ is called back by what it calls" "$(circles)"
finish
