#!/usr/bin/env python3
"""Full disks, limits, no permission, many writers, readers beside a writer,
odd folders: what must hold for each.

usage: tests/faults/scenes.py [--short] [--only NAME]

$GBQ names the program. Scenes that need root or a mount are skipped where
that is not possible. Prints TAP.
"""
import argparse
import concurrent.futures
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
import time

import common
from common import gbq, must

OLD = os.path.join(common.FIXTURES, "skip_loops")
NEW = os.path.join(common.FIXTURES, "reset_repeats")
NOBODY = 65534

PAGE = """
<html>
<body>
    <h1>Compilation Info for [{0}/0] </h1>
    <h2>Output files:</h2>
    <ul>
    </ul>
    <h2>Stack</h2>
    <details><summary>Stack</summary><div class='stack-trie'><ul>\
<li>/a.py:{1} in f{0}<br>&nbsp;&nbsp;&nbsp;&nbsp;</li>
</ul></div></details>

</body>
</html>
"""


def report(folder, number=0, compiles=3):
    """A small report, different for each number."""
    for i in range(compiles):
        path = os.path.join(folder, f"-_{i}_0_0")
        os.makedirs(path)
        with open(os.path.join(path, f"compilation_metrics_{i}.html"), "w",
                  encoding="ascii") as file:
            file.write(PAGE.format(i, number + 1))
    with open(os.path.join(folder, "index.html"), "w",
              encoding="ascii") as file:
        file.write("<html></html>\n")
    return folder


# ---- full disks and limits ----

def fill(database, fixtures):
    """Ingest until something fails; the results."""
    return [gbq(database, "ingest", os.path.join(common.FIXTURES, name))
            for name in fixtures]


FIXTURES = ("skip_loops", "reset_repeats", "mixtral_moe", "gb_print_logging")


def judge(database, results, what):
    """What is wrong after ingests of which some met a full disk."""
    problems = []
    for done in results:
        if done.crashed() or done.status not in (0, 74):
            problems.append(f"{what}: {done}")
        elif done.status and not done.err.startswith(b"gbq: "):
            problems.append(f"{what}: no message: {done}")
    if problems or not os.path.exists(database) or \
            os.path.getsize(database) == 0:
        return problems
    stored = [name for name, done in zip(FIXTURES, results)
              if done.status == 0]
    problem = common.sound(database)
    # without a run, there may be no tables yet
    if problem and not stored and "is empty, not a gbq database" in problem:
        return problems
    if problem:
        return [f"{what}: {problem}"]
    found = common.runs(database)
    if len(found) < len(stored):
        problems.append(f"{what}: runs {found}, but {stored} were stored")
    for run_id, name in zip(found, stored):
        problem = common.whole(database, run_id,
                               os.path.join(common.FIXTURES, name))
        if problem:
            problems.append(f"{what}: {problem}")
    return problems


def full_disk(tap, work, short):
    name = "a disk of 64 KB to 8 MB gets full"
    disk = os.path.join(work, "disk")
    os.mkdir(disk)
    sizes = [64, 1300, 2048] if short else \
        [64, 128, 256, 512, 900, 1024, 1150, 1250, 1300, 1350, 1400, 1500,
         1700, 2048, 2500, 3072, 4096, 6144, 8192]
    problems, full = [], 0
    for size in sizes:
        mount = common.run(["mount", "-t", "tmpfs", "-o", f"size={size}k",
                            "gbq-test", disk])
        if mount.status:
            tap.skip(name, "no mount here")
            return
        try:
            database = os.path.join(disk, "gbq.db")
            results = fill(database, FIXTURES)
            full += sum(done.status == 74 for done in results)
            # journal and log of the database may fill the disk: copy it
            if os.path.exists(database):
                copy = os.path.join(work, "full")
                os.mkdir(copy)
                for entry in os.listdir(disk):
                    if entry.startswith("gbq.db"):
                        shutil.copy(os.path.join(disk, entry), copy)
                problems += judge(os.path.join(copy, "gbq.db"), results,
                                  f"{size} KB")
                shutil.rmtree(copy)
            subprocess.run(["mount", "-o", "remount,size=32m", disk],
                           check=True)
            for done in fill(database, FIXTURES):
                if done.status:
                    problems.append(f"{size} KB, then room: {done}")
            if common.runs(database) != [1, 2, 3, 4]:
                problems.append(f"{size} KB, then room: runs "
                                f"{common.runs(database)}")
        finally:
            subprocess.run(["umount", disk], check=True)
    if not full:
        problems.append("no disk got full")
    tap.result(f"{name} ({full} ingests of {len(sizes) * 4})", problems)


def file_limit(tap, work, short):
    problems, hit = [], 0
    limits = range(0, 2600, 1300 if short else 130)
    for kilobytes in limits:
        database = os.path.join(work, f"limit{kilobytes}.db")

        def limit(size=kilobytes * 1024):
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        results = [gbq(database, "ingest", os.path.join(
            common.FIXTURES, fixture), before=limit) for fixture in FIXTURES]
        hit += sum(done.status == 74 for done in results)
        problems += judge(database, results, f"{kilobytes} KB")
        again = gbq(database, "ingest", NEW)
        if again.status:
            problems.append(f"{kilobytes} KB, then none: {again}")
    tap.result(f"a limit on file sizes ends ingests ({hit} of "
               f"{len(limits) * 4})", problems)


# ---- no permission ----

def as_nobody():
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)


class Nobody:
    """gbq as a user who owns nothing, from copies of the program and of what
    it ingests that such a user may read: the clone may lie below a folder
    that only root may enter."""

    def __init__(self, work):
        folder = tempfile.mkdtemp(dir=work)
        self.program = shutil.copy(common.GBQ, os.path.join(folder, "gbq"))
        self.new = shutil.copytree(NEW, os.path.join(
            folder, os.path.basename(NEW)))
        subprocess.run(["chmod", "-R", "a+rX", folder], check=True)

    def gbq(self, database, *arguments):
        return common.run([self.program, "--db", database, *arguments],
                          cwd="/", before=as_nobody)


READ_COMMANDS = (["runs"], ["summary"], ["breaks"], ["compiles"],
                 ["sql", "SELECT count(*) FROM breaks"], ["problems"])


def no_permission(tap, work, _short):
    if os.getuid() != 0:
        tap.skip("no permission", "needs root to become nobody")
        return
    nobody = Nobody(work)
    for file_mode, folder_mode, wal in ((0o444, 0o755, False),
                                        (0o444, 0o777, False),
                                        (0o666, 0o755, False),
                                        (0o444, 0o755, True),
                                        (0o000, 0o755, False)):
        folder = tempfile.mkdtemp(dir=work)
        database = os.path.join(folder, "gbq.db")
        must(database, "ingest", "-q", OLD)
        if wal:
            subprocess.run(["sqlite3", database, "PRAGMA journal_mode=WAL"],
                           check=True, stdout=subprocess.DEVNULL)
        os.chmod(database, file_mode)
        os.chmod(folder, folder_mode)
        before = open(database, "rb").read()
        problems = []
        for command in READ_COMMANDS:
            done = nobody.gbq(database, *command)
            readable = file_mode and not wal
            if done.crashed() or (readable and done.status) or \
                    (done.status and not done.err.startswith(b"gbq: ")):
                problems.append(f"{command}: {done}")
            if done.status and str.encode(database) not in done.err:
                problems.append(f"{command}: the file is not named: {done}")
        done = nobody.gbq(database, "ingest", nobody.new)
        if done.crashed() or done.status != 74:
            problems.append(f"ingest: {done}")
        if str.encode(database) not in done.err:
            problems.append(f"ingest: the file is not named: {done}")
        if open(database, "rb").read() != before:
            problems.append("the database changed")
        tap.result(f"as nobody, a database of mode {file_mode:03o} in a folder"
                   f" of mode {folder_mode:o}{', WAL' if wal else ''}",
                   problems)
    folder = tempfile.mkdtemp(dir=work)
    os.chmod(folder, 0o755)
    done = nobody.gbq(os.path.join(folder, "gbq.db"), "ingest", nobody.new)
    tap.result("a new database where nothing may be written",
               [] if done.status == 74 and not done.crashed() else [done])


def odd_databases(tap, work, _short):
    fifo = os.path.join(work, "fifo.db")
    os.mkfifo(fifo)
    problems = []
    for path, statuses in ((fifo, (3, 5, 74)), ("/dev/null", (3, 5, 74)),
                           ("/dev/full", (3, 5, 74)), (work, (3, 5, 74)),
                           ("/dev/zero", (3, 5, 74)),
                           (os.path.join(work, "no/where.db"), (3, 74))):
        for command in (["runs"], ["ingest", NEW]):
            done = gbq(path, *command)
            if done.crashed() or done.status not in statuses or \
                    not done.err.startswith(b"gbq: "):
                problems.append(f"{path} {command}: {done}")
    tap.result("what is no file is no database", problems)


def full_output(tap, work, _short):
    database = os.path.join(work, "output.db")
    must(database, "ingest", "-q", OLD)
    problems = []
    for command in ("breaks", "summary", "runs", "sql SELECT * FROM artifacts",
                    "artifacts", "schema", "help"):
        words = command.split(" ", 1)
        with open("/dev/full", "wb") as full:
            child = subprocess.Popen(
                [common.GBQ, "--db", database, *words], stdout=full,
                stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
            _, err = child.communicate()
        if child.returncode != 74 or not err.startswith(b"gbq: "):
            problems.append(f"{command} > /dev/full: exit "
                            f"{child.returncode} {err!r}")
        closed = common.run(["bash", "-c", 'exec "$0" "$@" >&-', common.GBQ,
                             "--db", database, *words])
        if closed.crashed() or closed.status != 74:
            problems.append(f"{command} >&-: {closed}")
    tap.result("output that cannot be written is exit status 74", problems)


# ---- many at once ----

def many_writers(tap, work, short):
    processes, each = 8, 5 if short else 20
    database = os.path.join(work, "many.db")
    reports = [report(os.path.join(work, "many", f"r{number}"), number)
               for number in range(processes * each)]

    def writer(process):
        return [gbq(database, "ingest", "-q", path)
                for path in reports[process::processes]]

    with concurrent.futures.ThreadPoolExecutor(processes) as pool:
        results = sum(pool.map(writer, range(processes)), [])
    problems = [done for done in results if done.status or done.crashed()]
    problems += filter(None, [common.sound(database)])
    names = gbq(database, "sql", "-f", "tsv",
                "SELECT name FROM runs ORDER BY 1").out.decode().split()[1:]
    if names != sorted(f"r{i}" for i in range(len(reports))):
        problems.append(f"{len(names)} runs of {len(reports)}")
    counts = gbq(database, "sql", "-f", "tsv", "SELECT DISTINCT compiles, "
                 "problems FROM runs").out
    if counts.count(b"\n") != 2 or not counts.split(b"\n")[1][:1] == b"3":
        problems.append(f"not all are whole: {counts!r}")
    for run_id in common.runs(database)[::16]:
        path = gbq(database, "sql", "-f", "tsv", "SELECT source_path FROM "
                   f"runs WHERE run_id = {run_id}").out.decode().split()[-1]
        problems += filter(None, [common.whole(database, run_id, path)])
    leftover = [entry for entry in os.listdir(work)
                if entry.startswith("many.db-")]
    if leftover:
        problems.append(f"left behind: {leftover}")
    tap.result(f"{processes} processes, {each} reports each: all runs are "
               "there", problems)

    same = os.path.join(work, "same.db")
    with concurrent.futures.ThreadPoolExecutor(processes) as pool:
        results = list(pool.map(lambda _: gbq(
            same, "ingest", "-q", os.path.join(work, "many")),
            range(processes)))
    problems = [done for done in results if done.status]
    if len(common.runs(same)) != len(reports):
        problems.append(f"runs {len(common.runs(same))}")
    problems += filter(None, [common.sound(same)])
    tap.result(f"{processes} processes, the same {len(reports)} reports: each"
               " is one run", problems)


def readers(tap, work, short):
    """Read in a loop while a large report is stored."""
    database = os.path.join(work, "readers.db")
    must(database, "ingest", "-q", OLD)
    views = common.views(database, 1)
    listed = must(database, "breaks", "-f", "csv", "id:1").out
    large = os.path.join(work, "large")
    for i in range(3 if short else 12):
        shutil.copytree(os.path.join(common.FIXTURES, "mixtral_moe"),
                        os.path.join(large, f"rank_{i}"))
    problems, looks, old_looks = [], 0, 0
    child = subprocess.Popen([common.GBQ, "--db", database, "ingest", "-q",
                              large])
    while child.poll() is None:
        before = gbq(database, "sql", "-f", "tsv",
                     "SELECT run_id, compiles FROM runs ORDER BY 1")
        done = gbq(database, "breaks", "-f", "csv", "id:1")
        if before.status or done.status or done.out != listed:
            problems.append(f"a reader: {before} {done}")
        looks += 1
        rows = before.out.split(b"\n")[1:-1]
        old_looks += len(rows) == 1
        if len(rows) == 2 and int(rows[1].split(b"\t")[1]) < 20:
            problems.append(f"a part of a run: {before.out!r}")
    if child.returncode:
        problems.append(f"ingest: exit {child.returncode}")
    if not old_looks:
        problems.append("nothing was read meanwhile")
    if common.views(database, 1) != views:
        problems.append("the old run changed")
    if common.runs(database) != [1, 2]:
        problems.append(f"runs {common.runs(database)}")
    tap.result(f"readers beside a writer see the old state ({looks} looks, "
               f"{old_looks} before the commit)", problems)


# ---- folders ----

def odd_folder(work):
    folder = report(os.path.join(work, "odd"), 7)
    os.symlink(".", os.path.join(folder, "loop"))
    os.symlink("..", os.path.join(folder, "-_0_0_0", "up"))
    os.symlink("/etc/passwd", os.path.join(folder, "-_0_0_0", "passwd_1.txt"))
    os.symlink("/etc", os.path.join(folder, "etc"))
    os.symlink("nowhere", os.path.join(folder, "-_1_0_0", "dangling_2.txt"))
    os.mkfifo(os.path.join(folder, "-_1_0_0", "fifo_3.txt"))
    raw = os.fsencode(folder)
    for name in (b"a\nb_4.txt", b"\xff\xfe_5.txt", b"\x1b[31mred_6.txt",
                 b" _7.txt", b"'\"_8.txt", b"a\tb_9.txt", b"-f_10.txt",
                 b"x" * 251 + b".txt", "\u202eevil_11.txt".encode()):
        with open(os.path.join(raw, b"-_2_0_0", name), "wb") as file:
            file.write(b"content of " + name)
    os.mkdir(os.path.join(raw, b"\xe9\n"))
    with open(os.path.join(raw, b"\xe9\n", b"z_12.txt"), "wb") as file:
        file.write(b"z")
    return folder


def odd_names(tap, work, _short):
    folder = odd_folder(work)
    database = os.path.join(work, "odd.db")
    done = gbq(database, "ingest", folder)
    problems = [] if done.status == 0 else [done]
    skipped = gbq(database, "sql", "-f", "tsv", "SELECT file FROM problems "
                  "WHERE code = 'file_skipped' ORDER BY 1").out.decode()
    if skipped.split() != ["file", "-_0_0_0/passwd_1.txt", "-_0_0_0/up",
                           "-_1_0_0/dangling_2.txt", "-_1_0_0/fifo_3.txt",
                           "etc", "loop"]:
        problems.append(f"skipped: {skipped}")
    out = os.path.join(work, "odd-out")
    done = gbq(database, "extract", "@latest", out)
    if done.status:
        problems.append(f"extract: {done}")
    for path, _, names in os.walk(os.fsencode(folder)):
        for name in names:
            source = os.path.join(path, name)
            if os.path.islink(source) or not os.path.isfile(source):
                continue
            copy = source.replace(os.fsencode(folder), os.fsencode(out), 1)
            if not os.path.exists(copy) or \
                    open(copy, "rb").read() != open(source, "rb").read():
                problems.append(f"not extracted: {source!r}")
    for command in (["artifacts"], ["problems"], ["summary"], ["runs"],
                    ["compiles"]):
        for form in "table", "markdown":
            shown = gbq(database, *command, "-f", form) \
                if command != ["summary"] else gbq(database, *command)
            if re.search(rb"[\x00-\x09\x0b-\x1f\x7f]|\xe2\x80\xae",
                         shown.out) or shown.status:
                problems.append(f"{command} -f {form}: {shown}")
    tap.result("links, FIFOs and odd names in a folder", problems)

    again = gbq(database, "ingest", out)
    tap.result("what was extracted is the same run",
               [] if b"unchanged" in again.out else [again])


def unreadable(tap, work, _short):
    if os.getuid() != 0:
        tap.skip("unreadable files", "needs root to become nobody")
        return
    nobody = Nobody(work)
    problems = []
    for mode, path in ((0, "-_1_0_0/compilation_metrics_1.html"),
                       (0, "-_1_0_0"), (0o444, "-_1_0_0")):
        folder = report(os.path.join(tempfile.mkdtemp(dir=work), "r"), 3)
        os.chmod(os.path.dirname(folder), 0o777)
        os.chmod(os.path.join(folder, path), mode)
        database = os.path.join(os.path.dirname(folder), "gbq.db")
        done = nobody.gbq(database, "ingest", folder)
        if done.status not in (0, 4) or done.crashed():
            problems.append(f"{path} {mode:o}: {done}")
            continue
        row = gbq(database, "sql", "-f", "tsv", "SELECT counts_are, (SELECT "
                  "count(*) FROM problems WHERE severity IN ('loss', 'error'))"
                  " > 0 FROM runs").out
        if b"at_least\t1" not in row:
            problems.append(f"{path} {mode:o}: losses are not told: {row!r}")
        strict = nobody.gbq(os.path.join(os.path.dirname(folder), "strict.db"),
                            "ingest", "--strict", folder)
        if strict.status not in (2, 4):
            problems.append(f"--strict: {strict}")
        os.chmod(os.path.join(folder, path), 0o755)
    folder = report(os.path.join(tempfile.mkdtemp(dir=work), "r"), 3)
    os.chmod(os.path.dirname(folder), 0o777)
    os.chmod(folder, 0)
    done = nobody.gbq(os.path.join(os.path.dirname(folder), "gbq.db"),
                      "ingest", folder)
    if done.status != 3:
        problems.append(f"an unreadable root: {done}")
    tap.result("files and folders that may not be read", problems)


def changing(tap, work, short):
    """Files grow, shrink, vanish and become links while they are read."""
    folder = report(os.path.join(work, "changing"), 1, compiles=40)
    page = os.path.join(folder, "-_7_0_0", "compilation_metrics_7.html")
    gone = os.path.join(folder, "-_9_0_0")
    log = os.path.join(folder, "raw.log")
    stop = threading.Event()

    def change():
        i = 0
        while not stop.is_set():
            i += 1
            with open(page, "w", encoding="ascii") as file:
                file.write(PAGE.format(7, 2) * (i % 5))
            with open(log, "ab") as file:
                file.write(b"V1130 02:48:01.039000 1 a.py:1] {}\n" * 1000)
            if i % 50 == 0:
                os.truncate(log, 0)
            os.rename(gone, gone + "x")
            os.symlink("/etc", gone)
            time.sleep(0.0005)
            os.unlink(gone)
            os.rename(gone + "x", gone)

    thread = threading.Thread(target=change)
    thread.start()
    problems = []
    try:
        for i in range(5 if short else 60):
            database = os.path.join(work, f"changing{i}.db")
            done = gbq(database, "ingest", folder)
            if done.crashed() or done.status not in (0, 3, 4, 74):
                problems.append(done)
            elif os.path.exists(database) and done.status == 0:
                problems += filter(None, [common.sound(database)])
                out = gbq(database, "sql", "-f", "tsv", "SELECT path FROM "
                          "artifacts WHERE path LIKE '%passwd%'").out
                if out != b"path\n":
                    problems.append("a link out was followed")
            if os.path.exists(database):
                os.unlink(database)
    finally:
        stop.set()
        thread.join()
    tap.result("files that change while they are read", problems)


def interrupted(tap, work, short):
    """SIGINT and SIGTERM at any time: as if nothing had been done."""
    problems, ended = [], 0
    for i in range(4 if short else 30):
        database = os.path.join(work, f"signal{i}.db")
        must(database, "ingest", "-q", OLD)
        child = subprocess.Popen(
            [common.GBQ, "--db", database, "ingest", "-q",
             os.path.join(common.FIXTURES, "mixtral_moe")],
            stderr=subprocess.PIPE)
        time.sleep(0.004 * i)
        child.send_signal(signal.SIGINT if i % 2 else signal.SIGTERM)
        child.communicate()
        ended += child.returncode != 0
        if child.returncode not in (0, 130, 143, -signal.SIGINT,
                                    -signal.SIGTERM):
            problems.append(f"exit {child.returncode}")
        problems += filter(None, [common.sound(database)])
        if common.runs(database) not in ([1], [1, 2]):
            problems.append(f"runs {common.runs(database)}")
    tap.result(f"SIGINT and SIGTERM during an ingest ({ended} ended by it)",
               problems)


SCENES = (full_disk, file_limit, no_permission, odd_databases, full_output,
          many_writers, readers, odd_names, unreadable, changing, interrupted)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--only")
    options = parser.parse_args()
    tap = common.Tap()
    with tempfile.TemporaryDirectory(prefix="gbq-scenes-") as work:
        os.chmod(work, 0o755)
        for scene in SCENES:
            if options.only in (None, scene.__name__):
                scene(tap, work, options.short)
    tap.end()


main()
