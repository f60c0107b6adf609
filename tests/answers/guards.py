#!/usr/bin/env python3
"""Why was it compiled again: each guard of the logs, read a second time.

usage: guards.py GBQ INPUT...

For each input (a report with raw.log, a folder of logs, or a report's pages)
every guard failure: class, source, expected and actual, told from its text by
the few patterns here, and what gbq stored. A text that names a source must
come out with one. Prints TAP, one test an input.
"""
import collections, json, os, re, subprocess, sys, tempfile

from facts import Facts

KINDS = {"size": "size", "stride": "stride", "rank": "rank", "dtype": "dtype",
         "requires_grad": "requires_grad", "device": "device",
         "dispatch key set": "dispatch_key"}
PATTERNS = [    # pattern, class; groups: source, expected
    (r"len\((?P<s>.+)\) == (?P<e>\d+)$", "length"),
    (r"___check_type_id\((?P<s>.+), \d+\)(, type=<class '(?P<e>.+?)'>)?"
     r"( \(HINT: .*\))?$", "type"),
    (r"___check_obj_id\((?P<s>.+), \d+\)(, type=<class .*>)?$", "object_id"),
    (r"GLOBAL_STATE changed: (?P<s>.+?) *$", "global_state"),
    (r"KeyError on (?P<s>.+)\['(?P<e>[^']*)'\]$", "dict_keys"),
    (r"not ___dict_contains\('(?P<k>.*)', (?P<s>.+)\)$", "dict_keys"),
    (r"not math\.isnan\((?P<s>.+)\)$", "nan"),
    (r"__math_isnan\((?P<s>.+)\)$", "nan"),
    (r"(?P<s>[\w.\[\]']+) == ___as_tensor\(.*\)\.item\(\)$", "nan"),
    (r"BACKEND_MATCH failure:", "other"),
    (r"_\w+ (is|should be) (present|absent)", "other"),
    (r".*\.(size|stride)\(\)\[", "dynamic_bound"),
    (r"(?P<s>\w+) != \d+$", "dynamic_bound"),
    (r"not (?P<s>[\w.\[\]']+)$", "value"),
    (r"(?P<s>[\w.\[\]']+) (==|is) (?P<e>.*)$", "value"),
]


def plain(source):
    """L['x'] and x are the same"""
    return source and re.sub(r"^L\['(\w+)'\]", r"\1", source)


def read(guard):
    """(class, source, expected, actual); None where this does not tell"""
    match = re.match(r"tensor '(.*)' ([a-z_ ]+) mismatch(?: at index \d+)?\. "
                     r"expected (.*?)(?:, actual (.*?))?"
                     r"(?: Guard failed on a parameter.*| \(HINT.*)?$", guard)
    if match:
        expected = re.sub(r"^requires_grad=", "", match[3])
        if match[2] == "dispatch key set":
            expected, _, actual = guard.partition("expected ")[2].partition(
                ", actual ")
            return "dispatch_key", plain(match[1]), expected, actual
        return KINDS[match[2]], plain(match[1]), expected, match[4]
    text = re.sub(r"\s+#.*$", "", guard, flags=re.S).rstrip()
    for pattern, name in PATTERNS:
        match = re.match(pattern, text, re.S)
        if match:
            groups = match.groupdict()
            return name, plain(groups.get("s")), groups.get("e"), None
    return None, None, None, None


def agree(want, row):
    """Whether what the patterns tell is what stands in the row."""
    name, source, expected, actual = want
    if name is None or row["guard_class"] != name:
        return False
    if source is not None and row["source"] != source:
        return False
    if name == "value" and expected is not None:
        return str(row["expected"]).strip("'\"") == expected.strip("'\"") or \
            expected.startswith(("'", "\""))
    if expected is not None and str(row["expected"]) != expected:
        return False
    return actual is None or row["actual"] == actual


def rows_of(gbq, path):
    with tempfile.TemporaryDirectory() as folder:
        database = f"{folder}/gbq.db"
        subprocess.run([gbq, "-q", "--db", database, "ingest", path],
                       check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        def ask(sql):
            out = subprocess.run([gbq, "--db", database, "sql", sql, "-f",
                                  "json"], check=True, capture_output=True)
            return json.loads(out.stdout)
        return ask("SELECT * FROM guard_failures"), ask(
            "SELECT * FROM recompile_causes"), ask("SELECT * FROM runs")[0]


def check(gbq, path):
    """what is wrong, a text each"""
    facts = Facts(path)
    rows, causes, run = rows_of(gbq, path)
    got = collections.Counter((r["compile_id"], r["missed_compile_id"],
                               r["guard"]) for r in rows)
    want = collections.Counter((g.cid, g.missed, g.guard)
                               for g in facts.guards)
    for key in (want - got):
        yield f"not there: {key}"
    for key in (got - want):
        yield f"not in the input: {key}"
    for row in rows:
        if not row["guard"] or row["guard"].startswith("Unable to find"):
            continue
        told = read(row["guard"])
        if not agree(told, row):
            yield (f"{row['guard'][:90]}: {told}; stored " + str(tuple(
                row[k] for k in ("guard_class", "source", "expected",
                                 "actual"))))
    yield from check_causes(rows, causes, run)


def check_causes(rows, causes, run):
    """Causes hold all guard failures; one class each, one run's counts."""
    by_cause = collections.Counter(r["cause_id"] for r in rows)
    classes = {c["cause_id"]: c["guard_class"] for c in causes}
    for cause in causes:
        if cause["guard_failures"] != by_cause[cause["cause_id"]]:
            yield f"cause {cause['cause_id']}: {cause['guard_failures']}, " \
                f"not {by_cause[cause['cause_id']]} guard failures"
    for row in rows:
        if row["guard"] and classes.get(row["cause_id"]) != \
                row["guard_class"]:
            yield f"{row['guard'][:60]} is in a cause of another class"
    if run["guard_failures"] != len(rows):
        yield f"the run says {run['guard_failures']}, not {len(rows)}"


# What a person counted: recompiles, guard failures, causes.
COUNTED = {"lm_varlen_train": (39, 142, 3)}


def main():
    gbq, number, bad = os.path.abspath(sys.argv[1]), 0, 0
    for path in sys.argv[2:]:
        wrong = list(check(gbq, path))
        for name, figures in COUNTED.items():
            if f"/{name}/" in path:
                rows, causes, run = rows_of(gbq, path)
                got = run["recompiles"], len(rows), len(causes)
                if got != figures:
                    wrong.append(f"{got} recompiles, guard failures, causes, "
                                 f"not {figures}")
        number += 1
        bad += bool(wrong)
        label = "/".join(path.rstrip("/").split("/")[-4:])
        print(f"{'not ok' if wrong else 'ok'} {number} - guards of {label}")
        for text in wrong[:6]:
            print(f"# {text}")
    print(f"1..{number}")
    sys.exit(bool(bad))


main()
