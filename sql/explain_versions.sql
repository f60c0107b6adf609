-- name: explain_versions
-- help: all wordings of a kind of break, newest first
-- param: kind: the id (GB0059)
-- columns: version (from 0, the newest), kind, explanation, context, hints (a
--   line each)
SELECT v.key AS version, v.value ->> '$.kind' AS kind,
    v.value ->> '$.explanation' AS explanation,
    v.value ->> '$.context' AS context,
    (SELECT group_concat(trim(h.value), char(10))
	FROM json_each(v.value, '$.hints') AS h) AS hints
FROM break_kinds AS k, json_each(k.versions) AS v
WHERE k.gb_id = :kind
ORDER BY v.key;
