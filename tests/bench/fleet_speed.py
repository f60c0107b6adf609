#!/usr/bin/env python3
"""How fast gbq push is, how large a fleet gets on a cluster, and how long
questions take there: two real ClickHouse servers as shards, on loopback.

usage: fleet_speed.py --gbq GBQ [--rows 10000000] [--pushed 50000] [--keep]

The fixtures, ingested and multiplied (fleet.py) to --pushed compiles, are
pushed by gbq: that is timed. The servers then copy these rows, as runs with
other keys and days, until there are --rows compiles: the tables that questions
over a fleet read. Prints a table in Markdown. --keep leaves the servers running
and says where, and how to stop them.
"""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
sys.path += [f"{ROOT}/tests/clickhouse"]

import fleet                                            # noqa: E402
from servers import CLUSTER, PASSWORD, Cluster          # noqa: E402

COPIED = ["compiles", "breaks", "sites", "failures", "recompiles", "site_keys",
          "guard_failures", "recompile_causes", "tags", "runs"]
# run_id begins with seconds, 30 bits from the right: a day later
DAY = 86400 << 30
AT_ONCE = 1000000               # rows of a statement
REPEAT = 3

SQL = [
    ("compiles by status", "SELECT status, count(*) AS n FROM compiles "
     "GROUP BY status ORDER BY n DESC"),
    ("frames by seconds, p95", "SELECT function, file, count(*) AS n, "
     "sum(entire_frame_s) AS s, quantileExact(0.95)(entire_frame_s) AS p95 "
     "FROM compiles GROUP BY function, file ORDER BY s DESC LIMIT 10"),
    ("the same of one month", "SELECT function, file, count(*) AS n, "
     "sum(entire_frame_s) AS s, quantileExact(0.95)(entire_frame_s) AS p95 "
     "FROM compiles WHERE toYYYYMM(push_day) = (SELECT toYYYYMM(max(push_day))"
     " FROM runs) GROUP BY function, file ORDER BY s DESC LIMIT 10"),
    ("seconds by day", "SELECT push_day, count(*) AS n, sum(entire_frame_s) "
     "AS s FROM compiles GROUP BY push_day ORDER BY push_day"),
    ("kinds of breaks, runs with them", "SELECT gb_id, kind, count(*) AS n, "
     "count(DISTINCT run_id) AS runs FROM breaks GROUP BY gb_id, kind "
     "ORDER BY n DESC LIMIT 10"),
    ("places of breaks", "SELECT short_file, line, kind, count(*) AS n FROM "
     "breaks GROUP BY short_file, line, kind ORDER BY n DESC LIMIT 10"),
    ("failures by category", "SELECT category, count(*) AS n FROM failures "
     "GROUP BY category ORDER BY n DESC"),
    ("a metric in JSON", "SELECT sum(visitParamExtractInt(metrics, "
     "'guard_count')) AS n FROM compiles"),
    ("breaks joined to runs", "SELECT torch_version, count(*) AS n FROM "
     "(SELECT run_id, gb_id FROM breaks) AS b JOIN (SELECT run_id, "
     "torch_version FROM runs) AS r USING (run_id) GROUP BY torch_version "
     "ORDER BY n DESC"),
    ("sites of one run", "SELECT * FROM sites WHERE run_id = {run} "
     "ORDER BY site_id"),
    ("compiles of one run", "SELECT * FROM compiles WHERE run_id = {run} "
     "ORDER BY compile_no"),
    ("the newest run", "SELECT * FROM runs ORDER BY run_id DESC LIMIT 1"),
    ("count after merging (FINAL)", "SELECT count() FROM compiles FINAL"),
]
COMMANDS = [["runs", "-n", "20"], ["breaks", "id:{run}"],
            ["breaks", "id:{run}", "--all"], ["compiles", "id:{run}"], ["restarts", "id:{run}"],
            ["failures", "id:{run}"], ["recompiles", "id:{run}"],
            ["diff", "id:{run}", "id:{other}"], ["sweep", "-n", "20"],
            ["trend", "--by", "job"], ["kinds", "-n", "10"],
            ["sql", "SELECT count(*) FROM compiles"],
            ["sql", "@kinds_fired"]]


class Bench:
    def __init__(self, gbq, folder):
        self.gbq, self.folder = os.path.abspath(gbq), folder
        self.database = f"{folder}/fleet.db"
        self.cluster = Cluster(folder)
        self.rows = []

    def run(self, *arguments):
        """seconds, and what was said"""
        start = time.perf_counter()
        done = subprocess.run(
            [self.gbq, *arguments], capture_output=True,
            env={**os.environ, "GBQ_CLICKHOUSE_PASSWORD": PASSWORD})
        seconds = time.perf_counter() - start
        if done.returncode:
            raise SystemExit(f"{arguments}: {done.stderr.decode()}")
        return seconds, done.stderr.decode()

    def add(self, what, value, note=""):
        self.rows.append((what, value, note))
        print(f"| {what} | {value} | {note} |", flush=True)

    # ---- rows ----

    def ingest(self, compiles):
        for name in sorted(os.listdir(f"{ROOT}/fixtures")):
            if os.path.isdir(f"{ROOT}/fixtures/{name}"):
                subprocess.run([self.gbq, "--db", self.database, "ingest",
                                "-q", f"{ROOT}/fixtures/{name}"],
                               capture_output=True)
        count = int(subprocess.run(
            [self.gbq, "--db", self.database, "sql", "-f", "tsv",
             "SELECT count(*) FROM compiles"], capture_output=True)
            .stdout.split()[1])
        fleet.multiply(self.database, max(1, compiles // count), 30)

    def push(self):
        seconds, said = self.run(
            "--db", self.database, "push", "-q", "--init", "--layout",
            f"cluster={CLUSTER}", "--to", self.cluster.url(), "id:1")
        seconds, said = self.run("--db", self.database, "push", "--to",
                                 self.cluster.url(), "--all")
        words = said.split("; ")[1].split()
        rows, size, posts = int(words[0]), float(words[2]), int(words[5])
        self.add(f"push of {rows:,} rows", f"{seconds:.1f} s",
                 f"{rows / seconds:,.0f} rows/s, {size * 1e6 / rows:.0f} "
                 f"bytes a row as gzip, {posts} posts")
        seconds, _ = self.run("--db", self.database, "push", "--to",
                              self.cluster.url(), "--all")
        self.add("the same again", f"{seconds:.1f} s", "nothing is sent")
        seconds, _ = self.run("--db", self.database, "push", "--to",
                              self.cluster.url(), "--all", "--verify")
        self.add("the same, --verify", f"{seconds:.1f} s", "nothing differs")

    def copy_table(self, server, table, first, last):
        columns = [line.split("\t")[0] for line in server.ask(
            f"DESCRIBE TABLE {table}_local").splitlines()]
        changed = {
            "run_id": f"run_id + (k * {DAY}) AS run_id",
            "push_day": "push_day + k AS push_day",
            "run_key": "lower(hex(MD5(concat(ifNull(run_key, ''), "
            "toString(k))))) AS run_key",
            "name": "concat(name, '_', toString(k)) AS name"
            if table == "runs" else "name"}
        server.ask(
            f"INSERT INTO {table}_local ({', '.join(columns)}) SELECT "
            f"{', '.join(changed.get(c, c) for c in columns)} FROM (SELECT * "
            f"FROM {table}_local WHERE run_id <= {self.newest}) CROSS JOIN "
            f"(SELECT {first} + number AS k FROM system.numbers LIMIT "
            f"{last - first}) SETTINGS max_block_size = 1024",
            max_memory_usage=4000000000)

    def multiply(self, rows):
        have = self.cluster.number("SELECT count() FROM compiles")
        self.newest = self.cluster.number("SELECT max(run_id) FROM runs")
        copies = max(0, -(-rows // have) - 1)
        start = time.perf_counter()
        for table in COPIED:
            for server in self.cluster.servers:
                own = int(server.ask(f"SELECT count() FROM {table}_local"))
                step = max(1, AT_ONCE // max(1, own))
                for first in range(1, copies + 1, step):
                    self.copy_table(server, table, first,
                                    min(first + step, copies + 1))
        seconds = time.perf_counter() - start
        compiles = self.cluster.number("SELECT count() FROM compiles")
        runs = self.cluster.number("SELECT count() FROM runs")
        self.add(f"{compiles:,} compiles of {runs:,} runs",
                 f"{seconds:.0f} s", "copied by the servers: "
                 + ", ".join(COPIED))

    # ---- sizes and times ----

    def size_of_all(self):
        """what a compile takes with all that belongs to it"""
        compiles = self.cluster.number("SELECT count() FROM compiles")
        size = sum(int(server.ask(
            "SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND "
            "database = 'gbq'")) for server in self.cluster.servers)
        self.add("all tables: size", f"{size / 1e6:,.0f} MB",
                 f"{size / compiles:,.0f} bytes a compile")

    def sizes(self):
        for table in COPIED[:4] + ["runs"]:
            rows = size = 0
            for server in self.cluster.servers:
                text = server.ask(
                    "SELECT sum(rows), sum(bytes_on_disk) FROM system.parts "
                    f"WHERE active AND table = '{table}_local'").split()
                rows, size = rows + int(text[0]), size + int(text[1])
            self.add(f"{table}: size of {rows:,} rows",
                     f"{size / 1e6:,.0f} MB", f"{size / rows:.1f} bytes a row")

    def time_sql(self):
        for name, sql in SQL:
            times = []
            for _ in range(REPEAT):
                start = time.perf_counter()
                self.cluster.ask(sql.format(run=self.run_id))
                times.append((time.perf_counter() - start) * 1000)
            self.add(f"SQL: {name}", f"{statistics.median(times):,.0f} ms",
                     f"{min(times):,.0f}-{max(times):,.0f}")

    def time_commands(self):
        usage = subprocess.run([self.gbq, "help"], capture_output=True)
        if b"--on" not in usage.stdout:
            return
        for words in COMMANDS:
            times = []
            words = [w.format(run=self.run_id, other=self.other_id)
                     for w in words]
            name = "`gbq --on URL " + " ".join(
                w if not w.startswith("id:") else "RUN" for w in words) + "`"
            try:
                for _ in range(REPEAT):
                    times.append(self.run("--on", self.cluster.url(),
                                          *words)[0] * 1000)
            except SystemExit as error:
                self.add(name, "failed", str(error).rsplit(": ", 1)[-1])
                continue
            self.add(name, f"{statistics.median(times):,.0f} ms",
                     f"{min(times):,.0f}-{max(times):,.0f}")

    def keep(self):
        print("# " + self.cluster.url() + f" password {PASSWORD}, run "
              f"{self.run_id}; to stop: kill "
              + " ".join(str(s.process.pid) for s in self.cluster.servers)
              + f"; rm -r {self.folder}")

    def all(self, rows, pushed, keep):
        print("| what | time or size | note |\n| --- | --- | --- |")
        self.ingest(pushed)
        self.cluster.start()
        try:
            self.push()
            self.size_of_all()
            self.multiply(rows)
            self.sizes()
            # a run with breaks, and another state of the same
            self.run_id, self.other_id = (int(n) for n in self.cluster.ask(
                "SELECT run_id FROM runs WHERE compiles > 40 ORDER BY run_id "
                "DESC LIMIT 2").split())
            self.time_sql()
            self.time_commands()
        except BaseException:
            keep = False
            raise
        finally:
            if keep:
                self.keep()
            else:
                self.cluster.stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gbq", required=True)
    parser.add_argument("--rows", type=int, default=10000000)
    parser.add_argument("--pushed", type=int, default=50000)
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="gbq-fleet-")
    try:
        Bench(options.gbq, folder).all(options.rows, options.pushed,
                                       options.keep)
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)


main()
