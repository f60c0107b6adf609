-- name: specialized_symbols
-- question: Which symbols were specialised, to what, and where?
-- help: symbolic sizes of a run that were fixed to a value while tracing, with
--   the user's stack, innermost frame last
-- param: run: the run
-- columns: run_id, rank, process, compile_id, symbol, sources, value, user_stack
SELECT run_id, rank, process, compile_id, symbol, sources, value, user_stack
FROM specializations
WHERE run_id = :run
ORDER BY compile_no, position;
