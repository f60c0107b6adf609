-- name: breaks_by_hint
-- question: Which breaks are user errors, fundamental, supportable or dynamo
--   bugs?
-- help: break events of a run by the class that torch's hint gives them
-- param: run: the run
-- columns: hint_class (NONE: the hint gives no class), gb_id, kind, events,
--   eager_events (form skip or no_resume), sites
SELECT hint_class, gb_id, kind, count(*) AS events,
    sum(CASE WHEN form IN ('skip', 'no_resume') THEN 1 ELSE 0 END)
	AS eager_events,
    count(DISTINCT site_id) AS sites
FROM breaks
WHERE run_id = :run
GROUP BY hint_class, gb_id, kind
ORDER BY CASE hint_class WHEN 'USER_ERROR' THEN 1 WHEN 'DYNAMO_BUG' THEN 2
	WHEN 'FUNDAMENTAL' THEN 3 WHEN 'DIFFICULT' THEN 4
	WHEN 'SUPPORTABLE' THEN 5 WHEN 'CAUSED_BY_EARLIER_GRAPH_BREAK' THEN 6
	WHEN 'NONE' THEN 9 ELSE 8 END,
    events DESC, kind, coalesce(gb_id, '');
