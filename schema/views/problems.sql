-- view problems: one row for each thing in the input that was lost, odd or
--   contradictory
-- column run_id: the run
-- column rank: rank of the file; NULL if it belongs to none
-- column process: pid of the writer; NULL if it belongs to none
-- column severity: note (worth knowing, nothing is wrong); warning (odd or
--   contradictory, nothing is lost); loss (something could not be used);
--   error (a whole file or more could not be used)
-- column code: one word for the sort of problem; unread: torch said something
--   that nothing here understands, one row a run, wording and severity
-- column file: file inside the run; NULL for the whole run
-- column offset: byte offset in the file; NULL if not known
-- column message: what it is, in a sentence; of unread the first line of what
--   torch said, its numbers folded
-- column count: how often it was met: of unread the messages, records or
--   artifacts of that wording; 1 of what is told one by one
CREATE VIEW problems AS
SELECT run_id, rank, process, severity, code, file, offset, message,
	count
FROM problem;
