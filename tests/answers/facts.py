"""What a run's own files say, read without gbq: a trace log or raw.log record
by record, or the pages of a report. For tests/answers."""
import collections, glob, html, json, os, re

LINE = re.compile(rb"^\w\d{4} \d\d:\d\d:\d\d\.\d{6} \S+ [^\]]*\] (\{.*)$")
RESUME = re.compile(r"^torch_dynamo_resume_in_(.*)_at_\d+$")
FRAME = re.compile(r'^  File "(.*)", line (\d+), in (.*)$')
HINTS = [  # phrases of torch/_dynamo/graph_break_hints.py, best first
    ("USER_ERROR", "Dynamo has detected that tracing the code will result in "
     "an error when running in eager"),
    ("DYNAMO_BUG", "This is likely to be a Dynamo bug"),
    ("DIFFICULT", "This graph break may be difficult to debug"),
    ("FUNDAMENTAL", "This graph break is fundamental"),
    ("SUPPORTABLE", "It may be possible to write Dynamo tracing rules"),
    ("CAUSED_BY_EARLIER_GRAPH_BREAK",
     "This graph break may have been caused by an earlier graph break"),
    ("INFERENCE_MODE", "Avoid using `tensor.is_inference()`"),
]


def records(path):
    """(envelope, payload, thread) of each record of a log"""
    last = None
    with open(path, "rb") as log:
        for line in log.read().split(b"\n"):
            if line.startswith(b"\t"):
                if last:
                    last[1].append(line[1:])
                continue
            match = LINE.match(line.rstrip(b"\r"))
            if not match:
                continue
            if last:
                yield last[0], b"\n".join(last[1])
            try:
                last = json.loads(match[1]), []
            except ValueError:
                last = None
    if last:
        yield last[0], b"\n".join(last[1])


def compile_id(e):
    parts = ["-" if e.get(k) is None else str(e[k])
             for k in ("frame_id", "frame_compile_id")]
    ca = e.get("compiled_autograd_id")
    return ("" if ca is None else f"!{ca}/") + "/".join(parts)


def plain(name):
    """a resume function's name is that of the function which it resumes"""
    while name and RESUME.match(name):
        name = RESUME.match(name)[1]
    return name


def owner(path):
    """(owner, library) of a file"""
    if path.startswith("<"):
        return "generated", None
    match = re.search(r"/(?:site|dist)-packages/([^/]+)", path)
    if match:
        name = re.sub(r"\.py$", "", match[1])
        return ("torch", None) if name == "torch" else ("library", name)
    if re.search(r"/lib/python3\.\d+/", path):
        return "stdlib", None
    return "user", None


class Break:
    """A reason text: where, what, and what became of the frame."""
    def __init__(self, cid, attempt, rank, text):
        self.cid, self.attempt, self.rank = cid, attempt, rank
        self.text = text
        self.first = text.split(
            "*** While handling this graph break, another graph break")[0]
        ids = re.findall(r"/gb/gb(\d{4})\.html", text)
        first_ids = re.findall(r"/gb/gb(\d{4})\.html", self.first)
        self.gb_id = f"GB{first_ids[0]}" if first_ids else None
        self.consequence = f"GB{ids[1]}" if len(ids) > 1 else None
        self.kind = self.find_kind()
        self.frames, self.source = self.find_frames()
        header = re.search(r"^Graph break in user code at (.*):(\d+)$", text,
                           re.M)
        if self.frames:
            self.file, self.line, self.function = self.frames[-1]
        elif header:
            self.file, self.line = header[1], int(header[2])
            self.function = None
        else:
            self.file = self.line = self.function = None
        self.form = self.find_form()

    def find_kind(self):
        lines = self.first.split("\n")
        for number, line in enumerate(lines):
            if line.startswith("  Explanation:"):
                return re.sub(r"^Graph Break Reason: ", "", lines[number - 1])
        return None

    def find_frames(self):
        """user stack, and the source line of its innermost frame"""
        frames, source, taking = [], None, False
        # names of files may hold a newline
        text = re.sub(r'(^  File "[^"\n]*)\n([^"\n]*", line \d+, in )',
                      "\\1\0\\2", self.text, flags=re.M)
        for line in text.split("\n"):
            if re.match(r"^\s*User code traceback:|^from user code", line):
                taking = True
                continue
            if taking:
                match = FRAME.match(line)
                if match:
                    frames.append((match[1].replace("\0", "\n"), int(match[2]), plain(match[3])))
                    source = None
                elif line.startswith("    ") and source is None:
                    source = line.strip()
                elif line and line[0] not in " =":
                    break
        return frames, source

    def find_form(self):
        if "Skipping the function and falling back to eager" in self.first:
            return "skip"
        if "Compiling up to the previous resumable state" in self.first:
            return "no_resume"
        if "Encountered graph break when attempting to trace" in self.first:
            return "resume"
        return None

    def hint_class(self):
        for name, phrase in HINTS:
            if phrase in self.first:
                return name
        return "NONE"

    def site(self):
        return (self.gb_id or self.kind, self.file, self.line, self.function)


class Guard:
    """One item of recompile_reasons."""
    def __init__(self, cid, position, text):
        self.cid, self.position = cid, position
        match = re.match(r"^((?:!\d+/)?\d+/\d+): (.*)", text.split("\n")[0])
        self.missed = match[1] if match else None
        self.guard = match[2] if match else text.split("\n")[0]


class Facts:
    """Of one run: folders with trace logs, or a report."""
    def __init__(self, path):
        self.path = path
        self.breaks, self.metrics, self.guards = [], [], []
        self.graphs, self.caches, self.events = [], [], []
        self.texts = collections.defaultdict(list)
        self.starts, self.strings, self.artifacts = {}, {}, []
        self.special, self.bwd, self.bad_lines = [], [], 0
        self.cpp_guards, self.compiles = {}, []
        self.instance_of, self.started = {}, collections.Counter()
        self.logs = sorted(glob.glob(f"{path}/raw.log")) or sorted(
            glob.glob(f"{path}/*.log"))
        for log in self.logs:
            self.strings = {}
            for envelope, payload in records(log):
                self.take(envelope, payload)
        if not self.logs:
            self.take_report(path)
        self.drop_twins()
        self.name_frames()

    def note(self, cid, rank):
        if (cid, rank) not in self.compiles and cid != "-/-":
            self.compiles.append((cid, rank))

    def take(self, e, payload):
        cid, rank = compile_id(e), e.get("rank")
        text = payload.decode("utf-8", "replace")
        if "str" in e:
            self.strings[e["str"][1]] = e["str"][0]
            return
        if "chromium_event" in e:
            self.events.append((e, json.loads(payload)))
            return
        self.note(cid, rank)
        if "dynamo_start" in e:
            self.started[cid, rank] += 1
            self.starts.setdefault((cid, rank), [
                (self.strings.get(f["filename"]), f["line"], f["name"])
                for f in e["dynamo_start"]["stack"]])
        name = (e.get("artifact") or {}).get("name")
        if name:
            self.take_artifact(e, cid, rank, name, text)
        if "dynamo_output_graph" in e:
            self.graphs.append((cid, rank, e.get("attempt") or 0, text))
            self.count_instance(self.graphs[-1])
        if "dynamo_cpp_guards_str" in e:
            self.cpp_guards[cid] = text
        if "compilation_metrics" in e:
            self.metrics.append(dict(e["compilation_metrics"], cid=cid,
                                     rank=rank, attempt=e.get("attempt")))
        if "bwd_compilation_metrics" in e:
            self.bwd.append(dict(e["bwd_compilation_metrics"], cid=cid,
                                 rank=rank))
        if "symbolic_shape_specialization" in e:
            self.special.append((cid, e["symbolic_shape_specialization"]))

    def take_artifact(self, e, cid, rank, name, text):
        self.artifacts.append((cid, rank, name, text))
        if name == "dynamo_graph_break_reason":
            self.breaks.append(Break(cid, e.get("attempt") or 0, rank, text))
        elif name == "recompile_reasons":
            self.take_recompile(cid, text)
        elif re.match(r"(fx_graph|aotautograd)_cache_(hit|miss|bypass)$",
                      name):
            self.caches.append((cid, rank, name, json.loads(text)))
            self.count_instance(self.caches[-1])

    def count_instance(self, item):
        """which start of its id (after a reset, anew) an item belongs to"""
        self.instance_of[id(item)] = (*item[:2], self.started[item[:2]])

    def take_recompile(self, cid, text):
        try:
            reasons = json.loads(text)
        except ValueError:
            reasons = [text]
        if isinstance(reasons, str):
            reasons = [reasons]
        for position, reason in enumerate(reasons or []):
            self.guards.append(Guard(cid, position, reason or ""))

    # ---- pages ----

    def take_report(self, path):
        files = [f for f in glob.glob(f"{path}/**/*", recursive=True)
                 if re.search(r"_(\d+)\.\w+$", f)]
        for file in sorted(files, key=lambda f: int(
                re.search(r"_(\d+)\.\w+$", f)[1])):
            folder = os.path.basename(os.path.dirname(file))
            match = re.fullmatch(r"(-|\d+)_(-|\d+)_(-|\d+)_(-|\d+)", folder)
            if not match:
                continue
            ca, frame, again, attempt = match.groups()
            cid = ("" if ca == "-" else f"!{ca}/") + f"{frame}/{again}"
            with open(file, encoding="utf-8", errors="replace") as f:
                self.take_page(file, cid, attempt, f.read())

    def take_page(self, file, cid, attempt, text):
        name = re.sub(r"_\d+\.\w+$", "", os.path.basename(file))
        if name == "compilation_metrics":
            self.metrics.append(self.page(cid, text))
        elif name == "dynamo_output_graph":
            self.graphs.append((cid, None, int(attempt), text))
        elif name in ("dynamo_graph_break_reason", "recompile_reasons"):
            self.take_artifact({"attempt": int(attempt)}, cid, None, name,
                               text.rstrip("\n") if "recompile" in name
                               else text)
        self.note(cid, None)

    @staticmethod
    def page(cid, text):
        found = {"cid": cid, "rank": None}
        bare = re.sub(r"<[^>]*>", "", text)
        for label, key in (
                ("Entire Frame", "entire_frame_compile_time_s"),
                ("Backend", "backend_compile_time_s"),
                ("Dynamo Time Before Restart", "dynamo_time_before_restart_s"),
                ("Graph Ops", "graph_op_count")):
            match = re.search(rf"^ *{label}(?: \[\?\])?: ([0-9.e+-]+)", bare, re.M)
            found[key] = float(match[1]) if match else None
        parts = text.split("<h2>Stack</h2>")
        frames = [re.findall(r"<li>(.*?):(\d+) in (.*?)<br>",
                             part.split("</details>")[0], re.S)
                  for part in reversed(parts)]
        frames = next((f for f in frames if f), [])
        if frames:
            file, line, function = (html.unescape(x) for x in frames[-1])
            found.update(co_filename=file, co_firstlineno=int(line),
                         co_name=function)
        return found

    # ---- what follows from it ----

    def name_frames(self):
        """A compile at the recompile limit has no name: its frame has."""
        names = {}
        for m in self.metrics:
            if m.get("co_name"):
                names[m["rank"], m["cid"].rsplit("/", 1)[0]] = m
        for m in self.metrics:
            first = names.get((m["rank"], m["cid"].rsplit("/", 1)[0]))
            if not m.get("co_name") and first:
                for key in ("co_name", "co_filename", "co_firstlineno"):
                    m[key] = first[key]

    def drop_twins(self):
        """WON'T CONVERT repeats the GB0219 of its compile and attempt."""
        twins = {(b.cid, b.attempt, b.rank) for b in self.breaks
                 if b.gb_id == "GB0219"}
        self.breaks = [b for b in self.breaks
                       if not b.text.startswith("WON'T CONVERT")
                       or (b.cid, b.attempt, b.rank) not in twins]

    def forward(self):
        """metrics of compiles, one a compile and instance"""
        return [m for m in self.metrics if not m.get("is_runtime")]

    def phase_calls(self):
        calls = collections.Counter()
        for _, event in self.events:
            if event["ph"] == "B":
                calls[event["name"]] += 1
        return calls

    @staticmethod
    def graph_ops(text):
        """How many lines of a Dynamo graph compute something: all but inputs,
        attributes of modules and the like."""
        count = 0
        for line in text.split("\n"):
            line = line.split("#")[0].strip()
            if not re.match(r"\w", line) or re.match(
                    r"(class|def|return|import|from) ", line):
                continue
            right = re.sub(r'^\w+(: "[^"]*")? = ', "", line).split(";")[0]
            count += not re.fullmatch(r"[\w.]+", right)
        return count
