#!/usr/bin/env python3
"""How large gbq html's page of a large run is, and how long a browser takes.

usage: html.py [--gbq GBQ] [--sites N] [--compiles N] REPORT

The report's rows are multiplied in a database of its own: sites with their
items of the work list and keys, compiles under new frame numbers. Prints the
size, gbq's seconds, and where chromium, chromedriver and selenium are, seconds
until the script has run and to the load event, and of a sort and a filter.
"""
import argparse
import os
import sqlite3
import subprocess
import sys
import tempfile
import time


def multiply(database, table, key, wanted, fresh):
    """Copy the rows of a run's table until there are so many; fresh: SQL for
    columns that are to differ, with ? for the number of rows before."""
    columns = [row[1] for row in database.execute(
        "PRAGMA table_info(%s)" % table)]
    while True:
        count, top = database.execute(
            "SELECT count(*), max(%s) FROM %s" % (key, table)).fetchone()
        if count >= wanted or not count:
            return
        values = [fresh.get(c, c) for c in columns]
        database.execute(
            "INSERT INTO %s SELECT %s FROM %s WHERE %s >= 0 LIMIT %d" % (
                table, ", ".join(values).replace("?", str(top)), table, key,
                wanted - count))


def grow(path, sites, compiles):
    database = sqlite3.connect(path)
    database.execute("PRAGMA foreign_keys = OFF")
    for name, in database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        database.execute("DROP TRIGGER %s" % name)
    database.execute("DELETE FROM triage_item WHERE site_id IS NULL")
    database.execute("UPDATE triage_item SET position = site_id")
    for table in ("site", "site_key"):
        multiply(database, table, "site_id", sites,
                 {"site_id": "site_id + ?"})
    multiply(database, "triage_item", "site_id", sites,
             {"site_id": "site_id + ?", "position": "position + ?"})
    top = database.execute("SELECT max(frame_id) + 1 FROM compile").fetchone()
    multiply(database, "compile", "compile_no", compiles,
             {"compile_no": "compile_no + ?",
              "frame_id": "frame_id + ? * %d" % top,
              "first_file_number": "first_file_number + ? * 100000",
              "compile_id": "(frame_id + ? * %d) || '/' || "
              "frame_compile_id" % top})
    database.commit()
    got = [database.execute("SELECT count(*) FROM " + t).fetchone()[0]
           for t in ("site", "compile")]
    database.close()
    return got


def browse(path):
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    options = Options()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu"):
        options.add_argument(argument)
    driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"),
                              options=options)
    try:
        driver.get("file://" + path)
        print("parsed and script run after %.2f s, loaded after %.2f s, "
              "%d elements" % tuple(driver.execute_script("""
            const t = performance.getEntriesByType('navigation')[0];
            return [t.domContentLoadedEventEnd / 1000,
                t.loadEventEnd / 1000,
                document.querySelectorAll('*').length]""")))
        print("sort %.3f s, filter %.3f s" % tuple(driver.execute_script("""
            const took = work => { const from = performance.now(); work();
                document.body.getBoundingClientRect();
                return (performance.now() - from) / 1000; };
            const input = document.querySelector('#sites input');
            return [took(() => document.querySelector(
                '#sites th:nth-child(3) button').click()),
                took(() => { input.value = 'forward';
                input.dispatchEvent(new Event('input')); })]""")))
    finally:
        driver.quit()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gbq", default="./gbq")
    parser.add_argument("--sites", type=int, default=1000)
    parser.add_argument("--compiles", type=int, default=10000)
    parser.add_argument("report")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = os.path.join(folder, "gbq.db")
        page = os.path.join(folder, "page.html")
        subprocess.run([options.gbq, "--db", database, "ingest", "-q",
                        options.report], check=True)
        print("%d sites, %d compiles" % tuple(grow(
            database, options.sites, options.compiles)))
        begun = time.time()
        subprocess.run([options.gbq, "--db", database, "html", "-o", page],
                       check=True)
        print("gbq html %.2f s, page %.1f MB" % (
            time.time() - begun, os.path.getsize(page) / 1e6))
        try:
            browse(page)
        except ImportError:
            print("no selenium: not opened", file=sys.stderr)


if __name__ == "__main__":
    main()
