-- name: evidence
-- question: Which file proves this number?
-- help: the file or log record behind each counted row of a run, for
--   gbq cat RUN PATH; a path with @N is the record at byte N of a log
-- param: run: the run
-- columns: count_name (break_events, restart_rows, failure_rows,
--   recompiles), row_of (event_id; position of the restart; failure_id;
--   compile_no), compile_id, path (NULL: only index.html or a console text
--   tells it)
SELECT count_name, row_of, compile_id, path
FROM (
	SELECT 'break_events' AS count_name, event_id AS row_of,
	    compile_id, artifact_path AS path, compile_no, 0 AS attempt
	FROM breaks WHERE run_id = :run
	UNION ALL
	SELECT count_name, row_of, compile_id, path, compile_no, attempt
	FROM (
		SELECT run_id, 'failure_rows' AS count_name,
		    failure_id AS row_of, compile_id, compile_no,
		    coalesce(attempt, -1) AS attempt
		FROM failures WHERE run_id = :run
	) AS f LEFT JOIN (
		SELECT run_id, compile_no, min(path) AS path
		FROM artifacts
		WHERE run_id = :run AND compile_no IS NOT NULL
		    AND kind IN ('metrics', 'bwd_metrics')
		GROUP BY run_id, compile_no
	) AS m USING (run_id, compile_no)
	UNION ALL
	SELECT count_name, row_of, compile_id, path, compile_no, attempt
	FROM (
		SELECT run_id, 'restart_rows' AS count_name,
		    position AS row_of, compile_id, compile_no,
		    coalesce(attempt, -1) AS attempt
		FROM restarts WHERE run_id = :run
	) AS r LEFT JOIN (
		SELECT run_id, compile_no, min(path) AS path
		FROM artifacts
		WHERE run_id = :run AND compile_no IS NOT NULL
		    AND kind = 'metrics'
		GROUP BY run_id, compile_no
	) AS n USING (run_id, compile_no)
	UNION ALL
	SELECT count_name, row_of, compile_id, path, compile_no, attempt
	FROM (
		SELECT run_id, 'recompiles' AS count_name,
		    compile_no AS row_of, compile_id, compile_no,
		    0 AS attempt
		FROM recompiles WHERE run_id = :run
	) AS c LEFT JOIN (
		SELECT run_id, compile_no, min(path) AS path
		FROM artifacts
		WHERE run_id = :run AND compile_no IS NOT NULL
		    AND kind = 'recompile_reasons'
		GROUP BY run_id, compile_no
	) AS q USING (run_id, compile_no)
) AS e
ORDER BY count_name, coalesce(compile_no, -1), row_of, attempt,
    coalesce(path, '');
