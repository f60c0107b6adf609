#!/usr/bin/env bash
# The manual: each page is sound mdoc, and each command, option, view and saved
# query stands in it. $GBQ names the program.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tap.bash

GBQ=${GBQ:-./gbq}
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT

pages=$("$GBQ" manual)
for page in $pages; do
	"$GBQ" manual "$page" >"$dir/$page" ||
	    not_ok "there is a page $page"
done

if command -v mandoc >/dev/null; then
	# what is not installed here is none of its business
	expect_none "mandoc finds nothing to say about a page" \
	    "$(cd "$dir" && mandoc -T lint ./*.[17] 2>&1 |
	    grep -vE 'referenced manual not found|outdated mandoc.db')"
else
	ok "pages are sound mdoc # SKIP mandoc is not there"
fi

for page in $pages; do
	sections=$(sed -n 's/^\.Sh //p' "$dir/$page" | tr '\n' ' ')
	case $page:$sections in
	*.7:"NAME DESCRIPTION SEE ALSO ") ;;
	gbq.1:"NAME SYNOPSIS DESCRIPTION ENVIRONMENT FILES EXIT STATUS EXAMPLES SEE ALSO ") ;;
	gbq-*.1:"NAME SYNOPSIS DESCRIPTION EXIT STATUS "*"SEE ALSO ") ;;
	*) not_ok "$page has its sections" "$sections" ;;
	esac
done

# What help says comes from the same table; the words are compared.
commands=$("$GBQ" help | sed -nE 's/^  ([a-z]+) .*/\1/p')
expect_none "each command has a page, and stands in gbq(1)" \
    "$(for command in $commands; do
	grep -qx "gbq-$command.1" <<<"$pages" &&
	    grep -qE "^\.It Cm $command( |$)" "$dir/gbq.1" || echo "$command"
done)"
expect_none "each option of a command stands in its page" \
    "$(for command in $commands; do
	"$GBQ" help "$command" | sed -n '/^Options:/,/^Examples:/p' |
	    sed -nE 's/^  (-., |    )--([a-z-]+).*/\2/p' |
	    while read -r option; do
		grep -qE "^\.It .*Fl Fl $option( |$)" "$dir/gbq-$command.1" ||
		    echo "$command --$option"
	    done
done)"
expect_none "each global option stands in gbq(1)" \
    "$("$GBQ" help | sed -n '/^Options:/,$p' |
    sed -nE 's/^  (-., |    )--([a-z-]+).*/\2/p' | while read -r option; do
	grep -qE "^\.It .*Fl Fl $option( |$)" "$dir/gbq.1" || echo "$option"
done)"
expect_none "options that gbq(1) tells of are some command's" \
    "$(grep -oE 'Fl Fl [a-z-]+' src/man/gbq.mdoc | sort -u |
    while read -r _ _ option; do
	grep -qE "^\.It .*Fl Fl $option( |$)" "$dir"/*.1 || echo "$option"
done)"
expect_none "each view and saved query has its entry" \
    "$({
	ls schema/views | sed 's/\.sql//; s/^/.Ss /'
	ls sql | sed '/\.clickhouse\.sql/d; s/\.sqlite\.sql//; s/\.sql//; s/^/.It Cm @/'
    } | grep -vxFf <(cat "$dir"/*.7))"
# --help right behind the command: its options are read, nothing is done
expect_none "examples of commands have options that there are" \
    "$(for command in $commands; do
	"$GBQ" help "$command" | sed '1,/^Examples:/d' |
	    sed -nE 's/.*<\((.*)\)$/  \1/
		s/^  (gbq [a-z]+)([^|>]*).*/\1 --help \2/p' |
	    while read -r example; do
		(gbq() { "$GBQ" "$@"; }; eval "$example") >/dev/null 2>&1 ||
		    echo "$example"
	    done
done)"
finish
