"""Runs made of N things of one kind, each as an input for gbq ingest."""
import hashlib
import json
import os

HEAD = "V1130 02:48:01.000000 7 torch/_dynamo/x.py:1] "
# ---- trace logs ----


def record(kind, frame=None, compiled=0, attempt=0, payload=None, **more):
    """A record of a trace log, with its payload."""
    data = dict(kind, **more)
    if frame is not None:
        data.update(frame_id=frame, frame_compile_id=compiled, attempt=attempt)
    text = ""
    if payload is not None:
        data["has_payload"] = hashlib.md5(payload.encode()).hexdigest()
        text = "".join(f"\t{line}\n" for line in payload.split("\n"))
    return f"{HEAD}{json.dumps(data)}\n{text}"


def artifact(name, frame, compiled, payload, encoding="string", **more):
    return record({"artifact": {"name": name, "encoding": encoding}}, frame,
                  compiled, payload=payload, **more)


def start(frame, compiled=0, attempt=0, line=3, depth=1, **more):
    stack = [{"line": line + i, "name": "f", "filename": 1}
             for i in range(depth)]
    return record({"dynamo_start": {"stack": stack}}, frame, compiled,
                  attempt, **more)


def metrics(frame, compiled=0, attempt=0, **more):
    values = {"compile_id": f"{frame}/{compiled}", "co_name": "f",
              "co_filename": "/a.py", "co_firstlineno": 3,
              "entire_frame_compile_time_s": 0.5, "restart_reasons": []}
    ranks = {key: more.pop(key) for key in ("rank",) if key in more}
    values.update(more)
    return record({"compilation_metrics": values}, frame, compiled, attempt,
                  **ranks)


def reason(line, kind="Unsupported thing", hints=1, frames=1):
    """The text of a break."""
    return (f"Graph break in user code at /a.py:{line}\n"
            f"Graph Break Reason: {kind}\n  Explanation: no.\n" +
            "".join(f"  Hint: try {i}.\n" for i in range(hints)) +
            f"\n  Developer debug context: {line}\n\nUser code traceback:\n" +
            "".join(f'  File "/a.py", line {line + i}, in f\n    f()\n'
                    for i in range(frames)))


def broken(frame, line, compiled=0, **more):
    return artifact("dynamo_graph_break_reason", frame, compiled,
                    reason(line, **more))


REASON = {"artifact": {"name": "dynamo_graph_break_reason",
                       "encoding": "string"}}
BEGIN = record({"str": ["/a.py", 1]})
GRAPH = ("class GraphModule(torch.nn.Module):\n    def forward(self, x):\n"
         "        y = x + 1\n        return (y,)")


def compiles(n):
    for i in range(n):
        yield start(i) + metrics(i)


def compiles_of_one_frame(n):
    for i in range(n):
        yield start(0, i) + metrics(0, i)


def compiles_that_break(n):
    for i in range(n):
        yield start(i, line=i) + broken(i, i) + metrics(
            i, attempt=1, restart_reasons=["Unsupported thing"])


def breaks_of_one_compile(n):
    yield start(0)
    for i in range(n):
        yield broken(0, i)
    yield metrics(0)


def equal_breaks(n):
    yield start(0)
    for _ in range(n):
        yield broken(0, 5)
    yield metrics(0)


def equal_breaks_of_compiles(n):
    for i in range(n):
        yield start(0, i) + broken(0, 5, i) + metrics(0, i)


def restarts(n):
    yield start(0) + broken(0, 5)
    yield metrics(0, restart_reasons=[f"Unsupported thing {i}"
                                      for i in range(n)])


def restarts_of_breaks(n):
    yield start(0)
    for i in range(n):
        yield broken(0, i, kind=f"Thing {i}")
    yield metrics(0, restart_reasons=[f"Thing {i}" for i in range(n)])


def hints(n):
    yield start(0) + broken(0, 1, hints=n) + metrics(0)


def frames_of_a_stack(n):
    yield start(0, depth=n) + broken(0, 1, frames=n) + metrics(0)


def recompiles(n):
    for i in range(n):
        yield start(0, i) + artifact(
            "recompile_reasons", 0, i, json.dumps(
                [f"0/{i - 1}: L['x'] == {i}"]), "json") + metrics(0, i)


def guards_of_a_recompile(n):
    yield start(0) + metrics(0) + start(0, 1)
    yield artifact("recompile_reasons", 0, 1, json.dumps(
        [f"0/0: L['x{i}'] == 1" for i in range(n)]), "json")
    yield metrics(0, 1)


def other_values_of_guards(n):
    yield start(0) + metrics(0) + start(0, 1)
    yield artifact("recompile_reasons", 0, 1, json.dumps(
        [f"0/0: L['x'] == {i}" for i in range(n)]), "json")
    yield metrics(0, 1)


def failures(n):
    for i in range(n):
        yield start(i, line=i) + metrics(
            i, fail_type="Unsupported", fail_reason=f"Thing {i}",
            fail_user_frame_filename="/a.py", fail_user_frame_lineno=i)


def ranks(n):
    for i in range(n):
        yield start(0, rank=i) + metrics(0, rank=i)


def ranks_that_break(n):
    for i in range(n):
        yield start(0, rank=i) + artifact(
            "dynamo_graph_break_reason", 0, 0, reason(i), rank=i) + metrics(
            0, rank=i)


def processes(n):
    for i in range(n):
        yield (start(0) + metrics(0)).replace(" 7 torch/",
                                              f" {i + 1} torch/")


def configs(n):
    yield start(0) + metrics(0, dynamo_config=json.dumps(
        {f"key_{i}": i for i in range(n)}))


def different_configs(n):
    for i in range(n):
        yield start(i) + metrics(i, dynamo_config=json.dumps({"key": i}))


def unknown_metrics(n):
    yield start(0) + metrics(0, **{f"key_{i}": i for i in range(n)})


def graphs_of_one_compile(n):
    yield start(0)
    for i in range(n):
        yield record({"dynamo_output_graph": {"sizes": {"x": [i]}}}, 0,
                     payload=GRAPH.replace("1", str(i)))
    yield metrics(0)


def graph_of_many_nodes(n):
    yield start(0) + record(
        {"dynamo_output_graph": {"sizes": {}}}, 0, payload=GRAPH.replace(
            "        y = x + 1\n", "".join(
                f"        y{i} = torch.add(x, {i})\n" for i in range(n))))
    yield metrics(0)


def artifacts_of_one_compile(n):
    yield start(0)
    for i in range(n):
        yield artifact("fx_graph_runnable", 0, 0, f"print({i})")
    yield metrics(0)


def bytecodes(n):
    yield start(0)
    for i in range(n):
        for side in "ORIGINAL", "MODIFIED":
            yield artifact(f"torch_dynamo_resume_in_f_at_{i}_{side}_BYTECODE",
                           0, 0, f"  5   0 RESUME  {i}")
    yield metrics(0)


def caches(n):
    yield start(0)
    for i in range(n):
        yield artifact("fx_graph_cache_miss", 0, 0, json.dumps(
            {"key": f"f{i}", "cache_state": "miss", "components": [
                f"[a{i}] x: 1", "[b] y: 2"]}), "json")
    yield metrics(0)


def parts_of_a_cache_key(n):
    for compiled in 0, 1:
        yield start(0, compiled) + artifact(
            "fx_graph_cache_miss", 0, compiled, json.dumps(
                {"key": f"f{compiled}", "cache_state": "miss", "components": [
                    f"[a{i}{compiled}] inductor_config[k{i}]: {compiled}"
                    for i in range(n)]}), "json") + metrics(0, compiled)


def events_of_chromium(n):
    yield start(0)
    for i in range(n):
        yield record({"chromium_event": {}}, 0, payload=json.dumps({
            "name": f"phase{i}", "ts": 1.0 + i, "args": {
                "compile_id": "0/0"}, "ph": "BE"[i % 2], "cat": "t",
            "tid": 0, "pid": 0}))
    yield metrics(0)


def nested_phases(n):
    yield start(0)
    for i in range(2 * n):
        yield record({"chromium_event": {}}, 0, payload=json.dumps({
            "name": "phase", "ts": 1.0 + i, "args": {"compile_id": "0/0"},
            "ph": "B" if i < n else "E", "cat": "t", "tid": 0, "pid": 0}))
    yield metrics(0)


def symbols(n):
    yield start(0)
    for i in range(n):
        yield record({"create_symbol": {
            "symbol": f"s{i}", "val": "4", "vr": "[2, int_oo]",
            "source": f"L['x{i}'].size()[0]", "user_stack": [],
            "stack": []}}, 0)
        yield record({"guard_added_fast": {
            "expr": f"Eq(s{i}, 4)", "user_stack": [], "stack": []}}, 0)
    yield metrics(0)


def strings(n):
    for i in range(n):
        yield record({"str": [f"/a{i}.py", i + 2]})
    for i in range(n):
        yield record({"dynamo_start": {"stack": [
            {"line": 1, "name": f"f{i}", "filename": i + 2}]}}, i)


def chains(n):
    """Frames that go on where a break ended one."""
    for i in range(n):
        yield record({"dynamo_start": {"stack": [
            {"line": i, "name": f"torch_dynamo_resume_in_f_at_{i}",
             "filename": 1}]}}, i) + broken(i, i + 1) + metrics(
            i, co_name=f"torch_dynamo_resume_in_f_at_{i}")


def instances_of_one_id(n):
    """A compile id again and again, as after torch._dynamo.reset()."""
    for i in range(n):
        yield start(0) + broken(0, i % 50) + metrics(0)


def attempts_of_one_id(n):
    for i in range(n):
        yield start(0, attempt=i) + record(REASON, 0, 0, i, reason(
            i % 50)) + metrics(0, attempt=i)


def sites_of_one_frame(n):
    """A frame that is compiled again and breaks elsewhere each time."""
    for i in range(n):
        yield start(0, i) + broken(0, i, i) + metrics(0, i)


def records_of_early_compiles(n):
    for i in range(n):
        yield start(i)
    for i in range(n):
        yield artifact("x", i % 5, 0, f"payload {i}")


def skips(n):
    """Frames that run eager: failures with the texts of their breaks."""
    for i in range(n):
        text = reason(i % 50, f"Thing {i % 9}")
        yield start(i) + record(REASON, i, payload=text) + metrics(
            i, fail_type="Unsupported", fail_reason=text)


def compiles_without_code(n):
    """Compiles of one frame of which nothing names the function."""
    for i in range(n):
        yield artifact("x", 0, i, "one")


def resume(frame, line):
    name = f"torch_dynamo_resume_in_f_at_{line}"
    return record({"dynamo_start": {"stack": [
        {"line": line, "name": name, "filename": 1}]}}, frame) + metrics(
            frame, co_name=name)


def resumes_of_one_line(n):
    """A function that breaks in each of its compiles and is resumed."""
    for i in range(n):
        yield start(2 * i, line=5) + broken(2 * i, 5) + metrics(
            2 * i, restart_reasons=["Unsupported thing"])
        yield resume(2 * i + 1, 5)


def breaks_below_breaks(n):
    """Each function calls the next one, and breaks at the call."""
    for i in range(n):
        frames = [(k, f"f{k}") for k in (i - 1, i) if k >= 0]
        yield record({"dynamo_start": {"stack": [
            {"line": line, "name": name, "filename": 1}
            for line, name in frames]}}, i)
        yield record(REASON, i, payload=reason(i, frames=0) + "".join(
            f'  File "/a.py", line {line}, in {name}\n    f()\n'
            for line, name in frames))
        yield metrics(i, co_name=f"f{i}", co_firstlineno=i)


def twins(n):
    """Both texts that torch writes of a frame that it skips."""
    for i in range(n):
        yield start(0, attempt=i) + record(REASON, 0, 0, i, reason(
            5, "Backend compiler exception")) + record(
            REASON, 0, 0, i, "WON'T CONVERT f /a.py line 5\nTraceback (most "
            "recent call last):\nException: no")
    yield metrics(0)


def files_that_break(n):
    return moved_files(n, "/srv")


def lines_that_are_none(n):
    for i in range(n):
        yield f"{HEAD}{{{i}\n{HEAD}{{\"odd\": {i}}}\nno line {i}\n"


def damaged_payloads(n):
    for i in range(n):
        yield artifact("x", i, 0, "one").replace("\tone", "\ttwo")


# ---- console text ----


def printed(compile_id, tag, text):
    return "".join(f"{HEAD}[{compile_id}] [__{tag}] {line}\n"
                   for line in text.split("\n"))


def limit(compile_id, i):
    head = HEAD.replace("V", "W", 1)
    return (f"{head}[{compile_id}] torch._dynamo hit config.recompile_limit"
            f" (8)\n{head}[{compile_id}]    function: 'f' (/a.py:{i})\n"
            f"{head}[{compile_id}]    last reason: 0/0: L['x'] == {i}\n")


def printed_breaks(n):
    for i in range(n):
        yield printed("0/0", "graph_breaks", reason(i))


def printed_breaks_of_compiles(n):
    for i in range(n):
        yield printed(f"{i}/0", "graph_breaks", reason(i))


def printed_repeats(n):
    for i in range(n):
        yield printed(f"{i}/0", "graph_breaks", reason(i))
        yield printed(f"{i}/1", "graph_breaks",
                      "Graph break (user stack suppressed due to duplicate "
                      f"graph break) in user code at /a.py:{i}\n"
                      "Graph Break Reason: Unsupported thing\n"
                      "  Explanation: no.\n")


def printed_twins(n):
    for i in range(n):
        yield (f"{HEAD}[{i}/0] [__graph_breaks] WON'T CONVERT f /a.py line "
               f"{i}\n{HEAD}[{i}/0] [__graph_breaks] due to:\n"
               f"{HEAD}[{i}/0] [__graph_breaks] Traceback (most recent call "
               f"last):\n{HEAD}[{i}/0] [__graph_breaks] torch._dynamo.exc."
               f"Unsupported: thing {i}\n")


def printed_recompiles(n):
    for i in range(n):
        yield printed(f"0/{i + 1}", "recompiles",
                      f"Recompiling function f in /a.py:{i}\n"
                      "    triggered by the following guard failure(s):\n"
                      f"    - 0/{i}: L['x'] == {i}")


def printed_limits(n):
    for i in range(n):
        yield limit(f"{i}/8", i)


def printed_failures(n):
    for i in range(n):
        yield (f"Traceback (most recent call last):\n  File \"/a.py\", line "
               f"{i}, in f\n    f()\ntorch._dynamo.exc.Unsupported: thing {i}"
               f"\n  Explanation: no {i}.\n\n")


# ---- reports ----

PAGE = """<html>
<body>
    <h1>Compilation Info for [{0}/0] </h1>
    <h2>Failures:</h2>
    <p>Failure Type: Unsupported</p>
    <p>Failure Reason: <pre>thing {0}</pre></p>
    <h2>Restarts and</h2><p>Restart Reasons:</p><ul>{1}</ul>
</body>
</html>
"""


def write(folder, path, text):
    path = os.path.join(folder, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def row(i, kind="RestartAnalysis"):
    return (f"<tr> <td> <a href='-_{i}_0_0/compilation_metrics_{i}.html'>["
            f"{i}/0]</a>  </td><td> {kind} </td><td><pre>thing {i}</pre></td>"
            "<td>  </td></tr>\n")


def failures_page(rows):
    return ("<html><body><h1>Failures and Restarts</h1><table>\n<tr> <th> "
            "Compile Id </th> <th> Failure Type </th> <th> Failure "
            "Description </th> <th> Failure Source (compilation failures only"
            f") </th> </tr>\n{rows}</table></body></html>\n")


def pages(folder, n):
    write(folder, "index.html", "<html></html>\n")
    write(folder, "failures_and_restarts.html", failures_page("".join(
        row(i) + row(i, "Unsupported") for i in range(n))))
    for i in range(n):
        write(folder, f"-_{i}_0_0/compilation_metrics_{i}.html",
              PAGE.format(i, f"<li><pre>thing {i}</pre></li>"))


def rows_without_pages(folder, n):
    write(folder, "index.html", "<html></html>\n")
    write(folder, "failures_and_restarts.html", failures_page("".join(
        row(i) + row(i, "Unsupported") for i in range(n))))


def reasons_of_one_compile(folder, n):
    write(folder, "index.html", "<html></html>\n")
    for i in range(n):
        write(folder, f"-_0_0_0/dynamo_graph_break_reason_{i}.txt", reason(i))
    write(folder, f"-_0_0_0/compilation_metrics_{n}.html", PAGE.format(
        0, "".join(f"<li><pre>thing {i}</pre></li>" for i in range(n))))


def instances(folder, n):
    """One compile id again and again, as after torch._dynamo.reset()."""
    write(folder, "index.html", "<html></html>\n")
    for i in range(n):
        write(folder, f"-_0_0_0/dynamo_graph_break_reason_{2 * i}.txt",
              reason(i))
        write(folder, f"-_0_0_0/compilation_metrics_{2 * i + 1}.html",
              PAGE.format(0, ""))


def ranks_of_a_report(folder, n):
    write(folder, "index.html", "<html></html>\n")
    for i in range(n):
        write(folder, f"rank_{i}/index.html", "<html></html>\n")
        write(folder, f"rank_{i}/-_0_0_0/dynamo_graph_break_reason_0.txt",
              reason(i))
        write(folder, f"rank_{i}/-_0_0_0/compilation_metrics_1.html",
              PAGE.format(0, ""))


def odd_files(folder, n):
    write(folder, "index.html", "<html></html>\n")
    for i in range(n):
        write(folder, f"-_0_0_0/odd{i}_{i}.txt", str(i))


LOGS = (compiles, compiles_of_one_frame, compiles_that_break,
        breaks_of_one_compile, equal_breaks, equal_breaks_of_compiles,
        restarts, restarts_of_breaks, hints, frames_of_a_stack, recompiles,
        guards_of_a_recompile, other_values_of_guards, failures, ranks,
        ranks_that_break, processes, configs, different_configs,
        unknown_metrics, graphs_of_one_compile, graph_of_many_nodes,
        artifacts_of_one_compile, bytecodes, caches, parts_of_a_cache_key,
        events_of_chromium, nested_phases, symbols, strings, chains,
        instances_of_one_id, attempts_of_one_id, sites_of_one_frame,
        records_of_early_compiles, skips, compiles_without_code,
        resumes_of_one_line, breaks_below_breaks, twins, files_that_break,
        lines_that_are_none, damaged_payloads)
TEXTS = (printed_breaks, printed_breaks_of_compiles, printed_repeats,
         printed_twins, printed_recompiles, printed_limits, printed_failures)
REPORTS = (pages, rows_without_pages, reasons_of_one_compile, instances,
           ranks_of_a_report, odd_files)
# Console text beside a trace log that has the same.
BESIDE = ((breaks_of_one_compile, printed_breaks),
          (compiles_that_break, printed_breaks_of_compiles),
          (failures, printed_failures), (recompiles, printed_recompiles),
          (recompiles, printed_limits), (compiles_that_break, printed_twins))


def written(folder, name, lines):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="ascii") as file:
        file.writelines(lines)
    return path


def makers():
    """{name: function(folder, n)} that write a run of n things and give what
    to ingest."""
    result = {}
    for log in LOGS:
        result[log.__name__] = lambda folder, n, log=log: [
            written(folder, "trace.log", [BEGIN, *log(n)])]
    for text in TEXTS:
        result[text.__name__] = lambda folder, n, text=text: [
            written(folder, "console.txt", text(n))]
    for log, text in BESIDE:
        result[f"{text.__name__} beside {log.__name__}"] = \
            lambda folder, n, log=log, text=text: [
                written(folder, "trace.log", [BEGIN, *log(n)]),
                "--with-console", written(folder, "console.txt", text(n))]
    for report in REPORTS:
        def make(folder, n, report=report):
            report(os.path.join(folder, "r"), n)
            return [os.path.join(folder, "r")]
        result[report.__name__] = make
    return result


def moved_files(n, folder):
    """A break in each of n files."""
    for i in range(n):
        path = f"{folder}/a{i}.py"
        yield record({"str": [path, i + 2]})
        yield start(i).replace('"filename": 1}', f'"filename": {i + 2}}}')
        yield artifact("dynamo_graph_break_reason", i, 0,
                       reason(i, f"Thing {i % 7}").replace("/a.py", path))
        yield metrics(i, co_filename=path)


def functions_of_one_file(n, source, sites=1):
    """Breaks in many functions of a file: of source lines that differ, or so
    many with the same one."""
    for i in range(n):
        line = 4 * i + i % 3
        yield start(i, line=line).replace('"f"', f'"f{i}"')
        for k in range(sites):
            yield record(REASON, i, payload=reason(
                line + k, frames=0) +
                f'  File "/a.py", line {line + k}, in f{i}\n'
                f'    {source.format(i)}\n')
        yield metrics(i, co_name=f"f{i}", co_firstlineno=line)


# Runs that differ: what diff has to compare.
PAIRS = {
    "lines that moved": (compiles_that_break, lambda n: (
        line.replace("/a.py:", "/a.py:1") for line in
        compiles_that_break(n))),
    "kinds that changed": (compiles_that_break, restarts_of_breaks),
    "many sites and one": (compiles_that_break, equal_breaks_of_compiles),
    "one site and many": (equal_breaks_of_compiles, compiles_that_break),
    "files that moved": (lambda n: moved_files(n, "/srv/old"),
                         lambda n: moved_files(n, "/srv/new/src")),
    "lines that were edited": (
        lambda n: functions_of_one_file(n, "total = total + thing_{}(x)"),
        lambda n: functions_of_one_file(n, "total += 2 * thing_{}(x)")),
    "functions with fewer breaks": (
        lambda n: functions_of_one_file(n // 2, "thing(x)", 3),
        lambda n: functions_of_one_file(n // 2, "thing(x)", 2)),
    "files that went": (lambda n: moved_files(n, "/srv/old"),
                        compiles_that_break),
}


def pairs():
    """As makers(), with two inputs each."""
    return {name: lambda folder, n, sides=sides: [
        written(folder, f"{side}.log", [BEGIN, *lines(n)])
        for side, lines in enumerate(sides)] for name, sides in PAIRS.items()}
