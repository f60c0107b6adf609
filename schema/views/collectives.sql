-- view collectives: one row for each collective operation in a compile's
--   schedule, in order: ranks that differ here may hang
-- column run_id: the run
-- column rank: the rank; NULL in a run of one rank
-- column process: the pid; NULL in a run of one process
-- column compile_id: the compile; NULL where the schedule names none
-- column position: place in the schedule, from 0
-- column name: the operation: torch.ops._c10d_functional.all_reduce.default
CREATE VIEW collectives AS
SELECT run_id, rank, process, compile_id, position, name FROM collective;
