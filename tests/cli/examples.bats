# Every example that a command's help and manual page show is run, in a folder
# that has what the examples name.

load helper

# A report with the files that examples ask for: fixtures have few artifacts.
make_model() {
	cp -r "$FIXTURES/mixtral_moe" "$1"
	cp "$FIXTURES"/training_steps_optimizer/-_0_0_0/compilation_metrics_*.html \
	    "$1/-_0_0_0/compilation_metrics_3.html"
	for id in 0_0 0_1; do
		printf 'print("%s")\n' $id >"$1/-_${id}_0/fx_graph_runnable_94.txt"
		cat >"$1/-_${id}_0/dynamo_output_graph_95.txt" <<'EOF'
class GraphModule(torch.nn.Module):
    def forward(self, L_x_: "f32[4][1]cpu"):
        l_x_ = L_x_
        sin: "f32[4][1]cpu" = torch.sin(l_x_);  l_x_ = None
        return (sin,)
EOF
		echo "+- GUARD: ___check_type_id(L['x'], $id)" \
		    >"$1/-_${id}_0/dynamo_cpp_guards_str_96.txt"
	done
	for kind in ORIGINAL MODIFIED; do
		mkdir -p "$1/-_1_0_0"
		printf '  3           0 RESUME                   0\n' >"$1/-_1_0_0/f_${kind}_BYTECODE_97.txt"
	done
}

# Runs model, cold, warm, ddp, sweep/*, two nights; before and after a fix.
make_place() {
	make_model tl_out
	mkdir before after
	cp -r "$FIXTURES/pair_print_before" before/tl_out
	cp -r "$FIXTURES/pair_print_after" after/tl_out
	for n in 1 2; do
		gbq --db worker$n.db ingest -q "$FIXTURES/reset_repeats"
		gbq ingest -q --name sweep/a --tag night=$n \
		    "$(ls -d "$FIXTURES"/pair_cond_* | sed -n ${n}p)"
	done
	gbq ingest -q --name night/resnet "$FIXTURES/training_steps_optimizer"
	gbq ingest -q --name cold before/tl_out
	gbq ingest -q --name warm after/tl_out
	gbq ingest -q --name ddp "$FIXTURES/dist_diverge_break"
	gbq ingest -q --name model --tag machine=a100 tl_out
	gbq baseline warm -o breaks.baseline
	mkdir -p compile-graph-break-site/docs/gb
	echo "# GB0170" >compile-graph-break-site/docs/gb/gb0170.md
	cat >"$BATS_TEST_TMPDIR/bin/python" <<'EOF'
#!/bin/sh
echo 'V0101 00:00:00.000000 1 torch/_dynamo/convert_frame.py:1] {"dynamo_start": {"stack": []}, "frame_id": 0, "frame_compile_id": 0, "attempt": 0}' \
    >"$TORCH_TRACE/dedicated_log_torch_trace_abc.log"
EOF
	printf '#!/bin/sh\nexec cat "$2"\n' >"$BATS_TEST_TMPDIR/bin/vim"
	chmod +x "$BATS_TEST_TMPDIR/bin/python" "$BATS_TEST_TMPDIR/bin/vim"
}

# No is an answer (1) of searches, gates and diffs, and a cluster is not there
# (74: tests/clickhouse tries push and --on); all else is an error.
run_example() {
	local status=0

	rm -rf ../copy
	cp -r . ../copy
	(cd ../copy && GBQ_DB=$PWD/gbq.db bash -c "$1") \
	    >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" || status=$?
	case $status,$1 in
	0,* | 1,"gbq search"* | 1,"gbq gate"* | 1,*--fail-on*) ;;
	74,*clickhouse*://*)
		grep -qE "resolve host|connect" "$BATS_TEST_TMPDIR/err" ;;
	*)
		echo "$1: exit status $status"
		cat "$BATS_TEST_TMPDIR/err"
		return 1
		;;
	esac
}

@test "examples of all commands run" {
	make_place
	failed=0 count=0
	while IFS= read -r example; do
		count=$((count + 1))
		run_example "$example" || failed=1
	done < <(for command in $(gbq help | sed -nE 's/^  ([a-z]+) .*/\1/p')
	do
		gbq help "$command" | sed '1,/^Examples:/d; s/^  //'
	done)
	[ "$count" -gt 70 ]
	[ "$failed" -eq 0 ]
}
