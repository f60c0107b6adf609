-- name: phases
-- help: compile time of a run by phase, most expensive first. Only self_s may
--   be added: phases nest
-- param: run: the run
-- param: rank: only of this rank
-- columns: phase, compiles (that have it), calls, total_s (seconds with those
--   of nested phases), self_s (without), share (of the sum of self_s)
-- table: self_s, share, phase, total_s, calls, compiles
SELECT phase, count(DISTINCT compile_id) AS compiles, sum(calls) AS calls,
    sum(total_s) AS total_s, sum(self_s) AS self_s,
    sum(self_s) / nullif(sum(sum(self_s)) OVER (), 0) AS share
FROM phases
WHERE run_id = :run AND (:rank IS NULL OR rank = :rank)
GROUP BY phase
ORDER BY self_s DESC, total_s DESC, phase;
