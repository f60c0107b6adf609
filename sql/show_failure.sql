-- name: show_failure
-- help: a failure
-- param: run: the run
-- param: failure: the failure's failure_id
-- columns: all of view failures
SELECT * FROM failures WHERE run_id = :run AND failure_id = :failure;
