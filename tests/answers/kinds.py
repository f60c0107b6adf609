#!/usr/bin/env python3
"""What gbq explain knows of the kinds of graph breaks.

usage: kinds.py GBQ REGISTRY [DATA]

All ids and wordings of torch's registry; advice with its ease for the kinds
that a debugging guide treats, and for the 40 most frequent ones in the
unpacked ../shared/data (counted from its logs). Prints TAP.
"""
import collections, glob, hashlib, json, os, re, subprocess, sys, tempfile

from facts import Break, records
from tap import Tap

# The kinds of the guide, with the setting that can remove them, if any.
GUIDE = {
    "GB0003": None, "GB0007": None, "GB0029": "compiled_autograd",
    "GB0033": "capture_scalar_outputs", "GB0035": None,
    "GB0036": "capture_dynamic_output_shape_ops",
    "GB0059": "reorderable_logging_functions",
    "GB0083": "compiled_autograd", "GB0109": None,
    "GB0124": "capture_scalar_outputs", "GB0142": None, "GB0147": None,
    "GB0156": None, "GB0170": None, "GB0206": None, "GB0219": None,
    "GB0291": "ignore_logging_functions", "GB0467": None, "GB4347": None,
    "GB7000": None, "GB9493": None,
}
READABLE = re.compile(r"^[A-Z`].*[a-z]{3}")     # no name of a variable


def ask(gbq, *words):
    out = subprocess.run([*gbq, *words, "-f", "json"], capture_output=True,
                         check=True)
    return json.loads(out.stdout)


def check_registry(tap, gbq, registry):
    kinds = {k["gb_id"]: k for k in ask(gbq, "sql",
                                        "SELECT * FROM break_kinds")}
    missing = [g for g in registry if g not in kinds]
    tap.check(not missing, f"all {len(registry)} ids are known", missing)
    wrong = []
    for gb_id, wordings in registry.items():
        versions = kinds[gb_id]["versions"] if gb_id in kinds else []
        for wording, version in zip(wordings, versions):
            if [wording["Gb_type"], wording["Explanation"],
                    wording["Context"], wording["Hints"]] != [
                    version[k] for k in ("kind", "explanation", "context",
                                         "hints")]:
                wrong.append(gb_id)
        if len(versions) != len(wordings):
            wrong.append(gb_id)
    total = sum(map(len, registry.values()))
    tap.check(not wrong, f"all {total} wordings are there, newest first",
              wrong)
    no_page = [g for g in registry if not (kinds[g]["doc_url"] or ""
                                           ).endswith(f"{g.lower()}.html")]
    tap.check(not no_page, "each has its page", no_page)
    return kinds


def check_wordings(tap, gbq, folder, registry):
    """torch 2.7 and 2.8 print no id: a wording must lead to it. Wordings that
    registry took from variables, and templates, are no text of a reason."""
    ids = collections.defaultdict(set)
    for gb_id, wordings in registry.items():
        for wording in wordings:
            if READABLE.match(wording["Gb_type"]) and \
                    "{" not in wording["Gb_type"]:
                ids[wording["Gb_type"]].add(gb_id)
    with open(f"{folder}/w.log", "w") as log:
        for frame, kind in enumerate(ids):
            text = f"{kind}\n  Explanation: x\n  Hint: y\n\n  " \
                "Developer debug context: z\n"
            md5 = hashlib.md5(text.encode()).hexdigest()
            log.write('V1130 02:48:01.000000 7 torch/_dynamo/x.py:1] ' +
                      json.dumps({"artifact": {
                          "name": "dynamo_graph_break_reason",
                          "encoding": "string"}, "frame_id": frame,
                          "frame_compile_id": 0, "attempt": 0,
                          "has_payload": md5}) + "\n" +
                      "".join(f"\t{l}\n" for l in text.split("\n")))
    subprocess.run([*gbq, "-q", "ingest", f"{folder}/w.log"], check=True)
    got = {r["kind"]: r["gb_id"] for r in ask(
        gbq, "sql", "SELECT kind, gb_id FROM breaks")}
    wrong = [(k, got.get(k)) for k in ids if got.get(k) not in ids[k]]
    tap.check(not wrong, f"each of {len(ids)} wordings leads to its id", wrong)


def check_advice(tap, kinds, gb_id, flag=False):
    kind = kinds.get(gb_id) or {}
    ok = bool(kind.get("advice")) and kind.get("ease") in (0, 1, 2)
    if flag is not False:
        got = kind.get("flag")
        ok = ok and (got is None if flag is None else
                     (got or "").endswith(flag))
    tap.check(ok, f"{gb_id} has advice, ease" +
              (f" and the setting {flag}" if flag else ""),
              [kind.get(k) for k in ("advice", "ease", "flag")])


def frequent(folder):
    """the 40 most frequent ids of the reason texts in all logs"""
    found = collections.Counter()
    for log in glob.glob(f"{folder}/**/trace/*.log", recursive=True):
        for envelope, payload in records(log):
            if (envelope.get("artifact") or {}).get("name") == \
                    "dynamo_graph_break_reason":
                b = Break("", 0, None, payload.decode("utf-8", "replace"))
                if b.gb_id:
                    found[b.gb_id] += 1
    return [g for g, _ in found.most_common(40)]


def main():
    program, path = os.path.abspath(sys.argv[1]), sys.argv[2]
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        gbq = [program, "--db", f"{folder}/gbq.db"]
        with open(f"{folder}/t.log", "w"):
            pass
        subprocess.run([*gbq, "-q", "ingest", f"{folder}/t.log"], check=True)
        with open(path, encoding="utf-8") as f:
            registry = json.load(f)
        kinds = check_registry(tap, gbq, registry)
        check_wordings(tap, gbq, folder, registry)
        for gb_id, flag in GUIDE.items():
            check_advice(tap, kinds, gb_id, flag)
    if len(sys.argv) > 3:
        for gb_id in frequent(sys.argv[3]):
            check_advice(tap, kinds, gb_id)
    print(f"1..{tap.number}")
    sys.exit(bool(tap.bad))


main()
