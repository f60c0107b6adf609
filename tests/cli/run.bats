# gbq run: a command with tracing on. A script stands in for torch; a real one
# is used where it is at hand.

load helper

# A program that writes the trace of a fixture as torch would.
make_program() {
	cat >program <<'EOF'
#!/bin/sh
printf '%s\n' "$TORCH_LOGS" >logs
printf '%s\n' "$@" >arguments
cp trace.log "$TORCH_TRACE/dedicated_log_torch_trace_abc.log"
echo output
exit "${STATUS:-0}"
EOF
	chmod +x program
	cat >trace.log <<'EOF'
V0101 00:00:00.000000 1 torch/_dynamo/convert_frame.py:1] {"dynamo_start": {"stack": []}, "frame_id": 0, "frame_compile_id": 0, "attempt": 0}
EOF
}

@test "the trace is ingested, output and triage are shown" {
	make_program
	status_of 0 gbq run -- ./program --name x
	says output
	says "program (run 1)"
	equals "$(value "SELECT name || ' ' || compiles FROM runs")" \
	    "program 1"
	equals "$(cat logs)" "+graph_breaks,recompiles"
	equals "$(tr '\n' ' ' <arguments)" "--name x "
}

@test "TORCH_LOGS of the user stays" {
	make_program
	TORCH_LOGS=guards gbq run -- ./program >/dev/null
	equals "$(cat logs)" "guards,+graph_breaks,recompiles"
}

@test "the exit status is that of the command, and it is still ingested" {
	make_program
	STATUS=7 status_of 7 gbq run --name nightly -- ./program
	equals "$(value "SELECT name FROM runs")" nightly
}

@test "the second run of a name gets a diff to the first" {
	make_program
	gbq run -- ./program >/dev/null
	echo >>trace.log
	status_of 0 gbq run -- ./program
	says "base  program (run 1)"
	equals "$(value "SELECT count(*) FROM runs")" 2
}

@test "a command that writes no trace is told: 3, or its own status" {
	status_of 3 gbq run -- true
	complains "wrote no trace"
	status_of 9 gbq run -- sh -c 'exit 9'
	status_of 127 gbq run -- ./not_there
	status_of 2 gbq run
}

@test "the temporary folder is gone afterwards" {
	make_program
	mkdir tmp
	TMPDIR=$PWD/tmp gbq run -- ./program >/dev/null
	equals "$(ls -A tmp)" ""
}

@test "with torch" {
	python=${TORCH_PYTHON:-python3}
	"$python" -c 'import torch' 2>"$BATS_TEST_TMPDIR/no" ||
	    skip "no torch here (TORCH_PYTHON names a Python that has it)"
	cat >train.py <<'EOF'
import torch

@torch.compile(backend="eager")
def step(x):
    y = x + 1
    print("value", y.shape)
    return y * 2

step(torch.ones(3))
EOF
	status_of 0 gbq run -- "$python" train.py
	says "GB0059"
	says "fix:"
	complains "graph_breaks"
	sed -i '/print/d' train.py
	status_of 0 gbq run -- "$python" train.py
	says better
	equals "$(value "SELECT group_concat(name || break_sites)
	    FROM runs")" "train1,train0"
}
