#!/usr/bin/env bash
# Each header compiles alone and has an include guard; each .c file of the
# library has its header beside it.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tap.bash

headers=$(find src include -name '*.h' | sort)
sources=$(find src -name '*.c' | sort)

flags=$(pkg-config --cflags libxml-2.0 sqlite3 libcrypto)

for header in $headers; do
	# shellcheck disable=SC2086 # the flags are several words
	output=$(${CC:-gcc} -Isrc -Iinclude -D_GNU_SOURCE $flags -std=c11 \
	    -Wall -Wextra -Werror -fsyntax-only -x c \
	    -include "$header" - <<<'typedef int unused;' 2>&1)
	expect_none "$header compiles alone" "$output"
done

no_guard=$(grep -LE '^#ifndef GBQ_' $headers)
expect_none "each header has an include guard" "$no_guard"

# A .c file includes a header of its own room; what src/api
# holds stands in gbq.h, commands in command.h, and tools are programs.
without=$(for source in $sources; do
	case $source in
	src/api/* | src/extension/* | src/tools/* | src/cli/*.c | \
	    src/cli/commands/*) continue ;;
	esac
	room=${source#src/}
	grep -qE "^#include \"${room%/*}/[a-z_0-9]+\.h\"" "$source" ||
	    echo "$source"
done)
expect_none "each .c file includes a header of its room" "$without"

no_comment=$(for source in $sources $headers; do
	head -n 1 "$source" | grep -q '^/\*' || echo "$source"
done)
expect_none "each file opens with what it is for" "$no_comment"
finish
