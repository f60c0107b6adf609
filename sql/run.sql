-- name: run
-- help: the row of one run
-- param: run: the run
-- columns: all of view runs
SELECT * FROM runs WHERE run_id = :run;
