-- name: restarts
-- help: restart reasons of a run's compiles
-- param: run: the run
-- param: class: only of this class
-- param: kind: only of this GB id, or with this text in the reason
-- param: rank: only of this rank
-- columns: all of view restarts
-- table: process, compile_id, rank, instance, attempt, position, class,
--   gb_id, event_id, reason
SELECT *
FROM restarts
WHERE run_id = :run
    AND (:class IS NULL OR class = :class)
    AND (:kind IS NULL OR gb_id = :kind OR instr(lower(reason), lower(:kind)))
    AND (:rank IS NULL OR rank = :rank)
ORDER BY rank, process, compile_no, position;
