#!/usr/bin/env bash
# No SQL is built by printf with data: values are bound.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tap.bash

# Calls of the printf family whose format has both an SQL word and a
# conversion. Numbers of PRAGMA (which takes no bound value) are allowed.
expect_none "no SQL text is formatted with data" "$(python3 - <<'PYTHON'
import glob, re
call = re.compile(r"\b\w*(?:printf|appendf|mprintf)\s*\(")
words = re.compile(r"\b(SELECT|INSERT|UPDATE|DELETE|REPLACE INTO|WHERE|VALUES"
                   r"|ATTACH|CREATE|DROP|PRAGMA|SAVEPOINT|RELEASE)\b")
for path in sorted(glob.glob("src/**/*.c", recursive=True)):
    if path.startswith("src/tools/"):
        continue
    with open(path, encoding="utf-8") as f:
        text = f.read()
    for m in call.finditer(text):
        statement = text[m.start():text.find(";\n", m.start())]
        literal = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', statement))
        word = words.search(literal)
        if not word or not re.search(r"%[^%]", literal):
            continue
        if word[1] == "PRAGMA" and not re.search(r"%[^dlu%]*s", literal):
            continue
        print(f"{path}:{text.count(chr(10), 0, m.start()) + 1}: {literal[:70]}")
PYTHON
)"

expect_none "sqlite3_exec is given constant text only" \
    "$(grep -rnE 'sqlite3_exec\(' src | grep -vE '"|embedded|sql[,)]|->sql|text')"
# What users are told of runs on a cluster too.
expect_none "saved queries keep to the common subset" \
    "$(python3 tests/lint/sql_subset.py)"

# Each rule finds what breaks it.
broken='WITH a AS (SELECT 1) SELECT instr(x, y), a / b, '"'\\'"' FROM t
JOIN u ON 1 JOIN (SELECT 2) WHERE a IS b ORDER BY 1, c'
found=$(python3 tests/lint/sql_subset.py <(printf -- \
    '-- name: %s\n-- question: ?\n%s\n' 63 "$broken") | grep -c 'subset\|JOIN\|BY\|IS\|backslash\|division')
expect_none "the check of the subset finds what is wrong" \
    "$([ "$found" -ge 9 ] || echo "only $found of 9 rules")"
finish
