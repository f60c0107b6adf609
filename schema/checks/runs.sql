-- runs.sql - the row of a run, its counts, its texts.
-- Laws of stored rows, for gbq check: each query selects what breaks one. Its
-- first column is the run (NULL: none), the others tell the row.

-- check run-key: run_key is 32 hex digits
SELECT run_id, run_key FROM run
WHERE typeof(run_key) <> 'text' OR length(run_key) <> 32
	OR run_key GLOB '*[^0-9a-f]*';

-- check run-name: a run has a name and a path that it came from
SELECT run_id, name, source_path FROM run
WHERE typeof(name) <> 'text' OR trim(name) = ''
	OR typeof(source_path) <> 'text' OR source_path = '';

-- check run-words: mode, source_kind, layout and counts_are are words of
--   view runs, complete is 0, 1 or NULL
SELECT run_id, mode, source_kind, layout, counts_are, complete FROM run
WHERE mode NOT IN ('compile', 'export', 'draft_export', 'unknown')
	OR source_kind NOT IN ('report', 'trace', 'console')
	OR layout NOT IN ('F_C_A', 'CA_F_C_A', 'export', 'part', 'none')
	OR counts_are NOT IN ('exact', 'at_least', 'unknown')
	OR complete NOT IN (0, 1);

-- check run-times: times are ISO 8601 in UTC, the last record is not before
--   the first
SELECT run_id, started_at, ingested_at, last_record_at FROM run
WHERE coalesce(datetime(ingested_at), '') = ''
	OR started_at IS NOT NULL AND datetime(started_at) IS NULL
	OR last_record_at IS NOT NULL AND datetime(last_record_at) IS NULL
	OR last_record_at < started_at;

-- check run-complete: complete is 1 only without unfinished compiles, losses
--   and what is unread, and 0 only with one
SELECT run_id, complete, unfinished, unread FROM run AS r
WHERE complete <> (coalesce(unfinished, 0) = 0 AND coalesce(unread, 0) = 0
	AND NOT EXISTS (
	    SELECT 1 FROM problem AS p WHERE p.run_id = r.run_id
		AND p.severity IN ('loss', 'error')));

-- check run-unknown: counts of breaks are known all or none
SELECT run_id, break_events, break_sites, break_kinds FROM run
WHERE (break_events IS NULL) <> (break_sites IS NULL)
	OR (break_events IS NULL) <> (break_kinds IS NULL)
	OR (break_events IS NULL AND failures IS NOT NULL);

-- check run-compiles: compiles is the number of compiles
SELECT run_id, compiles, found FROM (
	SELECT r.run_id, r.compiles, (SELECT count(*) FROM compile AS t
	    WHERE t.run_id = r.run_id) AS found
	FROM run AS r)
WHERE compiles <> found;

-- check run-restart-rows: restart_rows is the number of restarts
SELECT run_id, restart_rows, found FROM (
	SELECT r.run_id, r.restart_rows, (SELECT count(*) FROM restart AS t
	    WHERE t.run_id = r.run_id) AS found
	FROM run AS r)
WHERE restart_rows <> found;

-- check run-failure-rows: failure_rows is the number of failures
SELECT run_id, failure_rows, found FROM (
	SELECT r.run_id, r.failure_rows, (SELECT count(*) FROM failure AS t
	    WHERE t.run_id = r.run_id) AS found
	FROM run AS r)
WHERE failure_rows <> found;

-- check run-break-events: break_events is the number of events
SELECT run_id, break_events, found FROM (
	SELECT r.run_id, r.break_events, (SELECT count(*) FROM break_event AS t
	    WHERE t.run_id = r.run_id) AS found
	FROM run AS r)
WHERE break_events <> found;

-- check run-break-sites: break_sites is the number of sites
SELECT run_id, break_sites, found FROM (
	SELECT r.run_id, r.break_sites, (SELECT count(*) FROM site AS t
	    WHERE t.run_id = r.run_id) AS found
	FROM run AS r)
WHERE break_sites <> found;

-- check run-guard-failures: guard_failures is the number of guard failures
SELECT run_id, guard_failures, found FROM (
	SELECT r.run_id, r.guard_failures, (SELECT count(*) FROM guard_failure AS t
	    WHERE t.run_id = r.run_id) AS found
	FROM run AS r)
WHERE guard_failures <> found;

-- check run-unread: unread is the sum of what is unread above a note
SELECT run_id, unread, found FROM (
	SELECT r.run_id, r.unread, (SELECT coalesce(sum(p.count), 0)
	    FROM problem AS p WHERE p.run_id = r.run_id AND p.code = 'unread'
		AND p.severity <> 'note') AS found
	FROM run AS r)
WHERE unread <> found;

-- check run-problems: problems is the number of problems
SELECT run_id, problems, found FROM (
	SELECT r.run_id, r.problems, (SELECT count(*) FROM problem AS t
	    WHERE t.run_id = r.run_id) AS found
	FROM run AS r)
WHERE problems <> found;

-- check run-failures: failures is the number of failures that are no event
SELECT run_id, failures, found FROM (
	SELECT r.run_id, r.failures, (SELECT count(*) FROM failure AS t
	    WHERE t.run_id = r.run_id AND t.event_id IS NULL) AS found
	FROM run AS r)
WHERE failures <> found;

-- check run-recompiles: recompiles is the number of compiles that are one
SELECT run_id, recompiles, found FROM (
	SELECT r.run_id, r.recompiles, (SELECT count(*) FROM compile AS t
	    WHERE t.run_id = r.run_id AND t.recompiles = 1) AS found
	FROM run AS r)
WHERE recompiles <> found;

-- check run-unfinished: unfinished is the number of compiles of that status
SELECT run_id, unfinished, found FROM (
	SELECT r.run_id, r.unfinished, (SELECT count(*) FROM compile AS t
	    WHERE t.run_id = r.run_id AND t.status = 'unfinished') AS found
	FROM run AS r)
WHERE unfinished <> found;

-- check run-cache-hits: cache_hits is the number of cache events of that
--   state
SELECT run_id, cache_hits, found FROM (
	SELECT r.run_id, r.cache_hits, (SELECT count(*) FROM cache_event AS t
	    WHERE t.run_id = r.run_id AND t.state = 'hit') AS found
	FROM run AS r)
WHERE cache_hits <> found;

-- check run-cache-misses: cache_misses is the number of cache events of that
--   state
SELECT run_id, cache_misses, found FROM (
	SELECT r.run_id, r.cache_misses, (SELECT count(*) FROM cache_event AS t
	    WHERE t.run_id = r.run_id AND t.state = 'miss') AS found
	FROM run AS r)
WHERE cache_misses <> found;

-- check run-cache-bypasses: cache_bypasses is the number of cache events of
--   that state
SELECT run_id, cache_bypasses, found FROM (
	SELECT r.run_id, r.cache_bypasses, (SELECT count(*) FROM cache_event AS t
	    WHERE t.run_id = r.run_id AND t.state = 'bypass') AS found
	FROM run AS r)
WHERE cache_bypasses <> found;

-- check run-break-kinds: break_kinds is the number of distinct ids, else
--   kinds, of events
SELECT run_id, break_kinds, found FROM (
	SELECT r.run_id, r.break_kinds,
	    (SELECT count(DISTINCT coalesce(gb_id, kind_text))
		FROM break_event AS e WHERE e.run_id = r.run_id) AS found
	FROM run AS r)
WHERE break_kinds <> found;

-- check run-graphs: graphs is the sum over compiles
SELECT run_id, graphs, found FROM (
	SELECT r.run_id, r.graphs, (SELECT total(c.graphs) FROM compile AS c
	    WHERE c.run_id = r.run_id) AS found
	FROM run AS r)
WHERE graphs <> found;

-- check run-graphs-captured: graphs_captured is the sum over compiles
SELECT run_id, graphs_captured, found FROM (
	SELECT r.run_id, r.graphs_captured, (SELECT total(c.graphs_captured) FROM compile AS c
	    WHERE c.run_id = r.run_id) AS found
	FROM run AS r)
WHERE graphs_captured <> found;

-- check run-graph-ops: graph_ops is the sum over compiles
SELECT run_id, graph_ops, found FROM (
	SELECT r.run_id, r.graph_ops, (SELECT total(c.graph_ops) FROM compile AS c
	    WHERE c.run_id = r.run_id) AS found
	FROM run AS r)
WHERE graph_ops <> found;

-- check run-compile-s: compile_s is the sum over compiles
SELECT run_id, compile_s, found FROM (
	SELECT r.run_id, r.compile_s, (SELECT total(c.entire_frame_s)
	    FROM compile AS c WHERE c.run_id = r.run_id) AS found
	FROM run AS r)
WHERE abs(compile_s - found) > 1e-6 * (1 + found);

-- check run-bwd-s: bwd_s is the sum over compiles
SELECT run_id, bwd_s, found FROM (
	SELECT r.run_id, r.bwd_s, (SELECT total(coalesce(
		json_extract(t.body, '$."bwd.duration_us"') / 1e6,
		bwd_inductor_s, bwd_codegen_s))
	    FROM compile AS c LEFT JOIN text AS t ON t.text_id = c.metrics_text
	    WHERE c.run_id = r.run_id) AS found
	FROM run AS r)
WHERE abs(bwd_s - found) > 1e-6 * (1 + found);

-- check run-lost-restart-s: lost_restart_s is the sum over compiles
SELECT run_id, lost_restart_s, found FROM (
	SELECT r.run_id, r.lost_restart_s, (SELECT total(c.lost_restart_s)
	    FROM compile AS c WHERE c.run_id = r.run_id) AS found
	FROM run AS r)
WHERE abs(lost_restart_s - found) > 1e-6 * (1 + found);

-- check run-lost-skip-s: lost_skip_s is the sum over compiles
SELECT run_id, lost_skip_s, found FROM (
	SELECT r.run_id, r.lost_skip_s, (SELECT total(c.lost_skip_s)
	    FROM compile AS c WHERE c.run_id = r.run_id) AS found
	FROM run AS r)
WHERE abs(lost_skip_s - found) > 1e-6 * (1 + found);

-- check run-content-bytes: content_bytes is the size of all files
SELECT run_id, content_bytes, found FROM (
	SELECT r.run_id, r.content_bytes, (SELECT coalesce(sum(c.bytes), 0)
	    FROM artifact AS a JOIN content AS c USING (content_id)
	    WHERE a.run_id = r.run_id AND a.log_offset IS NULL) AS found
	FROM run AS r)
WHERE content_bytes <> found;

-- check run-ranks: ranks is the number of ranks that compiles carry, at
--   least 1
SELECT run_id, ranks, found FROM (
	SELECT r.run_id, r.ranks, (SELECT count(DISTINCT rank)
	    FROM compile AS c WHERE c.run_id = r.run_id) AS found
	FROM run AS r)
WHERE ranks < max(found, 1);

-- check run-is-there: every row belongs to a run
SELECT run_id, count(*) AS rows FROM (
	SELECT run_id FROM tag
	UNION ALL SELECT run_id FROM config
	UNION ALL SELECT run_id FROM artifact
	UNION ALL SELECT run_id FROM empty_folder
	UNION ALL SELECT run_id FROM input
	UNION ALL SELECT run_id FROM compile
	UNION ALL SELECT run_id FROM site
	UNION ALL SELECT run_id FROM site_key
	UNION ALL SELECT run_id FROM site_follower
	UNION ALL SELECT run_id FROM compile_below
	UNION ALL SELECT run_id FROM triage_item
	UNION ALL SELECT run_id FROM break_event
	UNION ALL SELECT run_id FROM hint
	UNION ALL SELECT run_id FROM stack_frame
	UNION ALL SELECT run_id FROM restart
	UNION ALL SELECT run_id FROM failure
	UNION ALL SELECT run_id FROM guard_failure
	UNION ALL SELECT run_id FROM recompile_cause
	UNION ALL SELECT run_id FROM specialization
	UNION ALL SELECT run_id FROM guard_added
	UNION ALL SELECT run_id FROM graph
	UNION ALL SELECT run_id FROM graph_op
	UNION ALL SELECT run_id FROM bytecode
	UNION ALL SELECT run_id FROM cache_event
	UNION ALL SELECT run_id FROM phase
	UNION ALL SELECT run_id FROM collective
	UNION ALL SELECT run_id FROM problem)
WHERE run_id NOT IN (SELECT run_id FROM run) GROUP BY run_id;

-- check text-range: a run owns the texts first_text to last_text, without a
--   gap, and no text is without a run
SELECT run_id, first_text, last_text FROM (
	SELECT r.run_id, r.first_text, r.last_text, (SELECT count(*)
	    FROM text WHERE text_id BETWEEN r.first_text AND r.last_text)
	    AS found FROM run AS r)
WHERE first_text IS NULL OR last_text IS NULL
	OR found <> last_text - first_text + 1
UNION ALL
SELECT NULL, texts, owned FROM (SELECT (SELECT count(*) FROM text) AS texts,
	(SELECT total(last_text - first_text + 1) FROM run) AS owned)
WHERE texts <> owned;

-- check text-body: a text is a text
SELECT NULL AS run_id, text_id FROM text WHERE typeof(body) <> 'text';

-- check text-of-compile: texts of compile are the run's
SELECT run_id, compile_no FROM compile JOIN run USING (run_id)
WHERE function_text NOT BETWEEN first_text AND last_text
	OR frame_name_text NOT BETWEEN first_text AND last_text
	OR file_text NOT BETWEEN first_text AND last_text
	OR metrics_text NOT BETWEEN first_text AND last_text;

-- check text-of-site-key: texts of site_key are the run's
SELECT run_id, site_id FROM site_key JOIN run USING (run_id)
WHERE kind_text NOT BETWEEN first_text AND last_text
	OR wording_text NOT BETWEEN first_text AND last_text
	OR detail_text NOT BETWEEN first_text AND last_text
	OR file_text NOT BETWEEN first_text AND last_text
	OR function_text NOT BETWEEN first_text AND last_text
	OR source_text NOT BETWEEN first_text AND last_text
	OR chain_text NOT BETWEEN first_text AND last_text
	OR via_text NOT BETWEEN first_text AND last_text;

-- check text-of-break-event: texts of break_event are the run's
SELECT run_id, event_id FROM break_event JOIN run USING (run_id)
WHERE kind_text NOT BETWEEN first_text AND last_text
	OR detail_text NOT BETWEEN first_text AND last_text
	OR explanation_text NOT BETWEEN first_text AND last_text
	OR context_text NOT BETWEEN first_text AND last_text
	OR file_text NOT BETWEEN first_text AND last_text
	OR function_text NOT BETWEEN first_text AND last_text
	OR source_text NOT BETWEEN first_text AND last_text
	OR via_file_text NOT BETWEEN first_text AND last_text
	OR via_function_text NOT BETWEEN first_text AND last_text
	OR via_source_text NOT BETWEEN first_text AND last_text
	OR own_file_text NOT BETWEEN first_text AND last_text
	OR own_function_text NOT BETWEEN first_text AND last_text
	OR own_source_text NOT BETWEEN first_text AND last_text
	OR caller_file_text NOT BETWEEN first_text AND last_text
	OR caller_function_text NOT BETWEEN first_text AND last_text
	OR raised_file_text NOT BETWEEN first_text AND last_text
	OR raised_function_text NOT BETWEEN first_text AND last_text
	OR reason_text NOT BETWEEN first_text AND last_text;

-- check text-of-hint: texts of hint are the run's
SELECT run_id, event_id, position FROM hint JOIN run USING (run_id)
WHERE hint_text NOT BETWEEN first_text AND last_text;

-- check text-of-stack-frame: texts of stack_frame are the run's
SELECT run_id, event_id, depth FROM stack_frame JOIN run USING (run_id)
WHERE file_text NOT BETWEEN first_text AND last_text
	OR function_text NOT BETWEEN first_text AND last_text
	OR source_text NOT BETWEEN first_text AND last_text;

-- check text-of-restart: texts of restart are the run's
SELECT run_id, restart_no FROM restart JOIN run USING (run_id)
WHERE reason_text NOT BETWEEN first_text AND last_text;

-- check text-of-failure: texts of failure are the run's
SELECT run_id, failure_no FROM failure JOIN run USING (run_id)
WHERE reason_text NOT BETWEEN first_text AND last_text
	OR file_text NOT BETWEEN first_text AND last_text
	OR function_text NOT BETWEEN first_text AND last_text
	OR own_file_text NOT BETWEEN first_text AND last_text;

-- check text-of-guard-failure: texts of guard_failure are the run's
SELECT run_id, compile_no, position FROM guard_failure JOIN run USING (run_id)
WHERE guard_text NOT BETWEEN first_text AND last_text
	OR file_text NOT BETWEEN first_text AND last_text
	OR function_text NOT BETWEEN first_text AND last_text;

-- check text-of-specialization: texts of specialization are the run's
SELECT run_id, compile_no, position FROM specialization JOIN run USING (run_id)
WHERE user_stack_text NOT BETWEEN first_text AND last_text
	OR framework_stack_text NOT BETWEEN first_text AND last_text;

-- check text-of-guard-added: texts of guard_added are the run's
SELECT run_id, compile_no, position FROM guard_added JOIN run USING (run_id)
WHERE user_stack_text NOT BETWEEN first_text AND last_text
	OR framework_stack_text NOT BETWEEN first_text AND last_text;

-- check text-of-bytecode: texts of bytecode are the run's
SELECT run_id, compile_no, position FROM bytecode JOIN run USING (run_id)
WHERE function_text NOT BETWEEN first_text AND last_text;

-- check tag-value: a tag has a name and a value that is a text or a number
SELECT run_id, key FROM tag
WHERE typeof(key) <> 'text' OR key = ''
	OR typeof(value) NOT IN ('text', 'integer', 'real');

-- check kinds: every wording is of a kind, every kind has a text and an ease
--   of 0 to 2
SELECT NULL AS run_id, gb_id, kind FROM kind_wording
WHERE gb_id NOT IN (SELECT gb_id FROM kind)
UNION ALL
SELECT NULL, gb_id, kind FROM kind
WHERE gb_id = '' OR kind = '' OR ease NOT BETWEEN 0 AND 2;
