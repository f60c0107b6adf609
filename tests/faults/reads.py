#!/usr/bin/env python3
"""Makes one read, or one allocation, of each command that reads a database
fail, at many points: it gives its whole answer or says that it cannot; never
a part of it as if that were all.

usage: tests/faults/reads.py [--share N]

--share N tries one of N points. $GBQ names the program (not a build with
sanitizers, which keep LD_PRELOAD libraries from working). Prints TAP.
"""
import argparse
import concurrent.futures
import os
import tempfile

import common
from commands import COMMANDS, known
from common import gbq, must

RUNS = ("gb_explicit_break_messages", "recompile_limit_fail", "mixtral_moe")
MORE = [["html", "@latest"], ["search", "-c", "self", "@latest"],
        ["diff", "recompile_limit_fail", "mixtral_moe"],
        ["show", "@latest", "0/0", "-f", "json"], ["sweep", "--by", "none"],
        ["sql", "-f", "csv", "SELECT * FROM sites"]]
# Call, what happens, points at most, exit statuses beside that of the answer.
SERIES = (("pread", "EIO", 60, (74,)), ("malloc", "NULL", 60, (6, 5)))
# Its answer is what cannot be read.
TELLS = "PRAGMA integrity_check"


def commands(artifact):
    for words in known(COMMANDS) + MORE:
        if "OUT" not in words:
            yield [artifact if word == "PATH" else word for word in words]


class Reader:
    """A database, and how often each command makes each call."""

    def __init__(self, folder):
        self.folder = folder
        self.library = common.library()
        self.database = os.path.join(folder, "gbq.db")
        for run in RUNS:
            must(self.database, "ingest", "-q",
                 os.path.join(common.FIXTURES, run))
        self.artifact = must(
            self.database, "sql", "-f", "tsv", "SELECT path FROM artifacts "
            "ORDER BY run_id DESC, 1 LIMIT 1").out.decode().split("\n")[1]

    def run(self, words, **env):
        return gbq(self.database, *words, cwd=self.folder,
                   env=dict(env, LD_PRELOAD=self.library))

    def whole(self, words):
        """Its answer, and the number of calls by name."""
        counted = os.path.join(self.folder, "counts")
        done = self.run(words, GBQ_FAULT_COUNT=counted)
        with open(counted, encoding="ascii") as file:
            return done, {name: int(count) for name, count in
                          (line.split() for line in file)}

    def attempt(self, words, whole, fault, others):
        done = self.run(words, GBQ_FAULT=fault)
        name = f"{' '.join(words)}: {fault}"
        if done.crashed():
            return f"{name}: {done}"
        if done.status != whole.status:
            if done.status in others and done.err.startswith(b"gbq: "):
                return None
            return f"{name}: {done}"
        return done.out != whole.out and TELLS not in words and \
            f"{name}: another answer, with exit status {done.status}"

    def series(self, tap, share, call, what, most, others):
        jobs = []
        for words in commands(self.artifact):
            whole, counts = self.whole(words)
            step = max(1, -(-counts[call] // max(3, most // share)))
            jobs += [(words, whole, f"{call}:{what}:{k}", others)
                     for k in range(1, counts[call] + 1, step)]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            problems = [problem for problem in pool.map(
                lambda job: self.attempt(*job), jobs) if problem]
        tap.result(f"{what} at {len(jobs)} calls of {call} of commands that "
                   "read", problems)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--share", type=int, default=1)
    options = parser.parse_args()
    tap = common.Tap()
    with tempfile.TemporaryDirectory(prefix="gbq-faults-") as folder:
        reader = Reader(folder)
        for series in SERIES:
            reader.series(tap, options.share, *series)
    tap.end()


main()
