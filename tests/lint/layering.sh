#!/usr/bin/env bash
# Includes go one way: util <- model <- source, parse, store <- ingest, query
# <- remote <- api <- cli. Parsers do no I/O and know no SQL; the command line sees
# gbq.h, util and its own headers only. gbq.h, whose types all share, may be
# included everywhere.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tap.bash

# layer: the folders whose headers it may include, beside its own
declare -A may=(
	[util]=""
	[model]="util"
	[source]="util model"
	[parse]="util model"
	[store]="util model"
	[ingest]="util model source parse store"
	[query]="util model parse store"
	[remote]="util query store"
	[api]="util model source parse store ingest query remote"
	[cli]="util"
	# gbq.so: an entry to what query registers
	[extension]="query"
	[tools]="util"
)

# The folder that a quoted include names; "include" for the public gbq.h.
included_layer() {
	case $1 in
	gbq.h) echo include ;;
	*/*) echo "${1%%/*}" ;;
	*) cut -d/ -f2 <<<"$2" ;;
	esac
}

wrong_includes() {
	local file name layer=$1
	grep -rnoE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"[^"]*"' \
	    --include='*.[ch]' "src/$layer" 2>/dev/null |
	while IFS= read -r line; do
		file=${line%%:*}
		name=${line#*\"}
		name=${name%\"}
		case " $layer include ${may[$layer]} " in
		*" $(included_layer "$name" "$(dirname "$file")") "*) ;;
		*) echo "$file includes \"$name\"" ;;
		esac
	done
}

for dir in src/*/; do
	layer=$(basename "$dir")
	[ -n "$(find "$dir" -name '*.[ch]')" ] || continue
	if [ -z "${may[$layer]+known}" ]; then
		not_ok "layer $layer is known" "add it to tests/lint/layering.sh"
		continue
	fi
	expect_none "src/$layer includes only what it may" \
	    "$(wrong_includes "$layer")"
done

io='<(sqlite3|stdio_ext|fcntl|unistd|dirent|sys/stat|sys/mman|glob|ftw)\.h>'
expect_none "parsers include no header for files or SQL" \
    "$(grep -rnE "#[[:space:]]*include[[:space:]]*$io" src/parse src/model)"
calls='\b(fopen|freopen|open|openat|read|write|fread|fwrite|fgets|getline|mmap|printf|fprintf|puts|fputs|getenv|system|popen|xmlReadFile|htmlReadFile|xmlParseFile|htmlParseFile)[[:space:]]*\('
expect_none "parsers call nothing that does I/O" \
    "$(grep -rnE "$calls" src/parse src/model | grep -vE ':[[:space:]]*(/?\*|//)')"
expect_none "only store, query, remote, api, tools, extension include sqlite3.h" \
    "$(grep -rlE 'include[[:space:]]*<sqlite3(ext)?\.h>' src include |
    grep -vE '^src/(store|query|remote|api|tools|ingest|extension)/')"
# mem_* in util is the one place that may end the process (out of memory)
expect_none "the library neither exits nor prints" \
    "$(grep -rnE '\b(exit|_exit|abort|printf|puts|perror|putchar)[[:space:]]*\(' \
    --include='*.c' src | grep -vE '^src/(cli|tools)/|^src/util/memory\.c' |
    grep -vE ':[[:space:]]*(/?\*|//)')"
finish
