#!/usr/bin/env python3
"""Speed and size of gbq, as ratios within one run.

usage: speed.py --gbq GBQ --shared SHARED [--work DIR] [--mb N] [--repeats N]

SHARED has data/ (real reports and logs) and bench/ (pyref.py, the program that
one would write in Python with lxml; floor.c, the least that one thread has to
do). The inputs are made from the data (multiply.py) below DIR, N megabytes
each. Prints a Markdown table: medians with minimum and maximum, ratios, and
what each should be (design, section 7). Needs python3-lxml, a C compiler and
the libraries of floor.c.
"""
import argparse, glob, os, re, shutil, sqlite3, statistics, subprocess, sys
import tempfile, time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import multiply

PYTHON = "/usr/bin/python3"


class Bench:
    def __init__(self, options, work):
        self.options, self.work = options, work
        self.rows = []
        self.floor = os.path.join(work, "floor")

    # ---- measuring ----

    def timed(self, command, before=None, ok=(0,)):
        """seconds of each repeat"""
        out = []
        for _ in range(self.options.repeats):
            if before:
                before()
            start = time.perf_counter()
            done = subprocess.run(command, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE)
            out.append(time.perf_counter() - start)
            if done.returncode not in ok:
                sys.exit(f"{command}: {done.returncode}: "
                         f"{done.stderr[-500:]}")
        return out

    def row(self, what, times, ratio="", goal="", note=""):
        middle = statistics.median(times)
        unit, factor = ("s", 1) if middle >= 1 else ("ms", 1000)
        self.rows.append((what, f"{middle * factor:.3g} {unit} "
                          f"({min(times) * factor:.3g}-"
                          f"{max(times) * factor:.3g})", ratio, goal, note))
        print(" | ".join(self.rows[-1]), file=sys.stderr)
        return middle

    def database(self, name):
        return os.path.join(self.work, name + ".db")

    def drop(self, name):
        for path in glob.glob(self.database(name) + "*"):
            os.remove(path)

    def gbq(self, name, *arguments):
        return [self.options.gbq, "-q", "--db", self.database(name),
                *arguments]

    def floor_seconds(self, *arguments):
        """what floor says of its own work: the sum of its steps"""
        out = []
        for _ in range(self.options.repeats):
            start = time.perf_counter()
            subprocess.run([self.floor, *arguments], check=True,
                           stdout=subprocess.DEVNULL)
            out.append(time.perf_counter() - start)
        return out

    # ---- inputs ----

    def build_floor(self):
        flags = subprocess.run(
            ["pkg-config", "--cflags", "--libs", "libxml-2.0", "libzstd",
             "libxxhash", "libcrypto"], check=True, capture_output=True,
            text=True).stdout.split()
        subprocess.run(["cc", "-O2", "-w", os.path.join(
            self.options.shared, "bench", "floor.c"), "-o", self.floor,
            *flags], check=True)

    def unpack(self):
        data = os.path.join(self.options.shared, "data")
        for archive in glob.glob(data + "/**/*.tar.zst", recursive=True):
            folder = os.path.join(self.work, "data", os.path.relpath(
                os.path.dirname(archive), data))
            os.makedirs(folder, exist_ok=True)
            subprocess.run(["tar", "-C", folder, "-xf", archive], check=True)

    def reports(self, pattern):
        found = [path for path in sorted(glob.glob(os.path.join(
            self.work, "data", pattern))) if os.path.isdir(path)
            and os.path.exists(os.path.join(path, "index.html"))]
        if not found:
            sys.exit(f"no report at {pattern}")
        return found

    # ---- what is measured ----

    def ingest(self, title, name, paths, size, floor_goal, size_goal,
               log=False):
        mb = size / 1e6
        warm = [self.floor, *(["--log"] if log else []), *paths]
        subprocess.run(warm, check=True, stdout=subprocess.DEVNULL)
        gbq = self.timed(self.gbq(name, "ingest", "-j", "2", *paths),
                         before=lambda: self.drop(name))
        floor = self.floor_seconds(*warm[1:])
        ours = statistics.median(gbq)
        ratio = ours / statistics.median(floor)
        self.row(f"{title}: {mb:.0f} MB", gbq,
                 f"{ratio:.2f} of floor", floor_goal,
                 f"{mb / ours:.0f} MB/s, floor "
                 f"{statistics.median(floor):.2f} s")
        if not log:
            self.python(title, paths, ours)
        stored = os.path.getsize(self.database(name)) - self.empty
        self.rows.append((f"{title}: size", f"{stored / 1e6:.1f} MB",
                          f"{100 * stored / size:.2f} %", size_goal, ""))

    def python(self, title, paths, ours):
        path = os.path.join(self.work, "pyref.db")
        if os.path.exists(path):
            os.remove(path)
        start = time.perf_counter()
        subprocess.run([PYTHON, os.path.join(
            self.options.shared, "bench", "pyref.py"), path, *paths],
            check=True, stdout=subprocess.DEVNULL)
        seconds = time.perf_counter() - start
        os.remove(path)
        self.row(f"{title}: Python", [seconds],
                 f"gbq {seconds / ours:.1f} times as fast", ">= 5 times")

    def sweep(self):
        folder = os.path.join(self.work, "sweep")
        small = [r for r in self.reports("*/*/report")
                 if 30 < sum(len(f) for _, _, f in os.walk(r)) < 400]
        size = multiply.many(small, folder, 1000)
        first = self.timed(self.gbq("sweep", "ingest", folder),
                           before=lambda: self.drop("sweep"))
        once = self.row(f"sweep of 1000 reports, {size / 1e6:.0f} MB", first,
                        "", "", f"{size / 1e6 / statistics.median(first):.0f}"
                        " MB/s")
        again = self.timed(self.gbq("sweep", "ingest", folder))
        self.row("the same again, unchanged", again,
                 f"{100 * statistics.median(again) / once:.1f} %", "<= 8 %")
        shutil.rmtree(folder)
        self.row("breaks of one run of 1000", self.timed(
            self.gbq("sweep", "breaks", "500")), "", "<= 30 ms")

    def start_up(self):
        self.row("start-up (gbq --version)",
                 self.timed([self.options.gbq, "--version"]), "", "<= 15 ms")

    def diff(self):
        """two runs among the 1000, as large as the data has one"""
        source = self.reports("kinds/very_many_compiles/report")
        for copy in (1, 2):
            folder = os.path.join(self.work, "diff")
            multiply.many(source, folder, 1, first=copy)
            subprocess.run(self.gbq("sweep", "ingest", "--name",
                                    f"big{copy}", folder), check=True,
                           stdout=subprocess.DEVNULL)
            shutil.rmtree(folder)
        with sqlite3.connect(self.database("sweep")) as c:
            (count,) = c.execute("SELECT compiles FROM runs "
                                 "WHERE name = 'big2'").fetchone()
        self.row(f"diff of two runs of {count} compiles", self.timed(
            self.gbq("sweep", "diff", "big1", "big2")), "", "<= 80 ms (500)")

    def search(self):
        known = subprocess.run([self.options.gbq, "search", "--help"],
                               capture_output=True)
        if known.returncode:
            return
        with sqlite3.connect(self.database("report")) as c:
            size = c.execute("SELECT content_bytes FROM runs").fetchone()[0]
        times = self.timed(self.gbq("report", "search", "no_such_word_here"),
                           ok=(0, 1))
        self.row(f"search of {size / 1e6:.0f} MB", times,
                 f"{size / 1e9 / statistics.median(times):.2f} GB/s",
                 ">= 1 GB/s")

    def run(self):
        self.build_floor()
        self.unpack()
        self.drop("empty")
        subprocess.run(self.gbq("empty", "sql", "SELECT 1"),
                       capture_output=True)
        self.make_empty()
        target = self.options.mb * 1000000
        folder = os.path.join(self.work, "report")
        size = multiply.report(self.reports("kinds/*/report-0.4.0") +
                               self.reports("models/*/report"), folder,
                               target)
        self.ingest("one report", "report", [folder], size,
                    "<= 1.0 of floor", "<= 6 %")
        self.search()
        shutil.rmtree(folder)
        self.linear(target)
        folder = os.path.join(self.work, "with_logs")
        size = multiply.many(self.reports("models/*/report"), folder, 10000,
                             target // 2)
        self.ingest("reports with raw logs", "raw", [folder], size,
                    "<= 1.3 of floor", "<= 6 %")
        shutil.rmtree(folder)
        folder = os.path.join(self.work, "old")
        size = multiply.many(self.reports("old/*/*/report*"), folder, 10000,
                             target // 2)
        self.ingest("old reports", "old", [folder], size, "<= 1.0 of floor",
                    "<= 12 %")
        shutil.rmtree(folder)
        path = os.path.join(self.work, "trace.log")
        logs = sorted(glob.glob(os.path.join(
            self.work, "data/models/*/trace/*.log")))
        size = multiply.log(logs, path, target)
        self.ingest("a trace log", "log", [path], size,
                    "<= 1.25 of floor --log", "", log=True)
        os.remove(path)
        self.sweep()
        self.diff()
        self.start_up()

    def make_empty(self):
        """bytes of a database with one run of nothing"""
        path = os.path.join(self.work, "empty.log")
        with open(path, "w"):
            pass
        subprocess.run(self.gbq("empty", "ingest", path),
                       capture_output=True)
        self.empty = os.path.getsize(self.database("empty"))

    def linear(self, target):
        """a tenth of the report: time and memory"""
        folder = os.path.join(self.work, "tenth")
        size = multiply.report(self.reports("kinds/*/report-0.4.0") +
                               self.reports("models/*/report"), folder,
                               target // 10)
        times = self.timed(self.gbq("tenth", "ingest", "-j", "2", folder),
                           before=lambda: self.drop("tenth"))
        whole = [r for r in self.rows if r[0].startswith("one report: ")]
        self.row(f"a tenth of it: {size / 1e6:.0f} MB", times, "", "",
                 f"{size / 1e6 / statistics.median(times):.0f} MB/s, "
                 f"the whole {whole[0][4].split(',')[0]}")
        shutil.rmtree(folder)

    def table(self):
        print("| what | time or size: median (min-max) | ratio | goal | note |")
        print("| --- | --- | --- | --- | --- |")
        for row in self.rows:
            print("| " + " | ".join(row) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--gbq", required=True)
    parser.add_argument("--shared", required=True)
    parser.add_argument("--work")
    parser.add_argument("--mb", type=int, default=1000)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    options.gbq = os.path.abspath(options.gbq)
    with tempfile.TemporaryDirectory(dir=options.work) as work:
        bench = Bench(options, work)
        bench.run()
        bench.table()


if __name__ == "__main__":
    main()
