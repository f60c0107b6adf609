-- view failures: one row for each failed compilation: all failure rows,
--   forward and backward. runs.failure_rows counts them all, runs.failures
--   those with event_id NULL. Most failures of type Unsupported are skips
--   that a break caused: the break is counted, this row names it.
-- column run_id: the run
-- column rank: rank of its record; else NULL
-- column process: pid of its record; else NULL
-- column compile_id: the compile; "-/-" where the record has none
-- column instance: instance of that compile; NULL where there is none
-- column attempt: attempt of the record
-- column stage: forward, backward or aot_backward
-- column category: graph_break, backend, recompile_limit, accuracy,
--   dynamo_internal, runtime_crash, triton, user_error or other
-- column gb_id: id of the break, or of its kind line; else NULL
-- column kind: kind line of the reason; NULL if it has none
-- column event_id: the break event of which it is a face; NULL if it is none
-- column fail_type: type of the exception, as torch writes it
-- column reason: the whole text of the exception; NULL if there is none
-- column file: place of the failure as the record names it; NULL if none
-- column line: its line
-- column function: its function
-- column own_file: innermost frame of owner user in the reason's stack; NULL
--   if there is none
-- column own_line: its line
-- column failure_id: number of the failure in the run
-- column compile_no: the compile, for joins; NULL where there is none
-- column handle: what the failure is called everywhere: f and failure_id
CREATE VIEW failures AS
SELECT run_id, rank, process, compile_id, instance, attempt, stage, category,
	gb_id, kind, event_id, fail_type,
	(SELECT body FROM text WHERE text_id = reason_text) AS reason,
	(SELECT body FROM text WHERE text_id = file_text) AS file,
	line,
	(SELECT body FROM text WHERE text_id = function_text) AS function,
	(SELECT body FROM text WHERE text_id = own_file_text) AS own_file,
	own_line,
	failure_no AS failure_id, compile_no, 'f' || failure_no AS handle
FROM failure;
