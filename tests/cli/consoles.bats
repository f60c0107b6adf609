# Console texts of real programs (tests/console/texts): what is read of them, as
# the programs and their messages tell it.

load helper

# reads TEXT ROWS…: the events, recompiles and failures with their places
reads() {
	local text=$1
	shift
	gbq ingest -q "$ROOT/tests/console/texts/$text.txt"
	equals "$(value "SELECT 'break ' || coalesce(compile_id, '?') || ' '
		|| gb_id || ' ' || coalesce(form, '?') || ' ' || file || ':'
		|| line || ' ' || function FROM breaks
	    UNION ALL SELECT 'recompile ' || c.compile_id || ' ' || c.function
		|| ' ' || c.file || ':' || c.line
	    FROM recompiles AS r JOIN compiles AS c
		ON c.run_id = r.run_id AND c.compile_no = r.compile_no
	    UNION ALL SELECT category || ' ' || fail_type || ' ' || file || ':'
		|| line || ' ' || function FROM failures")" \
	    "$(printf '%s\n' "$@")"
	equals "$(value "SELECT count(*) FROM problems WHERE severity <> 'note'")" 0
	gbq check
}

@test "breaks, and those that torch prints again without their stack" {
	reads breaks 'break 0/0 GB0059 resume /w/breaks.py:5 helper' \
	    'break 1/0 GB0059 resume /w/breaks.py:5 helper' \
	    'break 3/0 GB0025 resume /w/breaks.py:12 step' \
	    'break 5/0 GB0059 resume /w/breaks.py:5 helper' \
	    'break 5/1 GB0059 resume /w/breaks.py:5 helper'
}

@test "recompiles" {
	reads recompiles 'recompile 0/1 grow /w/recompiles.py:4' \
	    'recompile 0/2 grow /w/recompiles.py:4' \
	    'recompile 0/3 grow /w/recompiles.py:4'
}

@test "the limit, which torch tells by default" {
	reads limit 'recompile 0/3 step /w/limit.py:6' \
	    'recompile_limit Unsupported /w/limit.py:6 step'
}

@test "Tensor.item(), which torch tells by default" {
	reads item 'break 0/0 GB0124 ? /w/item.py:6 step'
}

@test "tracebacks: plain, of IPython, pytest and rich" {
	reads fullgraph 'break ? GB0025 error /w/fullgraph.py:7 loss' \
	    'graph_break Unsupported /w/fullgraph.py:7 loss'
	rm gbq.db
	reads backend \
	    'backend BackendCompilerFailed /w/backend.py:5 mine'
	rm gbq.db
	reads ipython 'break ? GB0025 error /w/fullgraph_lib.py:7 loss' \
	    'graph_break Unsupported /w/fullgraph_lib.py:7 loss'
	rm gbq.db
	reads pytest 'break ? GB0025 error /w/test_loss.py:7 loss' \
	    'graph_break Unsupported /w/test_loss.py:7 loss'
	rm gbq.db
	reads rich 'break ? GB0025 error fullgraph.py:7 loss' \
	    'graph_break Unsupported fullgraph.py:7 loss'
}

@test "a back end that fails while suppress_errors is on; explain()" {
	reads suppressed 'backend BackendCompilerFailed /w/suppressed.py:10 loss'
	equals "$(value "SELECT reason FROM failures")" \
	    "backend='mine' raised:\nRuntimeError: no such kernel"
	rm gbq.db
	reads explain 'break ? GB0059 ? /w/explain.py:6 step'
}

@test "a text of two runs that name one compile twice is stored" {
	log() { sed "s#^#V1130 02:00:0$1.000000 7 torch/_dynamo/x.py:9] $2 #"; }
	{
		echo "Recompiling function f in /w/a.py:2" |
		    log 1 '[0/1] [__recompiles]'
		log 2 '[0/1] [__graph_breaks]' <<-'END'
		Graph break in user code at /w/a.py:4
		Graph Break Reason: Call to `torch._dynamo.graph_break()`
		User code traceback:
		  File "/w/a.py", line 4, in f
		END
		echo "Recompiling function torch_dynamo_resume_in_f_at_4 in /w/a.py:4" |
		    log 3 '[1/1] [__recompiles]'
	} >run.txt
	cat run.txt run.txt >text.txt
	status_of 0 gbq ingest -q text.txt
	status_of 0 gbq check
	equals "$(value "SELECT break_events FROM runs")" 2
}
