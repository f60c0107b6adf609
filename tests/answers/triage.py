#!/usr/bin/env python3
"""gbq triage against what an expert says of five runs.

usage: triage.py GBQ [MODELS]     MODELS: the models of ../shared/data, unpacked

triage_oracle.txt has the items with their verdicts, in the expert's order. Of
each run: every item with its verdict and what it goes with; the order of what
is to be mended; and the figures of the heading, computed again from raw.log.
A difference that the file explains must be one. Prints TAP.
"""
import json, os, subprocess, sys

from facts import Facts
from tap import Tap

FIXTURES = os.path.normpath(
    f"{os.path.dirname(os.path.abspath(__file__))}/../../fixtures")
ADVICE = {  # what must be said beside torch's hint, which does not help there
    ("mixtral_moe", 79): "may only move the break",
    ("wav2vec2_pretrain", 141): "may only move the break",
    ("llama_static_generate", 13): "can turn it into an error",
    ("lm_varlen_train", 4778): "ignore_logging_functions",
    ("ddp_gpt", 29): "reorderable_logging_functions",
}


def oracle():
    """run -> [(item, line, verdict, leader's line, differs)]"""
    runs = {}
    folder = os.path.dirname(os.path.abspath(__file__))
    with open(f"{folder}/triage_oracle.txt", encoding="utf-8") as f:
        for line in f:
            if line.startswith("#"):
                continue
            words, _, differs = line.strip().partition(" differs: ")
            run, item, place, verdict, leader = words.split()
            runs.setdefault(run, []).append(
                (item, int(place), verdict,
                 None if leader == "-" else int(leader), differs))
    return runs


def triage(gbq, path):
    out = subprocess.run([gbq, "triage", path, "-f", "json"],
                         capture_output=True, check=True)
    return json.loads(out.stdout)


def check_items(tap, run, rows, items):
    at = {r["position"]: r for r in rows}
    for item, line, verdict, leader, differs in items:
        found = [(r["verdict"], at[r["leader"]]["line"]
                  if r["verdict"] == "vanishes" else None)
                 for r in rows if (r["item"], r["line"]) == (item, line)]
        same = any(f == (verdict, leader) for f in found)
        if differs:
            tap.check(not same and found, f"{run}: {item} at line {line} "
                      f"differs: {differs}", found)
        else:
            tap.check(same, f"{run}: {item} at line {line}: {verdict}"
                      + (f" with line {leader}" if leader else ""), found)


def check_order(tap, run, rows, items):
    """What is to be mended comes in the expert's order, before what stays."""
    want = [(i, l) for i, l, verdict, _, differs in items
            if verdict == "fix" and not differs]
    got = [(r["item"], r["line"]) for r in rows if r["verdict"] == "fix"]
    tap.check([g for g in got if g in want] == want,
              f"{run}: in the order {want}", got)
    stays = [r["position"] for r in rows if r["verdict"] == "stays"]
    fixes = [r["position"] for r in rows if r["verdict"] == "fix"]
    tap.check(not stays or min(stays) > max(fixes),
              f"{run}: what can stay comes last", (fixes, stays))


def check_costs(tap, gbq, run, path, rows):
    facts = Facts(path)
    out = subprocess.run([gbq, "summary", path, "-f", "json"],
                         capture_output=True, check=True)
    said = json.loads(out.stdout)
    said = said[0] if isinstance(said, list) else said
    metrics = facts.forward()

    def total(key, having):
        return sum(m.get(key) or 0 for m in metrics if having(m))
    lost = "dynamo_time_before_restart_s"
    want = {
        "compile_s": total("entire_frame_compile_time_s", lambda m: True),
        "lost_restart_s": total(lost, lambda m: m.get("restart_reasons")),
        "lost_skip_s": total(lost, lambda m: m.get("fail_type")
                             and not m.get("restart_reasons")),
        "break_events": len(facts.breaks),
        "guard_failures": len(facts.guards),
        "recompiles": len({g.cid for g in facts.guards}),
    }
    for key, value in want.items():
        tap.check(abs(said[key] - value) < 1e-3,
                  f"{run}: {key} is {round(value, 3)}", said[key])
    events = sum(r["events"] or 0 for r in rows if r["item"] == "site")
    tap.check(events == len(facts.breaks),
              f"{run}: the items hold all {len(facts.breaks)} events", events)


def check_advice(tap, run, rows):
    for (name, line), text in ADVICE.items():
        if name == run:
            advice = [r["advice"] or "" for r in rows
                      if r["item"] == "site" and r["line"] == line]
            tap.check(any(text in a for a in advice),
                      f"{run}: of line {line} it says \"{text}\"", advice)


def places(run):
    """where the run lies: its fixture, and in the data report or logs"""
    yield f"{FIXTURES}/{run}"
    if len(sys.argv) > 2:
        report = f"{sys.argv[2]}/{run}/report"
        yield report if os.path.exists(f"{report}/raw.log") else \
            f"{sys.argv[2]}/{run}/trace"


def main():
    gbq = os.path.abspath(sys.argv[1])
    tap = Tap()
    for run, items in oracle().items():
        paths = [p for p in places(run) if os.path.isdir(p)]
        if not paths:
            tap.number += 1
            print(f"ok {tap.number} - {run} # skip ../shared/data is not here")
        for path in paths:
            rows = [r for r in triage(gbq, path) if r["position"] > 0]
            check_items(tap, run, rows, items)
            check_order(tap, run, rows, items)
            check_advice(tap, run, rows)
            if not path.startswith(FIXTURES):   # pages lack what they need
                check_costs(tap, gbq, run, path, rows)
    print(f"1..{tap.number}")
    sys.exit(bool(tap.bad))


main()
