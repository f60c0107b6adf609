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
	    coalesce(frame_name, '?') || ' ' || coalesce(file, '?') || ':' ||
		coalesce(line, '?') AS frame, break_events,
	    restart_rows, recompiles, graph_ops, entire_frame_s,
	    row_number() OVER (PARTITION BY coalesce(rank, process, 0)
		ORDER BY first_file_number, started_at, compile_no) AS position,
	    row_number() OVER (PARTITION BY rank, process, compile_id
		ORDER BY instance) AS nth, rank AS own_rank, process, compile_id
	FROM compiles WHERE run_id = :run
), told_breaks AS MATERIALIZED (
	SELECT compile_no, group_concat(t) AS told FROM (SELECT compile_no,
	    coalesce(gb_id, kind) || ' ' || coalesce(form, '?') || ' ' ||
	    coalesce(file, '?') || ':' || coalesce(line, '?') AS t
	FROM breaks WHERE run_id = :run ORDER BY compile_no, event_id)
	GROUP BY compile_no
), told_guards AS MATERIALIZED (
	SELECT compile_no, group_concat(t) AS told FROM (SELECT compile_no,
	    coalesce(guard_class, '?') || ' ' || coalesce(source, '?') AS t
	FROM guard_failures WHERE run_id = :run ORDER BY compile_no, position)
	GROUP BY compile_no
), told_caches AS MATERIALIZED (
	SELECT compile_no, group_concat(t) AS told FROM (SELECT compile_no,
	    cache || ' ' || state AS t
	FROM cache_events WHERE run_id = :run ORDER BY compile_no, 2)
	GROUP BY compile_no
), told_graphs AS MATERIALIZED (
	SELECT compile_no, group_concat(ops_hash) AS told FROM (
	SELECT compile_no, ops_hash FROM graphs
	WHERE run_id = :run AND stage = 'dynamo' AND ops > 0
	ORDER BY compile_no, graph_id)
	GROUP BY compile_no
), whole AS MATERIALIZED (
	SELECT rank, group_concat(frames, char(10)) AS frames,
	    coalesce(group_concat(breaks, char(10)), '') AS breaks,
	    coalesce(group_concat(recompiles, char(10)), '') AS recompiles,
	    coalesce(group_concat(cache, char(10)), '') AS cache,
	    coalesce(group_concat(graphs, char(10)), '') AS graphs
	FROM (
		SELECT c.rank, c.frame || ' ' || c.status AS frames,
		    c.frame || ' ' || b.told AS breaks,
		    c.frame || ' ' || g.told AS recompiles,
		    c.frame || ' ' || e.told AS cache,
		    c.frame || ' ' || h.told AS graphs
		FROM compile AS c
		LEFT JOIN told_breaks AS b ON b.compile_no = c.compile_no
		LEFT JOIN told_guards AS g ON g.compile_no = c.compile_no
		LEFT JOIN told_caches AS e ON e.compile_no = c.compile_no
		LEFT JOIN told_graphs AS h ON h.compile_no = c.compile_no
		ORDER BY c.rank, c.position
	)
	GROUP BY rank
), gathered AS MATERIALIZED (
	SELECT rank, group_concat(name, char(10)) AS names, count(*) AS count
	FROM (
		SELECT coalesce(o.rank, o.process, 0) AS rank, o.name
		FROM collectives AS o
		LEFT JOIN (SELECT * FROM compile WHERE nth = 1) AS c
		    ON c.compile_id = o.compile_id AND c.own_rank IS o.rank
			AND c.process IS o.process
		WHERE o.run_id = :run
		ORDER BY 1, c.position, o.position
	)
	GROUP BY rank
), cached AS MATERIALIZED (
	SELECT coalesce(rank, process, 0) AS rank, sum(state = 'hit') AS hits,
	    sum(state = 'miss') AS misses, sum(state = 'bypass') AS bypasses
	FROM cache_events WHERE run_id = :run GROUP BY 1
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
    coalesce(o.count, 0) AS collectives, coalesce(e.hits, 0) AS cache_hits,
    coalesce(e.misses, 0) AS cache_misses,
    coalesce(e.bypasses, 0) AS cache_bypasses, s.compile_s,
    min(w.rank) OVER (PARTITION BY w.frames) AS frames_like,
    min(w.rank) OVER (PARTITION BY w.breaks) AS breaks_like,
    min(w.rank) OVER (PARTITION BY w.recompiles) AS recompiles_like,
    min(w.rank) OVER (PARTITION BY w.cache) AS cache_like,
    min(w.rank) OVER (PARTITION BY w.graphs) AS graphs_like,
    min(w.rank) OVER (PARTITION BY coalesce(o.names, '')) AS collectives_like
FROM whole AS w
JOIN counted AS s ON s.rank = w.rank
LEFT JOIN gathered AS o ON o.rank = w.rank
LEFT JOIN cached AS e ON e.rank = w.rank
ORDER BY w.rank;
