#!/bin/sh
# Makes a Debian package, below build/deb: gbq_VERSION-1_ARCH.deb. Needs no
# root, and nothing but dpkg-dev. The same files give the same package.
#
# usage: src/tools/deb.sh VERSION [VARIANT [FOLDER]]
#
# VARIANT names the build to pack, "deb" if not given: with the flags that
# Debian builds with. MAINTAINER="NAME <ADDRESS>" stands in the package.
set -eu
version=$1-1 variant=${2:-deb} dir=${3:-build/deb}
maintainer=${MAINTAINER:-"The gbq authors <gbq@packages.invalid>"}
export LC_ALL=C
if [ -e .git ]; then
	: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct)}"
else
	: "${SOURCE_DATE_EPOCH:=$(stat -c %Y Makefile)}"
fi
export SOURCE_DATE_EPOCH
arch=$(dpkg --print-architecture)
root=$dir/root doc=$dir/root/usr/share/doc/gbq
library=/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)

flags() {
	[ "$variant" != deb ] || printf '%s\n' \
	    "CFLAGS=$(dpkg-buildflags --get CFLAGS) $(dpkg-buildflags --get CPPFLAGS)" \
	    "LDFLAGS=$(dpkg-buildflags --get LDFLAGS) -Wl,-z,now"
}

# A licence's text as a field of the copyright file.
field() {
	sed 's/^$/./; s/^/ /' "$@"
}

rm -rf "$root" "$dir/debian"
mkdir -p "$dir/debian" "$doc" "$root/DEBIAN"
flags | tr '\n' '\0' | xargs -0 make -s install "VARIANT=$variant" \
    "DESTDIR=$(realpath "$root")" PREFIX=/usr "LIBDIR=$library" \
    ZSHDIR=/usr/share/zsh/vendor-completions

strip --strip-unneeded --remove-section=.comment "$root/usr/bin/gbq" \
    "$root$library/sqlite3/gbq.so"
find "$root/usr/share/man" -type f -exec gzip -n -9 {} +
gzip -n -9 <NEWS.md >"$doc/changelog.gz"
cat <<END | gzip -n -9 >"$doc/changelog.Debian.gz"
gbq ($version) unstable; urgency=medium

  * Made by make deb.

 -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
END
cat >"$doc/copyright" <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: gbq

Files: *
Copyright: $(sed -n 's/^Copyright (c) //p' LICENSE)
License: BSD-3-Clause
$(sed '1,/^Copyright/d' LICENSE | sed 1d | field)

Files: schema/registry/graph_break_registry.json
Copyright: $(sed -n 's/^Copyright (c) //p' schema/registry/NOTICE |
    tr -s ' ' | sed '2,$s/^/ /')
License: BSD-3-Clause-PyTorch
$(sed '1,/^All rights/d' schema/registry/NOTICE | sed 1d | field)
END
chmod 644 "$doc"/*

cat >"$dir/debian/control" <<END
Source: gbq

Package: gbq
Architecture: any
END
depends=$(cd "$dir" && dpkg-shlibdeps -O root/usr/bin/gbq \
    "root$library/sqlite3/gbq.so" | sed -n 's/^shlibs:Depends=//p')
# what symbols do not tell: schema/registry/load.sql has ->>
depends=$(echo "$depends" | sed 's/libsqlite3-0 ([^)]*)/libsqlite3-0 (>= 3.38)/')
(cd "$root" && find usr -type f -print0 | sort -z |
    xargs -0 md5sum) >"$root/DEBIAN/md5sums"
cat >"$root/DEBIAN/control" <<END
Package: gbq
Version: $version
Architecture: $arch
Maintainer: $maintainer
Installed-Size: $(du -sk --apparent-size "$root/usr" | cut -f 1)
Depends: $depends
Suggests: sqlite3, less, libcurl4
Section: devel
Priority: optional
Description: index of the graph breaks of torch.compile
 gbq reads what torch.compile leaves behind (tlparse reports, TORCH_TRACE
 logs, TORCH_LOGS text, archives of these) into one SQLite file and answers
 by command and by SQL: which graph breaks there are, where, why, what they
 cost, what to fix first, and whether a change made it better.
 .
 It comes with an extension for other programs that use SQLite.
END
find "$root" -type d -exec chmod 755 {} +
dpkg-deb --root-owner-group --build "$root" \
    "$dir/gbq_${version}_$arch.deb" >/dev/null
echo "$dir/gbq_${version}_$arch.deb"
