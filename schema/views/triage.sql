-- view triage: one row for each item of a run's work list: a site, a cause of
--   recompiles or a failure; before them, as position 0, what makes the counts
--   of the run doubtful. Items that stop or degrade everything come first
--   (failures, the recompile limit, a recompile that never finished), then
--   what is to be fixed: what leaves frames eager, then by seconds lost, then
--   recompiles and events; last what can wait. An item that vanishes with
--   another stands behind it, and its costs count for that one's place.
-- column run_id: the run
-- column position: place in the list, from 1; 0 for item run
-- column item: site, cause, failure or run (something makes counts doubtful)
-- column verdict: fix; vanishes (with the item of leader); stays (can wait);
--   NULL for item run
-- column because: why, in a sentence
-- column text: the item in words: kind and detail of a site, class, source and
--   values of a cause, category and type of a failure; for item run
--   unfinished, loss, unread, no_graphs, at_least or unknown
-- column leader: position of the item with which it vanishes or stays; NULL if
--   none. Told from call stacks: likely, not certain
-- column lost_s: seconds lost in restarts and skips by a site
-- column eager_frames: frames that run eager by it; of a failure its failures,
--   of the recompile limit the compiles that ran into it
-- column events: break events of a site
-- column recompiles: recompiles of a cause
-- column recompile_s: seconds of these recompiles; causes may share them
-- column frees_sites: sites that vanish with it
-- column frees_events: events of these
-- column frees_recompiles: recompiles of the causes that vanish with it; one
--   of several causes counts for each
-- column cascade_events: of a site, as in view sites
-- column own: 1 if it is own code, else 0
-- column ease: 0 a setting or a logging call, 1 a local rewrite, 2 restructure
--   or library; NULL where nothing is known
-- column site_id: the site, if item is site
-- column cause_id: the cause, if item is cause; of a function at the recompile
--   limit the one with most guard failures
-- column failure_id: the first failure, if item is failure
-- column compile_no: the first recompile, if item is cause
-- column leader_handle: what the item of leader is called; NULL if none
-- column handle: what the item is called everywhere: s3, c2, f1, where it is
--   none of these its first recompile; NULL for item run
CREATE VIEW triage AS
SELECT i.run_id, i.position, i.item, i.verdict,
	-- stored with the leader's position: "#2"
	iif(i.leader IS NULL, i.because, replace(i.because, '#' || i.leader,
	    coalesce(l.handle, '?'))) AS because,
	i.text, i.leader, i.lost_s, i.eager_frames, i.events, i.recompiles, i.recompile_s,
	i.frees_sites, i.frees_events, i.frees_recompiles, i.cascade_events,
	i.own, i.ease, i.site_id, i.cause_id, i.failure_id, i.compile_no,
	l.handle AS leader_handle,
	coalesce('s' || i.site_id, 'c' || i.cause_id, 'f' || i.failure_id,
	    (SELECT handle FROM compiles AS c WHERE c.run_id = i.run_id
		AND c.compile_no = i.compile_no)) AS handle
FROM triage_item AS i
LEFT JOIN (SELECT run_id, position, coalesce('s' || site_id,
	'c' || cause_id, 'f' || failure_id) AS handle FROM triage_item) AS l
    ON l.run_id = i.run_id AND l.position = i.leader;
