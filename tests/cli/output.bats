# -o FILE: whole, or as it was before.

load helper

# nothing_left FILE…: these and no other files are here
nothing_left() {
	equals "$(find . -mindepth 1 ! -name 'gbq.db*' -printf '%P\n' | sort |
	    tr '\n' ' ')" "$(printf '%s\n' "$@" | sort | tr '\n' ' ')"
}

setup_file_of() {
	ingest reset_repeats
	echo "what was there" >file
}

@test "a command that fails leaves the file of -o as it was" {
	setup_file_of
	status_of 3 gbq breaks no_such_run -o file
	status_of 5 gbq sql "SELECT x FROM nowhere" -o file
	# after some rows
	status_of 5 gbq sql -o file "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL
	    SELECT i + 1 FROM n LIMIT 100000) SELECT iif(i < 100000, i,
	    abs(-9223372036854775807 - 1)) FROM n"
	status_of 6 gbq sql --timeout 0.2 -o file "WITH RECURSIVE n(i) AS (
	    SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
	status_of 2 gbq breaks --no-such-option -o file
	status_of 5 gbq --db /dev/null runs -o file
	equals "$(cat file)" "what was there"
	nothing_left file
}

@test "a command that fails makes no file" {
	setup_file_of
	status_of 3 gbq breaks no_such_run -o new
	status_of 5 gbq sql "SELECT x FROM nowhere" -o new
	nothing_left file
}

@test "an answer of no is an answer" {
	setup_file_of
	sqlite3 gbq.db "UPDATE site SET events = events + 1"
	status_of 1 gbq check -f tsv -o file
	grep -q site-events file
	nothing_left file
}

@test "the file is replaced, with its mode, through links" {
	setup_file_of
	chmod 640 file
	mkdir folder
	ln -s ../file folder/link
	status_of 0 gbq runs -f tsv -o folder/link
	grep -q reset_repeats file
	[ -L folder/link ]
	equals "$(stat -c %a file)" 640
	ln -s made folder/dangling
	status_of 0 gbq runs -f tsv -o folder/dangling
	cmp file folder/made
	umask 027
	status_of 0 gbq runs -f tsv -o new
	equals "$(stat -c %a new)" 640
	cmp file new
	nothing_left file new folder folder/link folder/made folder/dangling
}

@test "a file with two names keeps both" {
	setup_file_of
	ln file other
	status_of 0 gbq runs -f tsv -o file
	cmp file other
	grep -q reset_repeats other
}

@test "what is no file is written to as it is" {
	setup_file_of
	gbq runs -f tsv >expected
	equals "$(gbq runs -f tsv -o -)" "$(cat expected)"
	equals "$(gbq runs -f tsv -o /dev/stdout)" "$(cat expected)"
	gbq runs -f tsv -o /dev/null
	[ -c /dev/null ]
	# the file of standard output is not replaced beneath the shell
	{ echo before; gbq runs -f tsv -o /dev/stdout; echo after; } >>all
	equals "$(sed -n '1p;$p' all | tr '\n' ' ')" "before after "
	mkfifo fifo
	cat fifo >read &
	gbq runs -f tsv -o fifo
	wait
	cmp expected read
	[ -p fifo ]
}

@test "a file that cannot be written is exit status 74" {
	setup_file_of
	status_of 74 gbq runs -o no/such/folder
	complains "no/such/folder"
	status_of 74 gbq runs -o .
	status_of 74 gbq runs -o /dev/full
	nothing_left file
}

@test "a disk that gets full leaves the file as it was" {
	setup_file_of
	# of 4 KB at most
	(
		ulimit -f 4
		status_of 74 gbq sql -o file "WITH RECURSIVE n(i) AS (SELECT 1
		    UNION ALL SELECT i + 1 FROM n LIMIT 100000)
		    SELECT i FROM n"
		complains "cannot write the output"
	)
	equals "$(cat file)" "what was there"
	nothing_left file
}

@test "a command that is killed leaves the file as it was" {
	setup_file_of
	gbq sql --timeout 100 -o file "WITH RECURSIVE n(i) AS (SELECT 1
	    UNION ALL SELECT i + 1 FROM n) SELECT i FROM n" &
	pid=$!
	# until it writes
	for _ in $(seq 1000); do
		grep -q '^write_bytes: [1-9]\|^wchar: [1-9]' /proc/$pid/io &&
		    break
		sleep 0.01
	done
	kill -9 $pid
	wait $pid || :
	equals "$(cat file)" "what was there"
	nothing_left file
}

@test "-o never takes the place of the database" {
	ingest skip_loops
	ln -s gbq.db link
	for target in gbq.db ./link "$PWD/gbq.db"; do
		for command in breaks html baseline "sql SELECT(1)"; do
			status_of 2 gbq $command -o "$target"
			complains "is the database"
		done
	done
	status_of 0 gbq check
	status_of 2 gbq export @latest -o ''
}
