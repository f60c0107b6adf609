#!/usr/bin/env bash
# Fixtures stay small, and each has a line about where it comes from.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tap.bash

bytes=$(find fixtures -type f -printf '%s\n' | awk '{ n += $1 } END { print n }')
if [ "$bytes" -le $((3 << 20)) ]; then
	ok "fixtures are at most 3 MB ($bytes bytes)"
else
	not_ok "fixtures are at most 3 MB" "$bytes bytes"
fi
expect_none "each fixture has its line in fixtures/README.md" \
    "$(for dir in fixtures/*/; do
	name=$(basename "$dir")
	grep -q "^| $name |" fixtures/README.md || echo "$name"
    done)"
expect_none "each line of fixtures/README.md has its fixture" \
    "$(grep -oE '^\| [a-z_0-9]+ \|' fixtures/README.md | tr -d '| ' |
    while read -r name; do
	[ "$name" = folder ] || [ -d "fixtures/$name" ] || echo "$name"
    done)"
expect_none "git stores every file of the fixtures" \
    "$(git rev-parse --git-dir >/dev/null 2>&1 &&
    git -c core.quotePath=false ls-files -o -i --exclude-standard fixtures)"
finish
