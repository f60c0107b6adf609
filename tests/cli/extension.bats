# gbq.so: the SQL functions in the sqlite3 shell, in Python and in Datasette.
# It is the one beside $GBQ; that of a build with sanitizers needs libasan
# before all else in its host.

load helper

setup_extension() {
	EXTENSION=$(dirname "$(realpath "$BATS_TEST_TMPDIR/bin/gbq")")/gbq.so
	[ -e "$EXTENSION" ]
	hosted=()
	if nm -D "$EXTENSION" | grep -q __asan; then
		# what python and the shell leave to exit() is not gbq's
		hosted=(env "LD_PRELOAD=$(gcc -print-file-name=libasan.so)"
		    "ASAN_OPTIONS=detect_leaks=0:exitcode=99")
	fi
}

# shell DATABASE SQL…: in the sqlite3 shell, with the functions
shell() {
	"${hosted[@]}" sqlite3 -bail "$1" ".load $EXTENSION" "${@:2}"
}

# python WHAT DATABASE…: in one that can load extensions; some cannot
python() {
	local python3=python3
	[ ! -x /usr/bin/python3 ] || python3=/usr/bin/python3
	"${hosted[@]}" "$python3" "$ROOT/tests/cli/extension.py" "$1" \
	    "$EXTENSION" "${@:2}"
}

# fails TEXT SQL: on gbq.db, with that error and no crash
fails() {
	if shell "${database:-gbq.db}" "$2" >out 2>errors; then return 1; fi
	grep -qF "$1" errors && return
	echo "not said: $1"
	cat errors
	return 1
}

@test "it exports its entry and needs no SQLite of its own" {
	setup_extension
	equals "$(nm -D --defined-only "$EXTENSION" | awk '{ print $3 }' |
	    grep -v '^__')" sqlite3_gbq_init
	equals "$(nm -D --undefined-only "$EXTENSION" | grep -c sqlite3)" 0
	if ldd "$EXTENSION" | grep sqlite; then return 1; fi
}

@test "the shell gives what gbq sql gives" {
	setup_extension
	ingest mixtral_moe
	for sql in "SELECT path, content(hash) FROM artifacts ORDER BY path" \
	    "SELECT owner(file), owner(via_file), gb_id(reason) FROM breaks" \
	    "SELECT diff_text(content(a.hash), content(b.hash)) FROM artifacts
		AS a JOIN artifacts AS b ON a.kind = b.kind AND a.path < b.path
		WHERE a.kind = 'break_reason'
		ORDER BY a.path, b.path LIMIT 20" \
	    "SELECT compile_id, json_int(metrics, 'graph_op_count'),
		json_num(metrics, 'entire_frame_compile_time_s'),
		json_str(metrics, 'co_name'), json_raw(metrics, 'co_name')
		FROM compiles"; do
		shell gbq.db ".mode csv" ".headers on" "$sql" >shell.csv
		gbq sql -f csv "$sql" >gbq.csv
		cmp shell.csv gbq.csv
		[ "$(wc -l <gbq.csv)" -gt 20 ]
	done
}

@test "content gives files byte for byte, blobs where they are no text" {
	setup_extension
	mkdir report
	cp -r "$FIXTURES/reset_repeats/." report
	printf 'a\0b' >report/nul.txt
	printf '\377\376' >report/latin.txt
	: >report/empty.txt
	gbq ingest -q report
	n=$(find report -type f | wc -l)
	equals "$(python contents gbq.db)" "$n"
	equals "$(shell gbq.db "SELECT path, typeof(content(hash)),
	    length(content(hash)) FROM artifacts WHERE path IN
	    ('nul.txt', 'latin.txt', 'empty.txt') ORDER BY path")" \
	    "empty.txt|text|0
latin.txt|blob|2
nul.txt|blob|3"
	while read -r path; do
		shell gbq.db "SELECT writefile('got', content(hash)) FROM
		    artifacts WHERE path = '$path'" >size
		cmp got "report/$path"
	done < <(cd report && find . -type f -printf '%P\n' | head -n 12)
}

@test "contents that were not kept are NULL" {
	setup_extension
	gbq ingest -q --no-content "$FIXTURES/reset_repeats"
	equals "$(shell gbq.db "SELECT count(*) > 10, count(content(hash))
	    FROM artifacts")" "1|0"
	equals "$(shell gbq.db "SELECT content(NULL) IS NULL, content(
	    '00000000000000000000000000000000') IS NULL, gb_id(NULL) IS NULL,
	    owner(NULL) IS NULL, diff_text(NULL, 'a') IS NULL")" "1|1|1|1|1"
}

@test "a database that cannot be written" {
	setup_extension
	ingest reset_repeats
	n=$(value "SELECT count(*) FROM artifacts")
	cp gbq.db closed.db
	chmod a-w closed.db
	equals "$(python contents "file:$PWD/gbq.db?mode=ro" \
	    "file:$PWD/closed.db?immutable=1")" "$n
$n"
	equals "$(shell "file:$PWD/gbq.db?mode=ro" "SELECT count(content(hash))
	    FROM artifacts")" "$n"
}

@test "no database of gbq: the functions of texts work, others say so" {
	setup_extension
	database=:memory:
	zero=00000000000000000000000000000000
	fails "this is no database of gbq" "SELECT content('$zero')"
	fails "this is no database of gbq" "SELECT gb_id('Some kind')"
	fails "no such column: bytes (this is no database of gbq)" \
	    "CREATE TABLE content (a); SELECT content('$zero')"
	equals "$(shell :memory: "SELECT gb_id('GB0001'), gb_id('Explained

 For more details about this graph break, please visit: https://meta-pytorch.github.io/compile-graph-break-site/gb/gb0007.html'),
	    owner('/x/site-packages/torch/_dynamo/a.py'),
	    owner('/x/site-packages/numpy/a.py'), owner('/me/a.py'),
	    owner('/usr/lib/python3.11/abc.py'), owner('<string>')")" \
	    "GB0001|GB0007|torch|library|user|stdlib|generated"
	equals "$(shell :memory: "SELECT diff_text('a
b
', 'a
c
'), diff_text('same', 'same') = ''")" "--- a
+++ b
@@ -1,2 +1,2 @@
 a
-b
+c
|1"
}

@test "what is asked wrongly, or lies, is an error" {
	setup_extension
	ingest reset_repeats
	zero=00000000000000000000000000000000
	fails "'zz' is no hash" "SELECT content('zz')"
	fails "wrong number of arguments" "SELECT content()"
	fails "unsafe use of content()" "CREATE VIEW v AS SELECT
	    content(hash) FROM artifacts; SELECT * FROM v"
	fails "content() in itself" "CREATE TEMP VIEW content AS SELECT
	    x'$zero' AS hash, 1 AS kept, length(content('$zero')) AS bytes,
	    1 AS block_id, 0 AS offset; SELECT content('$zero')"
	fails "gb_id() in itself" "CREATE TEMP VIEW kind_wording AS SELECT
	    gb_id('x') AS kind, 'GB0001' AS gb_id; SELECT gb_id('y')"
	fails "too big" "SELECT diff_text(zeroblob(100000000),
	    zeroblob(100000000))"
	fails "too big" "SELECT diff_text(replace(hex(zeroblob(1200000)), '00',
	    char(10)), replace(hex(zeroblob(1200000)), '00', char(10)))"
	cp gbq.db lies.db
	sqlite3 lies.db "UPDATE content SET bytes = 1 << 62"
	database=lies.db fails "too big" \
	    "SELECT content(hash) FROM artifacts"
	for lie in "bytes = bytes + 1" "offset = -7" "block_id = 12345678" \
	    "bytes = -1" "bytes = 100000000"; do
		cp gbq.db lies.db
		sqlite3 lies.db "UPDATE content SET $lie WHERE bytes > 20"
		if shell lies.db "SELECT max(content(hash)) FROM artifacts
		    WHERE bytes > 20 OR bytes < 0" >out 2>errors; then
			return 1
		fi
		grep -qE 'damaged|too big' errors
	done
	cp gbq.db lies.db
	sqlite3 lies.db "UPDATE block SET data = randomblob(length(data))"
	database=lies.db fails "the database is damaged" \
	    "SELECT content(hash) FROM artifacts WHERE bytes > 0"
}

@test "many connections at once" {
	setup_extension
	ingest mixtral_moe reset_repeats
	equals "$(python threads gbq.db)" \
	    "40 $(value "SELECT count(*) FROM artifacts")"
}

@test "the host is whole after the extension is gone" {
	setup_extension
	ingest reset_repeats
	equals "$(python reload gbq.db)" whole
}

@test "the database changes under a connection" {
	setup_extension
	ingest training_steps_optimizer reset_repeats
	first=$(value "SELECT count(*) FROM artifacts")
	status_of 0 python changes gbq.db gbq "$FIXTURES/mixtral_moe"
	second=$(value "SELECT count(*) FROM artifacts")
	[ "$first" -ne "$second" ]
	equals "$output" "$first
$second
$second
$second"
}

@test "kinds and owners are those that ingest found" {
	setup_extension
	ingest mixtral_moe reset_repeats multithread_compiles \
	    gb_explicit_break_messages pt_break_variants_nologs
	equals "$(python kinds gbq.db)" "[]"
	equals "$(python owners gbq.db)" "[]"
}

@test "Datasette" {
	command -v datasette >/dev/null || skip "datasette is not there"
	setup_extension
	ingest reset_repeats
	"${hosted[@]}" datasette gbq.db --load-extension "$EXTENSION" \
	    --get "/gbq.json?_shape=array&sql=select+path,content(hash)+as+text+from+artifacts" \
	    >got.json 2>errors ||
	    ! grep "not have the ability to load" errors ||
	    skip "its Python loads no extensions"
	equals "$(python3 -c '
import json
for row in json.load(open("got.json")):
    expected = open("'"$FIXTURES"'/reset_repeats/" + row["path"]).read()
    assert row["text"] == expected, row["path"]
    print("same")' | sort | uniq -c | awk '{ print $1, $2 }')" \
	    "$(value "SELECT count(*) FROM artifacts") same"
}

@test "no error and no leak under valgrind" {
	setup_extension
	command -v valgrind >/dev/null || skip "valgrind is not there"
	[ ${#hosted[@]} -eq 0 ] || skip "a build with sanitizers"
	ingest reset_repeats
	status_of 0 valgrind -q --error-exitcode=98 --leak-check=full \
	    --errors-for-leak-kinds=definite sqlite3 gbq.db \
	    ".load $EXTENSION" "SELECT sum(length(content(hash))),
	    count(gb_id(content(hash))), count(owner(path)),
	    max(diff_text(content(hash), path)) IS NOT NULL FROM artifacts"
	silent
}
