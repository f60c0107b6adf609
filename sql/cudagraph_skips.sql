-- name: cudagraph_skips
-- question: Were cudagraphs skipped, and why?
-- help: compiles of a run whose graph was not put into a CUDA graph
-- param: run: the run
-- columns: run_id, rank, process, compile_id, function, file, line, reason
SELECT run_id, rank, process, compile_id, function, file, line,
    json_str(metrics, 'cudagraph_skip_reason') AS reason
FROM compiles
WHERE run_id = :run AND json_str(metrics, 'cudagraph_skip_reason') <> ''
ORDER BY compile_no;
