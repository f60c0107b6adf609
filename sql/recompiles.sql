-- name: recompiles
-- help: recompiles of a run, in order, each with the guards that failed
-- param: run: the run
-- param: function: only with this text in the function's name
-- param: file: only with this text in the file's path
-- param: rank: only of this rank
-- columns: all of view recompiles; reasons (JSON array of its guard failures:
--   missed, the compile whose cache entry it missed, guard_class, source,
--   expected, actual, guard)
-- table: rank, process, compile_id, instance, function, file, line,
--   guard_failures, limit_hit, entire_frame_s
SELECT r.*, (SELECT json_group_array(json_object('missed', missed_compile_id,
	'guard_class', guard_class, 'source', source, 'expected', expected,
	'actual', actual, 'guard', guard))
    FROM (SELECT * FROM guard_failures AS g
	WHERE g.run_id = r.run_id AND g.compile_no = r.compile_no
	ORDER BY g.position)) AS reasons
FROM recompiles AS r
WHERE r.run_id = :run
    AND (:function IS NULL OR instr(r.function, :function))
    AND (:file IS NULL OR instr(r.file, :file))
    AND (:rank IS NULL OR r.rank = :rank)
ORDER BY r.rank, r.process, r.compile_no;
