#!/usr/bin/env bash
# The tree names no path of a developer's machine, and no host of a package
# registry or mirror. Fixtures and golden files repeat what real reports say.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tap.bash

# The brackets keep the patterns from finding themselves.
# The folders of "me" and "user" are nobody's.
paths='(?<![A-Za-z0-9_.])/(wor[k]|roo[t]|(hom[e]|User[s])/(?!me/|user/))/?[A-Za-z0-9_.]'
hosts='(snapsho[t]\.|de[b]\.debian|pyp[i]\.org|pythonhoste[d]|artifac[t]-?registry|(registr[y]|mirro[r]s?)\.[a-z0-9-]+\.)'

tree() {
	find . -type f -not -path './.git/*' -not -path './build/*' \
	    -not -path './fixtures/*' -not -path './tests/golden/*' \
	    -not -path './gbq' -not -name '*.db*' -print0
}

expect_none "no path of a machine" "$(tree | xargs -0 grep -nIP "$paths")"
expect_none "no host of a registry" "$(tree | xargs -0 grep -nIE "$hosts")"
# The top level is fixed; files that a test left behind stand out.
top='src|include|schema|sql|tests|fixtures|Makefile|README.md|LICENSE|NEWS.md'
expect_none "the top level is as it should be" \
    "$(git ls-files 2>/dev/null | sed 's#^"##; s#/.*##' | sort -u |
    grep -vxE "$top|\..*")"
finish
