-- name: breaks
-- help: sites of graph breaks in a run, most expensive first
-- param: run: the run
-- param: kind: only of this GB id, kind, or part of a kind
-- param: owner: only in files of this owner
-- param: own: 1: only in your own code (owner user; or torch or stdlib,
--   reached from a frame of owner user)
-- param: file: only with this text in the file's path
-- param: hint: only of this hint class
-- param: form: only with an event of this form
-- param: flag: only those that this setting may remove
-- param: rank: only of this rank
-- columns: all of view sites
-- table: site_id, gb_id, kind, detail, events, compiles, eager_frames,
--   lost_restart_s, lost_skip_s, short_file, line, function, hint_class
SELECT s.*
FROM sites AS s
WHERE s.run_id = :run
    AND (:kind IS NULL OR s.gb_id = :kind
	OR instr(lower(s.kind), lower(:kind)))
    AND (:owner IS NULL OR s.owner = :owner)
    AND (:own IS NULL OR s.owner = 'user'
	OR (s.owner IN ('torch', 'stdlib') AND EXISTS (
	    SELECT 1 FROM frames AS f
	    WHERE f.run_id = s.run_id AND f.event_id = s.first_event_id
		AND f.file = s.via_file AND f.line IS s.via_line
		AND f.owner = 'user')))
    AND (:file IS NULL OR instr(s.file, :file))
    AND (:hint IS NULL OR s.hint_class = upper(:hint))
    AND (:form IS NULL OR :form IN (SELECT key FROM json_each(s.forms)))
    AND (:flag IS NULL OR instr(s.flag, :flag))
    AND (:rank IS NULL OR :rank IN (SELECT value FROM json_each(s.ranks)))
ORDER BY s.eager_frames DESC,
    coalesce(s.lost_restart_s, 0) + coalesce(s.lost_skip_s, 0) DESC,
    s.events DESC, s.file, s.line, s.site_id;
