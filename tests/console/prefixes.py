#!/usr/bin/env python3
"""A console text is read alike behind what any runner puts before its lines.

usage: prefixes.py [--share N] [--only PREFIX] [--table] GBQ FOLDER

Each text of the folder is read plain, then with each line behind each of the
prefixes below, and by turns with another text as two streams: rows must not
differ, but for ranks and processes that a prefix tells. --share: one case of
N. --table: what differs, a line a prefix. Prints TAP.
"""
import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile

RED, DIM, OFF = "\x1b[31m", "\x1b[2m", "\x1b[0m"
VIEWS = {
    "breaks": "SELECT compile_id, attempt, form, gb_id, kind, detail, file, "
              "line, function, source, reason FROM breaks",
    "sites": "SELECT gb_id, kind, file, line, function, events FROM sites",
    "recompiles": "SELECT c.compile_id, c.function, c.file, c.line "
                  "FROM recompiles AS r JOIN compiles AS c "
                  "ON c.run_id = r.run_id AND c.compile_no = r.compile_no",
    "guards": "SELECT compile_id, missed_compile_id, guard_class, source, "
              "expected, actual FROM guard_failures",
    "failures": "SELECT compile_id, category, stage, fail_type, reason, file, "
                "line, function FROM failures",
    "problems": "SELECT severity, code, message, count FROM problems "
                "WHERE severity <> 'note'",
}


def clock(n, form="%02d:%02d:%02d"):
    """A time that runs on from line to line."""
    return form % (9 + n // 3600, n // 60 % 60, n % 60)


def each(form, **options):
    """A prefix of a fixed text with {t} clock, {n} line, {u} microseconds."""
    def put(line, n):
        text = form.format(t=clock(n // 3), n=n, u="%06d" % (n * 7919 % 10**6),
                           e=1767225600 + n)
        if options.get("strips") and not line:
            return text.rstrip()
        return text + line + options.get("end", "")
    return put


# name: how a line comes out of the runner. Of those in STREAMS two at once are
# told apart by the mark that {m} stands for.
PREFIXES = {
    "none": lambda line, n: line,
    "compose": each("app-1  | "),
    "compose, stripped": each("app-1  | ", strips=True),
    "github": each("2026-01-01T{t}.0{u}Z "),
    "github, stripped": each("2026-01-01T{t}.0{u}Z ", strips=True),
    "kubectl --prefix": each("[pod/train-0/main] "),
    "kubectl --timestamps": each("2026-01-01T{t}.{u}000Z "),
    "kubectl, both": each("[pod/train-0/main] 2026-01-01T{t}.{u}000Z "),
    "stern": each("train-abc12 main "),
    "vllm core": each("(EngineCore_DP0 pid=71) ERROR 01-01 {t} "
                      "[core.py:708] "),
    "vllm worker": each("(Worker_TP1 pid=72) "),
    "vllm server": each("(APIServer pid=9) INFO 01-01 {t} [x.py:12] "),
    "sglang": each("[2026-01-01 {t} TP0] "),
    "ray": each("(RayTrainWorker pid=123, ip=10.0.0.4) "),
    "ray, coloured": each("\x1b[36m(RayTrainWorker pid=123)\x1b[0m "),
    "slurm -l": each("0: "),
    "slurm -l, wide": each(" 3: "),
    "mpirun -tag-output": each("[1,0]<stderr>:"),
    "torchrun": each("[default0]:"),
    "torch rank": each("[rank2]:"),
    "rank word": each("rank1| "),
    "journald": each("Jan 01 {t} host python3[4711]: "),
    "journald, iso": each("2026-01-01T{t}+0000 host python3[4711]: "),
    "syslog": each("<13>Jan  1 {t} host train: "),
    "dmesg": each("[ {n}.{u}] "),
    "ts": each("Jan 01 {t} "),
    "ts -s": each("00{t} "),
    "epoch": each("{e}.{u} "),
    "epoch, ms": each("{e}123 "),
    "loguru": each("2026-01-01 {t}.123 | ERROR    | train:main:12 - "),
    "logging": each("2026-01-01 {t},123 - train - ERROR - "),
    "logging, basic": each("ERROR:train:"),
    "structlog": each("2026-01-01 {t} [error    ] "),
    "accelerate": each("[2026-01-01 {t},123] [ERROR] [launch.py:12:main] "),
    "gitlab": each("2026-01-01T{t}.{u}Z 00O "),
    "jenkins": each("[2026-01-01T{t}.123Z] "),
    "jenkins, old": each("[{t}] "),
    "buildkite": each("\x1b_bk;t={e}123\x07"),
    "cloudwatch": each("2026-01-01T{t}.123000+00:00 train/worker/0a1b2c "),
    "azureml": each("2026/01/01 {t} "),
    "sagemaker": each("[1,mpirank:0,algo-1]<stderr>:"),
    "azure devops": each("2026-01-01T{t}.0{u}Z ##[error]"),
    "gh run view": each("build\tRun tests\t2026-01-01T{t}.0{u}Z "),
    "teamcity": each("[{t}][Step 2/5] "),
    "gcloud": each("2026-01-01 {t}.{u} UTC [train-0] "),
    "vertex": each("workerpool0-0 2026-01-01 {t} +0000 "),
    "lightning": each("[rank: 1] "),
    "deepspeed": each("worker-0: "),
    "wandb": each("wandb: "),
    "celery": each("[2026-01-01 {t},123: ERROR/ForkPoolWorker-2] "),
    "absl": each("I0101 {t}.{u} 140123456789 train.py:12] "),
    "log4j": each("26/01/01 {t} INFO Executor: "),
    "12 hours": each("01/01/2026 {t} AM - "),
    "compose of github of a rank": each(
        "app-1  | 2026-01-01T{t}.0{u}Z [rank0]: "),
    "grep -H": each("run.log:"),
    "diff": each("+"),
    "mail quote": each("> ", strips=True),
    "mail quote, twice": each("> > ", strips=True),
    "indent": each("    "),
    "indent, tab": each("\t"),
    "pytest E": each("E   ", strips=True),
    "colour around": lambda line, n: RED + line + OFF,
    "dim around": lambda line, n: DIM + line + OFF if line else line,
    "progress": lambda line, n: line and
    f" {n}%|###  | {n}/99 [{clock(n)}]\r" + line,
    "progress, once": lambda line, n: line if n else
    f"\r 12%|###  | 5/99 [{clock(n)}<00:07, 5.1it/s]" + line,
    "log call, once": lambda line, n: line if n else
    f"2026-01-01 {clock(n)},123 - train - ERROR - " + line,
    "crlf": lambda line, n: line + "\r",
}
# Two of one runner, by their marks.
STREAMS = {
    "compose": ("app-1  | ", "app-2  | "),
    "kubectl": ("[pod/train-0/main] ", "[pod/train-1/main] "),
    "vllm": ("(Worker_TP0 pid=72) ", "(Worker_TP1 pid=73) "),
    "ray": ("(Trainer pid=123) ", "(Trainer pid=124) "),
    "slurm": ("0: ", "1: "),
    "mpirun": ("[1,0]<stderr>:", "[1,1]<stderr>:"),
    "torchrun": ("[default0]:", "[default1]:"),
    "rank": ("[rank0]: ", "[rank1]: "),
    "journald": ("Jan 01 09:00:00 host a[1]: ", "Jan 01 09:00:00 host b[2]: "),
}


def read_lines(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        return file.read().rstrip("\n").split("\n")


def ask(gbq, database, sql):
    done = subprocess.run([gbq, "--db", database, "sql", "-f", "jsonl", sql],
                          capture_output=True, check=True)
    return done.stdout.decode("utf-8", "replace").splitlines()


def rows_of(gbq, lines):
    """{view: Counter of rows} of a text; or what ingest said."""
    with tempfile.TemporaryDirectory(prefix="gbq-prefixes-") as folder:
        text, database = (os.path.join(folder, name)
                          for name in ("console.txt", "gbq.db"))
        with open(text, "w", encoding="utf-8", newline="\n") as file:
            file.write("\n".join(lines) + "\n")
        done = subprocess.run([gbq, "--db", database, "ingest", "-q", text],
                              capture_output=True)
        if done.returncode:
            return {"exit": collections.Counter([done.returncode])}
        return {view: collections.Counter(ask(gbq, database, sql))
                for view, sql in VIEWS.items()}


def added(one, two):
    return {view: one.get(view, collections.Counter()) +
            two.get(view, collections.Counter()) for view in VIEWS}


def differences(expected, found):
    lines = []
    for view in sorted(set(expected) | set(found)):
        want = expected.get(view, collections.Counter())
        have = found.get(view, collections.Counter())
        lines += [f"{view}: missing {row}" for row in (want - have)]
        lines += [f"{view}: too many {row}" for row in (have - want)]
    return lines


def wrapped(lines, put):
    return [put(line, n) for n, line in enumerate(lines)]


def mixed(one, two, marks):
    """Two texts by turns, each behind its mark."""
    out = []
    for n in range(max(len(one), len(two))):
        for lines, mark in ((one, marks[0]), (two, marks[1])):
            if n < len(lines):
                out.append(mark + lines[n])
    return out


def cases(texts):
    """(name, what gives the lines, names of the texts)"""
    for text, lines in texts.items():
        for prefix, put in PREFIXES.items():
            yield (f"{text} behind {prefix}",
                   lambda lines=lines, put=put: wrapped(lines, put), (text,))
    names = list(texts)
    for stream, marks in STREAMS.items():
        for n, text in enumerate(names):
            other = names[(n + 1) % len(names)]
            yield (f"{text} and {other} by {stream}", lambda text=text,
                   other=other, marks=marks: mixed(
                       texts[text], texts[other], marks), (text, other))


def sum_of(plain, names):
    if len(names) == 1:
        return plain[names[0]]
    return added(plain[names[0]], plain[names[1]])


def without_sites(rows):
    """Two streams may share sites: their events add up, sites do not."""
    return {view: rows for view, rows in rows.items() if view != "sites"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--share", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("gbq")
    parser.add_argument("folder")
    arguments = parser.parse_args()
    texts = {name[:-4]: read_lines(os.path.join(arguments.folder, name))
             for name in sorted(os.listdir(arguments.folder))
             if name.endswith(".txt")}
    plain = {name: rows_of(arguments.gbq, lines)
             for name, lines in texts.items()}
    count = failed = 0
    wrong = collections.defaultdict(list)
    for number, (name, lines, of) in enumerate(cases(texts)):
        if arguments.only not in name or number % arguments.share:
            continue
        count += 1
        expected, found = sum_of(plain, of), rows_of(arguments.gbq, lines())
        if len(of) > 1:
            expected, found = without_sites(expected), without_sites(found)
        lines = differences(expected, found)
        failed += bool(lines)
        if lines:
            wrong[re.sub(r".* (behind|by) ", "", name)].append(of[0])
        print(f"{'not ok' if lines else 'ok'} {count} - {name}")
        for line in lines[:6]:
            print("# " + line[:240])
    print(f"1..{count}")
    if arguments.table:
        for prefix, of in sorted(wrong.items()):
            print(f"# {prefix}: {', '.join(of)}")
    sys.exit(1 if failed else 0)


main()
