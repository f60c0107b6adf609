# gbq time, against the seconds that the metrics pages tell.

load helper

# pages FIXTURE: "SECONDS<tab>FILE:LINE in FUNCTION" of each metrics page
pages() {
	python3 - "$FIXTURES/$1" <<'PYTHON'
import glob, html, re, sys

frames = {}
for path in sorted(glob.glob(sys.argv[1] + "/*/compilation_metrics_*.html")):
    text = open(path, encoding="utf-8").read()
    text = html.unescape(re.sub(r"<[^>]*>", "", text))
    seconds = re.search(r"Entire Frame\s*\[\?\]\s*:\s*([0-9.]+)", text)
    frame = re.search(r"Compilation Info for \S+\s+Stack\s*(.+:\d+ in \S+)",
                      text)
    # a page of the recompile limit tells no frame: that of its frame id
    number = path.split("/")[-2].split("_")[1]
    if frame:
        frames[number] = frame[1].strip()
    print(seconds[1] if seconds else 0, frames[number], sep="\t")
PYTHON
}

@test "time adds up to the seconds of all metrics pages" {
	ingest mixtral_moe
	pages mixtral_moe >pages
	[ "$(wc -l <pages)" -eq 53 ]
	gbq time -f json >out.json
	python3 - <<'PYTHON'
import json
pages = [line.split("\t") for line in open("pages")]
rows = json.load(open("out.json"))
total = sum(float(page[0]) for page in pages)
assert abs(sum(row["entire_frame_s"] for row in rows) - total) < 1e-6, total
assert sum(row["compiles"] for row in rows) == 53
assert abs(sum(row["share"] for row in rows) - 1) < 1e-9
assert abs(rows[-1]["cumulative_share"] - 1) < 1e-9
seconds = [row["entire_frame_s"] for row in rows]
assert seconds == sorted(seconds, reverse=True)
so_far = 0
for row in rows:
    so_far += row["entire_frame_s"]
    assert abs(row["cumulative_share"] - so_far / total) < 1e-9, row
# the frames that are resumed nowhere, straight from the pages
for row in rows:
    if row["resume_compiles"]:
        continue
    own = [float(page[0]) for page in pages if page[1].strip() ==
           f"{row['file']}:{row['line']} in {row['function']}"]
    assert len(own) == row["compiles"], row
    assert abs(sum(own) - row["entire_frame_s"]) < 1e-9, row
PYTHON
}

@test "resume functions count with the function that they resume" {
	ingest gb_print_logging
	pages gb_print_logging >pages
	gbq time -f json >out.json
	python3 - <<'PYTHON'
import json, re
total = {}
for line in open("pages"):
    seconds, frame = line.rstrip("\n").split("\t")
    name = frame.split(" in ")[1]
    name = re.sub(r"torch_dynamo_resume_in_(.*)_at_\d+", r"\1", name)
    total[name] = total.get(name, 0) + float(seconds)
rows = json.load(open("out.json"))
assert len(rows) == len(total) == 7, (len(rows), total)
for row in rows:
    assert abs(row["entire_frame_s"] - total[row["function"]]) < 1e-9, row
    assert row["compiles"] == 2 and row["resume_compiles"] == 1, row
PYTHON
	# the first line of the function itself, not of a resume function
	equals "$(gbq time -f tsv --function f_stdout | tail -n 1 | cut -f4)" 29
}

@test "functions of one name in one file are told apart by line" {
	ingest mixtral_moe
	gbq time -f tsv --function forward --file modeling_mixtral |
	    tail -n +2 | cut -f4 | sort -n >got
	printf '%s\n' 69 104 122 143 342 416 566 >expected
	diff expected got
}

@test "time for people names the whole and the rest that -n leaves out" {
	ingest gb_print_logging
	status_of 0 gbq time -n 3
	says "gb_print_logging (run 1): 1.1 s compile"
	grep -q "f_print  *srv/demo/gb_print_logging.py:11" <<<"$output"
	says "4 more frames"
	! grep -qP '\x1b' <<<"$output" || false
}

@test "seconds that are not known are not 0" {
	gbq ingest -q "$FIXTURES/export_plain"
	status_of 0 gbq time -f json
	equals "$(tr -d ' \n' <<<"$output")" "[]"
	cp -r "$FIXTURES/gb_print_logging" report
	rm report/*/compilation_metrics_*
	gbq ingest -q --name none report
	gbq time none -f json >out.json
	python3 -c '
import json
rows = json.load(open("out.json"))
assert rows and all(row["entire_frame_s"] is None and row["share"] is None
                    for row in rows), rows'
}

@test "ranks can be picked" {
	ingest dist_diverge_break
	all=$(gbq time -f tsv | tail -n +2 | awk -F'\t' '{ n += $6 } END { print n }')
	one=$(gbq time -f tsv --rank 1 | tail -n +2 |
	    awk -F'\t' '{ n += $6 } END { print n }')
	equals "$all" "$(value "SELECT count(*) FROM compiles")"
	equals "$one" "$(value "SELECT count(*) FROM compiles WHERE rank = 1")"
	[ "$one" -lt "$all" ]
}

@test "--by takes frame, phase and part only" {
	ingest reset_repeats
	status_of 2 gbq time --by week
	complains "frame, phase or part"
	status_of 0 gbq time --by frame
	status_of 0 gbq time --by phase
	status_of 0 gbq time --by part
	says "share: of $(gbq time --by part -f json | python3 -c '
import json, sys
print("%.2f" % sum(r["seconds_s"] or 0 for r in json.load(sys.stdin)))') s, the sum of seconds_s"
	status_of 2 gbq time --by phase --function a
	status_of 2 gbq time --by part --file a
}

# run NAME: the report of a run of ../shared/data; skips without it.
report_of() {
	local data=$ROOT/../shared/data/$1.tar.zst
	[ -e "$data" ] || skip "../shared/data is not here"
	tar -xf "$data"
	report=$(dirname "$(find . -path '*/report/chromium_events.json')")
}

# Sorted intervals, not a stack: another way than gbq's.
@test "no second of nested phases counts twice" {
	for name in kinds/cache_bypass kinds/train; do
		report_of $name
		gbq ingest -q --name "$name" "$report"
		gbq sql -f json "SELECT compile_id, sum(self_s) AS self_s
		    FROM phases WHERE run_id = (SELECT max(run_id) FROM runs)
		    GROUP BY compile_id" >phases.json
		gbq time "$name" --by part -f json >parts.json
		python3 - "$report" <<'PYTHON'
import collections, json, sys
begun, calls = collections.defaultdict(list), collections.defaultdict(list)
for event in json.load(open(sys.argv[1] + "/chromium_events.json")):
    compile_id = event.get("args", {}).get("compile_id")
    key = compile_id, event["name"], event["pid"], event["tid"]
    if event["ph"] == "B":
        begun[key].append(event["ts"])
    elif event["ph"] == "E":
        calls[compile_id].append((begun[key].pop(), event["ts"]))
    elif event["ph"] == "X":
        calls[compile_id].append((event["ts"], event["ts"] + event["dur"]))
rows = {row["compile_id"]: row["self_s"]
        for row in json.load(open("phases.json"))}
whole = 0
for compile_id, spans in calls.items():
    if compile_id in (None, "None"):
        continue
    covered, end = 0, 0
    for first, last in sorted(spans):
        covered += max(0, last - max(first, end))
        end = max(end, last)
    whole += covered / 1e6
    assert abs(rows[compile_id] - covered / 1e6) < 1e-3, compile_id
assert calls and whole > 1
parts = json.load(open("parts.json"))
assert abs(sum(part["seconds_s"] for part in parts) - whole) < 1e-2
assert abs(sum(part["share"] for part in parts) - 1) < 1e-9
assert {"dynamo", "aot", "inductor", "codegen", "kernels"} <= {
    part["part"] for part in parts}
PYTHON
		rm -r ./*/
	done
}

@test "parts add up to the seconds of compiles where phases are not known" {
	ingest mixtral_moe
	gbq time --by part -f json >parts.json
	gbq time -f json >frames.json
	python3 - <<'PYTHON'
import json
parts = {row["part"]: row["seconds_s"] for row in json.load(open("parts.json"))}
frames = json.load(open("frames.json"))
whole = sum(row["entire_frame_s"] for row in frames)
backend = sum(row["backend_s"] or 0 for row in frames)
assert abs(sum(parts.values()) - whole) < 1e-6, (parts, whole)
assert abs(parts["dynamo"] - (whole - backend)) < 1e-6
PYTHON
	status_of 0 gbq time
	grep -qE '^parts: dynamo [0-9]+ %, aot [0-9]+ %$' <<<"$output"
}

@test "phases are added up by name, self_s apart" {
	ingest backend_failure_uncaught
	gbq time --by phase -f json >out.json
	gbq sql -f json "SELECT * FROM phases" >phases.json
	python3 - <<'PYTHON'
import json
rows, phases = json.load(open("out.json")), json.load(open("phases.json"))
assert {row["phase"] for row in rows} == {row["phase"] for row in phases}
whole = sum(row["self_s"] or 0 for row in phases)
for row in rows:
    own = [phase for phase in phases if phase["phase"] == row["phase"]]
    assert row["calls"] == sum(phase["calls"] for phase in own), row
    for key in "total_s", "self_s":
        assert abs(row[key] - sum(phase[key] for phase in own)) < 1e-9, row
    assert abs(row["share"] - row["self_s"] / whole) < 1e-9, row
PYTHON
	ingest reset_repeats
	status_of 0 gbq time --by phase
	says "no phases: the input has no chromium events"
}
