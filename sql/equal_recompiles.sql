-- name: equal_recompiles
-- question: Do recompiles share the same graph (wasted)?
-- help: recompiles whose graph an earlier compile of the frame had already:
--   work for nothing, but for the guards
-- param: run: the run
-- columns: run_id, rank, process, compile_id, instance, function, file, line,
--   same_as (the first compile with such a graph), equal (graph: but for
--   names; ops: but for sizes too), graph_ops, entire_frame_s, cause_id
-- table: rank, process, compile_id, instance, function, file, line, same_as,
--   equal, graph_ops, entire_frame_s, cause_id
SELECT run_id, rank, process, compile_id, instance, function, file, line,
    same_as, equal, graph_ops, entire_frame_s, cause_id
FROM (
	SELECT run_id, compile_no, rank, process, compile_id, instance,
	    function, file, line, graph_ops, same_no, equal, entire_frame_s,
	    cause_id
	FROM (
		SELECT run_id, new_no AS compile_no,
		    coalesce(min(graph_no), min(old_no)) AS same_no,
		    CASE WHEN min(graph_no) IS NULL THEN 'ops'
			ELSE 'graph' END AS equal
		FROM (
			SELECT run_id, new_no, old_no, CASE
			    WHEN old_hash = new_hash THEN old_no END
			    AS graph_no
			FROM (
				SELECT run_id, compile_no AS new_no,
				    coalesce(rank, -1) AS rank_key,
				    coalesce(process, -1) AS process_key,
				    coalesce(compiled_autograd_id, -1) AS autograd_key, frame_id,
				    instance, ops_hash, frame_compile_id AS new_again,
				    normalised_hash AS new_hash
				FROM (
					SELECT run_id, compile_no, rank, process,
					    compiled_autograd_id, frame_id, frame_compile_id, instance
					FROM compiles WHERE run_id = :run AND frame_id IS NOT NULL
				) AS c JOIN (
					SELECT run_id, compile_no, normalised_hash, ops_hash
					FROM (
						SELECT run_id, compile_no, max(graph_id) AS graph_id
						FROM graphs WHERE run_id = :run AND stage = 'dynamo'
						GROUP BY run_id, compile_no
					) AS l JOIN (
						SELECT run_id, compile_no, graph_id, normalised_hash,
						    ops_hash
						FROM graphs WHERE run_id = :run AND ops > 0
					) AS g USING (run_id, compile_no, graph_id)
				) AS h USING (run_id, compile_no)
			) AS n JOIN (
				SELECT run_id, compile_no AS old_no,
				    coalesce(rank, -1) AS rank_key,
				    coalesce(process, -1) AS process_key,
				    coalesce(compiled_autograd_id, -1) AS autograd_key, frame_id,
				    instance, ops_hash, frame_compile_id AS old_again,
				    normalised_hash AS old_hash
				FROM (
					SELECT run_id, compile_no, rank, process,
					    compiled_autograd_id, frame_id, frame_compile_id, instance
					FROM compiles WHERE run_id = :run AND frame_id IS NOT NULL
				) AS c JOIN (
					SELECT run_id, compile_no, normalised_hash, ops_hash
					FROM (
						SELECT run_id, compile_no, max(graph_id) AS graph_id
						FROM graphs WHERE run_id = :run AND stage = 'dynamo'
						GROUP BY run_id, compile_no
					) AS l JOIN (
						SELECT run_id, compile_no, graph_id, normalised_hash,
						    ops_hash
						FROM graphs WHERE run_id = :run AND ops > 0
					) AS g USING (run_id, compile_no, graph_id)
				) AS h USING (run_id, compile_no)
			) AS o USING (run_id, rank_key, process_key,
			    autograd_key, frame_id, instance, ops_hash)
			WHERE old_again < new_again
		) AS p
		GROUP BY run_id, new_no
	) AS s JOIN (
		SELECT run_id, compile_no, rank, process, compile_id, instance,
		    function, file, line, graph_ops, entire_frame_s, cause_id
		FROM (
			SELECT run_id, compile_no, rank, process, compile_id,
			    instance, function, file, line, entire_frame_s,
			    cause_id
			FROM recompiles WHERE run_id = :run
		) AS r JOIN (
			SELECT run_id, compile_no, graph_ops
			FROM compiles WHERE run_id = :run
		) AS d USING (run_id, compile_no)
	) AS m USING (run_id, compile_no)
) AS e JOIN (
	SELECT run_id, compile_no AS same_no, compile_id AS same_as
	FROM compiles WHERE run_id = :run
) AS f USING (run_id, same_no)
ORDER BY coalesce(rank, -1), coalesce(process, -1), compile_no;
