#!/usr/bin/env python3
"""The trace log and the report that tlparse made of it give the same rows.

usage: equal.py GBQ RUN...

Each RUN is a folder with trace/ and report/ (or report-all-ranks/). The public
views of both are compared as sets of rows, but for columns that name files and
their numbers, and what only one side can know (COLUMNS below). Runs in which
tlparse itself lost data stand in tests/unequal.txt, with the
loss. Prints TAP.
"""
import collections, json, os, subprocess, sys, tempfile

# name files or their order, or come from index.html
PATHS = {"artifact_path", "twin_path", "original_path", "modified_path",
         "first_file_number", "artifact_no", "graph_id", "tlparse_status",
         "compile_no", "run_id"}
# the number of an event, site, cause or failure: rows are compared without
IDS = {"event_id", "site_id", "failure_id", "first_event_id", "cause_id"}
VIEWS = ["compiles", "breaks", "hints", "sites", "frames", "restarts",
         "failures", "recompiles", "guard_failures", "recompile_causes",
         "specializations", "guards_added", "graphs", "graph_ops",
         "bytecodes", "cache_events", "phases", "configs", "collectives"]
RUN = ["torch_version", "torch_commit", "mode", "ranks", "started_at",
       "complete", "counts_are", "compiles", "graphs", "graphs_captured",
       "graph_ops", "restart_rows", "failure_rows", "break_events",
       "break_sites", "break_kinds", "failures", "recompiles",
       "guard_failures", "unfinished", "last_record_at", "compile_s", "bwd_s",
       "lost_restart_s", "lost_skip_s", "cache_hits", "cache_misses",
       "cache_bypasses", "torch_break_counter"]


def ask(gbq, database, sql):
    out = subprocess.run([gbq, "--db", database, "sql", "-f", "json", sql],
                         capture_output=True, check=True)
    return json.loads(out.stdout.decode("utf-8", "replace"))


def rounded(value):
    return round(value, 9) if isinstance(value, float) else value


def rows(gbq, database):
    """{view: Counter of rows}"""
    out = {}
    for view in VIEWS:
        counter = collections.Counter()
        for row in ask(gbq, database, f"SELECT * FROM {view}"):
            kept = {k: rounded(v) for k, v in row.items()
                    if k not in PATHS and k not in IDS}
            if view == "compiles":
                kept["metrics"] = None  # pages have 20 fields, logs 100
            counter[json.dumps(kept, sort_keys=True)] += 1
        out[view] = counter
    run = ask(gbq, database, f"SELECT {', '.join(RUN)} FROM runs")[0]
    out["runs"] = collections.Counter(
        f"{k}={rounded(v)}" for k, v in run.items())
    return out


def ingest(gbq, database, path):
    subprocess.run([gbq, "-q", "--db", database, "ingest", path], check=True,
                   capture_output=True)


def differences(gbq, run):
    report = f"{run}/report-all-ranks"
    if not os.path.isdir(report):
        report = f"{run}/report"
    with tempfile.TemporaryDirectory() as folder:
        ingest(gbq, f"{folder}/r.db", report)
        ingest(gbq, f"{folder}/t.db", f"{run}/trace")
        a, b = rows(gbq, f"{folder}/r.db"), rows(gbq, f"{folder}/t.db")
    for view in a:
        only_report, only_trace = a[view] - b[view], b[view] - a[view]
        if only_report or only_trace:
            yield (view, sum(only_report.values()), sum(only_trace.values()),
                   next(iter(only_report), ""), next(iter(only_trace), ""))


def known():
    path = os.path.join(os.path.dirname(__file__), "..", "unequal.txt")
    out = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            line = line.split("#")[0].split()
            if line:
                out[line[0]] = set(line[1:])
    return out


def main(gbq, runs):
    allowed = known()
    failed = 0
    for number, run in enumerate(runs, 1):
        name = "/".join(run.rstrip("/").split("/")[-2:])
        views = allowed.get(name, set())
        found = list(differences(gbq, run))
        bad = [f for f in found if f[0] not in views]
        stale = views - {f[0] for f in found}
        failed += bool(bad or stale)
        print(f"{'not ok' if bad or stale else 'ok'} {number} - {name}")
        for view, report, trace, left, right in bad:
            print(f"# {view}: {report} rows in the report only, {trace} in "
                  f"the trace only")
            print(f"#   report {left[:700]}\n#   trace  {right[:700]}")
        for view in stale:
            print(f"# {view} is in unequal.txt but equal")
    print(f"1..{len(runs)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
