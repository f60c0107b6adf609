-- view compiles: one row for each compiled frame: (run, rank, process,
--   compiled_autograd_id, frame_id, frame_compile_id, instance). All attempts
--   of a compile are one row. What belongs to no frame ("-/-", "(unknown)")
--   makes no row, compiled autograd's "!0/-/-" does; an id that only chromium
--   events name makes none.
-- column run_id: the run
-- column rank: as file name, folder or envelope tells it; else NULL
-- column process: pid, in runs of several processes; else NULL
-- column compile_id: text form without attempt: 0/0, !1/0/0
-- column compiled_autograd_id: the 1 of !1/0/0; NULL outside of it
-- column frame_id: the first number of 0/1; NULL for "-"
-- column frame_compile_id: the second number of 0/1; NULL for "-"
-- column instance: tells repeats of an id (after torch._dynamo.reset())
--   apart; 0 for the first
-- column attempts: tries that the input shows: 1, more where the analysis
--   started again (0/0_1 is attempt 1 and makes 2); NULL where it is not known
-- column function: name of the compiled function; of a resume function the
--   name of the function that it resumes
-- column file: file of the function
-- column line: its first line (co_firstlineno)
-- column owner: who owns the file: user, library (site-packages and the like),
--   stdlib, torch or generated (<string>, <eval_with_key>, <frozen …>)
-- column status: ok (a graph with ops); empty (done, no ops); skipped (runs
--   eager: a break took the frame, or torch skipped it on its own); failed; limit (recompile limit hit);
--   unfinished (started, no metrics: see last_record); unknown (its metrics are
--   not in the input)
-- column tlparse_status: the status in the report's index.html; NULL in logs.
--   Its "empty" may have restarted, so it is not used for status
-- column started_at: UTC, ISO 8601; NULL where the input has no times
-- column ended_at: UTC, ISO 8601; NULL where the input has no times
-- column last_record: the last record of an unfinished compile: how far it came
-- column entire_frame_s: seconds of the whole compilation of the frame
-- column backend_s: seconds in the backend, part of entire_frame_s
-- column inductor_s: seconds in Inductor, part of backend_s
-- column codegen_s: seconds in code generation, part of inductor_s
-- column lost_restart_s: seconds of Dynamo before the restart, of a compile
--   that has restart reasons and no fail type; 0 where it lost none, NULL
--   where the input does not say
-- column lost_skip_s: the same of a compile whose metrics have a fail type
--   (it then failed or was skipped)
-- column cache_size: earlier compiles of its code in the cache
-- column accumulated_cache_size: the same over all of its code's caches
-- column guards: number of guards
-- column shape_env_guards: number of symbolic shape guards
-- column graph_ops: ops in its graph
-- column graph_nodes: nodes in its graph
-- column graph_inputs: inputs of its graph
-- column restart_rows: its rows in view restarts; NULL without metrics
-- column break_events: its rows in view breaks
-- column recompiles: 1 if it is a recompile (it has recompile reasons or a
--   cache size above 0: an earlier cache entry for its code), else 0; NULL
--   where that cannot be told
-- column fail_type: exception type in its metrics; NULL if it did not fail
-- column first_file_number: smallest tlparse file number of its files; NULL
--   in logs
-- column metrics: JSON object of the metric fields by torch's names, those of
--   the backward record with "bwd." before them. Left out are fields that are
--   null, compile_id and co_* (columns of this view), the configurations
--   (view configs) and texts that views restarts and failures, or the log
--   itself, hold. NULL: no metrics
-- column limit_hit: 1 if it ran into the recompile limit, else 0
-- column frame_name: name as torch has it (torch_dynamo_resume_in_f_at_9)
-- column graphs: its graphs with an op, of the attempt that finished
-- column graphs_captured: its graphs with an op, of all attempts
-- column bwd_inductor_s: seconds in Inductor for its backward graph
-- column bwd_codegen_s: seconds in code generation for its backward graph
-- column compile_no: number of the compile in the run. Other views have it
--   too: JOIN … USING (run_id, compile_no)
-- column entry_file: file of the call of compiled code that led to this frame:
--   of the innermost frame outside torch above torch's eval_frame.py in the
--   compile's stack, else above the outermost compiled function in the stack of
--   a break in it; NULL where neither tells
-- column entry_line: its line
-- column entry_function: its function
-- column handle: what the compile is called everywhere: its id in brackets,
--   with #INSTANCE where that is not 0, @rRANK where it has a rank
CREATE VIEW compiles AS
SELECT run_id, rank, process, compile_id, compiled_autograd_id, frame_id,
	frame_compile_id, instance, attempts,
	(SELECT body FROM text WHERE text_id = function_text) AS function,
	(SELECT body FROM text WHERE text_id = file_text) AS file,
	line, owner, status, tlparse_status, started_at, ended_at, last_record,
	entire_frame_s, backend_s, inductor_s, codegen_s, lost_restart_s,
	lost_skip_s, cache_size, accumulated_cache_size, guards,
	shape_env_guards, graph_ops, graph_nodes, graph_inputs, restart_rows,
	break_events, recompiles, fail_type, first_file_number,
	(SELECT body FROM text WHERE text_id = metrics_text) AS metrics,
	limit_hit,
	(SELECT body FROM text WHERE text_id = frame_name_text) AS frame_name,
	graphs, graphs_captured, bwd_inductor_s, bwd_codegen_s, compile_no,
	(SELECT body FROM text WHERE text_id = entry_file_text) AS entry_file,
	entry_line,
	(SELECT body FROM text WHERE text_id = entry_function_text)
	    AS entry_function,
	'[' || compile_id ||
	    CASE WHEN instance > 0 THEN '#' || instance ELSE '' END ||
	    coalesce('@r' || rank, '') || ']' AS handle
FROM compile;
