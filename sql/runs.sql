-- name: runs
-- help: the runs of the database, in the order of their ingest
-- columns: all of view runs
-- table: run_id, name, torch_version, ranks, compiles, break_events,
--   break_sites, failures, recompiles, unfinished, compile_s, problems
SELECT * FROM runs ORDER BY run_id;
