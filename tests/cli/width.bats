# What people read fits the terminal, whatever its width: tests/cli/width.py.

load helper

@test "no line is wider than the terminal, and what tells is whole" {
	need_terminal
	ingest mixtral_moe recompile_limit_fail dist_diverge_break \
	    gb_explicit_break_messages name_exec_string_lambda export_plain
	"$BATS_TEST_DIRNAME/width.py" "$(command -v gbq)" "$PWD/gbq.db" >out || {
		cat out
		return 1
	}
}

@test "real runs fit, too" {
	need_terminal
	data=$BATS_TEST_DIRNAME/../../../shared/data
	[ -d "$data/models" ] || skip "no real runs beside this tree"
	for archive in lm_varlen_train dist_ddp_train backend_failures; do
		for path in "$data"/*/$archive*.tar.zst; do
			[ ! -e "$path" ] || gbq ingest -q "$path"
		done
	done
	[ -e gbq.db ] || skip "none of the runs that are tried"
	"$BATS_TEST_DIRNAME/width.py" "$(command -v gbq)" "$PWD/gbq.db" >out || {
		cat out
		return 1
	}
}

@test "an empty answer is one line without a heading, the same everywhere" {
	need_terminal
	ingest pair_print_after
	for command in problems failures configs "recompiles --by frame" \
	    "compiles --status limit" "sql SELECT 1 WHERE 0"; do
		words=(${command/sql SELECT 1 WHERE 0/sql})
		[ "$command" = "${words[*]}" ] || words+=("SELECT 1 WHERE 0")
		gbq "${words[@]}" >piped
		equals "$(wc -l <piped)" 1
		grep -q '^no ' piped
		env -u COLUMNS TERM=dumb "$BATS_TEST_DIRNAME/on_terminal" \
		    80 50 gbq -q "${words[@]}" | diff piped -
		equals "$(gbq "${words[@]}" -f json)" "[]"
		equals "$(gbq "${words[@]}" -f csv | wc -l)" 1
	done
}

@test "what is equal in all rows is said once, below, on a terminal only" {
	need_terminal
	ingest mixtral_moe
	env -u COLUMNS TERM=dumb PAGER=cat \
	    "$BATS_TEST_DIRNAME/on_terminal" 120 900 gbq failures >out
	grep -q '^all: .*stage forward' out
	gbq failures >out
	head -1 out | grep -q stage
	! grep -q '^all:' out || false
}
