# What people are told: the words, singulars, colours, what comes next.

load helper

on() {
	env -u COLUMNS TERM=xterm PAGER=cat "$BATS_TEST_DIRNAME/on_terminal" \
	    200 900 "$@"
}

# plurals: counts of one that are not singular, in FILE
plurals() {
	grep -nE '(^|[^0-9.])1 (more |limit |other |guard )?(events|sites|kinds|compiles|frames|recompiles|failures|hits|misses|bypasses|causes|items|restarts|ranks|ops|graphs|variants|runs|pairs)([^a-z]|$)' "$1"
}

@test "one of something is singular" {
	ingest mixtral_moe skip_loops recompile_limit_fail
	for command in "summary 1" "triage 1" "breaks 1" "triage 1 -n 9" \
	    "recompiles 1" "recompiles 1 -n 18" "stack 2 -n 6" "breaks 1 -n 5" \
	    "recompiles 1 --by cause -n 7" "time 1" "cache 1" "summary 3" \
	    "breaks 1 --all -n 30" "html 1 -o -" "diff 1 2" "diff 1 3" \
	    "diff --sweep 1 2" "gate 1 --max-failures 9" "stack 1" "explain GB0036"; do
		# shellcheck disable=SC2086 # words
		gbq $command >out || true
		! plurals out || false
	done
}

@test "values of a guard are told, not their JSON" {
	ingest recompile_limit_fail dynamic_shapes_ok training_steps_optimizer
	for run in 1 2 3; do
		gbq triage $run >out
		! grep -nE '\["|: \[|of \?' out || false
		gbq recompiles $run --by cause >out
		! grep -nE '\["|values: ,|of \?' out || false
	done
	gbq recompiles 1 --by cause | grep -q "values: '', s, ss"
}

@test "a condition is told without its outer parentheses" {
	ingest mixtral_moe
	gbq sql -f tsv "SELECT 1" >/dev/null
	sqlite3 gbq.db "UPDATE recompile_cause SET guard_class =
	    'dynamic_bound', root_source = 'step', guard_values =
	    '[\"(step % 2) != 0\"]' WHERE cause_id = 1"
	gbq recompiles --by cause >out
	grep -q 'condition on step' out
	grep -q 'values: step % 2 != 0' out
	sqlite3 gbq.db "UPDATE recompile_cause SET guard_values =
	    '[\"(a + b) * 2 != 0\", \"(a == b) != c\", \"f(a) != (b)\"]'
	    WHERE cause_id = 1"
	gbq recompiles --by cause >out
	grep -qF 'values: (a + b) * 2 != 0, (a == b) != c, f(a) != (b)' out
}

@test "a guard that names nothing is told as such" {
	ingest mixtral_moe
	sqlite3 gbq.db "UPDATE recompile_cause SET guard_class = 'other',
	    root_source = NULL, source = NULL, guard_values = '[]'"
	gbq recompiles --by cause >out
	! grep -qE 'of \?|\[\]|values:' out || false
	gbq html 1 -o page.html
	! grep -q 'other of ?' page.html || false
}

@test "what is not recorded is said once, without question marks" {
	ingest mixtral_moe
	sqlite3 gbq.db "UPDATE run SET torch_version = '2.3.1',
	    break_events = NULL, break_sites = NULL, break_kinds = NULL,
	    compile_s = NULL, lost_restart_s = NULL, lost_skip_s = NULL,
	    counts_are = 'unknown'"
	for command in summary breaks triage; do
		gbq $command | head -n 8 >out
		grep -q 'not recorded (torch < 2.5 writes no metrics); add --with-console' out
		! grep -F '? ' out || false
	done
}

@test "a recompile limit stands below the title, with where" {
	ingest mixtral_moe
	gbq summary >out
	[ "$(sed -n 3p out)" = '! recompile limit hit in wrapped_func [1/8]  (gbq failures)' ]
	grep -q '^failures    1 other failure (recompile limit)$' out
	! grep -q 'Other numbers' out || false
	gbq summary -v | grep -q 'Other numbers for the same run'
	[ "$(grep -c '^s[0-9]*  GB' out)" -eq 3 ]
	grep -q '3 more sites: gbq breaks' out
}

@test "cache entries that one guard rejected stand together" {
	ingest mixtral_moe
	gbq recompiles >out
	grep -q 'cache entries \[1/7\] \[1/6\] \[1/5\] \[1/4\] \[1/1\] \[1/0\] rejected: len(args) == 1' out
	grep -q 'cache entry \[2/0\] rejected: ' out
	! grep -q 'not \[' out || false
}

@test "the same advice is given once" {
	ingest pt_break_variants_nologs
	gbq triage >out
	[ "$(grep -c 'guide: Somebody asked for this break' out)" -eq 1 ]
	grep -q 'advice: as for s2$' out
	[ "$(gbq triage -f json | grep -o 'Somebody asked' | wc -l)" -ge 2 ]
}

@test "machines get the words of the database" {
	ingest mixtral_moe recompile_limit_fail
	gbq triage 1 -f csv >out
	grep -q ',fix,' out
	! grep -q 'fix this\|can wait' out || false
	gbq failures 2 -f csv | grep -q ',recompile_limit,'
	gbq failures 2 | grep -q ' recompile limit '
	gbq failures 2 -f markdown | grep -q '| recompile limit '
	gbq sql "SELECT category FROM failures WHERE run_id = 2" |
	    grep -q recompile_limit
	gbq kinds -f csv | sed -n 2p | grep -q '^0,'
	gbq kinds | sed -n 2p | grep -q '^   '
}

@test "folders called report and tl_out lend the name above, too" {
	mkdir -p model/report other
	cp -r "$FIXTURES/skip_loops/." model/report
	cp -r "$FIXTURES/skip_loops" other/tl_out
	status_of 0 gbq ingest model/report
	says "run 1 model/report"
	status_of 0 gbq --db b.db ingest other
	says "run 1 other/tl_out"
	cd model/report
	status_of 0 gbq --db ../../c.db ingest .
	says "run 1 model/report"
	cd ../..
	status_of 0 gbq --db d.db ingest --name report model/report
	says "run 1 report"
}

@test "gbq alone shows the first steps" {
	status_of 2 gbq
	complains "gbq ingest tl_out"
	complains "gbq triage"
	complains "gbq show e1"
	complains "gbq diff @-1 @latest"
	[ "$(wc -l <<<"$errors")" -le 7 ]
}

@test "every command stands in one group of the help" {
	gbq help >out
	for group in "start here" "look at one run" "compare" \
	    "keep it so in CI" "many runs" "the database"; do
		grep -qx "$group" out
	done
	[ "$(grep -cE '^  (ingest|gate|rm|sql|breaks|diff) ' out)" -eq 6 ]
}

@test "a word that was begun right is guessed first, and never rm" {
	status_of 2 gbq sum
	complains "did you mean 'summary'"
	status_of 2 gbq rn
	! grep -q "'rm'" <<<"$errors" || false
	status_of 2 gbq mr
	! grep -q "'rm'" <<<"$errors" || false
}

@test "on a terminal an answer ends with what to do next" {
	need_terminal
	ingest mixtral_moe
	on gbq --color never breaks mixtral_moe >out
	[ "$(tail -n 1 out)" = "next: gbq triage mixtral_moe   what to fix first" ]
	[ "$(grep -c '^next: ' out)" -eq 1 ]
	on gbq --color never breaks >out
	[ "$(tail -n 1 out)" = "next: gbq triage   what to fix first" ]
	on gbq -q breaks >out
	! grep -q '^next: ' out || false
	on gbq breaks -f csv >out
	! grep -q '^next: ' out || false
	gbq breaks >out
	! grep -q '^next: ' out || false
}

@test "colours go by role, and GBQ_COLORS changes them" {
	ingest mixtral_moe
	gbq --color always breaks >out
	grep -qF $'\e[1ms3  GB0036' out		# title
	grep -qF $'\e[31m2 skip\e[0m' out
	grep -qF $'\e[31m2 frames eager\e[0m' out
	grep -qF $'\e[2mtransformers/models' out	# path
	grep -qF $'\e[36mexpert_hit' out		# source
	grep -qF $'\e[33m! recompile limit' out		# doubt
	gbq --color always compiles | grep -qF $'\e[32mok'
	gbq --color always diff "$FIXTURES/pair_print_tensor_before" \
	    "$FIXTURES/pair_print_tensor_after" >out
	grep -qF $'\e[32mbetter\e[0m' out
	grep -qF $'\e[32mgone\e[0m' out
	GBQ_COLORS='skip=1;35:title=:source=nonsense:what=3' \
	    gbq --color always breaks >out
	grep -qF $'\e[1;35m2 skip\e[0m' out
	grep -q '^s3  GB0036' out
	grep -qF $'\e[36mexpert_hit' out
}

@test "colour tells nothing that words do not" {
	ingest mixtral_moe recompile_limit_fail
	for command in "summary 1" "breaks 1" "triage 2" "compiles 1" \
	    "stack 1" "recompiles 1" "failures 2"; do
		# shellcheck disable=SC2086 # words
		gbq --color always $command | sed $'s/\e\\[[0-9;]*m//g' >with
		# shellcheck disable=SC2086
		gbq --color never $command | diff with -
	done
}
