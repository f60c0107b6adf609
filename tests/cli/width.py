#!/usr/bin/env python3
"""No line of a command is wider than its terminal, and what tells is whole.

usage: width.py GBQ DATABASE

Runs the commands on terminals of several widths over all runs of the database
and prints what is wrong: nothing, and exit status 0, if all is well.
"""
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
GBQ, DATABASE = sys.argv[1:]


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
    start, end = match.span(1)
    # a text begins below its heading, a number ends there
    return [[word for word, first, last in
             ((m.group(), m.start(), m.end())
              for m in re.finditer(r"\S+(?: \S+)*", line))
             if first == start or last == end] for line in lines[1:]]


def check_whole(width, run, command, name, heading, wrong):
    """That a column is there, and each of its words whole."""
    expected = [re.match(r"(?:[^\n]*:\n)*[^\n]*", row[name].strip()).group()
                .replace("\n", " ") for row in rows([command, run])]
    expected = [WORDS.get(text, text.replace("_", " "))
                if name in ("category", "status") else text
                for text in expected]
    if not any(expected):
        return
    lines = on_terminal(width, [command, run])
    found = column(lines, heading)
    shown = found is not None and "".join(
        word for words in found for word in words).replace(" ", "")
    wanted = "".join(text or "?" for text in expected).replace(" ", "")
    if not found or not shown.startswith(wanted):
        wrong.append(f"{width}: {command} {run}: {heading} is not whole:\n"
                     f"  {shown}\n  {wanted}")


def main():
    runs = [row["run_id"] for row in rows(["runs"])]
    wrong = []
    for width in WIDTHS:
        calls = [call.split() + [run] for call in OF_RUN.split("|")
                 for run in runs if not call.startswith(("issue", "show"))]
        calls += [["issue", run, "1"] for run in runs]
        calls += [["show", run, "0/0"] for run in runs]
        calls += [call.split(" ", 1) if call.startswith("sql S")
                  else call.split() for call in OF_ALL.split("|")]
        for call in calls:
            wrong += [f"{width}: gbq {' '.join(call)}: {cells(line)}: {line}"
                      for line in on_terminal(width, call)
                      if cells(line) > width]
        for run in runs:
            check_whole(width, run, "compiles", "status", "status", wrong)
            check_whole(width, run, "failures", "category", "category", wrong)
            check_whole(width, run, "failures", "reason", "reason", wrong)
            check_whole(width, run, "problems", "severity", "severity", wrong)
            check_whole(width, run, "configs", "key", "key", wrong)
    print("\n".join(wrong[:40]))
    sys.exit(1 if wrong else 0)


main()
