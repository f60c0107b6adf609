-- view triage: one row for each item of a run's work list, dearest first: a
--   site, a recompile cause, a failure or the run itself where something makes
--   its counts doubtful. The program works it out when it prints it; no rows
--   are stored by this version.
-- column run_id: the run
-- column position: place in the list, from 1
-- column item: site, cause, failure or run
-- column verdict: fix, vanishes (with another item) or stays (can stay)
-- column because: why, in a sentence
-- column text: the item in words: kind, place, source
-- column lost_s: seconds lost in restarts and skips
-- column eager_frames: frames that run eager by it
-- column events: break events of a site
-- column recompiles: recompiles of a cause
-- column own: 1 if it is own code, else 0
-- column ease: 0 a setting or a logging call, 1 a local rewrite, 2 restructure
--   or library; NULL where nothing is known
-- column site_id: the site, if item is site
-- column cause_id: the cause, if item is cause
-- column failure_id: the failure, if item is failure
CREATE VIEW triage AS
SELECT NULL AS run_id, NULL AS position, NULL AS item, NULL AS verdict,
	NULL AS because, NULL AS text, NULL AS lost_s, NULL AS eager_frames,
	NULL AS events, NULL AS recompiles, NULL AS own, NULL AS ease,
	NULL AS site_id, NULL AS cause_id, NULL AS failure_id
WHERE 0;
