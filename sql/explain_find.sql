-- name: explain_find
-- help: kinds of breaks with a text in their id or one of their wordings, or
--   with words of it; the best first
-- param: text: what to look for
-- columns: gb_id, kind, score (100: it is the id or the whole wording; 50: the
--   text is a part of one; else the share of its words in percent), runs
WITH RECURSIVE word (rest, word) AS (
	SELECT lower(:text) || ' ', NULL
	UNION ALL
	SELECT substr(rest, instr(rest, ' ') + 1),
	    substr(rest, 1, instr(rest, ' ') - 1)
	FROM word WHERE rest <> ''
), words AS (
	SELECT DISTINCT word FROM word WHERE length(word) > 2
), wording AS (
	SELECT k.gb_id, k.kind, trim(v.value ->> '$.kind') AS text
	FROM break_kinds AS k, json_each(k.versions) AS v
	UNION SELECT gb_id, kind, kind FROM break_kinds
	UNION SELECT gb_id, kind, kind FROM sites WHERE gb_id IS NULL
), scored AS (
	SELECT gb_id, kind, CASE
	    WHEN lower(text) = lower(:text) OR lower(gb_id) = lower(:text)
	    THEN 100
	    WHEN instr(lower(text), lower(:text)) THEN 50
	    ELSE (SELECT sum(instr(lower(text), word) > 0) * 49 / count(*)
		FROM words) END AS score
	FROM wording
)
SELECT gb_id, min(kind) AS kind, max(score) AS score,
    (SELECT count(DISTINCT run_id) FROM sites AS s
	WHERE s.gb_id = scored.gb_id OR (s.gb_id IS NULL
	    AND scored.gb_id IS NULL AND s.kind = scored.kind)) AS runs
FROM scored
WHERE score > 0
GROUP BY coalesce(gb_id, kind)
ORDER BY score DESC, runs DESC, gb_id, kind
LIMIT 10;
