#!/usr/bin/env python3
"""Wrong values in every column of every table: each command gives rows or a
clear error; never a crash, a hang or a status that is not documented, and
nothing that a terminal would obey.

usage: tests/faults/columns.py [--share N] [--only TEXT]

The product: each column, filled with each wrong value in all rows or in every
other one, and each command whose SQL reads the column.
--share N tries one of N, taken by a hash; --only TEXT those that hold TEXT.
$GBQ names the program, best a build with sanitizers. Prints TAP.
"""
import argparse
import concurrent.futures
import hashlib
import os
import re
import shutil
import sqlite3
import sys
import tempfile

import common
import hostile
from commands import COMMANDS, known
from common import gbq, must

FIXTURES = ("gb_explicit_break_messages", "dist_diverge_break",
            "backend_failure_uncaught", "dynamic_shapes_ok", "export_plain",
            "pair_print_before", "pair_print_after", "reset_repeats")

# Documented: done, a negative answer, wrong usage, no such run, some inputs
# unusable, a damaged database, a limit, an I/O error.
STATUSES = (0, 1, 2, 3, 4, 5, 6, 74)

# What a column holds that it should not, as SQL.
VALUES = {
    "null": "NULL",
    "text": "'x'",
    "empty text": "''",
    "no text": "CAST(x'6100ff80c3' AS TEXT)",
    "JSON": "'[[[1]], null, -1, \"\"]'",
    "blob": "x'00ff1b5b'",
    "empty blob": "x''",
    "dangling": "987654321",
    "negative": "-1",
    "huge": "9223372036854775807",
    "least": "-9223372036854775807 - 1",
    "infinite": "9e999",
    # what a terminal would obey, behind a text
    "nasty": "CASE typeof({0}) WHEN 'text' THEN {0} || CAST(x'" +
             "".join(hostile.NASTY).replace("\0", "").encode().hex() +
             "' AS TEXT) ELSE {0} END",
}

# Beside those of commands.py. WRITES: they change the database.
MORE = [line.split("|") for line in """
runs|-f|json
summary|id:1|-f|json
triage|id:1
triage|id:1|-v
breaks|id:1|-f|json
breaks|id:1|-v
breaks|id:2|--by|own
breaks|--all|--by|file
show|id:3|e1
show|id:3|0/0
show|id:2|e1|-f|json
stack|id:1
restarts|id:1
failures|id:1|-v
failures|id:4
recompiles|id:2|-v
time|id:3
time|id:3|--by|phase
graphs|id:3
graphs|id:8
cache|id:1
cache|id:6|id:7
artifacts|id:1|-v
problems|id:5
configs|id:3
kinds
sweep|--by|k
trend|--by|k
ranks|id:2
ranks|id:2|-f|csv
check|-v
explain|no such kind
issue|id:1|s1
issue|id:1|e1
bytecode|id:1|0/0
cat|id:8|0/0|graph
extract|id:1|OUT
diff|id:6|id:7
diff|id:6|id:7|-f|json
diff|id:6|id:7|-f|markdown
diff|id:6|id:7|--stat
diff|id:1|id:2|--by|kind
diff|id:1|id:2|-v
diff|id:1|id:2|-f|csv
diff|--sweep|k=1|k=2
diff|--graph|id:8:0/0|id:8:1/0
diff|--guards|id:8:0/0|id:8:1/0
gate|id:1|--baseline|id:2
gate|id:1|--max-sites|0
baseline|id:1
html|id:1|-o|OUT
html|id:6|id:7|-o|OUT
html|--all|-o|OUT
search|e|--all
search|e|id:1|-l
tag|id:1
export|id:1|-o|OUT
export|-o|OUT
""".strip().split("\n")]
WRITES = [line.split("|") for line in """
rebuild
rebuild|id:1
rm|id:1
rm|@latest
rename|id:1|other
tag|id:1|k=3
upgrade
ingest|FIXTURE
merge|OTHER
""".strip().split("\n")]
# OTHER's turn: what is damaged is merged into a sound database.
FOREIGN = ["merge", "DAMAGED"]

# What fixtures do not have: rows of the tables that they leave empty.
FILL = """
INSERT INTO meta VALUES ('created_by', 'gbq');
INSERT INTO cache_event SELECT run_id, artifact_no, compile_no, 'fx_graph',
	CASE WHEN run_id = 6 THEN 'hit' ELSE 'miss' END, 'key' || run_id, 'why'
	FROM artifact WHERE compile_no IS NOT NULL AND artifact_no % 3 = 0;
INSERT INTO collective SELECT run_id, compile_no, 0, NULL, compile_id,
	compile_no, 'all_reduce' FROM compile WHERE run_id < 4;
INSERT INTO empty_folder VALUES (1, 0, x'61'), (1, 1, x'62ff');
INSERT INTO site_follower SELECT run_id, site_id, 1, 'inlined' FROM site
	WHERE site_id > 1;
INSERT INTO compile_below SELECT run_id, compile_no, 1, compile_no % 2
	FROM compile WHERE run_id < 4;
UPDATE problem SET from_input = 1;
"""


def wipe(path):
    if os.path.isdir(path):
        shutil.rmtree(path)
    elif os.path.exists(path):
        os.remove(path)


class Base:
    """A small database with rows in all tables."""

    def __init__(self, work):
        self.work = work
        self.notes = common.library("columns")
        self.path = os.path.join(work, "base.db")
        self.other = os.path.join(work, "other.db")
        for number, name in enumerate(FIXTURES):
            must(self.path, "ingest", "-q", "--tag", f"k={number % 3}",
                 os.path.join(common.FIXTURES, name))
        must(self.other, "ingest", "-q",
             os.path.join(common.FIXTURES, FIXTURES[5]))
        db = sqlite3.connect(self.path)
        db.executescript(FILL)
        db.close()
        db = common.open_read(self.path)
        self.columns = {
            table: [row[1].decode() for row in
                    db.execute(f"PRAGMA table_info({table})")]
            for table in common.names(db, "table")}
        self.empty = [table for table in self.columns if not db.execute(
            f"SELECT count(*) FROM {table}").fetchone()[0]]
        self.artifact = db.execute(
            "SELECT path FROM artifacts WHERE run_id = 8 AND path NOT LIKE "
            "'-%'").fetchone()[0].decode()
        db.close()

    def reads(self, command):
        """The "table.column"s that a command's SQL reads."""
        folder = tempfile.mkdtemp(dir=self.work)
        database = os.path.join(folder, "gbq.db")
        notes = os.path.join(folder, "read")
        shutil.copy(self.path, database)
        open(notes, "w", encoding="utf-8").close()
        done = attempt(self, command, database, folder, {
            "LD_PRELOAD": self.notes, "COLUMNS_READ": notes,
            "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") +
                            ":verify_asan_link_order=0"})
        if done:
            sys.exit(done)
        with open(notes, encoding="utf-8") as file:
            columns = set(file.read().split("\n"))
        shutil.rmtree(folder)
        return columns

    def commands(self):
        queries = must(self.path, "queries", "-f", "tsv").out.decode() \
            .split("\n")[1:-1]
        saved = [["sql", "@" + row.split("\t")[0]] +
                 (["-p", "run=id:1"] if "run" in row.split("\t")[1].split(", ")
                  else []) for row in queries]
        return known(COMMANDS + MORE) + saved, known(WRITES + [FOREIGN])


def schema_of(db, table):
    return db.execute("SELECT sql FROM sqlite_schema WHERE type = 'table' "
                      "AND name = ?", (table,)).fetchone()[0]


def opened(path):
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA synchronous = 0")
    return db


def set_schema(path, table, column, value):
    """Change what a table is said to be, not what it holds."""
    db = opened(path)
    db.execute("PRAGMA writable_schema = 1")
    db.execute(f"UPDATE sqlite_schema SET {column} = ? WHERE type = 'table' "
               "AND name = ?", (value, table))
    db.close()


def fill(db, table, column, value, rows):
    try:
        db.execute(f"UPDATE OR IGNORE {table} SET {column} = "
                   + VALUES[value].format(column)
                   + (" WHERE rowid % 2" if rows == "some" else ""))
    except sqlite3.IntegrityError:
        pass            # a rowid is an integer in any file


def fill_loose(path, table, column, value, rows):
    """Of a table with a rowid: as if the column had no type."""
    db = opened(path)
    sql = schema_of(db, table)
    db.close()
    loose = re.sub(rf"\b{column} (TEXT|INTEGER|REAL|BLOB)(?! PRIMARY)"
                   "( NOT NULL)?", column, sql)
    set_schema(path, table, "sql", loose)
    db = opened(path)
    fill(db, table, column, value, rows)
    db.close()
    set_schema(path, table, "sql", sql)


def fill_index(path, table, column, value, rows):
    """Of one without: an index of all columns, the key first, has the same
    form, and takes any value; the table is said to be there."""
    db = opened(path)
    info = db.execute(f"PRAGMA table_info({table})").fetchall()
    key = [row[1] for row in sorted(info, key=lambda row: row[5]) if row[5]]
    rest = [row[1] for row in info if not row[5]]
    indexes = [row[0] for row in db.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql NOTNULL "
        "AND tbl_name = ?", (table,))]
    db.execute(f"CREATE TABLE loose ({', '.join(row[1] for row in info)})")
    db.execute(f"INSERT INTO loose SELECT * FROM {table}")
    fill(db, "loose", column, value, rows)
    db.execute(f"CREATE INDEX loose_all ON loose ({', '.join(key + rest)})")
    root = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = "
                      "'loose_all'").fetchone()[0]
    db.execute("PRAGMA writable_schema = 1")
    db.execute("DELETE FROM sqlite_schema WHERE tbl_name = 'loose'")
    db.close()
    set_schema(path, table, "rootpage", root)
    db = opened(path)
    for name in indexes:
        db.execute(f"REINDEX {name}")
    db.close()


def damage(base, path, table, column, value, rows):
    shutil.copy(base.path, path)
    db = opened(path)
    without_rowid = schema_of(db, table).endswith("WITHOUT ROWID")
    db.close()
    way = fill_index if without_rowid else fill_loose
    way(path, table, column, value, rows)


def words_of(base, command, database, out):
    places = {"OUT": out, "PATH": base.artifact, "OTHER": base.other,
              "DAMAGED": database, "FIXTURE": os.path.join(
                  common.FIXTURES, FIXTURES[5])}
    return [places.get(word, word) for word in command]


def raw(command):
    """Whether it writes bytes as they are, or for programs."""
    return command[0] in ("cat", "baseline") or "-f" in command


def attempt(base, command, database, folder, env=None):
    """Run a command on a damaged database; what is wrong, or None."""
    out = os.path.join(folder, "out")
    target = database
    if command is FOREIGN:
        target = os.path.join(folder, "sound.db")
        shutil.copy(base.other, target)
    done = gbq(target, *words_of(base, command, database, out), cwd=folder,
               env=env)
    wipe(out)
    if done.crashed() or done.status not in STATUSES:
        return f"{' '.join(command)}: {done}"
    if done.status > 1 and not done.err.startswith(b"gbq: "):
        return f"{' '.join(command)}: no message: {done}"
    return None if raw(command) else hostile.shown(
        " ".join(command), done.out + done.err)


def taken(share, *words):
    """Whether a part of the product is tried: the same ones each time."""
    return int(hashlib.sha1("|".join(words).encode()).hexdigest(),
               16) % share == 0


class Product:
    def __init__(self, base, options):
        self.base, self.options = base, options
        reads, self.writes = base.commands()
        self.commands = reads + self.writes
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            self.columns = list(pool.map(base.reads, self.commands))
        self.looks = 0

    def commands_of(self, case):
        name = ".".join(case[:2])
        return [command for command, columns in
                zip(self.commands, self.columns) if name in columns and
                taken(self.options.share, *case, *command)]

    def case(self, case):
        """All commands on one damaged database."""
        commands = self.commands_of(case)
        if not commands:
            return []
        folder = tempfile.mkdtemp(dir=self.base.work)
        database = os.path.join(folder, "gbq.db")
        problems = []
        damage(self.base, database, *case)
        for command in commands:
            place = database
            if command in self.writes:
                place = os.path.join(folder, "written.db")
                shutil.copy(database, place)
            problem = attempt(self.base, command, place, folder)
            self.looks += 1
            if problem:
                problems.append(f"{' '.join(case)}: {problem}")
        shutil.rmtree(folder)
        return problems

    def run(self, tap):
        for table, columns in self.base.columns.items():
            cases = [(table, column, value,
                      "some" if taken(2, column, value) else "all")
                     for column in columns for value in VALUES]
            if self.options.only:
                cases = [case for case in cases
                         if self.options.only in " ".join(case)]
            before = self.looks
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                found = sum(pool.map(self.case, cases), [])
            if cases:
                tap.result(f"wrong values in {table} "
                           f"({self.looks - before} commands)", found)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--share", type=int, default=1)
    parser.add_argument("--only")
    options = parser.parse_args()
    tap = common.Tap()
    common.SECONDS = 60
    with tempfile.TemporaryDirectory(prefix="gbq-columns-") as work:
        base = Base(work)
        tap.result("all tables have rows", base.empty)
        Product(base, options).run(tap)
    tap.end()


if __name__ == "__main__":
    main()
