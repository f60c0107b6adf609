"""What the fault tests share: gbq, databases, TAP."""
import hashlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
GBQ = os.path.abspath(os.environ.get("GBQ", os.path.join(ROOT, "gbq")))
FIXTURES = os.path.join(ROOT, "fixtures")
SECONDS = 120           # no command takes longer

# What differs from one ingest to the next.
UNSTABLE = ("ingested_at", "source_path")
# A sanitizer's report, a failed assertion: never what gbq means to say.
BAD_STATUS = (99, 98)


class Tap:
    def __init__(self):
        self.count = self.failed = 0

    def result(self, name, findings):
        self.count += 1
        self.failed += bool(findings)
        print(f"{'not ok' if findings else 'ok'} {self.count} - {name}")
        for finding in findings[:20]:
            for line in str(finding).split("\n")[:12]:
                print("# " + line[:300].encode(
                    "ascii", "backslashreplace").decode())
        if len(findings) > 20:
            print(f"# … and {len(findings) - 20} more")
        sys.stdout.flush()

    def skip(self, name, why):
        self.count += 1
        print(f"ok {self.count} - {name} # SKIP {why}", flush=True)

    def end(self):
        print(f"1..{self.count}")
        sys.exit(1 if self.failed else 0)


class Done:
    """How a command ended."""

    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    def crashed(self):
        return (self.status < 0 and self.status != -signal.SIGKILL) or \
            self.status in BAD_STATUS or self.status == 134 or \
            b"Sanitizer" in self.err or b"runtime error:" in self.err

    def __str__(self):
        return (f"exit {self.status}: " +
                self.err.decode("utf-8", "backslashreplace")[-1500:])


def run(arguments, env=None, cwd=None, stdin=subprocess.DEVNULL,
        before=None):
    environment = dict(os.environ, LC_ALL="C", TZ="UTC")
    environment.pop("GBQ_DB", None)
    environment.update(env or {})
    child = subprocess.Popen(arguments, stdin=stdin, cwd=cwd,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env=environment, preexec_fn=before)
    try:
        out, err = child.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        child.communicate()
        return Done(-14, b"", b"still runs after %d s" % SECONDS)
    return Done(child.returncode, out, err)


def gbq(database, *arguments, **options):
    return run([GBQ, "--db", database, *arguments], **options)


def must(database, *arguments):
    done = gbq(database, *arguments)
    if done.status:
        sys.exit(f"gbq {' '.join(arguments)}: {done}")
    return done


def open_read(database):
    db = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    db.text_factory = bytes
    return db


def names(db, kind):
    return [name.decode() for (name,) in db.execute(
        "SELECT name FROM sqlite_schema WHERE type = ? "
        "AND name NOT LIKE 'sqlite_%' ORDER BY name", (kind,))]


def digest(db, what, where=""):
    """A hash of all rows of a table or view, in no order."""
    cursor = db.execute(f'SELECT * FROM "{what}" {where}')
    kept = [i for i, column in enumerate(cursor.description)
            if column[0] not in UNSTABLE]
    rows = sorted(repr([row[i] for i in kept]) for row in cursor)
    return hashlib.sha1("\n".join(rows).encode()).hexdigest()


def tables(database):
    """Hash of each table: {name: hash}."""
    db = open_read(database)
    try:
        return {name: digest(db, name) for name in names(db, "table")}
    finally:
        db.close()


def views(database, run_id):
    """Hash of a run's rows in each public view."""
    db = open_read(database)
    try:
        result = {}
        for name in names(db, "view"):
            columns = [row[1] for row in
                       db.execute(f"PRAGMA table_info({name})")]
            if b"run_id" in columns:
                result[name] = digest(db, name, f"WHERE run_id = {run_id}")
        return result
    finally:
        db.close()


def runs(database):
    db = open_read(database)
    try:
        return [row[0] for row in
                db.execute("SELECT run_id FROM runs ORDER BY 1")]
    finally:
        db.close()


def whole(database, run_id, folder):
    """What is wrong with the contents of a run, which came from a folder."""
    out = tempfile.mkdtemp(dir=os.path.dirname(database))
    done = gbq(database, "extract", f"id:{run_id}", os.path.join(out, "x"))
    if done.status:
        problem = f"extract: {done}"
    else:
        compared = run(["diff", "-r", folder, os.path.join(out, "x")])
        problem = compared.out.decode(errors="replace")
    shutil.rmtree(out)
    return problem


def sound(database):
    """What gbq itself says is wrong with a database; None: nothing."""
    done = gbq(database, "sql", "-f", "tsv", "PRAGMA integrity_check")
    if done.status == 0 and done.out == b"integrity_check\nok\n":
        return None
    return f"integrity_check: {done} {done.out[:300]!r}"


def library(name="faults"):
    """Path of a LD_PRELOAD library of this folder, built if need be."""
    source = os.path.join(ROOT, "tests", "faults", name + ".c")
    built = os.path.join(ROOT, "build", name + ".so")
    if not os.path.exists(built) or \
            os.path.getmtime(built) < os.path.getmtime(source):
        os.makedirs(os.path.dirname(built), exist_ok=True)
        fresh = f"{built}.{os.getpid()}"
        subprocess.run([os.environ.get("CC", "gcc"), "-D_GNU_SOURCE",
                        "-std=gnu11", "-O1", "-fPIC", "-shared", "-o", fresh,
                        source, "-ldl"], check=True)
        os.rename(fresh, built)
    return built
