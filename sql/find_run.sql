-- name: find_run
-- subset: common
-- help: runs that a RUN text may mean on a cluster, the newest first
-- param: name: exact name
-- param: glob: pattern of names
-- param: key: start of the run_key
-- param: tag: key of a tag
-- param: value: its value
-- param: id: run_id
-- columns: run_id, run_key, name
SELECT run_id, run_key, name
FROM runs
WHERE (:id IS NULL OR run_id = :id)
    AND (:name IS NULL OR name = :name)
    AND (:glob IS NULL OR name_glob(name, :glob))
    AND (:key IS NULL OR substr(run_key, 1, length(:key)) = :key)
    AND (:tag IS NULL OR run_id IN (
	SELECT run_id FROM tags
	WHERE key = :tag AND text(value) = text(:value)))
ORDER BY run_id DESC
LIMIT 10000;
