#!/usr/bin/env python3
"""Peak memory of ingests of large inputs, in a folder, in an archive and as a
trace log, and of commands on them: at most 256 MB, and far less than twice as
much for twice the bytes.

usage: tests/faults/memory.py [--mb N] [FOLDER…]

--mb: size of the larger input (200); the other one has half of it. It is made
of the reports (FOLDER/report) and trace logs (FOLDER/trace/*.log) of the
folders, by default of a fixture. $GBQ names the program (not a build with
sanitizers). Prints TAP.
"""
import argparse
import glob
import os
import subprocess
import sys
import tarfile
import tempfile

import common

sys.path.insert(0, os.path.join(common.ROOT, "tests", "bench"))
import multiply  # noqa: E402

LIMIT = 256             # MB
COMMANDS = (["summary"], ["triage"], ["breaks", "--all"], ["check", "-q"],
            ["diff", "@latest", "@latest"], ["recompiles"])


def peak(arguments, statuses=(0,)):
    """The most megabytes that a command had in memory."""
    child = subprocess.Popen([common.GBQ, *arguments], stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    err = child.stderr.read()
    child.stderr.close()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in statuses:
        raise SystemExit(f"{arguments}: {child.returncode} {err[-500:]}")
    return used.ru_maxrss / 1024


def sources(folders):
    """Reports and trace logs."""
    reports = [os.path.join(folder, "report") for folder in folders]
    logs = [log for folder in folders
            for log in glob.glob(os.path.join(folder, "trace", "*.log"))]
    if folders:
        return reports, logs
    return ([os.path.join(common.FIXTURES, name) for name in
             ("training_steps_optimizer", "mixtral_moe")],
            [os.path.join(common.FIXTURES, "backend_failure_uncaught",
                          "raw.log")])


def make(work, mb, reports, logs):
    """{what it is: path} of inputs of so many megabytes."""
    folder = os.path.join(work, f"report{mb}")
    log = os.path.join(work, f"trace{mb}.log")
    archive = os.path.join(work, f"packed{mb}.tar.gz")
    multiply.report(reports, folder, mb * 1000000)
    multiply.log(logs, log, mb * 1000000)
    with tarfile.open(archive, "w:gz", compresslevel=1) as tar:
        tar.add(folder, "packed")
    return {"report": folder, "report in a tar.gz": archive,
            "trace log": log}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mb", type=int, default=200)
    parser.add_argument("folders", nargs="*")
    options = parser.parse_args()
    tap = common.Tap()
    with tempfile.TemporaryDirectory(prefix="gbq-memory-") as work:
        inputs = sources(options.folders)
        small = make(work, options.mb // 2, *inputs)
        large = make(work, options.mb, *inputs)
        for what, path in large.items():
            database = os.path.join(work, "gbq.db")
            half = peak(["--db", database + ".half", "ingest", "-q",
                         small[what]])
            whole = peak(["--db", database, "ingest", "-q", path])
            tap.result(f"a {what} of {options.mb} MB: {whole:.0f} MB, half of "
                       f"it: {half:.0f} MB", ["too much"]
                       if whole > LIMIT or whole > 1.9 * half else [])
            most = max((peak(["--db", database, *command], (0, 1)),
                        " ".join(command)) for command in COMMANDS)
            tap.result(f"commands on it: at most {most[0]:.0f} MB ({most[1]})",
                       ["too much"] if most[0] > LIMIT else [])
            os.remove(database)
            os.remove(database + ".half")
    tap.end()


main()
