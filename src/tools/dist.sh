#!/bin/sh
# Packs the source: build/gbq-VERSION.tar.gz of the files that git tracks, or,
# in a source that was unpacked of one, of all files that building did not
# make. The same files give the same bytes.
#
# usage: src/tools/dist.sh VERSION
set -eu
name=gbq-$1
export LC_ALL=C

# .git may be a file, and may be of a folder far above
if [ -e .git ]; then
	list() { git ls-files -z; }
	date=@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
else
	list() {
		find . \( -path ./build -o -name __pycache__ \) -prune -o \
		    -type f ! -path ./gbq ! -path ./gbq.so ! -name '*.db*' \
		    -printf '%P\0'
	}
	date=@${SOURCE_DATE_EPOCH:-$(stat -c %Y Makefile)}
fi

# tar by itself, so that its failure is seen
mkdir -p build
list | sort -z >"build/$name.files"
tar --create --file="build/$name.tar" --format=gnu --mtime="$date" \
    --owner=0 --group=0 --numeric-owner --mode=u+rw,go=u-w --null \
    --no-recursion --verbatim-files-from --transform="s,^,$name/," \
    --files-from="build/$name.files"
gzip -n -9 -f "build/$name.tar"
rm "build/$name.files"
echo "build/$name.tar.gz"
