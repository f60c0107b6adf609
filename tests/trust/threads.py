#!/usr/bin/env python3
"""An input gives one database, row for row and in the same order, whatever the
number of threads, the locale and the time zone.

usage: tests/trust/threads.py

Each fixture, its raw.log, all of them as an archive, and a log and a report so
large that threads share the work are ingested with one thread, then several
times with others. $GBQ names the program. Prints TAP.
"""
import glob
import os
import re
import sqlite3
import subprocess
import sys
import tarfile
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
sys.path += [os.path.join(ROOT, "tests", name) for name in ("faults", "bench")]
import common                                       # noqa: E402
import many                                         # noqa: E402
import multiply                                     # noqa: E402

LARGE = 12 << 20        # bytes; logs above 8 MB are read behind their payloads
REPEATS = 4             # who is faster differs from time to time
PLACES = ({"LC_ALL": "C", "TZ": "UTC"},
          {"LC_ALL": "C.UTF-8", "TZ": "Asia/Kolkata"},
          {"LC_ALL": "tr_TR.UTF-8", "LANG": "de_DE", "TZ": ":bad"},
          {"LC_ALL": "POSIX", "TZ": "America/St_Johns"})
# when a run was ingested
INGESTED = re.compile(r"'20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ'")


def dump(path, jobs, place):
    """The statements that make the database of an input."""
    with tempfile.TemporaryDirectory(prefix="gbq-threads-") as folder:
        database = os.path.join(folder, "gbq.db")
        done = subprocess.run(
            [common.GBQ, "--db", database, "ingest", "-q", "-j", str(jobs),
             path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL, env=dict(os.environ, **place),
            check=False)
        if done.returncode not in (0, 4):
            raise SystemExit(f"{path}: {done.returncode} {done.stderr}")
        db = sqlite3.connect(database)
        # what is known of an input's files is not of what they hold
        lines = [INGESTED.sub("'then'", line) if line.startswith(
            'INSERT INTO "run"') else line for line in db.iterdump()
                 if not line.startswith('INSERT INTO "input"')]
        db.close()
        return lines


def differences(path, repeats):
    expected, found = dump(path, 1, PLACES[0]), []
    for turn in range(1, repeats + 1):
        place = PLACES[turn % len(PLACES)]
        jobs = (4, 2, 3)[turn % 3]
        got = dump(path, jobs, place)
        if got == expected:
            continue
        found.append(f"-j {jobs}, {place}: {len(got)} statements, not "
                     f"{len(expected)}")
        found += [f"{a[:120]} | {b[:120]}" for a, b in zip(expected, got)
                  if a != b][:3]
    return found


def write_log(path, size):
    """A trace log of so many bytes, in which no payload repeats."""
    number = 0
    with open(path, "w", encoding="ascii") as file:
        file.write(many.BEGIN)
        while file.tell() < size:
            file.write(many.start(number) + many.artifact(
                "fx_graph_runnable", number, 0,
                f"print({number})\n" * (number % 200)) +
                many.broken(number, number) + many.metrics(number))
            number += 1


def inputs(work):
    """(name, path, how often)"""
    folders = sorted(glob.glob(os.path.join(common.FIXTURES, "*", "")))
    logs = glob.glob(os.path.join(common.FIXTURES, "*", "raw.log"))
    for path in folders + sorted(logs):
        yield os.path.relpath(path, common.FIXTURES), path, 1
    archive = os.path.join(work, "all.tar.gz")
    with tarfile.open(archive, "w:gz") as tar:
        tar.add(common.FIXTURES, "all")
    log, report = (os.path.join(work, name) for name in ("big.log", "big"))
    write_log(log, LARGE)
    multiply.report(folders, report, LARGE)
    yield "all fixtures in a tar.gz", archive, REPEATS
    yield "a large log", log, REPEATS
    yield "a large report", report, REPEATS


def main():
    tap = common.Tap()
    with tempfile.TemporaryDirectory(prefix="gbq-threads-") as work:
        for name, path, repeats in inputs(work):
            tap.result(f"{name} is the same with other threads, locales and "
                       "time zones", differences(path, repeats))
    tap.end()


main()
