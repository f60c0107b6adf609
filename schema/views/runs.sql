-- view runs: one row for each ingested thing: a report (all its ranks), a
--   trace folder (all its ranks and processes) or a console text. Counts are
--   over all ranks and processes of the run. "How many breaks?" has several
--   true answers, each under its own name: restart_rows, failure_rows,
--   break_events, break_sites, break_kinds ("32 events in 3 sites of 3
--   kinds"). A count is NULL, not 0, where the input cannot tell it (an
--   export-mode report, an index.html alone, a report without metrics pages).
-- column run_id: number of the run in this database; not reused within it
-- column run_key: identity, 32 hex digits of a hash over the sorted relative
--   paths, sizes and content hashes: a folder and its tar have the same key
-- column name: name given with --name, else made from the path
-- column job: name of the job that wrote the input, where it tells one
-- column mode: compile, export, draft_export or unknown
-- column source_kind: report, trace or console
-- column source_path: what was given to gbq ingest
-- column torch_version: version of torch as the input tells it
-- column torch_commit: commit of torch as the input tells it
-- column layout: names of the compile folders in a report: F_C_A (to 2024),
--   CA_F_C_A (newer), export, part (only pieces of a report), none (no report)
-- column ranks: number of ranks; 1 where rows carry no rank
-- column started_at: first absolute time in the input, UTC, ISO 8601; NULL
--   where there is none (the lines of a log carry no year)
-- column ingested_at: when the run was stored, UTC, ISO 8601
-- column complete: 1 if it is shown: every started compile has its metrics, a
--   report has index.html, the failures page and each file that index.html or
--   compile_directory.json names, each is whole and shows what its record in
--   the log has the MD5 of, and nothing is unread; 0 if not, with a problem
--   that names the file; NULL if it cannot be told
-- column counts_are: how far the counts of breaks can be trusted: exact;
--   at_least: lower bounds, printed as "≥ 33" (torch before 2.6 writes no
--   reason files, and a later failure clears the set of restart reasons; a
--   console text has what torch was told to print; a compile never finished;
--   or something was lost); unknown
-- column compiles: rows of view compiles
-- column graphs: graphs with at least one op, of the attempt that finished
-- column graphs_captured: dynamo output graphs of all attempts, with or
--   without an op
-- column graph_ops: ops captured, the sum of compiles.graph_ops
-- column restart_rows: rows of view restarts, whatever their class
-- column failure_rows: rows of view failures, break events or not
-- column break_events: rows of view breaks. One event counts once: a reason
--   file, the restart it caused and the Unsupported failure of the skip it
--   caused are one
-- column break_sites: rows of view sites. Recompiles repeat events, not sites
-- column break_kinds: distinct gb_id (kind, where there is no id) of breaks
-- column torch_break_counter: largest num_graph_breaks in the metrics. It is
--   torch's counter of the whole process, and mostly absent (NULL)
-- column failures: rows of view failures that are no break event
--   (event_id is NULL)
-- column recompiles: rows of view recompiles
-- column guard_failures: rows of view guard_failures
-- column unfinished: compiles that started and have no metrics
-- column last_record_at: time of the last record, UTC, ISO 8601; NULL where
--   the input has no times
-- column compile_s: seconds, sum of compiles.entire_frame_s; records of the
--   run time (is_runtime) are not in it
-- column bwd_s: seconds of backward compilation, apart from compile_s
-- column lost_restart_s: seconds, sum of compiles.lost_restart_s
-- column lost_skip_s: seconds, sum of compiles.lost_skip_s
-- column cache_hits: rows of view cache_events with state hit
-- column cache_misses: rows of view cache_events with state miss
-- column cache_bypasses: rows of view cache_events with state bypass
-- column content_bytes: size of all its files, uncompressed, in bytes
-- column problems: rows of view problems
-- column unread: messages of torch that nothing here understands, the sum of
--   problems.count of code unread above a note: where it is not 0, fewer
--   breaks than there are may be told; NULL for a run that an older gbq read
-- column reader: version of the code that read the run; NULL for gbq 0.1. What
--   differs between two runs of different readers may be of the reader
CREATE VIEW runs AS
SELECT run_id, run_key, name, job, mode, source_kind, source_path,
	torch_version, torch_commit, layout, ranks, started_at, ingested_at,
	complete, counts_are, compiles, graphs, graphs_captured, graph_ops,
	restart_rows, failure_rows, break_events, break_sites, break_kinds,
	torch_break_counter, failures, recompiles, guard_failures, unfinished,
	last_record_at, compile_s, bwd_s, lost_restart_s, lost_skip_s,
	cache_hits, cache_misses, cache_bypasses, content_bytes, problems,
	unread, reader
FROM run;
