# --on URL: what is said without a server. Answers of real ones are compared by
# make check-clickhouse.

load helper

setup_database() {
	gbq ingest -q "$FIXTURES/pair_print_before"
}

@test "--on is for some commands; the others say for which" {
	setup_database
	status_of 2 gbq summary --on clickhouse://127.0.0.1:1/x
	complains "--on is for runs, breaks, compiles, restarts, failures"
	complains "'summary' works on a local database"
	status_of 2 gbq --on clickhouse://127.0.0.1:1/x show 0/0
	complains "--on is for"
	status_of 2 gbq ingest --on clickhouse://127.0.0.1:1/x .
}

@test "--on and --db name different databases" {
	setup_database
	status_of 2 gbq --db gbq.db breaks --on clickhouse://127.0.0.1:1/x
	complains "--on and --db"
}

@test "an address that is none: 2; no server: 74" {
	setup_database
	status_of 2 gbq runs --on gbq.db
	status_of 2 gbq breaks --on https://example.invalid/x
	status_of 2 gbq breaks --on clickhouse://me:secret@127.0.0.1:1/x
	equals "$(grep -c secret <<<"$errors")" 0
	status_of 74 gbq breaks --on clickhouse://127.0.0.1:1/x
	complains "127.0.0.1:1"
	equals "$output" ""
}

@test "diff of graphs needs stored files" {
	setup_database
	status_of 2 gbq diff a:0/0 b:0/0 --graph --on clickhouse://127.0.0.1:1/x
	complains "stored files"
}

@test "without --on no library for networks is loaded" {
	setup_database
	LD_DEBUG=files status_of 0 gbq runs
	complains libsqlite3
	equals "$(grep -c 'libcurl\|gnutls\|libssl' <<<"$errors")" 0
}
