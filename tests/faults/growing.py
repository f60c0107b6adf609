#!/usr/bin/env python3
"""Linear time of whole commands: a run made of 4 N things of one kind takes
each of them at most eight times as long as one of N.

usage: tests/faults/growing.py [--size N] [--factor F] [--only NAME] [--list]

--size: things in the smaller run (2500), --factor: how much larger the other
one is (4). Times below 0.6 s are no times. $GBQ names the program (not a build
with sanitizers). Prints TAP.
"""
import argparse
import json
import os
import subprocess
import tempfile
import time

import common
import many

LEAST = 0.6             # seconds that can be told from noise
SECONDS = 120

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


# What is run on two.
COMPARISONS = (("diff a b", (0, 2)), ("diff a b -f json", (0, 2)),
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
    """User and system time of a command."""
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
            return used.ru_utime + used.ru_stime
        output.seek(0)
        raise ValueError(f"gbq {' '.join(arguments)[-150:]}: exit status "
                         f"{child.returncode}, {output.read()[-300:]}")


class Run:
    """A database with a run of n things, or with two."""

    def __init__(self, parent, make, n, two):
        self.folder = os.path.join(parent, str(n))
        os.mkdir(self.folder)
        self.made = 0
        self.ingest = sum(self.seconds(["ingest", "-q", "--name", name,
                                        *inputs], (0,))
                          for name, inputs in self.named(make(self.folder, n),
                                                         two))
        out = subprocess.run([common.GBQ, *self.database(), "sql", "-f",
                              "csv", "SELECT compile_id FROM compiles"
                              " LIMIT 1"], capture_output=True, text=True,
                             check=True).stdout
        self.compile = (out.split("\n") + [""])[1] or "0/0"

    @staticmethod
    def named(inputs, two):
        return zip("ab", ([path] for path in inputs)) if two \
            else [("a", inputs)]

    def database(self):
        return ["--db", os.path.join(self.folder, "gbq.db")]

    def seconds(self, words, statuses):
        self.made += 1
        known = {"NEW": os.path.join(self.folder, f"new{self.made}")}
        if "COMPILE" in words:
            known["COMPILE"] = self.compile
        return seconds(self.database() +
                       [known.get(word, word) for word in words], statuses)


def look(make, size, factor, todo, two):
    """(what is wrong, {command: seconds} of the larger run)"""
    problems, most, small = [], {}, None
    with tempfile.TemporaryDirectory(prefix="gbq-growing-") as folder:
        large = Run(folder, make, size * factor, two)
        for words, statuses in [(None, None), *todo]:
            name = " ".join(words) if words else "ingest"
            after = large.seconds(words, statuses) if words else large.ingest
            most[name] = after
            if after <= LEAST:
                continue
            small = small or Run(folder, make, size, two)
            before = small.seconds(words, statuses) if words \
                else small.ingest
            if after > 2 * factor * max(before, LEAST / factor):
                problems.append(f"{name}: {before:.2f} s, {after:.2f} s")
    return problems, most


def looked(options, make, todo, two):
    try:
        problems, most = look(make, options.size, options.factor, todo, two)
        if problems:
            # once more: another process may have had the machine
            problems, most = look(make, options.size, options.factor, todo,
                                  two)
        return problems, most
    except ValueError as error:
        return [str(error)], {}


def told(most):
    """The commands that took longest."""
    return ", ".join(f"{name} {value:.2f} s" for name, value in sorted(
        most.items(), key=lambda item: -item[1])[:3])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, default=2500)
    parser.add_argument("--factor", type=int, default=4)
    parser.add_argument("--only")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    tap = common.Tap()
    for makers, todo, two in ((many.makers(), commands(COMMANDS), False),
                              (many.pairs(), commands(COMPARISONS), True)):
        for name, make in makers.items():
            if options.list:
                print(name)
            elif options.only in (None, name):
                problems, most = looked(options, make, todo, two)
                tap.result(f"{options.size * options.factor} {name}: "
                           f"{told(most)}", problems)
    if not options.list:
        tap.end()


if __name__ == "__main__":
    main()
