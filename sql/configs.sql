-- name: configs
-- help: configuration values that the input of a run holds
-- param: run: the run
-- param: key: only with this text in the key
-- param: system: only of this system
-- param: rank: only of this rank
-- columns: all of view configs
-- table: rank, process, system, key, value
SELECT *
FROM configs
WHERE run_id = :run
    AND (:key IS NULL OR instr(lower(key), lower(:key)))
    AND (:system IS NULL OR system = :system)
    AND (:rank IS NULL OR rank = :rank)
ORDER BY rank, process, system, key, value;
