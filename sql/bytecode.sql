-- name: bytecode
-- help: pairs of bytecode listings of a compile: original and modified
-- param: run: the run
-- param: id: compile id, 0/0 or !1/0/0; NULL: of all compiles
-- param: event: the compile of this event
-- param: instance: only this instance
-- param: rank: only of this rank
-- columns: all of view bytecodes; original_hash and modified_hash of the files
-- table: rank, process, compile_id, instance, function, instructions_before,
--   instructions_after, added, removed
WITH listing AS MATERIALIZED (
	SELECT path, hash FROM artifacts
	WHERE run_id = :run AND kind IN ('original_bytecode',
	    'modified_bytecode')
)
SELECT b.*, o.hash AS original_hash, m.hash AS modified_hash
FROM bytecodes AS b
LEFT JOIN listing AS o ON o.path = b.original_path
LEFT JOIN listing AS m ON m.path = b.modified_path
WHERE b.run_id = :run
    AND (:id IS NULL OR b.compile_id = :id)
    AND (:event IS NULL OR b.compile_no = (SELECT compile_no FROM breaks
	WHERE run_id = :run AND event_id = :event))
    AND (:instance IS NULL OR b.instance = :instance)
    AND (:rank IS NULL OR b.rank = :rank)
ORDER BY b.rank, b.process, b.compile_no, b.position;
