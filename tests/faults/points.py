#!/usr/bin/env python3
"""Makes one call of an ingest fail, or kills it there, at many points: the
old run stays whole, the new one is whole or absent, a later ingest works. The
same for a rebuild: old rows or new ones; for an rm: all or nothing; and for an
export: no file or a whole one.

usage: tests/faults/points.py [--share N] [--only PART]

--share N tries one of N points. PART is CALL:WHAT of an ingest, two, inputs,
rebuild, rm or export. $GBQ names the program (not a build with sanitizers,
which keep LD_PRELOAD libraries from working). Prints TAP.
"""
import argparse
import concurrent.futures
import gzip
import os
import shutil
import signal
import tempfile

import common

OLD = os.path.join(common.FIXTURES, "skip_loops")
NEW = os.path.join(common.FIXTURES, "reset_repeats")

# Call, what happens, points at most, exit statuses that make sense.
SERIES = (
    ("any", "KILL", 600, (-signal.SIGKILL, 0)),
    ("pwrite", "TEAR", 120, (-signal.SIGKILL, 0)),
    ("pwrite", "ENOSPC", 60, (0, 74)),
    ("pwrite", "ENOSPC+", 60, (0, 74)),
    ("pwrite", "EIO", 60, (0, 74)),
    ("pwrite", "EDQUOT+", 30, (0, 74)),
    ("pwrite", "EINTR", 60, (0,)),
    ("pwrite", "SHORT", 40, (0,)),
    ("fsync", "EIO", 20, (0, 74)),
    ("fsync", "KILL", 20, (-signal.SIGKILL, 0)),
    ("ftruncate", "EIO", 10, (0, 74)),
    ("unlink", "EACCES", 10, (0, 74)),
    ("read", "EIO", 50, (0, 74)),
    ("read", "EINTR", 50, (0,)),
    ("read", "SHORT", 50, (0,)),
    ("pread", "EIO", 60, (0, 74)),
    ("pread", "EINTR", 60, (0,)),
    ("open", "EACCES", 60, (0, 3, 4, 5, 74)),
    ("open", "EMFILE", 60, (0, 74)),
    ("open", "EMFILE+", 60, (0, 74)),
    ("open", "ENOMEM", 60, (0, 6, 74)),
    ("open", "EINTR", 60, (0, 3, 4, 5, 74)),
    ("readdir", "EIO", 40, (0, 74)),
    ("mmap", "ENOMEM", 20, (0, 6, 74)),
    ("malloc", "NULL", 150, (0, 3, 4, 5, 6)),
    ("malloc", "NULL+", 80, (3, 4, 5, 6)),
)
# A file that may not be read costs that file: the run differs. Any other
# failure ends the ingest or does no harm.
OF_THE_INPUT = (("open", "EACCES"), ("open", "EINTR"))


class World:
    """A folder with a database of one run and, to compare, of both."""

    def __init__(self, folder):
        self.folder = folder
        self.library = common.library()
        self.old = os.path.join(folder, "old.db")
        self.both = os.path.join(folder, "both.db")
        common.must(self.old, "ingest", "-q", OLD)
        shutil.copy(self.old, self.both)
        counted = os.path.join(folder, "counts")
        done = self.ingest(self.both, GBQ_FAULT_COUNT=counted)
        if done.status:
            raise SystemExit(f"faults: {done}")
        with open(counted, encoding="ascii") as file:
            self.counts = {name: int(count) for name, count in
                           (line.split() for line in file)}
        self.old_tables = common.tables(self.old)
        self.old_views = common.views(self.old, 1)
        self.new_views = common.views(self.both, 2)

    def ingest(self, database, **env):
        return common.gbq(database, "ingest", NEW,
                          env=dict(env, LD_PRELOAD=self.library))


def look(world, database, done, call, must_be_equal):
    """What is wrong with the database after a fault."""
    problem = common.sound(database)
    if problem:
        return problem
    found = common.runs(database)
    if common.views(database, 1) != world.old_views:
        return "the old run changed"
    if found == [1]:
        if done.status == 0:
            return "exit status 0 without the new run"
        after = common.tables(database)
        changed = [name for name in after
                   if after[name] != world.old_tables.get(name)]
        return f"left behind in {changed}" if changed else None
    if found != [1, 2]:
        return f"runs {found}"
    new = common.views(database, 2)
    if new != world.new_views:
        losses = common.gbq(database, "sql", "-f", "tsv", "SELECT count(*) "
                            "FROM problems WHERE run_id = 2").out
        if must_be_equal or losses == b"count(*)\n0\n":
            return "the new run is there, but not whole: " + " ".join(
                name for name in new if new[name] != world.new_views[name])
    return None


def attempt(world, number, call, what, k, allowed):
    """One fault; what is wrong, or None."""
    folder = os.path.join(world.folder, f"{call}-{what}-{k}")
    database = os.path.join(folder, "gbq.db")
    os.mkdir(folder)
    shutil.copy(world.old, database)
    lasts = what.endswith("+")
    done = world.ingest(database, GBQ_FAULT=f"{call}:{what.rstrip('+')}:{k}" +
                        ("+" if lasts else ""))
    problem = None
    if done.crashed():
        problem = f"crashed: {done}"
    elif done.status not in allowed:
        problem = f"unexpected {done}"
    elif done.status > 0 and not done.err.startswith(b"gbq: "):
        problem = f"no message: {done}"
    must_be_equal = (call, what) not in OF_THE_INPUT
    if not problem:
        problem = look(world, database, done, call, must_be_equal)
    if not problem:
        there = len(common.runs(database)) == 2
        again = common.gbq(database, "ingest", NEW)
        if again.status or len(common.runs(database)) < 2:
            problem = f"the next ingest: {again}"
        elif not there and common.views(database, 2) != world.new_views:
            problem = "the next ingest gives another run"
    if not problem and number % 8 == 0:
        problem = common.whole(database, 1, OLD)
    shutil.rmtree(folder)
    return problem and f"{call}:{what}:{k}: {problem}", done.status


def series(world, tap, share, call, what, most, allowed):
    total = world.counts[call]
    most = max(3, most // share)
    # a few beyond the end: the program may make more calls than counted
    step = max(1, -(-total // most))
    points = range(1, total + 1, step)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(
            lambda pair: attempt(world, pair[0], call, what, pair[1],
                                 allowed), enumerate(points)))
    ends = {}
    for _, status in results:
        ends[status] = ends.get(status, 0) + 1
    seen = ", ".join(f"{n} × exit {status}" for status, n in
                     sorted(ends.items()))
    tap.result(f"{what} at {len(points)} of {total} calls of {call}: {seen}",
               [problem for problem, _ in results if problem] if results
               else ["no call that could fail"])


# ---- several inputs, and rows computed anew ----

THIRD = os.path.join(common.FIXTURES, "dist_diverge_break")


def one_of_two(world, tap, share):
    """A disk that fails for one input: the other is stored, exit status 74."""
    problems, points, both = [], range(1, 120, min(40, 4 * share)), 0
    for k in points:
        database = os.path.join(world.folder, f"two-{k}.db")
        done = common.gbq(database, "ingest", NEW, THIRD, env={
            "LD_PRELOAD": world.library, "GBQ_FAULT": f"read:EIO:{k}"})
        stored = common.gbq(database, "sql", "-f", "tsv", "SELECT name FROM "
                            "runs ORDER BY run_id").out.decode().split()[1:]
        both += len(stored) == 2
        if done.crashed() or (done.status, len(stored)) not in ((74, 1),
                                                                (0, 2)):
            problems.append(f"read:EIO:{k}: {done}, runs {stored}")
        for run_id, name in zip(common.runs(database), stored):
            problems += filter(None, [common.whole(
                database, run_id, os.path.join(common.FIXTURES, name))])
        os.remove(database)
    if both == len(points):
        problems.append("no read failed")
    tap.result(f"EIO at {len(points)} calls of read of two inputs: only the "
               "one that is read is lost", problems)


# ---- other inputs ----

LOG = os.path.join(common.FIXTURES, "backend_failure_uncaught", "raw.log")


def other_inputs(folder):
    """The new report in archives, and a trace log: paths."""
    report = os.path.join(folder, "report")
    shutil.copytree(NEW, report)
    # its name in a zip is read from the archive again
    with open(os.path.join(report, "cafe\u0301.txt"), "w",
              encoding="utf-8") as file:
        file.write("x")
    for kind in "zip", "tar", "gztar", "xztar":
        yield shutil.make_archive(os.path.join(folder, kind), kind, folder,
                                  "report")
    yield LOG
    packed = os.path.join(folder, "trace.log.gz")
    with open(LOG, "rb") as file, gzip.open(packed, "wb") as to:
        shutil.copyfileobj(file, to)
    yield packed


def read_fault(world, path, call, k, expected):
    """EIO at the k-th call: the whole run, one with problems, or none."""
    database = os.path.join(world.folder, f"input-{call}-{k}.db")
    shutil.copy(world.old, database)
    done = common.gbq(database, "ingest", "-q", path, env={
        "LD_PRELOAD": world.library, "GBQ_FAULT": f"{call}:EIO:{k}"})
    found = common.runs(database)
    problem = None
    if done.crashed() or done.status not in (0, 4, 74):
        problem = done
    elif found != [1, 2] and (found != [1] or done.status == 0):
        problem = f"runs {found}, {done}"
    elif len(found) == 2 and common.views(database, 2) != expected and \
            not int(common.gbq(database, "sql", "-f", "tsv", "SELECT count(*)"
                               " FROM problems WHERE run_id = 2").out
                    .split()[1]):
        problem = "another run, and no problem told"
    for ending in "", "-wal", "-shm":
        if os.path.exists(database + ending):
            os.remove(database + ending)
    return problem and f"{call}:EIO:{k}: {problem}"


def input_points(world, tap, share):
    folder = os.path.join(world.folder, "inputs")
    os.mkdir(folder)
    for path in other_inputs(folder):
        whole = os.path.join(folder, os.path.basename(path) + ".db")
        counted = os.path.join(folder, "counts")
        shutil.copy(world.old, whole)
        done = common.gbq(whole, "ingest", "-q", path, env={
            "LD_PRELOAD": world.library, "GBQ_FAULT_COUNT": counted})
        expected = common.views(whole, 2)
        problems = [done] if done.status else []
        points = 0
        for call in "read", "pread":
            with open(counted, encoding="ascii") as file:
                total = dict(line.split() for line in file)[call]
            numbers = range(1, int(total) + 1,
                            max(1, int(total) * share // 60))
            points += len(numbers)
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                problems += filter(None, pool.map(
                    lambda k: read_fault(world, path, call, k, expected),
                    numbers))
        tap.result(f"EIO at {points} reads of an ingest of "
                   f"{os.path.basename(path)}", problems)


# ---- other commands ----

OF_OTHERS = (("any", "KILL", 500), ("pwrite", "TEAR", 60),
             ("pwrite", "ENOSPC+", 40), ("pwrite", "EIO", 40),
             ("fsync", "EIO", 10), ("pread", "EIO", 120),
             ("malloc", "NULL", 60))


class Other:
    """A command on a database of both runs that is cut off at many points."""

    name = ""

    def __init__(self, world):
        self.world = world
        self.expected = [common.views(world.both, run) for run in (1, 2)]

    def command(self, folder):
        raise NotImplementedError

    def look(self, folder, database, done):
        """What is wrong after a fault."""
        raise NotImplementedError

    def is_whole(self, database):
        return [common.views(database, run) for run in (1, 2)] == \
            self.expected and common.gbq(database, "check").status == 0

    def run(self, name, **env):
        """Run it in a new folder: that, the database, how it ended."""
        folder = os.path.join(self.world.folder, f"{self.name}-{name}")
        database = os.path.join(folder, "gbq.db")
        os.mkdir(folder)
        shutil.copy(self.world.both, database)
        return folder, database, common.gbq(
            database, *self.command(folder),
            env=dict(env, LD_PRELOAD=self.world.library))

    def counts(self):
        counted = os.path.join(self.world.folder, "counts")
        self.run("counted", GBQ_FAULT_COUNT=counted)
        with open(counted, encoding="ascii") as file:
            return {name: int(count) for name, count in
                    (line.split() for line in file)}

    def attempt(self, fault):
        folder, database, done = self.run(fault.replace(":", "-"),
                                          GBQ_FAULT=fault)
        if done.crashed() or done.status not in (0, 4, 6, 74,
                                                 -signal.SIGKILL):
            problem = str(done)
        else:
            problem = common.sound(database)
        if not problem:
            problem = self.look(folder, database, done)
        shutil.rmtree(folder)
        return problem and f"{fault}: {problem}"

    def points(self, tap, share):
        counts = self.counts()
        for call, what, most in OF_OTHERS:
            step = max(1, -(-counts[call] // max(3, most // share)))
            faults = [f"{call}:{what.rstrip('+')}:{k}" +
                      "+" * what.endswith("+")
                      for k in range(1, counts[call] + 1, step)]
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                problems = [problem for problem in pool.map(
                    self.attempt, faults) if problem]
            tap.result(f"{self.name}: {what} at {len(faults)} of "
                       f"{counts[call]} calls of {call}", problems)


class Rebuild(Other):
    """One that is cut off leaves the old rows or the new."""

    name = "rebuild"

    def command(self, folder):
        return ["rebuild"]

    def look(self, folder, database, done):
        return None if self.is_whole(database) else "other rows"


class Remove(Other):
    """One that is cut off leaves the run as it was, or nothing of it."""

    name = "rm"

    def command(self, folder):
        return ["rm", "id:2"]

    def look(self, folder, database, done):
        found = common.runs(database)
        if found == [1, 2]:
            return None if done.status and self.is_whole(database) else \
                f"both runs are there: {done}"
        if found != [1] or common.views(database, 1) != self.expected[0]:
            return f"other rows, of runs {found}"
        done = common.gbq(database, "check")
        return done if done.status else None


class Export(Other):
    """One that is cut off leaves no file, and can be done again."""

    name = "export"

    def command(self, folder):
        return ["export", "-q", "id:1", "id:2", "-o",
                os.path.join(folder, "out.db")]

    def look(self, folder, database, done):
        made = os.path.join(folder, "out.db")
        if done.status == 0 and not os.path.exists(made):
            return "exit status 0 without a file"
        # without memory it ends on the spot, as if killed
        if done.status in (4, 74) and os.listdir(folder) != ["gbq.db"]:
            return f"left behind: {os.listdir(folder)}"
        if not os.path.exists(made):
            again = common.gbq(database, *self.command(folder))
            if again.status:
                return f"the next export: {again}"
        return None if self.is_whole(made) else "another run"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--share", type=int, default=1)
    parser.add_argument("--only")
    options = parser.parse_args()
    tap = common.Tap()
    with tempfile.TemporaryDirectory(prefix="gbq-faults-") as folder:
        world = World(folder)
        for call, what, most, allowed in SERIES:
            if options.only in (None, f"{call}:{what}"):
                series(world, tap, options.share, call, what, most, allowed)
        if options.only in (None, "two"):
            one_of_two(world, tap, options.share)
        if options.only in (None, "inputs"):
            input_points(world, tap, options.share)
        for other in (Rebuild(world), Remove(world), Export(world)):
            if options.only in (None, other.name):
                other.points(tap, options.share)
    tap.end()


main()
