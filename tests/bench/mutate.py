#!/usr/bin/env python3
"""How well gbq diff finds a graph break again: real reports are mutated, the
truth is recorded as it is done, and what gbq diff says is compared with it.

usage: mutate.py [--gbq GBQ] [--seed N] [--rounds N] [-v] REPORT…

REPORT is a report folder of tlparse, or a folder with some below it. Prints
the figures; exit status 1 if a link of the first three passes is false, or
fewer than 98 % of all are right.
"""
import argparse
import collections
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

FIRST_PASSES = ("exact", "moved", "changed")
FRAME = re.compile(r'^( *File ")(.+)(", line )(\d+)(?:(, in )(.*))?$')
HEADER = re.compile(r"^(Graph break in user code at )(.*):(\d+)$")


def gbq(program, *arguments):
    return subprocess.run([program, *arguments], capture_output=True,
                          text=True, check=False)


# ---- a report's breaks as texts -------------------------------------------

class Event:
    """One reason file: its path, its lines, and the site it is of."""

    def __init__(self, path, lines, site):
        self.path, self.lines, self.site = path, lines, site

    def copy(self, path=None, site=None):
        return Event(path or self.path, list(self.lines), site or self.site)


def site_key(site):
    """What tells a site within a run: kind, place, and who reached it."""
    return (site["gb_id"] or site["kind"], site["file"], site["line"],
            site["function"], site["via_file"], site["via_line"])


def read_report(program, report, work):
    """Events of a report, of reason files only; None where it has none. Places
    that are no frame of the stack (back-end exceptions) cannot be edited."""
    mini = os.path.join(work, "mini")
    shutil.rmtree(mini, ignore_errors=True)
    count = 0
    for folder, _, files in os.walk(report):
        for name in files:
            if not name.startswith(("dynamo_graph_break_reason", "torch_version")):
                continue
            to = os.path.join(mini, os.path.relpath(folder, report))
            os.makedirs(to, exist_ok=True)
            shutil.copy(os.path.join(folder, name), to)
            count += name.startswith("dynamo")
    if not count:
        return None
    database = os.path.join(work, "mini.db")
    if os.path.exists(database):
        os.remove(database)
    if gbq(program, "--db", database, "ingest", "-q", mini).returncode:
        return None
    sql = """SELECT b.artifact_path, b.twin_path, s.gb_id, s.kind, s.file,
        s.line, s.function, s.source, s.via_file, s.via_line, s.detail
        FROM breaks AS b JOIN sites AS s
        ON s.run_id = b.run_id AND s.site_id = b.site_id
        WHERE b.place_from = 'stack' AND s.file <> ''
            AND instr(s.file, char(10)) = 0"""
    rows = json.loads(gbq(program, "--db", database, "sql", sql, "-f",
                          "json").stdout or "[]")
    events = []
    for row in rows:
        for column in ("artifact_path", "twin_path"):
            if not row[column]:
                continue
            path = os.path.join(mini, row[column])
            with open(path, encoding="utf-8", errors="surrogateescape",
                      newline="") as f:
                lines = f.read().split("\n")
            events.append(Event(row[column], lines, row))
    return events


def write_report(events, folder, permute=None):
    """Write a mini report; permute: rename compile folders and numbers."""
    shutil.rmtree(folder, ignore_errors=True)
    for event in events:
        path = permute(event.path) if permute else event.path
        full = os.path.join(folder, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8", errors="surrogateescape",
                  newline="") as f:
            f.write("\n".join(event.lines))


# ---- edits ----------------------------------------------------------------

class Edit:
    """A change of the code: where files, functions, lines and texts go."""

    def file(self, file):
        return file

    def function(self, file, function):
        return function

    def line(self, file, line, function):
        return line

    def source(self, file, line, source):
        return source

    def apply(self, event):
        out = []
        place = None
        for line in event.lines:
            frame = FRAME.match(line)
            header = HEADER.match(line)
            if frame:
                file, number = frame[2], int(frame[4])
                function = frame[6] or ""
                plain = re.sub(r"^torch_dynamo_resume_in_(.*)_at_\d+$",
                               r"\1", function)
                place = (file, number)
                new = self.function(file, plain)
                if plain != function:
                    new = function.replace(plain, new)
                line = (frame[1] + self.file(file) + frame[3] +
                        str(self.line(file, number, plain)) +
                        ((frame[5] + new) if frame[5] else ""))
            elif header:
                file, number = header[2], int(header[3])
                line = "%s%s:%d" % (header[1], self.file(file), self.line(
                    file, number, event.site["function"]))
                place = None
            elif place:
                text = line.strip()
                edited = self.source(place[0], place[1], text)
                if edited != text:
                    line = line.replace(text, edited)
                place = None
            out.append(line)
        event.lines = out

    def key(self, key):
        kind, file, line, function, via_file, via_line = key
        return (kind, file and self.file(file),
                line if line is None else self.line(file, line, function),
                function and self.function(file, function),
                via_file and self.file(via_file),
                via_line if via_line is None else
                self.line(via_file, via_line, None))


class Drift(Edit):
    """Lines inserted at some places of each file."""

    def __init__(self, rng, files, most=60):
        self.points = {}
        for file in sorted(files):
            points = sorted(rng.randint(1, 900) for _ in range(4))
            self.points[file] = [(p, rng.randint(0, most)) for p in points]

    def line(self, file, line, function):
        return line + sum(n for p, n in self.points.get(file, ())
                          if p <= line)


class Rename(Edit):
    def __init__(self, files=None, functions=None):
        self.files, self.functions = files or {}, functions or {}

    def file(self, file):
        return self.files.get(file, file)

    def function(self, file, function):
        return self.functions.get((file, function), function)


class Root(Edit):
    def file(self, file):
        file = file.replace("/srv/venv", "/opt/conda/envs/ci")
        file = file.replace("/srv/models", "/builds/4711/repo/models")
        return file.replace("python3.11", "python3.12")


class Reindent(Edit):
    def source(self, file, line, source):
        return re.sub(r" *([=+*/]|==) *", r"  \1 ", source)


class Swap(Edit):
    """Two functions of a file change places."""

    def __init__(self, file, first, second):
        self.where, self.first, self.second = file, first, second

    def line(self, file, line, function):
        (a0, a1), (b0, b1) = self.first, self.second
        if file != self.where:
            return line
        if a0 <= line <= a1:
            return line + b1 - a1
        if b0 <= line <= b1:
            return line - (b0 - a0)
        if a1 < line < b0:
            return line + (b1 - b0) - (a1 - a0)
        return line


class EditSource(Edit):
    def __init__(self, places):
        self.places = places

    def source(self, file, line, source):
        if (file, line) in self.places:
            return re.sub(r"\b([a-z]+)\b", r"\1_", source, count=1) + "  # x"
        return source


# ---- mutations: (base events, new events, truth) --------------------------
#
# Each takes a random generator and the events of a report, and returns base
# events, new events and the truth: {key in base: key in new or None}, or None
# where the report has nothing that it could be done to. Keys of the new side
# that no key of the base leads to are new.

def keys_of(events):
    return sorted({site_key(e.site) for e in events}, key=repr)


def files_of(events):
    return {e.site["file"] for e in events} | {
        e.site["via_file"] for e in events if e.site["via_file"]}


def edited(events, *edits):
    new = [e.copy() for e in events]
    truth = {}
    for edit in edits:
        for event in new:
            edit.apply(event)
    for key in keys_of(events):
        to = key
        for edit in edits:
            to = edit.key(to)
        truth[key] = to
    return [e.copy() for e in events], new, truth


def lines_inserted(rng, events):
    return edited(events, Drift(rng, files_of(events)))


def reindented(rng, events):
    return edited(events, Reindent(), Drift(rng, files_of(events), 5))


def user_files(events):
    return sorted(f for f in {e.site["file"] for e in events}
                  if f and f.startswith("/") and "python3" not in f)


def library_files(events):
    return sorted(f for f in {e.site["file"] for e in events}
                  if f and "site-packages" in f)


def file_renamed(rng, events):
    files = user_files(events) or library_files(events)
    if not files:
        return None
    file = rng.choice(files)
    new = os.path.join(os.path.dirname(file), "renamed_" +
                       os.path.basename(file))
    return edited(events, Rename({file: new}))


def folder_moved(rng, events):
    files = user_files(events) or library_files(events)
    if not files:
        return None
    folder = os.path.dirname(rng.choice(files))
    mapping = {f: folder + "/core/moved" + f[len(folder):]
               for f in files_of(events) if f.startswith(folder + "/")}
    return edited(events, Rename(mapping), Drift(rng, mapping.values(), 9))


def other_root(rng, events):
    return edited(events, Root())


def function_renamed(rng, events):
    names = sorted({(e.site["file"], e.site["function"]) for e in events
                    if e.site["function"] and
                    not e.site["function"].startswith("<")})
    if not names:
        return None
    file, function = rng.choice(names)
    return edited(events, Rename(functions={
        (file, function): function + "_impl"}))


def order_shuffled(rng, events):
    base, new, truth = edited(events)
    ids = sorted({e.path.split("/")[-2] for e in events})
    frames = sorted({i.split("_")[-3] for i in ids if i.count("_") >= 2})
    other = frames[:]
    rng.shuffle(other)
    frame_map = dict(zip(frames, other))
    numbers = list(range(2000))
    rng.shuffle(numbers)

    def permute(path):
        parts = path.split("/")
        folder = parts[-2].split("_")
        if len(folder) >= 3:
            folder[-3] = frame_map.get(folder[-3], folder[-3])
        parts[-2] = "_".join(folder)
        parts[-1] = re.sub(r"_(\d+)\.txt$", lambda m: "_%d.txt" %
                           numbers[int(m[1]) % 2000], parts[-1])
        return "/".join(parts)
    for event in new:
        event.path = permute(event.path)
    return base, new, truth


def ranks_shuffled(rng, events):
    """Each break on one of three ranks, another one afterwards."""
    base, new, truth = edited(events)
    for side in (base, new):
        ranks = {}
        for event in side:
            path = re.sub(r"^rank_\d+/", "", event.path)
            rank = ranks.setdefault(path.split("/")[0], rng.randint(0, 2))
            event.path = "rank_%d/%s" % (rank, path)
    return base, new, truth


def rename_kind(event, number):
    """The text as another torch would word it: other kind line, other id."""
    kind, gb_id = event.site["kind"], event.site["gb_id"]
    event.lines = [re.sub(r"gb\d{4}", "gb%d" % number, line).replace(
        kind, "Reworded %s" % kind[::-1]) if kind in line or
        re.search(r"gb\d{4}", line) else line for line in event.lines]
    return "GB%d" % number


def renameable(event):
    return event.site["gb_id"] and any(
        re.search("gb" + event.site["gb_id"][2:], line)
        for line in event.lines) and not any(
        "another graph break" in line for line in event.lines)


def kind_renamed(rng, events):
    """torch renames a kind everywhere."""
    kinds = sorted({e.site["gb_id"] for e in events if renameable(e)})
    if not kinds:
        return None
    kind = rng.choice(kinds)
    if not all(renameable(e) for e in events if e.site["gb_id"] == kind):
        return None
    base, new, truth = edited(events, Drift(rng, files_of(events), 20))
    for event in new:
        if event.site["gb_id"] == kind:
            rename_kind(event, 9876)
    for key, to in truth.items():
        if key[0] == kind:
            truth[key] = ("GB9876",) + to[1:]
    return base, new, truth


def source_edited(rng, events):
    """One line of each function is edited a little."""
    places = {}
    for key in keys_of(events):
        places.setdefault((key[1], key[3]), (key[1], key[2]))
    chosen = {p for p in places.values() if rng.random() < 0.5}
    return edited(events, EditSource(chosen), Drift(rng, files_of(events)))


def fixed(rng, events):
    """A break is fixed, the lines drift."""
    base, new, truth = edited(events, Drift(rng, files_of(events)))
    gone = rng.choice(keys_of(events))
    new = [e for e in new if site_key(e.site) != gone]
    truth[gone] = None
    return base, new, truth


def functions_swapped(rng, events):
    """Two functions of a file change places."""
    ranges = collections.defaultdict(lambda: [10 ** 9, 0])
    for event in events:
        for line in event.lines:
            frame = FRAME.match(line)
            if frame and frame[6]:
                span = ranges[frame[2], frame[6]]
                span[0] = min(span[0], int(frame[4]))
                span[1] = max(span[1], int(frame[4]))
    wanted = {(e.site["file"], e.site["function"]) for e in events}
    pairs = [(a[0], tuple(ranges[a]), tuple(ranges[b]))
             for a in sorted(ranges) for b in sorted(ranges)
             if a[0] == b[0] and ranges[a][1] < ranges[b][0] and
             (a in wanted or b in wanted) and "<" not in a[0]]
    if not pairs:
        return None
    return edited(events, Swap(*rng.choice(pairs)))


def clone(events, key, line, path_suffix):
    """Copies of a site's events with the place on another line."""
    out = []
    for event in events:
        if site_key(event.site) != key:
            continue
        copy = event.copy(path=re.sub(r"_(\d+)\.txt$", lambda m: "_%d.txt" %
                                      (int(m[1]) + path_suffix), event.path))
        for i, text in enumerate(copy.lines):
            frame, header = FRAME.match(text), HEADER.match(text)
            if frame and (frame[2], int(frame[4])) == (key[1], key[2]):
                copy.lines[i] = (frame[1] + frame[2] + frame[3] + str(line) +
                                 (frame[5] or "") + (frame[6] or ""))
            elif header and (header[2], int(header[3])) == (key[1], key[2]):
                copy.lines[i] = "%s%s:%d" % (header[1], header[2], line)
        copy.site = dict(event.site, line=line)
        if event.site["via_file"] == key[1] and \
                event.site["via_line"] == key[2]:
            copy.site["via_line"] = line
        out.append(copy)
    return out


def clonable(events):
    keys = keys_of(events)
    lines = {(k[1], k[2]) for k in keys}
    twins = {site_key(e.site) for e in events
             if e.lines[0].startswith("WON'T CONVERT")}
    texts = {site_key(e.site) for e in events if e.site["source"]}
    return [k for k in keys if k[2] and k[4] == k[1] and k[5] == k[2] and
            k not in twins and k in texts and all((k[1], k[2] + d) not in lines for d in range(1, 30))]


def same_text_twice(rng, events, gone):
    """A line stands three times in a function; one of them is fixed."""
    keys = clonable(events)
    if not keys:
        return None
    key = rng.choice(keys)
    first, second = sorted(rng.sample(range(2, 30), 2))
    more = clone(events, key, key[2] + first, 5000) + \
        clone(events, key, key[2] + second, 6000)
    whole = events + more
    base, new, truth = edited(whole, Drift(rng, files_of(whole), 40))
    same = [key] + sorted({site_key(e.site) for e in more},
                          key=lambda k: k[2])
    fixed_key = same[gone]
    new = [e for e in new if site_key(e.site) != fixed_key]
    truth[fixed_key] = None
    return base, new, truth


def first_of_three_fixed(rng, events):
    return same_text_twice(rng, events, 0)


def second_of_three_fixed(rng, events):
    return same_text_twice(rng, events, 1)


def last_of_three_fixed(rng, events):
    return same_text_twice(rng, events, 2)


def same_line_two_kinds(rng, events):
    """Two kinds on one line; torch renames one of them, or it is fixed."""
    keys = [k for k in clonable(events) if any(
        site_key(e.site) == k and renameable(e) for e in events) and all(
        renameable(e) for e in events if site_key(e.site) == k)]
    if not keys:
        return None
    key = rng.choice(keys)
    more = clone(events, key, key[2], 5000)
    for event in more:
        rename_kind(event, 9111)
        event.site = dict(event.site, gb_id="GB9111",
                          kind="Reworded " + event.site["kind"][::-1])
    whole = events + more
    other = ("GB9111",) + key[1:]
    base, new, truth = edited(whole, Drift(rng, files_of(whole), 20))
    if rng.random() < 0.5:
        new = [e for e in new if site_key(e.site) != key]
        truth[key] = None
    else:
        for event in new:
            if site_key(event.site) == key:
                rename_kind(event, 9222)
        truth[key] = ("GB9222",) + truth[key][1:]
    assert other in truth
    return base, new, truth


def first_break_fixed(rng, events):
    """The first break of a function is fixed: its resume frame is gone."""
    functions = collections.defaultdict(set)
    for key in keys_of(events):
        if key[2] and key[3]:
            functions[key[1], key[3]].add(key[2])
    several = sorted(f for f in functions if len(functions[f]) > 1)
    if not several:
        return None
    file, function = rng.choice(several)
    line = min(functions[file, function])
    base, new, truth = edited(events, Drift(rng, files_of(events), 10))
    for event in base:
        if event.site["line"] == line and event.site["file"] == file:
            continue
        out = []
        for text in event.lines:
            frame = FRAME.match(text)
            if frame and frame[2] == file and frame[6] == function:
                out.append('%s%s%s%d, in %s' % (
                    frame[1], file, frame[3], line, function))
                text = text.replace(", in " + function,
                                    ", in torch_dynamo_resume_in_%s_at_%d" %
                                    (function, line))
            out.append(text)
        event.lines = out
    for key in list(truth):
        if key[1] == file and key[2] == line and key[3] == function:
            truth[key] = None
            new = [e for e in new if site_key(e.site) != key]
    return base, new, truth


def fixed_and_other_added(rng, events):
    """A break is fixed; one of the same kind with another text comes."""
    keys = clonable(events)
    if not keys:
        return None
    key = rng.choice(keys)
    text = "totally = unrelated.thing(%d)[::-1]" % rng.randint(100, 999)
    added = clone(events, key, key[2] + rng.randint(3, 25), 5000)
    for event in added:
        for i, line in enumerate(event.lines[:-1]):
            frame = FRAME.match(line)
            if frame and (frame[2], int(frame[4])) == (
                    key[1], event.site["line"]):
                event.lines[i + 1] = "    " + text
    base, new, truth = edited(events)
    new = [e for e in new if site_key(e.site) != key] + added
    truth[key] = None
    return base, new, truth


def copied_code(rng, events):
    """The same function stands in two files; one of them is fixed."""
    keys = clonable(events)
    if not keys:
        return None
    key = rng.choice(keys)
    copy_of = os.path.join(os.path.dirname(key[1]), "legacy",
                           os.path.basename(key[1]))
    mapping = Rename({key[1]: copy_of})
    more = clone(events, key, key[2], 5000)
    for event in more:
        mapping.apply(event)
        event.site = dict(event.site, file=copy_of, via_file=copy_of)
    whole = events + more
    base, new, truth = edited(whole, Drift(rng, files_of(whole), 30))
    gone = rng.choice([key, mapping.key(key)])
    new = [e for e in new if site_key(e.site) != gone]
    truth[gone] = None
    return base, new, truth


def all_at_once(rng, events):
    """Lines, folder and order change, one break is fixed."""
    moved = folder_moved(rng, events)
    if not moved:
        return None
    base, new, truth = moved
    gone = rng.choice(sorted(truth, key=repr))
    new = [e for e in new if site_key(e.site) != gone]
    truth[gone] = None
    return base, new, truth


MUTATIONS = [  # (function, adversarial)
    (lines_inserted, False), (reindented, False), (file_renamed, False),
    (folder_moved, False), (other_root, False), (function_renamed, False),
    (order_shuffled, False), (ranks_shuffled, False), (kind_renamed, False),
    (source_edited, False), (fixed, False), (all_at_once, True),
    (functions_swapped, True), (first_of_three_fixed, True),
    (second_of_three_fixed, True), (last_of_three_fixed, True),
    (same_line_two_kinds, True), (first_break_fixed, True),
    (fixed_and_other_added, True), (copied_code, True),
]


# ---- judging --------------------------------------------------------------

class Score:
    def __init__(self):
        self.pairs = self.right = self.false_early = 0
        self.wrong = []


def diff(program, base, new):
    result = gbq(program, "--db", "/nonexistent", "diff", base, new, "-f",
                 "json")
    if result.returncode:
        sys.exit("gbq diff: exit %d: %s" % (result.returncode, result.stderr))
    return json.loads(result.stdout)


def links_of(answer):
    links, passes = {}, {}
    for pair in answer["sites"]:
        base = pair["base"] and site_key(pair["base"])
        new = pair["new"] and site_key(pair["new"])
        links[base if base else ("new",) + new] = new if base else None
        passes[base if base else ("new",) + new] = pair["pass"]
    return links, passes


def mirrored(answer):
    return {(p["base"] and site_key(p["base"]),
             p["new"] and site_key(p["new"])) for p in answer["sites"]}


def judge(score, answer, truth, label):
    links, passes = links_of(answer)
    targets = set(filter(None, truth.values()))
    for key, got in links.items():
        if key[0] == "new":
            # right unless it is what a site of the base became
            good, want = key[1:] not in targets, "linked"
        else:
            if key not in truth:
                continue
            good, want = truth[key] == got, truth[key]
        score.pairs += 1
        score.right += good
        if good:
            continue
        if passes[key] in FIRST_PASSES:
            score.false_early += 1
        score.wrong.append("%s: %r -> %r, not %r (pass %s)" % (
            label, key, got, want, passes[key]))


def run(options, reports, work):
    scores = {f.__name__: Score() for f, _ in MUTATIONS}
    laws = 0
    for report in reports:
        events = read_report(options.gbq, report, work)
        if not events:
            continue
        name = os.path.basename(os.path.dirname(report.rstrip("/"))) \
            if os.path.basename(report.rstrip("/")) == "report" \
            else os.path.basename(report.rstrip("/"))
        for number in range(options.rounds):
            for function, _ in MUTATIONS:
                rng = random.Random("%d %d %s %s" % (
                    options.seed, number, name, function.__name__))
                made = function(rng, events)
                if not made:
                    continue
                base, new, truth = made
                if not new or len(set(filter(None, truth.values()))) != sum(
                        v is not None for v in truth.values()):
                    continue
                paths = [os.path.join(work, "base"),
                         os.path.join(work, "new")]
                write_report(base, paths[0])
                write_report(new, paths[1])
                answer = diff(options.gbq, *paths)
                judge(scores[function.__name__], answer, truth,
                      "%s of %s" % (function.__name__, name))
                back = diff(options.gbq, paths[1], paths[0])
                if {(n, b) for b, n in mirrored(back)} != mirrored(answer):
                    laws += 1
                    print("not mirrored: %s of %s" % (function.__name__,
                                                      name))
    return scores, laws


def find_reports(paths):
    found = []
    for path in paths:
        if os.path.exists(os.path.join(path, "index.html")):
            found.append(path)
            continue
        for folder, folders, files in os.walk(path):
            folders.sort()
            if "index.html" in files and (
                    os.path.basename(folder) == "report" or
                    "failures_and_restarts.html" in files):
                found.append(folder)
                folders.clear()
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--gbq", default="./gbq")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("-v", action="store_true")
    parser.add_argument("--tap", action="store_true",
                        help="print TAP, the figures as comments")
    parser.add_argument("reports", nargs="+")
    options = parser.parse_args()
    options.gbq = os.path.abspath(options.gbq)
    with tempfile.TemporaryDirectory() as work:
        scores, laws = run(options, find_reports(options.reports), work)
    total = Score()
    adversarial = 0
    if options.tap:
        sys.stdout = io.StringIO()
    print("%-24s %6s %6s %7s %s" % ("mutation", "sites", "right", "", "false "
                                    "links in passes 1 to 3"))
    for function, hard in MUTATIONS:
        score = scores[function.__name__]
        if not score.pairs:
            continue
        print("%-24s %6d %6d %6.1f%% %d%s" % (
            function.__name__, score.pairs, score.right,
            100 * score.right / score.pairs, score.false_early,
            "  (adversarial)" if hard else ""))
        total.pairs += score.pairs
        total.right += score.right
        total.false_early += score.false_early
        total.wrong += score.wrong
        adversarial += score.pairs * hard
    if options.v:
        print("\n".join(total.wrong))
    if not total.pairs:
        sys.exit("no report with reason files")
    share = 100 * total.right / total.pairs
    print("%d site pairs, %.0f %% adversarial: %.2f %% right, %d false links "
          "in the first three passes, %d not mirrored" % (
              total.pairs, 100 * adversarial / total.pairs, share,
              total.false_early, laws))
    bad = [total.false_early > 0, share < 98, laws > 0, total.pairs < 300]
    if options.tap:
        figures, sys.stdout = sys.stdout.getvalue(), sys.__stdout__
        print("# " + figures.strip().replace("\n", "\n# "))
        for number, name in enumerate((
                "no false link in the first three passes",
                "at least 98 % of the links are right",
                "a diff is mirrored where its sides are swapped",
                "there are at least 300 site pairs"), 1):
            print("%sok %d - %s" % ("not " * bad[number - 1], number, name))
        print("1..%d" % len(bad))
    sys.exit(any(bad))


if __name__ == "__main__":
    main()
