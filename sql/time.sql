-- name: time
-- help: compile time of a run by frame, most expensive first: seconds of all its
--   compiles added, resume functions counted with the function that they
--   resume. Seconds of compiles may be added, those of sites never
-- param: run: the run
-- param: rank: only of this rank
-- param: file: only with this text in the file's path
-- param: function: only with this text in the function's name
-- columns: run_id, function, file, line (its first; NULL where only resume
--   functions of it were compiled), owner, compiles, recompiles,
--   resume_compiles (of its resume functions), entire_frame_s, share and
--   cumulative_share of the run's seconds, lost_s (in restarts and in frames
--   then skipped), backend_s, inductor_s, codegen_s (parts of each other in
--   this order, and of entire_frame_s), bwd_inductor_s, bwd_codegen_s
-- table: entire_frame_s, share, function, file, line, lost_s, backend_s,
--   inductor_s, codegen_s, compiles, recompiles, cumulative_share
WITH compile AS MATERIALIZED (
	SELECT run_id, compile_no, function, file, line, owner, recompiles,
	    entire_frame_s, lost_restart_s, lost_skip_s, backend_s,
	    inductor_s, codegen_s, bwd_inductor_s, bwd_codegen_s, CASE
	    WHEN frame_name GLOB 'torch_dynamo_resume_in_*_at_[0-9]*'
	    THEN CAST(substr(frame_name, 1 + length(rtrim(frame_name,
		'0123456789'))) AS INTEGER) END AS resumed_at
	FROM compiles
	WHERE run_id = :run AND (:rank IS NULL OR rank = :rank)
), placed AS MATERIALIZED (
	-- what resumes belongs to the function that begins last before it
	SELECT *, CASE WHEN resumed_at IS NULL THEN line
	    WHEN file IS NOT NULL AND function IS NOT NULL THEN
	    max(CASE WHEN resumed_at IS NULL THEN line END) OVER (
		PARTITION BY file, function
		ORDER BY coalesce(resumed_at, line), resumed_at IS NOT NULL
		ROWS UNBOUNDED PRECEDING) END AS first_line
	FROM compile
	ORDER BY compile_no
), frame AS (
	SELECT run_id, function, file, first_line AS line,
	    min(owner) AS owner, count(*) AS compiles,
	    sum(recompiles) AS recompiles,
	    count(resumed_at) AS resume_compiles,
	    sum(entire_frame_s) AS entire_frame_s,
	    sum(coalesce(lost_restart_s, 0) + coalesce(lost_skip_s, 0))
		FILTER (WHERE lost_restart_s IS NOT NULL
		    OR lost_skip_s IS NOT NULL) AS lost_s,
	    sum(backend_s) AS backend_s, sum(inductor_s) AS inductor_s,
	    sum(codegen_s) AS codegen_s,
	    sum(bwd_inductor_s) AS bwd_inductor_s,
	    sum(bwd_codegen_s) AS bwd_codegen_s
	FROM placed
	GROUP BY file, function, first_line
), shared AS (
	SELECT *, entire_frame_s / nullif(sum(entire_frame_s) OVER (), 0)
		AS share,
	    sum(entire_frame_s) OVER (ORDER BY entire_frame_s DESC, file,
		line, function ROWS UNBOUNDED PRECEDING)
		/ nullif(sum(entire_frame_s) OVER (), 0)
		AS cumulative_share
	FROM frame
)
SELECT run_id, function, file, line, owner, compiles, recompiles,
    resume_compiles, entire_frame_s, share, cumulative_share, lost_s,
    backend_s, inductor_s, codegen_s, bwd_inductor_s, bwd_codegen_s
FROM shared
WHERE (:file IS NULL OR instr(file, :file))
    AND (:function IS NULL OR instr(function, :function))
ORDER BY entire_frame_s DESC, file, line, function;
