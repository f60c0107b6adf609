#!/bin/sh
# Is build/gbq-VERSION.tar.gz whole: it builds, installs, answers about a
# fixture from where it was installed, uninstalls without a trace, and packs
# itself again into the same bytes.
#
# usage: src/tools/distcheck.sh VERSION [JOBS]
set -eu
name=gbq-$1 jobs=${2:-1}
archive=$PWD/build/$name.tar.gz
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# nothing of the make that runs this
unset MAKEFLAGS MAKELEVEL MFLAGS GBQ_DB DESTDIR PREFIX VARIANT

fail() {
	echo "distcheck: $*" >&2
	exit 1
}

tar -C "$dir" -xzf "$archive"
cd "$dir/$name"
find . -type f | sort >"$dir/files"
make -s -j"$jobs" >"$dir/log" 2>&1 || {
	tail -n 20 "$dir/log" >&2
	fail "it does not build"
}
make -s install DESTDIR="$dir/root" PREFIX=/usr

export PATH="$dir/root/usr/bin:$PATH"
cd "$dir"
gbq --version | grep -qF "$1" || fail "gbq --version is another"
gbq ingest -q "$name/fixtures/mixtral_moe"
gbq summary | grep -q '31 events in 6 sites' || fail "gbq summary is wrong"
for page in $(gbq manual); do
	cmp "root/usr/share/man/man${page##*.}/$page" "$name/build/man/$page"
done
if command -v sqlite3 >/dev/null; then
	sqlite3 gbq.db ".load $dir/root/usr/lib/sqlite3/gbq" \
	    "SELECT gb_id('Unsupported method call')" | grep -qx GB0156 ||
	    fail "gbq.so cannot be loaded"
fi

cd "$dir/$name"
make -s uninstall DESTDIR="$dir/root" PREFIX=/usr
[ -z "$(find "$dir/root" ! -type d)" ] ||
    fail "uninstall leaves" "$(find "$dir/root" ! -type d)"
make -s dist >"$dir/log"
cmp "build/$name.tar.gz" "$archive" || fail "it packs itself differently"
make -s clean
find . -type f | sort | diff "$dir/files" - || fail "clean leaves files"
echo "$name.tar.gz is whole"
