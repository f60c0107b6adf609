-- name: find_run
-- subset: common
-- help: runs that a RUN may mean, the newest first
-- param: name: exact name
-- param: key: start of the run_key
-- param: tag: key of a tag
-- param: value: its value
-- param: id: run_id
-- columns: run_key, run_id, name
SELECT run_key, run_id, name
FROM runs
WHERE (:id IS NULL OR run_id = :id)
    AND (:name IS NULL OR name = :name)
    AND (:key IS NULL OR substr(run_key, 1, length(:key)) = :key)
    AND (:tag IS NULL OR run_id IN (
	SELECT run_id FROM tags
	WHERE key = :tag AND text(value) = text(:value)))
ORDER BY run_id DESC;
