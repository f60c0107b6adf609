# parts.bash - sourced by tests/run: the parts that read ../shared/data, real
# reports and trace logs with expected values.
#
# usage: data_unpack; data_parts; wait; data_results

# Unpacked into build/tests/data; removed by data_results.
unpacked=$results/data
data_names=()

data_unpack() {
	local archive
	while IFS= read -r archive; do
		mkdir -p "$unpacked/$(dirname "$archive")"
		while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do
			wait -n
		done
		tar -C "$unpacked/$(dirname "$archive")" \
		    -xf "$data/$archive" &
	done < <(cd "$data" && find . -name '*.tar.zst' | sort)
	wait
}

# data_check SOURCE NAME FOLDER…: check.py over all runs in folders of the data
data_check() {
	local name=check-$1-$2 source=$1
	shift 2
	data_names+=("$name")
	part "$name" python3 "$data/check.py" \
	    --gbq "$root/build/release/gbq" --from "$source" --all-reports \
	    -v $(printf "$unpacked/%s/*\n" "$@")
}

# The runs of the data that have something, a path each.
data_runs() {
	(cd "$unpacked" && find . -path '*/*/*' -name "$1" -prune -printf '%P\n' |
	    sort | sed "s#^#$unpacked/#")
}

data_parts() {
	local gbq=$root/build/release/gbq both source
	part whole python3 tests/data/whole.py "$gbq" "$unpacked" \
	    "$results/whole" "$data"
	for source in pages report trace; do
		data_check $source kinds kinds
		data_check $source others models sweep pairs extra 'old/*'
	done
	mapfile -t both < <(data_runs trace | xargs -n 1 dirname |
	    while IFS= read -r run; do
		[ ! -d "$run/report" ] || [ -z "$(ls -A "$run/report")" ] ||
		    echo "$run"
	    done)
	part equal python3 tests/data/equal.py "$gbq" "${both[@]}"
	part log-facts python3 tests/data/log_facts.py "$gbq" \
	    $(data_runs raw.log | grep -E '/(kinds|models)/[^/]*/report/' |
	    xargs -n 1 dirname)
	part console-facts python3 tests/data/console_facts.py "$gbq" \
	    $(data_runs torch_logs.txt)
	part widths data_widths "$gbq"
	part pairs env GBQ="$gbq" tests/pairs "$data"
	part facts data_facts
}

# Answers about all runs at the widths of terminals; a share of them.
data_widths() {
	local database=$results/widths.db
	"$1" --db "$database" ingest -q "$unpacked"/* || true
	python3 tests/cli/width.py --tap --share 41 "$1" "$database"
	rm -f "$database"
}

# facts.py: totals of runs of the newest torch against their raw logs. Each
# comparison counts; each that fails is shown.
data_facts() {
	local output good
	output=$(cd "$data" && python3 facts.py --reports \
	    --gbq "$root/build/release/gbq" torch-2.1?/*.tar.zst loop/*.tar.zst)
	good=$(sed -n '$s/^\([0-9]*\) passed, .*/\1/p' <<<"$output")
	for ((i = 1; i <= ${good:-0}; i++)); do
		echo "ok $i - totals as a raw log has them"
	done
	if [ "${good:-0}" -eq 0 ] || ! grep -q ', 0 failed$' <<<"$output"; then
		echo "not ok $((i++)) - totals as the raw logs have them"
		sed 's/^/# /' <<<"$output"
	fi
	echo "1..$((i - 1))"
}

# Compare what gbq makes of all data with what the raw logs say. Comparisons
# that are known to fail stand in tests/known.txt: "LABEL  # reason". Prints
# TAP: all that passed, each failure not known, each known one that passes.
data_tests() {
	local output=$1 known got good bad number=0 label
	known=$(sed -e 's/[[:space:]]*#.*//' -e '/^$/d' tests/known.txt | sort -u)
	got=$(sed -nE 's#^(kinds/)?([^ ].*\[[a-z]+:?[^]]*\] [a-z ]+): .*#\2#p;
	    s#^(kinds/)?([^ ].*\[[^]]*\]: ingest exit).*#\2#p' "$output" |
	    sort)
	read -r good bad < <(awk '/^[0-9]+ passed, [0-9]+ failed$/ {
	    good += $1; bad += $3 } END { print good + 0, bad + 0 }' "$output")
	while [ "$number" -lt "$good" ]; do
		number=$((number + 1))
		echo "ok $number - a comparison with what the log says"
	done
	comm -13 <(echo "$known") <(echo "$got") | sed '/^$/d' |
	while read -r label; do
		echo "not ok - $label"
		grep -F -A 10 -- "$label" "$output" |
		    awk 'NR > 1 && !/^ / { exit } { print "# " $0 }'
	done
	comm -23 <(echo "$known") <(echo "$got") | sed '/^$/d' |
	while read -r label; do
		echo "not ok - $label is in tests/known.txt but passes (stale)"
	done
	echo "# note: $bad comparisons fail, $(comm -12 <(echo "$known") \
	    <(echo "$got") | grep -c .) of them as known (tests/known.txt)"
	[ "$bad" -eq "$(grep -c . <<<"$got")" ] ||
	    echo "not ok - $bad comparisons failed, not all have a label"
}

# All outputs of check.py are one part: known.txt is about all of them.
data_results() {
	local name seconds=0 status begun crashed=()
	for name in "${data_names[@]}"; do
		cat "$results/$name.tap"
		read -r status begun <"$results/$name.end"
		seconds=$((seconds + begun))
		grep -qE '^[0-9]+ passed, [0-9]+ failed$' \
		    "$results/$name.tap" || crashed+=("$name")
	done >"$results/check.out"
	for name in "${data_names[@]}"; do
		cat "$results/$name.log"
	done >"$results/check.log"
	data_tests "$results/check.out" >"$results/check.tap"
	for name in "${crashed[@]}"; do
		echo "not ok - $name came to no end"
	done >>"$results/check.tap"
	echo "1..$(grep -cE '^(not )?ok ' "$results/check.tap")" \
	    >>"$results/check.tap"
	echo "0 $seconds" >"$results/check.end"
	for name in "${names[@]}"; do
		[[ " ${data_names[*]} " = *" $name "* ]] || echo "$name"
	done >"$results/names"
	mapfile -t names <"$results/names"
	names=(check "${names[@]}")
	rm -rf "$unpacked" "$results/whole"
}
