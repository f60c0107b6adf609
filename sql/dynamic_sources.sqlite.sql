-- name: dynamic_sources
-- question: Which sources should go into TORCH_COMPILE_DYNAMIC_SOURCES?
-- sqlite: it builds the list that the variable takes from rows (group_concat)
--   and takes names apart (instr), for which the common subset has no words
-- help: tensors that were compiled again for each new size, most recompiles
--   first: what to mark dynamic (torch._dynamo.mark_dynamic, or the list
--   sources in TORCH_COMPILE_DYNAMIC_SOURCES)
-- param: run: the run
-- columns: run_id, cause_id, root_source, dims (JSON array of the dimensions
--   that differed), recompiles, guard_failures, limit_hit, guard_values,
--   function, file, line, sources (all its names as torch takes them)
-- table: cause_id, recompiles, limit_hit, root_source, dims, guard_values,
--   function, file, line, sources
WITH failure AS (
	SELECT g.cause_id, g.source, g.compile_no,
	    CAST(substr(g.guard, instr(g.guard, ' at index ') + 10)
		AS INTEGER) AS dim,
	    min(iif(instr(g.source, '.'), instr(g.source, '.'), 9999),
		iif(instr(g.source, '['), instr(g.source, '['), 9999)) AS cut
	FROM guard_failures AS g
	WHERE g.run_id = :run AND g.guard_class = 'size'
	    AND instr(g.guard, ' at index ')
), name AS (
	SELECT cause_id, min(compile_no) AS first,
	    iif(source LIKE 'G[%', source, 'L[''' ||
		substr(source, 1, cut - 1) || ''']' || substr(source, cut))
		AS text
	FROM failure GROUP BY cause_id, source
)
SELECT u.run_id, u.cause_id, u.root_source,
    (SELECT json_group_array(dim) FROM (
	SELECT DISTINCT dim FROM failure AS f
	WHERE f.cause_id = u.cause_id ORDER BY dim)) AS dims,
    u.recompiles, u.guard_failures, u.limit_hit, u.guard_values, u.function,
    u.file, u.line,
    (SELECT group_concat(text, ',') FROM (
	SELECT text FROM name AS n
	WHERE n.cause_id = u.cause_id ORDER BY first, text)) AS sources
FROM recompile_causes AS u
WHERE u.run_id = :run AND u.guard_class = 'size'
ORDER BY u.recompiles DESC, u.guard_failures DESC, u.cause_id;
