#!/usr/bin/env python3
"""Walk through the questions that people bring to a report.

usage: answers.py GBQ FIXTURES [DATA]

Each question is asked of several runs by the one command or saved query that
answers it, and the answer is compared with one that facts.py and the few lines
here make of the run's own files. FIXTURES are reports (pages); DATA is the
unpacked ../shared/data (raw logs), or not there. Prints TAP: number, question,
command, run.
"""
import collections, glob, hashlib, json, math, os, re, subprocess, sys, tempfile

from facts import Facts, owner, plain

QUESTIONS, CHECKS = {}, []
MODELS = ["mixtral_moe", "wav2vec2_pretrain", "lm_varlen_train", "ddp_gpt",
          "yolo_train"]
BREAKS = MODELS + ["gb_print_logging", "gb_third_party_frames", "skip_loops",
                   "albert", "pair_item_before"]
INDUCTOR = ["llama_static_generate", "train", "cache_miss_hit",
            "multi_graph_inductor"]


def question(number, text, runs):
    """The function gives (command, answer, expected) for a run, or a list."""
    def add(function):
        QUESTIONS[number] = text
        CHECKS.append((number, function, runs))
        return function
    return add


def count(items=()):
    return collections.Counter(items)


def close(a, b):
    return math.isclose(a or 0, b or 0, rel_tol=1e-6, abs_tol=2e-5)


def rounded(x):
    return round(x or 0, 4)


class Run:
    def __init__(self, book, name, path):
        self.book, self.name, self.path = book, name, path
        self._facts = None

    @property
    def facts(self):
        self._facts = self._facts or Facts(self.path)
        return self._facts

    def ask(self, command, *more, run=None):
        run = run or self.name
        words = command.split()
        if command.startswith("@"):
            return self.book.gbq("sql", *words, "-p", f"run={run}", *more)
        return self.book.gbq(*words, run, *more)

    def other(self, name):
        return self.book.runs[name]


# ---- breaks ----

@question(1, "What are the distinct breaks, most frequent first?", BREAKS)
def frequent(run):
    rows = run.ask("@frequent_breaks")
    events = [r["events"] for r in rows]
    assert events == sorted(events, reverse=True), "not by frequency"
    want = count((b.gb_id or b.kind, b.line, b.function)
                 for b in run.facts.breaks)
    return "@frequent_breaks", sites(rows, "events"), want


def sites(rows, what):
    found = collections.Counter()
    for r in rows:
        found[r["gb_id"] or r["kind"], r["line"], r["function"]] += r[what]
    return found


@question(2, "Where in user code is each break?", BREAKS)
def where(run):
    return "breaks --all", count(
        (r["compile_id"], r["file"], r["line"], r["function"], r["source"])
        for r in run.ask("breaks --all")), count(
            (b.cid, b.file, b.line, b.function, b.source)
            for b in run.facts.breaks)


@question(3, "Which breaks are in my code, which in a library, in torch?",
          BREAKS)
def owners(run):
    return "@breaks_by_owner", {
        (r["owner"], r["library"]): r["events"]
        for r in run.ask("@breaks_by_owner")}, dict(count(
            owner(b.file) for b in run.facts.breaks))


@question(4, "Which site causes most breaks across models?", ["*"])
def blast(run):
    rows = run.book.gbq("kinds", "--sites")
    lines, runs = collections.Counter(), collections.defaultdict(set)
    for name, other in run.book.runs.items():
        for b in other.facts.breaks:
            key = (b.gb_id or b.kind, b.function, b.source)
            lines[key] += 1
            runs[key].add(name)
    got, in_runs = collections.Counter(), {}
    for r in rows:
        key = (r["gb_id"] or r["kind"], r["function"], r["source"])
        got[key] += r["events"]
        in_runs[key] = max(in_runs.get(key, 0), r["runs"])
    lines = +lines
    most = [k for k, n in lines.most_common(40) if k[2]]
    return "kinds --sites", [(k, got[k]) for k in most], [
        (k, lines[k]) for k in most]


@question(5, "Which breaks are caused by an earlier break and may vanish?",
          ["mixtral_moe", "wav2vec2_pretrain", "gb_print_logging"])
def vanishing(run):
    rows = run.ask("@caused_by_earlier")
    hinted = {b.site() for b in run.facts.breaks if
              "may have been caused by an earlier graph break" in b.first}
    got = {(r["gb_id"], r["line"]) for r in rows}
    # the expert's list (triage.md): measured by making the change
    oracle = {"mixtral_moe": {("GB0156", 98), ("GB0170", 83),
                              ("GB4347", 332)},
              "wav2vec2_pretrain": {("GB4347", 332)},
              "gb_print_logging": set()}[run.name]
    want = oracle | {(s[0], s[2]) for s in hinted}
    return "@caused_by_earlier", got & want, want


@question(6, "Which are user errors, fundamental, supportable, dynamo bugs?",
          BREAKS)
def hints(run):
    got = collections.Counter()
    for r in run.ask("@breaks_by_hint"):
        got[r["hint_class"], r["gb_id"]] += r["events"]
    return "@breaks_by_hint", got, count(
        (b.hint_class(), b.gb_id) for b in run.facts.breaks)


@question(7, "Which breaks sit in the hot forward, which in set-up code?",
          MODELS + ["skip_loops"])
def hot(run):
    first = {(r["gb_id"], r["line"]) for r in run.ask("@hot_breaks")
             if r["place"] == "first call"}
    got = {(r["gb_id"], r["line"], r["function"]): r["place"]
           for r in run.ask("@hot_breaks")}
    want = {}
    for b in run.facts.breaks:
        key = (b.gb_id, b.line, b.function)
        below = any(f[2].startswith("forward") and owner(f[0])[0] != "torch"
                    for f in b.frames)
        loop = "GB7000" in (b.gb_id, b.consequence)
        rank = {"loop": 0, "forward": 1, "other": 2}
        place = "loop" if loop else "forward" if below else "other"
        want[key] = min(want.get(key, "other"), place, key=rank.get)
    for gb_id, line in first:
        check_first_call(run, gb_id, line)
    for key in list(want):
        if (key[0], key[1]) in first:
            want[key] = "first call"
    return "@hot_breaks", got, want


def check_first_call(run, gb_id, line):
    """A later compile of a frame that broke here does not break here."""
    broken = {b.cid for b in run.facts.breaks
              if (b.gb_id, b.line) == (gb_id, line)}
    frames = {c.split("/")[0] for c in broken}
    later = {c for c, _ in run.facts.compiles
             if c.split("/")[0] in frames and c not in broken}
    assert later, f"{gb_id} line {line} is no first call"


@question(8, "Which breaks sit in a loop so that the frame is skipped?",
          BREAKS)
def loops(run):
    return "@loop_breaks", count(
        (r["compile_id"], r["gb_id"], r["line"])
        for r in run.ask("@loop_breaks")), count(
            (b.cid, b.gb_id, b.line) for b in run.facts.breaks
            if "GB7000" in (b.gb_id, b.consequence)
            or "cannot properly resume" in b.text)


@question(9, "Which frames fell back to eager altogether?",
          ["mixtral_moe", "wav2vec2_pretrain", "lm_varlen_train",
           "gb_print_logging", "internal_errors", "skip_loops"])
def eager(run):
    got = collections.Counter()
    for r in run.ask("@eager_frames"):
        if r["why"] != "skipped by torch":
            got[r["function"], r["line"]] += r["compiles"]
    facts = run.facts
    want = count((plain(m["co_name"]), m["co_firstlineno"])
                 for m in facts.forward() if m.get("fail_type"))
    if not facts.logs:      # pages: the frames of skips
        cids = {b.cid for b in facts.breaks if b.form == "skip"}
        want = count((plain(m["co_name"]), m["co_firstlineno"])
                     for m in facts.forward() if m["cid"] in cids)
        got = collections.Counter()
        for r in run.ask("@eager_frames"):
            if r["why"] == "break":
                got[r["function"], r["line"]] += r["compiles"]
    return "@eager_frames", got, want


@question(10, "How many ops a graph, how many graphs are empty or tiny?",
          MODELS + INDUCTOR + ["gb_print_logging", "big_graph"])
def sizes(run):
    rows = run.ask("@graph_sizes")
    got = {r["size"]: r["graphs"] for r in rows if r["size"] != "no graph"}
    facts = run.facts
    totals = [facts.graph_ops(g[3]) for g in facts.graphs]
    names = (("empty", 0, 0), ("tiny", 1, 5), ("small", 6, 50),
             ("medium", 51, 500), ("large", 501, 10 ** 9))
    want = {n: sum(low <= t <= high for t in totals)
            for n, low, high in names}
    return "@graph_sizes", got, {k: n for k, n in want.items() if n}


@question(11, "Which custom or C-extension ops break (non-compliant ops)?",
          ["ddp_gpt", "lm_varlen_train", "mixtral_moe", "yolo_train",
           "albert"])
def custom(run):
    rows = run.ask("@custom_ops")
    want = count()
    for m in run.facts.forward():
        for key, what in (("non_compliant_ops", "non-compliant ops"),
                          ("compliant_custom_ops", "custom ops")):
            if m.get(key):
                want[what, m["cid"]] += 1
    for b in run.facts.breaks:
        if "C/C++ Python extension" in b.text:
            want["break", b.cid] += 1
    return "@custom_ops", count((r["what"], r["compile_id"])
                                for r in rows), want


PAIRS = ["pair_cond", "pair_item", "pair_print", "pair_moved",
         "pair_moe_impl", "pair_layerdrop", "pair_scheduler"]


@question(12, "Did my fix remove the break, did a new one appear?", PAIRS)
def fixed(run):
    diff = pair_diff(run)
    got = {state: count(key_of(s) for s in diff["sites"]
                        if s["state"] == state) for state in ("gone", "new")}
    before, after = pair_facts(run)
    keys = [count({(b.gb_id, b.source) for b in f.breaks})
            for f in (before, after)]
    # what is gone, or new, cannot be on the other side
    for state, there in (("gone", keys[1]), ("new", keys[0])):
        assert not set(got[state]) & set(there), f"{state}, yet there"
    plain_diff = diff["states"]
    total = sum(plain_diff[s] for s in ("same", "moved", "changed", "gone"))
    return ("diff BASE NEW", (total, got["gone"]),
            (len({b.site() + via(b) for b in before.breaks}),
             keys[0] - keys[1] - changed_from(diff)))


def via(b):
    """Two ways to one line of torch are two sites."""
    if owner(b.file)[0] not in ("torch", "stdlib"):
        return ()
    return next(((f[0], f[1]) for f in reversed(b.frames)
                 if owner(f[0])[0] not in ("torch", "stdlib")), ())


def changed_from(diff):
    return count((s["base"]["gb_id"], s["base"]["source"])
                 for s in diff["sites"] if s["state"] == "changed")


def key_of(site):
    side = site["base"] or site["new"]
    return side["gb_id"], side["source"]


def pair_diff(run):
    return run.book.gbq("diff", f"{run.name}_before", f"{run.name}_after")


def pair_facts(run):
    return (run.other(f"{run.name}_before").facts,
            run.other(f"{run.name}_after").facts)


@question(13, "Did the count change by recompilation only?", PAIRS)
def counts(run):
    totals = {t["name"]: (t["base"], t["new"])
              for t in pair_diff(run)["totals"]}
    sides = pair_facts(run)
    return "diff BASE NEW", [
        totals[n] for n in ("break_events", "break_sites", "recompiles")], [
            tuple(len(f.breaks) for f in sides),
            tuple(len({b.site() + via(b) for b in f.breaks}) for f in sides),
            tuple(len({g.cid for g in f.guards}) for f in sides)]


@question(14, "Is this break already in an issue (the same source line)?",
          ["lm_varlen_train", "mixtral_moe", "gb_print_logging"])
def known(run):
    def keys(facts):
        return {(b.gb_id or b.kind, b.function, b.source)
                for b in facts.breaks}
    here = keys(run.facts)
    want = {k: sum(k in keys(o.facts) for n, o in run.book.runs.items()
                   if n != run.name) for k in here}
    got = {}
    for r in run.ask("@known_breaks"):
        key = (r["gb_id"] or r["kind"], r["function"], r["source"])
        got[key] = max(got.get(key, 0), r["runs"])
    return "@known_breaks", got, want


@question(15, "Which gb types fire on real models, which never?", ["*"])
def fired(run):
    rows = run.book.gbq("sql", "@kinds_fired")
    events = count(b.gb_id for o in run.book.runs.values()
                   for b in o.facts.breaks if b.gb_id)
    got = {r["gb_id"]: r["events"] for r in rows if r["events"]}
    assert len(rows) >= 517, f"{len(rows)} kinds"
    assert any(r["events"] == 0 for r in rows)
    # events that only restarts or failures tell come on top
    return "@kinds_fired", {k: min(n, events[k]) for k, n in got.items()
                            if k in events}, dict(events)


# ---- recompiles ----

RECOMPILES = ["lm_varlen_train", "mixtral_moe", "llama_static_generate",
              "recompiles_all_kinds_ok", "recompile_limit_hit"]


def frame_of(facts, cid):
    for m in facts.forward():
        if m["cid"] == cid and m.get("co_name"):
            return (plain(m["co_name"]), m["co_firstlineno"])
    start = next((s for (c, _), s in facts.starts.items() if c == cid), None)
    return (plain(start[-1][2]), start[-1][1]) if start else None


@question(16, "Which frames recompile most?", RECOMPILES)
def frames(run):
    facts = run.facts
    want = count(frame_of(facts, c) for c in {g.cid for g in facts.guards})
    got = {(r["function"], r["line"]): r["recompiles"]
           for r in run.ask("recompiles --by frame")}
    assert list(got.values()) == sorted(got.values(), reverse=True)
    return "recompiles --by frame", got, dict(want)


@question(17, "Why: which guard failed, on which source, against which entry?",
          RECOMPILES)
def why(run):
    got = count((r["compile_id"], reason["missed"], reason["guard"])
                for r in run.ask("recompiles") for reason in r["reasons"])
    return "recompiles", got, count((g.cid, g.missed, g.guard)
                                    for g in run.facts.guards)


@question(18, "Is the reason size-related (dynamic shapes help) or not?",
          RECOMPILES)
def size_related(run):
    rows = run.ask("@recompile_classes")
    bounds = re.compile(r"\.size\(\)\[|\.stride\(\)\[| mismatch at index ")
    sized = sum(bool(bounds.search(g.guard)) and
                ("mismatch at index" in g.guard or "size()" in g.guard)
                for g in run.facts.guards)
    return "@recompile_classes", (
        sum(r["guard_failures"] for r in rows),
        sum(r["guard_failures"] for r in rows if r["dynamic_shapes_help"])), (
            len(run.facts.guards), sized)


@question(19, "Which sources go into TORCH_COMPILE_DYNAMIC_SOURCES?",
          RECOMPILES)
def dynamic(run):
    found = collections.defaultdict(set)
    for g in run.facts.guards:
        match = re.match(r"tensor '(.*)' size mismatch at index (\d+)\.",
                         g.guard)
        if match:
            found[match[1]].add(int(match[2]))
    got = set()
    for r in run.ask("@dynamic_sources"):
        got |= {re.sub(r"^L\['(.*?)'\]", r"\1", s)
                for s in re.split(r",(?=[LG]\[)", r["sources"])}
    return "@dynamic_sources", got, {
        re.sub(r"^L\['(.*?)'\]", r"\1", s) for s in found}


@question(20, "Which recompiles are per-module-instance churn?",
          RECOMPILES + ["training_steps_optimizer"])
def churn(run):
    got = sum(r["guard_failures"] for r in run.ask("@instance_recompiles")
              if r["guard_class"] in ("object_id", "type"))
    return "@instance_recompiles", got, sum(
        bool(re.search(r"___check_(obj|type)_id\(", g.guard))
        for g in run.facts.guards)


@question(21, "Did any frame hit the recompile limit, what was the reason?",
          RECOMPILES + [
    "recompile_limit_fail", "recompile_limit_uncaught",
    "recompile_limit_hit_verbose", "very_many_compiles", "bart_summarize"])
def limit(run):
    facts = run.facts
    named = {m["cid"] for m in facts.forward() if "recompile limit" in
             (m.get("fail_reason") or "").replace("_", " ")}
    done = {m["cid"] for m in facts.forward()}
    reasons = count(g.cid for g in facts.guards)
    hit = named | {c for c, n in reasons.items()
                   if facts.logs and c not in done and n >= 8}
    last = {g.cid: (g.missed, g.guard) for g in facts.guards}
    return "@limit_reasons", {
        r["compile_id"]: (r["missed_compile_id"], r["guard"])
        for r in run.ask("@limit_reasons")}, {
            c: last.get(c, (None, None)) for c in hit}


@question(22, "Which float or int is specialised (lr, step, max_seqlen)?",
          RECOMPILES)
def scalars(run):
    want = collections.Counter()
    for g in run.facts.guards:
        match = re.match(r"(\S+) == (-?[0-9][0-9.e-]*)\s*(#|$)", g.guard)
        if match and ".size()[" not in g.guard and ".stride()[" not in \
                g.guard and not g.guard.startswith("len("):
            source = re.sub(r"^L\['(\w+)'\]", r"\1", match[1])
            want[source] += 1
    got = collections.Counter()
    for r in run.ask("@specialised_scalars"):
        got[r["source"]] += r["guard_failures"]
    return "@specialised_scalars", got, want


def shape(text):
    """operators and types of a graph, without names, sizes and comments"""
    lines = []
    for line in text.split("\n")[1:]:
        line = re.sub(r" *#.*", "", line).split(";")[0].strip()
        if line and not re.match(r"return|def|\w+ = [\w.]+$", line):
            lines.append((re.findall(r'"(\w+)\[', line),
                          re.findall(r"[\w.]+\(|[-+*/@<>%]+ ", line)))
    return lines


def targets(text):
    """what a graph calls, in order"""
    return tuple(re.findall(r"= ([\w.]+)\(", re.sub(r"#.*", "", text)))


@question(23, "Do recompiles share the same graph (wasted)?", RECOMPILES)
def same_graph(run):
    last = {cid: shape(text) for cid, _, attempt, text in run.facts.graphs
            if run.facts.graph_ops(text)}
    want = set()
    for cid, calls in last.items():
        frame, again = cid.split("/")
        if any(last.get(f"{frame}/{n}") == calls for n in range(int(again))):
            want.add(cid)
    got = {r["compile_id"] for r in run.ask("@equal_recompiles")}
    return "@equal_recompiles", got, want


@question(24, "Which recompiles have NO reason?", RECOMPILES + ["no_reasons"])
def no_reason(run):
    want = set()
    by_cid = collections.defaultdict(list)
    for g in run.facts.guards:
        by_cid[g.cid].append(g.guard)
    told = {cid for cid, _, name, _ in run.facts.artifacts
            if name == "recompile_reasons"}
    for cid in told:
        if all(not g or g.startswith("Unable to find")
               for g in by_cid.get(cid, [""])):
            want.add(cid)
    return "@recompiles_without_reason", {
        r["compile_id"]
        for r in run.ask("@recompiles_without_reason")}, want


@question(25, "Did a warm (PGO) run reduce compilations?", ["cold"])
def warm(run):
    totals = {t["name"]: (t["base"], t["new"]) for t in run.book.gbq(
        "diff", "pair_torch_detector_before",
        "pair_torch_detector_after")["totals"]}
    sides = [run.other(f"pair_torch_detector_{s}").facts
             for s in ("before", "after")]
    return "diff COLD WARM", totals["compiles"], tuple(
        len(f.compiles) for f in sides)


@question(26, "Recompiles of compiled autograd and why?", ["autograd_misses"])
def autograd(run):
    return "@compiled_autograd_misses", [
        (r["compile_id"], r["reason"])
        for r in run.ask("@compiled_autograd_misses")], [
            (cid, "\n".join(json.loads(text)))
            for cid, _, name, text in run.facts.artifacts
            if name == "compiled_autograd_compile_reasons"]


# ---- time ----

@question(27, "Total compile time, top frames, cumulative share?",
          MODELS + INDUCTOR)
def total_time(run):
    want = collections.Counter()
    for m in run.facts.forward():
        frame = (plain(m.get("co_name")), m.get("co_filename"))
        want[frame] += m.get("entire_frame_compile_time_s") or 0
    rows = run.ask("time")
    got = collections.Counter()
    for r in rows:
        got[r["function"], r["file"]] += r["entire_frame_s"] or 0
    assert close(rows[-1]["cumulative_share"], 1), "shares do not add up"
    return "time", seconds(got), seconds(want)


def seconds(times):
    return {k: rounded(v) for k, v in times.items() if rounded(v)}


PARTS = {"bytecode_tracing": "dynamo", "compile_attempt_0": "dynamo",
         "build_guards": "guards", "gc": "gc", "compile_file": "workers",
         "create_aot_dispatcher_function": "aot_autograd",
         "code_gen": "codegen", "GraphLowering.run": "inductor",
         "backend_compile": "backend"}


@question(28, "Share of Dynamo, AOT, Inductor, codegen, Triton, autotune?",
          MODELS + INDUCTOR)
def shares(run):
    rows = run.ask("@time_shares")
    want = run.facts.phase_calls()
    parts = {r["part"]: r for r in rows}
    for phase, part in PARTS.items():
        assert not want[phase] or part in parts, f"{phase} is not {part}"
    return "@time_shares", sum(r["calls"] for r in rows), sum(want.values())


@question(29, "How much time was thrown away in restarts?", MODELS)
def restarts(run):
    want = collections.Counter()
    for m in run.facts.forward():
        frame = (plain(m.get("co_name")), m.get("co_firstlineno"))
        if m.get("restart_reasons") or m.get("fail_type"):
            want[frame] += m.get("dynamo_time_before_restart_s") or 0
    got = collections.Counter()
    for r in run.ask("@restart_time"):
        got[r["function"], r["line"]] += r["restart_s"] + r["skip_s"]
    return "@restart_time", seconds(got), seconds(want)


@question(30, "Which frame explains the regression between two runs?", PAIRS)
def regression(run):
    got = collections.Counter()
    for t in pair_diff(run)["time"]:
        got[t["function"]] += t["delta_s"] or 0
    want = collections.Counter()
    for facts, sign in zip(pair_facts(run), (-1, 1)):
        for m in facts.forward():
            want[plain(m.get("co_name"))] += sign * (
                m.get("entire_frame_compile_time_s") or 0)
    return "diff BASE NEW", seconds(got), seconds(want)


@question(31, "Cold against warm start: what is still slow on warm?", PAIRS)
def warm_start(run):
    rows = run.book.gbq("sql", "@warm_start", "-p", f"run={run.name}_after",
                        "-p", f"base={run.name}_before")
    before, after = pair_facts(run)

    def times(facts):
        found = collections.Counter()
        for m in facts.forward():
            found[plain(m.get("co_name")), m.get("co_filename")] += \
                m.get("entire_frame_compile_time_s") or 0
        return found
    warm_s, cold_s = collections.Counter(), collections.Counter()
    for r in rows:
        warm_s[r["function"], r["file"]] += r["warm_s"] or 0
        cold_s[r["function"], r["file"]] += r["cold_s"] or 0
    cold = {k: v for k, v in times(before).items() if k in warm_s}
    return "@warm_start", (seconds(warm_s), seconds(cold_s)), (
        seconds(times(after)), seconds(cold))


@question(32, "Does backward compile cost more than forward?",
          INDUCTOR + ["lm_varlen_train"])
def backward(run):
    rows = run.ask("@forward_backward")
    return "@forward_backward", (
        rounded(sum(r["forward_s"] or 0 for r in rows)),
        rounded(sum(r["backward_s"] or 0 for r in rows))), (
            rounded(sum(m.get("backend_compile_time_s") or 0
                        for m in run.facts.forward())),
            rounded(sum((m.get("duration_us") or 0) / 1e6
                        for m in run.facts.bwd)))


@question(33, "How much is logging overhead, gc, guard evaluation?",
          MODELS + INDUCTOR)
def overheads(run):
    got = {r["overhead"]: rounded(r["seconds"])
           for r in run.ask("@overheads")}
    forward = run.facts.forward()
    return "@overheads", (got.get("structured logging", 0),
                          got.get("guard evaluation", 0)), (
        rounded(sum(m.get("structured_logging_overhead_s") or 0
                    for m in forward)),
        rounded(sum((m.get("guard_latency_us") or 0) / 1e6
                    for m in forward)))


@question(34, "Did compile time grow after an upgrade?", ["*"])
def upgrade(run):
    got = {r["name"]: rounded(r["mean_compile_s"])
           for r in run.book.gbq("sql", "@time_by_version")}
    want = {n: rounded(sum(m.get("entire_frame_compile_time_s") or 0
                           for m in o.facts.forward()))
            for n, o in run.book.runs.items()}
    known = {n: v for n, v in want.items() if v}
    return "@time_by_version", {n: got[n] for n in known}, known


# ---- cache ----

CACHES = INDUCTOR + ["cache_bypass", "fstring_crash"]


@question(35, "Hits, misses, bypasses by cache?", CACHES)
def cache(run):
    names = {"fx_graph": "fx", "aotautograd": "aot_autograd"}
    want = count(tuple(re.match(r"(.*)_cache_(\w+)$", n).groups())
                 for _, _, n, _ in run.facts.caches)
    return "@cache_counts", {
        (r["cache"], r["state"]): r["records"]
        for r in run.ask("@cache_counts")}, {
            (names[c], s): n for (c, s), n in want.items()}


@question(36, "Bypass reasons, most common first?", ["*"])
def bypasses(run):
    rows = run.book.gbq("sql", "@cache_bypasses")
    want = count(c[3].get("cache_bypass_reason")
                 for o in run.book.runs.values() for c in o.facts.caches
                 if c[2].endswith("_bypass"))
    got = collections.Counter()
    for r in rows:
        got[r["reason"]] += r["records"]
    assert [r["records"] for r in rows] == sorted(
        (r["records"] for r in rows), reverse=True)
    return "@cache_bypasses", got, want


@question(37, "Why a miss on the second run: which component changed?",
          ["keys_warm"])
def component(run):
    diff = run.book.gbq("diff", "keys_cold", "keys_warm")
    got = [(part["name"], part["base"], part["new"])
           for key in diff["cache_keys"] for part in key["parts"]]

    def parts(facts):
        found = {}
        for _, _, _, record in facts.caches:
            for text in record.get("components", []):
                name, _, value = text.partition("] ")[2].partition(": ")
                found[name] = value
        return found
    cold, warm_parts = (parts(run.other(n).facts)
                        for n in ("keys_cold", "keys_warm"))
    return "diff COLD WARM", got, [
        (n, cold.get(n), warm_parts.get(n))
        for n in dict.fromkeys([*cold, *warm_parts])
        if cold.get(n) != warm_parts.get(n)]


@question(38, "Do identical subgraphs miss?", CACHES)
def equal_misses(run):
    missed = {run.facts.instance_of[id(c)] for c in run.facts.caches
              if c[2] == "fx_graph_cache_miss"}
    graphs = {run.facts.instance_of[id(g)]: targets(g[3])
              for g in run.facts.graphs}
    same = count(graphs[c] for c in missed if c in graphs)
    got = sum(r["compiles"] for r in run.ask("@equal_graph_misses")
              if r["cache"] == "fx")
    want = sum(n for n in same.values() if n > 1)
    # equal calls may have other sizes: never more than that
    return "@equal_graph_misses", got <= want, True


# ---- failures ----

FAILURES = ["backend_failures", "inductor_failures", "internal_errors",
            "fstring_crash", "gb_print_logging", "mixtral_moe",
            "backend_failure_uncaught"]


@question(39, "Which compile failed, exception type, message, file:line?",
          FAILURES)
def failures(run):
    got = count((r["compile_id"], r["fail_type"], r["line"])
                for r in run.ask("failures") if r["stage"] == "forward")
    return "failures", got, count(
        (m["cid"], m["fail_type"].split(".")[-1],
         m.get("fail_user_frame_lineno") or None)
        for m in run.facts.forward() if m.get("fail_type"))


@question(40, "Which back end or phase failed?", FAILURES)
def phases(run):
    got = count()
    for r in run.ask("@failure_stages"):
        if r["category"] == "backend" and r["stage"] == "forward":
            got[r["fail_type"]] += r["failures"]
    return "@failure_stages", got, count(
        m["fail_type"].split(".")[-1] for m in run.facts.forward()
        if m.get("fail_type") and m["fail_type"].split(".")[-1] in
        ("BackendCompilerFailed", "InductorError"))


@question(41, "The same failure over many models?", ["*"])
def groups(run):
    got = collections.Counter()
    for r in run.book.gbq("sql", "@failure_groups"):
        got[r["fail_type"]] += r["failures"]
    want = count(m["fail_type"].split(".")[-1]
                 for o in run.book.runs.values() for m in o.facts.forward()
                 if m.get("fail_type"))
    return "@failure_groups", {k: got[k] for k in want}, dict(want)


@question(42, "Which graph (runnable) reproduces it?",
          ["inductor_failures", "backend_failures"])
def repro(run):
    rows = run.ask("@failure_repros")
    got = {r["compile_id"] for r in rows if r["kind"] == "runnable"}
    failed = {r["compile_id"] for r in rows}
    return "@failure_repros", got, failed & {
        cid for cid, _, name, _ in run.facts.artifacts
        if name == "fx_graph_runnable"}


# ---- shapes, guards, artifacts ----

@question(43, "Which symbols were specialised, to what, where?",
          ["dynamic_shapes_ok", "llama_static_generate",
           "multi_graph_inductor"])
def symbols(run):
    return "@specialized_symbols", count(
        (r["compile_id"], r["symbol"], str(r["value"]))
        for r in run.ask("@specialized_symbols")), count(
            (cid, s["symbol"], str(s["value"]))
            for cid, s in run.facts.special)


@question(44, "Which guards exist in one recompile and not in the other?",
          ["lm_varlen_train", "mixtral_moe"])
def guards(run):
    one, other = "0/0", "0/1"
    out = run.book.text("diff", "--guards", f"{run.name}:{one}",
                        f"{run.name}:{other}")
    got = [sorted(l[1:] for l in out.split("\n")
                  if l.startswith(s) and not l.startswith(s * 3))
           for s in "-+"]
    texts = [count(re.sub(r"\d{9,}\)", "#)", l) for l in
                   run.facts.cpp_guards[c].split("\n")
                   if not l.startswith("Guard latency"))
             for c in (one, other)]
    return "diff --guards RUN:ID RUN:ID", got, [
        sorted((texts[0] - texts[1]).elements()),
        sorted((texts[1] - texts[0]).elements())]


@question(45, "Where does op X occur (which graph, which line)?", MODELS[:3])
def occurs(run):
    """@ops counts calls by graph; search has the lines of every text."""
    op = "torch.nn.functional."
    rows = run.ask("@ops", "-p", "stage=dynamo", "-p", "op=nn.functional")
    graphs = {cid for cid, _, _, text in run.facts.graphs
              if op in re.sub(r"#.*", "", text)}
    assert {r["compile_id"] for r in rows} == graphs, rows
    found = run.book.gbq("search", "-F", op, run.name, "--in", "graph")
    got = {(r["path"], r["line"]) for r in found
           if "dynamo_output_graph" in r["path"]}
    want = set()
    for path in glob.glob(f"{run.path}/*/dynamo_output_graph*"):
        with open(path, encoding="utf-8") as f:
            want |= {(os.path.relpath(path, run.path), n)
                     for n, line in enumerate(f, 1) if op in line}
    return "search PATTERN --in graph", got, want


@question(46, "Were cudagraphs skipped and why?",
          ["cudagraphs_cpu", "llama_static_generate"])
def cudagraphs(run):
    return "@cudagraph_skips", {
        r["compile_id"]: r["reason"]
        for r in run.ask("@cudagraph_skips")}, {
            m["cid"]: m["cudagraph_skip_reason"]
            for m in run.facts.forward() if m.get("cudagraph_skip_reason")}


@question(47, "What code was compiled at all?", MODELS)
def compiled(run):
    return "stack", count((r["rank"], r["compile_id"])
                          for r in run.ask("stack")), count(
        (rank, cid) for cid, rank in run.facts.compiles
        if re.match(r"(!\d+/)?\d+/\d+$", cid))


def called_above(facts, cid, rank, stack):
    """Where a compile's own stack lacks torch's wrapper: the line above the
    outermost compiled function in the stack of a break in it."""
    if len(stack) > 1 and stack[-1][2].startswith("torch_dynamo_resume_in_"):
        above = [f for f in stack[:-1] if owner(f[0])[0] != "torch"]
        return (above[-1][0], above[-1][1]) if above else None
    code = {(m.get("co_filename"), plain(m.get("co_name")))
            for m in facts.metrics}
    for b in facts.breaks:
        if (b.cid, b.rank) != (cid, rank):
            continue
        depth = next((d for d, f in enumerate(b.frames)
                      if (f[0], f[2]) in code), 0)
        above = [f for f in b.frames[:depth] if owner(f[0])[0] != "torch"]
        if above:
            return above[-1][0], above[-1][1]
    return None


@question(48, "Which torch.compile call triggered this frame?",
          MODELS + ["gb_print_logging", "gb_third_party_frames"])
def calls(run):
    want = collections.Counter()
    for cid, rank in run.facts.compiles:
        stack = run.facts.starts.get((cid, rank), [])
        entry = called_above(run.facts, cid, rank, stack)
        for depth, frame in enumerate(stack):
            if frame[0].endswith("_dynamo/eval_frame.py"):
                above = [f for f in stack[:depth]
                         if owner(f[0])[0] != "torch"]
                entry = (above[-1][0], above[-1][1]) if above else None
        want[entry] += 1
    got = collections.Counter()
    for r in run.ask("@compile_calls"):
        key = (r["entry_file"], r["entry_line"])
        got[key if r["entry_file"] else None] += r["compiles"]
    return "@compile_calls", got, want


# ---- ranks ----

RANKS = ["ddp_gpt", "dist_diverge_break", "dist_collectives_4"]


@question(49, "Which rank diverges first?", RANKS)
def diverges(run):
    rows = run.ask("ranks")
    got = {r["rank"]: (r["breaks_like"], r["break_events"]) for r in rows}
    want, seen = {}, {}
    for rank in sorted({r for _, r in run.facts.compiles}):
        breaks = tuple(sorted((b.gb_id or "", b.file or "", b.line or 0)
                              for b in run.facts.breaks if b.rank == rank))
        seen.setdefault(breaks, rank)
        want[rank] = (seen[breaks], len(breaks))
    return "ranks", got, want


@question(50, "Is compilation imbalanced over ranks?", RANKS)
def balance(run):
    times, compiles = collections.Counter(), collections.Counter()
    for m in run.facts.forward():
        times[m["rank"]] += m.get("entire_frame_compile_time_s") or 0
    for _, rank in run.facts.compiles:
        compiles[rank] += 1
    return "@rank_balance", {
        r["rank"]: (r["compiles"], rounded(r["compile_s"]))
        for r in run.ask("@rank_balance")}, {
            r: (n, rounded(times[r])) for r, n in compiles.items()}


# ---- runs and sweeps ----

@question(51, "What changed between sweeps on the same models?", ["sweep"])
def sweeps(run):
    diff = run.book.gbq("diff", "--sweep", "*_before", "*_after")
    totals = {t["name"]: (t["base"], t["new"]) for t in diff["totals"]}
    names = [n[:-len("_before")] for n in run.book.runs
             if n.endswith("_before")]
    return "diff --sweep BASE NEW", (
        diff["compared"], totals["break_events"]), (
            len(names), tuple(sum(len(run.other(f"{n}_{s}").facts.breaks)
                                  for n in names)
                              for s in ("before", "after")))


@question(52, "New reason types not seen before?", ["*"])
def new_kinds(run):
    rows = run.book.gbq("kinds", "--by", "side")
    seen = collections.defaultdict(set)
    for name, other in run.book.runs.items():
        if run.book.side(name):
            seen[run.book.side(name)] |= {b.gb_id for b in
                                          other.facts.breaks if b.gb_id}
    newest = [run.book.side(n) for n in run.book.runs
              if run.book.side(n)][-1]
    old = set().union(*(v for k, v in seen.items() if k != newest))
    return "kinds --by TAG", {r["gb_id"] for r in rows if r["is_new"]
                              and r["gb_id"]}, seen[newest] - old


@question(53, "Trend of breaks over versions?", ["*"])
def trend(run):
    got = {r["value"]: (r["runs"], r["break_events"])
           for r in run.book.gbq("trend", "--by", "side")}
    want = collections.defaultdict(lambda: [0, 0])
    for name, other in run.book.runs.items():
        if run.book.side(name):
            want[run.book.side(name)][0] += 1
            want[run.book.side(name)][1] += len(other.facts.breaks)
    return "trend --by TAG", got, {k: tuple(v) for k, v in want.items()}


@question(54, "Did config, torch or libraries differ between the runs?",
          PAIRS)
def environment(run):
    got = {e["key"] for e in pair_diff(run)["environment"]
           if e["key"].startswith("config.dynamo.")}
    sides = []
    for facts in pair_facts(run):
        text = next((m["dynamo_config"] for m in facts.metrics
                     if m.get("dynamo_config")), "{}")
        sides.append(json.loads(text))
    return "diff BASE NEW", got, {
        f"config.dynamo.{k}" for k in set(sides[0]) | set(sides[1])
        if sides[0].get(k) != sides[1].get(k)}


@question(55, "eval against train, static against dynamic of one model?",
          ["sweep"])
def modes(run):
    """Two runs of each name, told apart by a tag."""
    names = ["pair_item", "pair_moved", "pair_scheduler"]
    with tempfile.TemporaryDirectory() as folder:
        book = Book(run.book.program, folder, {})
        for mode, side in (("eval", "before"), ("train", "after")):
            for name in names:
                book.ingest(name, run.other(f"{name}_{side}").path,
                            f"mode={mode}")
        diff = book.gbq("diff", "--sweep", "mode=eval", "mode=train")
    totals = {t["name"]: (t["base"], t["new"]) for t in diff["totals"]}
    want = [tuple(sum(map(of, (run.other(f"{n}_{s}").facts for n in names)))
                  for s in ("before", "after"))
            for of in (lambda f: len(f.breaks), lambda f: len(f.compiles))]
    return "diff --sweep mode=eval mode=train", [
        diff["compared"], totals["break_events"], totals["compiles"]], [
            len(names), *want]


@question(56, "Are my data complete (missing metrics, truncated, ranks)?",
          ["*"])
def complete(run):
    rows = run.book.gbq("sql", "@completeness")
    got = {r["name"]: r["unfinished"] or 0 for r in rows
           if r["name"] in run.book.runs}
    want = {}
    for name, other in run.book.runs.items():
        facts = other.facts
        done = {(m["cid"], m["rank"]) for m in facts.metrics}
        # without any metrics (torch 2.3) none can be missed
        want[name] = sum(k not in done for k in facts.starts) if done else 0
    return "@completeness", got, want


@question(57, "Which raw line or file proves this number?",
          ["mixtral_moe", "lm_varlen_train", "gb_print_logging"])
def evidence(run):
    rows = [r for r in run.ask("@evidence")
            if r["count_name"] == "break_events"]
    texts = count(run.book.text("cat", "--", run.name, r["path"]).strip()
                  for r in rows if r["path"])
    return "@evidence", texts, count(
        b.text.strip() for b in run.facts.breaks)


# ---- the runs ----

NO_REASONS = """\
V1130 02:48:01.000000 7 torch/_dynamo/x.py:1] {"str": ["/srv/m.py", 1]}
V1130 02:48:01.000000 7 torch/_dynamo/x.py:1] {"dynamo_start": {"stack": [\
{"line": 3, "name": "f", "filename": 1}]}, "frame_id": 0, \
"frame_compile_id": %d, "attempt": 0}
V1130 02:48:01.100000 7 torch/_dynamo/x.py:1] {"artifact": {"name": \
"recompile_reasons", "encoding": "json"}, "frame_id": 0, \
"frame_compile_id": %d, "attempt": 0, "has_payload": "%s"}
\t%s
"""
# what torch 2.13 wrote with TORCH_LOGS=compiled_autograd_verbose
AUTOGRAD = """\
V1130 09:47:04.307000 8 torch/_dynamo/compiled_autograd.py:458] {"artifact": \
{"name": "compiled_autograd_compile_reasons", "encoding": "json"}, \
"compiled_autograd_id": %d, "attempt": 0, "has_payload": "%s"}
\t[
\t"!%d: Cache miss due to new autograd node: %s"
\t]
"""


# as torch 2.13 writes a miss of the FX graph cache; components shortened
CACHE_KEY = """\
V1130 02:48:01.000000 7 torch/_dynamo/x.py:1] {"str": ["/srv/m.py", 1]}
V1130 02:48:01.000000 7 torch/_dynamo/x.py:1] {"dynamo_start": {"stack": [\
{"line": 3, "name": "f", "filename": 1}]}, "frame_id": 0, \
"frame_compile_id": 0, "attempt": 0}
V1130 02:48:01.100000 7 torch/_inductor/x.py:1] {"artifact": {"name": \
"fx_graph_cache_%s", "encoding": "json"}, "frame_id": 0, \
"frame_compile_id": 0, "attempt": 0, "has_payload": "%s"}
\t%s
"""


def key_logs(folder):
    for name, state, threads in (("keys_cold", "hit", -1),
                                 ("keys_warm", "miss", 8)):
        os.makedirs(f"{folder}/{name}")
        text = json.dumps({"key": f"f{threads}", "cache_state": state,
                           "components": [
                               "[gg] gm: <lambda>()",
                               f"[t{threads}] inductor_config[cpp.threads]: "
                               f"{threads}",
                               "[mm] inductor_config[max_autotune]: False"]})
        with open(f"{folder}/{name}/t.log", "w") as f:
            f.write(CACHE_KEY % (state, hashlib.md5(
                text.encode()).hexdigest(), text))


def made_logs(folder):
    key_logs(folder)
    os.makedirs(f"{folder}/no_reasons")
    os.makedirs(f"{folder}/autograd_misses")
    with open(f"{folder}/no_reasons/t.log", "w") as f:
        for again, reason in enumerate((
                "[]", '["Unable to find recompilation reasons"]',
                '["0/0: L[\'x\'] == 1"]'), 1):
            md5 = hashlib.md5(reason.encode()).hexdigest()
            f.write(NO_REASONS % (again, again, md5, reason))
    with open(f"{folder}/autograd_misses/t.log", "w") as f:
        for number, node in enumerate((
                "torch::autograd::GraphRoot (NodeCall 0) with key size 39, "
                "previous key sizes=[]", "MulBackward0 (NodeCall 2) with key "
                "size 42, previous key sizes=[]")):
            text = (f'[\n"!{number}: Cache miss due to new autograd node: '
                    f'{node}"\n]')
            md5 = hashlib.md5(text.encode()).hexdigest()
            f.write(AUTOGRAD % (number, md5, number, node))
    return {n: f"{folder}/{n}" for n in sorted(MADE)}


class Book:
    """A database of runs, each with its own files."""
    def __init__(self, program, folder, paths):
        self.program, self.database = program, f"{folder}/gbq.db"
        self.runs = {}
        for name, path in paths.items():
            self.ingest(name, path, *([f"side={self.side(name)}"]
                                      if self.side(name) else []))
            self.runs[name] = Run(self, name, path)

    def ingest(self, name, path, *tags):
        subprocess.run(
            [self.program, "-q", "--db", self.database, "ingest", "--name",
             name, *(x for t in tags for x in ("--tag", t)), path],
            check=True, stdout=subprocess.DEVNULL)

    @staticmethod
    def side(name):
        match = re.search(r"_(before|after)$", name)
        return match and match[1]

    def text(self, *words):
        out = subprocess.run([self.program, "--db", self.database, *words],
                             capture_output=True)
        if out.returncode:
            raise AssertionError(out.stderr.decode())
        return out.stdout.decode("utf-8", "replace")

    def gbq(self, *words):
        return json.loads(self.text(*words, "-f", "json"))


def fixture_paths(folder):
    return {n: f"{folder}/{n}" for n in sorted(os.listdir(folder))
            if os.path.isdir(f"{folder}/{n}")
            and not n.startswith(("synth", "export", "reset", "pt_"))}


def data_paths(folder):
    wanted = {n for _, _, runs in CHECKS for n in runs}
    paths = {}
    for group in ("models", "kinds", "sweep"):
        for name in sorted(os.listdir(f"{folder}/{group}")):
            path = f"{folder}/{group}/{name}"
            if name in wanted:
                report = f"{path}/report"
                paths[name] = report if os.path.exists(
                    f"{report}/raw.log") else f"{path}/trace"
    pairs = f"{folder}/pairs"
    for side in ("before", "after"):
        for name in sorted(os.listdir(pairs)):
            paths[f"{name}_{side}"] = f"{pairs}/{name}/{side}/report"
    return paths


def is_empty(answer):
    """whether it says nothing, all through"""
    if isinstance(answer, (tuple, list)):
        return all(map(is_empty, answer))
    return not answer


def short(answer):
    if isinstance(answer, dict):
        answer = dict(answer)
    text = str(answer)
    return text if len(text) <= 160 else f"{text[:157]}..."


class Tap:
    def __init__(self):
        self.number = self.bad = 0
        self.asked, self.answered = set(), set()
        self.commands = {}

    def check(self, set_name, number, function, run):
        label = f"Q{number} {QUESTIONS[number]}"
        try:
            command, answer, expected = function(run)
            ok = answer == expected
            self.commands[number] = command
            label += f" gbq {command}, of {run.name} ({set_name})"
        except (AssertionError, KeyError) as error:
            ok, answer, expected = False, repr(error), ""
            label += f" of {run.name} ({set_name})"
        self.number += 1
        self.asked.add(number)
        self.bad += not ok
        print(f"{'ok' if ok else 'not ok'} {self.number} - {label}")
        if not is_empty(expected):
            self.answered.add(number)
        if ok:
            print(f"# answer: {short(answer)}")
        else:
            self.tell(answer, expected)

    @staticmethod
    def tell(answer, expected):
        if isinstance(answer, collections.Counter):
            answer, expected = answer - expected, expected - answer
        elif isinstance(answer, dict) and isinstance(expected, dict):
            answer, expected = (
                {k: v for k, v in answer.items() if expected.get(k) != v},
                {k: v for k, v in expected.items() if answer.get(k) != v})
        if isinstance(answer, list) and isinstance(expected, list):
            answer, expected = ([x for x in answer if x not in expected],
                                [x for x in expected if x not in answer])
        print(f"# got {str(answer)[:600]}")
        print(f"# expected {str(expected)[:600]}")


def walk(tap, program, set_name, paths):
    with tempfile.TemporaryDirectory() as folder:
        paths = {**paths, **made_logs(folder)}
        book = Book(program, folder, paths)
        some = next(iter(book.runs.values()))
        for number, function, names in CHECKS:
            for name in names:
                run = book.runs.get(name)
                if name in PAIRS and f"{name}_before" in book.runs:
                    run = Run(book, name, "")
                elif name == "*" or (name in ("cold", "sweep") and
                                     "pair_print_after" in book.runs):
                    run = Run(book, "all runs", some.path)
                if run and not (set_name == "fixtures" and (
                        number in FROM_LOG and name not in MADE)):
                    tap.check(set_name, number, function, run)


# Questions whose facts no page has: of fixtures only what was made as a log.
FROM_LOG = {6, 11, 20, 21, 25, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40,
            41, 42, 43, 44, 46, 48, 49, 50, 52, 53, 54, 55, 56}
MADE = {"no_reasons", "autograd_misses", "keys_cold", "keys_warm"}


def readme_rows(commands):
    """the rows of the table of questions in README.md"""
    rows = []
    for number in sorted(QUESTIONS):
        command = commands[number].replace("|", "\\|")
        command = ("gbq sql " if command.startswith("@") else "gbq ") + command
        rows.append(f"| {number} | {QUESTIONS[number]} | `{command}` |")
    return rows


def check_readme(tap):
    """README.md names for each question what answers it."""
    with open(f"{os.path.dirname(__file__)}/../../README.md",
              encoding="utf-8") as f:
        lines = set(f.read().split("\n"))
    missing = [r for r in readme_rows(tap.commands) if r not in lines]
    tap.number += 1
    tap.bad += bool(missing)
    print(f"{'not ok' if missing else 'ok'} {tap.number} - README.md names "
          f"what answers each question")
    for row in missing[:5]:
        print(f"# {row}")


def main():
    program, fixtures = os.path.abspath(sys.argv[1]), sys.argv[2]
    tap = Tap()
    walk(tap, program, "fixtures", fixture_paths(fixtures))
    if len(sys.argv) > 3:
        walk(tap, program, "data", data_paths(sys.argv[3]))
        for what, done in (("asked", tap.asked), ("answered by something",
                                                  tap.answered)):
            missing = set(range(1, 58)) - done
            tap.number += 1
            tap.bad += bool(missing)
            print(f"{'not ok' if missing else 'ok'} {tap.number} - all 57 "
                  f"questions are {what}")
            if missing:
                print(f"# not: {sorted(missing)}")
        check_readme(tap)
    print(f"1..{tap.number}")
    sys.exit(bool(tap.bad))


if __name__ == "__main__":
    main()
