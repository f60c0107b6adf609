#!/usr/bin/env python3
"""For every invariant that `gbq check --list` names: a sound database with a
violation of it planted is found out by that invariant, with exit status 1. An
invariant for which nothing is planted here fails.

usage: tests/trust/planted.py [--only ID]

$GBQ names the program. Prints TAP.
"""
import argparse
import csv
import io
import os
import shutil
import sqlite3
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))), "faults"))
import common                                       # noqa: E402

FIXTURES = ("mixtral_moe", "recompile_limit_fail", "training_steps_optimizer",
            "dynamic_shapes_ok", "dist_diverge_break",
            "gb_explicit_break_messages", "backend_failure_uncaught",
            "name_exec_string_lambda")

# What makes a gap: the last number of the first run that has several.
GAP = ("UPDATE {0} SET {1} = {1} + 5 WHERE ({2}, {1}) = (SELECT {2}, max({1})"
       " FROM {0} GROUP BY {2} HAVING count(*) > 1 LIMIT 1)")


def gap(table, column, group="run_id"):
    return GAP.format(table, column, group)


def one(table, change, where="1"):
    """Change the first row that fits."""
    return (f"UPDATE {table} SET {change} WHERE ({KEYS.get(table, 'run_id')})"
            f" = (SELECT {KEYS.get(table, 'run_id')} FROM {table} WHERE "
            f"{where} LIMIT 1)")


KEYS = {
    "artifact": "run_id, artifact_no", "compile": "run_id, compile_no",
    "break_event": "run_id, event_id", "site": "run_id, site_id",
    "site_key": "run_id, site_id", "hint": "run_id, event_id, position",
    "stack_frame": "run_id, event_id, depth",
    "restart": "run_id, restart_no", "failure": "run_id, failure_no",
    "guard_failure": "run_id, compile_no, position",
    "specialization": "run_id, compile_no, position",
    "guard_added": "run_id, compile_no, position",
    "bytecode": "run_id, compile_no, position",
    "triage_item": "run_id, position", "site_follower": "run_id, site_id",
    "recompile_cause": "run_id, cause_id", "graph": "run_id, graph_no",
    "compile_below": "run_id, compile_no, site_id, resumes",
    "phase": "run_id, phase_no", "problem": "run_id, problem_no",
    "content": "content_id", "block": "block_id", "kind": "gb_id",
    "text": "text_id", "config": "run_id, config_no",
}

# A row for tables that have none in the fixtures.
CACHE = ("INSERT INTO cache_event SELECT run_id, artifact_no, {}, 'fx', 'hit',"
         " NULL, NULL FROM artifact WHERE compile_no IS NOT NULL LIMIT 1")
COLLECTIVE = ("INSERT INTO collective VALUES (1, {}, NULL, NULL, '0/0', {}, "
              "'{}')")
FOLDER = "INSERT INTO empty_folder VALUES (1, {}, CAST({} AS BLOB))"

PLANTED = {
    "integrity": "PRAGMA writable_schema = 1; DELETE FROM sqlite_schema "
                 "WHERE name = 'sqlite_autoindex_config_set_1' OR "
                 "name = 'a_table'",
    "foreign-keys": "INSERT INTO tag VALUES (99, 'k', 'v')",
    "views": "DROP VIEW breaks; CREATE VIEW breaks AS SELECT 1 AS run_id",
    "contents": one("block", "data = substr(data, 1, length(data) - 9) || "
                    "zeroblob(9)"),

    # ---- the run ----
    "run-key": one("run", "run_key = 'ABC'"),
    "run-name": one("run", "name = ' '"),
    "run-words": one("run", "mode = 'other'"),
    "run-times": one("run", "ingested_at = 'yesterday'"),
    "run-complete": one("run", "complete = 1 - complete",
                        "complete IS NOT NULL"),
    "run-unknown": one("run", "break_kinds = NULL",
                       "break_kinds IS NOT NULL"),
    "run-unread": one("run", "unread = unread + 2"),
    "run-ranks": one("run", "ranks = 0"),
    "run-is-there": "INSERT INTO hint VALUES (99, 1, 0, 1, 'NONE')",
    "text-range": one("run", "last_text = last_text + 1"),
    "text-body": "UPDATE text SET body = x'00' WHERE text_id = 1",
    "tag-value": "INSERT INTO tag VALUES (1, '', 1)",
    "kinds": one("kind", "ease = 9"),

    # ---- files ----
    "input-positions": "UPDATE input SET position = 3 WHERE run_id = 1",
    "artifact-numbers": gap("artifact", "artifact_no"),
    "empty-folder-numbers": FOLDER.format(7, "'x'"),
    "artifact-content": one("artifact", "content_id = 999999"),
    "artifact-path": one("artifact", "path = '../x'"),
    "artifact-compile": one("artifact", "compile_id = '9/9'",
                            "compile_no IS NOT NULL"),
    "empty-folder-is-empty": FOLDER.format(1, "(SELECT substr(path, 1, instr("
                                           "path, '/') - 1) FROM artifact "
                                           "WHERE run_id = 1 AND path GLOB "
                                           "'*/*' LIMIT 1)"),
    "content-is-used": "INSERT INTO content VALUES (999999, zeroblob(16), 0, "
                       "1, NULL, NULL, NULL)",
    "content-hash": one("content", "hash = x'00'"),
    "content-place": one("content", "blocks = blocks + 99",
                         "block_id IS NOT NULL"),
    "block-is-used": "INSERT INTO block VALUES (1 << 40, 1, x'00')",

    # ---- compiles ----
    "compile-numbers": gap("compile", "compile_no"),
    "compile-id": one("compile", "compile_id = '9/9'"),
    "compile-instances": one("compile", "instance = 3"),
    "compile-words": one("compile", "status = 'fine'"),
    "compile-seconds": one("compile", "entire_frame_s = -1"),
    "compile-metrics": one("compile", "status = 'unfinished'",
                           "metrics_text IS NOT NULL"),
    "compile-restarts": one("compile", "restart_rows = restart_rows + 1"),
    "compile-breaks": one("compile", "break_events = break_events + 1"),
    "compile-graphs": one("compile", "graphs = graphs_captured + 1",
                          "graphs IS NOT NULL"),
    "compile-recompiles": one("compile", "recompiles = 1 - recompiles"),
    "compile-limit": one("compile", "limit_hit = 1 - limit_hit"),
    "graph-numbers": gap("graph", "graph_no"),
    "graph-compile": one("graph", "artifact_no = artifact_no + 100000"),
    "graph-words": one("graph", "stage = 'late'"),
    "graph-counts": one("graph", "ops = nodes + 1", "nodes IS NOT NULL"),
    "graph-op-graph": "INSERT INTO graph_op VALUES (1, 99999, 'x', 1)",
    "bytecode-compile": one("bytecode", "original_artifact = 99999"),
    "bytecode-counts": one("bytecode", "added = -1"),
    "bytecode-numbers": one("bytecode", "position = position + 3"),
    "specialization-numbers": one("specialization", "position = position + 3"),
    "guard-added-numbers": one("guard_added", "position = position + 3"),
    "specialization-compile": one("specialization", "compile_no = 99999"),
    "guard-added-compile": one("guard_added", "compile_no = 99999"),
    "cache-event": CACHE.format(99999),

    # ---- breaks ----
    "break-event-numbers": gap("break_event", "event_id"),
    "breaks-compile": one("break_event", "compile_no = 99999"),
    "breaks-words": one("break_event", "evidence = 'guess'"),
    "breaks-short-file": one("break_event", "short_file = 'other.py'",
                             "short_file <> 'other.py'"),
    "breaks-evidence": one("break_event", "artifact_no = NULL",
                           "evidence = 'reason'"),
    "hint-numbers": one("hint", "position = position + 5"),
    "stack-frame-numbers": one("stack_frame", "depth = depth + 99"),
    "hint-event": one("hint", "hint_class = 'GOOD'"),
    "stack-frame-event": one("stack_frame", "event_id = 99999"),
    "site-numbers": gap("site", "site_id"),
    "breaks-site": one("break_event", "site_id = 99999"),
    "breaks-sites": one("site", "events = events + 1"),
    "site-events": one("site", "events = events + 1"),
    "site-frames": one("site", "frames = frames + 1"),
    "site-forms": one("site", "forms = '{\"resume\":77}'",
                      "forms GLOB '*resume*'"),
    "site-seconds": one("site", "compile_s = compile_s + 1",
                        "compile_s IS NOT NULL"),
    "site-first-compile": one("site", "first_compile_id = '9/9'"),
    "site-values": one("site", "first_call_only = 2"),
    "site-key": "DELETE FROM site_key WHERE run_id = 1 AND site_id = 1",
    "site-follower": one("site_follower", "leader_id = site_id"),
    "compile-below": one("compile_below", "site_id = 99999"),
    "triage-positions": one("triage_item", "position = 999", "position > 0"),
    "triage-words": one("triage_item", "verdict = 'maybe'",
                        "verdict IS NOT NULL"),
    "triage-rows": one("triage_item", "site_id = 99999",
                       "site_id IS NOT NULL"),
    "triage-leader": one("triage_item", "leader = position",
                         "position > 0"),

    # ---- failures and recompiles ----
    "restart-numbers": gap("restart", "restart_no"),
    "restart-parents": one("restart", "event_id = 99999"),
    "restart-class": one("restart", "class = 'boredom'"),
    "restart-positions": one("restart", "position = position + 4"),
    "failure-numbers": gap("failure", "failure_no"),
    "failure-parents": one("failure", "compile_id = '9/9'",
                           "compile_no IS NOT NULL"),
    "failure-words": one("failure", "stage = 'late'"),
    "guard-failure-parents": one("guard_failure", "cause_id = 99999"),
    "guard-failure-numbers": one("guard_failure", "position = position + 9"),
    "guard-failure-class": one("guard_failure", "guard_class = 'mood'"),
    "recompile-cause-numbers": gap("recompile_cause", "cause_id"),
    "recompile-cause": one("recompile_cause", "guard_values = '['"),

    # ---- logs ----
    "config-numbers": one("config", "config_no = config_no + 4"),
    "config-set": "INSERT INTO config_set VALUES (99, 'x')",
    "phase-numbers": gap("phase", "phase_no"),
    "phase-seconds": one("phase", "self_s = total_s + 1"),
    "collective-numbers": COLLECTIVE.format(5, 0, "all_reduce"),
    "collective-name": COLLECTIVE.format(1, 0, ""),
    "problem-numbers": gap("problem", "problem_no"),
    "problem-words": one("problem", "severity = 'sad'"),
}
for column in ("compiles", "restart_rows", "failure_rows", "break_events",
               "break_sites", "break_kinds", "guard_failures", "problems",
               "failures", "recompiles", "unfinished", "cache_hits",
               "cache_misses", "cache_bypasses", "graphs", "graphs_captured",
               "graph_ops", "compile_s", "bwd_s", "lost_restart_s",
               "lost_skip_s", "content_bytes"):
    PLANTED["run-" + column.replace("_", "-")] = one(
        "run", f"{column} = {column} + 1", f"{column} IS NOT NULL")
for table, column in (("compile", "file_text"), ("site_key", "wording_text"),
                      ("break_event", "kind_text"), ("hint", "hint_text"),
                      ("stack_frame", "file_text"),
                      ("restart", "reason_text"), ("failure", "reason_text"),
                      ("guard_failure", "guard_text"),
                      ("specialization", "user_stack_text"),
                      ("guard_added", "user_stack_text"),
                      ("bytecode", "function_text")):
    PLANTED["text-of-" + table.replace("_", "-")] = one(
        table, f"{column} = 99999999")


def plant(database, sql):
    db = sqlite3.connect(database, isolation_level=None)
    try:
        db.execute("CREATE TABLE a_table (x)")
        changes = db.total_changes
        db.executescript(sql)
        if db.total_changes == changes and "VIEW" not in sql:
            return "nothing was planted"
    except sqlite3.Error as error:
        return f"SQLite: {error}"
    finally:
        db.close()
    return None


def rows(out):
    return list(csv.DictReader(io.StringIO(
        out.decode("utf-8", "surrogateescape"))))


def check(database, name, sql):
    """What is wrong, or None."""
    problem = plant(database, sql)
    if problem:
        return problem
    done = common.gbq(database, "check", "-f", "csv")
    found = [row for row in rows(done.out) if row["invariant"] == name]
    if done.status != 1 or done.crashed():
        return str(done)
    if not found:
        return "not found; instead " + " ".join(
            sorted({row["invariant"] for row in rows(done.out)}))
    if not int(found[0]["rows"]) or not found[0]["first"]:
        return f"a finding without rows: {found[0]}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only")
    only = parser.parse_args().only
    tap = common.Tap()
    with tempfile.TemporaryDirectory(prefix="gbq-planted-") as work:
        sound = os.path.join(work, "sound.db")
        common.must(sound, "ingest", "-q", *[
            os.path.join(common.FIXTURES, name) for name in FIXTURES])
        done = common.gbq(sound, "check")
        tap.result("a sound database is found to be sound",
                   [done] if done.status or done.out else [])
        listed = [row["invariant"] for row in rows(common.must(
            sound, "check", "--list", "-f", "csv").out)]
        tap.result("no invariant is named twice",
                   sorted({x for x in listed if listed.count(x) > 1}))
        tap.result("nothing is planted for what is no invariant",
                   sorted(set(PLANTED) - set(listed)))
        for name in listed:
            if only not in (None, name):
                continue
            if name not in PLANTED:
                tap.result(name, ["nothing is planted for it"])
                continue
            database = os.path.join(work, "planted.db")
            shutil.copy(sound, database)
            problem = check(database, name, PLANTED[name])
            tap.result(f"{name} is found out", [problem] if problem else [])
    tap.end()


main()
