#!/usr/bin/env bash
# Every public view and each of its columns is documented: by lines
# "-- view NAME: …" and "-- column NAME: …" in schema/views/*.sql, and so by
# `gbq schema NAME -f json`. $GBQ names the program.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tap.bash

GBQ=${GBQ:-./gbq}
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
if ! "$GBQ" --db "$dir/gbq.db" ingest -q fixtures/reset_repeats \
    >"$dir/out" 2>&1; then
	not_ok "a database can be made" "$(cat "$dir/out")"
	finish
fi

# What design.md promises; the database may have more.
views="runs tags configs compiles breaks hints sites frames restarts failures
recompiles guard_failures recompile_causes specializations guards_added
bytecodes artifacts problems break_kinds"
have=$(sqlite3 "$dir/gbq.db" \
    "SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name")
for view in $views; do
	if grep -qx "$view" <<<"$have"; then
		ok "view $view is there"
	else
		not_ok "view $view is there"
	fi
done

documented_columns() {
	"$GBQ" --db "$dir/gbq.db" schema "$1" -f json | python3 -c '
import json, sys

def columns(value):
    """every object with a name and a non-empty text beside it"""
    if isinstance(value, list):
        for item in value:
            yield from columns(item)
    elif isinstance(value, dict):
        name = value.get("column") or value.get("name")
        if any(isinstance(value.get(k), str) and value[k].strip()
               for k in ("documentation", "description", "text", "doc",
                         "meaning", "help")):
            yield name
        for item in value.values():
            yield from columns(item)

print("\n".join(sorted(set(filter(None, columns(json.load(sys.stdin)))))))'
}

for view in $have; do
	file=$(grep -lE "^-- view $view:" schema/views/*.sql)
	if [ "$(grep -c . <<<"$file")" -ne 1 ] || [ -z "$file" ]; then
		not_ok "one file documents the view $view" "$file"
		continue
	fi
	ok "one file documents the view $view"
	columns=$(sqlite3 "$dir/gbq.db" \
	    "SELECT name FROM pragma_table_info('$view') ORDER BY name")
	expect_none "each column of $view is documented in its file" \
	    "$(comm -23 <(sort -u <<<"$columns") \
	    <(sed -n '/^-- view '"$view"':/,/^-- view /p' "$file" |
	    sed -nE 's/^-- column ([a-z_0-9]+):.*/\1/p' | sort -u))"
	expect_none "gbq schema $view tells each column" \
	    "$(comm -23 <(sort -u <<<"$columns") <(documented_columns "$view"))"
done
finish
