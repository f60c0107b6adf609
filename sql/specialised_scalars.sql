-- name: specialised_scalars
-- question: Which float or int is specialised (lr, step, max_seqlen)?
-- help: Python numbers whose value a guard fixed and that came with another
--   value: make them tensors, or let dynamic=None turn them dynamic
-- param: run: the run
-- columns: source, number (int, float), recompiles, guard_failures, fixed_values,
--   lowest, highest (as text; of several the first and last in
--   the order of texts), function, file, line (where the guard is from)
SELECT source, number, coalesce(count(DISTINCT compile_no), 0) AS recompiles,
    count(*) AS guard_failures, coalesce(count(DISTINCT expected), 0) AS fixed_values,
    min(expected) AS lowest, max(expected) AS highest,
    min(function) AS function, min(file) AS file, min(line) AS line
FROM (
	SELECT compile_no, source, expected, function, file, line,
	    CASE WHEN expected LIKE '%.%' OR expected LIKE '%e%' THEN 'float'
		ELSE 'int' END AS number
	FROM guard_failures
	WHERE run_id = :run AND guard_class = 'value'
	    AND replace(replace(replace(replace(replace(replace(replace(
		replace(replace(replace(replace(replace(replace(expected,
		'0', ''), '1', ''), '2', ''), '3', ''), '4', ''), '5', ''),
		'6', ''), '7', ''), '8', ''), '9', ''), '.', ''), '-', ''),
		'e', '') = ''
	    AND expected NOT IN ('', '-', 'e', '.')
) AS g
GROUP BY source, number
ORDER BY recompiles DESC, guard_failures DESC, coalesce(source, ''), number;
