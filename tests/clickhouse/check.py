#!/usr/bin/env python3
"""gbq push to two real ClickHouse servers: what it sends, what becomes of it
when something breaks, and whether saved queries answer the same there.

usage: check.py GBQ

Prints TAP, and as the very last line "N passed, N failed". In the folder of
the sources; all servers are on loopback and stopped at the end.
"""
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import traceback

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
sys.path += [f"{ROOT}/tests/answers", f"{ROOT}/tests/bench"]

import clickhouse as answers                            # noqa: E402
import commands                                         # noqa: E402
import fleet                                            # noqa: E402
from proxy import Proxy                                 # noqa: E402
from servers import (CLUSTER, DATABASE, PASSWORD, READER,   # noqa: E402
                     READER_PASSWORD, USER, Cluster, Refused)

GBQ = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "gbq")
LAYOUT = f"cluster={CLUSTER}"
FLEET = 60                      # copies of each fixture for long pushes


class Test:
    """counts, and prints TAP"""
    number = passed = failed = skipped = 0

    def result(self, good, text, why=""):
        self.number += 1
        self.passed += bool(good)
        self.failed += not good
        print(f"{'ok' if good else 'not ok'} {self.number} - {text}",
              flush=True)
        if not good:
            for line in str(why).splitlines()[:12]:
                print(f"# {line}", flush=True)

    def skip(self, text, why):
        self.number += 1
        self.skipped += 1
        print(f"ok {self.number} - {text} # skip {why}", flush=True)


TEST = Test()


# ---- gbq ----

class Ran:
    def __init__(self, done):
        self.status = done.returncode
        self.out = done.stdout.decode()
        self.errors = done.stderr.decode()

    def __str__(self):
        return f"exit status {self.status}\n{self.errors}{self.out[-600:]}"


def environment(password=PASSWORD):
    return {**os.environ, "GBQ_CLICKHOUSE_PASSWORD": password,
            "LC_ALL": "C.UTF-8", "TZ": "UTC"}


def gbq(*arguments, password=PASSWORD):
    return Ran(subprocess.run([GBQ, *arguments], capture_output=True,
                              env=environment(password), timeout=600))


def push(database, url, *more, password=PASSWORD):
    return gbq("--db", database, "push", "--to", url, "--tries", "2", *more,
               password=password)


def says(text, ran, status, *words):
    """a test: the exit status, and words on stderr"""
    TEST.result(ran.status == status and all(
        w.lower() in ran.errors.lower() for w in words), text, ran)


# ---- what there must be ----

def views(database):
    """name to columns, but for the view that belongs to no run"""
    rows = json.loads(gbq("--db", database, "schema", "-f", "json").out)
    return [r["view"] for r in rows if r["view"] != "break_kinds"]


def local_counts(database):
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as db:
        return {v: db.execute(f"SELECT count(*) FROM {v}").fetchone()[0]
                for v in views(database)}


def cluster_counts(cluster, database, name=DATABASE):
    return {v: int(cluster.ask(f"SELECT count() FROM {name}.{v}"))
            for v in views(database)}


def same_rows(text, cluster, database, name=DATABASE):
    """a test: each row once, without FINAL"""
    ours, theirs = local_counts(database), cluster_counts(cluster, database,
                                                          name)
    TEST.result(ours == theirs, text, "\n".join(
        f"{v}: {ours[v]} rows, {theirs[v]} on the cluster"
        for v in ours if ours[v] != theirs[v]))


def empty(cluster, name=DATABASE):
    """a database without tables, on all nodes"""
    for server in cluster.servers:
        for _ in range(50):
            try:
                server.ask(f"DROP DATABASE IF EXISTS {name}",
                           database="default")
                server.ask(f"CREATE DATABASE {name}", database="default")
                break
            except Refused:             # a merge still works on it
                time.sleep(0.1)


def init(cluster, database):
    empty(cluster)
    return push(database, cluster.url(), "--init", "--layout", LAYOUT,
                "--verify", "id:1")


# ---- scenarios ----

def first_push(cluster, small):
    says("without tables a push is refused", push(small, cluster.url(),
         "--all"), 5, "--init")
    ran = push(small, cluster.url(), "--init", "--layout", LAYOUT, "--all")
    says("all fixtures are pushed", ran, 0, "added")
    same_rows("each row is there once", cluster, small)
    runs = local_counts(small)["runs"]
    posts = int(ran.errors.split(" posts")[0].split()[-1])
    months = cluster.number("SELECT uniqExact(toYYYYMM(push_day)) FROM runs")
    TEST.result(posts <= 26 * months, "many runs go in one post",
                f"{posts} posts of {runs} runs in {months} months")
    shards = [int(s.ask("SELECT count() FROM compiles_local"))
              for s in cluster.servers]
    TEST.result(min(shards) > 0, "both shards have rows", shards)
    TEST.result(cluster.number(
        "SELECT count() FROM (SELECT run_key, uniqExact(push_job) AS n FROM "
        "compiles_push GROUP BY run_key) WHERE n > 1") == 0,
        "a run is on one shard")
    kinds = [s.ask("SELECT count(), uniqExact(gb_id) FROM break_kinds")
             for s in cluster.servers]
    TEST.result(kinds[0] == kinds[1] and not kinds[0].startswith("0"),
                "break_kinds is whole on every node", kinds)
    TEST.result("\\:" not in cluster.ask(
        "SELECT count() FROM compiles WHERE metrics LIKE '%\": %'") and
        cluster.number("SELECT count() FROM compiles WHERE "
                       "visitParamHas(metrics, 'co_name') OR "
                       "visitParamExtractInt(metrics, 'cache_size') >= 0")
        > 0, "members of metrics can be read")


def push_again(cluster, small):
    before = cluster.ask("SELECT * FROM pushes ORDER BY run_key")
    ran = push(small, cluster.url(), "--all")
    says("the same again sends nothing", ran, 0, "0 added, 0 changed",
         "0 rows", "0 posts")
    TEST.result(cluster.ask("SELECT * FROM pushes ORDER BY run_key") == before,
                "and the ledger is as before")
    says("what is there is what was sent", push(small, cluster.url(), "--all",
         "--verify"), 0, "0 added, 0 changed", "0 rows")


def changed_run(cluster, small, folder):
    copy = f"{folder}/changed.db"
    shutil.copy(small, copy)
    gbq("--db", copy, "tag", "id:1", "job=other", "night=7")
    ran = push(copy, cluster.url(), "--all", "--verify")
    says("a run with another job moves to its shard", ran, 0, "1 changed")
    same_rows("and is there once", cluster, copy)
    says("a run as it was before is sent again",
         push(small, cluster.url(), "--all"), 0, "1 changed")
    same_rows("and no row of the other state stays", cluster, small)


def other_machine(cluster, small, folder):
    """the same report, ingested elsewhere at another time"""
    other = f"{folder}/other.db"
    gbq("--db", other, "ingest", "-q", f"{ROOT}/fixtures/reset_repeats")
    says("a run that another machine pushed is known",
         push(other, cluster.url(), "--all", "--verify"), 0, "1 unchanged")


def damage(cluster, small):
    victim = cluster.ask("SELECT run_id FROM breaks LIMIT 1").strip()
    for server in cluster.servers:
        server.ask(f"ALTER TABLE breaks_local DELETE WHERE run_id = {victim} "
                   "AND push_row = 0")
        while int(server.ask("SELECT count() FROM system.mutations WHERE NOT "
                             "is_done")):
            time.sleep(0.05)
    says("a row that was lost is found and sent again",
         push(small, cluster.url(), "--all", "--verify"), 0, "1 repaired")
    same_rows("after which all are there", cluster, small)
    for server in cluster.servers:
        server.ask(f"ALTER TABLE runs_local UPDATE compiles = compiles + 1 "
                   f"WHERE run_id = {victim}")
        while int(server.ask("SELECT count() FROM system.mutations WHERE NOT "
                             "is_done")):
            time.sleep(0.05)
    says("a value that was changed is found", push(small, cluster.url(),
         "--all", "--verify"), 0, "1 repaired")


def refusals(cluster, small):
    url = cluster.url()
    says("a wrong password: 5", push(small, url, "--all", password="wrong"),
         5, "password is wrong")
    hidden = url.replace(f"{USER}@", f"{USER}:{PASSWORD}@")
    ran = push(small, hidden, "--all")
    says("a password in the address: 2", ran, 2, "GBQ_CLICKHOUSE_PASSWORD")
    TEST.result(PASSWORD not in ran.errors, "and it is not repeated",
                ran.errors)
    says("a user that may only read: 5", push(
        small, cluster.url(READER), "--all", password=READER_PASSWORD), 5,
        "readonly")
    says("no server there: 74", push(small, "clickhouse://a@127.0.0.1:1/gbq",
         "--all"), 74, "127.0.0.1")
    says("another layout: 2", push(small, url, "--all", "--layout", "single"),
         2, "layout")
    says("a cluster that is not there: 2", push(
        small, cluster.url(database="gbq2"), "--all", "--init", "--layout",
        "cluster=nonsense"), 2, "nonsense")
    one = f"clickhouse://{USER}@127.0.0.1:{cluster.servers[0].http}/gbq3"
    says("an address with one node of two: 2", push(
        small, one, "--all", "--init", "--layout", LAYOUT), 2, "nodes")
    says("an unknown layout: 2", push(small, one, "--init", "--layout", "x"),
         2, "layout")


def single_server(cluster, small):
    url = f"clickhouse://{USER}@127.0.0.1:{cluster.servers[1].http}/alone"
    says("one server alone", push(small, url, "--init", "--all", "--verify"),
         0, "added")
    same_rows("has each row once", cluster.servers[1], small, "alone")
    says("and knows them again", push(small, url, "--all", "--verify"), 0,
         "0 rows")


def older_tables(cluster, small):
    for server in cluster.servers:
        for table in ("compiles", "compiles_push", "compiles_local"):
            server.ask(f"ALTER TABLE {table} DROP COLUMN entry_line")
        server.ask("ALTER TABLE schema_migrations DELETE WHERE 1 = 1")
        server.ask("INSERT INTO schema_migrations VALUES (1, 'tables', "
                   f"'{LAYOUT}', 'older', '0.0.1', now(), 1)")
    time.sleep(0.5)
    says("tables of an older gbq are refused", push(small, cluster.url(),
         "--all"), 5, "compiles", "--init")
    says("--init adds what they lack", push(small, cluster.url(), "--all",
         "--init", "--verify"), 0, "tables are made")
    TEST.result(all(s.ask("SELECT version, what FROM schema_migrations ORDER "
                          "BY version") == "1\ttables\n2\tcolumns\n"
                    for s in cluster.servers), "and it is written down",
                cluster.ask("SELECT * FROM schema_migrations"))
    says("after which a push needs no --init", push(small, cluster.url(),
         "--all", "--verify"), 0, "0 rows")


def progress_of(cluster):
    try:
        return cluster.number("SELECT count() FROM pushes WHERE run_id > 0")
    except (Refused, OSError):
        return 0


def push_in_background(big, cluster, wait_for):
    process = subprocess.Popen(
        [GBQ, "--db", big, "push", "-q", "--to", cluster.url(), "--tries",
         "2", "--all"], env=environment(), stderr=subprocess.PIPE)
    for _ in range(2000):
        if process.poll() is not None or progress_of(cluster) >= wait_for:
            break
        time.sleep(0.02)
    return process


def kill_client(cluster, small, big):
    init(cluster, small)
    process = push_in_background(big, cluster, 50)
    time.sleep(0.3)                     # into the next group
    process.kill()
    process.wait()
    process.stderr.close()
    done = progress_of(cluster)
    TEST.result(process.returncode == -signal.SIGKILL and
                done < local_counts(big)["runs"],
                "gbq is killed in the middle", done)
    ran = push(big, cluster.url(), "--all")
    says("the same command goes on", ran, 0, "unchanged")
    unchanged = int(ran.errors.split(" unchanged")[0].split()[-1])
    TEST.result(unchanged >= done, "where it was", ran.errors)
    same_rows("each row is there once", cluster, big)
    says("and as it should be", push(big, cluster.url(), "--all", "--verify"),
         0, "0 rows")


def kill_server(cluster, small, big):
    init(cluster, small)
    process = push_in_background(big, cluster, 50)
    time.sleep(0.2)
    cluster.servers[1].stop(signal.SIGKILL)
    errors = process.communicate(timeout=300)[1].decode()
    TEST.result(process.returncode == 74, "a server is killed in the middle: "
                "74", f"{process.returncode} {errors}")
    says("while it is down nothing can be pushed", push(big, cluster.url(),
         "--all"), 74)
    cluster.servers[1].start()
    says("when it is back the same command goes on",
         push(big, cluster.url(), "--all"), 0, "unchanged")
    same_rows("each row is there once", cluster, big)
    says("and as it should be", push(big, cluster.url(), "--all", "--verify"),
         0, "0 rows")


def shard_down(cluster, small):
    init(cluster, small)
    cluster.servers[1].stop()
    says("a shard that is down: 74", push(small, cluster.url(), "--all"), 74,
         "Code 279")
    cluster.servers[1].start()
    says("and later it goes on", push(small, cluster.url(), "--all",
         "--verify"), 0, "added")
    same_rows("with all rows", cluster, small)


def two_pushers(cluster, small):
    empty(cluster)
    push(small, cluster.url(), "--init", "--layout", LAYOUT, "id:1")
    both = [subprocess.Popen(
        [GBQ, "--db", small, "push", "-q", "--to", cluster.url(), "--all"],
        env=environment(), stderr=subprocess.PIPE) for _ in range(2)]
    errors = [p.communicate(timeout=300)[1].decode() for p in both]
    TEST.result(any(p.returncode == 0 for p in both),
                "of two pushers of the same runs one gets through", errors)
    says("afterwards all is there", push(small, cluster.url(), "--all",
         "--verify"), 0, "unchanged")
    same_rows("once", cluster, small)


# ---- bad lines ----

class Proxies:
    def __init__(self, cluster, **bad):
        self.all = [Proxy(s.http, **bad) for s in cluster.servers]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for proxy in self.all:
            proxy.close()

    def url(self, scheme="clickhouse", query=""):
        hosts = ",".join(f"127.0.0.1:{p.own_port}" for p in self.all)
        return f"{scheme}://{USER}@{hosts}/{DATABASE}{query}"


def cut_bodies(cluster, small):
    init(cluster, small)
    ids = "run_id IN (SELECT run_id FROM pushes WHERE run_id > 0)"
    with Proxies(cluster, cut_body=99, above=2000) as proxies:
        ran = push(small, proxies.url(), "--all")
        says("bodies that are always cut: 74", ran, 74)
        cut = [str(p[0]) for proxy in proxies.all for p in proxy.seen
               if "INSERT" in p[0] and p[2] > 2000]
    table = cut[0].split("INSERT%20INTO%20%60")[1].split("_push")[0] \
        if cut else "artifacts"
    rest = cluster.ask(f"SELECT count() FROM {table} WHERE NOT "
                       f"{ids.replace('run_id IN', 'run_id GLOBAL IN')}")
    TEST.result(cut and rest == "0\n", "of a body that was cut no row is "
                "stored", f"{table}: {rest}")
    with Proxies(cluster, cut_body=1, above=2000) as proxies:
        says("a body that is cut once is sent again",
             push(small, proxies.url(), "--all", "--verify"), 0, "added")
        TEST.result(all(h.get("Content-Encoding") == "gzip" and
                        h.get("Content-Length") for proxy in proxies.all
                        for path, h, _ in proxy.seen if "INSERT" in path),
                    "all data goes as gzip with its length")
    same_rows("each row is there once", cluster, small)


def late_errors(cluster, small):
    init(cluster, small)
    with Proxies(cluster, late_error=99) as proxies:
        says("an error behind the rows under HTTP 200 is one",
             push(small, proxies.url(), "--all"), 6, "Code 241")
    says("and nothing was taken for done", push(small, cluster.url(), "--all",
         "--verify"), 0, "added")


def busy_server(cluster, small):
    init(cluster, small)
    with Proxies(cluster, refuse=1) as proxies:
        says("a server that is too busy is asked again",
             push(small, proxies.url(), "--all"), 0, "added")
    with Proxies(cluster, refuse=99) as proxies:
        says("but not for ever: 75", push(small, proxies.url(), "--all"), 75)


def encrypted(cluster, small, folder):
    if not shutil.which("openssl"):
        TEST.skip("TLS", "no openssl")
        return
    key, cert = f"{folder}/key.pem", f"{folder}/cert.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes",
                    "-keyout", key, "-out", cert, "-days", "2", "-subj",
                    "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"],
                   check=True, capture_output=True)
    with Proxies(cluster, tls=(cert, key)) as proxies:
        says("a certificate that nobody vouches for: 74",
             push(small, proxies.url("clickhouses"), "--all"), 74, "certif")
        says("one that is trusted", push(small, proxies.url(
            "clickhouse", f"?tls=1&ca={cert}"), "--all"), 0)
        says("and one that is taken unseen", push(small, proxies.url(
            "clickhouses", "?verify=0"), "--all"), 0, "unchanged")


# ---- the same answers ----

class Numbers:
    """run_id of the database to that of the cluster"""

    def __init__(self, cluster, database):
        keys = dict(line.split("\t")[::-1] for line in cluster.ask(
            "SELECT run_id, run_key FROM runs").splitlines())
        with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as db:
            self.there = {run: int(keys[key]) for run, key in db.execute(
                "SELECT run_id, run_key FROM runs")}


def ours(database, query, parameters):
    given = [x for k, v in parameters.items() if v is not None
             for x in ("-p", f"{k}={v}")]
    return [list(r.items()) for r in json.loads(gbq(
        "--db", database, "sql", f"@{query}", *given, "-f", "json").out)]


def theirs(cluster, query, parameters):
    with open(f"{ROOT}/sql/{query}.sql", encoding="utf-8") as f:
        sql = answers.translate(f.read(), parameters)
    return [list(json.loads(line).items()) for line in cluster.ask(
        sql + " FORMAT JSONEachRow").splitlines()]


def through_gbq(cluster, query, parameters):
    given = [x for k, v in parameters.items() if v is not None
             for x in ("-p", f"{k}={v}")]
    ran = gbq("--on", cluster.url(), "sql", f"@{query}", *given, "-f", "json")
    if ran.status:
        raise Refused(ran.errors)
    return [list(r.items()) for r in json.loads(ran.out)]


def number_of(got, want):
    """ClickHouse's JSON has 64-bit numbers as texts"""
    if isinstance(got, str) and isinstance(want, (int, float)):
        return float(got) if "." in got or "e" in got else int(got)
    return got


def differs(mine, other, numbers):
    if len(mine) != len(other):
        return f"{len(mine)} rows, {len(other)} on the cluster"
    for i, (row, there) in enumerate(zip(mine, other)):
        for (name, want), (_, got) in zip(row, there):
            if name.endswith("run_id") or name == "base":
                want = numbers.there.get(want, want)
            if not answers.equal(want, number_of(got, want)):
                return (f"row {i + 1}, {name}: {want!r}; {got!r} on the "
                        f"cluster")
    return None


def compare_query(ask, small, numbers, query, parameters, runs):
    named = [p for p in parameters if p in ("run", "base")]
    for run in runs if named else runs[:1]:
        here = {p: run if p in named else None for p in parameters}
        there = {p: numbers.there[run] if p in named else None
                 for p in parameters}
        try:
            why = differs(ours(small, query, here), ask(query, there),
                          numbers)
        except Refused as error:
            why = str(error)
        if why:
            return f"run {run}: {why}"
    return None


def saved_queries(cluster, small):
    init(cluster, small)
    push(small, cluster.url(), "--all")
    numbers = Numbers(cluster, small)
    runs = sorted(numbers.there)
    has_on = "--on" in gbq("help").out

    def on_servers(query, parameters):
        return theirs(cluster, query, parameters)

    def on_gbq(query, parameters):
        return through_gbq(cluster, query, parameters)

    for entry in json.loads(gbq("queries", "-f", "json").out):
        query = entry["query"]
        if not os.path.exists(f"{ROOT}/sql/{query}.sql"):
            continue
        parameters = [p for p in entry["parameters"].split(", ") if p]
        why = compare_query(on_servers, small, numbers, query, parameters,
                            runs)
        TEST.result(not why, f"@{query} answers the same on two shards", why)
        if has_on:
            why = compare_query(on_gbq, small, numbers, query, parameters,
                                runs[6:8])
            TEST.result(not why, "and by gbq --on", why)
    reading(cluster, has_on)


def reading_commands(cluster, small, folder):
    """runs with tags, and none of the same second"""
    tagged, names = f"{folder}/tagged.db", []
    shutil.copy(small, tagged)
    with sqlite3.connect(tagged) as db:
        names = [row[0] for row in db.execute(
            "SELECT name FROM runs ORDER BY run_id")]
        db.execute("UPDATE run SET ingested_at = strftime("
                   "'%Y-%m-%dT%H:%M:%SZ', '2026-11-30', run_id || "
                   "' minutes')")
    for i, name in enumerate(names):
        gbq("--db", tagged, "tag", name, f"kind={name.split('_')[0]}",
            f"number={i % 3 + 8}.5", f"te\"x\\t={i}\n")
    init(cluster, tagged)
    push(tagged, cluster.url(), "--all")
    commands.check(gbq, TEST, tagged, cluster.url(), names)


def reading(cluster, has_on):
    """a user that may only read, and may set nothing"""
    if not has_on:
        TEST.skip("a user that may only read", "gbq has no --on")
        return

    def read():
        return gbq("--on", cluster.url(READER), "sql", "SELECT count(*) AS n "
                   "FROM runs", "-f", "json", password=READER_PASSWORD)
    ran = read()
    TEST.result(ran.status == 0 and json.loads(ran.out)[0]["n"] > 0,
                "a user that may only read can", ran)
    ran = gbq("--on", cluster.url(READER), "sweep", "-n", "1", "-f", "json",
              password=READER_PASSWORD)
    TEST.result(ran.status == 0 and len(json.loads(ran.out)) == 1,
                "joins of all shards, too", ran)
    for server in cluster.servers:
        server.set_nulls(1, mode="")
    time.sleep(3)                       # the server looks every two seconds
    says("else it is told what its profile needs",
         gbq("--on", cluster.url(READER), "sweep", password=READER_PASSWORD),
         5, "profile", "distributed_product_mode=local")
    for server in cluster.servers:
        server.set_nulls(0)
    time.sleep(3)
    says("but not where its profile answers joins otherwise", read(), 5,
         "join_use_nulls")
    for server in cluster.servers:
        server.set_nulls(1)


# ---- a current engine ----

# what commands ask a cluster, beside the queries that answer a question
FLEET_QUERIES = ["runs", "sweep", "trend", "kinds", "kinds_sites", "find_run",
                 "run_names"]


def find_chdb():
    for python in [os.environ.get("CHDB_PYTHON"), sys.executable]:
        if python and subprocess.run(
                [python, "-c", "import chdb"], capture_output=True,
                check=False).returncode == 0:
            return python
    return None


def current_engine(cluster, small, folder):
    python = find_chdb()
    if not python:
        TEST.skip("the dialect of a current engine", "chdb cannot be imported"
                  " (pip install chdb; CHDB_PYTHON names the interpreter)")
        return
    here = os.path.dirname(os.path.abspath(__file__))
    plan = {"definitions": gbq("push", "--ddl", "26.9").out.split(";\n\n"),
            "tables": {}, "queries": {}}
    for view in views(small) + ["break_kinds"]:
        path = plan["tables"][view] = f"{folder}/{view}.tsv"
        with open(path, "w", encoding="utf-8") as f:
            f.write(cluster.ask(f"SELECT * FROM {view}_local FORMAT "
                                "TabSeparatedWithNames"
                                if view == "break_kinds" else
                                f"SELECT * FROM {view}_push FORMAT "
                                "TabSeparatedWithNames"))
    numbers = Numbers(cluster, small)
    run = max(numbers.there)
    wanted = {}
    for entry in json.loads(gbq("queries", "-v", "-f", "json").out):
        query = entry["query"]
        path = f"{ROOT}/sql/{query}.clickhouse.sql"
        if not os.path.exists(path):
            path = f"{ROOT}/sql/{query}.sql"
        if os.path.exists(path) and (entry["question"] or
                                     query in FLEET_QUERIES):
            names = [p for p in entry["parameters"].split(", ") if p]
            wanted[query] = {p: run if p in ("run", "base") else None
                             for p in names}
            with open(path, encoding="utf-8") as f:
                plan["queries"][query] = answers.translate(f.read(), {
                    p: numbers.there[run] if v else None
                    for p, v in wanted[query].items()})
    with open(f"{folder}/plan.json", "w") as f:
        json.dump(plan, f)
    done = subprocess.run([python, f"{here}/current.py",
                           f"{folder}/plan.json"], capture_output=True,
                          check=False)
    try:
        result = json.loads(done.stdout)
    except ValueError:
        TEST.result(False, "a current engine takes the tables",
                    done.stderr.decode()[-600:])
        return
    TEST.result(not result["error"], "a current engine takes the tables, "
                f"version {result['version']}", result["error"])
    for query, answer in result["answers"].items():
        why = answer if isinstance(answer, str) else differs(
            ours(small, query, wanted[query]),
            [list(r.items()) for r in answer], numbers)
        TEST.result(not why, f"@{query} answers the same on a current engine",
                    why)


# ---- all ----

def databases(folder):
    small, big = f"{folder}/small.db", f"{folder}/big.db"
    fixtures = sorted(os.listdir(f"{ROOT}/fixtures"))
    for name in fixtures:
        if os.path.isdir(f"{ROOT}/fixtures/{name}"):
            gbq("--db", small, "ingest", "-q", f"{ROOT}/fixtures/{name}")
    shutil.copy(small, big)
    fleet.multiply(big, FLEET, 60)
    return small, big


def run_all(folder):
    small, big = databases(folder)
    cluster = Cluster(folder)
    try:
        cluster.start()
        for scenario, arguments in (
                (first_push, (small,)), (push_again, (small,)),
                (changed_run, (small, folder)),
                (other_machine, (small, folder)), (damage, (small,)),
                (refusals, (small,)), (single_server, (small,)),
                (older_tables, (small,)), (two_pushers, (small,)),
                (shard_down, (small,)), (cut_bodies, (small,)),
                (late_errors, (small,)), (busy_server, (small,)),
                (encrypted, (small, folder)), (saved_queries, (small,)),
                (current_engine, (small, folder)),
                (reading_commands, (small, folder)),
                (kill_client, (small, big)), (kill_server, (small, big))):
            if len(sys.argv) > 2 and scenario.__name__ not in sys.argv[2:]:
                continue
            try:
                scenario(cluster, *arguments)
            except Exception:                       # noqa: BLE001
                TEST.result(False, scenario.__name__,
                            traceback.format_exc()[-1500:])
    finally:
        cluster.stop()


def main():
    if not shutil.which("clickhouse-server"):
        TEST.skip("two ClickHouse servers", "no clickhouse-server")
    else:
        folder = tempfile.mkdtemp(prefix="gbq-clickhouse-")
        try:
            run_all(folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    print(f"1..{TEST.number}")
    if TEST.skipped:
        print(f"{TEST.skipped} skipped")
    print(f"{TEST.passed} passed, {TEST.failed} failed")
    sys.exit(bool(TEST.failed))


main()
