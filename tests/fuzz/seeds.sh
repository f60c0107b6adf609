#!/usr/bin/env bash
# Makes seeds for the fuzz targets in build/fuzz/seeds/TARGET: small files of
# the fixtures and, where it is there, of ../shared/data.
#
# usage: tests/fuzz/seeds.sh
set -eu
cd "$(dirname "$0")/../.."
export LC_ALL=C
seeds=$PWD/build/fuzz/seeds
data=$(cd .. && pwd)/shared/data
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

rm -rf "$seeds"
mkdir -p "$seeds"
cp -r fixtures "$work/fixtures"
for name in kinds/{cache_miss_hit,dist_diverge_break,gb_explicit_break_messages} \
    kinds/{recompiles_all_kinds_ok,resume_chain_verbose,synth_crlf} \
    kinds/{synth_garbage_inside_payload,synth_trunc_head,internal_errors} \
    kinds/{recompile_limit_uncaught,user_exceptions_verbose,synth_two_ranks_one_log} \
    old/torch-{2.3.1,2.5.1,2.8.0}/{recompiles_all_kinds_ok,gb_print_logging}; do
	[ -e "$data/$name.tar.zst" ] || continue
	mkdir -p "$work/$name"
	tar -I zstd -xf "$data/$name.tar.zst" -C "$work/$name" --exclude script.py
done

# take TARGET LIMIT BYTES PATTERN…: up to LIMIT different files that fit a
# pattern, in no order but always the same one, each cut to BYTES.
take() {
	local target=$1 limit=$2 bytes=$3 pattern
	shift 3
	mkdir -p "$seeds/$target"
	for pattern in "$@"; do
		(cd "$work" && find . -type f -size +0 -path "$pattern")
	done | sort | shuf --random-source=<(yes) | while read -r file; do
		head -c "$bytes" "$work/$file" >"$work/cut"
		cp -n "$work/cut" "$seeds/$target/$(md5sum <"$work/cut" | cut -c1-12)"
		[ "$(find "$seeds/$target" -type f | wc -l)" -lt "$limit" ] || break
	done
}

# lines TARGET LIMIT: different lines of standard input, a seed each
lines() {
	local target=$1
	mkdir -p "$seeds/$target"
	sort -u | shuf -n "$2" --random-source=<(yes) | while IFS= read -r line; do
		printf '%s' "$line" \
		    >"$seeds/$target/$(md5sum <<<"$line" | cut -c1-12)"
	done
}

take failures_page 40 20000 '*failures_and_restarts*.html'
take metrics_page 80 12000 '*_metrics_*.html'
take index_page 40 12000 '*index.html'
take reason 120 6000 '*dynamo_graph_break_reason*' '*dynamo_error*'
take recompile 80 4000 '*recompile_reasons*'
take cache_key 10 6000 '*fx_graph_cache_*.json'
take compile_directory 10 6000 '*compile_directory.json'
take jsonl 20 12000 '*raw.jsonl'
take log 25 24000 '*raw.log' '*/trace/*.log'
take console 25 12000 '*torch_logs.txt' '*stdout.txt' '*stderr.txt'
take graph_text 60 6000 '*graph*.txt' '*code*.txt' '*output_code*.html'
take json 30 3000 '*.json'
take archive_7zip 1 200 '*index.html'

# pairs of listings, a NUL between them
mkdir -p "$seeds/bytecode"
find "$work" -name '*_ORIGINAL_BYTECODE_*' -size -8 | sort | head -n 25 |
while read -r file; do
	after=$(ls "${file%/*}"/*_MODIFIED_BYTECODE_* 2>/dev/null | head -n 1)
	{ cat "$file"; printf '\0'; [ -z "$after" ] || cat "$after"; } |
	    head -c 8000 >"$seeds/bytecode/$(md5sum <"$file" | cut -c1-12)"
done

# names
{
	(cd "$work" && find . -type f -printf '%f\n%P\n%h\n' | sed 's#^\./##')
	grep -arhoE '\[[-0-9/_!]+\]' "$work" | head -n 2000
	grep -arhoE 'torch_dynamo_resume_in_[a-z_0-9<>]+|<[a-z]+ [^>]{1,60}>' \
	    "$work/fixtures" | head -n 500
	grep -arhoE '[A-Za-z]+Variable\([^)]{0,40}\)' "$work/fixtures" | head -n 200
} | lines compile_id 150

# guards
grep -arhoE '[0-9]+/[0-9]+: [^"]{4,300}' "$work" --include='recompile_reasons*' |
    sed -E 's#^[0-9]+/[0-9]+: ##; s/\\n.*//' | lines guard 120

# records of metrics and shapes: the JSON of the log's lines
{
	grep -arhoE '"(compilation_metrics|create_symbol|guard_added|guard_added_fast|symbolic_shape_specialization|chromium_event|str|stack)": *[{[].*' \
	    "$work" --include='raw.log' |
	    sed -E 's/^"[a-z_]+": *//; s/, "(frame_id|rank|has_payload|stack)": .*//; s/\}$//'
	grep -arhE '^\s*\{"' "$work" --include='chromium_events*'
} | awk 'length < 4000' | lines metrics_record 120

# archives of all kinds, small
mkdir -p "$seeds/archive" "$work/in/a_0" "$work/deep"
printf 'x%.0s' {1..600} >"$work/in/a_0/x_1.txt"
: >"$work/in/a_0/empty"
ln -s x_1.txt "$work/in/a_0/link"
printf '<html></html>' >"$work/in/index.html"
(
	cd "$work/in"
	for format in gnu ustar pax v7; do
		tar --format=$format -cf "$seeds/archive/$format.tar" .
	done
	tar -cf - . | gzip -n >"$seeds/archive/t.gz"
	tar -cf - . | bzip2 >"$seeds/archive/t.bz2"
	tar -cf - . | xz -0 >"$seeds/archive/t.xz"
	tar -cf - . | zstd -q >"$seeds/archive/t.zst"
	gzip -n <"$seeds/archive/t.gz" >"$seeds/archive/t.gz.gz"
	head -c 700 "$seeds/archive/gnu.tar" >"$seeds/archive/cut.tar"
	truncate -s 4096 sparse
	tar -S -cf "$seeds/archive/sparse.tar" sparse
	rm sparse
	python3 - "$seeds/archive" <<'PYTHON'
import sys, zipfile
for name, how in ("stored", 0), ("deflated", 8), ("bzip2", 12), ("lzma", 14):
    with zipfile.ZipFile(f"{sys.argv[1]}/{name}.zip", "w", how) as zip:
        zip.writestr("index.html", "<html></html>")
        zip.writestr("a_0/x_1.txt", "x" * 300)
        zip.writestr("../out", "x")
PYTHON
	command -v 7z >/dev/null || exit 0
	7z a -bd "$seeds/archive/packed.7z" . >"$work/7z.log"
	7z a -bd -mhc=off -m0=copy "$seeds/archive/plain.7z" . >>"$work/7z.log"
	# headers alone, which have checksums inside an archive
	python3 - "$seeds" <<'PYTHON'
import struct, sys
for name in "packed", "plain":
    with open(f"{sys.argv[1]}/archive/{name}.7z", "rb") as f:
        data = f.read()
    offset, size = struct.unpack_from("<QQ", data, 12)
    with open(f"{sys.argv[1]}/archive_7zip/{name}", "wb") as f:
        f.write(data[32 + offset:32 + offset + size])
PYTHON
)
du -sh "$seeds" | cut -f1
