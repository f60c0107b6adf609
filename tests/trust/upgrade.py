#!/usr/bin/env python3
"""Databases of every older schema version come to the newest with what they
hold; those of newer versions and what is none are left alone.

usage: tests/trust/upgrade.py

An old database is made by the migrations up to its version and filled with the
rows of a new one. $GBQ names the program. Prints TAP.
"""
import glob
import os
import re
import shutil
import sqlite3
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))), "faults"))
import common                                       # noqa: E402
from common import gbq, must                        # noqa: E402

MIGRATIONS = sorted(glob.glob(os.path.join(common.ROOT, "schema",
                                           "[0-9]*_*.sql")))
FIXTURES = ("mixtral_moe", "backend_failure_uncaught", "synth_empty_file",
            "name_exec_string_lambda")


# What only the files of a run tell is NULL until they are read again.
FILES_TELL = {"run": ("unread", "reader")}


def columns(db, table, schema="main"):
    return [row[1] for row in db.execute(
        f"PRAGMA {schema}.table_info({table})")]


def old_database(path, version, new):
    """One of that version, with the rows of the new one."""
    db = sqlite3.connect(path, isolation_level=None)
    for migration in MIGRATIONS[:version]:
        with open(migration, encoding="utf-8") as file:
            db.executescript(file.read())
    db.execute("ATTACH ? AS new", (new,))
    for table, _ in names_text(db, "table"):
        shared = ", ".join(f'"{name}"' for name in columns(db, table)
                           if name in columns(db, table, "new"))
        db.execute(f"INSERT INTO main.{table} ({shared}) "
                   f"SELECT {shared} FROM new.{table}")
    # a view of those days; the newest make it anew
    db.executescript(f"""
        CREATE VIEW runs AS SELECT run_id, name FROM run;
        UPDATE kind SET advice = NULL, kind = 'old';
        DELETE FROM kind_wording;
        PRAGMA user_version = {version};
        PRAGMA application_id = 1734504704""")
    db.close()


def names_text(db, kind):
    return db.execute("SELECT name, sql FROM sqlite_schema WHERE type = ? "
                      "AND name NOT LIKE 'sqlite_%' ORDER BY 1",
                      (kind,)).fetchall()


def differences(path, new):
    """What of a database is not as in the new one."""
    found = []
    ours, theirs = common.open_read(path), common.open_read(new)
    for kind in ("table", "index", "view"):
        if names_text(ours, kind) != names_text(theirs, kind):
            found.append(f"another {kind}")
    found += [f"other rows of {name}" for kind in ("table", "view")
              for name in common.names(theirs, kind)
              if common.digest(ours, name) != common.digest(theirs, name)]
    ours.close()
    theirs.close()
    return found


def without_files(old, new, path):
    """A copy of the new database without what the files would have to tell."""
    before = sqlite3.connect(old)
    shutil.copy(new, path)
    db = sqlite3.connect(path)
    for table, names in FILES_TELL.items():
        for name in names:
            if name not in columns(before, table):
                db.execute(f"UPDATE {table} SET {name} = NULL")
    db.commit()
    db.close()
    before.close()
    return path


def same_bytes(path, before):
    with open(path, "rb") as file:
        return [] if file.read() == before else ["the file changed"]


def upgraded(tap, work, version, new):
    path = os.path.join(work, f"v{version}.db")
    old_database(path, version, new)
    with open(path, "rb") as file:
        before = file.read()
    findings = []
    for command in (["runs"], ["summary"], ["ingest", "-q", os.path.join(
            common.FIXTURES, "reset_repeats")], ["check"], ["rebuild"]):
        done = gbq(path, *command)
        if done.status != 5 or b"gbq upgrade" not in done.err:
            findings.append(f"{command}: {done}")
    tap.result(f"version {version}: other commands say what to do",
               findings + same_bytes(path, before))
    expected = without_files(path, new, os.path.join(work, "expected.db"))
    done = gbq(path, "upgrade")
    findings = [] if done.status == 0 else [done]
    tap.result(f"version {version}: upgraded, all is as if made now",
               findings + differences(path, expected))
    done = gbq(path, "check")
    tap.result(f"version {version}: upgraded, it is sound",
               [] if done.status == 0 else [done, done.out])
    done = gbq(path, "rebuild")
    tap.result(f"version {version}: upgraded, it can be rebuilt",
               ([] if done.status == 0 else [done]) + [
                   f"other rows of {view}" for view in different_views(
                       path, new)])


def different_views(path, new):
    ours, theirs = common.open_read(path), common.open_read(new)
    return [name for name in common.names(theirs, "view")
            if common.digest(ours, name) != common.digest(theirs, name)]


def cut_short(tap, work, new):
    """Migrations that fail midway leave the old database."""
    path = os.path.join(work, "cut.db")
    old_database(path, 1, new)
    db = sqlite3.connect(path)
    db.execute("ALTER TABLE problem ADD COLUMN from_input")
    db.close()
    with open(path, "rb") as file:
        before = file.read()
    done = gbq(path, "upgrade")
    db = sqlite3.connect(path)
    version, = db.execute("PRAGMA user_version").fetchone()
    tables = names_text(db, "table")
    db.close()
    # its bytes may differ: a write of gbq goes through a log
    with open(os.path.join(work, "copy.db"), "wb") as file:
        file.write(before)
    db = sqlite3.connect(os.path.join(work, "copy.db"))
    findings = [] if done.status == 5 and version == 1 and \
        tables == names_text(db, "table") else [done, version]
    db.close()
    tap.result("a migration that fails changes nothing", findings)


def refused(tap, work, new):
    newer = os.path.join(work, "newer.db")
    shutil.copy(new, newer)
    db = sqlite3.connect(newer)
    db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    db.close()
    text = os.path.join(work, "text.db")
    with open(text, "w", encoding="ascii") as file:
        file.write("hello\n" * 1000)
    other = os.path.join(work, "other.db")
    db = sqlite3.connect(other)
    db.execute("CREATE TABLE t (a)")
    db.close()
    empty = os.path.join(work, "empty.db")
    with open(empty, "wb"):
        pass
    for path, said in ((newer, b"newer gbq"), (text, b"not a database"),
                       (other, b"not a gbq database"), (empty, b"empty")):
        with open(path, "rb") as file:
            before = file.read()
        done = gbq(path, "upgrade")
        tap.result(f"{os.path.basename(path)} is refused",
                   ([] if done.status == 5 and said in done.err
                    else [done]) + same_bytes(path, before))
    done = gbq(os.path.join(work, "none.db"), "upgrade")
    tap.result("no database is made", [done] if done.status != 3 or
               os.path.exists(os.path.join(work, "none.db")) else [])


def main():
    tap = common.Tap()
    with tempfile.TemporaryDirectory(prefix="gbq-upgrade-") as work:
        new = os.path.join(work, "new.db")
        must(new, "ingest", "-q", "--tag", "a=1", *[
            os.path.join(common.FIXTURES, name) for name in FIXTURES])
        numbers = [int(re.match(r"(\d+)", os.path.basename(path))[1])
                   for path in MIGRATIONS]
        tap.result("migrations are numbered without a gap",
                   [] if numbers == list(range(1, len(numbers) + 1)) and
                   len(numbers) > 1 else [numbers])
        for version in numbers[:-1]:
            upgraded(tap, work, version, new)
        before = common.tables(new)
        done = must(new, "upgrade")
        tap.result("the newest stays as it is", [done] if
                   common.tables(new) != before or
                   b"already" not in done.err else [])
        cut_short(tap, work, new)
        refused(tap, work, new)
    tap.end()


main()
