-- view bytecodes: one row for each pair of bytecode listings of a compile.
--   torch (2.6 and later) writes them for resume functions only.
-- column run_id: the run
-- column rank: rank of its compile; else NULL
-- column process: pid of its compile; else NULL
-- column compile_id: the compile
-- column instance: instance of that compile
-- column function: name in the file's name: torch_dynamo_resume_in_f_at_9
-- column original_path: file of the original listing; NULL if there is none.
--   It may lie in an earlier attempt than the modified one
-- column modified_path: file of the listing that Dynamo made; NULL if there is
--   none (the attempt did not finish)
-- column instructions_before: instructions in the original listing
-- column instructions_after: instructions in the modified listing
-- column added: lines added in a minimal line diff of the two listings, as
--   "diff --minimal" counts them; NULL unless there are both
-- column removed: lines removed, likewise
-- column position: place among the compile's rows, from 0
-- column compile_no: the compile, for joins
CREATE VIEW bytecodes AS
SELECT b.run_id, c.rank, c.process, c.compile_id, c.instance,
	(SELECT body FROM text WHERE text_id = b.function_text) AS function,
	(SELECT path FROM artifact AS a WHERE a.run_id = b.run_id
	    AND a.artifact_no = b.original_artifact) AS original_path,
	(SELECT path FROM artifact AS a WHERE a.run_id = b.run_id
	    AND a.artifact_no = b.modified_artifact) AS modified_path,
	b.instructions_before, b.instructions_after, b.added, b.removed,
	b.position, b.compile_no
FROM bytecode AS b
LEFT JOIN compile AS c
    ON c.run_id = b.run_id AND c.compile_no = b.compile_no;
