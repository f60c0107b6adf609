-- name: time_shares
-- question: What is the share of Dynamo, AOTAutograd, Inductor, code generation,
--   Triton and autotuning?
-- help: seconds of a run by part of the compiler. Phases without those nested
--   in them, so that they may be added. Only logs and chromium_events.json tell
--   phases: gbq time has what pages tell
-- param: run: the run
-- columns: part (dynamo, guards, aot_autograd, inductor, codegen, triton,
--   autotune, backend, gc, other; workers: compilers of C++ and Triton in
--   processes of their own, at the same time as the rest), seconds, calls,
--   phases
SELECT part, sum(self_s) AS seconds, sum(phase_calls) AS calls,
    count(DISTINCT phase) AS phases
FROM (
	SELECT phase, calls AS phase_calls, self_s, CASE
	    WHEN phase = 'compile_file' THEN 'workers'
	    WHEN phase LIKE '%autotune%' OR phase LIKE '%benchmark%'
		THEN 'autotune'
	    WHEN phase LIKE '%riton%' THEN 'triton'
	    WHEN phase LIKE '%odegen%' OR phase LIKE 'code_gen%'
		OR phase LIKE 'PyCodeCache%'
		OR phase LIKE 'async_compile%'
		OR phase LIKE 'GraphLowering.compile_to%'
		OR phase LIKE 'CppWrapper%' OR phase LIKE '%WrapperCodeGen%'
		THEN 'codegen'
	    WHEN phase LIKE '%build_guards%' THEN 'guards'
	    WHEN phase LIKE 'create_aot%' OR phase LIKE 'aot_%' OR phase LIKE 'AOTAutograd%'
		OR phase LIKE 'min_cut%' THEN 'aot_autograd'
	    WHEN phase LIKE '%inductor%' OR phase LIKE 'GraphLowering%'
		OR phase LIKE 'Scheduler%' OR phase LIKE '%_passes%'
		OR phase LIKE 'fx_codegen%'
		OR phase LIKE 'compile_fx%'
		OR phase LIKE 'additional_fake%'
		OR phase LIKE 'FxGraphCache%' THEN 'inductor'
	    WHEN phase = 'gc' THEN 'gc'
	    WHEN phase IN ('backend_compile', 'entire_backward_compile')
		OR phase LIKE '%call_user_compiler' THEN 'backend'
	    WHEN phase IN ('dynamo', 'bytecode_tracing', 'fullgraph_capture')
		OR phase LIKE 'compile_attempt%'
		OR phase LIKE '%entire_frame%'
		OR phase LIKE '_compile%'
		OR phase LIKE 'insert_deferred%' THEN 'dynamo'
	    ELSE 'other' END AS part
	FROM phases
	WHERE run_id = :run
) AS p
GROUP BY part
ORDER BY seconds DESC, part;
