#!/usr/bin/env bash
# Makes tests/fuzz/corpus anew: of what fuzzing found and of the seeds, small
# inputs that together reach much of each parser, and every
# input that once made a target fail (corpus/TARGET/fixed-*), which stay.
#
# usage: tests/fuzz/keep.sh [TARGET…]
#
# $FOUND: folder of what was found (build/fuzz/found).
set -eu
cd "$(dirname "$0")/../.."
found=${FOUND:-build/fuzz/found}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- $(cd tests/fuzz && ls fuzz_*.c | sed 's/^fuzz_//; s/\.c$//')

for target; do
	corpus=tests/fuzz/corpus/$target
	mkdir -p "$work/in" "$work/out" "$corpus"
	find "$corpus" "$found/$target" "build/fuzz/seeds/$target" -type f \
	    -size -1500c -exec cp -t "$work/in" {} + 2>/dev/null || :
	"build/fuzz/tests/fuzz/fuzz_$target" -merge=1 "$work/out" "$work/in" \
	    >"$work/log" 2>&1 || { tail -n 5 "$work/log"; exit 1; }
	find "$corpus" -type f ! -name 'fixed-*' -delete
	# of the inputs that merging kept, 50 of all sizes, or 14 KB
	step=$(($(ls "$work/out" | wc -l) / 50 + 1))
	ls -Sr "$work/out" | awk -v step=$step 'NR % step == 0' |
	while read -r name; do
		cp "$work/out/$name" "$corpus/${name:0:12}"
		[ "$(cat "$corpus"/* | wc -c)" -lt 14000 ] || break
	done
	echo "$target: $(ls "$corpus" | wc -l) inputs," \
	    "$(cat "$corpus"/* | wc -c) bytes"
	rm -rf "$work/in" "$work/out"
done
