#!/usr/bin/env python3
"""Runs the plan of check.py in chDB, a current ClickHouse as a library.

usage: current.py PLAN

Writes {"version", "error", "answers": {query: rows or error text}}.
"""
import json
import sys
import tempfile

from chdb import session


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        plan = json.load(f)
    folder = tempfile.mkdtemp()
    engine = session.Session(folder)
    result = {"version": "", "error": "", "answers": {}}
    result["version"] = str(engine.query("SELECT version()",
                                         "TabSeparated")).strip()
    try:
        engine.query("CREATE DATABASE gbq")
        engine.query("USE gbq")
        for sql in filter(str.strip, plan["definitions"]):
            engine.query(sql)
        for table, path in plan["tables"].items():
            with open(path, encoding="utf-8") as f:
                names = f.readline().strip().split("\t")
            names = [n for n in names if n != "push_shard"]
            columns = ", ".join(f"`{n}`" for n in names)
            engine.query(f"INSERT INTO {table}_local ({columns}) SELECT "
                         f"{columns} FROM file('{path}', "
                         "'TabSeparatedWithNames')")
    except Exception as error:                      # noqa: BLE001
        result["error"] = str(error)[:500]
    for name, sql in plan["queries"].items():
        try:
            text = str(engine.query(sql + " SETTINGS join_use_nulls = 1",
                                    "JSONEachRow"))
            result["answers"][name] = [json.loads(line) for line in
                                       text.splitlines()]
        except Exception as error:                  # noqa: BLE001
            result["answers"][name] = str(error)[:500]
    engine.close()
    print(json.dumps(result))


main()
