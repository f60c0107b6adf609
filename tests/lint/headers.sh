#!/usr/bin/env bash
# Each header compiles alone and has an include guard; each .c file of the
# library has its header beside it.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tap.bash

flags=$(pkg-config --cflags libxml-2.0 sqlite3 libcrypto)

for header in include/*.h src/*/*.h; do
	[ -e "$header" ] || continue
	# shellcheck disable=SC2086 # the flags are several words
	output=$(${CC:-gcc} -Isrc -Iinclude -D_GNU_SOURCE $flags -std=c11 \
	    -Wall -Wextra -Werror -fsyntax-only -x c \
	    -include "$header" - <<<'typedef int unused;' 2>&1)
	expect_none "$header compiles alone" "$output"
done

no_guard=$(grep -LE '^#ifndef GBQ_' include/*.h src/*/*.h)
expect_none "each header has an include guard" "$no_guard"

# NAME_PART.c may be a part of what NAME.h declares. main.c and tools are
# programs, what src/api holds stands in gbq.h, commands in command.h.
has_header() {
	local stem=${1%.c}
	case $1 in
	src/cli/main.c | src/cli/cmd_*.c | src/cli/commands.c | src/tools/* | src/api/* | src/extension/*) return ;;
	esac
	while [ ! -e "$stem.h" ]; do
		[[ $(basename "$stem") = *_* ]] || return 1
		stem=${stem%_*}
	done
}
without=$(for source in src/*/*.c; do
	has_header "$source" || echo "$source"
done)
expect_none "each .c file has its header" "$without"

no_comment=$(for source in src/*/*.[ch] include/*.h; do
	head -n 1 "$source" | grep -q '^/\*' || echo "$source"
done)
expect_none "each file opens with what it is for" "$no_comment"
finish
