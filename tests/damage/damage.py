#!/usr/bin/env python3
"""Damages real reports and traces, one thing at a time, and sees that what is
read of them is never shown as whole, counts nothing twice and passes no gate
that fails on the whole.

usage: tests/damage/damage.py [--share N] [--table] [--data FOLDER] [REPORT…]

REPORT is a folder with a tlparse report, or with trace logs; those of INPUTS
of the unpacked data, and some of fixtures/, where none is given. --share N
tries one of N cases; --table prints cases by kind, and how many cannot be
seen. $GBQ names the program. Prints TAP.
"""
import argparse
import collections
import concurrent.futures
import glob
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                os.pardir, "faults"))
from common import Tap, run as run_command, FIXTURES, GBQ   # noqa: E402

RAW = ("raw.log", "raw.jsonl")
COUNTS = ("break_events", "break_sites", "restart_rows", "failure_rows",
          "failures", "recompiles", "guard_failures", "compiles")
# What a gate limits of them.
LIMITS = {"break_sites": "--max-sites", "failures": "--max-failures",
          "recompiles": "--max-recompiles"}
ROOT_PAGES = ("index.html", "failures_and_restarts.html")
# Every index links to it, and few reports have it.
OPTIONAL = "collectives_parity.json"
STOPS = 50          # points at which a copy stops
MAX_FILES = 400     # of a report that are damaged, evenly taken
# Each era of torch and tlparse, one rank and more, both layouts.
INPUTS = (
    "old/torch-2.3.1/backend_failures/report-0.3.30",
    "old/torch-2.3.1/gb_data_dependent_branch/report",
    "old/torch-2.5.1/skip_loops/report",
    "old/torch-2.8.0/skip_loops/report-0.4.3",
    "kinds/gb_print_logging/report-0.3.20",
    "kinds/resume_chain/report-0.3.30",
    "kinds/skip_loops/report-0.3.40",
    "kinds/internal_errors/report-0.3.44",
    "kinds/recompile_limit_hit/report-0.4.0",
    "kinds/dist_rank1_crash/report-0.4.0-all-ranks",
    "kinds/dist_collectives_4/report-all-ranks",
    "kinds/gb_explicit_break_messages/report-plain-text",
    "kinds/name_spaces_unicode/report",
    "kinds/reset_repeats/report",
    "kinds/training_steps_optimizer/report",
    "kinds/inductor_provenance/report-inductor-provenance",
    "kinds/cache_miss_hit/report",
    "models/ddp_gpt/report", "models/mixtral_moe/report",
    "torch-2.14/uncaught/report", "torch-2.14/bwfail/report",
    "torch-2.15/fwd/trace", "torch-2.15/same/trace",
    "kinds/dist_rank1_crash/trace", "kinds/resume_chain/trace",
)
FIXED = ("dist_diverge_break", "gb_print_logging", "recompile_limit_fail",
         "reset_repeats", "backend_failure_uncaught")


def files_of(folder):
    found = []
    for path, _, names in os.walk(folder):
        found += [os.path.relpath(os.path.join(path, name), folder)
                  for name in names]
    return sorted(found)


def kind_of(path):
    """"dynamo_output_graph_N.txt", a rank's folder left out."""
    name = os.path.basename(path)
    name = re.sub(r".*_(ORIGINAL|MODIFIED)_BYTECODE_\d+", r"\1_BYTECODE_N",
                  name)
    name = re.sub(r"[0-9a-z]{30,}", "H", name)
    name = re.sub(r"_rank_\d+_\w+\.log", "_rank_N.log", name)
    name = re.sub(r"torch_trace_\w+\.log", "torch_trace.log", name)
    return re.sub(r"_\d+(?=\.|$)", "_N", name)


def named_by(folder):
    """What index.html and compile_directory.json name, as paths."""
    named = set()
    for path in files_of(folder):
        base = os.path.dirname(path)
        full = os.path.join(folder, path)
        if path.endswith("index.html"):
            with open(full, encoding="utf-8", errors="replace") as file:
                links = re.findall(r"<a [^>]*href=[\"']([^\"']*)",
                                   file.read())
            for link in map(html.unescape, links):
                if link.startswith("#") or "://" in link:
                    continue
                for name in {link, urllib.parse.unquote(link)} - {OPTIONAL}:
                    named.add(os.path.normpath(os.path.join(base, name)))
        elif os.path.basename(path) == "compile_directory.json":
            with open(full, encoding="utf-8") as file:
                text = file.read()
            for compiles in (json.loads(text) if text.strip() else
                             {}).values():
                for artifact in compiles.get("artifacts", ()):
                    named.add(os.path.normpath(os.path.join(
                        base, artifact["url"])))
    return named


class Case:
    """One thing that is done to a copy of an input."""

    def __init__(self, operation, path, at=None):
        self.operation, self.path, self.at = operation, path, at

    def __str__(self):
        return f"{self.operation} {self.path}" + (
            "" if self.at is None else f" at {self.at}")

    def kind(self):
        return f"{self.operation} {kind_of(self.path)}"

    def apply(self, original, copy, files):
        """Change the copy, a tree of hard links; returns what to ingest."""
        if self.operation == "stop":
            for path in files[self.at:]:
                os.unlink(os.path.join(copy, path))
            return copy
        if self.operation == "archive":
            return self.cut_archive(original, copy, files)
        path = os.path.join(copy, self.path)
        if self.operation in ("folder", "emptied"):
            shutil.rmtree(path)
            if self.operation == "emptied":
                os.mkdir(path)
            return copy
        with open(path, "rb") as file:
            data = file.read()
        os.unlink(path)
        if self.operation != "gone":
            with open(path, "wb") as file:
                file.write(self.damaged(data))
        return copy

    def damaged(self, data):
        if self.operation == "cut":
            return data[:self.at]
        if self.operation == "empty":
            return b""
        if self.operation == "nuls":
            return b"\0" * len(data)
        if self.operation == "foreign":
            return b"Tue Dec 1: this is no record\nnor is this\n"
        assert self.operation == "altered"
        return data[:self.at] + bytes([data[self.at] ^ 1]) + \
            data[self.at + 1:]

    def cut_archive(self, original, copy, files):
        path = copy + ".tar"
        with tarfile.open(path, "w") as archive:
            for name in files:
                archive.add(os.path.join(original, name), name)
        os.truncate(path, os.path.getsize(path) * self.at // 20)
        return path


def cuts(data):
    """Where a file is cut: middle, before its last line, its last byte."""
    points = {len(data) // 2, data.rstrip().rfind(b"\n") + 1,
              len(data.rstrip()) - 1, len(data) // 3}
    middle = next((at + 1 for at, byte in enumerate(data) if byte >= 0xc0),
                  None)
    if middle:
        points.add(middle)
    return sorted(point for point in points if 0 < point < len(data))


def word_byte(data):
    """A letter in the middle whose change is no change of form."""
    at = len(data) // 2
    while at < len(data) and not data[at:at + 1].isalpha():
        at += 1
    return at if at < len(data) else None


def file_cases(folder, path, compared):
    with open(os.path.join(folder, path), "rb") as file:
        data = file.read()
    yield Case("gone", path)
    if data:
        yield Case("empty", path)
        yield Case("nuls", path)
    for at in cuts(data):
        yield Case("cut", path, at)
    at = word_byte(data)
    if compared and at is not None and is_compared(path):
        yield Case("altered", path, at)


def is_compared(path):
    return "/" in path and path.endswith(".txt") and \
        not path.startswith("-_-_-_-")


def is_root_text(path):
    """Files that nothing of a report is read from."""
    return os.path.basename(path) in RAW


def report_cases(folder, compared):
    files = [path for path in files_of(folder) if not is_root_text(path)]
    step = -(-len(files) // MAX_FILES)
    for path in files[::step]:
        yield from file_cases(folder, path, compared)
    folders = sorted({os.path.dirname(path) for path in files} - {""})
    for path in folders[::-(-len(folders) // 30)]:
        yield Case("folder", path)
    for path in {path.split("/")[0] for path in files
                 if re.match(r"rank_\d+/", path)}:
        yield Case("folder", path)
        yield Case("emptied", path)
    count = len(files_of(folder))
    for i in range(1, min(STOPS, count - 1) + 1):
        yield Case("stop", "copy", i * count // (STOPS + 1) or 1)
    for i in range(1, 20):
        yield Case("archive", "tar", i)


def log_cases(folder, path):
    """Cuts of a log: inside records, at their ends, on it as a whole."""
    with open(os.path.join(folder, path), "rb") as file:
        data = file.read()
    starts = [match.start() for match in re.finditer(
        rb"^[VIWE]\d{4} ", data, re.M)]
    for at in starts[1::max(1, len(starts) // 25)]:
        yield Case("cut", path, at)
        if at + 40 < len(data):
            yield Case("cut", path, at + 40)
    if len(starts) > 1:
        yield Case("cut", path, len(data) - 2)
    yield Case("empty", path)
    yield Case("foreign", path)


class Input:
    """A report or a trace, as it is and damaged."""

    def __init__(self, folder, with_log, temporary):
        self.original, self.with_log = folder, with_log
        self.temporary = temporary
        self.files = files_of(folder)
        self.is_trace = not any(path.endswith(".html")
                                for path in self.files)
        if not with_log and not self.is_trace:
            self.files = [path for path in self.files
                          if os.path.basename(path) not in RAW]
            self.original = os.path.join(temporary, "without")
            self.link(folder, self.original)
        self.logs = [path for path in self.files
                     if path.endswith(".log")]
        self.named = set() if self.is_trace else named_by(self.original)

    def link(self, original, copy):
        for path in self.files:
            target = os.path.join(copy, path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            os.link(os.path.join(original, path), target)

    def cases(self):
        if not self.is_trace:
            yield from report_cases(self.original, self.with_log)
        for path in self.logs:
            yield from log_cases(self.original, path)

    def damaged(self, case, number):
        copy = os.path.join(self.temporary, f"case{number}")
        self.link(self.original, copy)
        return case.apply(self.original, copy, self.files), copy


class Book:
    """A database, and what it says of its runs."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "damage.db")
        self.folder = folder

    def gbq(self, *arguments):
        return run_command([GBQ, "--db", self.path, *arguments],
                           cwd=self.folder)

    def rows(self, sql):
        done = self.gbq("sql", "-f", "json", sql)
        assert done.status == 0, done
        return json.loads(done.out)


class Judge:
    """What is wrong with the answers about a damaged input."""

    def __init__(self, input_, book, whole):
        self.input, self.book, self.whole = input_, book, whole

    def must_tell(self, case):
        """True, False: cannot be seen; None: whether it can is not known."""
        if case.operation in ("folder", "emptied", "archive"):
            return True if case.operation == "archive" else self.is_named(
                case.path)
        if case.operation == "stop":
            gone = set(self.input.files[case.at:])
            return bool(gone & self.input.named) or any(
                os.path.basename(path) in ROOT_PAGES for path in gone) or \
                None
        if self.input.is_trace or case.path in self.input.logs:
            return self.must_tell_log(case)
        if case.operation == "gone":
            return case.path in self.input.named or \
                os.path.basename(case.path) in ROOT_PAGES
        if case.operation in ("empty", "nuls"):
            return True if case.operation == "nuls" or \
                "provenance" not in case.path else None
        if self.input.with_log and is_compared(case.path):
            return True
        if case.path.endswith(".html"):
            return True
        if case.path.endswith(".json"):
            # torch's text of one reason has the name, too
            with open(os.path.join(self.input.original, case.path),
                      "rb") as file:
                return file.read(1) in (b"{", b"[") or None
        return None

    def must_tell_log(self, case):
        if case.operation in ("empty", "foreign"):
            return True
        with open(os.path.join(self.input.original, case.path), "rb") as log:
            head = log.read(case.at)
        return None if head.endswith(b"\n") else True

    def is_named(self, folder):
        return any(path.startswith(folder + "/") for path in
                   self.input.named & set(self.input.files))

    def told(self, row, problems, case):
        if row is None:
            return True
        if row["complete"] != 0:
            return False
        return self.names(problems, case)

    def names(self, problems, case):
        """Whether a problem row names the file, or what it lay in."""
        if case.operation in ("stop", "archive"):
            return any(row["severity"] in ("loss", "error") or
                       row["code"] == "unfinished" for row in problems)
        if case.operation in ("folder", "emptied"):
            return any(row["severity"] in ("loss", "error") and
                       (row["file"] + "/").startswith(case.path + "/")
                       for row in problems)
        texts = [row["file"] + " " + row["message"] for row in problems
                 if row["severity"] in ("loss", "error", "warning")]
        name = os.path.basename(case.path)
        return any(name in text for text in texts) or case.path in \
            self.input.logs and any(row["code"] == "unfinished"
                                    for row in problems)

    def findings(self, case, row, problems, told):
        must = self.must_tell(case)
        if must and not told:
            yield f"is not told: complete {row['complete']}, " + (
                "; ".join(f"{p['code']} {p['file']}" for p in problems)[:200])
        if row is None:
            return
        yield from self.counts(case, row)
        yield from self.gates(row)
        yield from self.compared(row, told or must)

    def counts(self, case, row):
        same = self.input.with_log and not self.input.is_trace and \
            case.operation not in ("stop", "archive") and \
            not any((path + "/").startswith(case.path + "/")
                    for path in self.input.logs)
        for name in COUNTS:
            now, before = row[name], self.whole[name]
            if now is None or before is None:
                continue
            if now > before:
                yield f"{name} {before} → {now}"
            elif now < before and same:
                yield f"{name} {before} → {now} though the log is there"
            elif now < before and row["counts_are"] == "exact" and \
                    row["complete"] != 0 and not (
                        case.path in self.input.logs and
                        self.must_tell(case) is None):
                yield f"{name} {before} → {now} and exact"

    def gates(self, row):
        """No limit that the whole breaks is kept."""
        for name, option in LIMITS.items():
            if self.whole[name]:
                done = self.book.gbq("gate", row["name"], option,
                                     str(self.whole[name] - 1))
                if done.status != 1:
                    yield f"gate {option}: exit {done.status}"

    def compared(self, row, told):
        done = self.book.gbq("diff", "whole", row["name"], "-f", "json",
                             "--exit-code")
        try:
            verdict = json.loads(done.out)["verdict"]
        except (ValueError, KeyError, TypeError):
            yield f"diff: {done}"
            return
        if verdict == "better" or told and (verdict == "same" or
                                            done.status == 0):
            yield f"diff says {verdict}, exit status {done.status}"


def ingest_all(input_, book, cases):
    """Ingest each case; statuses that are no answer."""
    def one(numbered):
        i, case = numbered
        path, copy = input_.damaged(case, i)
        done = book.gbq("ingest", "-q", "--name", f"case{i}", path)
        shutil.rmtree(copy, ignore_errors=True)
        if path != copy:
            os.unlink(path)
        return i, done
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return dict(pool.map(one, enumerate(cases)))


class Table:
    def __init__(self):
        self.cases = collections.Counter()
        self.told = collections.Counter()
        self.wrong = collections.Counter()

    def add(self, case, with_log, told, wrong):
        key = (case.operation, "log" if with_log else "no log",
               kind_of(case.path))
        self.cases[key] += 1
        self.told[key] += told
        self.wrong[key] += wrong

    def print(self):
        for key, count in sorted(self.cases.items()):
            told = self.told[key]
            share = "" if told == count else \
                f"  not seen: {100 * (count - told) // count} %"
            print(f"# {key[0]:8} {key[1]:6} {key[2]:45} {count:5} cases, "
                  f"{told:5} told, {self.wrong[key]:4} wrong{share}")


def try_input(tap, table, folder, with_log, share, first):
    with tempfile.TemporaryDirectory(
            prefix="gbq-damage-",
            dir=os.environ.get("TMPDIR", "/tmp")) as temporary:
        place = os.path.join(temporary, "reports")
        base = os.path.join(place, "original")
        shutil.copytree(folder, base)
        input_ = Input(base, with_log, place)
        cases = list(input_.cases())[first % share::share]
        book = Book(temporary)
        done = book.gbq("ingest", "-q", "--name", "whole", input_.original)
        assert done.status == 0, done
        outcomes = ingest_all(input_, book, cases)
        # where a break is whose text is gone is a guess: sites that are told
        columns = ", ".join(("name", "complete", "counts_are") + COUNTS)
        columns = columns.replace(
            "break_sites", "(SELECT count(DISTINCT site_id) FROM breaks WHERE "
            "breaks.run_id = runs.run_id AND evidence = 'reason') "
            "AS break_sites")
        rows = {row["name"]: row for row in
                book.rows(f"SELECT {columns} FROM runs")}
        problems = collections.defaultdict(list)
        for row in book.rows("SELECT name, severity, code, coalesce(file, '')"
                             " AS file, message FROM problems JOIN runs"
                             " USING (run_id)"):
            problems[row["name"]].append(row)
        judge = Judge(input_, book, rows["whole"])
        label = "/".join(folder.rstrip("/").split("/")[-2:]) + (
            "" if with_log else " without log")
        findings = judge_all(judge, table, cases, outcomes, rows, problems)
        done = book.gbq("check")
        if done.status != 0:
            findings.append(f"gbq check: {done} {done.out[:600]}")
        tap.result(f"{label}: {len(cases)} damaged copies", findings)


def judge_all(judge, table, cases, outcomes, rows, problems):
    def one(numbered):
        i, case = numbered
        done, row = outcomes[i], rows.get(f"case{i}")
        if row is None and done.status == 0:
            return None     # what another case is
        if done.status not in (0, 1, 2, 3, 4, 65, 66) or done.crashed():
            return case, False, [f"ingest: {done}"]
        told = judge.told(row, problems[f"case{i}"], case)
        return case, told, list(judge.findings(
            case, row, problems[f"case{i}"], told))
    findings = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for case, told, wrong in filter(None, pool.map(
                one, enumerate(cases))):
            table.add(case, judge.input.with_log, told, bool(wrong))
            findings += [f"{case}: {text}" for text in wrong]
    return findings


def chosen(data):
    reports = [os.path.join(FIXTURES, name) for name in FIXED]
    for pattern in INPUTS if data else ():
        found = sorted(glob.glob(os.path.join(data, pattern)))
        reports += found[:1]
    return reports


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--share", type=int, default=1)
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--data")
    parser.add_argument("report", nargs="*")
    options = parser.parse_args()
    reports = options.report or chosen(options.data)
    tap, table = Tap(), Table()
    for i, folder in enumerate(reports):
        names = files_of(folder)
        has_log = any(os.path.basename(name) in RAW for name in names)
        is_trace = not any(name.endswith(".html") for name in names)
        if has_log or is_trace:
            try_input(tap, table, folder, True, options.share, i)
        if not is_trace:
            try_input(tap, table, folder, False, options.share, i)
    if options.table:
        table.print()
    tap.end()


main()
