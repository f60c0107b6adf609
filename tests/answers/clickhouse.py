#!/usr/bin/env python3
"""The saved queries give the same rows on ClickHouse as on SQLite.

usage: clickhouse.py GBQ INPUT...

Ingests the inputs, copies the views into tables of a ClickHouse server that it
starts for this, and runs each query of `gbq queries` on both. Prints TAP;
skipped where there is no clickhouse-server.
"""
import json, math, os, re, shutil, socket, subprocess, sys, tempfile, time
import urllib.error, urllib.parse, urllib.request

RENAMES = {"json_int": "visitParamExtractInt", "json_raw":
           "visitParamExtractRaw", "json_num": "visitParamExtractFloat",
           "json_str": "visitParamExtractString", "text": "toString",
           "number": "toFloat64OrNull", "name_glob": "match",
           "argmin": "argMin", "argmax": "argMax"}
CONFIG = """<?xml version="1.0"?>
<yandex>
  <logger><level>error</level><log>{d}/log</log><errorlog>{d}/err</errorlog>
  </logger>
  <http_port>{http}</http_port><tcp_port>{tcp}</tcp_port>
  <listen_host>127.0.0.1</listen_host>
  <path>{d}/data/</path><tmp_path>{d}/tmp/</tmp_path>
  <user_files_path>{d}/files/</user_files_path>
  <format_schema_path>{d}/schemas/</format_schema_path>
  <mark_cache_size>67108864</mark_cache_size>
  <users_config>{d}/users.xml</users_config>
  <default_profile>default</default_profile>
  <default_database>default</default_database>
</yandex>
"""
USERS = """<?xml version="1.0"?>
<yandex><profiles><default><max_memory_usage>2000000000</max_memory_usage>
</default></profiles><quotas><default/></quotas>
<users><default><password></password><networks><ip>127.0.0.1</ip></networks>
<profile>default</profile><quota>default</quota></default></users></yandex>
"""


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    def __init__(self, folder):
        self.port = free_port()
        for name in ("data", "tmp", "files", "schemas"):
            os.makedirs(f"{folder}/{name}")
        with open(f"{folder}/config.xml", "w") as f:
            f.write(CONFIG.format(d=folder, http=self.port, tcp=free_port()))
        with open(f"{folder}/users.xml", "w") as f:
            f.write(USERS)
        self.process = subprocess.Popen(
            ["clickhouse-server", f"--config-file={folder}/config.xml"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
        for _ in range(100):
            try:
                self.ask("SELECT 1")
                return
            except (OSError, urllib.error.URLError):
                time.sleep(0.1)
        raise SystemExit("clickhouse-server does not answer")

    def ask(self, sql, body=b""):
        settings = urllib.parse.urlencode({
            "query": sql, "join_use_nulls": 1, "wait_end_of_query": 1,
            "join_default_strictness": "ALL"}).encode()
        url = f"http://127.0.0.1:{self.port}/?" + settings.decode()
        if len(url) > 8000:
            url = url.replace("query=" + urllib.parse.quote_plus(sql) + "&",
                              "")
            body = sql.encode()
        try:
            with urllib.request.urlopen(url, data=body or b"\n",
                                        timeout=60) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as error:
            raise ValueError(error.read().decode()[:300]) from None

    def stop(self):
        self.process.terminate()
        self.process.wait()


def gbq_json(gbq, *arguments):
    out = subprocess.run(gbq + [*arguments, "-f", "json"], check=True,
                         capture_output=True)
    return json.loads(out.stdout)


def tsv(value):
    if value is None:
        return "\\N"
    if isinstance(value, (dict, list)):
        # ClickHouse's functions for members want no space behind the colon
        value = json.dumps(value, separators=(",", ":"))
    return str(value).replace("\\", "\\\\").replace("\t", "\\t").replace(
        "\n", "\\n").replace("\0", "\\0")


TYPES = {"INTEGER": "Int64", "REAL": "Float64"}


def copy_view(gbq, server, view):
    columns = gbq_json(gbq, "schema", view)
    rows = gbq_json(gbq, "sql", f"SELECT * FROM {view}")
    names = [c["column"] for c in columns]
    kinds = []
    for column in columns:
        kind = TYPES.get(column["type"], "String")
        kinds.append(f"`{column['column']}` Nullable({kind})")
    server.ask(f"CREATE TABLE {view} ({', '.join(kinds)}) ENGINE = Memory")
    body = "".join("\t".join(tsv(row[n]) for n in names) + "\n"
                   for row in rows)
    if body:
        server.ask(f"INSERT INTO {view} FORMAT TabSeparated", body.encode())


def literal(value):
    if value is None:
        return "NULL"
    if isinstance(value, int):
        return str(value)
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


def translate(sql, parameters):
    sql = re.sub(r"--[^\n]*", "", sql).strip().rstrip(";")
    sql = sql.replace("\\", "\\\\")      # SQLite's literals have no escapes
    for ours, theirs in RENAMES.items():
        sql = re.sub(rf"\b{ours}\(", f"{theirs}(", sql)
    return re.sub(r":([a-z_]+)\b",
                  lambda m: literal(parameters.get(m[1])), sql)


def equal(a, b):
    if isinstance(a, float) or isinstance(b, float):
        if a is None or b is None:
            return a is b
        return math.isclose(float(a), float(b), rel_tol=1e-9, abs_tol=1e-12)
    if isinstance(a, (dict, list)):
        return a == json.loads(b)
    if isinstance(a, str) and a.startswith("[") and isinstance(b, str):
        return a.replace(" ", "") == b.replace(" ", "")
    return a == b


def rows_of(text, like):
    """JSON rows of ClickHouse: it writes 64-bit numbers as texts."""
    rows = []
    for line in text.splitlines():
        row = []
        for got, want in zip(json.loads(line).values(), like or [None] * 99):
            if isinstance(got, str) and isinstance(want, (int, float)):
                got = float(got) if "." in got or "e" in got else int(got)
            row.append(got)
        rows.append(row)
    return rows


def compare(gbq, server, query, parameters):
    """what differs, or None"""
    given = [x for k, v in parameters.items() if v is not None
             for x in ("-p", f"{k}={v}")]
    ours = [list(r.values()) for r in gbq_json(gbq, "sql", f"@{query['query']}",
                                               *given)]
    path = f"sql/{query['query']}.sql"
    with open(path, encoding="utf-8") as f:
        sql = translate(f.read(), parameters)
    try:
        text = server.ask(sql + " FORMAT JSONEachRow")
    except ValueError as error:
        return str(error)
    theirs = []
    lines = text.splitlines()
    for i, line in enumerate(lines):
        theirs += rows_of(line, ours[i] if i < len(ours) else None)
    if len(ours) != len(theirs):
        return f"{len(ours)} rows, {len(theirs)} on ClickHouse"
    for i, (one, other) in enumerate(zip(ours, theirs)):
        if len(one) != len(other) or not all(map(equal, one, other)):
            return f"row {i + 1}: {one}; {other} on ClickHouse"
    return None


def main():
    gbq, inputs = sys.argv[1], sys.argv[2:]
    if not shutil.which("clickhouse-server"):
        print("1..1\nok 1 - saved queries on ClickHouse "
              "# skip no clickhouse-server")
        return
    folder = tempfile.mkdtemp()
    server = Server(folder)
    try:
        check_all(gbq, server, folder, inputs)
    finally:
        server.stop()
        shutil.rmtree(folder)


def check_all(program, server, folder, inputs):
    database = f"{folder}/gbq.db"
    gbq = [program, "--db", database]
    for path in inputs:
        subprocess.run(gbq + ["-q", "ingest", path], check=True,
                       stdout=subprocess.DEVNULL)
    for view in gbq_json(gbq, "schema"):
        copy_view(gbq, server, view["view"])
    runs = [r["run_id"] for r in gbq_json(gbq, "runs")]
    number = bad = 0
    for query in gbq_json(gbq, "queries"):
        if not os.path.exists(f"sql/{query['query']}.sql"):
            continue
        parameters = [p for p in query["parameters"].split(", ") if p]
        differs = None
        for run in runs if "run" in parameters else runs[:1]:
            values = {p: run if p in ("run", "base") else None
                      for p in parameters}
            differs = differs or compare(gbq, server, query, values)
        number += 1
        bad += bool(differs)
        print(f"{'not ok' if differs else 'ok'} {number} - "
              f"{query['query']} gives the same rows on ClickHouse")
        if differs:
            print(f"# {differs}")
    print(f"1..{number}")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
