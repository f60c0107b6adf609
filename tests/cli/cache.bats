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
	gbq cache base new -f tsv | tail -n +2 | sed 's/\\n    a = 1\\n/ … /g' >got
	cat >expected <<-'ROWS'
	fx	0/0	fb	only in NEW	come		1
	fx	0/0	fb	changed	gm	def f(): …     b = 2	def f(): …     b = 3
	fx	0/0	fb	only in BASE	gone	1	
	fx	0/0	fb	changed	inductor_config[freezing]	True	False
	fx	1/0	fd	changed	inductor_config[freezing]	True	False
	fx	2/0	fe	the key is in BASE: its entry was not there			
	fx	3/0	ff	no such record in BASE			
	aot_autograd	4/0	gb	components are not told			
	ROWS
	diff expected got
	# for people, what differs of most misses first
	status_of 0 gbq cache base new
	equals "$(sed -n '1p; 4p' <<<"$output" | tr -s ' ')" "5 misses of NEW
 2 fx changed inductor_config[freezing] True False 0/0"
	grep -qE 'changed +gm +….*b = 2 +….*b = 3' <<<"$output"
	# paths, too
	status_of 0 gbq --db none.db cache ./base ./new
	says "5 misses of NEW"
	[ ! -e none.db ]
}

@test "two runs have no state and no --by" {
	ingest reset_repeats gb_print_logging
	status_of 2 gbq cache reset_repeats gb_print_logging --by reason
	status_of 2 gbq cache reset_repeats gb_print_logging --state hit
	status_of 0 gbq cache reset_repeats gb_print_logging
	complains "no misses"
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
