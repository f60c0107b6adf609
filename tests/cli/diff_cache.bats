# gbq diff: which part of a compile cache's key changed.

load helper

# cache_report FOLDER STATE KEY THREADS SHAPE [SEED]: a report whose one record
# of a cache is as torch 2.13 writes it.
cache_report() {
	mkdir -p "$1"
	cp -r "$FIXTURES/pair_cond_after/." "$1"
	rm -f "$1"/*/fx_graph_cache* "$1"/*/aotautograd_cache*
	cat >"$1/-_0_0_0/fx_graph_cache_${2}_90.json" <<-JSON
	{"cache_state": "$2", "key": "$3", "components": [
	 "[graph] gm: <lambda>()\\n\\ndef forward(self):\\n    return 1",
	 "[s$5] example_inputs[0]: TensorMetadata(dtype=torch.float32, shape=torch.Size([$5]), stride=(1,), device='cpu')",
	 "[t$4] inductor_config[cpp.threads]: $4",
	 "[same] inductor_config[max_autotune]: False"]}
	JSON
	[ -z "${6:-}" ] || sed -i \
	    "s/False\"\]/False\", \"[seed] inductor_config[seed]: $6\"]/" \
	    "$1/-_0_0_0/fx_graph_cache_${2}_90.json"
}

keys_of_diff() {
	gbq diff before after -f json | python3 -c '
import json, sys
for k in json.load(sys.stdin)["cache_keys"]:
    print(k["function"], k["base_compile"], k["base_state"], k["new_state"],
          k["base_key"], k["new_key"], k["parts"])'
}

@test "a miss that was a hit names the parts of the key that changed" {
	cache_report before hit f1 -1 4
	cache_report after miss f2 8 4
	status_of 0 keys_of_diff
	equals "$output" "forward 0/0 hit miss f1 f2 [{'name': 'inductor_config[cpp.threads]', 'base': '-1', 'new': '8'}]"
	status_of 0 gbq diff before after
	says "fx hit 1 → 0"
	says "1 miss where base had a hit or another key"
	says "1 fx: inductor_config[cpp.threads]: -1 → 8 (0/0 → 0/0 forward)"
}

@test "markdown lists caches and parts of keys, escaped" {
	cache_report before hit f1 -1 4
	cache_report after miss f2 8 4
	status_of 0 gbq diff before after -f markdown
	equals "$(sed -n '/^Cache:/,$p' <<<"$output")" 'Cache:
- fx hit 1 → 0
- fx miss 0 → 1
- 1 miss where base had a hit or another key; misses by part that changed:
  - 1 fx: inductor\_config\[cpp.threads\]: -1 → 8 (0/0 → 0/0 forward)'
	status_of 0 gbq diff before before -f markdown
	if grep -q Cache <<<"$output"; then return 1; fi
}

@test "the state that a file names is escaped" {
	cache_report before hit f1 1 4
	cache_report after hash f1 1 4
	sed -i 's/"cache_state": "hash"/"cache_state": "\\u001b[31mhit"/' \
	    after/-_0_0_0/fx_graph_cache_hash_90.json
	for format in table markdown; do
		status_of 0 gbq diff before after -f $format
		says '31mhit'
		if grep -q $'\033' <<<"$output"; then return 1; fi
	done
}

@test "of long values the words that differ are shown" {
	cache_report before miss f1 1 4
	cache_report after miss f2 1 8
	status_of 0 gbq diff before after
	says "example_inputs[0]: shape=torch.Size([4]) → shape=torch.Size([8])"
}

@test "parts that one key only has are named" {
	cache_report before hit f1 1 4
	cache_report after miss f2 1 4 12
	status_of 0 gbq diff before after
	says "inductor_config[seed]: - → 12"
	status_of 0 gbq diff after before
	! grep -q "seed" <<<"$output" || false
}

@test "an equal key whose entry is not there any more says so" {
	cache_report before hit f1 1 4
	cache_report after miss f1 1 4
	status_of 0 keys_of_diff
	equals "$output" "forward 0/0 hit miss f1 f1 []"
	status_of 0 gbq diff before after
	says "1 fx: the key is the same, but its entry was not there"
}

@test "equal keys that missed twice, and hits, are no change" {
	cache_report before miss f1 1 4
	cache_report after miss f1 1 4
	equals "$(keys_of_diff)" ""
	cache_report after/hit hit f2 1 8
	equals "$(gbq diff before after/hit -f json | python3 -c '
import json, sys
print(json.load(sys.stdin)["cache_keys"])')" "[]"
}

@test "a run whose misses become hits is the same as itself" {
	data=$ROOT/../shared/data/kinds/cache_miss_hit.tar.zst
	[ -e "$data" ] || skip "no data"
	tar --strip-components=1 -xf "$data"
	ln -s report before
	ln -s report after
	equals "$(gbq cache report -f csv | grep -c ,hit,)" 6
	equals "$(keys_of_diff)" ""
}

@test "keys without parts are compared as a whole" {
	cache_report before miss f1 1 4
	cache_report after miss f2 1 4
	for side in before after; do
		sed -i 's/"components": \[/"components": [], "other": [/' \
		    $side/-_0_0_0/fx_graph_cache_miss_90.json
	done
	status_of 0 keys_of_diff
	equals "$output" "forward 0/0 miss miss f1 f2 None"
	status_of 0 gbq diff before after
	says "1 fx: another key, whose parts are not told"
}

@test "each miss is compared with the key that has most in common" {
	cache_report before miss a1 1 4
	cache_report two miss a2 1 64
	cp two/-_0_0_0/fx_graph_cache_miss_90.json \
	    before/-_0_0_0/fx_graph_cache_miss_91.json
	cache_report after miss b2 2 64
	cache_report two miss b1 2 4
	cp two/-_0_0_0/fx_graph_cache_miss_90.json \
	    after/-_0_0_0/fx_graph_cache_miss_91.json
	status_of 0 keys_of_diff
	equals "$(cut -d' ' -f5,6 <<<"$output")" $'a2 b2\na1 b1'
	equals "$(grep -c "{'name': 'inductor_config\[cpp.threads\]', 'base': '1', 'new': '2'}" <<<"$output")" 2
	status_of 0 gbq diff before after
	says "2 fx: inductor_config[cpp.threads]: 1 → 2 (first 0/0 → 0/0 forward)"
}

@test "a run ingested without contents has keys without parts" {
	cache_report before hit f1 1 4
	cache_report after miss f2 2 4
	gbq ingest -q --no-content before after
	status_of 0 gbq diff before after
	says "1 fx: another key, whose parts are not told"
}

@test "real runs: another torch changes the keys, and 2.5 tells its states" {
	data=$ROOT/../shared/data/old/torch-2.5.1/cache_miss_hit.tar.zst
	other=$ROOT/../shared/data/kinds/cache_miss_hit.tar.zst
	[ -e "$data" ] && [ -e "$other" ] || skip "no data"
	mkdir old new
	tar -C old --strip-components=1 -xf "$data"
	tar -C new --strip-components=1 -xf "$other"
	status_of 0 gbq cache old/report -f csv
	equals "$(grep -c ,miss, <<<"$output") $(grep -c ,hit, <<<"$output")" \
	    "4 4"
	status_of 0 gbq diff old/report new/report -n 100
	says "4 misses where base had a hit or another key"
	says "4 fx: torch_version: "
}
