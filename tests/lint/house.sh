#!/usr/bin/env bash
# One finds one's way in src/: no room holds more than 25 files, and the
# name of each static function is its own and of two words at least, so that
# grep, tags and a backtrace lead to one place.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tap.bash

# a room with more is divided
expect_none "no room of src/ holds more than 25 files" \
    "$(find src -type f | sed 's#/[^/]*$##' | sort | uniq -c |
    awk '$1 > 25')"

# "FILE NAME static|public" of each static function that src/ defines, and of each function
# that a header declares
statics=$(python3 - <<'PYTHON'
import glob, re
static = re.compile(r"^static\s(?:[\w *]|\n)*?\b(\w+)\(", re.M)
public = re.compile(r"^(?!static)(?:[a-z]\w*[ *]+)+(\w+)\(", re.M)
for path in sorted(glob.glob("src/**/*.[ch]", recursive=True)) + \
        ["include/gbq.h"]:
    with open(path, encoding="utf-8") as file:
        text = file.read()
    names = {name: "static" for name in static.findall(text)}
    if path.endswith(".h"):
        names.update({name: "public" for name in public.findall(text)
                      if name not in names})
    for name in sorted(names):
        if not name.isupper() and not name.startswith("__"):
            print(path, name, names[name])
PYTHON
)
if [ "$(wc -l <<<"$statics")" -lt 1000 ]; then
	not_ok "the functions are found" "$(wc -l <<<"$statics")"
fi
expect_none "no static function's name stands in two files" \
    "$(awk '{ files[$2] = files[$2] " " $1; n[$2]++ }
    END { for (name in n) if (n[name] > 1) print name ":" files[name] }' \
    <<<"$statics" | sort)"
expect_none "no static function's name is one word" \
    "$(awk '$3 == "static" && $2 !~ /._./' <<<"$statics")"
finish
