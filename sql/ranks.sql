-- name: ranks
-- help: one row for each rank of a run, and which ranks are alike. Frames are
--   matched by function and order, never by id
-- param: run: the run
-- columns: rank (of a run without ranks the process), compiles, unfinished,
--   failed, break_events, restart_rows, recompiles, graphs, graph_ops,
--   collectives, cache_hits, cache_misses, cache_bypasses, compile_s;
--   frames_like, breaks_like, recompiles_like, cache_like, graphs_like,
--   collectives_like (the lowest rank that is equal in what is compiled and
--   how it ended; in kinds and places of breaks; guards that failed; cache
--   states; operators of Dynamo's graphs; collectives)
WITH compile AS MATERIALIZED (
	SELECT coalesce(rank, process, 0) AS rank, compile_no, function, status,
	    frame_name || ' ' || file || ':' || line AS frame, break_events,
	    restart_rows, recompiles, graph_ops, entire_frame_s,
	    row_number() OVER (PARTITION BY coalesce(rank, process, 0)
		ORDER BY first_file_number, started_at, compile_no) AS position
	FROM compiles WHERE run_id = :run
), told AS MATERIALIZED (
	SELECT c.rank, c.position, c.frame || ' ' || c.status AS frames,
	    (SELECT group_concat(t) FROM (SELECT c.frame || ' ' ||
		    coalesce(gb_id, kind) || ' ' || coalesce(form, '?') || ' '
		    || coalesce(file, '?') || ':' || coalesce(line, '?') AS t
		FROM breaks AS b
		WHERE b.run_id = :run AND b.compile_no = c.compile_no
		ORDER BY b.event_id)) AS breaks,
	    (SELECT group_concat(t) FROM (SELECT c.frame || ' ' ||
		    coalesce(guard_class, '?') || ' ' || coalesce(source, '?')
		    AS t
		FROM guard_failures AS g
		WHERE g.run_id = :run AND g.compile_no = c.compile_no
		ORDER BY g.position)) AS recompiles,
	    (SELECT group_concat(t) FROM (SELECT c.frame || ' ' || cache || ' '
		    || state AS t
		FROM cache_events AS e
		WHERE e.run_id = :run AND e.compile_no = c.compile_no
		ORDER BY 1)) AS cache,
	    (SELECT group_concat(t) FROM (SELECT c.frame || ' ' || g.ops_hash
		    AS t
		FROM graphs AS g
		WHERE g.run_id = :run AND g.compile_no = c.compile_no
		    AND g.stage = 'dynamo' AND g.ops > 0
		ORDER BY g.graph_id)) AS graphs
	FROM compile AS c
), whole AS MATERIALIZED (
	SELECT rank, group_concat(frames, char(10)) AS frames,
	    coalesce(group_concat(breaks, char(10)), '') AS breaks,
	    coalesce(group_concat(recompiles, char(10)), '') AS recompiles,
	    coalesce(group_concat(cache, char(10)), '') AS cache,
	    coalesce(group_concat(graphs, char(10)), '') AS graphs,
	    coalesce((SELECT group_concat(name, char(10)) FROM (
		SELECT o.name FROM collectives AS o
		LEFT JOIN compile AS c ON c.rank = t.rank
		    AND c.compile_no = (SELECT n.compile_no FROM compiles AS n
			WHERE n.run_id = :run AND n.compile_id = o.compile_id
			    AND n.rank IS o.rank AND n.process IS o.process
			ORDER BY n.instance LIMIT 1)
		WHERE o.run_id = :run
		    AND coalesce(o.rank, o.process, 0) = t.rank
		ORDER BY c.position, o.position)), '') AS collectives
	FROM (SELECT * FROM told ORDER BY rank, position) AS t
	GROUP BY rank
), counted AS MATERIALIZED (
	-- apart from the long texts, which a sort would copy for each compile
	SELECT rank, count(*) AS compiles,
	    sum(status = 'unfinished') AS unfinished,
	    sum(status = 'failed') AS failed,
	    sum(break_events) AS break_events,
	    sum(restart_rows) AS restart_rows,
	    sum(recompiles) AS recompiles, sum(graph_ops > 0) AS graphs,
	    sum(graph_ops) AS graph_ops, sum(entire_frame_s) AS compile_s
	FROM compile GROUP BY rank
)
SELECT w.rank, s.compiles, s.unfinished, s.failed, s.break_events,
    s.restart_rows, s.recompiles, s.graphs, s.graph_ops,
    (SELECT count(*) FROM collectives AS o WHERE o.run_id = :run
	AND coalesce(o.rank, o.process, 0) = w.rank) AS collectives,
    (SELECT count(*) FROM cache_events AS e WHERE e.run_id = :run AND
	coalesce(e.rank, e.process, 0) = w.rank AND e.state = 'hit')
	AS cache_hits,
    (SELECT count(*) FROM cache_events AS e WHERE e.run_id = :run AND
	coalesce(e.rank, e.process, 0) = w.rank AND e.state = 'miss')
	AS cache_misses,
    (SELECT count(*) FROM cache_events AS e WHERE e.run_id = :run AND
	coalesce(e.rank, e.process, 0) = w.rank AND e.state = 'bypass')
	AS cache_bypasses,
    s.compile_s,
    (SELECT min(o.rank) FROM whole AS o WHERE o.frames = w.frames)
	AS frames_like,
    (SELECT min(o.rank) FROM whole AS o WHERE o.breaks = w.breaks)
	AS breaks_like,
    (SELECT min(o.rank) FROM whole AS o WHERE o.recompiles = w.recompiles)
	AS recompiles_like,
    (SELECT min(o.rank) FROM whole AS o WHERE o.cache = w.cache)
	AS cache_like,
    (SELECT min(o.rank) FROM whole AS o WHERE o.graphs = w.graphs)
	AS graphs_like,
    (SELECT min(o.rank) FROM whole AS o
	WHERE o.collectives = w.collectives) AS collectives_like
FROM whole AS w
JOIN counted AS s ON s.rank = w.rank
ORDER BY w.rank;
