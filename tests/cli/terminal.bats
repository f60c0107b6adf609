# What people see on a terminal: width, colours, pager; words misspelt.

load helper

# on COLUMNS ROWS COMMAND…: on a terminal of that size
on() {
	env -u COLUMNS TERM="${TERM_IS-xterm}" "$BATS_TEST_DIRNAME/on_terminal" "$@"
}

# widest: columns of the widest line of stdin, colours aside
widest() {
	python3 -c '
import re, sys, unicodedata
print(max(sum(0 if unicodedata.combining(c) else
              2 if unicodedata.east_asian_width(c) in "WF" else 1
              for c in re.sub(r"\x1b\[[0-9;]*m", "", line.rstrip("\n")))
          for line in sys.stdin))'
}

@test "tables fit the terminal" {
	need_terminal
	ingest mixtral_moe gb_explicit_break_messages
	export PAGER=cat
	for columns in 50 80 132; do
		for command in runs "breaks --by kind" compiles \
		    "compiles mixtral_moe" failures "restarts mixtral_moe" \
		    graphs artifacts configs problems sweep kinds \
		    "kinds --sites" "search -c nonzero mixtral_moe"; do
			# shellcheck disable=SC2086 # words
			on $columns 900 gbq $command >out
			[ "$(widest <out)" -le $columns ] || {
				echo "gbq $command: $(widest <out) > $columns"
				return 1
			}
		done
	done
}

@test "what is left out of a table is told, and none of what is piped" {
	need_terminal
	ingest mixtral_moe
	on 60 50 gbq --color never runs >out
	grep -q '^run  *name  *torch  *ranks' out
	tr '\n' ' ' <out | grep -q '(-f csv has more: .*problems'
	gbq runs >out
	! grep -q "has more" out || false
	grep -q 'breaks .*unfinished .*problems' out
	COLUMNS=60 gbq runs | diff out -
}

@test "COLUMNS is heeded on a terminal" {
	need_terminal
	ingest mixtral_moe
	for columns in 60 120; do
		TERM=xterm COLUMNS=$columns "$BATS_TEST_DIRNAME/on_terminal" \
		    200 900 gbq compiles >out
		[ "$(widest <out)" -le $columns ]
		[ "$(widest <out)" -gt $((columns - 20)) ]
	done
}

@test "a long line that matches is cut around the match" {
	need_terminal
	cp -r "$FIXTURES/gb_print_logging" report
	printf '%03000d needle %03000d\n' 0 0 >report/-_0_0_0/long_90.txt
	gbq ingest -q report
	on 70 50 gbq search needle >out
	[ "$(widest <out)" -le 70 ]
	grep -q '^     1: ….*needle.*…$' <<<"$(sed 's/\x1b\[[0-9;]*m//g' out)"
	[ "$(gbq search needle | wc -L)" -gt 6000 ]
}

@test "colours are for terminals, by severity, and can be put off" {
	need_terminal
	ingest gb_explicit_break_messages
	on 200 90 gbq compiles | grep -q $'\e\[31munfinished\e\[0m'
	on 200 90 gbq breaks --all -f table | grep -q $'\e\['
	! NO_COLOR=1 on 200 90 gbq compiles | grep -q $'\e' || false
	NO_COLOR="" on 200 90 gbq compiles | grep -q $'\e'
	! TERM_IS=dumb on 200 90 gbq compiles | grep -q $'\e' || false
	! on 200 90 gbq --color never compiles | grep -q $'\e' || false
	! gbq compiles | grep -q $'\e' || false
	gbq --color always compiles | grep -q $'\e\[31munfinished'
	NO_COLOR=1 gbq compiles --color always | grep -q $'\e\[31munfinished'
	for format in csv tsv json jsonl raw markdown; do
		! gbq --color always compiles -f $format | grep -q $'\e' || false
	done
}

# obeyed: what in stdin a terminal would obey, tabs and ends of lines aside
obeyed() {
	python3 -c '
import re, sys
text = sys.stdin.buffer.read().decode("utf-8")
print(re.findall("[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e].{9}", text))'
}

@test "no format and no file gives a terminal what it would obey" {
	need_terminal
	cp -r "$FIXTURES/gb_print_logging" report
	nasty=$'a\e]0;x\aé\302\233\342\200\256\377\rb\tc'
	echo "$nasty" >report/-_0_0_0/nasty_90.txt
	gbq ingest -q report
	sql="SELECT char(97, 27, 93, 7, 155, 8238) AS text,
	    content(hash) AS bytes FROM artifacts WHERE path LIKE '%nasty%'"
	for pager in cat 'cat -u'; do
		export PAGER=$pager
		for format in csv tsv json jsonl raw markdown table; do
			on 200 90 gbq --color never sql -f $format "$sql" >out
			equals "$(obeyed <out)" "[]"
			grep -q 'x1b\|u001b' out
		done
		on 200 90 gbq cat report -- -_0_0_0/nasty_90.txt >out
		equals "$(obeyed <out)" "[]"
		equals "$(cat out)" \
		    'a\x1b]0;x\x07é\x9b\u202e\xff\rb'$'\t''c'
		on 200 90 gbq cat report -o /dev/stdout \
		    -- -_0_0_0/nasty_90.txt >out
		equals "$(obeyed <out)" "[]"
		on 200 900 gbq baseline report >out
		equals "$(obeyed <out)" "[]"
	done
	gbq cat report -- -_0_0_0/nasty_90.txt | cmp - report/-_0_0_0/nasty_90.txt
	# a file of more than one piece, cut within a character
	python3 -c 'print("x" + "é→😀\n" * 9000)' >report/-_0_0_0/long_92.txt
	gbq ingest -q --replace report
	on 200 90 gbq cat report -- -_0_0_0/long_92.txt | cmp - report/-_0_0_0/long_92.txt
}

@test "words of a strange database are escaped, too" {
	need_terminal
	ingest dist_diverge_break recompile_limit_fail
	sqlite3 gbq.db "UPDATE compile SET
	    status = status || char(27) || '[31m' || char(8238),
	    compile_id = compile_id || char(155) || '31m' || char(8238)"
	for command in stack compiles ranks summary time triage recompiles; do
		for run in dist_diverge_break recompile_limit_fail; do
			PAGER=cat on 200 900 gbq --color never $command $run \
			    >out 2>&1
			equals "$(obeyed <out)" "[]"
		done
	done
}

@test "problems are coloured by severity" {
	mkdir report
	cp -r "$FIXTURES/mixtral_moe/." report
	echo '<html' >report/-_0_1_1/compilation_metrics_207.html
	gbq ingest -q report || :
	for severity in error:31 loss:31 warning:33 note:2; do
		gbq --color always problems --severity "${severity%:*}" >out
		tail -n +2 out | grep -q . || continue
		found=yes
		tail -n +2 out | grep -qF $'\e['"${severity#*:}m${severity%:*}"
	done
	[ "$found" ]
}

@test "output longer than the screen goes through PAGER" {
	need_terminal
	ingest mixtral_moe
	PAGER='sed s/^/P:/' on 80 10 gbq compiles | head -n 1 | grep -q '^P:'
	# what fits does not
	! PAGER='sed s/^/P:/' on 80 500 gbq compiles | grep -q '^P:' || false
	! PAGER= on 80 10 gbq compiles | grep -q '^P:' || false
	! PAGER='sed s/^/P:/' gbq compiles | grep -q '^P:' || false
	PAGER='sed s/^/P:/' on 80 10 gbq compiles -o file
	! grep -q '^P:' file || false
	PAGER='X=1 sed s/^/P:/ | cat' on 80 10 gbq compiles | grep -q '^P:'
	# a pager that ends early is no error
	PAGER='head -n 1' on 80 10 gbq compiles
	# one that is not there loses nothing
	for pager in no_such_pager /no/such/pager "no_such_pager -R"; do
		PAGER=$pager on 80 10 gbq compiles >out
		[ "$(wc -l <out)" -gt 50 ]
	done
}

@test "misspelt words are answered with the right ones" {
	ingest mixtral_moe reset_repeats
	while read -r guess command; do
		# shellcheck disable=SC2086 # words
		gbq $command >out 2>&1 && return 1
		grep -qF "did you mean '$guess'?" out || {
			echo "gbq $command: $(cat out)"
			return 1
		}
	done <<-'WORDS'
	breaks braeks
	search serch x
	--color --colr never runs
	--owner breaks --ownr user
	breaks sql @brekas
	breaks schema braeks
	search help serach
	mixtral_moe summary mixtrl_moe
	reset_repeats search x reset_repeat
	WORDS
	status_of 3 gbq summary nothing_like_any_of_them
	! grep -q 'did you mean' <<<"$errors" || false
}

@test "csv has lines with CR LF, quotes where RFC 4180 wants them" {
	ingest reset_repeats
	gbq sql -f csv "SELECT 'a,b' AS x, 'say \"hi\"' AS \"q\"\"q\", '' AS e,
	    NULL AS n, 'two' || char(10) || 'lines' AS l, 'cr' || char(13) AS c,
	    ' s ' AS s, 1.5 AS r, 'é' AS u" >out
	printf '%s\r\n' 'x,"q""q",e,n,l,c,s,r,u' \
	    $'"a,b","say ""hi""","",,"two\nlines","cr\r", s ,1.5,é' | cmp - out
	# each row has as many fields, read by another program
	gbq sql -f csv "SELECT * FROM breaks" | python3 -c '
import csv, sys
rows = list(csv.reader(sys.stdin))
assert len({len(row) for row in rows}) == 1 and len(rows) > 1'
}
