-- name: problems
-- help: what was lost, odd or contradictory in the input of a run
-- param: run: the run
-- param: severity: only of this severity
-- param: code: only of this code
-- param: rank: only of this rank
-- columns: all of view problems
-- table: severity, count, code, rank, process, file, offset, message
SELECT *
FROM problems
WHERE run_id = :run
    AND (:severity IS NULL OR severity = :severity)
    AND (:code IS NULL OR code = :code)
    AND (:rank IS NULL OR rank = :rank)
ORDER BY CASE severity WHEN 'error' THEN 0 WHEN 'loss' THEN 1
    WHEN 'warning' THEN 2 ELSE 3 END, file, offset, code, message;
