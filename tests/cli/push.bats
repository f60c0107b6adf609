# gbq push: what can be said without a server; with two: make check-clickhouse.

load helper

@test "push needs an address, and one of a cluster" {
	ingest reset_repeats
	status_of 2 gbq push
	complains "--to URL"
	for url in http://localhost/ clickhouse:// clickhouse://h:x/ ''; do
		status_of 2 gbq push --to "$url"
		complains clickhouse://
	done
	status_of 2 gbq push --to 'clickhouse://h/?nonsense=1'
	complains nonsense
	status_of 2 gbq push --to clickhouse://h --tries 0
	complains --tries
}

@test "a password in the address is refused and not repeated" {
	ingest reset_repeats
	status_of 2 gbq push --to clickhouse://me:hush@localhost/gbq
	complains GBQ_CLICKHOUSE_PASSWORD
	! grep hush <<<"$errors" || false
}

@test "a server that does not answer: 74, nothing changes" {
	ingest reset_repeats
	before=$(sqlite3 gbq.db .dump | sha256sum)
	status_of 74 gbq push --to clickhouse://me@127.0.0.1:1/gbq --tries 1
	complains 127.0.0.1:1
	equals "$(sqlite3 gbq.db .dump | sha256sum)" "$before"
	export GBQ_CLICKHOUSE_PASSWORD_FILE=missing
	status_of 3 gbq push --to clickhouse://me@127.0.0.1:1/gbq --tries 1
	complains missing
}

@test "a run that is not there: 3, before any server is asked" {
	status_of 3 gbq push --to clickhouse://me@127.0.0.1:1/gbq --tries 1
	ingest reset_repeats
	status_of 3 gbq push --to clickhouse://me@127.0.0.1:1/gbq nonsense
	status_of 2 gbq push --to clickhouse://me@127.0.0.1:1/gbq --all 1
}

@test "the tables have the names and columns of the views" {
	ingest reset_repeats
	status_of 0 gbq push --ddl 18.16
	cp "$BATS_TEST_TMPDIR/out" ddl.sql
	for view in $(ls "$ROOT/schema/views" | sed 's/\.sql//'); do
		sed -n "/^CREATE TABLE IF NOT EXISTS .$view.\$/,/^)/p" ddl.sql |
		    grep -v MATERIALIZED | sed -n 's/^.`\(.*\)` .*/\1/p' >have
		sqlite3 gbq.db "SELECT name FROM pragma_table_info('$view')" \
		    >want
		cmp have want
		grep -qF "\`${view}_local\`" ddl.sql
	done
	! grep -E 'LowCardinality|ON CLUSTER|CODEC' ddl.sql || false
}

@test "layouts and versions give other tables" {
	status_of 0 gbq push --ddl 24.8 --layout cluster=main
	says "Distributed(\`main\`, \`gbq\`, \`compiles_local\`"
	says "sipHash64(push_job)"
	says "LowCardinality(Nullable(String))"
	status_of 0 gbq push --ddl 24.8 --layout cloud
	! grep Distributed <<<"$output" || false
	status_of 2 gbq push --ddl 24.8 --layout cluster=
	status_of 2 gbq push --ddl 24.8 --layout 'cluster=a`b'
	status_of 2 gbq push --ddl newest
	complains 18.16
}

@test "gbq starts without loading the network's library" {
	! ldd "$(readlink -f "$(command -v gbq)")" | grep -i curl || false
}
