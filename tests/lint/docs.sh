#!/usr/bin/env bash
# Every public view and each of its columns is documented: by lines
# "-- view NAME: …" and "-- column NAME: …" in schema/views/*.sql, and so by
# `gbq schema NAME -f json`. $GBQ names the program. The maps of src/ and
# tests/ name what is there, and that of src/ each of its rooms.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tap.bash

# Paths in `…` of a map; a name may lack the folders before it, and NAME, ROOM,
# words and … stand for any.
wrong_paths() {
	python3 - "$1" <<'PYTHON'
import fnmatch, os, re, sys

files = ["/" + os.path.relpath(os.path.join(folder, name))
         for top in ("fixtures", "include", "schema", "sql", "src", "tests")
         for folder, _, names in os.walk(top) for name in names]
folders = {os.path.dirname(file) + "/" for file in files}
folders |= {os.path.dirname(folder[:-1]) + "/" for folder in folders}
with open(sys.argv[1], encoding="utf-8") as file:
    words = set(re.findall(r"`([^`\s]+)`", file.read()))
for word in sorted(words):
    if word.startswith("build/") or not re.search(
            r"/$|\w\.(c|h|sh|py|sql|csv|md|mdoc|bats)$", word):
        continue
    form = re.sub(r"NNNN|NAME|ROOM|words|…", "*", word.replace("../", ""))
    if not fnmatch.filter(folders if word.endswith("/") else files,
                          "*/" + form):
        print(word)
PYTHON
}

for map in src tests; do
	expect_none "what $map/README.md names is there" \
	    "$(wrong_paths $map/README.md)"
done
expect_none "src/README.md names each room" \
    "$(find src -mindepth 1 -type d | while read -r room; do
	grep -qF "${room##*/}/" src/README.md || echo "$room"
    done)"
expect_none "src/README.md has at most 150 lines" \
    "$(wc -l <src/README.md | awk '$1 > 150')"

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
