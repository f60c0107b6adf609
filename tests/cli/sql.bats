# `gbq sql` reads, and only reads.

load helper

setup_database() {
	ingest reset_repeats
	before=$(sha256sum <gbq.db)
}

# refused SQL: not run, and the database is as it was
refused() {
	status=0
	gbq sql "$1" >out 2>err || status=$?
	[ "$status" -eq 5 ] || {
		echo "exit status $status for $1: $(cat out err)"
		return 1
	}
	equals "$(sha256sum <gbq.db)" "$before"
}

@test "writing is refused" {
	setup_database
	refused "DELETE FROM run"
	refused "UPDATE run SET name = 'x'"
	refused "INSERT INTO meta VALUES ('a', 'b')"
	refused "CREATE TABLE t (a)"
	refused "CREATE TEMP TABLE t (a)"
	refused "DROP VIEW runs"
	refused "ALTER TABLE run ADD COLUMN x"
	refused "REINDEX"
	refused "ANALYZE"
	refused "VACUUM"
	refused "BEGIN IMMEDIATE"
	refused "PRAGMA user_version = 7"
	refused "PRAGMA journal_mode = WAL"
	refused "PRAGMA writable_schema = 1"
}

@test "files are out of reach" {
	setup_database
	refused "VACUUM INTO 'copy.db'"
	refused "ATTACH 'other.db' AS other"
	refused "SELECT load_extension('x')"
	refused "SELECT readfile('/etc/passwd')"
	refused "SELECT writefile('x', 'y')"
	[ ! -e copy.db ]
	[ ! -e other.db ]
	[ ! -e x ]
}

@test "a write behind a read is refused too" {
	setup_database
	status=0
	gbq sql "SELECT 1; DELETE FROM run" >out 2>err || status=$?
	[ "$status" -ne 0 ]
	equals "$(value "SELECT count(*) FROM runs")" 1
}

@test "an endless query stops at --timeout with 6" {
	setup_database
	status_of 6 timeout 20 gbq sql --timeout 0.3 "WITH RECURSIVE
	    n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
	    SELECT count(*) FROM n"
}

@test "--timeout counts time, also within one function of SQLite" {
	setup_database
	# one that gets no processor for long: it would use 5 s of it
	gbq sql --timeout 3 "SELECT instr(
	    replace(hex(zeroblob(25000000)), '00', 'a'),
	    replace(hex(zeroblob(12000000)), '00', 'a') || 'b')" 2>err &
	sleep 0.5
	kill -STOP $!
	sleep 6
	kill -CONT $!
	status=0
	wait $! || status=$?
	equals "$status" 6
	grep -q "stopped after the time limit" err
	times >used
	[ "$(sed -n 2p used | tr 'ms' '  ' |
	    awk '{ print ($1 * 60 + $2 + $3 * 60 + $4 < 3) }')" = 1 ]
}

@test "an error in SQL ends with 5 and says what is wrong" {
	setup_database
	status_of 5 gbq sql "SELECT a FROM nowhere"
	complains nowhere
	equals "$output" ""
}

@test "SQL is read from standard input and from a file" {
	setup_database
	equals "$(echo "SELECT name FROM runs" | gbq sql -f tsv - |
	    tail -n 1)" reset_repeats
	echo "SELECT name FROM runs" >query.sql
	equals "$(gbq sql -f tsv --file query.sql | tail -n 1)" reset_repeats
}

@test "parameters are bound, not pasted" {
	setup_database
	equals "$(gbq sql -f tsv -p "x=a'; DROP TABLE run; --" "SELECT :x AS x" |
	    tail -n 1)" "a'; DROP TABLE run; --"
	equals "$(gbq sql -f tsv -p n=42 "SELECT :n + 1 AS n" | tail -n 1)" 43
	status_of 2 gbq sql -p "nothing=1" "SELECT 1"
}

@test "each saved query runs and is documented" {
	ingest mixtral_moe gb_print_logging dist_diverge_break
	status_of 0 gbq -v queries -f json
	names=$(python3 -c 'import json, sys
for q in json.load(sys.stdin): print(q["query"])' <<<"$output")
	[ -n "$names" ]
	for name in $names; do
		status_of 0 gbq sql -f json "@$name"
		python3 -m json.tool "$BATS_TEST_TMPDIR/out" >/dev/null
	done
	status_of 2 gbq sql @no_such_query ||
	    status_of 3 gbq sql @no_such_query
}

@test "the same query twice gives the same bytes" {
	ingest mixtral_moe
	gbq sql -f json "SELECT * FROM breaks" >one
	gbq sql -f json "SELECT * FROM breaks" >two
	cmp one two
}

@test "queries lists those that answer a question, -v the others too" {
	gbq queries -f json >questions.json
	gbq -v queries -f json >all.json
	python3 - <<'PYTHON'
import json
questions = json.load(open("questions.json"))
every = json.load(open("all.json"))
assert len(questions) > 30
assert all(q["question"] for q in questions)
names = {q["query"] for q in every}
assert {"eager_frames", "show_event", "triage"} <= names
assert "show_event" not in {q["query"] for q in questions}
PYTHON
}

@test "a run to compare with may be named" {
	ingest pair_print_before pair_print_after
	gbq sql -f json @warm_start -p run=pair_print_after \
	    -p base=pair_print_before >rows.json
	python3 - <<'PYTHON'
import json
rows = json.load(open("rows.json"))
assert rows and all(r["cold_compiles"] >= 1 for r in rows), rows
PYTHON
	status_of 3 gbq sql @warm_start -p base=no_such_run ||
	    status_of 2 gbq sql @warm_start -p base=no_such_run
}

@test "members of JSON texts: number, whole number, text, anything" {
	setup_database
	value() { gbq sql -f tsv "SELECT $1 AS x" | tail -n 1; }
	json="'{\"a\": 7, \"b\": 2.5, \"c\": \"x\\ny\", \"d\": [1, 2]}'"
	equals "$(value "json_int($json, 'a')")" 7
	equals "$(value "json_int($json, 'b')")" 0
	equals "$(value "json_num($json, 'b')")" 2.5
	equals "$(value "json_num($json, 'c')")" 0.0
	equals "$(value "json_str($json, 'c') = 'x' || char(10) || 'y'")" 1
	equals "$(value "json_str($json, 'a')")" ""
	equals "$(value "json_raw($json, 'd')")" '[1, 2]'
	equals "$(value "json_int('no json', 'a')")" 0
	equals "$(value "json_int(NULL, 'a') IS NULL")" 1
}

@test "functions that a cluster has under another name" {
	setup_database
	value() { gbq sql -f tsv "SELECT $1 AS x" | tail -n 1; }
	of() { value "$1 FROM (SELECT 3 AS v, 'c' AS t UNION ALL SELECT 1, 'a'
	    UNION ALL SELECT NULL, 'n' UNION ALL SELECT 2, 'b'
	    UNION ALL SELECT 4, 'd')"; }
	equals "$(of "p50(v)")" 3
	equals "$(of "p90(v)")" 4
	equals "$(of "p99(v * 0.5)")" 2.0
	equals "$(value "p95(x) IS NULL FROM (SELECT NULL AS x)")" 1
	equals "$(of "argmin(t, v) || argmax(t, v) || argmax(v, t)")" ad4
	equals "$(value "any_value(x) FROM (SELECT NULL AS x UNION ALL SELECT 7)")" 7
	equals "$(value "idiv(-7, 2) || ' ' || idiv(7, 2)")" "-3 3"
	equals "$(value "idiv(-9223372036854775807 - 1, -1)")" \
	    -9223372036854775808
	equals "$(value "idiv(7, 0) IS NULL")" 1
	equals "$(value "number('1e3') || ' ' || number(5)")" "1000.0 5.0"
	equals "$(value "number('1x') IS NULL AND number('inf') IS NULL")" 1
	equals "$(value "typeof(text(7)) || text(7)")" text7
	equals "$(value "name_glob('a.b', 'a[.]*') + name_glob('ab', 'a?b')")" 1
}

# guards_log: two compiles of one frame, their guards in a trace log
guards_log() {
	python3 - <<'PYTHON' >guards.log
import hashlib, json
head = "V1130 02:48:01.000000 7 torch/_dynamo/guards.py:1] "
for number, size in enumerate((20, 33)):
    text = ("TREE_GUARD_MANAGER:\n"
            f"+- TYPE_MATCH: ___check_type_id(L['x'], 9420949910{number}824)\n"
            f"+- TENSOR_MATCH: check_tensor(L['x'], size=[2, {size}])\n"
            f"Guard latency = {115 + number}.94 us")
    md5 = hashlib.md5(text.encode()).hexdigest()
    print(head + json.dumps({
        "dynamo_cpp_guards_str": {}, "frame_id": 0, "attempt": 0,
        "frame_compile_id": number, "has_payload": md5}))
    print("".join(f"\t{line}\n" for line in text.split("\n")), end="")
PYTHON
	gbq ingest --name guards guards.log >/dev/null
}

@test "the guards of two compiles are compared without ids" {
	guards_log
	status_of 0 gbq diff --guards guards:0/0 guards:0/1
	grep -qF -- "-+- TENSOR_MATCH: check_tensor(L['x'], size=[2, 20])" <<<"$output"
	grep -qF -- "++- TENSOR_MATCH: check_tensor(L['x'], size=[2, 33])" <<<"$output"
	grep -qF -- " +- TYPE_MATCH: ___check_type_id(L['x'], #)" <<<"$output"
	! grep -q 'Guard latency' <<<"$output" || false
	status_of 1 gbq diff --guards --exit-code guards:0/0 guards:0/1
	status_of 0 gbq diff --guards --exit-code guards:0/0 guards:0/0
	status_of 2 gbq diff --guards guards guards:0/0
	status_of 3 gbq diff --guards guards:0/0 guards:0/7
}

@test "a call of compiled code is found from the stack" {
	cat >trace.log <<'LOG'
V1130 02:48:01.000000 7 torch/_logging/_internal.py:1] {"str": ["/srv/train.py", 1]}
V1130 02:48:01.000000 7 torch/_logging/_internal.py:1] {"str": ["/venv/site-packages/torch/_dynamo/eval_frame.py", 2]}
V1130 02:48:01.000000 7 torch/_logging/_internal.py:1] {"str": ["/srv/model.py", 3]}
V1130 02:48:01.000000 7 torch/_dynamo/convert_frame.py:1] {"dynamo_start": {"stack": [{"line": 5, "name": "main", "filename": 1}, {"line": 9, "name": "_fn", "filename": 2}, {"line": 7, "name": "outer", "filename": 3}, {"line": 9, "name": "_fn", "filename": 2}, {"line": 3, "name": "forward", "filename": 3}]}, "frame_id": 0, "frame_compile_id": 0, "attempt": 0}
V1130 02:48:01.100000 7 torch/_dynamo/convert_frame.py:1] {"dynamo_start": {"stack": [{"line": 3, "name": "forward", "filename": 3}]}, "frame_id": 1, "frame_compile_id": 0, "attempt": 0}
LOG
	cat >>trace.log <<'LOG'
V1130 02:48:01.200000 7 torch/_dynamo/convert_frame.py:1] {"dynamo_start": {"stack": [{"line": 5, "name": "main", "filename": 1}, {"line": 4, "name": "torch_dynamo_resume_in_forward_at_4", "filename": 3}]}, "frame_id": 2, "frame_compile_id": 0, "attempt": 0}
LOG
	gbq ingest trace.log >/dev/null
	equals "$(gbq sql -f tsv "SELECT entry_file, entry_line FROM compiles
	    WHERE compile_id = '2/0'" | tail -n 1)" "$(printf '/srv/train.py\t5')"
	equals "$(gbq sql -f tsv "SELECT * FROM ($(gbq -v queries compile_calls |
	    sed -e '/^--/d' -e 's/;$//' -e 's/:run/1/')) WHERE entry_line = 7" |
	    tail -n 1)" \
	    "$(printf "/srv/model.py\\t7\\touter\\tforward\\t/srv/model.py\\t3\\t1\\t")"
	equals "$(gbq sql -f tsv "SELECT entry_line FROM compiles
	    WHERE compile_id = '1/0'" | tail -n 1)" ""
}

@test "compiled autograd says why it captured anew" {
	cat >trace.log <<'LOG'
V1130 09:47:04.307000 27898 torch/_dynamo/compiled_autograd.py:458] {"artifact": {"name": "compiled_autograd_compile_reasons", "encoding": "json"}, "compiled_autograd_id": 0, "attempt": 0, "has_payload": "a0a0d9f8a1d282e45a87b6ea5630f7b4"}
	[
	"!0: Cache miss due to new autograd node: torch::autograd::GraphRoot (NodeCall 0) with key size 39, previous key sizes=[]"
	]
LOG
	gbq ingest trace.log >/dev/null
	gbq sql -f json @compiled_autograd_misses >rows.json
	python3 - <<'PYTHON'
import json
row, = json.load(open("rows.json"))
assert row["compile_id"] == "!0/-/-", row
assert row["reason"].startswith("!0: Cache miss due to new autograd node")
PYTHON
}

# SQLite carries what rounding loses from 3.43 on only
@test "sums are the same with every SQLite, in every order of rows" {
	ingest reset_repeats
	tenths="WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1
	    FROM n WHERE i < 10)"
	equals "$(value "$tenths SELECT sum(0.1) = 1, total(0.1) = 1,
	    avg(0.1) = 0.1 FROM n" | tr '\t' ' ')" "1 1 1"
	for order in "(1e16), (1), (-1e16)" "(1), (-1e16), (1e16)" \
	    "(1e16), (-1e16), (1)"; do
		equals "$(value "SELECT sum(column1) FROM (VALUES $order)")" 1.0
	done
	# a window that moves takes rows back
	equals "$(value "$tenths SELECT group_concat(s) FROM (SELECT sum(i * 0.5)
	    OVER (ORDER BY i ROWS 1 PRECEDING) AS s FROM n)")" \
	    0.5,1.5,2.5,3.5,4.5,5.5,6.5,7.5,8.5,9.5
	equals "$(value "$tenths SELECT group_concat(s) FROM (SELECT sum(
	    9223372036854775797 + i) OVER (ORDER BY i ROWS CURRENT ROW) AS s
	    FROM n) WHERE s = 9223372036854775807")" 9223372036854775807
}

@test "in all else they are SQLite's own" {
	ingest reset_repeats
	for rows in "(1), (2), (NULL)" "(1), (2.5)" "('12'), ('x'), (3)" \
	    "(NULL)" "(9223372036854775807), (0)" "(1e308), (1e308)" \
	    "(9223372036854775807), (1.0)" "(x'31'), (1)"; do
		for call in sum total avg "sum(DISTINCT column1) + 0 *" \
		    "count(*) FILTER (WHERE column1) +"; do
			sql="SELECT $call(column1) AS x FROM (VALUES $rows)"
			equals "$(value "SELECT quote(x) FROM ($sql)")" \
			    "$(sqlite3 :memory: "SELECT quote(x) FROM ($sql)")"
		done
	done
	equals "$(value "SELECT quote(sum(1)) || total(1) || quote(avg(1))
	    FROM runs WHERE 0")" NULL0.0NULL
	status_of 5 gbq sql "SELECT sum(column1) FROM
	    (VALUES (9223372036854775807), (1))"
	complains "integer overflow"
	equals "$(value "SELECT total(column1) FROM
	    (VALUES (9223372036854775807), (1))")" 9.223372036854776e+18
}
