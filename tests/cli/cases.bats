# Shapes met in public bug reports: console texts and commands. The number of
# the case stands before each test; the texts are made up.

load helper

# console NAME: standard input is a console text; taken into ./gbq.db
console() {
	cat >"$1"
	status_of 0 gbq ingest "$1"
}

# rows SQL: what it gives, as a|b
rows() {
	gbq sql -f tsv "$1" | tail -n +2 | tr '\t' '|'
}

# lacks TEXT: it does not stand in $output
lacks() {
	grep -qF -- "$1" <<<"$output" || return 0
	echo "in the output: $1"
	return 1
}

# prefixed PREFIX: standard input, each line behind the prefix
prefixed() {
	sed "s#^#$1 #"
}

BREAKS='V1130 02:48:04.117000 77 torch/_dynamo/symbolic_convert.py:5131]'
LINK=' For more details about this graph break, please visit: https://meta-pytorch.github.io/compile-graph-break-site/gb'

# break_text FILE LINE FUNCTION KIND NUMBER: the text of a break
break_text() {
	cat <<-END
	Graph break in user code at $1:$2
	Graph Break Reason: Encountered graph break when attempting to trace CALL: a function call, e.g. f(x, y):

	$4
	  Explanation: Dynamo cannot trace it.

	  Developer debug context: here

	$LINK/gb$5.html

	User code traceback:
	  File "$1", line 99, in <module>
	    main()
	  File "$1", line $2, in $3
	    value = x.item()

	NoneType: None
	END
}

# root_pages ROOT: what every report has; they name nothing
root_pages() {
	local name

	for name in index failures_and_restarts; do
		cp "$FIXTURES/synth_empty_file/$name.html" "$1"
	done
}

# metrics ROOT NUMBER FRAME FILE:LINE FUNCTION SECONDS OPS [REASONS]: a page
metrics() {
	local restarts='    <p> No restarts! </p>'
	[ -z "$8" ] || restarts="    <p>Restart Reasons:<p>
     <li> <code> $8 </code> </li>"
	mkdir -p "$1/-_$3_0_0"
	root_pages "$1"
	cat >"$1/-_$3_0_0/compilation_metrics_$2.html" <<-END

	<html>
	<body>
	    <h1>Compilation Info for [$3/0] </h1>
	    <h2>Stack</h2>
	    <details><summary>Stack</summary><div class='stack-trie'><ul><li>$4 in $5<br>&nbsp;</li>
	</ul></div></details>
	    <h2>Compile Time(seconds)</h2>
	    <p>Entire Frame <abbr title="t">[?]</abbr>: $6</div>
	    <div>Dynamo Time Before Restart <abbr title="t">[?]</abbr>: 0.0</div>
	    <h2>Restarts and Failures</h2>
	    <p> No failures! </p>
	$restarts
	    <h2>Cache Metrics</h2>
	    <p>Cache Size: 0</p>
	    <h2>Graph Metrics</h2>
	    <p>Guard Count: 3</p>
	    <p>Graph Ops: $7</p>
	</body>
	</html>
	END
}

# version ROOT VERSION
version() {
	mkdir -p "$1/-_-_-_-"
	echo "{\"pytorch_version\": \"$2\"}" \
	    >"$1/-_-_-_-/torch_version_0.json"
}

# site ROOT NUMBER FRAME FILE LINE FUNCTION KIND NUMBER: a compile that broke
site() {
	mkdir -p "$1/-_$3_0_0"
	break_text "$4" "$5" "$6" "$7" "$8" \
	    >"$1/-_$3_0_0/dynamo_graph_break_reason_$2.txt"
	metrics "$1" $(($2 + 1)) "$3" "$4:1" "$6" 1.5 2
}

# C3
@test "a frame that was compiled 974 times, with a reason of 600 characters" {
	prefixed "$BREAKS [49/974] [__graph_breaks]" <<-'END' >text
	Graph break in user code at /srv/attention.py:172
	Reason: Unsupported: Graph break due to unsupported builtin fast_cuda.PyCapsule.kvcache_forward. This function is either a Python builtin (e.g. _warnings.warn) or a third-party C/C++ Python extension (perhaps created with pybind). If it is a third-party C/C++ Python extension, please either wrap it into a PyTorch-understood custom operator (see https://pytorch.org/tutorials/advanced/custom_ops_landing_page.html for more details) or, if it is traceable, use torch.compiler.allow_in_graph.
	User code traceback:
	  File "/srv/attention.py", line 172, in torch_dynamo_resume_in_forward_at_170
	    out = kvcache_forward(q, k)
	END
	console long.txt <text
	equals "$(rows "SELECT compile_id, detail, line, function,
	    kind LIKE 'Graph break due to unsupported builtin fast_cuda.%',
	    reason LIKE '%(see https://pytorch.org/%.' FROM breaks")" \
	    '49/974|fast_cuda.PyCapsule.kvcache_forward|172|forward|1|1'
	equals "$(rows 'SELECT frame_id, frame_compile_id FROM compiles')" \
	    '49|974'
}

# C8
@test "a table of identical recompile reasons is no message of Dynamo" {
	console profile.txt <<-'END'
	Torchdynamo Profiler Report
	===========================

	Graph breaks:
	Graph Break Reason      Count
	--------------------  -------
	call to print               8

	Recompilation:
	Function    Recompiles    Recompile Reasons
	----------  ------------  -------------------------
	forward     8             ___check_global_state()
	                          ___check_global_state()
	                          ___check_global_state()
	V1130 02:48:05.001000 77 torch/_dynamo/guards.py:5396] [0/2] [__recompiles] Recompiling function forward in /srv/a.py:11
	V1130 02:48:05.001000 77 torch/_dynamo/guards.py:5396] [0/2] [__recompiles]     triggered by the following guard failure(s):
	V1130 02:48:05.001000 77 torch/_dynamo/guards.py:5396] [0/2] [__recompiles]     - 0/1: ___check_global_state()
	V1130 02:48:05.001000 77 torch/_dynamo/guards.py:5396] [0/2] [__recompiles]     - 0/0: ___check_global_state()
	END
	equals "$(rows 'SELECT break_events, recompiles, guard_failures
	    FROM runs')" '0|1|2'
	equals "$(rows 'SELECT missed_compile_id, guard, guard_class
	    FROM guard_failures ORDER BY position')" \
	    '0/1|___check_global_state()|global_state
0/0|___check_global_state()|global_state'
}

# C9
@test "thirty-seven entries that differ in an object id are one cause" {
	{
		echo 'Recompiling function forward in /srv/blocks.py:40'
		echo '    triggered by the following guard failure(s):'
		for i in $(seq 36 -1 0); do
			echo "    - 1/$i: ___check_obj_id(self._modules['attn'].processor, $((140576345756128 + 64 * i)))"
		done
	} | prefixed 'V1130 02:48:05.001000 77 torch/_dynamo/guards.py:5396] [1/37] [__recompiles]' >text
	console ids.txt <text
	equals "$(rows 'SELECT compile_id, count(*), count(DISTINCT cause_id),
	    min(guard_class) FROM guard_failures')" '1/37|37|1|object_id'
	status_of 0 gbq recompiles --by cause
	says "self._modules['attn'].processor"
	lacks 140576345
}

# C10
@test "the limit warning of a rank names its last reason" {
	prefixed '[rank0]:W0301 10:20:30.123000 77 torch/_dynamo/convert_frame.py:906] [9/8]' <<-'END' >text
	torch._dynamo hit config.cache_size_limit (8)
	   function: 'forward' (/srv/model.py:312)
	   last reason: 9/0: L['self']._modules['self_attn'].layer_idx == 0
	To log all recompilation reasons, use TORCH_LOGS="recompiles".
	To diagnose recompilation issues, see https://pytorch.org/docs/main/torch.compiler_troubleshooting.html.
	END
	console limit.txt <text
	equals "$(rows 'SELECT rank, compile_id, category, file, line, function
	    FROM failures')" '0|9/8|recompile_limit|/srv/model.py|312|forward'
	equals "$(rows 'SELECT status, limit_hit FROM compiles')" 'limit|1'
	equals "$(rows "SELECT guard_class, source, expected, missed_compile_id
	    FROM guard_failures")" \
	    "value|self._modules['self_attn'].layer_idx|0|9/0"
	equals "$(rows 'SELECT break_events FROM runs')" 0
}

# C14
@test "recompiles_verbose lists the failures of each guard" {
	prefixed 'V1130 02:48:05.001000 77 torch/_dynamo/guards.py:2791] [0/2] [__recompiles_verbose]' <<-'END' >text
	Recompiling function step in /srv/loop.py:8
	    triggered by the following guard failure(s):
	    guard 0 failures:
	    - 0/1: L['i'] == 1

	    guard 1 failures:
	    - 0/0: L['i'] == 0
	    - 0/0: tensor 'L['x']' size mismatch at index 0. expected 2, actual 3
	END
	console verbose.txt <text
	equals "$(rows 'SELECT compile_id, function, file, line
	    FROM recompiles')" '0/2|step|/srv/loop.py|8'
	equals "$(rows 'SELECT missed_compile_id, guard_class, source, expected
	    FROM guard_failures ORDER BY position')" '0/1|value|i|1
0/0|value|i|0
0/0|size|x|2'
}

# C18
@test "a suppressed break of a second caller joins the first one's stack" {
	{
		break_text /srv/lib.py 12 helper 'Call to print' 0059 |
		    grep -v NoneType |
		    prefixed "$BREAKS [0/0] [__graph_breaks]"
		prefixed "$BREAKS [3/0] [__graph_breaks]" <<-'END'
		Graph break (user stack suppressed due to duplicate graph break) in user code at /srv/lib.py:12
		Graph Break Reason: Encountered graph break when attempting to trace CALL: a function call, e.g. f(x, y):

		Call to print
		  Explanation: Dynamo cannot trace it.

		  Developer debug context: here

		END
		echo "$LINK/gb0059.html" |
		    prefixed "$BREAKS [3/0] [__graph_breaks]"
	} >text
	console twice.txt <text
	equals "$(rows 'SELECT break_events, break_sites FROM runs')" '2|1'
	equals "$(rows 'SELECT events, function, source FROM sites')" \
	    '2|helper|value = x.item()'
	equals "$(rows 'SELECT compile_id, function, line FROM breaks
	    ORDER BY event_id')" '0/0|helper|12
3/0|helper|12'
}

# C20
@test "all counts stand side by side, each with its name" {
	site one 1 0 /srv/a.py 5 f 'Call to print' 0059
	site one 4 1 /srv/a.py 5 f 'Call to print' 0059
	gbq ingest -q one
	status_of 0 gbq summary
	says '2 events in 1 site of 1 kind'
	status_of 0 gbq summary -v
	says 'Other numbers for the same run'
	says 'rows in failures_and_restarts.html'
	says 'texts with "Graph break in user code"'
}

# C21
@test "an equal set of breaks of which one came once more" {
	for root in base new; do
		site $root 1 0 /srv/a.py 5 f 'Call to print' 0059
		site $root 4 1 /srv/b.py 7 g 'Unsupported method call' 0156
	done
	site new 7 2 /srv/b.py 7 g 'Unsupported method call' 0156
	version base 2.12.0
	version new 2.13.0
	gbq ingest -q --name base base
	gbq ingest -q --name new new
	status_of 0 gbq diff base new -f json
	equals "$(python3 -c '
import json, sys
d = json.load(sys.stdin)
print([(s["state"], s["base"]["file"], s["base"]["events"],
    s["new"]["events"]) for s in d["sites"] if
    s["base"]["events"] != s["new"]["events"]], len(d["sites"]),
    [e for e in d["environment"] if "2.13.0" in str(e["new"])] != [])
' <<<"$output")" "[('same', '/srv/b.py', 1, 2)] 2 True"
}

# C23
@test "more breaks and more captured is not said to be worse" {
	metrics base 1 0 /srv/a.py:1 f 2.0 10
	site new 1 0 /srv/a.py 5 f 'Call to print' 0059
	metrics new 4 1 /srv/a.py:1 h 2.0 90
	gbq ingest -q --name base base
	gbq ingest -q --name new new
	status_of 0 gbq diff base new
	lacks 'worse:'
	says 'ops'
}

# C25
@test "ranks that interleave line by line are told apart" {
	for rank in 0 1; do
		break_text "/srv/rank$rank.py" $((10 + rank)) "f$rank" \
		    "Kind of rank $rank" 0059 | grep -v NoneType |
		    prefixed "[rank$rank]:${BREAKS/77/7$rank} [$rank/0] [__graph_breaks]" \
		    >"r$rank"
	done
	paste -d '\n' r1 r0 >text
	console ranks.txt <text
	equals "$(rows 'SELECT rank, compile_id, kind, file, line, function
	    FROM breaks ORDER BY rank')" \
	    '0|0/0|Kind of rank 0|/srv/rank0.py|10|f0
1|1/0|Kind of rank 1|/srv/rank1.py|11|f1'
	equals "$(rows 'SELECT ranks FROM runs')" 2
}

# C29
@test "two streams garbled into one word lose nothing and make no break" {
	console garbled.txt <<-'END'
	torch._inductor.exctorch._inductor.exc..InductorErrorInductorError: : UnicodeDecodeErrorUnicodeDecodeError: : 'utf-8' codec
	Traceback (most recent call last):
	  File "/srv/a.py", line 9, in <module>
	    f(x)
	  File "/v/site-packages/torch/_inductor/compile_fx.py", line 1605, in _compile_fx_inner
	    raise InductorError(e, currentframe()).with_traceback(
	torch._inductor.exc.InductorError: UnicodeDecodeError: 'utf-8' codec can't decode byte 0xb2 in position 3: invalid start byte
	END
	equals "$(rows 'SELECT category, fail_type FROM failures')" \
	    'backend|InductorError'
	equals "$(rows "SELECT reason LIKE 'UnicodeDecodeError: ''utf-8''%'
	    FROM failures")" 1
	equals "$(rows 'SELECT break_events FROM runs')" 0
	path=$(rows 'SELECT path FROM artifacts')
	gbq cat @latest "$path" | cmp - garbled.txt
}

# C34
@test "an index page alone says that its counts are not known" {
	mkdir tl_out
	cat >tl_out/index.html <<-'END'

	<html><body><div>
	<h2>Stack trie</h2>
	<details><summary>Stack</summary><div class='stack-trie'><ul><li><a href='#[0/0]' class='status-break'>[0/0]</a>
	/srv/a.py:3 in f<br>&nbsp;</li>
	</ul></div></details>
	</div></body></html>
	END
	status_of 0 gbq ingest tl_out
	equals "$(rows 'SELECT break_events IS NULL, layout FROM runs')" \
	    '1|part'
	status_of 0 gbq summary
	says 'unknown'
	status_of 0 gbq breaks
	lacks '0 events'
}

# C34
@test "a zipped report and --no-content" {
	site tl_out 1 0 /srv/a.py 5 f 'Call to print' 0059
	python3 -m zipfile -c tl_out.zip tl_out
	tar -cf tl_out.tar tl_out
	status_of 0 gbq ingest --no-content tl_out.zip
	equals "$(rows 'SELECT gb_id, source FROM breaks')" \
	    'GB0059|value = x.item()'
	status_of 0 gbq ingest tl_out.tar
	grep -qi unchanged <<<"$output$errors"
	status_of 0 gbq ingest tl_out
	grep -qi unchanged <<<"$output$errors"
	status=0
	gbq cat @latest -_0_0_0/dynamo_graph_break_reason_1.txt 2>/dev/null ||
	    status=$?
	[ "$status" -ne 0 ]
}

# C35
@test "a folder of several runs and other things" {
	site out/first 1 0 /srv/a.py 5 f 'Call to print' 0059
	site out/second 1 0 /srv/b.py 6 g 'Call to print' 0059
	mkdir -p out/checkpoints
	echo '{"a": 1}' >out/checkpoints/config.json
	echo hello >out/notes.txt
	status_of 0 gbq ingest out
	equals "$(rows 'SELECT name FROM runs ORDER BY name')" 'first
second'
	status_of 0 gbq breaks @latest
	says 'b.py'
}

# C36
@test "lines of other logs of a rank do not disturb its breaks" {
	{
		echo '[rank0]:I0210 04:05:06.000001 77 torch/fx/experimental/symbolic_shapes.py:7213] [8/47] eval Eq(s100, s132) [guard added] (_refs/__init__.py:401 in _broadcast_shapes), for more info run with TORCHDYNAMO_EXTENDED_DEBUG_GUARD_ADDED="Eq(s100, s132)"'
		break_text /srv/a.py 5 f 'Call to print' 0059 |
		    grep -v NoneType |
		    prefixed "[rank0]:$BREAKS [8/47] [__graph_breaks]"
		echo '[rank0]:I0210 04:05:06.000001 77 torch/fx/experimental/symbolic_shapes.py:7213] [8/47] eval s7 <= 4096 [guard added]'
	} >text
	console eval.txt <text
	equals "$(rows 'SELECT rank, compile_id, gb_id, line FROM breaks')" \
	    '0|8/47|GB0059|5'
}

# C37
@test "the slowest frames come first, as many as are asked for" {
	for i in 1 2 3 4 5; do
		metrics slow $((i * 2)) $i "/srv/m$i.py:3" "layer$i" $i.25 4
	done
	gbq ingest -q slow
	status_of 0 gbq time -n 2 -f csv
	equals "$(wc -l <<<"$output")" 3
	sed -n 2p <<<"$output" | grep -q layer5
	sed -n 3p <<<"$output" | grep -q layer4
}

# C38
@test "what remains besides the accepted breaks" {
	site old 1 0 /srv/hooks.py 5 pre_hook 'Call to print' 0059
	cp -r old new
	site new 4 1 /srv/model.py 9 forward 'Unsupported method call' 0156
	gbq ingest -q --name old old
	gbq ingest -q --name new new
	status_of 0 gbq baseline old -o accepted
	sed -i '/^GB0059/i # hooks break on purpose' accepted
	status_of 0 gbq gate old --allow accepted --max-sites 0
	status_of 1 gbq gate new --allow accepted --max-sites 0
	says GB0156
	lacks pre_hook
	status_of 1 gbq gate new --baseline accepted
}

# C39
@test "kinds with their share, and hits of the recompile limit" {
	for i in 0 1 2 3; do
		site m $((3 * i + 1)) $i /srv/a.py $((5 + i)) "f$i" \
		    'Unsupported Tensor.item() call' 0124
	done
	site m 20 9 /srv/b.py 7 g 'Call to print' 0059
	gbq ingest -q m
	status_of 0 gbq breaks --by kind -f csv
	sed -n 2p <<<"$output" | grep -q 'GB0124.*,4'
	status_of 0 gbq summary
	says '5 events in 5 sites of 2 kinds'
	says '0 limit hits'
}

# C40
@test "a gate on one's own code only" {
	site lib 1 0 /v/site-packages/somelib/x.py 5 f 'Call to print' 0059
	metrics lib 4 1 /srv/a.py:1 h 2.0 90
	gbq ingest -q lib
	status_of 1 gbq gate --max-sites 0
	status_of 0 gbq gate --max-sites 0 --own
}

# C42
@test "a repeated line about cudagraphs is no message of Dynamo" {
	{
		for i in 1 2 3; do
			echo 'skipping cudagraphs due to mutated inputs (36 instances). Found from : '
			echo '   File "/srv/a.py", line 7, in f'
			echo '    y.add_(1)'
			echo
		done
		break_text /srv/a.py 5 f 'Call to print' 0059 |
		    grep -v NoneType |
		    prefixed "$BREAKS [0/0] [__graph_breaks]"
		echo 'skipping cudagraphs due to mutated inputs (36 instances). Found from : '
	} >text
	console cudagraphs.txt <text
	equals "$(rows 'SELECT break_events, failures FROM runs')" '1|0'
	equals "$(rows 'SELECT reason LIKE "%cudagraphs%" FROM breaks')" 0
}

# Damage
@test "a console of one line of ten megabytes, NUL and bad bytes" {
	{
		break_text /srv/a.py 5 f 'Call to print' 0059 |
		    grep -v NoneType |
		    prefixed "$BREAKS [0/0] [__graph_breaks]"
		head -c 10000000 /dev/zero | tr '\0' 'x'
		printf '\n\377\376 odd \000 bytes \360\237\222\251\n'
		break_text /srv/b.py 6 g 'Call to print' 0059 |
		    grep -v NoneType |
		    prefixed "$BREAKS [1/0] [__graph_breaks]"
	} >text
	console odd.txt <text
	equals "$(rows 'SELECT compile_id, line FROM breaks ORDER BY 1')" \
	    '0/0|5
1/0|6'
}

# Damage
@test "control characters and forged lines of a reason stay in their cell" {
	mkdir -p evil/-_0_0_0
	break_text /srv/a.py 5 f \
	    "$(printf 'kind \033[31mred\033[0m \r2 events in 0 sites')" 0059 \
	    >evil/-_0_0_0/dynamo_graph_break_reason_1.txt
	metrics evil 2 0 /srv/a.py:1 f 1.0 2
	gbq ingest -q evil
	for command in breaks summary triage 'breaks --all' 'show 0/0'; do
		status_of 0 gbq $command
		lacks $'\033'
		lacks $'\r'
	done
	status_of 0 gbq breaks -f json
	python3 -c 'import json, sys; json.load(sys.stdin)' <<<"$output"
}
