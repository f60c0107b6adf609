-- name: breaks_first
-- help: the break that fullgraph=True would stop at: the first event of the
--   first compile that broke
-- param: run: the run
-- param: rank: only of this rank
-- columns: all of view breaks
-- table: event_id, rank, process, compile_id, form, gb_id, kind, file, line,
--   function
SELECT b.*
FROM breaks AS b
LEFT JOIN compiles AS c ON c.run_id = b.run_id AND c.compile_no = b.compile_no
WHERE b.run_id = :run AND (:rank IS NULL OR b.rank = :rank)
ORDER BY b.rank, b.process, c.first_file_number, c.started_at, b.compile_no,
    b.event_id
LIMIT 1;
