-- view artifacts: one row for each file of the run: files of a report, payloads
--   of a log
-- column run_id: the run
-- column rank: rank of the file; else NULL
-- column process: pid of its writer; else NULL
-- column compile_id: the compile id that folder or envelope names, also where
--   no compile has it ("-/-"); NULL for files of the whole run
-- column attempt: attempt that folder or envelope names; NULL if none
-- column path: path relative to the run's root, for gbq cat
-- column name: file name without number and extension
-- column number: tlparse's running number of output files: name_NUMBER.ext. It
--   is not the attempt; NULL if the name has none or in logs
-- column kind: what gbq takes it for; unknown if for nothing
-- column bytes: size
-- column hash: first 32 hex digits of the SHA-256 of its bytes
-- column stored: 1 if its bytes are in this database, for gbq cat; 0 if only
--   their hash is: of runs ingested with --no-content and of files that could
--   not be read
-- column compile_no: the compile, for joins; NULL where it belongs to none
CREATE VIEW artifacts AS
SELECT run_id, rank, process, compile_id, attempt, path, name, number, kind,
	content.bytes, lower(hex(content.hash)) AS hash,
	content.kept AS stored, compile_no
FROM artifact JOIN content USING (content_id);
