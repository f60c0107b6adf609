#!/usr/bin/env python3
"""Each place and GB id that a console text names is stored, and no other.

usage: console_facts.py GBQ TEXT...

Where the run's report or trace log lies beside the text, both are also
ingested together (--with-console): each place and id is stored then, too, and
no break is there twice. Places are read from the lines "Graph break … in user code at FILE:LINE", ids
from links in lines of the graph_breaks log, recompiles from lines
"Recompiling function" and, without these, warnings of the limit. Prints TAP.
"""
import collections, json, os, re, subprocess, sys, tempfile

PREFIX = re.compile(r"^(?:\[\w+\d+\]:)*(?:[VIWE]\d{4} [\d:.]+ \d+ [^\]]+\] "
                    r"|\[[\d-]+ [\d:,]+\] )?((?:\[[^\]]*\] )*)")
BREAK = re.compile(r"^Graph break(?: \(user stack suppressed due to duplicate "
                   r"graph break\))? in user code at (.*):(\d+)\r?$")
GB = re.compile(r"/gb/gb(\d{4})\.html")


def facts(path):
    places, ids, recompiles = collections.Counter(), set(), 0
    recompiled = set()
    with open(path, encoding="utf-8", errors="replace", newline="\n") as file:
        for line in file.read().split("\n"):
            match = PREFIX.match(line)
            text = line[match.end():]
            found = BREAK.match(text)
            if found:
                places[found[1], int(found[2])] += 1
            if "[__graph_breaks]" in match[1]:
                ids.update("GB" + n for n in GB.findall(text))
            if text.startswith("Recompiling function ") and \
                    "[__recompiles]" in match[1]:
                recompiles += 1
                recompiled.add(match[1].split()[0])
            elif text.startswith("torch._dynamo hit config.") and match[1] \
                    and match[1].split()[0] not in recompiled:
                recompiles += 1
    return places, ids, recompiles


def ask(gbq, database, sql):
    out = subprocess.run([gbq, "--db", database, "sql", "-f", "json", sql],
                         capture_output=True, check=True)
    return json.loads(out.stdout.decode("utf-8", "replace"))


def differences(gbq, path):
    places, ids, recompiles = facts(path)
    with tempfile.TemporaryDirectory() as folder:
        database = f"{folder}/gbq.db"
        done = subprocess.run([gbq, "-q", "--db", database, "ingest", path],
                              capture_output=True)
        if done.returncode:
            if done.returncode != 3 or places or ids or recompiles:
                yield f"exit {done.returncode}: {done.stderr[-200:]}"
            return
        events = ask(gbq, database, "SELECT file, line, gb_id, notice, "
                     "consequence_gb_id, form, reason FROM breaks "
                     "WHERE evidence = 'console'")
        count = ask(gbq, database, "SELECT count(*) AS n FROM recompiles")
    got = collections.Counter((e["file"], e["line"]) for e in events
                              if not e["notice"] and e["form"] != "error"
                              and not e["reason"].startswith("WON'T"))
    for place, n in (places - got).items():
        yield f"place {place}: {n} more in the text"
    if places:
        for place, n in (got - places).items():
            if "\n" not in place[0]:  # this script reads line by line
                yield f"place {place}: {n} more stored"
    stored = {e[k] for e in events for k in ("gb_id", "consequence_gb_id")}
    for gb in ids - stored:
        yield f"{gb} is in the text only"
    for gb in stored - ids - {None} if ids else ():
        yield f"{gb} is stored only"
    if count[0]["n"] > recompiles:
        yield f"{count[0]['n']} recompiles stored, {recompiles} in the text"


BREAKS = ("SELECT rank, compile_id, evidence, coalesce(gb_id, kind) AS kind, "
          "gb_id, consequence_gb_id, file, line FROM breaks")


def has_reason_files(gbq, database):
    """torch before 2.6 writes none; before 2.5 no version either"""
    version = ask(gbq, database, "SELECT torch_version AS v FROM runs")[0]["v"]
    return version and int(version.split(".")[1]) >= 6


def beside(gbq, text, folder):
    """differences of report or trace with and without its console text"""
    places, ids, _ = facts(text)
    with tempfile.TemporaryDirectory() as work:
        alone, both = f"{work}/alone.db", f"{work}/both.db"
        for database, options in ((alone, ()),
                                  (both, ("--with-console", text))):
            done = subprocess.run([gbq, "-q", "--db", database, "ingest",
                                   folder, *options], capture_output=True)
            if done.returncode:
                yield f"exit {done.returncode}: {done.stderr[-200:]}"
                return
        whole = has_reason_files(gbq, both)
        before, after = (ask(gbq, d, BREAKS) for d in (alone, both))
        ranks = {r["rank"] for r in ask(gbq, alone,
                                        "SELECT rank FROM compiles")}
    added = [e for e in after if e["evidence"] == "console"]
    if len(after) - len(added) != len(before):
        yield f"{len(before)} breaks, {len(after) - len(added)} with the text"
    for event in added:
        same = [e for e in after if e["evidence"] != "console" and all(
            e[k] == event[k] for k in ("rank", "compile_id", "kind", "line"))]
        if same:
            yield f"twice: {event}"
        if whole and event["rank"] in ranks:
            yield f"the log lacks {event}"
    have = {(e["file"], e["line"]) for e in after}
    for place in places:
        if place not in have:
            yield f"place {place} is in the text only"
    for gb in ids - {e[k] for e in after
                     for k in ("gb_id", "consequence_gb_id")}:
        yield f"{gb} is in the text only"


def all_differences(gbq, text):
    yield from differences(gbq, text)
    for kind in ("report", "trace"):
        folder = os.path.join(os.path.dirname(text), kind)
        if os.path.isdir(folder) and os.listdir(folder) and \
                os.path.basename(text) == "torch_logs.txt":
            for found in beside(gbq, text, folder):
                yield f"with the {kind}: {found}"


def main(gbq, texts):
    failed = 0
    for number, path in enumerate(texts, 1):
        found = list(all_differences(gbq, path))
        failed += bool(found)
        print(f"{'not ok' if found else 'ok'} {number} - "
              + "/".join(path.split("/")[-3:]))
        for text in found[:6]:
            print(f"# {text}"[:300])
    print(f"1..{len(texts)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
