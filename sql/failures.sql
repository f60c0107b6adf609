-- name: failures
-- help: failed compilations of a run, those too that a break event explains
-- param: run: the run
-- param: category: only of this category
-- param: stage: only of this stage
-- param: rank: only of this rank
-- columns: all of view failures; compile_function, compile_file and
--   compile_line of the compile that failed
-- table: failure_id, process, compile_id, rank, instance, attempt, category,
--   fail_type, gb_id, event_id, file, line, function, reason, stage
SELECT f.*, c.function AS compile_function, c.file AS compile_file,
    c.line AS compile_line
FROM failures AS f
LEFT JOIN compiles AS c ON c.run_id = f.run_id
    AND c.compile_no = f.compile_no
WHERE f.run_id = :run
    AND (:category IS NULL OR f.category = :category)
    AND (:stage IS NULL OR f.stage = :stage)
    AND (:rank IS NULL OR f.rank = :rank)
ORDER BY f.rank, f.process, f.compile_no, f.failure_id;
