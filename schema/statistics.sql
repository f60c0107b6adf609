-- Run when a database is made and upgraded, as views are.
--
-- How many rows tables have, for SQLite's choice of plans: without this it
-- takes a run for ten rows, and joins parts of large runs row by row. The
-- numbers are those of a fleet of large runs. They are fixed, and not what
-- ANALYZE would find, so that a query has one plan in every database.
ANALYZE sqlite_schema;

DELETE FROM sqlite_stat1;

-- rows in all, then rows for each value of the first, the first two, … columns
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('run', 'sqlite_autoindex_run_1', '1000 1'),
	('run', 'run_by_name', '1000 4'),
	('text', NULL, '1000000'),
	('kind', 'kind', '500 1'),
	('kind_wording', 'kind_wording', '500 1'),
	('artifact', 'artifact', '1000000 1000 1'),
	('artifact', 'artifact_by_content', '1000000 2'),
	('content', 'sqlite_autoindex_content_1', '1000000 1 1'),
	('compile', 'compile', '1000000 1000 1'),
	('site', 'site', '1000000 1000 1'),
	('site_key', 'site_key', '1000000 1000 1'),
	('site_follower', 'site_follower', '1000000 1000 1'),
	('triage_item', 'triage_item_by_run', '1000000 1000'),
	('break_event', 'break_event', '1000000 1000 1'),
	('hint', 'hint', '1000000 1000 2 1'),
	('stack_frame', 'stack_frame', '1000000 1000 10 1'),
	('restart', 'restart', '1000000 1000 1'),
	('failure', 'failure', '1000000 1000 1'),
	('guard_failure', 'guard_failure', '1000000 1000 2 1'),
	('guard_failure', 'guard_failure_by_cause', '1000000 1000 10'),
	('recompile_cause', 'sqlite_autoindex_recompile_cause_1', '1000000 1000 1'),
	('graph', 'graph', '1000000 1000 1'),
	('graph_op', 'graph_op', '1000000 1000 10 1'),
	('cache_event', 'cache_event', '1000000 1000 1'),
	('phase', 'phase', '1000000 1000 1'),
	('collective', 'collective', '1000000 1000 1'),
	('problem', 'problem', '1000000 1000 1'),
	('compile_below', 'compile_below', '1000000 1000 2 1 1'),
	('specialization', 'specialization', '1000000 1000 4 1'),
	('guard_added', 'guard_added', '1000000 1000 10 1'),
	('bytecode', 'bytecode', '1000000 1000 2 1');

ANALYZE sqlite_schema;
