-- name: cache_components
-- help: what the key of a cache record is made of
-- param: json: the text of the record's file
-- columns: component ("[hash] name: value")
SELECT value AS component
FROM json_each(CASE WHEN json_valid(:json) THEN :json ELSE '{}' END,
    '$.components')
WHERE type = 'text'
ORDER BY id;
