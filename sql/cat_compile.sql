-- name: cat_compile
-- help: files of a compile or event that a word names, for gbq cat
-- param: run: the run
-- param: id: compile id, 0/0 or !1/0/0
-- param: event: event_id, instead of id
-- param: what: graph, code, runnable, guards, reason, or the name of an
--   artifact or file
-- param: instance: only this instance; else the newest
-- param: attempt: only this attempt; else the newest that has such a file
-- param: rank: only of this rank
-- columns: path, hash, stored; several rows where the word is not enough
WITH named AS (
    SELECT a.path, a.hash, a.stored, a.rank, a.process, a.number,
	coalesce(c.instance, 0) AS instance,
	coalesce(a.attempt, 0) AS attempt,
	a.name = 'dynamo_guards' AS is_older_guards
    FROM artifacts AS a LEFT JOIN compiles AS c USING (run_id, compile_no)
    -- only the one: else SQLite makes the view for all runs
    LEFT JOIN (SELECT artifact_path, compile_no FROM breaks
	WHERE run_id = :run AND event_id = :event) AS e
    WHERE a.run_id = :run
	AND CASE WHEN :event IS NULL THEN a.compile_id = :id
	    WHEN :what = 'reason' THEN a.path = e.artifact_path
	    ELSE a.compile_no = e.compile_no END
	AND (:instance IS NULL OR c.instance = :instance)
	AND (:attempt IS NULL OR coalesce(a.attempt, 0) = :attempt)
	AND (:rank IS NULL OR a.rank = :rank)
	AND CASE :what
	    WHEN 'graph' THEN a.name = 'dynamo_output_graph'
	    WHEN 'code' THEN a.name GLOB 'inductor_output_code*'
	    WHEN 'runnable' THEN a.name GLOB 'fx_graph_runnable*'
	    WHEN 'guards' THEN
		a.name IN ('dynamo_cpp_guards_str', 'dynamo_guards')
	    WHEN 'reason' THEN a.name = 'dynamo_graph_break_reason'
	    ELSE a.name = :what
		OR substr(a.path, -length(:what) - 1) = '/' || :what END
), ranked AS (
    -- reason: the first event; else all of the newest attempt
    SELECT *, CASE WHEN :what = 'reason'
	THEN row_number() OVER (PARTITION BY rank, process
	    ORDER BY instance DESC, number, path)
	ELSE rank() OVER (PARTITION BY rank, process
	    ORDER BY instance DESC, attempt DESC, is_older_guards)
	END AS place
    FROM named
)
SELECT path, hash, stored
FROM ranked
WHERE place = 1
ORDER BY rank, process, number, path;
