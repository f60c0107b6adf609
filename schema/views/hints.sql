-- view hints: one row for each Hint of a break event's text, those of a
--   chain's later parts after those of the first
-- column run_id: the run
-- column event_id: the event, in view breaks
-- column position: place among the event's hints, from 0
-- column hint: its text without "Hint: "
-- column hint_class: class of this text: USER_ERROR, DYNAMO_BUG, DIFFICULT,
--   FUNDAMENTAL, SUPPORTABLE, CAUSED_BY_EARLIER_GRAPH_BREAK, INFERENCE_MODE,
--   SPARSE_TENSOR or NONE
CREATE VIEW hints AS
SELECT run_id, event_id, position,
	(SELECT body FROM text WHERE text_id = hint_text) AS hint,
	hint_class
FROM hint;
