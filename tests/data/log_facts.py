#!/usr/bin/env python3
"""Compare what gbq took from raw.log with what a few lines of Python read.

usage: log_facts.py GBQ REPORT...

For each report folder with a raw.log: function, file, line, start and end of
every compile; calls and seconds of every phase; the first configuration of
each system; times of the run. Prints TAP.
"""
import collections, datetime, json, math, re, subprocess, sys, tempfile

LINE = re.compile(
    rb"^\w(\d\d)(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{6}) \S+ [^\]]*\] (\{.*)$")
RESUME = re.compile(r"^torch_dynamo_resume_in_(.*)_at_\d+$")


def records(path):
    """(time of the line, envelope, payload) of each record"""
    last = None
    with open(path, "rb") as log:
        for line in log.read().split(b"\n"):
            if line.startswith(b"\t"):
                if last:
                    last[2].append(line[1:])
                continue
            match = LINE.match(line.rstrip(b"\r"))
            if not match:
                continue
            if last:
                yield last[0], last[1], b"\n".join(last[2])
            try:
                envelope = json.loads(match[7])
            except ValueError:
                last = None
                continue
            last = (tuple(int(match[i]) for i in range(1, 7)), envelope, [])
    if last:
        yield last[0], last[1], b"\n".join(last[2])


def compile_id(e):
    if e.get("frame_id") is None and e.get("compiled_autograd_id") is None:
        return None
    parts = ["-" if e.get(k) is None else str(e[k])
             for k in ("frame_id", "frame_compile_id")]
    ca = e.get("compiled_autograd_id")
    return ("" if ca is None else f"!{ca}/") + "/".join(parts)


class Facts:
    def __init__(self, path):
        self.functions, self.configs = [], {}
        self.spans = collections.defaultdict(list)
        self.calls = collections.Counter()
        self.seconds = collections.Counter()
        self.first = self.last = None
        for time, envelope, payload in records(path):
            self.first = min(self.first or time, time)
            self.last = max(self.last or time, time)
            self.take(envelope, payload)

    def take(self, envelope, payload):
        metrics = envelope.get("compilation_metrics")
        if metrics:
            if metrics.get("co_name") and compile_id(envelope):
                self.functions.append(self.function(envelope, metrics))
            for key, value in metrics.items():
                if key.endswith("_config") and value:
                    self.configs.setdefault(key[:-7], value)
        if "chromium_event" in envelope and payload:
            self.event(envelope, json.loads(payload))

    @staticmethod
    def function(envelope, metrics):
        name = metrics["co_name"]
        while RESUME.match(name):
            name = RESUME.match(name)[1]
        return (compile_id(envelope), metrics["co_filename"],
                metrics["co_firstlineno"], name)

    def event(self, envelope, event):
        args = event.get("args") or {}
        key = (args.get("compile_id") or compile_id(envelope), event["name"])
        spans = self.spans[key, envelope.get("rank")]
        if event["ph"] == "B":
            self.calls[key] += 1
            spans.append(event["ts"])
        elif event["ph"] == "E":
            if spans:
                self.seconds[key] += (event["ts"] - spans.pop()) / 1e6
            else:
                self.calls[key] += 1
        elif event["ph"] == "X":
            self.calls[key] += 1
            self.seconds[key] += event["dur"] / 1e6


def ask(gbq, database, sql):
    out = subprocess.run([gbq, "--db", database, "sql", "-f", "json", sql],
                         capture_output=True, check=True)
    return json.loads(out.stdout)


def differences(gbq, report):
    """what differs, a text each; and how many facts were compared"""
    facts = Facts(f"{report}/raw.log")
    with tempfile.TemporaryDirectory() as folder:
        database = f"{folder}/gbq.db"
        subprocess.run([gbq, "-q", "--db", database, "ingest", report],
                       check=True, capture_output=True)
        got = collections.Counter(
            (r["compile_id"], r["file"], r["line"], r["function"])
            for r in ask(gbq, database, "SELECT compile_id, file, line, "
                         "function FROM compiles"))
        phases = {(r["compile_id"], r["phase"]): r for r in ask(
            gbq, database, "SELECT compile_id, phase, sum(calls) AS calls, "
            "total(total_s) AS total_s, total(self_s) AS self_s "
            "FROM phases GROUP BY 1, 2")}
        configs = ask(gbq, database,
                      "SELECT system, key, value FROM configs")
        run = ask(gbq, database, "SELECT started_at, last_record_at FROM runs")
    for function, count in collections.Counter(facts.functions).items():
        if got[function] < count:
            yield f"compile {function}: {got[function]} of {count} stored"
    for key, calls in facts.calls.items():
        row = phases.get(key, {"calls": 0, "total_s": 0.0})
        if row["calls"] != calls or not math.isclose(
                row["total_s"], facts.seconds[key], abs_tol=1e-5):
            yield (f"phase {key}: {row['calls']} calls, {row['total_s']} s "
                   f"stored, {calls}, {facts.seconds[key]} in the log")
    yield from config_differences(facts, configs)
    for name, time in (("started_at", facts.first),
                       ("last_record_at", facts.last)):
        if run[0][name] is None:
            if facts.calls:
                yield f"{name} is unknown"
            continue
        stored = datetime.datetime.strptime(run[0][name],
                                            "%Y-%m-%dT%H:%M:%S.%fZ")
        # the zone of the machine that ran it is whole quarters of an hour
        local = datetime.datetime(stored.year, *time)
        if abs((local - stored).total_seconds()) % 900 not in (0, 900):
            yield f"{name} {run[0][name]} is not {time}"


def config_differences(facts, configs):
    got = collections.defaultdict(dict)
    for row in configs:
        got[row["system"]][row["key"]] = row["value"]
    for system, text in facts.configs.items():
        want = json.loads(text)
        for key, value in want.items():
            have = got[system].get(key, "missing")
            if not isinstance(value, str):
                have = json.loads(have) if have != "missing" else have
            if have != value:
                yield f"config {system}.{key}: {have!r} is not {value!r}"


def main(gbq, reports):
    number = failed = 0
    totals = collections.Counter()
    for report in reports:
        number += 1
        found = list(differences(gbq, report))
        facts = Facts(f"{report}/raw.log")
        totals.update(compiles=len(facts.functions), phases=len(facts.calls),
                      configs=len(facts.configs))
        print(f"{'not ok' if found else 'ok'} {number} - {report}")
        for text in found[:5]:
            print(f"# {text}"[:300])
        failed += bool(found)
    print("# note: " + ", ".join(f"{n} {k}" for k, n in totals.items()))
    print(f"1..{number}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
