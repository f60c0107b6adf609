#!/usr/bin/env python3
"""Nothing grows with the square of compiles, breaks, sites or files: a run
made of 8 N things of one kind takes every command at most ten times the
processor time that one of N takes.

usage: tests/faults/growing.py [--short] [--only NAME] [--size N] [--list]

Eight times as many things take a sort ten times as long and a square 64 times.
--short: only ingest, of fewer things. The least of some tries counts; what a
command does in less than half a second is no time, nor in a fifth with --short.
$GBQ names the program (not a build with sanitizers).
Prints TAP.
"""
import argparse
import json
import os
import subprocess
import tempfile
import time

import common
import many

FACTOR = 8              # things of the larger run to those of the smaller
MOST = 10               # and its time to that of the smaller, at most
# Seconds that can be told from noise; with --short, ingest alone.
LEAST, LEAST_SHORT = 0.5, 0.2
TRIES = 4
SECONDS = 300

# Things of the larger run: of the shapes of most traces, of all others.
LARGE, OTHER, SHORT = 80000, 20000, 20000

# Compiles, breaks, sites and files as traces have them.
MAIN = (
    "compiles_that_break", "recompiles", "instances_of_one_id",
    "attempts_of_one_id", "chains", "sites_of_one_frame", "files_that_break",
    "records_of_early_compiles", "skips", "equal_breaks_of_compiles",
    "resumes_of_one_line", "breaks_below_breaks")
MAIN_PAIRS = ("lines that moved", "files that moved", "lines that were edited",
              "functions with fewer breaks")

# What is run on each, in this order, and the exit statuses that are right.
# COMPILE is a compile of the run, NEW a path where nothing is yet, QUERIES
# stands for the saved queries.
COMMANDS = (
    ("check -q", (0,)), ("diff a a", (0, 2)), ("summary -v a", (0,)),
    ("triage a", (0,)), ("triage a -f json", (0,)),
    ("breaks a --all", (0,)), ("breaks a --all -f json", (0,)),
    ("breaks a --by kind", (0,)), ("show a e1", (0, 3)),
    ("show a COMPILE", (0, 3)), ("compiles a", (0,)), ("stack a", (0,)),
    ("restarts a", (0,)), ("failures a", (0,)), ("recompiles a", (0,)),
    ("recompiles a --by cause", (0,)), ("time a", (0,)),
    ("time a --by phase", (0,)), ("graphs a", (0,)), ("cache a", (0,)),
    ("artifacts a", (0,)), ("configs a", (0,)), ("problems a", (0,)),
    ("ranks a", (0, 1)), ("gate a", (0, 1, 2)), ("baseline a", (0, 3)),
    ("sweep", (0,)), ("kinds", (0,)), ("runs", (0,)),
    ("search --all -c thing", (0, 1)), ("html a -o NEW", (0,)),
    ("QUERIES", (0,)), ("export a -o NEW", (0,)), ("extract a NEW", (0,)),
    ("rebuild -q a", (0,)), ("rename a b", (0,)), ("rm b", (0,)))


# What is run on the largest runs.
CORE = [words.split() for words in (
    "check -q", "summary -v a", "triage a", "breaks a --all", "recompiles a",
    "time a", "gate a", "diff a a", "sweep", "html a -o NEW", "rebuild -q a")]

# What is run on two.
COMPARISONS = (("diff a b", (0, 2)), ("diff a b -f json", (0, 2)),
               ("diff a b --by function -f csv", (0, 2)),
               ("diff --sweep a b", (0, 2)),
               ("html b a -o NEW", (0,)))


def queries():
    """The saved queries that answer a question about a run; the others are
    those of commands."""
    out = subprocess.run([common.GBQ, "queries", "-f", "json"],
                         capture_output=True, text=True, check=True).stdout
    return [["sql", "-f", "csv", "@" + query["query"], "-p", "run=1"]
            for query in json.loads(out)
            if (query["parameters"] or "").startswith("run")]


def commands(listed):
    """[(words, statuses)]"""
    result = []
    for words, statuses in listed:
        if words == "QUERIES":
            result += [(query, statuses) for query in queries()]
        else:
            result.append((words.split(), statuses))
    return result


def seconds(arguments, statuses):
    """User time of a command: what it did, not what it waited for."""
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen([common.GBQ, *arguments], stderr=output,
                                 stdout=output, stdin=subprocess.DEVNULL)
        deadline = time.monotonic() + SECONDS
        while True:
            pid, status, used = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() > deadline:
                child.kill()
            time.sleep(0.002)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode in statuses:
            return used.ru_utime
        output.seek(0)
        raise ValueError(f"gbq {' '.join(arguments)[-150:]}: exit status "
                         f"{child.returncode}, {output.read()[-300:]}")


class Run:
    """A run of n things, or two, in a database."""

    def __init__(self, parent, make, n, two):
        self.folder = os.path.join(parent, str(n))
        os.mkdir(self.folder)
        self.made = 0
        self.inputs = make(self.folder, n)
        self.two = two
        self.database = os.path.join(self.folder, "gbq.db")
        self.compile = None

    def ingest(self):
        """Seconds of the ingest into a new database."""
        for end in "", "-wal", "-shm":
            if os.path.exists(self.database + end):
                os.remove(self.database + end)
        named = zip("ab", ([path] for path in self.inputs)) if self.two \
            else [("a", self.inputs)]
        return sum(self.seconds(["ingest", "-q", "--name", name, *inputs],
                                (0,)) for name, inputs in named)

    def first_compile(self):
        if self.compile is None:
            out = subprocess.run(
                [common.GBQ, "--db", self.database, "sql", "-f", "csv",
                 "SELECT compile_id FROM compiles LIMIT 1"],
                capture_output=True, text=True, check=True).stdout
            self.compile = (out.split("\n") + [""])[1] or "0/0"
        return self.compile

    def seconds(self, words, statuses):
        self.made += 1
        known = {"NEW": os.path.join(self.folder, f"new{self.made}")}
        if "COMPILE" in words:
            known["COMPILE"] = self.first_compile()
        return seconds(["--db", self.database] +
                       [known.get(word, word) for word in words], statuses)


def measured(small, large, least, run):
    """(seconds of the small run, of the large one): the least of some tries,
    which end as soon as the two are in order, or noise is no excuse."""
    after = run(large)
    if after <= least:
        return None, after
    before = run(small)
    for _ in range(TRIES - 1):
        if not is_wrong(before, after, least) or after > 4 * MOST * before:
            break
        after = min(after, run(large))
        before = min(before, run(small))
    return before, after


def is_wrong(before, after, least):
    return before is not None and after > MOST * max(before, least / FACTOR)


# Commands that change the run are tried once.
ONCE = ("rename", "rm")


def look(make, size, todo, two, least):
    """([what is wrong], {command: (seconds, seconds)})"""
    problems, all_times = [], {}
    with tempfile.TemporaryDirectory(prefix="gbq-growing-") as folder:
        small = Run(folder, make, size // FACTOR, two)
        large = Run(folder, make, size, two)
        for words, statuses in [(None, None), *todo]:
            name = " ".join(words) if words else "ingest"
            if words and words[0] in ONCE:
                times = tuple(run.seconds(words, statuses)
                              for run in (small, large))
            elif words:
                times = measured(
                    small, large, least, lambda run, words=words,
                    statuses=statuses: run.seconds(words, statuses))
            else:
                small.ingest()
                times = measured(small, large, least, Run.ingest)
            all_times[name] = times
            if is_wrong(*times, least):
                problems.append(f"{name}: {times[0]:.2f} s, {times[1]:.2f} s")
    return problems, all_times


def told(times):
    """The commands that took longest, with how much longer."""
    slow = sorted(times.items(), key=lambda item: -item[1][1])[:3]
    return ", ".join(f"{name} {after:.2f} s" + (
        f" ({after / before:.1f} times)" if before else "")
        for name, (before, after) in slow)


def tested(tap, options, name, make, todo, two):
    is_main = name in MAIN + MAIN_PAIRS
    if options.short and not is_main:
        return
    size = options.size or (SHORT if options.short else
                            LARGE if is_main else OTHER)
    if options.short:
        todo = []
    elif is_main and not two:
        todo = [line for line in todo if line[0] in CORE]
    try:
        problems, times = look(make, size, todo, two,
                               LEAST_SHORT if options.short else LEAST)
    except ValueError as error:
        problems, times = [str(error)], {}
    tap.result(f"{size} {name}: {told(times)}", problems)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--size", type=int)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    tap = common.Tap()
    for makers, todo, two in ((many.makers(), commands(COMMANDS), False),
                              (many.pairs(), commands(COMPARISONS), True)):
        if options.short and two:
            break
        for name, make in makers.items():
            if options.list:
                print(name)
            elif options.only in (None, name):
                tested(tap, options, name, make, todo, two)
    if not options.list:
        tap.end()


if __name__ == "__main__":
    main()
