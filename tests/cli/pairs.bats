# gbq diff, gate and baseline on real runs before and after a change. What a
# person said of every site of all pairs is checked by tests/pairs.

load helper

# before_and_after NAME: the reports of a pair as ./before and ./after.
before_and_after() {
	local data=$ROOT/../shared/data/pairs/$1.tar.zst
	[ -e "$data" ] || skip "no data"
	tar --strip-components=1 -xf "$data"
	ln -s "$PWD/before/report" one
	ln -s "$PWD/after/report" two
}

@test "a site whose frame is compiled no more says so" {
	before_and_after pair_scheduler
	status_of 0 gbq diff one two
	says "better: 2 sites gone, none new"
	says "GB0124"
	says "frame gone"
	status_of 0 gbq diff two one -f json
	says '"note": "frame new"'
}

@test "a baseline of another torch: kinds that it renamed are changed, not new" {
	before_and_after pair_torch_detector
	gbq baseline one -o breaks.baseline
	grep -q "2.13.0" breaks.baseline
	status_of 0 gbq gate two --baseline breaks.baseline
	says "0 sites that the baseline does not have; 1 changed kind; 4 of it gone"
	status_of 0 gbq diff breaks.baseline two --stat --fail-on new
	says "torch 2.14.1"
	says "0 new, 4 gone, 1 changed, 0 moved, 7 same"
	status_of 1 gbq diff breaks.baseline two --fail-on new,changed
	gbq baseline two -o breaks.baseline
	status_of 1 gbq gate one --baseline breaks.baseline
	says "4 sites that the baseline does not have"
}

@test "events and sites by owner add up to the totals" {
	before_and_after pair_torch_detector
	status_of 0 gbq diff one two --by owner -f tsv
	equals "$(tail -n +2 <<<"$output")" \
	    $'library\t11\t8\t27\t23\nstdlib\t1\t0\t2\t0'
	status_of 0 gbq diff one two --own --stat
	says "0 new, 0 gone, 0 changed, 0 moved, 0 same"
}

@test "the same fix, seen by the gate of a project" {
	before_and_after pair_moe_impl
	gbq baseline two -o breaks.baseline
	status_of 1 gbq gate one --baseline breaks.baseline -f github
	says "::error file="
	status_of 0 gbq gate two --baseline breaks.baseline -f junit
	says 'failures="0"'
}
