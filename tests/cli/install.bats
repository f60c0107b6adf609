# make install, uninstall, dist and the Debian package, with what is built.
# make distcheck builds anew, and is not run here.

load helper

# Those of the release build: make names no other.
setup_install() {
	[ "$(realpath "$BATS_TEST_TMPDIR/bin/gbq")" = \
	    "$ROOT/build/release/gbq" ] || skip "not the release build"
	VERSION=$(gbq --version | awk '{ print $2 }')
	unset MAKEFLAGS MAKELEVEL MFLAGS DESTDIR PREFIX VARIANT
}

make_in_root() {
	make -s --no-print-directory -C "$ROOT" "$@"
}

@test "install puts all in its place, uninstall takes all away" {
	setup_install
	make_in_root install "DESTDIR=$PWD/root" PREFIX=/usr
	(cd root/usr && find . -type f) | sort >there
	for file in ./bin/gbq ./lib/sqlite3/gbq.so ./share/man/man1/gbq.1 \
	    ./share/man/man7/gbq-views.7 \
	    ./share/bash-completion/completions/gbq \
	    ./share/zsh/site-functions/_gbq \
	    ./share/fish/vendor_completions.d/gbq.fish; do
		grep -qxF "$file" there
	done
	equals "$(grep -c '^./share/man/' there)" "$(gbq manual | wc -l)"
	for completion in bash-completion/completions/gbq \
	    zsh/site-functions/_gbq fish/vendor_completions.d/gbq.fish; do
		[ -s "root/usr/share/$completion" ]
	done
	touch root/usr/bin/other root/usr/share/man/man1/gbq-other.1
	make_in_root uninstall "DESTDIR=$PWD/root" PREFIX=/usr
	equals "$(find root -type f | sort)" "root/usr/bin/other
root/usr/share/man/man1/gbq-other.1"
}

@test "install takes other folders" {
	setup_install
	make_in_root install "DESTDIR=$PWD/other" PREFIX=/opt/gbq \
	    LIBDIR=/opt/lib64 ZSHDIR=/opt/zsh
	[ -x other/opt/gbq/bin/gbq ]
	[ -f other/opt/lib64/sqlite3/gbq.so ]
	[ -f other/opt/zsh/_gbq ]
}

@test "dist packs what git tracks, and an unpacked one packs the same" {
	setup_install
	[ -e "$ROOT/.git" ] || skip "not a clone"
	# a clone of its own, as build/ is shared; with what is not committed
	mkdir clone
	(cd "$ROOT" && git ls-files -z | tar -c --null -T -) | tar -xC clone
	git -C clone init -q
	git -C clone add -A
	git -C clone -c user.name=a -c user.email=a commit -qm first
	make -s --no-print-directory -C clone dist
	archive=$PWD/clone/build/gbq-$VERSION.tar.gz
	equals "$(tar -tzf "$archive" --quoting-style=literal | sort)" \
	    "$(git -C clone -c core.quotePath=false ls-files -z |
	    tr '\0' '\n' | sed "s/^/gbq-$VERSION\//" | sort)"
	tar -xzf "$archive"
	touch "gbq-$VERSION/gbq" "gbq-$VERSION/gbq.so"
	make -s --no-print-directory -C "gbq-$VERSION" dist
	cmp "gbq-$VERSION/build/gbq-$VERSION.tar.gz" "$archive"
}

@test "the Debian package holds all, owned by root, with its needs" {
	setup_install
	command -v dpkg-deb dpkg-shlibdeps >/dev/null ||
	    skip "dpkg-dev is not there"
	(cd "$ROOT" && src/tools/deb.sh "$VERSION" release \
	    "$BATS_TEST_TMPDIR/deb")
	package=$(echo "$BATS_TEST_TMPDIR"/deb/*.deb)
	dpkg-deb -c "$package" >list
	equals "$(awk '{ print $2 }' list | sort -u)" root/root
	equals "$(awk '{ print $6 }' list | grep -vE '^./(usr/|$)')" ""
	for file in usr/bin/gbq 'usr/lib/.*/sqlite3/gbq.so' \
	    usr/share/man/man1/gbq.1.gz usr/share/man/man7/gbq-views.7.gz \
	    usr/share/doc/gbq/copyright \
	    usr/share/doc/gbq/changelog.gz \
	    usr/share/doc/gbq/changelog.Debian.gz \
	    usr/share/bash-completion/completions/gbq \
	    usr/share/zsh/vendor-completions/_gbq \
	    usr/share/fish/vendor_completions.d/gbq.fish; do
		grep -q " \./$file\$" list
	done
	depends=$(dpkg-deb -f "$package" Depends)
	for library in libarchive13 libc6 libpcre2-8-0 libsqlite3-0 libssl3 \
	    libxml2 libzstd1 zlib1g; do
		grep -q "$library" <<<"$depends"
	done
	dpkg-deb -x "$package" unpacked
	grep -q 'Adam Paszke' unpacked/usr/share/doc/gbq/copyright
	grep -q 'the gbq authors' unpacked/usr/share/doc/gbq/copyright
	unpacked/usr/bin/gbq --db gbq.db ingest -q "$FIXTURES/reset_repeats"
	equals "$(unpacked/usr/bin/gbq --version)" "gbq $VERSION"
	(cd unpacked && dpkg-deb --ctrl-tarfile "$package" |
	    tar -xO ./md5sums | md5sum -c --quiet -)
}
