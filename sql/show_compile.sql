-- name: show_compile
-- help: the compiles that an id names
-- param: run: the run
-- param: id: compile id, 0/0 or !1/0/0
-- param: instance: only this instance
-- param: rank: only of this rank
-- columns: all of view compiles
SELECT *
FROM compiles
WHERE run_id = :run AND compile_id = :id
    AND (:instance IS NULL OR instance = :instance)
    AND (:rank IS NULL OR rank = :rank)
ORDER BY rank, process, compile_no;
