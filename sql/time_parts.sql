-- name: time_parts
-- help: compile time of a run by part of the compiler; these may be added. From
--   the phases where they are known, else from the compiles' metrics, which
--   know no kernels
-- param: run: the run
-- param: rank: only of this rank
-- columns: part (dynamo; aot, with backends that are not inductor; inductor;
--   codegen; kernels, compiling C++ and Triton; autotune; other), seconds_s,
--   share, compiles (that have it), phases (names, most seconds first; NULL:
--   from metrics)
-- table: seconds_s, share, part, compiles, phases
WITH known AS MATERIALIZED (
    -- those of id None ran beside the others, in workers
    SELECT phase, compile_id, self_s, CASE
	WHEN phase GLOB '*[Aa]utotun*' OR phase GLOB '*benchmark*'
	THEN 'autotune'
	WHEN phase = 'compile_file' OR phase GLOB 'async_compile*' OR
	    phase GLOB 'PyCodeCache*' OR phase GLOB '*Triton*'
	THEN 'kernels'
	WHEN phase = 'code_gen' OR phase GLOB '*WrapperCodegen*' OR
	    phase GLOB '*WrapperCodeGen*' OR phase GLOB 'CppWrapper*' OR
	    phase IN ('Scheduler.codegen', 'GraphLowering.codegen') OR
	    phase GLOB 'GraphLowering.compile_to*'
	THEN 'codegen'
	WHEN phase GLOB 'inductor*' OR phase GLOB 'fx_*' OR
	    phase GLOB 'compile_fx*' OR phase GLOB 'GraphLowering*' OR
	    phase GLOB 'Scheduler*' OR phase GLOB '_recursive_*' OR
	    phase GLOB 'pass.*' OR phase GLOB 'FxGraph*' OR
	    phase = 'additional_fake_tensor_prop'
	THEN 'inductor'
	WHEN phase GLOB '*aot_*' OR phase GLOB 'AOT*' OR
	    phase GLOB 'min_cut*' OR phase IN ('backend_compile',
	    'OutputGraph.call_user_compiler', 'entire_backward_compile')
	THEN 'aot'
	WHEN phase GLOB '*dynamo*' OR phase GLOB 'compile_attempt_*' OR
	    phase GLOB '_compile.*' OR phase GLOB 'pgo.*' OR
	    phase GLOB 'fullgraph_*' OR phase GLOB 'invoke_subgraph_*' OR
	    phase IN ('entire_frame_compile', 'bytecode_tracing',
	    'build_guards', 'gc', 'insert_deferred_runtime_asserts')
	THEN 'dynamo'
	ELSE 'other' END AS part
    FROM phases
    WHERE run_id = :run AND (:rank IS NULL OR rank = :rank)
	AND self_s IS NOT NULL AND compile_id IS NOT 'None'
), named AS (
    SELECT part, phase, sum(self_s) AS self_s
    FROM known
    GROUP BY part, phase
), metrics AS (
    SELECT compile_no, entire_frame_s - coalesce(backend_s, 0) AS dynamo_s,
	backend_s - coalesce(inductor_s, 0) AS aot_s,
	inductor_s - coalesce(codegen_s, 0) AS inductor_s, codegen_s,
	bwd_inductor_s - coalesce(bwd_codegen_s, 0) AS bwd_inductor_s,
	bwd_codegen_s
    FROM compiles
    WHERE run_id = :run AND (:rank IS NULL OR rank = :rank)
	AND NOT EXISTS (SELECT 1 FROM known)
), parts AS (
    SELECT part, sum(self_s) AS seconds_s,
	count(DISTINCT compile_id) AS compiles,
	(SELECT group_concat(phase, ', ') FROM (SELECT phase
	    FROM named AS n WHERE n.part = k.part
	    ORDER BY n.self_s DESC, n.phase)) AS phases
    FROM known AS k
    GROUP BY part
    UNION ALL
    SELECT 'dynamo', sum(dynamo_s), count(dynamo_s), NULL FROM metrics
    UNION ALL
    SELECT 'aot', sum(aot_s), count(aot_s), NULL FROM metrics
    UNION ALL
    SELECT 'inductor', total(inductor_s) + total(bwd_inductor_s),
	count(inductor_s), NULL FROM metrics
    UNION ALL
    SELECT 'codegen', total(codegen_s) + total(bwd_codegen_s),
	count(codegen_s), NULL FROM metrics
)
SELECT part, seconds_s,
    seconds_s / nullif(sum(seconds_s) OVER (), 0) AS share, compiles, phases
FROM parts
WHERE compiles > 0
ORDER BY seconds_s DESC, part;
