#!/usr/bin/env python3
"""Hostile databases and hostile texts: every command that reads gives rows or
a clear error, never a crash, never a write; and what a terminal would obey
does not reach it.

usage: tests/faults/hostile.py [--share N] [--only NAME]

--share N damages one of N pages. $GBQ names the program, best a build with
sanitizers. Prints TAP.
"""
import argparse
import concurrent.futures
import hashlib
import html.parser
import os
import random
import re
import shutil
import sqlite3
import tempfile

import common
from commands import COMMANDS, known
from common import gbq, must

SMALL = "gb_explicit_break_messages"
# Answers, rows, no such thing, a damaged database, a limit, an I/O error.
STATUSES = (0, 1, 2, 3, 4, 5, 6, 74)


def listing(folder):
    result = []
    for path, _, names in os.walk(folder):
        for name in names:
            full = os.path.join(path, name)
            with open(full, "rb") as file:
                result.append((full, hashlib.sha1(file.read()).hexdigest()))
    return sorted(result)


class Victim:
    """A small database, and copies of it to damage."""

    def __init__(self, work):
        self.work = work
        self.path = os.path.join(work, "small.db")
        must(self.path, "ingest", "-q",
             os.path.join(common.FIXTURES, SMALL))
        must(self.path, "ingest", "-q",
             os.path.join(common.FIXTURES, "recompile_limit_fail"))
        with open(self.path, "rb") as file:
            self.bytes = file.read()
        self.page_size = int.from_bytes(self.bytes[16:18], "big")
        self.artifact = must(
            self.path, "sql", "-f", "tsv", "SELECT path FROM artifacts "
            "ORDER BY run_id DESC, 1 LIMIT 1").out.decode().split("\n")[1]

    def copy(self, content=None):
        folder = tempfile.mkdtemp(dir=self.work)
        database = os.path.join(folder, "gbq.db")
        with open(database, "wb") as file:
            file.write(self.bytes if content is None else content)
        return folder, database

    def read(self, database, command, statuses=STATUSES):
        """Run a reading command; what is wrong, or None."""
        folder = os.path.dirname(database)
        out = tempfile.mkdtemp(dir=self.work)
        before = listing(folder)
        arguments = [os.path.join(out, "x") if word == "OUT" else
                     self.artifact if word == "PATH" else word
                     for word in command]
        done = gbq(database, *arguments, cwd=out)
        shutil.rmtree(out)
        if done.crashed() or done.status not in statuses:
            return f"{command}: {done}"
        if done.status > 1 and not done.err.startswith(b"gbq: "):
            return f"{command}: no message: {done}"
        if listing(folder) != before:
            return f"{command}: files changed"
        return None


def each(jobs, work):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return [problem for problem in pool.map(work, jobs) if problem]


def flips(victim, tap, share):
    """Flip some bytes in every page; a few commands on each."""
    pages = len(victim.bytes) // victim.page_size
    commands = known(COMMANDS)

    def damage(job):
        number, page = job
        chance = random.Random(number)
        content = bytearray(victim.bytes)
        start = page * victim.page_size
        # the start of a page tells how it is built
        room = chance.choice((12, 100, victim.page_size))
        for _ in range(chance.choice((1, 1, 4, 30))):
            content[start + chance.randrange(room)] ^= \
                1 << chance.randrange(8)
        folder, database = victim.copy(content)
        problems = [victim.read(database, commands[(number * 7 + i * 5) %
                                                   len(commands)])
                    for i in range(3)]
        shutil.rmtree(folder)
        problems = [problem for problem in problems if problem]
        return problems and f"page {page}, seed {number}: {problems[0]}"

    jobs = list(enumerate(range(0, pages, share)))
    # the first page and the schema behind it again and again
    jobs += [(1000 + i, i % 12) for i in range(240 // share)]
    problems = each(jobs, damage)
    tap.result(f"{len(jobs)} databases with flipped bits", problems)


def rough(victim, tap, share):
    """Cut, zeroed, swapped and foreign pages."""
    size, commands = victim.page_size, known(COMMANDS)

    def damage(number):
        chance = random.Random(number)
        content = bytearray(victim.bytes)
        pages = len(content) // size
        a, b = chance.randrange(1, pages), chance.randrange(1, pages)
        kind = number % 5
        if kind == 0:
            content = content[:a * size]
        elif kind == 1:
            content[a * size:(a + 1) * size] = bytes(size)
        elif kind == 2:
            content[a * size:(a + 1) * size] = \
                victim.bytes[b * size:(b + 1) * size]
        elif kind == 3:
            content = content[:chance.randrange(len(content))]
        else:
            content[a * size:(a + 1) * size] = chance.randbytes(size)
        folder, database = victim.copy(content)
        problems = [victim.read(database, chance.choice(commands))
                    for _ in range(2)]
        shutil.rmtree(folder)
        problems = [problem for problem in problems if problem]
        return problems and f"seed {number}: {problems[0]}"

    total = 200 // share
    tap.result(f"{total} cut and mixed up databases",
               each(range(total), damage))


def no_database(victim, tap, _share):
    """Files that are none."""
    newer = bytearray(victim.bytes)
    newer[60:64] = (9999).to_bytes(4, "big")
    other = bytearray(victim.bytes)
    other[68:72] = b"xyz\x00"
    contents = {
        "0 bytes": (b"", b"empty"),
        "random bytes": (random.Random(1).randbytes(50000),
                         b"not a database"),
        "a text": (b"hello\n" * 1000, b"not a database"),
        "the first 50 bytes": (victim.bytes[:50], b"malformed"),
        "a newer gbq's": (bytes(newer), b"newer gbq"),
        "another program's": (bytes(other), b"not a gbq database"),
    }
    for name, (content, message) in contents.items():
        folder, database = victim.copy(content)
        problems = []
        for command in known(COMMANDS):
            if command[0] in ("schema", "queries"):
                continue
            problem = victim.read(database, command, (2, 3, 5))
            done = gbq(database, *[word.replace("OUT", folder + "/o")
                                   for word in command])
            if problem or message not in done.err or done.status != 5:
                problems.append(problem or f"{command}: {done}")
        if name != "0 bytes":
            done = gbq(database, "ingest", os.path.join(
                common.FIXTURES, "reset_repeats"))
            if done.status != 5 or message not in done.err:
                problems.append(f"ingest: {done}")
            with open(database, "rb") as file:
                if file.read() != content:
                    problems.append("ingest changed it")
        shutil.rmtree(folder)
        tap.result(f"{name} as database", problems)


EVIL = {
    "a view that never ends": (
        "DROP VIEW runs; CREATE VIEW runs AS WITH RECURSIVE c(x) AS (SELECT 1"
        " UNION ALL SELECT x + 1 FROM c) SELECT x AS run_id, 'x' AS name FROM"
        " c WHERE x < 0", None),
    "a view that calls itself": (
        "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = 'CREATE "
        "VIEW breaks AS SELECT * FROM breaks' WHERE name = 'breaks'", None),
    "a view that reads files": (
        "DROP VIEW breaks; CREATE VIEW breaks AS SELECT readfile('/etc/passwd'"
        ") AS kind, 1 AS run_id", None),
    "a view that loads code": (
        "DROP VIEW breaks; CREATE VIEW breaks AS SELECT load_extension('x') "
        "AS kind, 1 AS run_id", None),
    "a view with huge values": (
        "DROP VIEW breaks; CREATE VIEW breaks AS SELECT zeroblob(900000000) "
        "AS kind, 1 AS run_id", None),
    "a trigger on every table": (
        "TRIGGERS", None),
    "a table in place of a view": (
        "DROP VIEW runs; CREATE TABLE runs(run_id, name); INSERT INTO runs "
        "VALUES ('x', x'00ff'), (NULL, NULL), (1e300, 9)", None),
    "columns of other types": (
        "UPDATE run SET name = x'00ff1b5b', run_key = CAST(run_id AS BLOB), "
        "compiles = 'many', started_at = x'ff', ranks = 'x'; UPDATE compile "
        "SET line = 'x', function_text = 'y', metrics_text = x'00', "
        "status = x'ff', entire_frame_s = 'long'; UPDATE break_event SET "
        "line = x'ff', site_id = CAST(site_id AS TEXT), kind_text = 'k', "
        "gb_id = x'1b'; UPDATE site SET forms = x'ff', ranks = '[', "
        "events = 'e'; UPDATE text SET body = x'001bff'; UPDATE artifact "
        "SET path = x'2e2e2f', content_id = 'c'; UPDATE content SET bytes = "
        "'b', block_id = 'x'; UPDATE problem SET message = 7", None),
    "a view that never ends in place of a table": (
        "PRAGMA foreign_keys = 0; DROP TABLE run; CREATE VIEW run AS WITH "
        "RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x "
        "AS run_id, 'x' AS name, 'x' AS run_key FROM c WHERE x < 0", None),
    "indexes that lie": (
        "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET rootpage = "
        "(SELECT rootpage FROM sqlite_schema WHERE name = 'run') WHERE name = "
        "'run_by_name'", None),
    "a wrong column list": (
        "DROP VIEW compiles; CREATE VIEW compiles AS SELECT 1", None),
    "a virtual table": (
        "CREATE VIRTUAL TABLE evil USING fts5(x); DROP VIEW problems; "
        "CREATE VIEW problems AS SELECT x AS code, 1 AS run_id FROM evil",
        None),
    "no views at all": ("NOVIEWS", None),
    "no tables at all": ("NOTABLES", None),
}


def evil_sql(db, sql):
    names = {kind: common.names(db, kind) for kind in ("table", "view")}
    if sql == "TRIGGERS":
        sql = ";".join(
            f'CREATE TRIGGER "t{event}{name}" AFTER {event} ON "{name}" BEGIN'
            ' DELETE FROM run; END' for name in names["table"]
            for event in ("INSERT", "UPDATE", "DELETE"))
    elif sql == "NOVIEWS":
        sql = ";".join(f'DROP VIEW "{name}"' for name in names["view"])
    elif sql == "NOTABLES":
        sql = "PRAGMA foreign_keys = 0;" + \
            ";".join(f'DROP TABLE "{name}"' for name in names["table"])
    db.executescript(sql + ";")


def evil(victim, tap, _share):
    common.SECONDS, before = 60, common.SECONDS
    for name, (sql, _) in EVIL.items():
        folder, database = victim.copy()
        db = sqlite3.connect(database, isolation_level=None)
        db.text_factory = bytes
        try:
            evil_sql(db, sql)
        except sqlite3.Error as error:
            tap.skip(name, f"SQLite here does not make it: {error}")
            continue
        finally:
            db.close()
        problems = each(known(COMMANDS),
                        lambda command: victim.read(database, command))
        if sql == "TRIGGERS":
            done = gbq(database, "ingest", os.path.join(
                common.FIXTURES, "reset_repeats"))
            if done.status or len(common.runs(database)) != 3:
                problems.append(f"a trigger ran: {done}")
        shutil.rmtree(folder)
        tap.result(name, problems)
    common.SECONDS = before


# What a terminal obeys or hides, and bytes that are no text.
OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f"
                    "\u202a-\u202e\u2066-\u2069]")
NASTY = ("\x1b]0;owned\x07", "\x1b[2J", "a\rb", "\x00", "\u202egnp.exe",
         "\u2066x\u2069", "\x9b31m", "\x7f", "|a|b|", "\x08\x08", "\t",
         "\"evil='1'><evil>", "'evil=1")


def shown(name, out):
    """What in an output a terminal would obey."""
    try:
        text = out.decode("utf-8")
    except UnicodeDecodeError as error:
        return f"{name}: no UTF-8: {error}"
    found = OBEYED.search(text)
    if not found:
        return None
    start = max(0, found.start() - 30)
    return f"{name}: {text[start:found.end() + 20]!r}"


def nasty_report(folder):
    """Nasty texts wherever a report has texts."""
    nasty = "".join(NASTY).replace("\x00", "")
    os.makedirs(os.path.join(folder, "-_0_0_0"))
    os.makedirs(os.path.join(folder, "-_-_-_-"))
    files = {
        "-_0_0_0/dynamo_graph_break_reason_1.txt":
            f"Graph break in user code at /x{nasty}.py:5\n"
            f"Graph Break Reason: Call to `{nasty}`\n"
            f"  Explanation: {nasty}\n  Hint: {nasty}\n\n"
            f"  Developer debug context: {nasty}\n\nUser code traceback:\n"
            f"  File \"/x{nasty}.py\", line 5, in f{nasty}\n    {nasty}\n",
        "-_0_0_0/compilation_metrics_2.html":
            "<html><body><h1>Compilation Info for [0/0] </h1><h2>Stack</h2>"
            "<details><summary>Stack</summary><div class='stack-trie'><ul>"
            f"<li>/x{nasty}.py:5 in f{nasty}<br>&nbsp;&nbsp;{nasty}</li></ul>"
            f"</div></details><h2>Failures:</h2><p>Failure Type: {nasty}</p>"
            f"<p>Failure Reason: <pre>{nasty}</pre></p>"
            "<h2>Restarts and</h2><p>Restart Reasons:</p><ul><li><pre>"
            f"{nasty}</pre></li></ul></body></html>",
        "-_0_0_0/recompile_reasons_3.json":
            '["0/0: L[\'x%s\'] == 1  # %s"]' % (
                nasty.replace("\x1b", "\\u001b").replace("\x07", "\\u0007")
                .replace("\r", "\\r").replace("\x08", "\\b")
                .replace("\t", "\\t"), "y"),
        f"-_0_0_0/f{nasty.replace('/', '')}_ORIGINAL_BYTECODE_4.txt":
            f"  5   0 RESUME  0 {nasty}\n",
        f"-_0_0_0/f{nasty.replace('/', '')}_MODIFIED_BYTECODE_5.txt":
            f"  5   0 RESUME  1 {nasty}{nasty}\n",
        f"-_0_0_0/x{nasty.replace('/', '')}_6.txt": nasty,
        "-_-_-_-/torch_version_7.json":
            '{"pytorch_version": "2.8\\u001b[31m\\u202e"}',
        "index.html": "<html></html>\n",
    }
    for path, text in files.items():
        with open(os.path.join(folder, path), "w", encoding="utf-8",
                  newline="") as file:
            file.write(text)


# Commands that show a run when they are given one.
OF_A_RUN = ("summary", "triage", "breaks", "compiles", "stack", "restarts",
            "failures", "recompiles", "time", "graphs", "cache", "artifacts",
            "problems", "configs")
FORMS = ((), ("-f", "table"), ("-f", "markdown"), ("-v",))


def for_people(database, run):
    """What a terminal would obey in what people see of a run, and the number
    of outputs that were looked at."""
    jobs = []
    for command in known(COMMANDS):
        if command[0] in ("cat", "extract", "baseline") or "OUT" in command:
            continue        # bytes as they are, or into a file
        words = [run if word == "@latest" else word for word in command]
        if len(words) == 1 and words[0] in OF_A_RUN:
            words.append(run)
        jobs += [(words, form) for form in FORMS]

    def look(job):
        result = gbq(database, *job[0], *job[1])
        if result.crashed():
            return f"{job}: {result}"
        # 2: it has no such format
        return result.status != 2 and shown(str(job), result.out + result.err)

    return each(jobs, look), len(jobs)


def nasty_words(database, run):
    """The same of messages about what the user gave."""
    commands = (["breaks", "nosuch\x1b[31m\u202e"],
                ["sql", "SELECT \x1b[31m\u202e"],
                ["show", run, "\x1b[31m"], ["\x1b[31m\u202e"],
                ["ingest", "/no\x1b[31m\u202e"], ["runs", "--\x1b[31m"],
                ["sql", "SELECT '\x1b[31m\u202e' AS \"a\x1b[1m\""])

    def look(command):
        result = gbq(database, *command)
        return shown(str(command), result.out + result.err)

    return each(commands, look), len(commands)


def terminal(victim, tap, _share):
    database = os.path.join(victim.work, "nasty.db")
    folder = os.path.join(victim.work, "na\x1b[31msty\u202e")
    nasty_report(folder)
    must(database, "ingest", "-q", "--tag", "k\x1b[1m=v\x1b[2m\u202e",
         os.path.join(common.FIXTURES, SMALL))
    done = gbq(database, "ingest", "-v", "--name", "r\x1b]0;x\x07\u202e",
               folder)
    for title, run in (("the fixture", "id:1"), ("a nasty report", "id:2")):
        problems = [] if done.status == 0 else [done]
        problems += filter(None, [shown("ingest", done.out + done.err)])
        looks = 0
        for part in for_people, nasty_words:
            found, count = part(database, run)
            problems += found
            looks += count
        tap.result(f"{title} shows a terminal nothing that it obeys "
                   f"({looks} outputs)", problems)


def spoiled(database, chance):
    """Nasty text behind some of the texts of each table, whatever they are
    for; how many columns. The first time: of those that a report's texts come
    to, so that all rows are found."""
    db = sqlite3.connect(database)
    db.text_factory = bytes
    db.execute("PRAGMA foreign_keys = 0")
    db.execute("PRAGMA ignore_check_constraints = 1")
    columns = 0
    # what is behind a NUL is not shown
    nasty = "".join(NASTY).replace("\x00", "") + "\x00"
    for table in common.names(db, "table"):
        for row in db.execute(f"PRAGMA table_info({table})").fetchall():
            name = row[1].decode()
            if table == "meta" or (
                    chance.random() > 0.3 if chance else
                    (table, name) not in (("text", "body"), ("run", "name"),
                                          ("artifact", "path"))):
                continue
            db.execute(f"UPDATE OR IGNORE {table} SET {name} = {name} || ? "
                       f"WHERE typeof({name}) = 'text'", (nasty,))
            columns += 1
    db.commit()
    db.close()
    return columns


class Page(html.parser.HTMLParser):
    """What a text became in a page."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        names = [tag] + [name for name, _ in attrs]
        if any("evil" in name for name in names):
            self.found.append(f"{self.getpos()}: {self.get_starttag_text()}")


def html_pages(database):
    """What is no text in pages of a run, of two and of all."""
    problems = []
    for words in (["id:1"], ["id:1", "id:2"], ["--all"]):
        done = gbq(database, "html", *words)
        page = Page()
        page.feed(done.out.decode("utf-8", "replace"))
        problems += [f"html {words}: {found}" for found in page.found[:2]]
        problems += filter(None, [done.crashed() and f"html {words}: {done}",
                                  shown(f"html {words}", done.out.replace(
                                      b"\t", b" "))])
    return problems


def texts(victim, tap, share):
    """Nasty text in every column of texts, a few at a time."""
    for seed in range(1 if share > 10 else 3 if share > 1 else 12):
        folder, database = victim.copy()
        columns = spoiled(database, seed and random.Random(seed))
        problems, looks = for_people(database, "id:1")
        problems += html_pages(database)
        shutil.rmtree(folder)
        tap.result(f"nasty text in {columns} columns shows a terminal nothing "
                   f"that it obeys ({looks} outputs)", problems)


PARTS = (no_database, evil, terminal, texts, flips, rough)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--share", type=int, default=1)
    parser.add_argument("--only")
    options = parser.parse_args()
    tap = common.Tap()
    with tempfile.TemporaryDirectory(prefix="gbq-hostile-") as work:
        victim = Victim(work)
        for part in PARTS:
            if options.only in (None, part.__name__):
                part(victim, tap, options.share)
    tap.end()


if __name__ == "__main__":
    main()
