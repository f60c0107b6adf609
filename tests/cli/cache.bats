# gbq cache: records, counts, reasons, and why a second run missed.

load helper

# run NAME PATH: unpack a run of ../shared/data; skips without it.
run_of() {
	local data=$ROOT/../shared/data/kinds/$1.tar.zst
	[ -e "$data" ] || skip "../shared/data is not here"
	tar -xf "$data"
}

# record REPORT COMPILE STATE CACHE NUMBER KEY [COMPONENT…]
record() {
	local path=$1/-_${2}_0/${4}_cache_${3}_$5.json
	python3 - "$3" "$6" "${@:7}" >"$path" <<-'PYTHON'
		import json, sys
		state, key, *components = sys.argv[1:]
		print(json.dumps({"cache_state": state, "key": key,
		                  "components": components}))
	PYTHON
}

# two reports whose caches differ in one setting, a graph and an address
two_reports() {
	cp -r "$FIXTURES/gb_print_logging" base
	cp -r "$FIXTURES/gb_print_logging" new
	record base 0_0 miss fx_graph 90 fa \
	    "[h1] gm: def f():
    a = 1
    b = 2" "[h2] inductor_config[freezing]: True" "[h3] at: 0x7f01" \
	    "[h4] gone: 1"
	record new 0_0 miss fx_graph 95 fb \
	    "[g1] gm: def f():
    a = 1
    b = 3" "[g2] inductor_config[freezing]: False" "[h3] at: 0x7f02" \
	    "[h5] come: 1"
	record base 1_0 miss fx_graph 91 fc "[h2] inductor_config[freezing]: True"
	record new 1_0 miss fx_graph 96 fd "[g2] inductor_config[freezing]: False"
	record base 2_0 miss fx_graph 92 fe
	record new 2_0 miss fx_graph 97 fe
	record new 3_0 miss fx_graph 98 ff
	record base 4_0 hit aotautograd 93 ga
	record new 4_0 miss aotautograd 99 gb
	gbq ingest -q base new
}

@test "cache tells which component of a key a second run missed by" {
	two_reports
	gbq cache base new -f tsv | tail -n +2 >got
	cat >expected <<-'ROWS'
	aot_autograd	4/0	gb	another key, whose parts are not told				f_logging	4/0	ga
	fx	0/0	fb	only in NEW	come		1	f_print	0/0	fa
	fx	0/0	fb	changed	gm	2	3	f_print	0/0	fa
	fx	0/0	fb	only in BASE	gone	1		f_print	0/0	fa
	fx	0/0	fb	changed	inductor_config[freezing]	True	False	f_print	0/0	fa
	fx	1/0	fd	changed	inductor_config[freezing]	True	False	f_print	1/0	fc
	ROWS
	diff expected got
	gbq cache base new -f tsv --cache fx | diff - <(grep -v ^aot got |
	    cat <(gbq cache base new -f tsv | sed -n 1p) -)
	# for people as gbq diff says it
	status_of 0 gbq cache base new
	says "2 fx: inductor_config[freezing]: True → False (first 0/0 → 0/0 f_print)"
	says "1 fx: gone: 1 → - (0/0 → 0/0 f_print)"
	equals "$output" "$(gbq diff base new | sed -n '/^cache$/,/^$/p')"
	# paths, too
	status_of 0 gbq --db none.db cache ./base ./new
	says "3 misses where base had a hit or another key"
	[ ! -e none.db ]
}

# cold_and_warm: two logs of the same two frames, f before g and g before f;
# every key differs in the number of threads.
cold_and_warm() {
	python3 <<-'PYTHON'
		import hashlib, json
		def record(data, frame, payload=None):
		    data |= {"frame_id": frame, "frame_compile_id": 0, "attempt": 0}
		    if payload:
		        data["has_payload"] = hashlib.md5(payload.encode()).hexdigest()
		    print("V1130 02:48:01.000000 7 torch/_dynamo/x.py:1]",
		          json.dumps(data), file=log)
		    for line in (payload or "").splitlines():
		        print("\t" + line, file=log)
		for run, order, threads in ("cold", "fg", 1), ("warm", "gf", 8):
		    log = open(run + ".log", "w")
		    for frame, function in enumerate(order):
		        parts = {"gm": function, "example_inputs[0]": function * 4,
		                 "inductor_config[cpp.threads]": threads}
		        record({"dynamo_start": {"stack": []}}, frame)
		        record({"artifact": {"name": "fx_graph_cache_miss",
		                             "encoding": "json"}}, frame, json.dumps(
		            {"cache_state": "miss", "key": function + run,
		             "components": ["[%s] %s: %s" % (value, name, value)
		                            for name, value in parts.items()]}))
		        record({"compilation_metrics": {
		            "compile_id": "%d/0" % frame, "co_name": function,
		            "co_filename": "/a.py", "co_firstlineno": ord(function)}},
		            frame)
	PYTHON
}

@test "frames that were compiled in another order are compared with themselves" {
	cold_and_warm
	gbq cache cold.log warm.log -f json | python3 -c '
import json, sys
print([[r[name] for name in ("key", "what", "component", "base", "new")]
       for r in json.load(sys.stdin)])' >got
	equals "$(cat got)" "$(python3 -c '
print([[key, "changed", "inductor_config[cpp.threads]", "1", "8"]
       for key in ("fwarm", "gwarm")])')"
	status_of 0 gbq cache cold.log warm.log
	equals "$(tail -n +3 <<<"$output")" \
	    "    2 fx: inductor_config[cpp.threads]: 1 → 8 (first 0/0 → 1/0 f)"
}

@test "two runs have no state and no --by" {
	ingest reset_repeats gb_print_logging
	status_of 2 gbq cache reset_repeats gb_print_logging --by reason
	status_of 2 gbq cache reset_repeats gb_print_logging --state hit
	status_of 2 gbq cache reset_repeats gb_print_logging --rank 0
	status_of 0 gbq cache reset_repeats gb_print_logging
	complains "as they did BASE"
	status_of 0 gbq cache reset_repeats gb_print_logging -f json
	equals "$output" "[]"
}

@test "cache counts hits, misses and bypasses as the files say" {
	run_of cache_bypass
	report=$(dirname "$(find . -path '*/report/index.html')")
	gbq ingest -q --name bypass "$report"
	gbq cache --by cache -f tsv | tail -n +2 | cut -f 1-4 >got
	for cache in aotautograd:aot_autograd fx_graph:fx; do
		printf %s "${cache#*:}"
		for state in hit miss bypass; do
			printf '\t%d' "$(find "$report" \
			    -name "${cache%:*}_cache_${state}_*" | wc -l)"
		done
		echo
	done | diff - got
	status_of 0 gbq cache bypass
	says "$(awk -F'\t' '$1 == "fx" { print "fx: " $2 " hits, " $3 \
	    " misses, " $4 " bypasses" }' got)"
}

@test "bypass reasons stand most common first, with all their events" {
	run_of cache_bypass
	report=$(dirname "$(find . -path '*/report/index.html')")
	gbq ingest -q --name bypass "$report"
	gbq cache --by reason --state bypass -f json >got.json
	python3 - "$report" <<'PYTHON'
import collections, glob, json, sys
expected = collections.Counter()
for path in glob.glob(sys.argv[1] + "/*/*_cache_bypass_*.json"):
    cache = "fx" if "/fx_graph" in path else "aot_autograd"
    expected[cache, json.load(open(path))["cache_bypass_reason"]] += 1
rows = json.load(open("got.json"))
got = {(row["cache"], row["reason"]): row["events"] for row in rows}
assert expected and got == expected, (got, expected)
counts = [row["events"] for row in rows]
assert counts == sorted(counts, reverse=True) and counts[0] > 1
PYTHON
}
