-- name: artifacts
-- help: files of a run
-- param: run: the run
-- param: kind: only of this kind, or with this text in the name
-- param: compile: only of this compile id
-- param: instance: only of this instance of it
-- param: attempt: only of this attempt
-- param: rank: only of this rank
-- columns: all of view artifacts
-- table: rank, process, kind, bytes, path
SELECT *
FROM artifacts
WHERE run_id = :run
    AND (:kind IS NULL OR kind = :kind OR instr(name, :kind))
    AND (:compile IS NULL OR compile_id = :compile)
    AND (:instance IS NULL OR compile_no IN (SELECT compile_no
	FROM compiles WHERE run_id = :run AND instance = :instance))
    AND (:attempt IS NULL OR attempt = :attempt)
    AND (:rank IS NULL OR rank = :rank)
ORDER BY rank, process, number, path;
