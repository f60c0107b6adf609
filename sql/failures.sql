-- name: failures
-- help: failed compilations of a run, those too that a break event explains
-- param: run: the run
-- param: category: only of this category
-- param: stage: only of this stage
-- param: rank: only of this rank
-- columns: all of view failures
-- table: failure_id, rank, process, compile_id, instance, attempt, stage,
--   category, fail_type, gb_id, event_id, file, line, function, reason
SELECT *
FROM failures
WHERE run_id = :run
    AND (:category IS NULL OR category = :category)
    AND (:stage IS NULL OR stage = :stage)
    AND (:rank IS NULL OR rank = :rank)
ORDER BY failure_id;
