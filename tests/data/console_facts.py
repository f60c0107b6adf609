#!/usr/bin/env python3
"""Each place and GB id that a console text names is stored, and no other.

usage: console_facts.py GBQ TEXT...

Places are read from the lines "Graph break … in user code at FILE:LINE", ids
from links in lines of the graph_breaks log, recompiles from lines
"Recompiling function" and, without these, warnings of the limit. Prints TAP.
"""
import collections, json, re, subprocess, sys, tempfile

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


def main(gbq, texts):
    failed = 0
    for number, path in enumerate(texts, 1):
        found = list(differences(gbq, path))
        failed += bool(found)
        print(f"{'not ok' if found else 'ok'} {number} - "
              + "/".join(path.split("/")[-3:]))
        for text in found[:6]:
            print(f"# {text}"[:300])
    print(f"1..{len(texts)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
