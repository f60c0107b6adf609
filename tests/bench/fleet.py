#!/usr/bin/env python3
"""Makes a database of many runs out of one with a few: each run again and
again, with a key, a name, a day and a job of its own.

usage: fleet.py DATABASE COPIES [DAYS]

DATABASE, which gbq ingest wrote, is changed: COPIES more of every run, spread
over DAYS days (90) before the first. Contents are not copied.
"""
import hashlib
import sqlite3
import sys


def tables_of_runs(db):
    names = [r[0] for r in db.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND "
        "name NOT LIKE 'sqlite_%' ORDER BY name")]
    return [n for n in names if n not in ("run", "input") and any(
        c[1] == "run_id" for c in db.execute(f"PRAGMA table_info('{n}')"))]


def copy_runs(db, first, number, days):
    """the runs up to the first once more, with numbers above all others"""
    columns = [c[1] for c in db.execute("PRAGMA table_info(run)")]
    changed = {
        "run_id": "run_id + :shift",
        "run_key": "fleet_key(run_key, :number)",
        "name": "name || '_' || :number",
        "started_at": "strftime('%Y-%m-%dT%H:%M:%SZ', "
        "coalesce(started_at, ingested_at), '-' || :day || ' days')",
        "ingested_at": "strftime('%Y-%m-%dT%H:%M:%SZ', ingested_at, "
        "'+' || (:number / 10) || ' seconds')"}
    db.execute(
        f"INSERT INTO run ({', '.join(columns)}) SELECT "
        f"{', '.join(changed.get(c, c) for c in columns)} FROM run "
        f"WHERE run_id <= :first ORDER BY run_id",
        {"shift": first * number, "first": first, "number": number,
         "day": number % days})


def multiply(path, copies, days):
    db = sqlite3.connect(path)
    db.create_function("fleet_key", 2, lambda key, number: hashlib.sha256(
        f"{key}{number}".encode()).hexdigest()[:32])
    db.execute("PRAGMA synchronous = OFF")
    db.execute("PRAGMA foreign_keys = OFF")
    first = db.execute("SELECT max(run_id) FROM run").fetchone()[0]
    tables = tables_of_runs(db)
    for number in range(1, copies + 1):
        copy_runs(db, first, number, days)
        for table in tables:
            columns = [c[1] for c in db.execute(
                f"PRAGMA table_info('{table}')")]
            db.execute(
                f"INSERT INTO {table} ({', '.join(columns)}) SELECT "
                + ", ".join("run_id + ?1" if c == "run_id" else c
                            for c in columns)
                + f" FROM {table} WHERE run_id <= ?2",
                (first * number, first))
        db.execute("INSERT OR REPLACE INTO tag SELECT run_id, 'job', ?1 "
                   "FROM run WHERE run_id > ?2 AND run_id <= ?3",
                   (f"job{number % 50}", first * number,
                    first * (number + 1)))
    db.commit()
    db.close()


if __name__ == "__main__":
    multiply(sys.argv[1], int(sys.argv[2]),
             int(sys.argv[3]) if len(sys.argv) > 3 else 90)
