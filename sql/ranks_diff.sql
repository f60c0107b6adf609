-- name: ranks_diff
-- help: where the ranks of a run part, the first difference first: for each
--   frame and sort of fact one row per value, with the ranks that have it.
--   Frames are matched by function and order, never by id
-- param: run: the run
-- columns: position (in the order of compiling, of the rank that has it
--   first), nth (compile of that function, from 1), function, file, line,
--   resumed_at, compile_ids (JSON: one for each of the ranks), fact (breaks,
--   frame, status, recompiles, cache, graph, collectives), value (NULL: none),
--   ranks (JSON), sort
WITH compile AS MATERIALIZED (
	SELECT coalesce(rank, process, 0) AS rank, compile_no, compile_id,
	    instance, function, file, line, frame_name, status,
	    row_number() OVER (PARTITION BY coalesce(rank, process, 0)
		ORDER BY first_file_number, started_at, compile_no)
		AS position
	FROM compiles WHERE run_id = :run
), numbered AS MATERIALIZED (
	SELECT *, row_number() OVER (PARTITION BY rank, frame_name, file, line
	    ORDER BY position) AS nth
	FROM compile
), frame AS MATERIALIZED (
	SELECT frame_name, file, line, nth, min(position) AS position,
	    min(function) AS function, count(*) AS ranks
	FROM numbered GROUP BY frame_name, file, line, nth
), everyone AS (
	SELECT count(DISTINCT rank) AS ranks FROM compile
), fact AS MATERIALIZED (
	SELECT n.*, 'status' AS fact, 2 AS sort, status AS value
	FROM numbered AS n
	UNION ALL
	SELECT n.*, 'breaks', 0, t.told
	FROM numbered AS n LEFT JOIN (
		SELECT compile_no, group_concat(t, '; ') AS told FROM (
		SELECT compile_no, coalesce(gb_id || ' ', '') || kind ||
		    ' at ' || coalesce(short_file, '?') || ':' ||
		    coalesce(line, '?') || ' (' ||
		    coalesce(form, 'form unknown') || ')' AS t
		FROM breaks WHERE run_id = :run
		ORDER BY compile_no, event_id
		) GROUP BY compile_no
	) AS t ON t.compile_no = n.compile_no
	UNION ALL
	SELECT n.*, 'recompiles', 3, t.told
	FROM numbered AS n LEFT JOIN (
		SELECT compile_no, group_concat(t, '; ') AS told FROM (
		SELECT compile_no, coalesce(guard_class, '?') || ' of ' ||
		    coalesce(source, '?') AS t
		FROM guard_failures WHERE run_id = :run
		ORDER BY compile_no, position
		) GROUP BY compile_no
	) AS t ON t.compile_no = n.compile_no
	UNION ALL
	SELECT n.*, 'cache', 4, t.told
	FROM numbered AS n LEFT JOIN (
		SELECT compile_no, group_concat(t, '; ') AS told FROM (
		SELECT compile_no, cache || ' ' || state AS t
		FROM cache_events WHERE run_id = :run
		ORDER BY compile_no, 2
		) GROUP BY compile_no
	) AS t ON t.compile_no = n.compile_no
	UNION ALL
	SELECT n.*, 'graph', 5, t.told
	FROM numbered AS n LEFT JOIN (
		SELECT compile_no, group_concat(t, '; ') AS told FROM (
		SELECT compile_no, ops || ' ops ' || substr(ops_hash, 1, 8)
		    AS t
		FROM graphs
		WHERE run_id = :run AND stage = 'dynamo' AND ops > 0
		ORDER BY compile_no, graph_id
		) GROUP BY compile_no
	) AS t ON t.compile_no = n.compile_no
	UNION ALL
	SELECT n.*, 'collectives', 6, t.told
	FROM numbered AS n LEFT JOIN (
		SELECT rank, compile_id, group_concat(name, '; ') AS told
		FROM (
		SELECT coalesce(rank, process, 0) AS rank, compile_id, name
		FROM collectives WHERE run_id = :run
		ORDER BY 1, compile_id, position
		) GROUP BY rank, compile_id
	) AS t ON t.rank = n.rank AND t.compile_id = n.compile_id
), differs AS (
	SELECT frame_name, file, line, nth, fact FROM fact
	GROUP BY frame_name, file, line, nth, fact
	HAVING count(DISTINCT coalesce(value, char(0))) > 1
)
SELECT f.position, f.nth, f.function, f.file, f.line,
    CASE WHEN f.frame_name GLOB 'torch_dynamo_resume_in_*_at_[0-9]*'
	THEN CAST(substr(f.frame_name, 1 + length(rtrim(f.frame_name,
	    '0123456789'))) AS INTEGER) END AS resumed_at,
    json_group_array(v.compile_id) AS compile_ids, v.fact, v.value,
    json_group_array(v.rank) AS ranks, v.sort
FROM differs AS d
JOIN frame AS f ON f.frame_name IS d.frame_name AND f.file IS d.file
    AND f.line IS d.line AND f.nth = d.nth
JOIN (SELECT * FROM fact ORDER BY rank) AS v
    ON v.frame_name IS d.frame_name AND v.file IS d.file
    AND v.line IS d.line AND v.nth = d.nth AND v.fact = d.fact
GROUP BY f.position, f.frame_name, f.file, f.line, f.nth, v.fact, v.value
UNION ALL
SELECT f.position, f.nth, f.function, f.file, f.line,
    CASE WHEN f.frame_name GLOB 'torch_dynamo_resume_in_*_at_[0-9]*'
	THEN CAST(substr(f.frame_name, 1 + length(rtrim(f.frame_name,
	    '0123456789'))) AS INTEGER) END,
    json_group_array(n.compile_id), 'frame', 'compiled here only',
    json_group_array(n.rank), 1
FROM everyone AS e
JOIN frame AS f ON f.ranks < e.ranks
JOIN (SELECT * FROM numbered ORDER BY rank) AS n
    ON n.frame_name IS f.frame_name AND n.file IS f.file
    AND n.line IS f.line AND n.nth = f.nth
GROUP BY f.position, f.frame_name, f.file, f.line, f.nth
ORDER BY 1, 4, 5, 3, 6, 2, 11, 10;
