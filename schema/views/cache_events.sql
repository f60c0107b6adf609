-- view cache_events: one row for each record of a cache of compiled code, from
--   the artifact that tells of it
-- column run_id: the run
-- column rank: rank of the artifact; else NULL
-- column process: pid of the artifact; else NULL
-- column compile_id: the compile, "-/-" where it belongs to none
-- column cache: fx, aot_autograd, remote_fx, remote_aot, compiled_autograd, pgo,
--   autotune or other
-- column state: hit, miss, bypass or saved; hash where torch 2.5 tells none
-- column key: the cache key; NULL if not told
-- column reason: why it was bypassed or missed; NULL if not told
-- column artifact_path: file that tells of it, for gbq cat
-- column compile_no: the compile, for joins; NULL where it belongs to none
CREATE VIEW cache_events AS
SELECT e.run_id, a.rank, a.process, a.compile_id, e.cache, e.state, e.key,
	e.reason, a.path AS artifact_path, e.compile_no
FROM cache_event AS e
LEFT JOIN artifact AS a
    ON a.run_id = e.run_id AND a.artifact_no = e.artifact_no;
