-- view restarts: one row for each restart reason (RestartAnalysis) of a
--   compile's metrics. torch keeps them as a set: order and repeats are lost,
--   and a later failure clears it, so there may be fewer rows than restarts.
--   Not every break restarts, and not every restart is a break.
-- column run_id: the run
-- column rank: rank of its compile; else NULL
-- column process: pid of its compile; else NULL
-- column compile_id: the compile that restarted
-- column instance: instance of that compile
-- column attempt: attempt of the record that lists it: the one that finished
-- column position: place in the set as written, from 0
-- column class: graph_break, autograd_grad, requires_grad, unspecialize,
--   tensorify, collective or unknown; graph_break also where a no_resume event
--   of the compile has no other restart (torch then says "Unknown
--   fail_and_restart_analysis")
-- column gb_id: id of the break; NULL if it is no break or has no id
-- column event_id: the break event of which it is a face; NULL if it is none
-- column reason: the whole text, byte for byte
-- column compile_no: the compile, for joins
CREATE VIEW restarts AS
SELECT r.run_id, c.rank, c.process, c.compile_id, c.instance, r.attempt,
	r.position, r.class, r.gb_id, r.event_id,
	(SELECT body FROM text WHERE text_id = r.reason_text) AS reason,
	r.compile_no
FROM restart AS r
LEFT JOIN compile AS c
    ON c.run_id = r.run_id AND c.compile_no = r.compile_no;
