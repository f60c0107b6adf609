# libgbq: what gbq.h declares, shared and static, in C and in Python.

load helper

setup_library() {
	[ "$(realpath "$BATS_TEST_TMPDIR/bin/gbq")" = \
	    "$ROOT/build/release/gbq" ] || skip "not the release build"
	unset MAKEFLAGS MAKELEVEL MFLAGS DESTDIR PREFIX VARIANT
	make -s --no-print-directory -C "$ROOT" install-lib \
	    PREFIX="$PWD/there"
	LIB=$PWD/there/lib
	export PKG_CONFIG_PATH=$LIB/pkgconfig
	expected=$(gbq breaks -f csv "$FIXTURES/mixtral_moe" |
	    python3 -c 'import csv, sys
for row in csv.DictReader(sys.stdin):
    print(row["site_id"], row["gb_id"], row["short_file"] + ":" + row["line"])
' | sort -n | cut -d ' ' -f 2-)
	[ "$(wc -l <<<"$expected")" -eq 6 ]
}

# The functions that gbq.h declares, as a compiler sees them.
declared() {
	gcc -E -P "$ROOT/include/gbq.h" | tr '\n' ' ' | grep -oE \
	    '\bgbq_[a-z_]+\(' | grep -vE 'gbq_[a-z_]+_function\(' |
	    tr -d '(' | sort -u
}

@test "its symbols are those of gbq.h" {
	setup_library
	declared >declared
	[ "$(wc -l <declared)" -gt 40 ]
	nm -D --defined-only "$LIB/libgbq.so" | awk '{ print $3 }' | sort |
	    diff declared -
	nm -g --defined-only "$LIB/libgbq.a" | awk 'NF == 3 { print $3 }' |
	    sort | diff declared -
}

@test "the C example, with the shared and the static library" {
	setup_library
	gcc -std=c11 -Wall -Wextra -Werror -o shared \
	    "$ROOT/tests/library/sites.c" $(pkg-config --cflags --libs gbq)
	readelf -d shared | grep -q 'NEEDED.*libgbq.so.0'
	rm "$LIB/libgbq.so"
	gcc -std=c11 -o static "$ROOT/tests/library/sites.c" \
	    $(pkg-config --static --cflags --libs gbq)
	if readelf -d static | grep -q libgbq; then return 1; fi
	for program in shared static; do
		export LD_LIBRARY_PATH=$LIB
		equals "$(./$program "$FIXTURES/mixtral_moe")" "$expected"
		status_of 0 ./$program "$FIXTURES/pair_print_tensor_before" \
		    "$FIXTURES/pair_print_tensor_after"
		says "better: 2 sites gone, none new"
		status_of 3 ./$program /nowhere
		complains "/nowhere: No such file"
	done
}

@test "gbq.h is C++, too" {
	command -v g++ >/dev/null || skip "g++ is not there"
	printf '#include <gbq.h>\nint main() { gbq_free(gbq_new()); }\n' >a.cc
	setup_library
	g++ -Wall -Wextra -Werror a.cc $(pkg-config --cflags --libs gbq)
	LD_LIBRARY_PATH=$LIB ./a.out
}

@test "the Python example" {
	setup_library
	equals "$(python3 "$ROOT/tests/library/sites.py" \
	    "$LIB/libgbq.so.0" "$FIXTURES/mixtral_moe")" "$expected"
	status_of 1 python3 "$ROOT/tests/library/sites.py" \
	    "$LIB/libgbq.so.0" /nowhere
	complains "/nowhere: No such file"
}

@test "uninstall-lib takes all away" {
	setup_library
	find there ! -type d | sort >files
	equals "$(cat files)" "there/include/gbq.h
there/lib/libgbq.a
there/lib/libgbq.so
there/lib/libgbq.so.0
there/lib/pkgconfig/gbq.pc"
	equals "$(pkg-config --modversion gbq)" \
	    "$(gbq --version | awk '{ print $2 }')"
	make -s --no-print-directory -C "$ROOT" uninstall-lib \
	    PREFIX="$PWD/there"
	equals "$(find there ! -type d)" ""
}
