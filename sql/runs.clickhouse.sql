-- name: runs
-- tags as JSON: ClickHouse 18.16 makes none itself. Literals as SQLite has
-- them: a backslash is one
SELECT run_id, run_key, name, job, mode, source_kind, source_path,
    torch_version, torch_commit, layout, ranks, started_at, ingested_at,
    complete, counts_are, compiles, graphs, graphs_captured, graph_ops,
    restart_rows, failure_rows, break_events, break_sites, break_kinds,
    torch_break_counter, failures, recompiles, guard_failures, unfinished,
    last_record_at, compile_s, bwd_s, lost_restart_s, lost_skip_s, cache_hits,
    cache_misses, cache_bypasses, content_bytes, problems, unread,
    reader, tags
FROM runs AS r LEFT JOIN (
	SELECT run_id, concat('{', arrayStringConcat(arrayMap(x -> x.2,
	    arraySort(x -> x.1, groupArray((tag_key, member)))), ','), '}')
	    AS tags
	FROM (
		SELECT run_id, coalesce(key, '') AS tag_key,
		    concat('"', replaceAll(replaceAll(tag_key, '\', '\\'),
		    '"', '\"'), '":', if(
			match(coalesce(value, ''), '^(0|-?[1-9][0-9]{0,17})$')
			OR (match(coalesce(value, ''), '[.]|[eE][-+]')
			    AND toFloat64OrNull(value) IS NOT NULL),
			coalesce(value, ''),
			concat('"', replaceAll(replaceAll(replaceAll(
			replaceAll(coalesce(value, ''), '\', '\\'), '"', '\"'),
			'
', '\n'), '	', '\t'), '"'))) AS member
		FROM tags
	) AS t
	GROUP BY run_id
) AS g USING (run_id)
ORDER BY run_id;
