#!/usr/bin/env python3
"""Many inputs in one database: nothing is lost, nothing depends on how it came.

usage: whole.py GBQ FOLDER WORK ARCHIVES

FOLDER holds folders GROUP/NAME (or GROUP/GROUP/NAME) with reports and trace
logs in each; below ARCHIVES is GROUP/NAME.tar.zst, a tar of each NAME; WORK is
a folder to write to.
Checked: a second ingest adds nothing; gbq extract gives every run back; a copy
whose files were made in another order (read with another locale, time zone and
number of threads), a tar.gz, a zip and the ARCHIVES give the same rows of every
public view; so does gbq rebuild, and gbq check finds
nothing. Prints TAP.
"""
import collections, hashlib, os, random, re, shutil, sqlite3, subprocess, sys
import tarfile, zipfile

# columns that differ from one ingest to the next, and what is not of the input
NOT_COMPARED = {"run_id", "ingested_at", "source_path", "name"}
NOT_OF_A_RUN = {"break_kinds"}
number = failed = 0


def test(name, *found):
    """ok if nothing was found"""
    global number, failed
    number += 1
    failed += bool(found)
    print(f"{'not ok' if found else 'ok'} {number} - {name}")
    for text in found[:8]:
        print(f"# {text}"[:400])
    if len(found) > 8:
        print(f"# and {len(found) - 8} more")


def ingest(gbq, database, *paths, **environment):
    done = subprocess.run([gbq, "--db", database, "ingest", *paths],
                          capture_output=True,
                          env=dict(os.environ, **environment))
    if done.returncode not in (0, 4):  # 4: folders with nothing in them
        print(done.stderr.decode(errors="replace")[-2000:], file=sys.stderr)
        raise SystemExit(f"gbq ingest ended with {done.returncode}")
    return done.stdout.decode(errors="replace").splitlines()


def connect(database):
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    connection.text_factory = bytes
    return connection


def digests(database):
    """{run_key: {view: digest of its rows}}, {run_key: name}"""
    with connect(database) as c:
        keys = dict(c.execute("SELECT run_id, run_key FROM runs"))
        names = dict(c.execute("SELECT run_key, name FROM runs"))
        views = [v.decode() for (v,) in c.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'view'")]
        out = collections.defaultdict(dict)
        for view in views:
            columns = [n.decode() for (n,) in c.execute(
                "SELECT name FROM pragma_table_info(?)", [view])]
            if view in NOT_OF_A_RUN:
                continue
            kept = ", ".join(f'"{n}"' for n in columns
                             if n not in NOT_COMPARED)
            rows = collections.defaultdict(list)
            for row in c.execute(f"SELECT run_id, {kept} FROM {view}"):
                rows[row[0]].append(repr(row[1:]))
            for run, texts in rows.items():
                texts.sort()
                out[keys[run]][view] = hashlib.sha1(
                    "\n".join(texts).encode()).hexdigest()
    return dict(out), names


def twins_of(database, folder, lines):
    """{run_key: names} of what has the same bytes, from what ingest said"""
    out = collections.defaultdict(set)
    with connect(database) as c:
        keys = dict(c.execute("SELECT run_id, run_key FROM runs"))
    for line in lines:
        run, name, said = re.match("run ([0-9]+) (.*?): (.*)", line).groups()
        if " found again as " in said:
            name = os.path.relpath(said.split(" found again as ")[1], folder)
        out[keys[int(run)]].add(name.encode())
    return out


def contents(database):
    """{table: digest of its rows}"""
    out = {}
    with connect(database) as c:
        for (table,) in c.execute("SELECT name FROM sqlite_schema "
                                  "WHERE type = 'table'").fetchall():
            digest = hashlib.sha1()
            for row in c.execute(f'SELECT * FROM "{table.decode()}"'):
                digest.update(repr(row).encode())
            out[table.decode()] = digest.hexdigest()
    return out


def compare(title, expected, database, twins=None):
    """twins: {run_key: names of inputs with the same bytes}, of which any may
    come first"""
    want, names = expected
    got, got_names = digests(database)
    for key, views in want.items():
        name = names[key].decode(errors="replace")
        if key not in got:
            test(f"{title}: {name}", "it is no run there")
            continue
        found = [f"other rows of {view}" for view in sorted(
            set(views) | set(got[key]))
                 if views.get(view) != got[key].get(view)]
        if got_names[key] not in (twins[key] if twins else {names[key]}):
            found.append(f"is named {got_names[key]}")
        test(f"{title}: {name}", *found)
    test(f"{title}: there are no other runs",
         *[got_names[key].decode(errors="replace")
           for key in got if key not in want])


def named_by_archives(expected, archives):
    """what is expected, with the names that runs get from archives: one that
    holds a folder of another name has both in its runs' names"""
    rows, names = expected
    names = dict(names)
    for folder, _, files in os.walk(archives):
        for file in files:
            if not file.endswith(".tar.zst"):
                continue
            stem = file[:-len(".tar.zst")]
            listed = subprocess.run(
                ["tar", "-tf", os.path.join(folder, file)],
                capture_output=True, check=True).stdout
            tops = {path.split(b"/")[1 if path.startswith(b"./") else 0]
                    for path in listed.splitlines()}
            group = os.path.relpath(folder, archives).encode()
            for top in tops - {stem.encode(), b""}:
                old = group + b"/" + top + b"/"
                for key, name in names.items():
                    if name.startswith(old):
                        names[key] = b"/".join(
                            (group, stem.encode(), name[len(group) + 1:]))
    return rows, names


def extract(gbq, database, work):
    with connect(database) as c:
        runs = c.execute("SELECT run_id, name, source_path FROM runs").fetchall()
    for run, name, path in runs:
        out = os.path.join(work, "extracted")
        done = subprocess.run([gbq, "--db", database, "extract", f"id:{run}",
                               out], capture_output=True)
        found = []
        if done.returncode:
            found = [done.stderr.decode(errors="replace")]
        elif os.path.isdir(path):
            # a folder in it that is a run of its own is not of this one
            inner = [f"Only in {os.fsdecode(os.path.dirname(other))}: "
                     f"{os.fsdecode(os.path.basename(other))}"
                     for _, _, other in runs]
            found = [line for line in subprocess.run(
                ["diff", "-r", path, out], capture_output=True).stdout.decode(
                    errors="surrogateescape").splitlines()
                if line not in inner]
        else:  # a single file: a log, a console text
            files = [os.path.join(d, f) for d, _, fs in os.walk(out)
                     for f in fs]
            with open(path, "rb") as file:
                whole = file.read()
            if len(files) != 1 or open(files[0], "rb").read() != whole:
                found = [f"{files} is not {path}"]
        test(f"extract gives back {name.decode(errors='replace')}", *found)
        shutil.rmtree(out, ignore_errors=True)


def rebuild(gbq, expected, database, twins=None):
    """every invariant holds; all rows computed anew are the same rows"""
    for title in ("as ingested", "rebuilt"):
        done = subprocess.run([gbq, "--db", database, "check"],
                              capture_output=True)
        test(f"{title}, every invariant holds",
             *[(done.stdout + done.stderr).decode(errors="replace")]
             * (done.returncode != 0))
        if title == "rebuilt":
            break
        done = subprocess.run([gbq, "--db", database, "rebuild"],
                              capture_output=True)
        test("all runs can be rebuilt", *[done.stderr.decode(
            errors="replace")] * (done.returncode != 0))
    compare("rebuilt", expected, database, twins)


def groups(folder):
    """paths of the folders NAME below FOLDER, relative"""
    for place, folders, files in os.walk(folder):
        folders.sort()
        if files or {"trace", "before"} & set(folders):
            folders.clear()
            yield os.path.relpath(place, folder)


def shuffled_copy(folder, copy):
    """hard links, made in another order"""
    paths = [os.path.relpath(os.path.join(place, name), folder)
             for place, folders, files in os.walk(folder)
             for name in files + [f for f in folders if not os.listdir(
                 os.path.join(place, f))]]
    random.Random(1).shuffle(paths)
    for path in paths:
        source, target = (os.path.join(f, path) for f in (folder, copy))
        if os.path.isdir(source):
            os.makedirs(target, exist_ok=True)
        else:
            os.makedirs(os.path.dirname(target), exist_ok=True)
            os.link(source, target)


def members(folder, name):
    """(path, name in an archive), in no order"""
    out = []
    for place, folders, files in os.walk(os.path.join(folder, name)):
        for item in folders + files:
            path = os.path.join(place, item)
            out.append((path, os.path.relpath(
                path, os.path.dirname(os.path.join(folder, name)))))
    random.Random(2).shuffle(out)
    return out


def as_tar(folder, name, path):
    with tarfile.open(path + ".tar.gz", "w:gz", compresslevel=1) as archive:
        for item, inside in members(folder, name):
            archive.add(item, inside, recursive=False)
    return path + ".tar.gz"


def as_zip(folder, name, path):
    with zipfile.ZipFile(path + ".zip", "w", zipfile.ZIP_DEFLATED,
                         compresslevel=1) as archive:
        for item, inside in members(folder, name):
            archive.write(item, inside)
    return path + ".zip"


def packed(gbq, expected, twins, folder, work, title, pack):
    """one archive of each NAME; then a database of all"""
    for name in groups(folder):
        path = os.path.join(work, title, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        pack(folder, name, path)
    database = os.path.join(work, f"{title}.db")
    ingest(gbq, database, os.path.join(work, title))
    compare(title, expected, database, twins)
    shutil.rmtree(os.path.join(work, title))
    os.remove(database)


def main(gbq, folder, work, archives):
    os.makedirs(work, exist_ok=True)
    database = os.path.join(work, "folders.db")
    first = ingest(gbq, database, folder)
    expected = digests(database)
    twins = twins_of(database, folder, first)
    print(f"# note: {len(expected[0])} runs in one database of "
          f"{os.path.getsize(database)} bytes")
    before = contents(database)
    again = ingest(gbq, database, folder)
    test("a second ingest says unchanged of each",
         *[line for line in again if ": unchanged" not in line])
    test("and names as many inputs",
         *[f"{len(again)}, not {len(first)}"] * (len(again) != len(first)))
    after = contents(database)
    test("and leaves every table as it was",
         *[table for table in before if before[table] != after[table]])
    extract(gbq, database, work)
    rebuild(gbq, expected, database)
    os.remove(database)

    copy = os.path.join(work, "another order")
    shuffled_copy(folder, copy)
    database = os.path.join(work, "shuffled.db")
    ingest(gbq, database, "-j", "3", copy, LC_ALL="POSIX",
           TZ="America/St_Johns")
    compare("another order of files, locale, time zone and threads",
            expected, database)
    shutil.rmtree(copy)
    os.remove(database)

    packed(gbq, expected, twins, folder, work, "tar.gz", as_tar)
    packed(gbq, expected, twins, folder, work, "zip", as_zip)
    # the archives alone: other inputs may lie beside them
    copy = os.path.join(work, "archives")
    shutil.copytree(archives, copy, ignore=lambda parent, names: [
        name for name in names if not name.endswith(".tar.zst") and
        not os.path.isdir(os.path.join(parent, name))])
    database = os.path.join(work, "archives.db")
    ingest(gbq, database, copy)
    expected = named_by_archives(expected, copy)
    compare("the archives as they are", expected, database)
    rebuild(gbq, expected, database)
    print(f"1..{number}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
