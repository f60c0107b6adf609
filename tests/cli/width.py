#!/usr/bin/env python3
"""No line of a command is wider than its terminal, and what tells is whole.

usage: width.py [--tap] [--share N] GBQ DATABASE

Runs the commands on terminals of several widths over all runs of the database
and prints what is wrong: nothing, and exit status 0, if all is well. --share:
each run at each width but for an Nth of these pairs, another one each run.
"""
import argparse
import csv
import fcntl
import io
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import unicodedata

WIDTHS = 60, 80, 120, 200
OF_RUN = """summary|triage|breaks|breaks --all|breaks --by kind|breaks --by own
breaks --first|compiles|restarts|failures|graphs|artifacts|configs|problems
recompiles|recompiles --by cause|recompiles --by frame|time|time --by phase
time --by part|stack|cache|ranks|gate|issue|show -v""".replace("\n", "|")
OF_ALL = """runs|sweep|kinds|kinds --sites|queries|schema|schema breaks
explain GB0142|help|help breaks|diff 1 2|sql @compiles -p run=1
sql SELECT * FROM compiles""".replace("\n", "|")
WORDS = {"limit": "LIMIT", "dynamo_internal": "Dynamo internal error",
         "triton": "Triton"}
CLIPPED = 160           # columns of a text of several lines


def read_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tap", action="store_true")
    parser.add_argument("--share", type=int, default=1)
    parser.add_argument("gbq")
    parser.add_argument("database")
    return parser.parse_args()


ARGUMENTS = read_arguments()
GBQ, DATABASE = ARGUMENTS.gbq, ARGUMENTS.database


def on_terminal(width, arguments):
    """What a command writes to a terminal's stdout, as lines."""
    terminal, inside = pty.openpty()
    fcntl.ioctl(inside, termios.TIOCSWINSZ,
                struct.pack("HHHH", 900, width, 0, 0))
    environment = dict(os.environ, TERM="xterm", PAGER="cat", LC_ALL="C.UTF-8")
    environment.pop("COLUMNS", None)
    child = subprocess.Popen(
        [GBQ, "--db", DATABASE, "--color", "always"] + arguments,
        stdin=subprocess.DEVNULL, stdout=inside, stderr=subprocess.DEVNULL,
        env=environment)
    os.close(inside)
    written = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        written += piece
    os.close(terminal)
    child.wait()
    text = written.replace(b"\r\n", b"\n").decode()
    return re.sub(r"\x1b\[[0-9;]*m", "", text).split("\n")


def cells(line):
    return sum(0 if unicodedata.category(letter) in ("Mn", "Me") else
               2 if unicodedata.east_asian_width(letter) in "WF" else 1
               for letter in line)


def rows(arguments):
    """A command's rows as machines get them."""
    text = subprocess.run([GBQ, "--db", DATABASE] + arguments + ["-f", "csv"],
                          check=True, stdout=subprocess.PIPE).stdout
    return list(csv.DictReader(io.StringIO(text.decode(), newline="")))


def column(lines, heading):
    """The words of a column of a table, a list of them each line."""
    match = re.search(r"(?:^|  )(%s)(?:  |$)" % re.escape(heading), lines[0])
    if not match:
        return None
    start, end = (cells(lines[0][:at]) for at in match.span(1))
    if lines[0].endswith(heading):          # all to the end of the line
        words = [[line[at:].strip() for at in range(len(line))
                  if cells(line[:at]) == start][:1] for line in lines[1:]]
        return words if any(map(any, words)) else None
    # a text begins below its heading, a number ends there
    return [[m.group() for m in re.finditer(r"\S+(?: \S+)*", line)
             if cells(line[:m.start()]) == start or
             cells(line[:m.end()]) == end] for line in lines[1:]]


def check_whole(width, run, command, name, heading, wrong):
    """That a column is there, and each of its words whole."""
    expected = [re.match(r"(?:[^\n]*:\n)*[^\n]*", row[name].strip()).group()
                .replace("\n", " ") for row in rows([command, run])]
    expected = [WORDS.get(text, text.replace("_", " "))
                if name in ("category", "status") else text
                for text in expected]
    # a reason is clipped as in every list, and says so
    expected = [re.sub(" {3,}", "  ", text) for text in expected]
    expected = [text if len(text) <= CLIPPED else text[:CLIPPED] + "\u2026"
                for text in expected]
    if not any(expected):
        return
    lines = on_terminal(width, [command, run])
    found = column(lines, heading)
    # NULL is '?' for people and nothing in CSV
    shown = re.sub("[ ?]", "", "".join(
        word for words in found or [] for word in words))
    wanted = re.sub("[ ?]", "", "".join(expected))
    if not found or not shown.startswith(wanted):
        wrong.append(f"{width}: {command} {run}: {heading} is not whole:\n"
                     f"  {shown}\n  {wanted}")


def calls_of(runs):
    """The commands for one width, as lists of arguments."""
    calls = [call.split() + [run] for call in OF_RUN.split("|")
             for run in runs if not call.startswith(("issue", "show"))]
    for run in runs:
        for kind, table in ("e", "breaks"), ("s", "sites"), (
                "c", "recompile_causes"), ("f", "failures"), ("g", "graphs"):
            calls += [["show", f"{run}:{row['handle']}"] for row in rows(
                ["sql", f"SELECT handle FROM {table} WHERE run_id = {run} "
                 "LIMIT 2"])]
        calls += [["issue", f"{run}:{row['handle']}"] for row in rows(
            ["sql", f"SELECT handle FROM sites WHERE run_id = {run} LIMIT 1"])]
        calls += [["show", f"{run}:0/0"]]
    return calls + [call.split(" ", 1) if call.startswith("sql S")
                    else call.split() for call in OF_ALL.split("|")]


def check_width(width, runs, wrong):
    """All that is checked on a terminal of one width; how many commands."""
    calls = calls_of(runs)
    for call in calls:
        wrong += [f"{width}: gbq {' '.join(call)}: {cells(line)}: {line}"
                  for line in on_terminal(width, call) if cells(line) > width]
    for run in runs:
        for command, name in (("compiles", "status"), ("failures", "category"),
                              ("failures", "reason"), ("problems", "severity"),
                              ("configs", "key")):
            check_whole(width, run, command, name, name, wrong)
    return len(calls)


def main():
    runs = [row["run_id"] for row in rows(["runs"])]
    wrong, count = [], 0
    for place, width in enumerate(WIDTHS):
        chosen = [run for number, run in enumerate(runs)
                  if (number * len(WIDTHS) + place) % ARGUMENTS.share == 0]
        count += check_width(width, chosen, wrong)
    print("\n".join(("# " if ARGUMENTS.tap else "") + line
                    for text in wrong[:40] for line in text.split("\n")))
    if ARGUMENTS.tap:
        print(f"{'not ok' if wrong else 'ok'} 1 - {count} answers over "
              f"{len(runs)} runs fit terminals of {len(WIDTHS)} widths\n1..1")
    sys.exit(1 if wrong else 0)


main()
