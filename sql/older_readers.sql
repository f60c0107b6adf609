-- name: older_readers
-- help: how many runs were read by an older gbq: gbq rebuild reads them again
-- param: reader: version of the code that reads now
-- columns: runs
SELECT count(*) AS runs
FROM runs
WHERE coalesce(reader, 1) < :reader;
