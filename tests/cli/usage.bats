# Help, misspelt words, exit codes of usage errors.

load helper

commands() {
	gbq help | sed -nE 's/^  ([a-z]+) .*/\1/p'
}

@test "gbq alone is a usage error that says where to look" {
	status_of 2 gbq
	complains "gbq ingest tl_out"
	complains 'gbq help'
}

@test "--help and help name every command" {
	status_of 0 gbq --help
	for command in ingest runs rm summary breaks sql schema queries; do
		says "  $command"
	done
	silent
	help=$output
	status_of 0 gbq help
	equals "$output" "$help"
}

@test "--version tells the version" {
	status_of 0 gbq --version
	grep -qE '^gbq [0-9]+\.[0-9]+' <<<"$output"
}

@test "each command has --help on stdout, also as gbq help COMMAND" {
	[ -n "$(commands)" ]
	for command in $(commands); do
		status_of 0 gbq "$command" --help
		says "gbq $command"
		silent
		help=$output
		status_of 0 gbq help "$command"
		equals "$output" "$help"
	done
}

@test "a misspelt command is answered with the right one" {
	status_of 2 gbq braeks
	complains breaks
	status_of 2 gbq sumary
	complains summary
	status_of 2 gbq xyzzyplugh
	complains xyzzyplugh
}

@test "a misspelt option is answered with its name" {
	ingest reset_repeats
	status_of 2 gbq breaks --knid x
	complains knid
}

@test "an option without its value is a usage error" {
	status_of 2 gbq --db
	ingest reset_repeats
	status_of 2 gbq runs -f
}

@test "a bad number is a usage error" {
	ingest reset_repeats
	status_of 2 gbq breaks -n many
	status_of 2 gbq breaks -n -5
}

@test "schema lists the views and documents each" {
	ingest reset_repeats
	status_of 0 gbq schema
	for view in runs compiles breaks sites restarts failures problems; do
		says "$view"
	done
	status_of 0 gbq schema breaks
	for column in gb_id kind place_from own_file artifact_path; do
		says "$column"
	done
	status_of 2 gbq schema brekas || status_of 3 gbq schema brekas
	complains breaks
}

@test "schema tells of the SQL functions that there are" {
	ingest reset_repeats
	status_of 0 gbq schema functions
	says "content(hash)"
	status_of 0 gbq schema functions -f tsv
	while IFS=$'\t' read -r function call _; do
		case ${call%%)*} in
		*,*) equals "$(value "SELECT $function(NULL, NULL)")" "" ;;
		*) equals "$(value "SELECT $function(NULL)")" "" ;;
		esac
	done < <(sed 1d <<<"$output")
	equals "$(gbq manual gbq-views.7 | grep -c '^\.It Ic ')" \
	    "$(sed 1d <<<"$output" | wc -l)"
}

@test "-q keeps stderr empty" {
	status_of 0 gbq -q ingest "$FIXTURES/reset_repeats"
	silent
}

@test "options may stand before and after the arguments" {
	ingest reset_repeats
	gbq runs -f json >one
	gbq --db gbq.db runs -f json >two
	cmp one two
	gbq breaks reset_repeats -f json >one
	gbq breaks -f json reset_repeats >two
	cmp one two
}

@test "help of every command explains it, in lines of 79 columns" {
	for command in $(gbq help | awk '/^Commands:/ { on = 1; next }
	    /^$/ { on = 0 } on { print $1 }'); do
		gbq help "$command" >text
		python3 -c 'import sys
name, text = sys.argv[1], open("text", encoding="utf-8").read()
long = [l for l in text.splitlines() if len(l) > 79
        and not l.startswith(("usage:", "  gbq"))]
assert not long, (name, long)
assert name in ("help",) or "\nExamples:\n" in text, name
body = text.split("\nOptions:")[0].split("\nExamples:")[0].split("\n\n")
assert name == "help" or len(body) > 2, f"{name} says nothing of itself"
' "$command"
	done
}
