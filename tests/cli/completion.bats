# The completion scripts of shells, driven as the shells do.

load helper

# completed LINE: what bash offers for the word at its end, one a line. In a
# bash that reads no start-up files, as for a user who types the line.
completed() {
	bash --norc --noprofile -c '
	source <(gbq completion bash)
	COMP_LINE=$1 COMP_POINT=${#1}
	read -r function < <(complete -p gbq | sed "s/.* -F \([^ ]*\) .*/\1/")
	$function gbq
	printf "%s\n" "${COMPREPLY[@]}"' bash "$1" 2>&1 | sed '/^$/d'
}

@test "bash completes commands" {
	equals "$(completed "gbq sea")" search
	equals "$(completed "gbq --db x.db re")" "$(printf '%s\n' rename \
	    restarts recompiles rebuild)"
	equals "$(completed "gbq " | sort)" \
	    "$(gbq help | sed -nE 's/^  ([a-z]+) .*/\1/p' | sort)"
	equals "$(completed "gbq nothing_such")" ""
}

@test "bash completes the options that a command has" {
	equals "$(completed "gbq search --i")" "$(printf -- '--%s\n' \
	    ignore-case in)"
	equals "$(completed "gbq rm --")" "$(printf -- '--%s\n' keep db quiet \
	    verbose color help version)"
	for command in $(completed "gbq "); do
		completed "gbq $command -" | sort >offered
		gbq help "$command" | sed -n '/^Options:/,/^Examples:/p' |
		    grep -oE -- '--[a-z-]+  ?|--[a-z-]+ [A-Z]' |
		    grep -oE -- '--[a-z-]+' >listed || :
		printf -- '--%s\n' db quiet verbose color help version >>listed
		sort -u listed | diff offered -
	done
}

@test "bash completes values that can only be some words" {
	equals "$(completed "gbq breaks --owner l")" library
	equals "$(completed "gbq breaks --owner=l")" library
	equals "$(completed "gbq breaks -f g")" gcc
	equals "$(completed "gbq compiles -f g")" ""
	equals "$(completed "gbq compiles --format js")" "$(printf '%s\n' \
	    json jsonl)"
	equals "$(completed "gbq search x --in g")" "$(printf '%s\n' graph \
	    guards)"
	equals "$(completed "gbq gate -f j")" "$(printf '%s\n' json junit)"
	equals "$(completed "gbq --color n")" never
}

@test "bash completes names of runs, files, views and queries" {
	ingest reset_repeats
	gbq ingest -q --name "sweep:1/model" "$FIXTURES/skip_loops"
	: >resets.txt
	equals "$(completed "gbq summary res")" "$(printf '%s\n' reset_repeats \
	    resets.txt)"
	# bash puts the rest behind its word break
	equals "$(completed "gbq summary swe")" "sweep:1/model"
	equals "$(completed "gbq summary sweep:1")" "1/model"
	equals "$(completed "gbq --db none.db summary reset_")" ""
	cp gbq.db other.db
	rm gbq.db
	equals "$(completed "gbq --db other.db search x reset_")" reset_repeats
	equals "$(completed "gbq summary reset_")" ""
	equals "$(completed "gbq schema break_")" break_kinds
	equals "$(completed "gbq queries limit_")" limit_reasons
	equals "$(completed "gbq sql @limit_")" limit_reasons
	equals "$(completed "gbq help summ")" summary
	equals "$(completed "gbq merge oth")" other.db
	equals "$(completed "gbq cat -o rese")" resets.txt
	equals "$(completed "gbq cat --output=rese")" resets.txt
	equals "$(completed "gbq cat -qorese")" -qoresets.txt
}

@test "the words for a shell: a line each, files or not first" {
	equals "$(gbq __complete -- breaks --owner l | head -n 2 | cat -A)" \
	    'words^I$
user$'
	equals "$(gbq __complete -- breaks --owner=l | sed 1d)" "$(printf -- \
	    '--owner=%s\n' user library stdlib torch generated)"
	equals "$(gbq __complete -- breaks -vf | grep -c -- '^--')" \
	    "$(gbq __complete -- breaks - | grep -c -- '^--')"
	equals "$(gbq __complete -- breaks -vf '' | tail -n 1)" gcc
	equals "$(gbq __complete -- compiles -vf '' | tail -n 1)" raw
	equals "$(gbq __complete -- cat -qox | cat -A)" 'files^I-qo$'
	equals "$(gbq __complete -- cat -- -o | head -n 1 | cat -A)" 'files^I$'
	equals "$(gbq __complete | cut -f 1 | sed -n 2p)" ingest
	gbq __complete -- su | grep -q "^summary	one screen"
	# a name that is two lines cannot be typed either
	gbq ingest -q --name "$(printf 'two\nlines')" "$FIXTURES/skip_loops"
	gbq ingest -q --name one "$FIXTURES/reset_repeats"
	equals "$(gbq __complete -- summary "" | sed 1d)" "$(printf '%s\n' \
	    one @latest)"
}

@test "bash completes on a terminal" {
	command -v script >/dev/null || skip "script is not there"
	need_terminal
	ingest reset_repeats
	printf 'source <(gbq completion bash)\ngbq summ\t reset_\t-f json | wc -l\nexit\n' |
	    script -qec "bash --norc --noprofile -i" /dev/null |
	    tr -d '\r' >screen
	grep -q 'gbq summary  *reset_repeats ' screen
}

@test "zsh takes the script, and completes" {
	command -v zsh >/dev/null || skip "zsh is not there"
	need_terminal
	gbq completion zsh >_gbq
	zsh -n _gbq
	ingest reset_repeats
	gbq ingest -q --name "sweep:1/model" "$FIXTURES/skip_loops"
	: >"re port.txt"
	# a zsh of its own behind a pseudo terminal; ^U takes the line back
	cat >drive.zsh <<-'ZSH'
		zmodload zsh/zpty
		zpty shell zsh -f -i
		zpty -w shell "fpath=($PWD \$fpath); autoload -U compinit; compinit -u -D; compdef _gbq gbq; print rea''dy"
		zpty -r shell line '*ready*'
		# its line editor is at work
		zpty -r shell line '*2004h*'
		zpty -n -w shell $'gbq summ\treset_r\t\x15gbq compiles --stat\tunf\t\x15gbq summary swe\t\x15gbq cat --output=re\t\x15exit\n'
		while zpty -r shell line; do print -r -- $line; done
	ZSH
	timeout 60 zsh -f drive.zsh | tr -d '\r' |
	    sed 's/\x1b\[[0-9;?]*[a-zA-Z]//g; s/.\x08//g' >screen
	grep -q 'gbq summary reset_repeats' screen
	grep -q -- '--status unfinished' screen
	grep -q 'gbq summary sweep:1/model' screen
	grep -qF -- '--output=re\ port.txt' screen
}

@test "fish takes the script, and completes" {
	command -v fish >/dev/null || skip "fish is not there"
	export HOME=$PWD
	gbq completion fish >gbq.fish
	fish -n gbq.fish
	ingest reset_repeats
	offers() {
		fish --no-config -c "source gbq.fish; complete -C '$1'" |
		    cut -f 1
	}
	equals "$(offers "gbq sea")" search
	equals "$(offers "gbq search --fixed")" --fixed-strings
	equals "$(offers "gbq breaks --owner li")" library
	equals "$(offers "gbq summary reset_")" reset_repeats
	equals "$(offers "gbq schema break_")" break_kinds
	equals "$(offers "gbq sql @limit_")" @limit_reasons
	equals "$(offers "gbq breaks -fg")" -fgcc
	: >resets.txt
	equals "$(offers "gbq summary rese")" "$(printf '%s\n' reset_repeats \
	    resets.txt)"
	equals "$(offers "gbq cat --output=rese")" --output=resets.txt
}

@test "an unknown shell is a usage error" {
	status_of 2 gbq completion csh
	status_of 2 gbq completion
}
