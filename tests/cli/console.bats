# Console texts: what is read behind any prefix, in any shape of a traceback,
# and what of torch's is told though nothing reads it. The texts are made up.

load helper

ITEM='W0101 00:00:00.000000 1 torch/_dynamo/variables/tensor.py:9] [0/0] '
BREAKS='V0101 00:00:00.000000 1 torch/_dynamo/symbolic_convert.py:9]'
RECOMPILES='V0101 00:00:00.000000 1 torch/_dynamo/guards.py:9]'

# A prefix a line; "@" is a time that goes on.
prefixes() {
	printf '%b\n' 'app-1  | ' '2026-01-01T@.0000000Z ' '[pod/x/y] ' \
	    '(EngineCore_DP0 pid=7) ERROR 01-01 @ [core.py:1] ' \
	    '[2026-01-01 @ TP0] ' '0: ' '[1,0]<stdout>:' '[default0]:' \
	    '\033[36m(RayTrainWorker pid=123, ip=1.2.3.4)\033[0m ' \
	    '[rank1]: ' 'Jan 01 @ host python[123]: ' 'E   ' '> ' '    ' '@ ' \
	    '2026-01-01 @.000 | ERROR    | mod:fn:12 - ' '#12 3.45 ' \
	    'I0101 @.000000 7 runner.cc:12] ' '1767225600 '
}

# behind PREFIX: standard input with the prefix before each line; runners
# strip the blank of an empty line
behind() {
	awk -v prefix="$1" '{ text = prefix
		gsub("@", sprintf("00:%02d:%02d", NR / 60, NR % 60), text)
		line = text $0
		if ($0 == "") sub(/ +$/, "", line)
		print line }'
}

# same_behind SQL: standard input gives the same rows behind all prefixes
same_behind() {
	local prefix wanted
	cat >plain.txt
	status_of 0 gbq --db plain.db ingest -q plain.txt
	wanted=$(GBQ_DB=plain.db value "$1")
	[ -n "$wanted" ]
	while IFS= read -r prefix; do
		behind "$prefix" <plain.txt >behind.txt
		rm -f behind.db
		status_of 0 gbq --db behind.db ingest -q behind.txt
		[ "$(GBQ_DB=behind.db value "$1")" = "$wanted" ] ||
		    echo "behind '$prefix': $(GBQ_DB=behind.db value "$1")"
	done < <(prefixes) >differ
	equals "$(cat differ)" ""
	echo "$wanted"
}

# rows SQL: standard input's, fields joined by '|'
rows_of() {
	cat >text.txt
	rm -f text.db
	status_of 0 gbq --db text.db ingest -q text.txt
	GBQ_DB=text.db value "$1" | tr '\t' '|'
}

failure_text() {
	cat <<-'END'
		Traceback (most recent call last):
		  File "/w/train.py", line 7, in <module>
		    step(batch)
		  File "/v/site-packages/torch/_dynamo/eval_frame.py", line 1, in f
		    raise e
		torch._dynamo.exc.BackendCompilerFailed: backend='mine' raised:
		RuntimeError: no such kernel
	END
}

break_text() {
	sed "s#^#$BREAKS [0/0] [__graph_breaks] #" <<-'END'
		Graph break in user code at /w/a.py:5
		Graph Break Reason: Encountered graph break:

		Failed to trace builtin operator
		  Explanation: Dynamo cannot trace `print`

		User code traceback:
		  File "/w/a.py", line 5, in f
		    print(1)

	END
}

FAILURES="SELECT category, fail_type, reason, file, line, function
    FROM failures"

@test "a traceback is read behind any prefix" {
	equals "$(failure_text | same_behind "$FAILURES" | tr '\t' '|')" \
	    "backend|BackendCompilerFailed|backend='mine' raised:\\nRuntimeError: no such kernel|/w/train.py|7|<module>"
	status_of 1 gbq --db behind.db gate behind.txt --max-failures 0 --allow-incomplete
}

@test "breaks, recompiles and limits are read behind any prefix" {
	{
		break_text
		echo "loss 0.5"
		cat <<-END
			$RECOMPILES [0/1] [__recompiles] Recompiling function f in /w/a.py:2
			$RECOMPILES [0/1] [__recompiles]     triggered by the following guard failure(s):
			$RECOMPILES [0/1] [__recompiles]     - 0/0: tensor 'x' size mismatch at index 0. expected 3, actual 4
			W0101 00:00:01.000000 1 torch/_dynamo/convert_frame.py:9] [3/8] torch._dynamo hit config.recompile_limit (8)
			W0101 00:00:01.000000 1 torch/_dynamo/convert_frame.py:9] [3/8]    function: 'step' (/w/a.py:2)
			W0101 00:00:01.000000 1 torch/_dynamo/convert_frame.py:9] [3/8]    last reason: 3/7: n == 3
		END
	} >text
	same_behind "SELECT file, line, function, kind FROM breaks" <text
	same_behind "SELECT compile_id, file, line FROM recompiles" <text
	same_behind "SELECT source, expected, actual FROM guard_failures" \
	    <text
	same_behind "SELECT compile_id, category FROM failures" <text
}

@test "rank and process of a prefix are those of its messages" {
	{
		failure_text | behind '[rank1]: '
		failure_text | behind '3: '
		failure_text | behind '[default5]:'
		failure_text | behind '[1,7]<stderr>:'
	} >text
	equals "$(rows_of "SELECT group_concat(rank) FROM
	    (SELECT rank FROM failures ORDER BY rank)" <text)" 1,3,5,7
	{
		failure_text | behind '(W pid=7) '
		failure_text | behind '(W pid=8) '
	} >text
	equals "$(rows_of "SELECT process FROM failures ORDER BY 1" <text |
	    tr '\n' ,)" 7,8,
}

@test "lines of other streams do not end a message" {
	paste -d '\n' <(failure_text | behind 'app-1  | ') \
	    <(failure_text | behind 'app-2  | ') >text
	equals "$(rows_of "$FAILURES" <text | sort -u | wc -l)" 1
	equals "$(rows_of "SELECT count(*) FROM failures" <text)" 2
	paste -d '\n' <(break_text | behind 'app-1  | ') \
	    <(break_text | behind 'app-2  | ') \
	    <(yes 'app-3  | loss 1' | head -5) >text
	equals "$(rows_of "SELECT file, line, count(*) FROM breaks
	    GROUP BY 1, 2" <text)" "/w/a.py|5|2"
}

@test "a logger's prefix on the first line, and numbered lines" {
	failure_text | sed '1s/^/2026-01-01 00:00:00 ERROR /' >text
	equals "$(rows_of "$FAILURES" <text | wc -l)" 1
	failure_text | behind 'app-1  | ' | sed '1s/Tr/ERROR: Tr/' >text
	equals "$(rows_of "$FAILURES" <text | wc -l)" 1
	failure_text | cat -n >text
	equals "$(rows_of "$FAILURES" <text | wc -l)" 1
	break_text | grep -n . >text
	equals "$(rows_of "SELECT file, line FROM breaks" <text)" "/w/a.py|5"
}

@test "the default warning of Tensor.item() is a break, once" {
	sed "s#^#$ITEM#" >text <<-'END'
		Graph break from `Tensor.item()`, consider setting:
		    torch._dynamo.config.capture_scalar_outputs = True
		or:
		    env TORCHDYNAMO_CAPTURE_SCALAR_OUTPUTS=1
		to include these operations in the captured graph.

		Graph break: from user code at:
		  File "/w/a.py", line 4, in step
		    n = x.max().item()


	END
	query="SELECT compile_id, gb_id, file, line, function FROM breaks"
	equals "$(rows_of "$query" <text)" "0/0|GB0124|/w/a.py|4|step"
	status_of 1 gbq --db text.db gate text.txt --max-events 0
	same_behind "$query" <text
	# torch prints the break itself, too, where it is asked to
	sed "s#^#$BREAKS [0/0] [__graph_breaks] #" >>text <<-'END'
		Graph break in user code at /w/a.py:4
		Graph Break Reason: Encountered graph break:

		Unsupported Tensor.item() call with capture_scalar_outputs=False

		User code traceback:
		  File "/w/a.py", line 4, in step
		    n = x.max().item()

	END
	equals "$(rows_of "$query" <text)" "0/0|GB0124|/w/a.py|4|step"
}

@test "the default warning of a call that is skipped is a break, once" {
	echo '/v/torch/_dynamo/variables/functions.py:9: UserWarning: Dynamo does not know how to trace the builtin `time.sleep.` This function is either a Python builtin.' >text
	query="SELECT gb_id, kind, file FROM breaks"
	equals "$(rows_of "$query" <text)" \
	    "GB0007|Attempted to call function marked as skipped|"
	sed "s#^#$BREAKS [0/0] [__graph_breaks] #" >>text <<-'END'
		Graph break in user code at /w/a.py:4
		Graph Break Reason: Encountered graph break:

		Attempted to call function marked as skipped
		  Explanation: Dynamo does not know how to trace the builtin `time.sleep.` This function is either a Python builtin.

		User code traceback:
		  File "/w/a.py", line 4, in step
		    time.sleep(1)

	END
	equals "$(rows_of "$query" <text)" \
	    "GB0007|Attempted to call function marked as skipped|/w/a.py"
}

@test "a backward that fails as it is compiled eagerly is a failure" {
	sed 's#^#W0101 00:00:00.000000 1 torch/_functorch/_aot_autograd/graph_compile.py:9] [0/0] #' >text <<-'END'
		failed to eagerly compile backwards for dynamic, suppressing in case backwards not needed
		Traceback (most recent call last):
		  File "/v/torch/_functorch/_aot_autograd/graph_compile.py", line 9, in f
		    compile()
		torch._inductor.exc.InductorError: RuntimeError: no such kernel
	END
	equals "$(rows_of "SELECT stage, category, fail_type FROM failures" \
	    <text)" "backward|backend|InductorError"
}

@test "recompiles without an id, and those of torch 2.1" {
	query="SELECT r.function, r.file, r.line, source, expected
	    FROM recompiles AS r JOIN guard_failures
	    USING (run_id, compile_no) ORDER BY 1"
	rows_of "$query" >got <<-'END'
		Recompiling function step in /w/a.py:1
		    triggered by the following guard failure(s):
		    - 0/0: tensor 'x' size mismatch at index 0. expected 3, actual 4
	END
	equals "$(cat got)" "step|/w/a.py|1|x|3"
	cat >text <<-'END'
		[2023-11-21 19:02:13,073] torch._dynamo.guards.__recompiles: [DEBUG] Recompiling function acc in <ipython-input-6-47>:6
		[2023-11-21 19:02:13,073] torch._dynamo.guards.__recompiles: [DEBUG]     triggered by the following guard failure(s):
		[2023-11-21 19:02:13,073] torch._dynamo.guards.__recompiles: [DEBUG]     - L['end'] == 10     # for i in range(end):  # <ipython-input-6-47>:9 in acc
		[2023-11-21 19:02:14,073] torch._dynamo.convert_frame.__recompiles: [DEBUG] ('Recompiling function f in /w/a.py:3', "triggered by the following guard failure: L['n'] == 1")
	END
	equals "$(rows_of "$query" <text)" \
	    "acc|<ipython-input-6-47>|6|end|10
f|/w/a.py|3|n|1"
}

@test "a prefix without its beginning, and without a date" {
	cat >text <<-'END'
		site-packages/torch/_dynamo/convert_frame.py:9] [3/8] torch._dynamo hit config.recompile_limit (8)
		W0101 00:00:01.000000 1 site-packages/torch/_dynamo/convert_frame.py:9] [3/8]    function: 'step' (/w/a.py:2)
		W0101 00:00:01.000000 1 site-packages/torch/_dynamo/convert_frame.py:9] [3/8]    last reason: 3/7: tensor 'x' size mismatch at index 0. expected 9, actual 10
		.../torch/_dynamo/guards.py:9] [0/1] [__recompiles] Recompiling function step in /w/a.py:2
		.../torch/_dynamo/guards.py:9] [0/1] [__recompiles]     triggered by the following guard failure(s):
		.../torch/_dynamo/guards.py:9] [0/1] [__recompiles]     - 0/0: tensor 'x' size mismatch at index 0. expected 3, actual 4
	END
	equals "$(rows_of "SELECT compile_id, function, file, line
	    FROM failures" <text)" "3/8|step|/w/a.py|2"
	equals "$(rows_of "SELECT compile_id, source, expected, actual
	    FROM guard_failures ORDER BY 1" <text)" "0/1|x|3|4
3/8|x|9|10"
}

@test "a traceback of IPython" {
	same_behind "$FAILURES" <<-'END' >got
		---------------------------------------------------------------------------
		BackendCompilerFailed                     Traceback (most recent call last)
		Cell In[5], line 3
		      1 import m
		----> 3 c(x)

		File /w/m.py:12, in forward(self, x)
		---> 12 step(x)

		File /v/torch/_dynamo/eval_frame.py:9, in compile_wrapper(*args)
		----> 9     raise e

		BackendCompilerFailed: backend='mine' raised:
		RuntimeError: no such kernel
	END
	equals "$(tr '\t' '|' <got)" "backend|BackendCompilerFailed|backend='mine' raised:\\nRuntimeError: no such kernel|/w/m.py|12|forward"
}

@test "a traceback of rich, in its box" {
	same_behind "$FAILURES" <<-'END' >got
		╭──────────── Traceback (most recent call last) ────────────╮
		│ /w/m.py:12 in forward                                     │
		│                                                           │
		│   11                                                      │
		│ ❱ 12 step(x)                                              │
		│                                                           │
		│ /v/lib/python3.12/site-packages/torch/_dynamo/eval_frame. │
		│ py:9 in compile_wrapper                                   │
		╰───────────────────────────────────────────────────────────╯
		BackendCompilerFailed: backend='mine' raised:
		RuntimeError: no such kernel
	END
	equals "$(tr '\t' '|' <got)" "backend|BackendCompilerFailed|backend='mine' raised:\\nRuntimeError: no such kernel|/w/m.py|12|forward"
}

@test "an exception that pytest shows, and repeats in its summary" {
	same_behind "SELECT category, gb_id, file, line, function
	    FROM failures" <<-'END' >got
		    def test_full():
		>       m.full(torch.randn(3))

		test_m.py:5:
		_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
		E           torch._dynamo.exc.Unsupported: Failed to trace builtin operator
		E             Explanation: Dynamo cannot trace `print`
		E
		E             Developer debug context: builtin print
		E
		E            For more details about this graph break, please visit: https://meta-pytorch.github.io/compile-graph-break-site/gb/gb0059.html
		E
		E           from user code:
		E              File "/w/m.py", line 9, in full
		E               print(1)

		/v/torch/_dynamo/eval_frame.py:749: Unsupported
		FAILED test_m.py::test_full - torch._dynamo.exc.Unsupported: Failed to trace builtin op...
	END
	equals "$(tr '\t' '|' <got)" "graph_break|GB0059|/w/m.py|9|full"
}

@test "what a worker process raised and its parent again is one failure" {
	{
		echo 'multiprocessing.pool.RemoteTraceback: '
		echo '"""'
		failure_text
		echo '"""'
		echo
		echo "The above exception was the direct cause of the following exception:"
		echo
		failure_text
	} >text
	equals "$(rows_of "$FAILURES" <text | wc -l)" 1
}

@test "breaks that explain() tells are read, once beside the log's own" {
	cat >text <<-'END'
		Graph Count: 2
		Graph Break Count: 1
		Op Count: 2
		Break Reasons:
		  Break Reason 1:
		    Reason: Failed to trace builtin operator
		  Explanation: Dynamo cannot trace `print`

		 For more details about this graph break, please visit: https://meta-pytorch.github.io/compile-graph-break-site/gb/gb0059.html
		    User Stack:
		      <FrameSummary file /w/a.py, line 5 in f>
		Ops per Graph:
		  Ops 1:
		    <built-in function add>
	END
	query="SELECT gb_id, kind, file, line, function FROM breaks"
	wanted="GB0059|Failed to trace builtin operator|/w/a.py|5|f"
	equals "$(rows_of "$query" <text)" "$wanted"
	same_behind "$query" <text
	break_text >>text
	equals "$(rows_of "$query" <text | wc -l)" 1
}

@test "the console of a clean run has no message of torch" {
	cat >clean.txt <<-'END'
		step 1 loss 0.5
		W0101 00:00:00.000000 1 torch/utils/cpp_extension.py:9] [0/0] No CUDA runtime is found
	END
	status_of 3 gbq ingest clean.txt
	equals "$(grep -c clean.txt <<<"$errors")" 1
	complains "no message of torch._dynamo in it; was TORCH_LOGS set?"
	# the first message may be far down
	{ yes "step 1 loss 0.5" | head -9999; break_text; } >late.txt
	status_of 0 gbq ingest late.txt
}

@test "what is torch's and not understood is counted a message" {
	unread="SELECT severity, message FROM problems WHERE code = 'unread'
	    ORDER BY severity"
	head='torch/_dynamo/x.py:9] [0/0]'
	cat >text <<-END
		W0101 00:00:00.000000 1 $head something odd 12
		W0101 00:00:00.000000 1 $head   goes on
		V0101 00:00:00.000000 1 $head a step nobody knows
		V0101 00:00:01.000000 1 $head could not make a graph break of it
		V0101 00:00:02.000000 1 $head Step 1: torchdynamo start tracing f
		V0101 00:00:03.000000 1 $head [__guards] exception == 3
		V0101 00:00:04.000000 1 torch/utils/x.py:9] [0/0] exception
	END
	equals "$(rows_of "$unread" <text)" \
	    "loss|could not make a graph break of it
note|a step nobody knows
warning|something odd N"
	{
		break_text
		echo "/v/torch/_inductor/x.py:9: UserWarning: odd"
		sed 's/_dynamo/_inductor/; s/torch\._inductor.exc.Backend/Other/
			s/CompilerFailed/Error/' < <(failure_text)
	} >text
	equals "$(rows_of "$unread" <text)" "loss|OtherError
warning|odd"
}
