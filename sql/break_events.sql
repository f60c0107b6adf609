-- name: break_events
-- help: break events of a run, in order
-- param: run: the run
-- param: kind: only of this GB id, kind, or part of a kind
-- param: owner: only in files of this owner
-- param: own: 1: only in your own code (owner user; or torch or stdlib,
--   reached from a frame of owner user)
-- param: file: only with this text in the file's path
-- param: hint: only of this hint class
-- param: form: only of this form
-- param: flag: only those that this setting may remove
-- param: rank: only of this rank
-- columns: all of view breaks
-- table: event_id, rank, process, compile_id, instance, attempt, form, gb_id,
--   kind, detail, short_file, line, function
SELECT b.*
FROM breaks AS b
WHERE b.run_id = :run
    AND (:kind IS NULL OR b.gb_id = :kind
	OR instr(lower(b.kind), lower(:kind)))
    AND (:owner IS NULL OR b.owner = :owner)
    AND (:own IS NULL OR b.owner = 'user'
	OR (b.owner IN ('torch', 'stdlib') AND EXISTS (
	    SELECT 1 FROM frames AS f
	    WHERE f.run_id = b.run_id AND f.event_id = b.event_id
		AND f.file = b.via_file AND f.line IS b.via_line
		AND f.owner = 'user')))
    AND (:file IS NULL OR instr(b.file, :file))
    AND (:hint IS NULL OR b.hint_class = upper(:hint))
    AND (:form IS NULL OR b.form = :form)
    AND (:flag IS NULL OR instr(b.flag, :flag))
    AND (:rank IS NULL OR b.rank = :rank)
ORDER BY b.event_id;
