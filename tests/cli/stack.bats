# gbq stack: the tree of compiles; gbq bytecode.

load helper

# tree RUN: "DEPTH RELATION ID PARENT" a line
tree() {
	gbq stack "$1" -f json | python3 -c '
import json, sys
for row in json.load(sys.stdin):
    print(row["depth"], row["relation"], row["compile_id"],
          row["parent_compile_id"] or "-")'
}

@test "resume functions stand below the function that they resume" {
	ingest gb_print_logging
	# the names of the listings tell which function each one resumes
	for file in "$FIXTURES"/gb_print_logging/*/*_ORIGINAL_BYTECODE_*; do
		name=$(basename "$file")
		id=$(basename "$(dirname "$file")")
		id=${id#-_}
		frame=${id%%_*}
		echo "1 resumes $frame/0 $((frame - 1))/0"
	done | sort -u >expected
	[ -s expected ]
	tree gb_print_logging | grep resumes | sort >got
	diff expected got
	equals "$(gbq stack -f json | python3 -c '
import json, sys
print(*sorted(row["resumed_at"] for row in json.load(sys.stdin)
              if row["relation"] == "resumes"))')" \
	    "$(basename -a "$FIXTURES"/gb_print_logging/*/*_ORIGINAL_BYTECODE_* |
	    sed -E 's/.*_at_([0-9]+)_ORIGINAL.*/\1/' | sort -nu | xargs)"
}

@test "every compile stands in the tree once" {
	for fixture in mixtral_moe training_steps_optimizer skip_loops \
	    dist_diverge_break reset_repeats pt_break_variants_nologs \
	    multithread_compiles export_plain; do
		ingest "$fixture"
		equals "$(gbq stack "$fixture" -f jsonl | sort -u | wc -l)" \
		    "$(value "SELECT count(*) FROM compiles JOIN runs
		    USING (run_id) WHERE name = '$fixture'")"
	done
}

@test "a caller is who the stack of a break names" {
	ingest mixtral_moe
	tree mixtral_moe >tree
	python3 - "$FIXTURES/mixtral_moe" <<'PYTHON'
import glob, re, sys

relations = {}
for line in open("tree"):
    depth, relation, compile_id, parent = line.split()
    relations[compile_id] = relation, parent
# frames of a user stack as "FILE function", outermost first
def stack(compile_id):
    folder = compile_id.replace("/", "_")
    path = sorted(glob.glob(f"{sys.argv[1]}/-_{folder}_*/"
                            "dynamo_graph_break_reason_*"))[0]
    text = open(path).read().split("User code traceback:")[1]
    text = text.split("\nTraceback (most recent")[0]
    return re.findall(r'  File "(.*)", line (\d+), in (\S+)', text)
for child, parent, file, function in [
        ("1/0", "0/0", "utils/generic.py", "wrapper"),
        ("2/0", "1/0", "utils/deprecation.py", "wrapped_func"),
        ("6/0", "5/0", "utils/output_capturing.py",
         "maybe_install_capturing_hooks"),
        ("15/0", "1/0", "utils/deprecation.py", "wrapped_func"),
        ("19/0", "15/0", "mixtral/modeling_mixtral.py", "forward")]:
    assert relations[child] == ("called", parent), (child, relations[child])
    frames = stack(child)
    assert any(frame[0].endswith(file) and frame[2] == function
               for frame in frames[:-1]), (child, frames)
assert relations["0/0"] == ("top", "-")
assert relations["9/0"] == ("resumes", "6/0"), relations["9/0"]
assert relations["1/3"] == ("recompiles", "1/0")
PYTHON
}

@test "recompiles stand beside their frame, counted by status" {
	ingest pt_break_variants_nologs
	status_of 0 gbq stack
	says "+ 8 recompiles [8/1] … [8/8]: 7 ok, 1 LIMIT"
	equals "$(ls -d "$FIXTURES"/pt_break_variants_nologs/-_8_[1-9]_0 |
	    wc -l)" 8
	equals "$(grep -c . <<<"$(tree pt_break_variants_nologs |
	    grep ' recompiles ')")" 8
}

@test "after a reset an id begins a new frame" {
	ingest reset_repeats
	status_of 0 gbq stack
	says "[0/0] a srv/demo/reset_repeats.py:10"
	says "[0/0#1] b srv/demo/reset_repeats.py:14"
	says "[0/0#2] a srv/demo/reset_repeats.py:10"
	equals "$(gbq stack -f json | python3 -c '
import json, sys
for row in json.load(sys.stdin):
    if row["relation"] == "resumes":
        print(row["instance"], row["parent_instance"], end=";")')" \
	    "0 0;1 1;2 2;"
}

@test "ranks have trees of their own" {
	ingest dist_diverge_break
	status_of 0 gbq stack
	says "@r0]"
	says "@r1]"
	status_of 0 gbq stack --rank 1
	! grep -q '@r0]' <<<"$output" || false
	equals "$(gbq stack --rank 1 -f jsonl | wc -l)" \
	    "$(value "SELECT count(*) FROM compiles WHERE rank = 1")"
}

@test "a run without compiles says so" {
	ingest synth_empty_file
	status_of 0 gbq stack
	says "no compiles"
}

# pairs FIXTURE: "ORIGINAL MODIFIED" listings of one attempt folder or more
listing() {
	find "$FIXTURES/$1" -name "$2" | sort | head -n 1
}

@test "bytecode is the diff of the two listings" {
	ingest gb_print_logging
	original=$(listing gb_print_logging 'torch_*_f_stdout_*_ORIGINAL_*')
	modified=$(listing gb_print_logging 'torch_*_f_stdout_*_MODIFIED_*')
	[ -n "$original" ]
	[ -n "$modified" ]
	id=$(value "SELECT compile_id FROM bytecodes
	    WHERE function LIKE '%f_stdout%'")
	status_of 0 gbq bytecode "$id" -f raw
	# as diff has it, but for the headings
	diff --minimal -u "$original" "$modified" | tail -n +3 >expected
	tail -n +3 "$BATS_TEST_TMPDIR/out" >got
	diff expected got
	equals "$(sed -n 1p "$BATS_TEST_TMPDIR/out")" \
	    "--- ${original#"$FIXTURES"/gb_print_logging/}"
	status_of 0 gbq bytecode "$id"
	says "instructions before"
	says "$(sed -n 5p expected)"
	gbq bytecode "$id" -f json | python3 -c '
import json, sys
rows = json.load(sys.stdin)
assert len(rows) == 1 and rows[0]["diff"].startswith("--- "), rows
lines = rows[0]["diff"].split("\n")[2:]
assert sum(line[:1] == "+" for line in lines) == rows[0]["added"]
assert sum(line[:1] == "-" for line in lines) == rows[0]["removed"]'
}

@test "a patch made of it gives the modified listing" {
	command -v patch >/dev/null || skip "no patch"
	ingest gb_print_logging
	original=$(listing gb_print_logging 'torch_*_f_stdout_*_ORIGINAL_*')
	modified=$(listing gb_print_logging 'torch_*_f_stdout_*_MODIFIED_*')
	gbq bytecode "$(value "SELECT compile_id FROM bytecodes
	    WHERE function LIKE '%f_stdout%'")" -f raw >patch
	cp "$original" text
	patch -s text <patch
	cmp text "$modified"
}

@test "bytecode of a compile that has none says why" {
	ingest gb_print_logging
	status_of 3 gbq bytecode 0/0
	complains "resume functions only"
	status_of 2 gbq bytecode x
	status_of 2 gbq bytecode s1
	status_of 2 gbq bytecode
}
